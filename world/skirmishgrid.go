package world

import "slices"

// The ground of an encounter: a grid of cells, drawn in the pack or derived from the room. Cells count from 0, x to the
// east and y to the south. One steps to the north, east, south and west, never across a corner.

// Limits of grounds.
const (
	GroundWidthMost  = 40
	GroundHeightMost = 24
	CoverMost        = 5 // added to armour
	groundLeast      = 3

	groundWidth  = 20 // of one that is derived
	groundHeight = 15
)

// Cell is a square of a ground.
type Cell struct {
	X int `json:"x" yaml:"x"`
	Y int `json:"y" yaml:"y"`
}

// Feature is what stands on a cell: it blocks the way, or gives cover to who stands there, which is added to armour.
type Feature struct {
	X      int    `json:"x"`
	Y      int    `json:"y"`
	Name   string `json:"name" words:"fixed"` // "the bar", "a boulder"
	Blocks bool   `json:"blocks,omitempty"`
	Cover  int    `json:"cover,omitempty"`
}

// Ground is where an encounter is fought. Features are in the order of rows, at most one on a cell. Starts are where
// those of either side stand at first, the first to come on the first of them.
type Ground struct {
	Width    int       `json:"width"`
	Height   int       `json:"height"`
	Features []Feature `json:"features,omitempty"`
	StartsA  []Cell    `json:"starts_a,omitempty"`
	StartsB  []Cell    `json:"starts_b,omitempty"`
}

// Contains reports whether a cell is on the ground.
func (g *Ground) Contains(c Cell) bool {
	return c.X >= 0 && c.Y >= 0 && c.X < g.Width && c.Y < g.Height
}

// At returns what stands on a cell; nil for open ground.
func (g *Ground) At(c Cell) *Feature {
	i, found := slices.BinarySearchFunc(g.Features, c, func(f Feature, c Cell) int {
		return (f.Y-c.Y)*GroundWidthMost + f.X - c.X
	})
	if !found {
		return nil
	}
	return &g.Features[i]
}

// Blocked reports whether nobody can stand on a cell, be it off the ground or taken by what stands there.
func (g *Ground) Blocked(c Cell) bool {
	if !g.Contains(c) {
		return true
	}
	f := g.At(c)
	return f != nil && f.Blocks
}

// Cover is what a cell adds to the armour of who stands on it.
func (g *Ground) Cover(c Cell) int {
	if f := g.At(c); f != nil {
		return f.Cover
	}
	return 0
}

// Steps is how many steps lie between two cells if nothing is in the way.
func (c Cell) Steps(to Cell) int { return abs(c.X-to.X) + abs(c.Y-to.Y) }

// around returns the four cells that are one step away, north, east, south and west.
func (c Cell) around() [4]Cell {
	return [4]Cell{{c.X, c.Y - 1}, {c.X + 1, c.Y}, {c.X, c.Y + 1}, {c.X - 1, c.Y}}
}

func abs(n int) int { return max(n, -n) }

// GroundOf returns the ground of a room: as its pack draws it, else derived from its id. The same id always gives the
// same ground.
func GroundOf(r *RoomSpec) Ground { return groundOf(r, nil) }

// groundOf is [GroundOf] with what stands about named by the pack.
func groundOf(r *RoomSpec, own *Texts) Ground {
	if r.Battle != nil && len(r.Battle.Rows) > 0 {
		return r.Battle.ground()
	}
	g := Ground{Width: groundWidth, Height: groundHeight}
	names := own.standing(r.Light == LightOutdoor || r.Tidal != nil)
	// What blocks stands alone, off the edge: no two things touch, so nothing is ever cut off.
	for y := 1; y < g.Height-1; y += 2 {
		for x := 1; x < g.Width-1; x += 2 {
			switch n := roll(uint64(x), uint64(y), "ground", string(r.ID), 0, 100); {
			case n <= 12:
				g.Features = append(g.Features, Feature{X: x, Y: y, Name: names[n%len(names)], Blocks: true})
			case n <= 18:
				g.Features = append(g.Features, Feature{X: x, Y: y, Name: "a low wall", Cover: 2})
			}
		}
	}
	return g
}

// starts returns where somebody of a side stands at first: the first free start, else the free cell nearest to where
// the side comes from, rows first. False when the ground is full.
func (k *Skirmish) start(side Side) (Cell, bool) {
	at, anchor := k.Ground.StartsA, Cell{k.Ground.Width / 4, k.Ground.Height / 2}
	if side == SideB {
		at, anchor = k.Ground.StartsB, Cell{k.Ground.Width - 1 - k.Ground.Width/4, k.Ground.Height / 2}
	}
	for _, c := range at {
		if k.open(c) {
			return c, true
		}
	}
	if len(at) > 0 {
		anchor = at[0]
	}
	best, found := Cell{}, false
	for y := range k.Ground.Height {
		for x := range k.Ground.Width {
			if c := (Cell{x, y}); k.open(c) && (!found || anchor.Steps(c) < anchor.Steps(best)) {
				best, found = c, true
			}
		}
	}
	return best, found
}

// open reports whether somebody could step on a cell.
func (k *Skirmish) open(c Cell) bool { return !k.Ground.Blocked(c) && k.standing(c) == nil }

// standing returns who stands on a cell.
func (k *Skirmish) standing(c Cell) *Fighter {
	for i := range k.Fighters {
		if f := &k.Fighters[i]; f.Stands() && f.At == c {
			return f
		}
	}
	return nil
}

// The marks of a plan; of who stands on a cell it has their number and one.
const (
	planBlocked = -1
	planOpen    = 0
)

// plan is who or what is on every cell, by row: looked up once for all.
func (k *Skirmish) plan() []int {
	out := make([]int, k.Ground.Width*k.Ground.Height)
	for _, f := range k.Ground.Features {
		if f.Blocks {
			out[k.index(Cell{f.X, f.Y})] = planBlocked
		}
	}
	for i := range k.Fighters {
		if f := &k.Fighters[i]; f.Stands() && k.Ground.Contains(f.At) {
			out[k.index(f.At)] = i + 1
		}
	}
	return out
}

// Reach measures the ground from where somebody stands: how many steps it is to every cell that they could get to, -1
// where they could not. Cells are by row.
func (k *Skirmish) Reach(from Cell) []int {
	plan, steps := k.plan(), make([]int, k.Ground.Width*k.Ground.Height)
	for i := range steps {
		steps[i] = -1
	}
	if !k.Ground.Contains(from) {
		return steps
	}
	steps[k.index(from)] = 0
	for queue := []Cell{from}; len(queue) > 0; queue = queue[1:] {
		for _, c := range queue[0].around() {
			if k.Ground.Contains(c) && plan[k.index(c)] == planOpen && steps[k.index(c)] < 0 {
				steps[k.index(c)] = steps[k.index(queue[0])] + 1
				queue = append(queue, c)
			}
		}
	}
	return steps
}

func (k *Skirmish) index(c Cell) int { return c.Y*k.Ground.Width + c.X }

// Way returns the shortest way between two cells, without the first; nil when there is none. Of several it is the one
// that goes north, east, south, west in this order, seen from its end.
func (k *Skirmish) Way(from, to Cell) []Cell {
	steps := k.Reach(from)
	if !k.Ground.Contains(to) || steps[k.index(to)] <= 0 {
		return nil
	}
	way := make([]Cell, steps[k.index(to)])
	for at, n := to, len(way); n > 0; n-- {
		way[n-1] = at
		for _, c := range at.around() {
			if k.Ground.Contains(c) && steps[k.index(c)] == n-1 {
				at = c
				break
			}
		}
	}
	return way
}
