package cell

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Ruler measures text in cells the way the renderer does: rune by rune on most terminals, by whole graphemes on
// those that answer to mode 2027. The two differ for joined emoji only, but a line measured the other way tears.
type Ruler struct{ Method ansi.Method }

// Next returns the bytes and cells of the first grapheme of s, which must not be empty.
func (r Ruler) Next(s string) (size, cells int) {
	if s[0] < utf8.RuneSelf && (len(s) == 1 || s[1] < utf8.RuneSelf) {
		return 1, 1
	}
	cluster, cells := ansi.FirstGraphemeCluster(s, r.Method)
	return len(cluster), cells
}

// Width returns the cells of a cleaned string.
func (r Ruler) Width(s string) int {
	total := 0
	for len(s) > 0 {
		size, cells := r.Next(s)
		total, s = total+cells, s[size:]
	}
	return total
}

// Clip returns as much of s as fits into limit cells, ending in the mark if something was left off.
func (r Ruler) Clip(s string, limit int, mark string) string {
	if r.Width(s) <= limit {
		return s
	}
	limit -= r.Width(mark)
	if limit < 0 {
		return ""
	}
	return s[:r.Fit(s, limit)] + mark
}

// Fit returns how many bytes of s fit into limit cells.
func (r Ruler) Fit(s string, limit int) int {
	at, total := 0, 0
	for at < len(s) {
		size, cells := r.Next(s[at:])
		if total+cells > limit {
			break
		}
		at, total = at+size, total+cells
	}
	return at
}

// piece is a part of one span of a line: bytes from..to of span, cells wide.
type piece struct{ span, from, to, cells int }

// Row is one wrapped row of a line: indent blanks, then the pieces. Cells counts both.
type Row struct {
	Cells  int
	pieces []piece
	indent int
}

// wrapper breaks one line into rows. A word is what stands between blanks, whatever spans it crosses ("the gull,"
// may be a name and a comma of another role); a wide grapheme is a word of its own, as East Asian text has no blanks.
type wrapper struct {
	ruler         Ruler
	width, indent int
	rows          []Row
	row           Row
	gap, word     []piece
	gapCells      int
	wordCells     int
}

// Wrap breaks a cleaned line into rows of at most width cells, the second and later ones hanging by the line's
// indent. Blanks inside a row and at the paragraph's beginning are kept, those at a break dropped. It returns at least
// one row. A grapheme wider than a whole row cannot be shown and is left out.
func (r Ruler) Wrap(line Line, width int) []Row {
	width = max(width, 1)
	w := wrapper{ruler: r, width: width, indent: min(max(line.Indent, 0), width/2)}
	for i, span := range line.Spans {
		for at := 0; at < len(span.Text); {
			size, cells := r.Next(span.Text[at:])
			w.take(span.Text[at:at+size], piece{span: i, from: at, to: at + size, cells: cells})
			at += size
		}
	}
	w.endWord()
	w.endRow()
	return w.rows
}

// take adds one grapheme.
func (w *wrapper) take(text string, p piece) {
	switch {
	case text == " ":
		w.endWord()
		w.gap, w.gapCells = extend(w.gap, p), w.gapCells+p.cells
	case p.cells > w.width-w.indent:
	case p.cells > 1:
		w.endWord()
		w.word, w.wordCells = extend(w.word, p), p.cells
		w.endWord()
	default:
		if w.wordCells+p.cells > w.width-w.indent {
			w.endWord() // No row can hold this word whole; what there is of it fills one.
		}
		w.word, w.wordCells = extend(w.word, p), w.wordCells+p.cells
	}
}

// endWord places the pending word, on a new row if it does not fit on this one.
func (w *wrapper) endWord() {
	if len(w.word) == 0 {
		return
	}
	if w.row.Cells+w.gapCells+w.wordCells > w.width {
		if len(w.row.pieces) > 0 {
			w.endRow()
		}
		w.gap, w.gapCells = w.gap[:0], 0
	}
	w.place(w.gap, w.gapCells)
	w.gap, w.gapCells = w.gap[:0], 0
	w.place(w.word, w.wordCells)
	w.word, w.wordCells = w.word[:0], 0
}

// place appends pieces that fit to the current row.
func (w *wrapper) place(pieces []piece, cells int) {
	for _, p := range pieces {
		w.row.pieces = extend(w.row.pieces, p)
	}
	w.row.Cells += cells
}

// endRow closes the current row and opens a hanging one.
func (w *wrapper) endRow() {
	w.rows = append(w.rows, w.row)
	w.row = Row{indent: w.indent, Cells: w.indent}
}

// extend appends a piece, joining it to the last one if they touch.
func extend(pieces []piece, p piece) []piece {
	if n := len(pieces) - 1; n >= 0 && pieces[n].span == p.span && pieces[n].to == p.from {
		pieces[n].to, pieces[n].cells = p.to, pieces[n].cells+p.cells
		return pieces
	}
	return append(pieces, p)
}

// Paint writes one row of a line in the theme's styles.
func (t *Theme) Paint(line Line, r Row) string {
	var b strings.Builder
	b.WriteString(Blanks(r.indent))
	open := ""
	for _, p := range r.pieces {
		span := line.Spans[p.span]
		if next := t.of(span); next != open {
			if open != "" {
				b.WriteString(ansi.ResetStyle)
			}
			b.WriteString(next)
			open = next
		}
		b.WriteString(span.Text[p.from:p.to])
	}
	if open != "" {
		b.WriteString(ansi.ResetStyle)
	}
	return b.String()
}

// blanks is as many as a row mostly needs.
const blanks = "                                                                                                    "

// Blanks returns n blanks, none for a negative n.
func Blanks(n int) string {
	if n <= len(blanks) {
		return blanks[:max(n, 0)]
	}
	return strings.Repeat(" ", n)
}
