package panes

import (
	"reflect"
	"strings"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/view"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// squareCells is a blank, what stands there, a blank; where one points, brackets take the blanks' place.
const squareCells = 3

// finger is where one points on a board, and whether that is shown.
type finger struct {
	on       bool
	row, col int
}

// within keeps the finger on the board, and takes it off one that is gone.
func (f *finger) within(b *view.Board) {
	if b == nil {
		*f = finger{}
		return
	}
	f.row = min(max(f.row, 0), len(b.Squares)-1)
	f.col = min(max(f.col, 0), max(len(b.Squares[f.row])-1, 0))
}

// drawn is the rows of a board.
func drawn(b *view.Board, f finger, t *cell.Theme, p cell.Pen) (rows []string) {
	put := func(row string) { rows = append(rows, row) }
	margin := margin(b, p)
	if wide := margin + len(b.Squares[0])*(squareCells+1) - 1; wide > p.Width {
		return p.Rows(t, cell.L(prose.Hint, "The board needs a wider window."))
	}
	if len(b.Columns) > 0 {
		var head strings.Builder
		head.WriteString(cell.Blanks(margin))
		for i, l := range b.Columns {
			if i > 0 {
				head.WriteByte(' ')
			}
			head.WriteString(centred(p.Ruler, l, squareCells))
		}
		put(t.Styled(prose.Hint, strings.TrimRight(head.String(), " ")))
	}
	for y, row := range b.Squares {
		if y > 0 {
			put(cell.Blanks(margin) + t.Styled(cell.TokenRule, lattice(p.Signs, len(row))))
		}
		var out strings.Builder
		label := ""
		if y < len(b.Rows) {
			label = b.Rows[y]
		}
		out.WriteString(t.Styled(prose.Hint, label) + cell.Blanks(margin-p.Ruler.Width(label)))
		for x, q := range row {
			if x > 0 {
				out.WriteString(t.Styled(cell.TokenRule, p.Signs.Rule))
			}
			out.WriteString(square(q, f.on && f.row == y && f.col == x, t, p))
		}
		put(out.String())
	}
	for _, line := range b.Note {
		rows = append(rows, p.Rows(t, line)...)
	}
	return rows
}

// margin is how many cells of row names stand before the squares.
func margin(b *view.Board, p cell.Pen) int {
	wide := 0
	for _, l := range b.Rows {
		wide = max(wide, p.Ruler.Width(l)+1)
	}
	return wide
}

// square draws a square; the one pointed at stands in brackets.
func square(q view.Square, pointed bool, t *cell.Theme, p cell.Pen) string {
	text := p.Ruler.Clip(q.Text, 1, "")
	if text == "" {
		text = " "
	}
	if pointed {
		return t.Styled(cell.TokenChosen, "["+text+"]")
	}
	return " " + t.Styled(q.Role, text) + " "
}

// lattice is the line between two rows of so many squares.
func lattice(s cell.Signs, squares int) string {
	return strings.Join(repeated(strings.Repeat(s.Dash, squareCells), squares), s.Cross)
}

func repeated(s string, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = s
	}
	return out
}

// centred puts a short text into the middle of so many cells.
func centred(r cell.Ruler, s string, width int) string {
	s = r.Clip(s, width, "")
	spare := width - r.Width(s)
	return cell.Blanks(spare/2) + s + cell.Blanks(spare-spare/2)
}

// board is the pane of a board.
type board struct {
	at     finger
	b      *view.Board
	margin int // cells before the squares, as drawn last
}

// newBoard makes the pane of a board.
func newBoard() pane { return &board{} }

func (p *board) Name() string { return Board }

func (p *board) Title() string {
	if p.b == nil {
		return "Board"
	}
	return p.b.Title
}

func (p *board) Keys() string {
	if p.b == nil {
		return ""
	}
	words := []string{"Arrows point", "Enter plays"}
	for _, k := range p.b.Keys {
		words = append(words, string(k.Key)+" "+k.Word)
	}
	return strings.Join(words, "   ")
}

func (p *board) See(v *view.View) bool {
	if reflect.DeepEqual(p.b, v.Board) {
		return false
	}
	p.b = v.Board
	p.at.within(p.b)
	return true
}

func (p *board) Wants(c Canvas) (least, best int) {
	if p.b == nil {
		return 0, 0
	}
	rows := len(drawn(p.b, p.at, c.Theme, c.Pen))
	return rows, rows
}

func (p *board) Draw(c Canvas) []string {
	if p.b == nil {
		return clipped(c.Rows(c.Theme, cell.L(prose.Hint, "Nothing is played here.")), c.Height)
	}
	at := p.at
	at.on, p.margin = c.Focused, margin(p.b, c.Pen)
	return clipped(drawn(p.b, at, c.Theme, c.Pen), c.Height)
}

func (p *board) Key(key string) (Act, bool) {
	if p.b == nil {
		return Act{}, false
	}
	switch key {
	case "up":
		p.at.row--
	case "down":
		p.at.row++
	case "left":
		p.at.col--
	case "right":
		p.at.col++
	case "enter", "space", "ctrl+j", "ctrl+m":
		return p.choose(), true
	default:
		for _, k := range p.b.Keys {
			switch {
			case key != string(k.Key):
			case strings.HasSuffix(k.Send, " "):
				return Act{Put: k.Send, Release: true}, true
			default:
				return Act{Send: k.Send}, true
			}
		}
		return Act{}, false
	}
	p.at.within(p.b)
	return Act{}, true
}

// choose plays the square that is pointed at.
func (p *board) choose() Act {
	square := p.b.Squares[p.at.row][p.at.col]
	switch {
	case square.Send == "" && square.Text != "":
		return Act{Notice: "That square is taken."}
	case square.Send == "":
		return Act{Notice: "You cannot play there now."}
	}
	return Act{Send: square.Send}
}

func (p *board) Click(x, y int) Act {
	if p.b == nil {
		return Act{}
	}
	if len(p.b.Columns) > 0 {
		y--
	}
	x -= p.margin
	row, col := y/2, x/(squareCells+1)
	if y < 0 || y%2 == 1 || x < 0 || row >= len(p.b.Squares) || col >= len(p.b.Squares[row]) {
		return Act{}
	}
	p.at.row, p.at.col = row, col
	return p.choose()
}
