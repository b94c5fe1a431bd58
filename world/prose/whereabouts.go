package prose

import (
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// told tells a grid in words, the nearest first, each with its cell before anything else, as one types it: where
// everybody stands, what is in the way, and what gives cover.
func (g Grid) told() Text {
	me := slices.IndexFunc(g.Folk, func(f GridFolk) bool { return f.You })
	if me < 0 {
		var text Text
		for _, f := range g.Folk {
			text = append(text, line(Plain, "@ is at @@. @", f.span(), square(f.At), g.shelter(f), plain(f.health())))
		}
		return append(text, g.lie(nil)...)
	}
	at := g.Folk[me].At
	text := tell(Plain, "You are at @@. @", square(at), g.shelter(g.Folk[me]), plain(g.Folk[me].health()))
	if g.Dark {
		return append(text, L(Plain, "It is too dark to see anybody else."))
	}
	if ways := g.open(at); ways != "" {
		text = append(text, L(Plain, "You could step "+ways+"."))
	}
	for _, f := range g.Folk {
		if f.You {
			continue
		}
		reach := ""
		if f.InReach {
			reach = ", within your reach"
		}
		text = append(text, line(Plain, "@ is at @, @@@. @", f.span(), square(f.At), plain(g.far(at, f.At)), g.behind(at, f),
			plain(reach), plain(f.health())))
	}
	return append(text, g.lie(&at)...)
}

// span is somebody, as they begin a sentence.
func (f GridFolk) span() Span {
	if f.Ours {
		return said(Person, f.Name)
	}
	return said(Foe, f.Name)
}

func (f GridFolk) health() string {
	return Capital(numeral(f.HP)) + " of " + numeral(f.HPMax) + " hit points."
}

// far says where a cell is, seen from another: "three steps east", "one step north and two west".
func (g Grid) far(from, to world.Cell) string {
	across, along := "east", "south"
	if to.X < from.X {
		across = "west"
	}
	if to.Y < from.Y {
		along = "north"
	}
	dx, dy := apart(from.X, to.X), apart(from.Y, to.Y)
	steps := func(n int) string {
		if n == 1 {
			return "one step "
		}
		return numeral(n) + " steps "
	}
	switch {
	case dx == 0 && dy == 0:
		return "here"
	case dy == 0:
		return steps(dx) + across
	case dx == 0:
		return steps(dy) + along
	case dx >= dy:
		return steps(dx) + across + " and " + numeral(dy) + " " + along
	default:
		return steps(dy) + along + " and " + numeral(dx) + " " + across
	}
}

// shelter says in or at what somebody stands, if it covers them.
func (g Grid) shelter(f GridFolk) Span {
	if on := g.at(f.At); on != nil && on.Cover > 0 {
		return plain(", covered by " + known(plain(Clean(on.Name))).Text)
	}
	return Span{}
}

// behind says what stands between somebody and the viewer, right before them, or what else covers them.
func (g Grid) behind(from world.Cell, f GridFolk) Span {
	near := f.At
	dx, dy := apart(from.X, near.X), apart(from.Y, near.Y)
	toward := func(c *int, to int) {
		switch {
		case *c < to:
			*c++
		case *c > to:
			*c--
		}
	}
	if dx >= dy {
		toward(&near.X, from.X)
	} else {
		toward(&near.Y, from.Y)
	}
	if on := g.at(near); on != nil && on.Blocks {
		return plain(", behind " + known(plain(Clean(on.Name))).Text)
	}
	return g.shelter(f)
}

func (g Grid) at(c world.Cell) *world.Feature {
	i := slices.IndexFunc(g.Terrain, func(f world.Feature) bool { return f.X == c.X && f.Y == c.Y })
	if i < 0 {
		return nil
	}
	return &g.Terrain[i]
}

// open lists the directions in which the viewer could step now.
func (g Grid) open(at world.Cell) string {
	var ways [][]Span
	for _, d := range []struct {
		name string
		cell world.Cell
	}{
		{"north", world.Cell{X: at.X, Y: at.Y - 1}}, {"east", world.Cell{X: at.X + 1, Y: at.Y}},
		{"south", world.Cell{X: at.X, Y: at.Y + 1}}, {"west", world.Cell{X: at.X - 1, Y: at.Y}},
	} {
		if slices.Contains(g.Reach, d.cell) {
			ways = append(ways, []Span{plain(d.name)})
		}
	}
	return Line{Spans: List(ways...)}.String()
}

// lie tells of the ground: how large it is, and the nearest of each kind of things on it.
func (g Grid) lie(from *world.Cell) Text {
	last := world.Cell{X: g.Width - 1, Y: g.Height - 1}
	text := Text{L(Plain, "The ground reaches from 0,0 in the north-west to "+cellName(last)+" in the south-east.")}
	for _, kind := range []struct {
		lead string
		fits func(world.Feature) bool
	}{
		{"In the way: ", func(f world.Feature) bool { return f.Blocks }},
		{"Cover: ", func(f world.Feature) bool { return !f.Blocks && f.Cover > 0 }},
	} {
		if places := g.nearest(from, kind.fits); len(places) > 0 {
			text = append(text, L(Plain, kind.lead+strings.Join(places, "; ")+"."))
		}
	}
	return text
}

// nearest lists things of the ground, of each kind the nearest.
func (g Grid) nearest(from *world.Cell, fits func(world.Feature) bool) []string {
	list := slices.Clone(g.Terrain)
	cell := func(f world.Feature) world.Cell { return world.Cell{X: f.X, Y: f.Y} }
	if from != nil {
		slices.SortStableFunc(list, func(a, b world.Feature) int { return from.Steps(cell(a)) - from.Steps(cell(b)) })
	}
	var names, out []string
	for _, f := range list {
		name := Clean(f.Name)
		if !fits(f) || slices.Contains(names, name) || len(names) == gridNames {
			continue
		}
		names = append(names, name)
		if from == nil {
			out = append(out, name+" at "+cellName(cell(f)))
			continue
		}
		out = append(out, name+" at "+cellName(cell(f))+", "+g.far(*from, cell(f)))
	}
	return out
}
