package proposal

import (
	"cmp"
	"fmt"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/world"
)

// field is the ground of a summary as the rules see it, for finding ways.
type field struct {
	*world.Skirmish
	of []Terrain
}

// lay makes the ground of a summary, and false when it has none that could be.
func lay(s *Summary) (field, bool) {
	g := world.Ground{Width: s.Map.Grid.Width, Height: s.Map.Grid.Height}
	if g.Width < 1 || g.Width > world.GroundWidthMost || g.Height < 1 || g.Height > world.GroundHeightMost {
		return field{}, false
	}
	f := field{&world.Skirmish{Mode: world.ModeExploration}, nil}
	for _, t := range s.Map.Terrain {
		if g.Contains(cellOf(t)) {
			f.of = append(f.of, t)
		}
	}
	slices.SortStableFunc(f.of, byRow)
	f.of = slices.CompactFunc(f.of, func(a, b Terrain) bool { return byRow(a, b) == 0 })
	for _, t := range f.of {
		g.Features = append(g.Features, world.Feature{X: t.X, Y: t.Y, Name: t.Name, Blocks: t.Blocked, Cover: t.Cover})
	}
	f.Ground = g
	for _, e := range s.Entities[:min(len(s.Entities), world.FightersMost)] {
		f.Fighters = append(f.Fighters, world.Fighter{ID: e.ID, Name: e.Name, Side: e.Side, At: e.Position, HP: max(1, e.HP)})
	}
	return f, true
}

// taken says what is on a cell so that nobody can step there, empty when it is free.
func (f field) taken(c world.Cell) string {
	if !f.Ground.Contains(c) {
		return "the edge of the ground"
	}
	if f.Ground.Blocked(c) {
		return cmp.Or(f.Ground.At(c).Name, "something")
	}
	for i := range f.Fighters {
		if f.Fighters[i].At == c {
			return f.Fighters[i].Name
		}
	}
	return ""
}

// best returns the cell that fits most of those that can be reached from another: of equals the nearest, of those the
// first by row. False when nothing fits above 0.
func (f field) best(from world.Cell, fits func(c world.Cell, steps int) int) (world.Cell, bool) {
	type spot struct {
		c    world.Cell
		n, v int
	}
	var all []spot
	for i, n := range f.Reach(from) {
		c := world.Cell{X: i % f.Ground.Width, Y: i / f.Ground.Width}
		if n > 0 {
			if v := fits(c, n); v > 0 {
				all = append(all, spot{c, n, v})
			}
		}
	}
	if len(all) == 0 {
		return world.Cell{}, false
	}
	return slices.MinFunc(all, func(a, b spot) int {
		return cmp.Or(cmp.Compare(b.v, a.v), cmp.Compare(a.n, b.n), cmp.Compare(a.c.Y, b.c.Y), cmp.Compare(a.c.X, b.c.X))
	}).c, true
}

// straight goes a number of steps in one direction. What is in the way ends it with a reason.
func (f field) straight(from, dir world.Cell, steps int) ([]world.Cell, string) {
	var out []world.Cell
	for at, n := from, 0; n < steps; n++ {
		at = world.Cell{X: at.X + dir.X, Y: at.Y + dir.Y}
		if what := f.taken(at); what != "" {
			return out, fmt.Sprintf("%s is in the way at %d,%d.", capital(what), at.X, at.Y)
		}
		out = append(out, at)
	}
	return out, ""
}

// capital is a text with a capital at its beginning.
func capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}
