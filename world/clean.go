package world

import (
	"strings"
	"unicode/utf8"
)

// Clean makes text from outside fit for an event, whatever door it came by: what cannot be seen goes, white space is
// folded, and the ends are trimmed (invariant: nothing of one person's terminal reaches another's, and nobody reads
// what others do not see).
func Clean(text string) string {
	if tidy(text) {
		return text
	}
	seen := make([]rune, 0, len(text))
	for _, r := range text {
		switch {
		case isBlank(r):
			if n := len(seen); n > 0 && seen[n-1] != ' ' {
				seen = append(seen, ' ')
			}
		case !IsUnseen(r) || isJoiner(r):
			seen = append(seen, r)
		}
	}
	return strings.TrimSpace(joined(seen))
}

// joined drops the joiners that join nothing: they are kept between two letters of a script that is written with them.
func joined(text []rune) string {
	var b strings.Builder
	last := ' '
	for i, r := range text {
		if isJoiner(r) && (!isJoining(last) || i+1 == len(text) || !isJoining(text[i+1])) {
			continue
		}
		if r == ' ' && last == ' ' {
			continue // a joiner stood between them
		}
		b.WriteRune(r)
		last = r
	}
	return b.String()
}

// tidy reports whether a text is such that Clean has nothing to do, by the cheap measure that does for nearly all.
func tidy(text string) bool {
	last := byte(' ')
	for i := range len(text) {
		b := text[i]
		if b < ' ' || b > '~' || b == ' ' && last == ' ' {
			return false
		}
		last = b
	}
	return last != ' ' || text == ""
}

// runes is a stretch of Unicode, both ends included.
type runes struct{ from, to rune }

func among(list []runes, r rune) bool {
	for _, s := range list {
		if r >= s.from && r <= s.to {
			return true
		}
	}
	return false
}

// unseen is what cannot be seen, or only turns, joins or dresses its neighbours. It is a list of ours and not one of
// the language's tables, because those grow and a journal is decided again years later.
var unseen = []runes{ //nolint:gochecknoglobals // immutable: nothing writes it
	{0x00, 0x1f}, {0x7f, 0x9f}, // controls
	{0xad, 0xad}, {0x34f, 0x34f}, {0x61c, 0x61c}, // soft hyphen, grapheme joiner, Arabic letter mark
	{0x115f, 0x1160}, {0x3164, 0x3164}, {0xffa0, 0xffa0}, // Hangul fillers
	{0x17b4, 0x17b5}, {0x180b, 0x180f}, // Khmer inherent vowels, Mongolian selectors
	{0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f}, // zero width, direction, invisible operators
	{0x2800, 0x2800},                                        // the empty Braille cell
	{0xd800, 0xf8ff}, {0xf0000, 0x10ffff}, {0xfdd0, 0xfdef}, // private use, and what is no character
	{0xfe00, 0xfe0f}, {0xfeff, 0xfeff}, {0xfff0, 0xffff}, // variation selectors, byte order mark, specials
	{0x13430, 0x1345f}, {0x16fe4, 0x16fe4}, {0x1bca0, 0x1bca3}, // marks of layout in hieroglyphs, Khitan, shorthand
	{0x1d159, 0x1d159}, {0x1d173, 0x1d17a}, // and in music
	{0xe0000, 0xe0fff}, // tags and more variation selectors
}

// IsUnseen reports whether a character cannot be seen by itself. Joiners are among them; [Clean] keeps those that a
// script needs.
func IsUnseen(r rune) bool {
	return r == utf8.RuneError || (r < ' ' || r > '~') && among(unseen, r)
}

// isBlank reports whether a character is white space, a line's end included.
func isBlank(r rune) bool {
	return among([]runes{
		{'\t', '\r'}, {' ', ' '}, {0x85, 0x85}, {0xa0, 0xa0}, {0x1680, 0x1680}, {0x2000, 0x200a}, {0x2028, 0x2029},
		{0x202f, 0x202f}, {0x205f, 0x205f}, {0x3000, 0x3000},
	}, r)
}

// isJoiner reports whether a character joins its neighbours, or keeps them apart.
func isJoiner(r rune) bool { return r == 0x200c || r == 0x200d }

// isJoining reports whether a character is of a script in which joiners change how letters look: Arabic and its kin,
// those of India and its neighbours, Mongolian.
func isJoining(r rune) bool {
	return !isJoiner(r) && !IsUnseen(r) && among([]runes{
		{0x620, 0x8ff}, {0x900, 0xdff}, {0x1000, 0x109f}, {0x1780, 0x17ff}, {0x1820, 0x18aa}, {0xfb50, 0xfdff},
		{0xfe70, 0xfefc},
	}, r)
}
