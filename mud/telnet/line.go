package telnet

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// lineCutNotice tells the typist what became of a line longer than LineMaxBytes.
const lineCutNotice = "[That line was too long: only its first 4096 bytes were kept.]\n"

// lineBuffer is the line being typed, as bytes: a rune may be spread over reads.
type lineBuffer struct {
	buf []byte
	cut bool
}

// add appends what fits, without leaving half a rune at a cut.
func (l *lineBuffer) add(p []byte) {
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

// eraseRune takes the last rune back. A line that was cut has lost its end, so nothing is taken from what was kept.
func (l *lineBuffer) eraseRune() {
	if l.cut {
		return
	}
	_, size := utf8.DecodeLastRune(l.buf)
	l.buf = l.buf[:len(l.buf)-size]
}

// eraseByte takes the last byte back.
func (l *lineBuffer) eraseByte() {
	if !l.cut && len(l.buf) > 0 {
		l.buf = l.buf[:len(l.buf)-1]
	}
}

// eraseWord takes back the last word with the blanks behind it.
func (l *lineBuffer) eraseWord() {
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

func (l *lineBuffer) reset() {
	l.buf, l.cut = l.buf[:0], false
	if cap(l.buf) > keepBytes {
		l.buf = nil
	}
}

// eraseRune takes back the last character typed.
func (m *Machine) eraseRune() {
	if m.charset.use == CharsetLatin1 {
		m.line.eraseByte()
		return
	}
	m.line.eraseRune()
}

// decoded is the line as UTF-8, valid or not.
func (m *Machine) decoded() []byte {
	if m.charset.use != CharsetLatin1 || isPrintableASCII(m.line.buf) {
		return m.line.buf
	}
	var out []byte
	for _, b := range m.line.buf {
		out = utf8.AppendRune(out, rune(b))
	}
	return out
}

// clean decodes a typed line. Invalid bytes become U+FFFD. What could act on another's screen or hide from a reader is
// taken out: control characters but tab, line and paragraph separators, characters that change the direction of text,
// and the invisible plane 14, in which text can be smuggled to a program that reads along. The rest is put into NFC so
// that what looks the same is the same.
func clean(line []byte) string {
	if isPrintableASCII(line) {
		return string(line)
	}
	var b strings.Builder
	b.Grow(len(line))
	for len(line) > 0 {
		r, size := utf8.DecodeRune(line)
		line = line[size:]
		if !isHarmful(r) {
			b.WriteRune(r)
		}
	}
	return norm.NFC.String(b.String())
}

func isPrintableASCII(line []byte) bool {
	for _, b := range line {
		if b < ' ' || b > '~' {
			return false
		}
	}
	return true
}

// isHarmful names what must not pass from one client to another.
func isHarmful(r rune) bool {
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
