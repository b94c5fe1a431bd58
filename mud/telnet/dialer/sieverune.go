package dialer

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"

	"github.com/mudlark-mud/mudlark/mud/telnet/wire"
)

// rune appends a character beyond ASCII, if it may be seen.
func (s *Sieve) rune(r rune) {
	const c1First, c1Last = '\u0080', '\u009f'
	switch {
	case r >= c1First && r <= c1Last:
		s.control(r)
		return
	case wire.IsHarmful(r):
		return
	case r == '\u200d' || r == '\u200c': // they join emoji, and letters of scripts that need it
		if !s.shown {
			return
		}
		s.mark(r)
		return
	case unicode.In(r, unicode.Mn, unicode.Me):
		s.mark(r)
		return
	case !unicode.IsGraphic(r):
		r = utf8.RuneError
	}
	s.marks = 0
	if s.add(string(r)) {
		s.shown = true
		s.column += columns(r)
	}
}

// mark appends what stands on the character before it.
func (s *Sieve) mark(r rune) {
	if s.marks++; s.marks <= MarksMax {
		s.add(string(r))
	}
}

// columns is how wide a character is, for the tabulators behind it.
func columns(r rune) int {
	const firstWide = '\u1100'
	if r < firstWide {
		return 1
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	case width.Neutral, width.EastAsianAmbiguous, width.EastAsianHalfwidth, width.EastAsianNarrow:
	}
	return 1
}
