package prose

import "github.com/charmbracelet/x/ansi"

// cellsOf returns how many terminal cells one grapheme takes: the wider of the two ways in which terminals count
// (rune by rune, or whole), so that a row fits on either kind.
func cellsOf(grapheme string) int {
	if len(grapheme) == 1 {
		return 1
	}
	return max(ansi.StringWidth(grapheme), ansi.StringWidthWc(grapheme))
}

// cleanLine returns the line with every span fit for a terminal.
func cleanLine(l Line) Line {
	for i := range l.Spans {
		if !ascii(l.Spans[i].Text) {
			spans := make([]Span, len(l.Spans))
			for i, s := range l.Spans {
				spans[i] = Span{Text: Clean(s.Text), Role: s.Role}
			}
			return Line{Spans: spans, Indent: l.Indent, Drawn: l.Drawn, Told: l.Told}
		}
	}
	return l
}

// piece is bytes from to to of one span.
type piece struct{ span, from, to int }

// wrapper breaks one line into rows. A word may run across spans: "the gull," is a name and a comma of another role.
type wrapper struct {
	row, gap, word                []piece
	rowCells, gapCells, wordCells int
	width, indent                 int
	started                       bool // a word stands on this row
	rows                          int
	emit                          func(indent int, pieces []piece)
}

// wrap breaks a cleaned line into rows of at most width cells, the second and later ones hanging by the line's indent
// (at most half the width), and calls emit for each; there is always at least one. Words are parted at blanks, and
// around wide graphemes, as East Asian text has no blanks; a word longer than a row is cut. A single grapheme wider
// than the width stands alone on a row that is too wide. The pieces are emit's only until it returns.
func wrap(l Line, width int, emit func(indent int, pieces []piece)) {
	w := wrapper{
		row: make([]piece, 0, len(l.Spans)), emit: emit, width: width, indent: min(max(l.Indent, 0), width/2),
	}
	for i, s := range l.Spans {
		for at := 0; at < len(s.Text); {
			size, n := next(s.Text[at:])
			w.take(s.Text[at] == ' ' && size == 1, n, piece{i, at, at + size})
			at += size
		}
	}
	w.endWord()
	w.endRow()
}

// fits reports whether a line surely fits on one row, by the cheap measure that does for nearly every line.
func fits(l Line, width int) bool {
	total := 0
	for _, s := range l.Spans {
		if total += len(s.Text); total > width || !ascii(s.Text) {
			return false
		}
	}
	return true
}

// next returns the bytes and cells of the first grapheme.
func next(s string) (size, cells int) {
	if (len(s) == 1 || s[1] < 0x80) && s[0] < 0x80 {
		return 1, 1
	}
	grapheme, _ := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
	return len(grapheme), cellsOf(grapheme)
}

// take adds one grapheme.
func (w *wrapper) take(blank bool, cells int, p piece) {
	switch {
	case blank:
		w.endWord()
		w.gap, w.gapCells = extend(w.gap, p), w.gapCells+cells
		return
	case cells > 1:
		w.endWord()
	case w.wordCells+cells > w.room():
		w.endWord() // no row holds this word whole; what there is of it fills one
	}
	w.word, w.wordCells = extend(w.word, p), w.wordCells+cells
	if cells > 1 {
		w.endWord()
	}
}

// room is how many cells a hanging row has for words.
func (w *wrapper) room() int { return w.width - w.indent }

// endWord places the pending word, on a new row if it does not fit on this one.
func (w *wrapper) endWord() {
	if len(w.word) == 0 {
		return
	}
	if w.rowCells+w.gapCells+w.wordCells > w.width {
		if w.started {
			w.endRow()
		}
		w.gap, w.gapCells = w.gap[:0], 0 // blanks at a break are dropped, and those before a word that fills a row
	}
	w.place(w.gap)
	w.place(w.word)
	w.rowCells += w.gapCells + w.wordCells
	w.gap, w.gapCells, w.word, w.wordCells = w.gap[:0], 0, w.word[:0], 0
	w.started = true
}

func (w *wrapper) place(pieces []piece) {
	for _, p := range pieces {
		w.row = extend(w.row, p)
	}
}

// endRow closes the current row and opens a hanging one.
func (w *wrapper) endRow() {
	indent := w.indent
	if w.rows == 0 {
		indent = 0
	}
	w.emit(indent, w.row)
	w.rows++
	w.row, w.rowCells, w.started = w.row[:0], w.indent, false
}

// extend appends a piece, joining it to the last one if they touch.
func extend(pieces []piece, p piece) []piece {
	if n := len(pieces) - 1; n >= 0 && pieces[n].span == p.span && pieces[n].to == p.from {
		pieces[n].to = p.to
		return pieces
	}
	return append(pieces, p)
}
