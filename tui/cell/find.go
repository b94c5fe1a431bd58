package cell

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Index returns where the first occurrence of sub in s begins and ends, whatever their capitals; -1 for none. An empty
// sub occurs nowhere.
func Index(s, sub string) (from, to int) {
	if sub == "" {
		return -1, -1
	}
	if printable(s) && printable(sub) { // then lower case is as long as upper case
		from = strings.Index(strings.ToLower(s), strings.ToLower(sub))
		if from < 0 {
			return -1, -1
		}
		return from, from + len(sub)
	}
	runes := utf8.RuneCountInString(sub)
	first, _ := utf8.DecodeRuneInString(sub)
	for from, r := range s {
		if unicode.ToLower(r) != unicode.ToLower(first) {
			continue
		}
		to = from
		for range runes {
			_, size := utf8.DecodeRuneInString(s[to:])
			to += size
		}
		if strings.EqualFold(s[from:to], sub) {
			return from, to
		}
	}
	return -1, -1
}

// Found returns a line with every occurrence of sub in it marked by a token, and how many there are. Without colours
// they stand in brackets as well, those that are chosen in two of them.
func (t *Theme) Found(l Line, sub string, by Token) (marked Line, count int) {
	words := l.String()
	marked = Line{Indent: l.Indent}
	spans := l.Spans
	used := 0 // bytes of the first span that are placed
	take := func(bytes int, matched bool) {
		for bytes > 0 {
			span := spans[0]
			span.Text = span.Text[used:min(used+bytes, len(span.Text))]
			bytes -= len(span.Text)
			if used += len(span.Text); used == len(spans[0].Text) {
				spans, used = spans[1:], 0
			}
			if matched {
				span.Role, span.Ink = by, 0
			}
			marked.Spans = append(marked.Spans, span)
		}
	}
	bracket := func(sign string) {
		switch {
		case t.Look.Coloured():
			return
		case by == TokenChosen:
			sign += sign
		}
		marked.Spans = append(marked.Spans, Span{Text: sign, Role: by})
	}
	for {
		from, to := Index(words, sub)
		if from < 0 {
			take(len(words), false)
			return marked, count
		}
		count++
		take(from, false)
		bracket("[")
		take(to-from, true)
		bracket("]")
		words = words[to:]
	}
}

// Chosen returns a line as it looks when it is chosen.
func Chosen(l Line) Line {
	return Line{Indent: l.Indent, Spans: []Span{{Text: l.String(), Role: TokenChosen}}}
}
