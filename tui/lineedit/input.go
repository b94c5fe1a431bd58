package lineedit

import (
	"strings"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/world/prose"
)

const (
	// LineMaxBytes is the longest line that can be typed; several lines together are no longer than one.
	LineMaxBytes = 4096
	// RowsMax is how many rows lines that are typed together may take on the screen.
	RowsMax = 5
)

// Input is the line being typed, or several lines with line feeds between them. It edits by graphemes: a letter with
// its accents is one thing to the cursor.
type Input struct {
	Ruler  cell.Ruler
	text   string
	cursor int // in bytes, on a grapheme's border
	Secret bool
	killed string // what was last cut out, for ctrl+y
}

// maskGlyph stands for each grapheme of a secret.
const maskGlyph = "*"

// Text is the whole line.
func (in *Input) Text() string { return in.text }

// Set replaces the line, the cursor at its end.
func (in *Input) Set(text string) {
	in.text = cell.Head(text, LineMaxBytes)
	in.cursor = len(in.text)
}

// Place puts the cursor at a byte of the line, or the next one that a letter begins at.
func (in *Input) Place(at int) { in.cursor = in.snap(min(max(at, 0), len(in.text))) }

// Clear forgets the line.
func (in *Input) Clear() { in.text, in.cursor = "", 0 }

// Insert types cleaned text at the cursor and reports whether there was room for it.
func (in *Input) Insert(text string) bool {
	if len(in.text)+len(text) > LineMaxBytes {
		return false
	}
	// Cleaned once more as a whole: an accent joins the letter before it.
	start := in.rowStart()
	before := in.text[:start] + cell.Clean(joined(in.text[start:in.cursor], text))
	in.text, in.cursor = before+in.text[in.cursor:], len(before)
	in.cursor = in.snap(in.cursor)
	return true
}

// Break begins another line at the cursor and reports whether there was room for it.
func (in *Input) Break() bool {
	if in.Secret || len(in.text) >= LineMaxBytes {
		return false
	}
	in.text, in.cursor = in.text[:in.cursor]+"\n"+in.text[in.cursor:], in.cursor+1
	return true
}

// Lines returns the lines being typed, at least one.
func (in *Input) Lines() []string { return strings.Split(in.text, "\n") }

// Row is the line that the cursor is in.
func (in *Input) Row() string { return in.text[in.rowStart():in.rowEnd()] }

// SetRow replaces the line that the cursor is in, the cursor at its end, as far as there is room.
func (in *Input) SetRow(text string) {
	start, end := in.rowStart(), in.rowEnd()
	text = cell.Head(text, LineMaxBytes-len(in.text)+end-start)
	in.text, in.cursor = in.text[:start]+text+in.text[end:], start+len(text)
}

// Rows is how many rows the lines take on the screen.
func (in *Input) Rows() int { return min(strings.Count(in.text, "\n")+1, RowsMax) }

// AtEnd reports whether the cursor stands behind all that is typed.
func (in *Input) AtEnd() bool { return in.cursor == len(in.text) }

// rowStart is where the line begins that the cursor is in, rowEnd where it ends.
func (in *Input) rowStart() int { return strings.LastIndexByte(in.text[:in.cursor], '\n') + 1 }

func (in *Input) rowEnd() int {
	if i := strings.IndexByte(in.text[in.cursor:], '\n'); i >= 0 {
		return in.cursor + i
	}
	return len(in.text)
}

// Climb moves the cursor a line up (-1) or down (1), to about the same cell, and reports whether there was one.
func (in *Input) Climb(by int) bool {
	start, end := in.rowStart(), in.rowEnd()
	cells := in.Ruler.Width(in.text[start:in.cursor])
	switch {
	case by < 0 && start > 0:
		in.cursor = start - 1
		in.cursor = in.rowStart()
	case by > 0 && end < len(in.text):
		in.cursor = end + 1
	default:
		return false
	}
	in.cursor += in.Ruler.Fit(in.text[in.cursor:in.rowEnd()], cells)
	return true
}

// joined puts typed text behind what is there. Only control characters are taken out of it, as a combining mark
// alone would not survive cleaning.
func joined(before, typed string) string {
	return before + strings.Map(prose.Drawable, typed)
}

// snap returns the first grapheme border at or after a byte offset.
func (in *Input) snap(offset int) int {
	at := 0
	for at < offset {
		size, _ := in.Ruler.Next(in.text[at:])
		at += size
	}
	return at
}

// before returns where the grapheme before the cursor begins.
func (in *Input) before() int {
	at := 0
	for at < in.cursor {
		size, _ := in.Ruler.Next(in.text[at:])
		if at+size >= in.cursor {
			break
		}
		at += size
	}
	return at
}

// after returns where the grapheme at the cursor ends.
func (in *Input) after() int {
	if in.cursor >= len(in.text) {
		return len(in.text)
	}
	size, _ := in.Ruler.Next(in.text[in.cursor:])
	return in.cursor + size
}

// wordBefore returns where the word before the cursor begins.
func (in *Input) wordBefore() int {
	if in.Secret {
		return 0 // Where a secret's words end is nobody's business.
	}
	trimmed := strings.TrimRight(in.text[:in.cursor], " \n")
	return strings.LastIndexAny(trimmed, " \n") + 1
}

// wordAfter returns where the word after the cursor ends.
func (in *Input) wordAfter() int {
	if in.Secret {
		return len(in.text)
	}
	rest := in.text[in.cursor:]
	blank := len(rest) - len(strings.TrimLeft(rest, " \n"))
	if i := strings.IndexAny(rest[blank:], " \n"); i >= 0 {
		return in.cursor + blank + i
	}
	return len(in.text)
}

// kill cuts out from..to and leaves the cursor there. A secret is not kept for ctrl+y.
func (in *Input) kill(from, to int) {
	if !in.Secret && to > from {
		in.killed = in.text[from:to]
	}
	in.remove(from, to)
}

// remove deletes from..to and leaves the cursor there.
func (in *Input) remove(from, to int) {
	in.text = in.text[:from] + in.text[to:]
	in.cursor = in.snap(from)
}

// EditKey does what an editing key asks and reports whether it was one.
func (in *Input) EditKey(key string) bool {
	switch key {
	case "left":
		in.cursor = in.before()
	case "right":
		in.cursor = in.after()
	case "ctrl+left", "alt+left", "alt+b":
		in.cursor = in.wordBefore()
	case "ctrl+right", "alt+right", "alt+f":
		in.cursor = in.wordAfter()
	case "ctrl+a":
		in.cursor = in.rowStart()
	case "ctrl+e":
		in.cursor = in.rowEnd()
	case "backspace", "ctrl+h", "shift+backspace":
		in.remove(in.before(), in.cursor)
	case "delete", "ctrl+d":
		in.remove(in.cursor, in.after())
	case "ctrl+w", "alt+backspace", "ctrl+backspace":
		in.kill(in.wordBefore(), in.cursor)
	case "alt+d", "ctrl+delete":
		in.kill(in.cursor, in.wordAfter())
	case "ctrl+u":
		in.kill(in.rowStart(), in.cursor)
	case "alt+k":
		in.kill(in.cursor, in.rowEnd())
	case "ctrl+y":
		in.Insert(in.killed)
	default:
		return false
	}
	return true
}

// Visible returns the rows that are shown in width cells, at most rows of them, and the cell and the row of the cursor
// in them. A line too long is shown around the cursor, and so are lines too many.
func (in *Input) Visible(width, rows int) (shown []string, x, y int) {
	if width < 1 || rows < 1 {
		return []string{""}, 0, 0
	}
	text, cursor := in.text, in.cursor
	if in.Secret {
		text, cursor = in.masked()
	}
	lines := strings.Split(text, "\n")
	at := strings.Count(text[:cursor], "\n")
	cursor -= strings.LastIndexByte(text[:cursor], '\n') + 1
	from := min(max(at-rows+1, 0), max(len(lines)-rows, 0))
	for i, l := range lines[from:min(from+rows, len(lines))] {
		if from+i == at {
			l, x = in.around(l, cursor, width)
		}
		shown = append(shown, l[:in.Ruler.Fit(l, width)])
	}
	return shown, x, at - from
}

// around returns the part of a line from which on it is shown so that the cursor is in sight, and the cursor's cell.
func (in *Input) around(text string, cursor, width int) (from string, x int) {
	at := in.Ruler.Width(text[:cursor])
	if at < width {
		return text, at
	}
	// Leave the last cell to the cursor, and jump by a third of the width so that the text stands still while typing.
	skip := at - width + 1
	jump := max(width/3, 1)
	skip = min((skip+jump-1)/jump*jump, at)
	start := 0
	for in.Ruler.Width(text[:start]) < skip && start < cursor {
		size, _ := in.Ruler.Next(text[start:])
		start += size
	}
	return text[start:], in.Ruler.Width(text[start:cursor])
}

// masked returns a mask for each grapheme and the cursor in it.
func (in *Input) masked() (mask string, cursor int) {
	count := 0
	for at := 0; at < len(in.text); count++ {
		if at < in.cursor {
			cursor++
		}
		size, _ := in.Ruler.Next(in.text[at:])
		at += size
	}
	return strings.Repeat(maskGlyph, count), cursor
}
