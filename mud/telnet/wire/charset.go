package wire

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Charset is how text is encoded on its way out, and what is typed on its way in.
type Charset uint8

const (
	// UTF8 is the default.
	UTF8 Charset = iota
	// ASCII transliterates: "é" becomes "e", a typographic quote a plain one, what has no likeness "?".
	ASCII
	// Latin1 is ISO-8859-1; what it does not have is transliterated.
	Latin1
	// AgreedCharset is what the client asked for, UTF-8 if it asked for nothing.
	AgreedCharset
)

// The names that are sent, RFC 2978.
const (
	nameUTF8   = "UTF-8"
	nameASCII  = "US-ASCII"
	nameLatin1 = "ISO-8859-1"
)

const (
	latin1Runes      = 0x100 // ISO-8859-1 is the first 256 of Unicode
	iacByte     byte = 255
)

// String is the charset's name.
func (c Charset) String() string {
	switch c {
	case ASCII:
		return nameASCII
	case Latin1:
		return nameLatin1
	case UTF8, AgreedCharset:
	}
	return nameUTF8
}

// CharsetNamed finds a charset by one of its names, in any case.
func CharsetNamed(name string) (c Charset, ok bool) {
	switch strings.ToUpper(strings.TrimSpace(name)) { // TinTin++ puts a blank before it
	case nameUTF8, "UTF8":
		return UTF8, true
	case nameASCII, "ASCII", "ANSI_X3.4-1968":
		return ASCII, true
	case nameLatin1, "ISO_8859-1", "ISO8859-1", "LATIN1", "ISO-1":
		return Latin1, true
	}
	return 0, false
}

// Append encodes text for the wire: ends of line as CR LF, no other CR, no NUL, valid in its charset, with the byte
// 255 that telnet takes for a command doubled, and none of the C1 controls that a terminal may obey.
func (c Charset) Append(dst []byte, s string) []byte {
	dst = slices.Grow(dst, len(s)+len(s)/16)
	for s != "" {
		n := runLength(s)
		dst = append(dst, s[:n]...)
		if s = s[n:]; s == "" {
			break
		}
		r, size := utf8.DecodeRuneInString(s)
		s = s[size:]
		switch {
		case r == '\n':
			dst = append(dst, '\r', '\n')
		case r < utf8.RuneSelf || unicode.IsControl(r): // CR, NUL, C1
		case c == UTF8 || c == AgreedCharset:
			dst = utf8.AppendRune(dst, r)
		case c == Latin1 && r < latin1Runes:
			if dst = append(dst, byte(r)); byte(r) == iacByte {
				dst = append(dst, iacByte)
			}
		default:
			dst = AppendASCII(dst, r)
		}
	}
	return dst
}

// runLength is how many bytes at the head of s go out as they are.
func runLength(s string) int {
	for i := range len(s) {
		if b := s[i]; b >= utf8.RuneSelf || b == '\n' || b == '\r' || b == 0 {
			return i
		}
	}
	return len(s)
}

// Decode reads what was typed, as UTF-8 that may be invalid. It may return p itself.
func (c Charset) Decode(p []byte) []byte {
	if c != Latin1 {
		return p
	}
	out := make([]byte, 0, 2*len(p))
	for _, b := range p {
		out = utf8.AppendRune(out, rune(b))
	}
	return out
}
