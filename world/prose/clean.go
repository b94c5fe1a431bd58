package prose

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"github.com/mudlark-mud/mudlark/world"
)

// clusterBytesMax is how much of one grapheme is kept: the longest emoji in use have about 40 bytes, and a letter
// under a tower of accents must not fill a screen.
const clusterBytesMax = 64

// Clean returns s as a span may hold it: no control character and so no escape sequence, no line break, nothing
// that reorders or hides its neighbours, valid UTF-8. The world has cleaned it before; a terminal is too powerful
// to trust that.
func Clean(s string) string {
	if ascii(s) {
		return s
	}
	return solid(strings.Map(Drawable, s))
}

// ascii reports whether s is printable ASCII, as nearly everything is.
func ascii(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// Drawable maps a rune to what is drawn for it: itself, a blank, or nothing (-1), as strings.Map wants it.
func Drawable(r rune) rune {
	switch {
	case r == '\t', r == '\n', r == '\u2028', r == '\u2029':
		return ' '
	case r == '\u200c', r == '\u200d', r == '\ufe0f':
		return r // which some scripts and the emoji of packs are written with
	case world.IsUnseen(r), unicode.In(r, unicode.Cf, unicode.Co, unicode.Cs):
		return -1
	}
	return r
}

// solid drops graphemes without a width, which a terminal would glue to a neighbour, and cuts towering ones.
func solid(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for len(s) > 0 {
		cluster, cells := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
		s = s[len(cluster):]
		if cells == 0 {
			continue
		}
		if len(cluster) > clusterBytesMax {
			cut := clusterBytesMax
			for !utf8.RuneStart(cluster[cut]) {
				cut--
			}
			cluster = cluster[:cut]
		}
		b.WriteString(cluster)
	}
	return b.String()
}
