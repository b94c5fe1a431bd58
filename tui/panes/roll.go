package panes

import (
	"fmt"
	"slices"

	"github.com/charmbracelet/x/ansi"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// item is one paragraph of a roll. Its first two cells are a lead, in which the mark of the chosen one is drawn.
type item struct {
	line cell.Line
	act  Act  // what choosing it does
	on   bool // it can be chosen
	head bool // it is a heading, which does not count
}

// roll is a list of paragraphs that scrolls, some of which can be chosen. Its zero value is empty.
type roll struct {
	items  []item
	chosen int  // the item the mark is on
	top    int  // the first row shown
	text   bool // it is to be read from its beginning, whatever in it can be chosen
	tail   bool // it is a log: whoever is at its end stays there
	follow bool // the end is shown, whatever comes
	moved  bool // the mark may have moved out of sight since it was drawn

	height int   // as it was drawn last
	owner  []int // the item of each row drawn last, -1 for none

	rows  [][]string // of each item, nil until it is wrapped
	theme *cell.Theme
	width int
	ruler cell.Ruler
}

// set gives the roll other items; the chosen one stays where it is.
func (r *roll) set(items []item) {
	r.items, r.rows, r.moved = items, make([][]string, len(items)), !r.text
	r.settle()
}

// add puts an item at the end, and drops the first ones beyond most.
func (r *roll) add(it item, most int) {
	r.items, r.rows = append(r.items, it), append(r.rows, nil)
	if drop := len(r.items) - most; drop > 0 {
		r.items, r.rows = append([]item(nil), r.items[drop:]...), append([][]string(nil), r.rows[drop:]...)
	}
}

// wrap wraps what is not wrapped for this canvas and returns how many rows there are.
func (r *roll) wrap(c Canvas) int {
	if r.theme != c.Theme || r.width != c.Width || r.ruler != c.Ruler {
		r.theme, r.width, r.ruler = c.Theme, c.Width, c.Ruler
		r.rows = make([][]string, len(r.items))
	}
	total := 0
	for i := range r.items {
		if r.rows[i] == nil {
			r.rows[i] = c.Rows(c.Theme, r.items[i].line)
		}
		total += len(r.rows[i])
	}
	return total
}

// draw draws as much as there is room for. What is left out is counted.
func (r *roll) draw(c Canvas) []string {
	r.moved = r.moved || !r.text && (r.width != c.Width || r.height != c.Height)
	total := r.wrap(c)
	r.height = max(c.Height, 0)
	most := max(total-r.height, 0)
	if r.follow {
		r.top = most
	}
	r.top = min(max(r.top, 0), most)
	if r.moved && c.Focused {
		r.reveal(most)
	}
	out := make([]string, 0, min(total, r.height))
	r.owner = r.owner[:0]
	row := 0
	for i, rows := range r.rows {
		isMarked := c.Focused && i == r.chosen && r.items[i].on
		for j, text := range rows {
			if row++; row <= r.top || len(out) >= r.height {
				continue
			}
			if isMarked && j == 0 {
				text = c.marked(text)
			}
			out, r.owner = append(out, text), append(r.owner, i)
		}
	}
	r.count(c, out, total)
	return out
}

// count replaces the first and last row by how much is not shown there, where there is room for that.
func (r *roll) count(c Canvas, out []string, total int) {
	if len(out) < 2 {
		return
	}
	put := func(at, n int, words, many string) {
		if r.owner[at] = -1; n > 0 {
			words = fmt.Sprintf(many, n)
		}
		out[at] = c.Theme.Styled(prose.Hint, c.Ruler.Clip(words, c.Width, c.Signs.Cut))
	}
	if r.top > 0 && len(out) > 2 {
		put(0, r.among(0, r.owner[1]), "  more before this", "  %d before these")
	}
	if last := len(out) - 1; r.top+len(out) < total {
		put(last, r.among(r.owner[last-1]+1, len(r.items)), "  and more", "  and %d more")
	}
}

// among counts the items in a range, without headings.
func (r *roll) among(from, end int) int {
	n := 0
	for _, it := range r.items[max(from, 0):end] {
		if !it.head {
			n++
		}
	}
	return n
}

// reveal moves the window so that the chosen item is in it, off the rows that may hold a count.
func (r *roll) reveal(most int) {
	if r.moved = false; !r.picks() {
		return
	}
	row := 0
	for _, rows := range r.rows[:r.chosen] {
		row += len(rows)
	}
	r.top = min(r.top, max(row-1, 0))
	r.top = min(max(r.top, row+len(r.rows[r.chosen])+1-r.height), most)
}

// marked draws the first row of the chosen item.
func (c Canvas) marked(row string) string {
	text := []byte(ansi.Strip(row))
	for i := range min(2, len(text)) {
		if text[i] == ' ' {
			text[i] = '>'
			break
		}
	}
	return c.Theme.Styled(cell.TokenChosen, string(text))
}

// settle moves the mark to an item that can be chosen: the one it is on, the next, or the last before it.
func (r *roll) settle() {
	r.chosen = max(min(r.chosen, len(r.items)-1), 0)
	for i := r.chosen; i < len(r.items); i++ {
		if r.items[i].on {
			r.chosen = i
			return
		}
	}
	for i := r.chosen; i >= 0 && i < len(r.items); i-- {
		if r.items[i].on {
			r.chosen = i
			return
		}
	}
}

// picks reports whether anything can be chosen.
func (r *roll) picks() bool {
	return r.chosen < len(r.items) && r.items[r.chosen].on
}

// key takes the keys that move through a roll and choose.
func (r *roll) key(key string) (Act, bool) {
	page := max(r.height-2, 1)
	switch key {
	case "up":
		r.move(-1)
	case "down":
		r.move(1)
	case "shift+up":
		r.scroll(-1)
	case "shift+down":
		r.scroll(1)
	case "pgup":
		r.scroll(-page)
	case "pgdown":
		r.scroll(page)
	case "home":
		r.scroll(-r.total())
	case "end":
		r.scroll(r.total())
	case "enter", "space", "ctrl+j", "ctrl+m":
		switch {
		case !r.picks():
			return Act{}, false
		case !slices.Contains(r.owner, r.chosen): // nobody chooses what they do not see
			r.moved = true
			return Act{}, true
		}
		return r.items[r.chosen].act, true
	default:
		return Act{}, false
	}
	return Act{}, true
}

// move moves the mark to the next item that can be chosen, or the window where there is none.
func (r *roll) move(by int) {
	for i := r.chosen + by; r.picks() && i >= 0 && i < len(r.items); i += by {
		if r.items[i].on {
			r.chosen, r.moved, r.follow = i, true, false
			return
		}
	}
	r.scroll(by)
}

// total is how many rows there are.
func (r *roll) total() int {
	total := 0
	for _, rows := range r.rows {
		total += len(rows)
	}
	return total
}

// scroll moves the window, and takes the mark along where it would be out of sight.
func (r *roll) scroll(by int) {
	most := max(r.total()-r.height, 0)
	r.top = min(max(r.top+by, 0), most)
	r.follow = r.tail && r.top == most
	row, best := 0, -1
	for i, rows := range r.rows {
		isSeen := (row > r.top || row == 0 && r.top == 0) && (row < r.top+r.height-1 || r.top == most)
		if isSeen && r.items[i].on && (best < 0 || by < 0 == (i <= r.chosen)) {
			best = i
		}
		if isSeen && i == r.chosen {
			return
		}
		row += len(rows)
	}
	if best >= 0 && r.picks() {
		r.chosen = best
	}
}

// click returns the act of the item at a row.
func (r *roll) click(y int) Act {
	if y < 0 || y >= len(r.owner) || r.owner[y] < 0 || !r.items[r.owner[y]].on {
		return Act{}
	}
	r.chosen = r.owner[y]
	return r.items[r.chosen].act
}
