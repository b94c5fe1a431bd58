package tui

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"github.com/mudlark-mud/mudlark/world/prose"
)

// Limits of one paragraph.
const (
	// paragraphMaxBytes is how much of one paragraph is kept; more is cut with cutMark.
	paragraphMaxBytes = 16 << 10
	// clusterMaxBytes is how much of one grapheme is kept. The longest emoji in use have about 40 bytes; a letter
	// under a tower of accents is cut to this.
	clusterMaxBytes = 64
	cutMark         = " [cut]"
)

// The joiners and tag characters that emoji and some scripts are written with; all other format characters go.
const (
	zeroWidthNonJoiner, zeroWidthJoiner = '\u200c', '\u200d'
	tagFirst, tagLast                   = '\U000e0020', '\U000e007f'
)

// clean returns s as it may be drawn: no control characters (so no escape sequence can start), no line breaks, no
// characters that reorder or hide their neighbours, valid UTF-8, no grapheme without a width and none of absurd
// size. Senders clean their text too; a terminal is too powerful to trust that. What an escape sequence leaves
// behind stays visible, so that nothing said is swallowed.
func clean(s string) string {
	if printable(s) {
		return s
	}
	return solid(strings.Map(drawable, s))
}

// printable reports whether s is printable ASCII, as nearly everything is.
func printable(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// drawable maps a rune to what is drawn for it: itself, a blank, or nothing (-1).
func drawable(r rune) rune {
	switch {
	case r == '\t', r == '\n', r == '\u2028', r == '\u2029':
		return ' '
	case unicode.Is(unicode.Cc, r):
		return -1
	case r == zeroWidthJoiner, r == zeroWidthNonJoiner, r >= tagFirst && r <= tagLast:
		return r
	case unicode.Is(unicode.Cf, r):
		return -1
	}
	return r
}

// solid drops graphemes without a width, which a renderer would glue to a neighbour, and cuts towering ones.
func solid(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	measure := ruler{method: ansi.GraphemeWidth}
	for len(s) > 0 {
		size, cells := measure.next(s)
		if cells > 0 {
			b.WriteString(head(s[:size], clusterMaxBytes))
		}
		s = s[size:]
	}
	return b.String()
}

// head returns the first at most limit bytes of s, not splitting a rune.
func head(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:limit]
}

// cleanLine returns a line that may be drawn, with at most paragraphMaxBytes and without empty spans. A line that
// already is so is returned as it came, sharing its spans.
func cleanLine(l prose.Line) prose.Line {
	size, good := 0, true
	for _, s := range l.Spans {
		size += len(s.Text)
		good = good && s.Text != "" && s.Role < prose.Roles && printable(s.Text)
	}
	if good && size <= paragraphMaxBytes {
		return l
	}
	out := prose.Line{Indent: l.Indent}
	left := paragraphMaxBytes
	for _, s := range l.Spans {
		if s.Role >= prose.Roles {
			s.Role = prose.Plain
		}
		cut := len(s.Text) > left
		// Cut before cleaning, so that a hostile size costs nothing, and after, as a bad byte becomes three.
		s.Text = clean(head(s.Text, left))
		if cut = cut || len(s.Text) > left; cut {
			s.Text = head(s.Text, left)
		}
		if s.Text != "" {
			left -= len(s.Text)
			out.Spans = append(out.Spans, s)
		}
		if cut || left <= 0 {
			out.Spans = append(out.Spans, prose.Span{Text: cutMark, Role: prose.System})
			break
		}
	}
	return out
}
