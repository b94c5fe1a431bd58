package wire

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// AppendASCII appends what comes nearest to r in ASCII: a likeness of its own, the letter without its accents, or
// "?". What has no width of its own vanishes, and so do controls; ASCII itself stays.
func AppendASCII(dst []byte, r rune) []byte {
	if r >= 0 && r < utf8.RuneSelf {
		return append(dst, byte(r))
	}
	if like := likeness(r); like != "" {
		return append(dst, like...)
	}
	if unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Cc) {
		return dst
	}
	before := len(dst)
	var buf [utf8.UTFMax]byte
	p := buf[:utf8.EncodeRune(buf[:], r)]
	for parts := norm.NFKD.Properties(p).Decomposition(); len(parts) > 0; {
		part, size := utf8.DecodeRune(parts)
		parts = parts[size:]
		if part < utf8.RuneSelf {
			dst = append(dst, byte(part))
		} else {
			dst = append(dst, likeness(part)...)
		}
	}
	if len(dst) == before {
		return append(dst, '?')
	}
	return dst
}

// likeness is the small table of what does not decompose; empty where there is nothing.
func likeness(r rune) string {
	if like := likeLetter(r); like != "" {
		return like
	}
	if like := likeMark(r); like != "" {
		return like
	}
	return likeSign(r)
}

func likeLetter(r rune) string {
	switch r {
	case 'ß':
		return "ss"
	case 'ẞ':
		return "SS"
	case 'æ':
		return "ae"
	case 'Æ':
		return "AE"
	case 'œ':
		return "oe"
	case 'Œ':
		return "OE"
	case 'ø':
		return "o"
	case 'Ø':
		return "O"
	case 'đ', 'ð':
		return "d"
	case 'Đ', 'Ð':
		return "D"
	case 'þ':
		return "th"
	case 'Þ':
		return "Th"
	case 'ł':
		return "l"
	case 'Ł':
		return "L"
	case 'ı':
		return "i"
	case 'ħ':
		return "h"
	case 'Ħ':
		return "H"
	}
	return ""
}

func likeMark(r rune) string {
	switch r {
	case '‘', '’', '‚', '‛', '′', 'ʼ', '‹', '›', '´':
		return "'"
	case '“', '”', '„', '‟', '″', '«', '»':
		return `"`
	case '\u2010', '\u2011', '\u2012', '\u2013', '\u2212', '─', '━', '═', '╌', '╍', '┄', '┅':
		return "-"
	case '\u2014', '\u2015':
		return "--"
	case '…':
		return "..."
	case '•', '·', '∙', '●', '○', '◦', '▪', '■', '□', '★', '☆':
		return "*"
	case '¡':
		return "!"
	case '¿':
		return "?"
	case '§':
		return "S"
	case '¶':
		return "P"
	case '│', '┃', '║', '╎', '╏', '┆', '┇':
		return "|"
	case '░', '▒', '▓', '█':
		return "#"
	case '\u00a0', '\u2000', '\u2001', '\u2002', '\u2003', '\u2007', '\u2009', '\u202f', '\u3000':
		return " "
	}
	if r >= 0x2500 && r <= 0x257F { // the corners and crossings of boxes
		return "+"
	}
	return ""
}

func likeSign(r rune) string {
	switch r {
	case '×', '✗', '✘':
		return "x"
	case '÷', '⁄':
		return "/"
	case '→', '⇒':
		return "->"
	case '←', '⇐':
		return "<-"
	case '↔':
		return "<->"
	case '↑':
		return "^"
	case '↓':
		return "v"
	case '€':
		return "EUR"
	case '£':
		return "GBP"
	case '¥':
		return "JPY"
	case '¢':
		return "c"
	case '©':
		return "(c)"
	case '®':
		return "(R)"
	case '°':
		return " deg"
	case '±':
		return "+/-"
	case '✓', '✔':
		return "+"
	case '♥':
		return "<3"
	}
	return ""
}
