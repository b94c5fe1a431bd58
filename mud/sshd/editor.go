package sshd

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// LineBytesMax is the longest line a player can send.
const LineBytesMax = 2 * kib

// edit is what a byte did to the line.
type edit int

const (
	editNothing edit = iota
	editAppended
	editChanged   // not only at the end: draw it again
	editRefused   // no room
	editEntered   // the line is complete
	editInterrupt // ctrl-c
	editEnd       // ctrl-d on an empty line
	editRedraw    // ctrl-l
)

// escape is where in an escape sequence the editor is. Sequences (arrows, function keys, answers of the terminal) are
// swallowed whole: half of one typed into a line would be worse than nothing.
type escape int

const (
	escapeNone    escape = iota
	escapeBegun          // after ESC
	escapeControl        // CSI: until a byte from @ to ~
	escapeSingle         // SS3: one more byte
	escapeString         // OSC, DCS, APC, PM, SOS: until BEL or ESC
)

// editor is the cooked line for terminals in raw mode: bytes in, edits out. It neither reads nor writes.
type editor struct {
	text   string
	part   []byte // the beginning of a UTF-8 sequence
	escape escape
	afterR bool // the last byte was CR, so an LF belongs to it
}

// feed takes one byte.
func (e *editor) feed(b byte) edit {
	if e.escape != escapeNone {
		e.swallow(b)
		return editNothing
	}
	afterR := e.afterR
	e.afterR = b == '\r'
	if b >= utf8.RuneSelf || len(e.part) > 0 {
		return e.multibyte(b)
	}
	switch b {
	case '\n':
		if afterR {
			return editNothing
		}
		return editEntered
	case '\r':
		return editEntered
	case '\b', 0x7f:
		return e.cut(e.lastCluster())
	case 'C' - '@':
		return editInterrupt
	case 'D' - '@':
		if e.text == "" {
			return editEnd
		}
		return editNothing
	case 'L' - '@':
		return editRedraw
	case 'U' - '@':
		return e.cut(0)
	case 'W' - '@':
		trimmed := strings.TrimRight(e.text, " ")
		return e.cut(strings.LastIndexByte(trimmed, ' ') + 1)
	case 0x1b:
		e.escape = escapeBegun
		return editNothing
	case '\t':
		return e.add(" ")
	}
	if b < ' ' {
		return editNothing
	}
	return e.add(string(rune(b)))
}

func (e *editor) swallow(b byte) {
	switch e.escape {
	case escapeBegun:
		switch b {
		case '[':
			e.escape = escapeControl
		case 'O', 'N':
			e.escape = escapeSingle
		case ']', 'P', '_', '^', 'X':
			e.escape = escapeString
		case 0x1b:
		default:
			e.escape = escapeNone
		}
	case escapeControl:
		if b == 0x1b {
			e.escape = escapeBegun
		} else if b >= '@' && b <= '~' || b == '\r' || b == '\n' {
			e.escape = escapeNone
		}
	case escapeString:
		if b == 0x1b {
			e.escape = escapeBegun
		} else if b == '\a' || b == '\r' || b == '\n' { // no answer holds a line end; do not swallow for ever
			e.escape = escapeNone
		}
	case escapeNone, escapeSingle:
		e.escape = escapeNone
	}
}

func (e *editor) multibyte(b byte) edit {
	e.part = append(e.part, b)
	if !utf8.FullRune(e.part) {
		return editNothing
	}
	r, size := utf8.DecodeRune(e.part)
	wrong := r == utf8.RuneError && size <= 1
	e.part = e.part[:0]
	if wrong {
		if b < utf8.RuneSelf { // a plain byte cut the sequence short, and counts for itself
			return e.feed(b)
		}
		return editNothing
	}
	if !unicode.IsPrint(r) && !unicode.Is(unicode.Cf, r) { // format characters join emoji and shape scripts
		return editNothing
	}
	return e.add(string(r))
}

func (e *editor) add(s string) edit {
	if len(e.text)+len(s) > LineBytesMax {
		return editRefused
	}
	e.text += s
	return editAppended
}

// cut shortens the text to n bytes.
func (e *editor) cut(n int) edit {
	if n >= len(e.text) {
		return editNothing
	}
	e.text = e.text[:n]
	return editChanged
}

// lastCluster is where the last character, as a person counts them, begins.
func (e *editor) lastCluster() int {
	at := 0
	for rest, state := e.text, -1; rest != ""; {
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if rest != "" {
			at += len(cluster)
		}
	}
	return at
}

// take gives the line and starts the next.
func (e *editor) take() string {
	text := e.text
	e.text = ""
	return text
}
