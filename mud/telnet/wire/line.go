package wire

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// LineMaxBytes is the longest line kept.
const LineMaxBytes = 4096

const lineKeepBytes = 512 // a buffer of more capacity is let go after use

// LineBuffer is the line being typed. The zero value is empty.
type LineBuffer struct {
	buf []byte
	cut bool
}

// Add appends what fits, without leaving half a rune at a cut.
func (l *LineBuffer) Add(p []byte) {
	if l.cut {
		return
	}
	free := LineMaxBytes - len(l.buf)
	if len(p) <= free {
		l.buf = append(l.buf, p...)
		return
	}
	l.cut = true
	l.buf = append(l.buf, p[:free]...)
	for i := len(l.buf) - 1; i >= len(l.buf)-utf8.UTFMax; i-- {
		if utf8.RuneStart(l.buf[i]) {
			if !utf8.FullRune(l.buf[i:]) {
				l.buf = l.buf[:i]
			}
			return
		}
	}
}

// Bytes is what was typed, until the next change.
func (l *LineBuffer) Bytes() []byte { return l.buf }

// Cut reports whether some of it was dropped, as it was too long.
func (l *LineBuffer) Cut() bool { return l.cut }

// EraseRune takes the last rune back. A line that was cut has lost its end, so nothing is taken from what was kept.
func (l *LineBuffer) EraseRune() {
	if l.cut {
		return
	}
	_, size := utf8.DecodeLastRune(l.buf)
	l.buf = l.buf[:len(l.buf)-size]
}

// EraseByte takes the last byte back.
func (l *LineBuffer) EraseByte() {
	if !l.cut && len(l.buf) > 0 {
		l.buf = l.buf[:len(l.buf)-1]
	}
}

// EraseWord takes back the last word with the blanks behind it.
func (l *LineBuffer) EraseWord() {
	if l.cut {
		return
	}
	n := len(l.buf)
	for n > 0 && l.buf[n-1] == ' ' {
		n--
	}
	for n > 0 && l.buf[n-1] != ' ' {
		n--
	}
	l.buf = l.buf[:n]
}

// Reset forgets the line.
func (l *LineBuffer) Reset() {
	l.buf, l.cut = l.buf[:0], false
	if cap(l.buf) > lineKeepBytes {
		l.buf = nil
	}
}

// CleanLine decodes a typed line. Invalid bytes become U+FFFD. What could act on another's screen or hide from a reader
// is taken out: control characters but tab, line and paragraph separators, characters that change the direction of
// text, and the invisible plane 14, in which text can be smuggled to a program that reads along. The rest is put into
// NFC so that what looks the same is the same.
func CleanLine(line []byte) string {
	if isPrintableASCII(line) {
		return string(line)
	}
	var b strings.Builder
	b.Grow(len(line))
	for len(line) > 0 {
		r, size := utf8.DecodeRune(line)
		line = line[size:]
		if !IsHarmful(r) {
			b.WriteRune(r)
		}
	}
	return norm.NFC.String(b.String())
}

// isPrintableASCII reports whether a line has nothing but printable ASCII, as most have.
func isPrintableASCII(line []byte) bool {
	for _, b := range line {
		if b < ' ' || b > '~' {
			return false
		}
	}
	return true
}

// IsHarmful reports whether a character must not pass from one end to another's screen: controls but tab, what breaks
// or turns lines unseen, and the invisible plane 14.
func IsHarmful(r rune) bool {
	switch {
	case r == '\t':
		return false
	case unicode.IsControl(r): // C0, DEL and C1
		return true
	case r == '\u2028', r == '\u2029', r == '\uFEFF':
		return true
	case r >= 0xE0000 && r <= 0xE0FFF: // tags and variation selectors beyond the common ones
		return true
	}
	return r >= 0x061C && unicode.Is(unicode.Bidi_Control, r)
}
