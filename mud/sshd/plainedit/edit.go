package plainedit

import (
	"strings"
	"unicode/utf8"
)

// insert puts text where the cursor is, if there is room.
func (l *Line) insert(text string) bool {
	if len(l.text)+len(text) > LineBytesMax {
		return false
	}
	l.text = l.text[:l.cursor] + text + l.text[l.cursor:]
	l.cursor += len(text)
	return true
}

// edit does what a key does to the line or the cursor.
func (l *Line) edit(k key) string {
	before, after := l.text[:l.cursor], l.text[l.cursor:]
	switch k {
	case keyErase:
		l.cut(l.cursor-last(before), l.cursor)
	case keyDelete:
		l.cut(l.cursor, l.cursor+next(after))
	case keyCutLine:
		l.cut(0, l.cursor)
	case keyCutWord:
		l.cut(wordLeft(before), l.cursor)
	case keyCutRest:
		l.cut(l.cursor, len(l.text))
	case keyLeft:
		l.cursor -= last(before)
	case keyRight:
		l.cursor += next(after)
	case keyWordLeft:
		l.cursor = wordLeft(before)
	case keyWordRight:
		l.cursor += wordRight(after)
	case keyHome:
		l.cursor = 0
	case keyEnd:
		l.cursor = len(l.text)
	case keyUp:
		return l.recall(-1)
	case keyDown:
		return l.recall(1)
	case keyAgain:
		out := l.Release() + l.leave()
		l.from, l.bare, l.blind = 0, false, false
		return out + l.draw()
	case keyNone, keyText, keyEnter, keyTab, keyInterrupt, keyLeave: // not here
	}
	if l.text == "" && l.holds { // nobody types any more
		return l.draw() + l.Release()
	}
	return l.draw()
}

// cut takes out a part of the line.
func (l *Line) cut(from, to int) {
	l.text = l.text[:from] + l.text[to:]
	l.cursor = from
}

// recall shows a line that was entered before, its end in sight.
func (l *Line) recall(by int) string {
	if l.hidden { // what is typed then must not be kept to come back to
		return bell
	}
	text, ok := l.past.step(by, l.text)
	if !ok {
		return bell
	}
	var out string
	if l.from > 0 || l.bare { // it began on another row
		out = l.leave()
		l.from, l.bare = 0, l.bare && l.waits
	}
	l.text, l.cursor, l.blind = text, len(text), false
	return out + l.draw()
}

// wordLeft is where the word before the cursor begins.
func wordLeft(before string) int {
	return strings.LastIndexByte(strings.TrimRight(before, " "), ' ') + 1
}

// wordRight is where the word behind the cursor ends.
func wordRight(after string) int {
	blanks := len(after) - len(strings.TrimLeft(after, " "))
	if end := strings.IndexByte(after[blanks:], ' '); end >= 0 {
		return blanks + end
	}
	return len(after)
}

// draw shows the line as it is now. A row that is full is left for the next; whoever goes back before the row's
// beginning gets another row.
func (l *Line) draw() string {
	var out strings.Builder
	if l.cursor < l.from {
		l.retreat(&out)
	}
	for {
		head := l.head()
		if l.hidden {
			out.WriteString(l.row.turn(head, len(head)))
			return out.String()
		}
		rest := l.text[l.from:]
		if l.blind {
			rest = l.text[l.from:l.cursor]
		}
		room := l.width - 1 - cells(head)
		n := fitting(rest, room)
		if l.from+n >= l.cursor {
			out.WriteString(l.row.turn(head+rest[:n], len(head)+l.cursor-l.from))
			return out.String()
		}
		out.WriteString(l.row.turn(head+rest[:n], len(head)+n))
		out.WriteString("\n")
		l.row = row{}
		l.from += n
	}
}

// head is what stands before the text on the row.
func (l *Line) head() string {
	if l.from > 0 || l.bare {
		return ""
	}
	return l.prompt
}

// retreat begins a row further back in the text.
func (l *Line) retreat(out *strings.Builder) {
	if l.blind { // nothing of it is on the row
		out.WriteString(l.row.turn("", 0))
		l.from = l.cursor
		return
	}
	out.WriteString(l.leave())
	l.from = l.cursor
	for room := l.width / 2; l.from > 0 && room > 0; {
		n := last(l.text[:l.from])
		room -= max(1, cells(l.text[l.from-n:l.from]))
		l.from -= n
	}
}

// shared is how many bytes two texts begin with alike.
func shared(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) {
		r, size := utf8.DecodeRuneInString(a[n:])
		if other, _ := utf8.DecodeRuneInString(b[n:]); other != r {
			break
		}
		n += size
	}
	return n
}

// Clean drops what cannot be printed from a line that nobody typed here.
func Clean(line string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case r == utf8.RuneError, !printable(r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(line, ""))
}
