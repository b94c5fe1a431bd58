package worldtest

import (
	"fmt"
	"strings"
	"unicode"
)

// HardToHear says what in a text does not belong before a screen reader: a drawing, a line of signs, columns, an
// escape.
func HardToHear(text string) []string {
	var out []string
	for l := range strings.SplitSeq(text, "\n") {
		signs, all := 0, 0
		runes := []rune(l)
		for i, r := range runes {
			all++
			switch {
			case r >= 0x2500 && r <= 0x259f:
				out = append(out, fmt.Sprintf("%q has a drawing character", l))
			case r < ' ' || r == 0x7f:
				out = append(out, fmt.Sprintf("%q has a control character", l))
			case isSign(runes, i):
				signs++
			}
		}
		const shareMost = 10 // per cent
		if signs*100 > all*shareMost {
			out = append(out, fmt.Sprintf("%q has %d signs in %d characters", l, signs, all))
		}
		if strings.Contains(strings.TrimSpace(l), "  ") || strings.HasPrefix(l, " ") {
			out = append(out, fmt.Sprintf("%q stands in columns", l))
		}
	}
	return out
}

// isSign reports whether a character is one that is spelled out rather than heard. What ends and parts sentences, and a
// hyphen within a word, is none.
func isSign(l []rune, i int) bool {
	if l[i] == '-' && i > 0 && i+1 < len(l) && unicode.IsLetter(l[i-1]) && unicode.IsLetter(l[i+1]) {
		return false
	}
	return unicode.IsSymbol(l[i]) || strings.ContainsRune(`#*/\_-[]{}@&%|`, l[i])
}
