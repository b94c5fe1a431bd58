package account

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// cleanLabel makes a comment fit to be shown: printable, one line, at most 40 characters.
func cleanLabel(label string) string {
	label = strings.Map(func(r rune) rune {
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, label)
	label = strings.TrimSpace(label)
	if runes := []rune(label); len(runes) > labelRunesMax {
		label = strings.TrimSpace(string(runes[:labelRunesMax]))
	}
	return label
}
