package panes

import (
	"cmp"
	"slices"
)

// Sizes in cells.
const (
	// sideFrom is the width from which panes stand beside the text by themselves, askedFrom the one from which one
	// does that was asked for; in a narrower window it takes the upper rows. A board has its place from boardFrom on.
	sideFrom, askedFrom, boardFrom = 100, 80, 60
	// twoFrom is the width, with twoRowsFrom rows, from which there are two columns.
	twoFrom, twoRowsFrom = 180, 30
	// sideNarrow, sideLeast and sideMost are how wide a column is: in a narrow window, and otherwise.
	sideNarrow, sideLeast, sideMost = 24, 24, 60
	sideAuto                        = 50 // the widest that one is by itself
	sideArena                       = 44 // from which a ground of 20 columns has two cells for each
	sideShare                       = 4  // a single column takes one cell in so many
	// broadFrom is how wide a column must be for panes of long rows.
	broadFrom = 36
	// textLeast is what columns leave to the text, textRowsLeast and textRowsBelow what panes above and below do.
	textLeast, textRowsLeast, textRowsBelow = 32, 4, 14
	// TextMax is the longest row of text; the eye loses its way back from the end of a longer one.
	TextMax = 120
	// paneRowsLeast is the height of the text's area from which panes are drawn at all.
	paneRowsLeast = 3
	belowFrom     = 22 // the height from which a pane stands under the text beside one column
	bigLeast      = 4  // rows that a pane that is as large as can be has at least
	titleRows     = 1
	footRows      = 1 // the line between the text and a pane above it
	aboveShare    = 2 // a pane above the text takes at most one row in so many, one below in so many
	belowShare    = 4
	fairRows      = 10 // nobody has more of a column before everybody has as much
	// A square is so many times as many cells wide as it is high, and has some rows for words.
	cellAspect, squareMore = 2, 6

	extraMost = 60 // rows that a person may add to a pane, or take off
)

// Rect is an area, its upper left corner at X, Y.
type Rect struct{ X, Y, Width, Height int }

// holds reports whether a cell is in the area.
func (r Rect) holds(x, y int) bool {
	return x >= r.X && x < r.X+r.Width && y >= r.Y && y < r.Y+r.Height
}

// Placed is a pane and its area, whose first row is its title.
type Placed struct {
	Name string
	Rect
}

// Plan is where everything around the text is. Together its areas cover the whole once.
type Plan struct {
	Text    Rect
	Measure int    // how many of the text's cells its rows may take
	Rules   []Rect // the lines between columns and text
	Panes   []Placed
}

// spot is where a pane may stand.
type spot uint8

const (
	nowhere spot = iota
	leftOf
	rightOf
	above
	below
)

// wanted is a pane that wants a place, and how high it wants to be, with its title.
type wanted struct {
	name        string
	least, best int
	asked       int // the higher, the later somebody asked for it; 0 if nobody did
	most        int // rows it takes where nobody else wants them; 0 for none
}

// arrange settles where everything is.
func (s *Set) arrange() {
	area := Rect{Width: max(s.width, 0), Height: max(s.height, 0)}
	alone := Plan{Text: area, Measure: min(area.Width, TextMax)}
	s.plan = alone
	if area.Height >= paneRowsLeast {
		s.place(area)
	}
	if s.measure = s.plan.Measure; !s.plays() {
		s.plan = alone
	}
}

// plays reports whether there is anything to show beside the text.
func (s *Set) plays() bool { return s.view != nil && s.view.Room != "" }

// place gives the panes their places, before play those that they will have then.
func (s *Set) place(area Rect) {
	if s.big && s.focus != "" && area.Height > textRowsLeast+bigLeast {
		rows := area.Height - textRowsLeast
		s.plan.Panes = []Placed{{s.focus, Rect{Width: area.Width, Height: rows}}}
		s.plan.Text = Rect{Y: rows, Width: area.Width, Height: textRowsLeast}
		return
	}
	side := s.side(area)
	at := map[spot][]wanted{}
	for _, p := range s.panes {
		if where := s.spot(p, area, side); where != nowhere {
			at[where] = append(at[where], s.wants(p, where, area, side))
		}
	}
	text := area
	if len(at[leftOf]) > 0 {
		s.column(at[leftOf], Rect{X: 0, Width: side, Height: area.Height})
		s.plan.Rules = append(s.plan.Rules, Rect{X: side, Width: 1, Height: area.Height})
		text.X, text.Width = side+1, text.Width-side-1
	}
	if len(at[rightOf]) > 0 {
		text.Width -= side + 1
		s.plan.Rules = append(s.plan.Rules, Rect{X: text.X + text.Width, Width: 1, Height: area.Height})
		s.column(at[rightOf], Rect{X: text.X + text.Width + 1, Width: side, Height: area.Height})
	}
	over, isOver := latest(at[above])
	under, isUnder := latest(at[below])
	leaves := textRowsLeast
	if isOver && isUnder && under.asked > 0 { // both have a place, or the one that was asked for last
		both := textRowsBelow + over.least + under.least
		isOver = text.Height >= both || over.asked > under.asked
		isUnder = text.Height >= both || under.asked > over.asked
		if isUnder {
			leaves = textRowsBelow + under.least
		}
	}
	if isOver && text.Height > textRowsLeast+over.least {
		rows := max(min(over.best, text.Height/aboveShare), over.least)
		rows = min(rows, text.Height-leaves)
		s.plan.Panes = append(s.plan.Panes, Placed{over.name, Rect{text.X, 0, text.Width, rows}})
		text.Y, text.Height = rows, text.Height-rows
	}
	if isUnder && text.Height >= textRowsBelow+under.least {
		rows := max(min(under.best, text.Height/belowShare), under.least)
		rows = min(rows, text.Height-textRowsBelow)
		text.Height -= rows
		s.plan.Panes = append(s.plan.Panes, Placed{under.name, Rect{text.X, text.Y + text.Height, text.Width, rows}})
	}
	blanks := 0 // They keep the words off the rules.
	switch {
	case text.X > 0:
		blanks = 2
	case len(at[rightOf]) > 0:
		blanks = 1
	}
	s.plan.Text, s.plan.Measure = text, min(max(text.Width-blanks, 1), TextMax)
}

// side is how wide a column is.
func (s *Set) side(area Rect) int {
	side, columns := sideNarrow, 1
	switch {
	case s.isTwo(area):
		side, columns = min(max((area.Width-TextMax-3)/2, sideLeast), sideAuto), 2
	case area.Width >= sideFrom:
		side = min(area.Width/sideShare, sideAuto)
	}
	most := min((area.Width-textLeast)/columns-1, sideMost)
	if s.fights() {
		side = max(side, sideArena)
	}
	return max(min(side+s.wide, most), min(sideLeast, most))
}

// fights reports whether the ground of a fight by turns was asked for, or shows by itself, as it does to whoever takes
// part.
func (s *Set) fights() bool {
	switch {
	case s.view == nil || s.view.Arena == nil:
		return false
	case slices.Contains(s.asked, Arena):
		return true
	}
	return s.view.Arena.You != "" && !s.bare && !slices.Contains(s.hidden, Arena)
}

// isTwo reports whether there is room for two columns.
func (s *Set) isTwo(area Rect) bool { return area.Width >= twoFrom && area.Height >= twoRowsFrom }

// spot is where a pane stands, if anywhere.
func (s *Set) spot(p pane, area Rect, side int) spot {
	name, h := p.Name(), habits(p.Name())
	asked := slices.Contains(s.asked, name)
	isLatest := asked && s.asked[len(s.asked)-1] == name
	if area.Width < sideFrom && !isLatest && !isPlayed(name) {
		return nowhere
	}
	if !asked {
		if !h.auto || s.bare || slices.Contains(s.hidden, name) || name == Arena && !s.fights() {
			return nowhere
		}
		willShow := !s.plays() && (name == Map || name == Room)
		if least, _ := p.Wants(s.canvas(name, side-1, area.Height)); least == 0 && !willShow {
			return nowhere
		}
	}
	switch {
	case area.Width < sideFrom && isPlayed(name) && area.Width >= boardFrom:
		return rightOf
	case area.Width < sideFrom && !isLatest:
		return nowhere
	case area.Width < askedFrom, area.Width < sideFrom && h.broad:
		return above
	case h.below && asked && area.Width >= sideFrom && area.Height >= belowFrom, h.below && s.isTwo(area):
		return below
	case h.below && !asked:
		return nowhere
	case h.broad && side-1 < broadFrom:
		return above
	case s.isTwo(area) && h.left != s.isMoved(name):
		return leftOf
	}
	return rightOf
}

// isPlayed reports whether a pane is of something that is played, which has a place in narrow windows too.
func isPlayed(name string) bool { return name == Arena || name == Board || name == Log }

// isMoved reports whether a pane was moved to the other column.
func (s *Set) isMoved(name string) bool { return slices.Contains(s.moved, name) }

// wants asks a pane how high it wants to be.
func (s *Set) wants(p pane, where spot, area Rect, side int) wanted {
	width := side - 1
	if where == above || where == below {
		width = area.Width
	}
	w := wanted{name: p.Name(), asked: slices.Index(s.asked, p.Name()) + 1, most: area.Height}
	if w.name == Arena {
		w.asked = len(s.asked) + 1 // it has its place first
	}
	switch h := habits(w.name); {
	case h.square:
		w.most = width/cellAspect + squareMore
	case !h.tall:
		w.most = 0
	}
	w.least, w.best = p.Wants(s.canvas(w.name, width, area.Height))
	extra := s.extra[w.name]
	if w.least == 0 {
		w.least, w.best = 1, 3 // It has only a word to say.
	}
	w.best = max(w.best+extra, 1) + titleRows
	w.least = min(w.least+max(extra, 0), w.best-titleRows) + titleRows
	if where == above {
		w.least, w.best = w.least+footRows, w.best+footRows
	}
	return w
}

// latest is the pane that was asked for last.
func latest(list []wanted) (wanted, bool) {
	if len(list) == 0 {
		return wanted{}, false
	}
	return slices.MaxFunc(list, func(a, b wanted) int { return cmp.Compare(a.asked, b.asked) }), true
}

// column stacks panes in a column: those that were asked for have a place first, then the others in their order, as
// long as each has its least. What is left goes to those who want more, to all a fair share first, then to the first
// tall one, and the last pane reaches down to the end.
func (s *Set) column(list []wanted, area Rect) {
	order := slices.Clone(list)
	slices.SortStableFunc(order, func(a, b wanted) int { return cmp.Compare(b.asked, a.asked) })
	spare := area.Height
	rows := map[string]int{}
	for i, w := range order {
		if w.least > spare && i > 0 {
			continue
		}
		rows[w.name] = min(w.least, spare)
		spare -= rows[w.name]
	}
	for _, most := range []int{fairRows, area.Height} {
		for _, w := range list {
			if had, ok := rows[w.name]; ok {
				more := min(max(min(w.best, most)-had, 0), spare)
				rows[w.name], spare = had+more, spare-more
			}
		}
	}
	for _, w := range list {
		if had, ok := rows[w.name]; ok {
			more := min(max(w.most-had, 0), spare)
			rows[w.name], spare = had+more, spare-more
		}
	}
	last := -1
	for _, w := range list {
		if had := rows[w.name]; had > 0 {
			s.plan.Panes = append(s.plan.Panes, Placed{w.name, Rect{area.X, area.Y, area.Width, had}})
			area.Y += had
			last = len(s.plan.Panes) - 1
		}
	}
	s.plan.Panes[last].Height += spare
}
