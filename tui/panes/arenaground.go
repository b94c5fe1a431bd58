package panes

import "github.com/mudlark-mud/mudlark/tui/view"

// ground is an arena as one would walk over it.
type ground struct {
	width, height int
	shut          []bool // by cell, rows first: nobody can step there
	steps         []int  // from where one stands; -1 where one cannot get to
	from          view.Cell
}

// groundOf measures an arena from where one stands; for who looks on no cell can be got to.
func groundOf(a *view.Arena) *ground {
	g := &ground{width: a.Width, height: a.Height, shut: make([]bool, a.Width*a.Height)}
	for _, f := range a.Features {
		g.shut[g.index(f.At)] = g.shut[g.index(f.At)] || f.Blocked
	}
	for _, f := range a.Fighters {
		g.shut[g.index(f.At)] = true
	}
	g.steps = make([]int, len(g.shut))
	for i := range g.steps {
		g.steps[i] = -1
	}
	you := a.Fighter(a.You)
	if you == nil {
		return g
	}
	g.from = you.At
	g.flood(g.steps, you.At)
	return g
}

// flood measures how many steps it is from a cell to each that can be got to; the others stay -1.
func (g *ground) flood(steps []int, from view.Cell) {
	steps[g.index(from)] = 0
	for queue := []view.Cell{from}; len(queue) > 0; queue = queue[1:] {
		for _, c := range around(queue[0]) {
			if g.holds(c) && !g.shut[g.index(c)] && steps[g.index(c)] < 0 {
				steps[g.index(c)] = steps[g.index(queue[0])] + 1
				queue = append(queue, c)
			}
		}
	}
}

func (g *ground) index(c view.Cell) int { return c.Y*g.width + c.X }

func (g *ground) holds(c view.Cell) bool {
	return c.X >= 0 && c.Y >= 0 && c.X < g.width && c.Y < g.height
}

// around are the cells one step away: north, east, south and west.
func around(c view.Cell) [4]view.Cell {
	return [4]view.Cell{{X: c.X, Y: c.Y - 1}, {X: c.X + 1, Y: c.Y}, {X: c.X, Y: c.Y + 1}, {X: c.X - 1, Y: c.Y}}
}

func distance(a, b view.Cell) int { return abs(a.X-b.X) + abs(a.Y-b.Y) }

func abs(n int) int { return max(n, -n) }

// within reports whether one could step to a cell with so many steps.
func (g *ground) within(c view.Cell, most int) bool {
	n := g.steps[g.index(c)]
	return n > 0 && n <= most
}

// way is the way to a cell that takes at most so many steps, without where one stands; nil for none. Of several it is
// the one that the world takes: seen from its end north, east, south, west in this order.
func (g *ground) way(to view.Cell, most int) []view.Cell {
	if !g.holds(to) || !g.within(to, most) {
		return nil
	}
	way := make([]view.Cell, g.steps[g.index(to)])
	for at, n := to, len(way); n > 0; n-- {
		way[n-1] = at
		for _, c := range around(at) {
			if g.holds(c) && g.steps[g.index(c)] == n-1 {
				at = c
				break
			}
		}
	}
	return way
}

// beside is the cell within so many steps from which the way to somebody's side is shortest, of those the nearest, and
// of those the first by rows. False when none is nearer than where one stands.
func (g *ground) beside(whom view.Cell, most int) (best view.Cell, ok bool) {
	far := make([]int, len(g.shut))
	for i := range far {
		far[i] = -1
	}
	isShut := g.shut[g.index(g.from)]
	g.shut[g.index(g.from)] = false // one's own cell is in nobody's way but others'
	g.flood(far, whom)
	g.shut[g.index(g.from)] = isShut
	left := far[g.index(g.from)]
	if left < 0 {
		return best, false
	}
	for i, n := range far {
		c := view.Cell{X: i % g.width, Y: i / g.width}
		if n < 1 || !g.within(c, most) {
			continue
		}
		if n < left || ok && n == left && g.steps[i] < g.steps[g.index(best)] {
			best, left, ok = c, n, true
		}
	}
	return best, ok
}
