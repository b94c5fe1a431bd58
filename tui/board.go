package tui

import (
	"strings"

	"github.com/mudlark-mud/mudlark/world/prose"
)

// Board is a grid that an activity is played on. Everything on it can be learnt from the text and done by typing.
type Board struct {
	Title   string     // what is played
	Squares [][]Square // rows, the top one first, at most [BoardSideMax] each way
	Columns []string   // what a column is called, at most two cells each; likewise Rows
	Rows    []string
	Note    prose.Text // under the squares: who plays, whose turn it is
	Keys    []BoardKey // what else can be done at it
}

// BoardSideMax is how many squares a board has each way, at most.
const BoardSideMax = 12

// Square is one place of a board.
type Square struct {
	Text string     // what stands there, one cell; "" for nothing
	Role prose.Role // how that looks
	Send string     // the line that chooses it; "" while it cannot be chosen
}

// BoardKey is a key that does something at a board while it has the keys.
type BoardKey struct {
	Key  rune   // a small letter
	Word string // what it does, in a word or two
	Send string // the line that does it; one that ends in a blank is put before the person to be completed
}

const (
	boardKeysMax  = 8
	boardNoteRows = 8
	squareCells   = 3 // a blank, what stands there, a blank; where one's finger is, brackets take the blanks' place
)

func (b *Board) clean() *Board {
	if b == nil || len(b.Squares) == 0 {
		return nil
	}
	c := &Board{Title: clean(b.Title), Columns: labels(b.Columns), Rows: labels(b.Rows)}
	wide := min(len(b.Squares[0]), BoardSideMax)
	for _, row := range b.Squares[:min(len(b.Squares), BoardSideMax)] {
		var squares []Square
		for _, q := range row[:min(len(row), wide)] {
			if q.Role >= prose.Roles {
				q.Role = prose.Plain
			}
			squares = append(squares, Square{Text: clean(q.Text), Role: q.Role, Send: clean(q.Send)})
		}
		c.Squares = append(c.Squares, squares)
	}
	for _, line := range b.Note[:min(len(b.Note), boardNoteRows)] {
		c.Note = append(c.Note, cleanLine(line))
	}
	for _, k := range b.Keys[:min(len(b.Keys), boardKeysMax)] {
		if k.Key >= 'a' && k.Key <= 'z' {
			c.Keys = append(c.Keys, BoardKey{Key: k.Key, Word: clean(k.Word), Send: clean(k.Send)})
		}
	}
	return c
}

func labels(list []string) []string {
	var out []string
	for _, l := range list[:min(len(list), BoardSideMax)] {
		out = append(out, clean(l))
	}
	return out
}

// finger is where one points on a board, and whether the keys move it.
type finger struct {
	on       bool
	row, col int
}

// within keeps the finger on the board, and takes it off one that is gone.
func (f *finger) within(b *Board) {
	if b == nil {
		*f = finger{}
		return
	}
	f.row = min(max(f.row, 0), len(b.Squares)-1)
	f.col = min(max(f.col, 0), max(len(b.Squares[f.row])-1, 0))
}

// section draws the board as a part of the side panel.
func (b *Board) section(f finger, t *theme, p pen) section {
	s := section{title: b.Title, fixed: true}
	put := func(row string) { s.entries = append(s.entries, []string{row}) }
	margin := 0
	for _, l := range b.Rows {
		margin = max(margin, p.ruler.width(l)+1)
	}
	if wide := margin + len(b.Squares[0])*(squareCells+1) - 1; wide > p.width {
		s.entries = append(s.entries, p.rows(t, prose.L(prose.Hint, "The board needs a wider window.")))
		return s
	}
	if len(b.Columns) > 0 {
		var head strings.Builder
		head.WriteString(blanks(margin))
		for i, l := range b.Columns {
			if i > 0 {
				head.WriteByte(' ')
			}
			head.WriteString(p.ruler.centred(l, squareCells))
		}
		put(t.styled(prose.Hint, strings.TrimRight(head.String(), " ")))
	}
	for y, row := range b.Squares {
		if y > 0 {
			put(blanks(margin) + t.styled(tokenRule, p.signs.lattice(len(row))))
		}
		var out strings.Builder
		label := ""
		if y < len(b.Rows) {
			label = b.Rows[y]
		}
		out.WriteString(t.styled(prose.Hint, label) + blanks(margin-p.ruler.width(label)))
		for x, q := range row {
			if x > 0 {
				out.WriteString(t.styled(tokenRule, p.signs.rule))
			}
			out.WriteString(q.draw(f.on && f.row == y && f.col == x, t, p))
		}
		put(out.String())
	}
	for _, line := range b.Note {
		s.entries = append(s.entries, p.rows(t, line))
	}
	return s
}

// draw draws a square; the one pointed at stands in brackets.
func (q Square) draw(pointed bool, t *theme, p pen) string {
	text := p.ruler.clip(q.Text, 1, "")
	if text == "" {
		text = " "
	}
	if pointed {
		return t.styled(tokenChosen, "["+text+"]")
	}
	return " " + t.styled(q.Role, text) + " "
}

// lattice is the line between two rows of so many squares.
func (s signs) lattice(squares int) string {
	return strings.Join(repeated(strings.Repeat(s.dash, squareCells), squares), s.cross)
}

func repeated(s string, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = s
	}
	return out
}

// centred puts a short text into the middle of so many cells.
func (r ruler) centred(s string, width int) string {
	s = r.clip(s, width, "")
	spare := width - r.width(s)
	return blanks(spare/2) + s + blanks(spare-spare/2)
}

// board returns the board that is in view, nil when there is none or its panel is hidden.
func (s *Screen) board() *Board {
	if s.view == nil || s.areas.panel.width == 0 {
		return nil
	}
	return s.view.Board
}

// point gives the keys to the board, or back to the line.
func (s *Screen) point() {
	if s.board() == nil {
		s.finger = finger{}
		s.notice = "There is no board here to play on."
		if s.view != nil && s.view.Board != nil {
			s.notice = "The board is hidden. Press F2, or make the window wider."
		}
		return
	}
	s.finger.on = !s.finger.on
	s.finger.within(s.board())
	s.sideRows = nil
}

// boardKey takes a key while the board has the keys, and reports whether it was for the board. Any other key gives them
// back to the line.
func (s *Screen) boardKey(key string) bool {
	b := s.board()
	if !s.finger.on || b == nil || s.input.secret {
		return false
	}
	s.sideRows = nil
	switch key {
	case "up":
		s.finger.row--
	case "down":
		s.finger.row++
	case "left":
		s.finger.col--
	case "right":
		s.finger.col++
	case "enter", "space", "ctrl+j", "ctrl+m":
		s.choose(b)
	case "esc":
		s.finger.on = false
	default:
		for _, k := range b.Keys {
			if key == string(k.Key) {
				s.strike(k)
				return true
			}
		}
		s.finger.on = false
		return false
	}
	s.finger.within(b)
	return true
}

// choose sends the line of the square that is pointed at.
func (s *Screen) choose(b *Board) {
	square := b.Squares[s.finger.row][s.finger.col]
	switch {
	case square.Send == "" && square.Text != "":
		s.notice = "That square is taken."
	case square.Send == "":
		s.notice = "You cannot play there now."
	default:
		s.send(square.Send)
	}
}

// strike does what a board's key is for.
func (s *Screen) strike(k BoardKey) {
	if strings.HasSuffix(k.Send, " ") {
		s.finger.on = false
		s.input.set(k.Send)
		return
	}
	s.send(k.Send)
}

// send sends a line as if it had been typed, and leaves what is being typed alone.
func (s *Screen) send(line string) {
	if s.outbox.full() {
		s.notice = busyNotice
		return
	}
	s.outbox.lines = append(s.outbox.lines, line)
	s.text.append(prose.Line{Spans: []prose.Span{{Text: s.promptText()}, {Text: line, Role: prose.Command}}})
	s.text.last()
}

// boardHint says what the keys do while the board has them.
func (b *Board) hint() string {
	words := []string{"Arrows point", "Enter plays"}
	for _, k := range b.Keys {
		words = append(words, string(k.Key)+" "+k.Word)
	}
	return strings.Join(append(words, "Esc types"), "   ")
}
