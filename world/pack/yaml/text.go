package yaml

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/world"
)

// How long words may be, in runes.
const (
	TextRunesMax      = 6000 // a description or help page
	ParagraphRunesMax = 2000
	LabelRunesMax     = 60 // a name
	WordRunesMax      = 32 // a word somebody types
)

// Fold joins the lines of a paragraph with spaces and parts paragraphs by one blank line. In folded and multi-line
// plain scalars YAML has joined the lines already, and every line break left stands for a blank line. Rows of a drawing
// stay as they are; see [world.DrawnRow].
func Fold(s string, joined bool) string {
	if !strings.Contains(s, "\n") {
		return strings.TrimSpace(s)
	}
	var b strings.Builder
	part := "" // what stands between the last line and the next
	wasDrawn := false
	for line := range strings.SplitSeq(s, "\n") {
		line = strings.TrimSpace(line)
		_, isDrawn := world.DrawnRow(line)
		switch {
		case part == "":
		case isDrawn && wasDrawn:
			part = "\n"
		case isDrawn || wasDrawn:
			part = "\n\n"
		}
		if line == "" {
			part = "\n\n"
			continue
		}
		if b.Len() > 0 {
			b.WriteString(part)
		}
		b.WriteString(line)
		part, wasDrawn = " ", isDrawn
		if joined {
			part = "\n\n"
		}
	}
	return b.String()
}

// clean returns what is wrong with any words shown to people: they are straight-quoted, single-spaced and visible.
func clean(s string) (what, meant string) {
	for _, r := range s {
		switch {
		case r == '\n':
		case strings.ContainsRune("\u2018\u2019\u201a\u201c\u201d\u201e", r):
			return fmt.Sprintf("a curly quote %q", r), "write straight quotes: \" and '"
		case r == utf8.RuneError, !unicode.IsPrint(r):
			return fmt.Sprintf("an invisible or control character %U", r), "leave it out"
		}
	}
	for line := range strings.SplitSeq(s, "\n") {
		if _, is := world.DrawnRow(line); is {
			continue
		}
		if before, _, found := strings.Cut(line, "  "); found {
			if strings.HasPrefix(line, "| ") {
				return fmt.Sprintf("a row of a drawing of %d characters", utf8.RuneCountInString(line)),
					fmt.Sprintf("at most %d behind the stroke", world.DrawnColumns)
			}
			return fmt.Sprintf("two spaces after %q", lastWord(before)), "write one"
		}
	}
	return "", ""
}

func lastWord(s string) string {
	return s[strings.LastIndexAny(s, " \n")+1:]
}

// sentences is what stands for whole sentences in a line that is spoken, and so may end it.
const sentences = "{what}"

// Prose checks a text of one or more sentences; ends holds the runes that may end it.
func Prose(s, ends string) (what, meant string) {
	if what, meant = clean(s); what != "" {
		return what, meant
	}
	if n := utf8.RuneCountInString(s); n > TextRunesMax {
		return fmt.Sprintf("%d characters long", n), fmt.Sprintf("at most %d", TextRunesMax)
	}
	for p := range strings.SplitSeq(s, "\n\n") {
		if _, isDrawn := world.DrawnRow(strings.SplitN(p, "\n", 2)[0]); isDrawn {
			continue
		}
		if n := utf8.RuneCountInString(p); n > ParagraphRunesMax {
			return fmt.Sprintf("a paragraph of %d characters", n),
				fmt.Sprintf("at most %d; a blank line parts paragraphs", ParagraphRunesMax)
		}
	}
	last := s[strings.LastIndexByte(s, '\n')+1:]
	if _, isDrawn := world.DrawnRow(last); ends == "" || isDrawn {
		return "", ""
	}
	r, _ := utf8.DecodeLastRuneInString(strings.TrimRight(s, `"')`))
	if !strings.ContainsRune(ends, r) && !strings.HasSuffix(s, sentences) {
		return fmt.Sprintf("ends with %q", lastWord(s)), "end it with " + AnyOf(ends)
	}
	return "", ""
}

// AnyOf lists the runes that may end a text: ". ! or ?", or "a ." of one.
func AnyOf(runes string) string {
	parts := make([]string, 0, len(runes))
	for _, r := range runes {
		parts = append(parts, string(r))
	}
	if len(parts) == 1 {
		return "a " + parts[0]
	}
	return strings.Join(parts[:len(parts)-1], " ") + " or " + parts[len(parts)-1]
}

// Label checks a name: a few words on one line, no sentence.
func Label(s string) (what, meant string) {
	if what, meant = clean(s); what != "" {
		return what, meant
	}
	if n := utf8.RuneCountInString(s); n > LabelRunesMax {
		return fmt.Sprintf("%d characters long", n), fmt.Sprintf("at most %d", LabelRunesMax)
	}
	if strings.Contains(s, "\n") {
		return "a name of several paragraphs", "write it on one line"
	}
	if strings.HasSuffix(s, ".") {
		return fmt.Sprintf("the name %q ends with a period", s), "names are no sentences"
	}
	return "", ""
}

// Word checks what somebody may type for a thing: lower case, since that is what typed words are folded to.
func Word(s string) (what, meant string) {
	if n := utf8.RuneCountInString(s); n > WordRunesMax {
		return fmt.Sprintf("the word %q is %d characters long", Brief(s), n), fmt.Sprintf("at most %d", WordRunesMax)
	}
	if low := strings.ToLower(s); low != s {
		return fmt.Sprintf("the word %q is not lower case", s), fmt.Sprintf("write %q", low)
	}
	for _, r := range s {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-' ", r) {
			return fmt.Sprintf("the word %q has a %q", s, r), "use letters, digits, hyphens and apostrophes"
		}
	}
	if strings.Contains(s, "  ") {
		return fmt.Sprintf("two spaces in %q", s), "write one"
	}
	return "", ""
}

// Slug checks an id.
func Slug(s string) (what, meant string) {
	if world.ValidID(s) {
		return "", ""
	}
	meant = "use lower-case letters, digits and hyphens, at most 64, not starting with a hyphen"
	if fixed := slugOf(s); world.ValidID(fixed) {
		meant = fmt.Sprintf("did you mean %q?", fixed)
	}
	return fmt.Sprintf("%q is not a valid id", Brief(s)), meant
}

func slugOf(s string) string {
	return strings.Trim(strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '-':
			return r
		case r >= 'A' && r <= 'Z':
			return r - 'A' + 'a'
		case r == ' ', r == '_', r == '.', r == ':':
			return '-'
		}
		return -1
	}, s), "-")
}

// NoArticle judges a name that gets an article put in front of it. "The Drowned" may be a proper name.
func NoArticle(name string) (what, meant string) {
	first, rest, found := strings.Cut(name, " ")
	if !found {
		return "", ""
	}
	switch first {
	case "a", "an", "the", "some":
		return fmt.Sprintf("the name %q begins with an article", name), fmt.Sprintf("write %q; the article is added", rest)
	}
	return "", ""
}

// Placeholders returns what stands in braces in a text, braces and all; of a lone one, the rest.
func Placeholders(text string) (marks []string) {
	for {
		i := strings.IndexAny(text, "{}")
		if i < 0 {
			return marks
		}
		mark := text[i:]
		if end := strings.IndexByte(mark, '}'); end >= 0 {
			mark = mark[:end+1]
		}
		marks = append(marks, mark)
		text = text[i+len(mark):]
	}
}

// Drawn judges a row of a drawing, or one character of it: what every terminal draws as wide as any other, and no
// spaces, which nobody can count.
func Drawn(s string) (what, meant string) {
	for _, r := range s {
		if r <= ' ' || r > '~' {
			return fmt.Sprintf("%q cannot be drawn with", r), "use the printable characters of ASCII, and a dot for open ground"
		}
	}
	return "", ""
}
