package plainedit

import (
	"unicode"
	"unicode/utf8"
)

// key is what somebody pressed.
type key int

const (
	keyNone key = iota
	keyText
	keyEnter
	keyErase
	keyDelete
	keyLeft
	keyRight
	keyWordLeft
	keyWordRight
	keyHome
	keyEnd
	keyUp
	keyDown
	keyCutLine
	keyCutWord
	keyCutRest
	keyTab
	keyInterrupt
	keyLeave
	keyAgain
)

// sequenceBytesMax bounds what is kept of an escape sequence; no key has a longer one.
const sequenceBytesMax = 16

// escape is where in an escape sequence the keys are. What is no key (answers of the terminal, function keys) is
// swallowed whole: half of one typed into a line would be worse than nothing.
type escape int

const (
	escapeNone    escape = iota
	escapeBegun          // after ESC
	escapeControl        // CSI: until a byte from @ to ~
	escapeSingle         // SS3: one more byte
	escapeString         // OSC, DCS, APC, PM, SOS: until BEL or ESC
)

// keys makes keys of bytes.
type keys struct {
	escape   escape
	sequence []byte // of a CSI, without its beginning
	part     []byte // the beginning of a UTF-8 sequence
	afterR   bool   // the last byte was CR, so an LF belongs to it
}

// feed takes a byte and returns the key it completes; of keyText the text as well.
func (k *keys) feed(b byte) (key, string) {
	if k.escape != escapeNone {
		return k.within(b), ""
	}
	afterR := k.afterR
	k.afterR = b == '\r'
	if b >= utf8.RuneSelf || len(k.part) > 0 {
		return k.multibyte(b)
	}
	if b == '\n' && afterR {
		return keyNone, ""
	}
	if b >= ' ' && b != 0x7f {
		return keyText, string(rune(b))
	}
	return k.control(b), ""
}

func (k *keys) control(b byte) key {
	switch b {
	case '\r', '\n':
		return keyEnter
	case '\b', 0x7f:
		return keyErase
	case '\t':
		return keyTab
	case 0x1b:
		k.escape = escapeBegun
	case 'A' - '@':
		return keyHome
	case 'B' - '@':
		return keyLeft
	case 'C' - '@':
		return keyInterrupt
	case 'D' - '@':
		return keyLeave
	case 'E' - '@':
		return keyEnd
	case 'F' - '@':
		return keyRight
	case 'K' - '@':
		return keyCutRest
	case 'L' - '@':
		return keyAgain
	case 'N' - '@':
		return keyDown
	case 'P' - '@':
		return keyUp
	case 'U' - '@':
		return keyCutLine
	case 'W' - '@':
		return keyCutWord
	}
	return keyNone
}

// within takes a byte of an escape sequence.
func (k *keys) within(b byte) key {
	was := k.escape
	switch {
	case b == 0x1b:
		k.begin(escapeBegun)
	case was == escapeBegun:
		return k.begun(b)
	case was == escapeSingle:
		k.begin(escapeNone)
		return arrow(b)
	case b == '\r' || b == '\n': // no key and no answer holds a line end; do not swallow for ever
		k.begin(escapeNone)
	case was == escapeString && b == '\a':
		k.begin(escapeNone)
	case was == escapeControl && b >= '@' && b <= '~':
		name := string(k.sequence)
		k.begin(escapeNone)
		return controlKey(name, b)
	case was == escapeControl && len(k.sequence) < sequenceBytesMax:
		k.sequence = append(k.sequence, b)
	}
	return keyNone
}

func (k *keys) begin(e escape) { k.escape, k.sequence = e, k.sequence[:0] }

// begun takes the byte after ESC.
func (k *keys) begun(b byte) key {
	switch b {
	case '[':
		k.begin(escapeControl)
		return keyNone
	case 'O', 'N':
		k.begin(escapeSingle)
		return keyNone
	case ']', 'P', '_', '^', 'X':
		k.begin(escapeString)
		return keyNone
	}
	k.begin(escapeNone)
	switch b {
	case 'b':
		return keyWordLeft
	case 'f':
		return keyWordRight
	case '\b', 0x7f:
		return keyCutWord
	}
	return keyNone
}

// controlKey is the key of a CSI sequence.
func controlKey(params string, final byte) key {
	switch {
	case final == '~':
		switch params {
		case "1", "7":
			return keyHome
		case "4", "8":
			return keyEnd
		case "3":
			return keyDelete
		}
		return keyNone
	case params == "":
		return arrow(final)
	case params == "1;5" || params == "1;3":
		switch final {
		case 'C':
			return keyWordRight
		case 'D':
			return keyWordLeft
		}
	}
	return keyNone
}

func arrow(final byte) key {
	switch final {
	case 'A':
		return keyUp
	case 'B':
		return keyDown
	case 'C':
		return keyRight
	case 'D':
		return keyLeft
	case 'F':
		return keyEnd
	case 'H':
		return keyHome
	}
	return keyNone
}

func (k *keys) multibyte(b byte) (key, string) {
	k.part = append(k.part, b)
	if !utf8.FullRune(k.part) {
		return keyNone, ""
	}
	r, size := utf8.DecodeRune(k.part)
	wrong := r == utf8.RuneError && size <= 1
	k.part = k.part[:0]
	if wrong {
		if b < utf8.RuneSelf { // a plain byte cut the sequence short, and counts for itself
			return k.feed(b)
		}
		return keyNone, ""
	}
	if !printable(r) {
		return keyNone, ""
	}
	return keyText, string(r)
}

// printable reports whether a character may be typed. Format characters join emoji and shape scripts.
func printable(r rune) bool { return unicode.IsPrint(r) || unicode.Is(unicode.Cf, r) }
