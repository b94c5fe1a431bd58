package cell

import (
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/world/prose"
)

// Limits of one paragraph.
const (
	// paragraphMaxBytes is how much of one paragraph is kept; more is cut with cutMark.
	paragraphMaxBytes = 16 << 10
	cutMark           = " [cut]"
)

// Clean returns s as it may be drawn. Senders clean their text too; a terminal is too powerful to trust that.
func Clean(s string) string { return prose.Clean(s) }

// printable reports whether s is printable ASCII, as nearly everything is.
func printable(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// Head returns the first at most limit bytes of s, not splitting a rune.
func Head(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:limit]
}

// CleanLine returns a line that may be drawn, with at most paragraphMaxBytes and without empty spans. A line that
// already is so is returned as it came, sharing its spans.
func CleanLine(l Line) Line {
	size, good := 0, true
	for _, s := range l.Spans {
		size += len(s.Text)
		good = good && s.Text != "" && s.Role < prose.Roles && printable(s.Text)
	}
	if good && size <= paragraphMaxBytes {
		return l
	}
	out := Line{Indent: l.Indent}
	left := paragraphMaxBytes
	for _, s := range l.Spans {
		if s.Role >= prose.Roles {
			s.Role = prose.Plain
		}
		cut := len(s.Text) > left
		// Cut before cleaning, so that a hostile size costs nothing, and after, as a bad byte becomes three.
		s.Text = Clean(Head(s.Text, left))
		if cut = cut || len(s.Text) > left; cut {
			s.Text = Head(s.Text, left)
		}
		if s.Text != "" {
			left -= len(s.Text)
			out.Spans = append(out.Spans, s)
		}
		if cut || left <= 0 {
			out.Spans = append(out.Spans, Span{Text: cutMark, Role: prose.System})
			break
		}
	}
	return out
}
