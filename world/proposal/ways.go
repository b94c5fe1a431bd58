package proposal

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/mudlark-mud/mudlark/world"
)

// walk reads a move: the verb, who goes when it is somebody else, and where to.
func (p *speaker) walk(w []string) bool {
	isMove := false
	switch {
	case is(w, "take cover", "find cover", "seek cover", "get to cover", "hide", "duck", "get down", "take shelter"):
		return p.cover()
	case is(w, "retreat", "withdraw", "fall back", "back off", "back away", "get away", "move away", "step away",
		"retreats"):
		return p.away(nil)
	}
	if rest, ok := behind(w, "back away from", "back off from", "retreat from", "withdraw from"); ok {
		return p.awayFrom(rest)
	}
	switch {
	case moveVerb(w[0]):
		w, isMove = w[1:], true
		w = p.carried(w)
	case w[0] == "take" || w[0] == "takes" || w[0] == "hide":
		w = w[1:]
	case w[0] == "back":
		isMove = true
	}
	if p.why != "" {
		return true
	}
	rest, ok := behind(w, "right up to", "up to", "right to", "over to", "straight to", "all the way to", "back to",
		"on to")
	if ok {
		w = slices.Concat([]string{"to"}, rest)
	}
	if len(w) == 0 {
		if isMove {
			p.refuse("Say where to: a cell like 4,5, a direction, or whom to go to.")
		}
		return isMove
	}
	return p.coordinates(w) || p.legs(w) || p.asFar(w) || p.place(w)
}

// carried reads who goes, when it is said: "move Seren to 4,5".
func (p *speaker) carried(w []string) []string {
	unclear := ""
	for n := min(nameWordsMost, len(w)-1); n > 0; n-- {
		if _, isNumber := number(w[0]); isNumber || !fits(w[:n]) || slices.ContainsFunc(w[:n], bearing) {
			continue
		}
		if e, why := p.who(w[:n]); e != nil {
			p.me = e
			return w[n:]
		} else if why != "" {
			unclear = why
		}
	}
	p.refuse(unclear)
	return w
}

// bearing reports whether a word begins to say where to.
func bearing(word string) bool {
	_, isCardinal := cardinal(word)
	return isCardinal || diagonal(word) || slices.Contains([]string{
		"to", "towards", "toward", "next", "beside", "near", "behind", "into", "onto", "on", "in", "by", "away", "at", "back",
		"backwards", "backward", "forward", "forwards", "ahead", "closer", "close", "adjacent", "alongside", "straight",
		"over", "all",
	}, word)
}

// coordinates reads a cell: "to 4,5", "(4,5)", "to cell 4 5", "to x 4 y 5".
func (p *speaker) coordinates(w []string) bool {
	w = cut(w, "to", "onto", "on", "the", "cell", "square", "position",
		"tile", "point", "spot", "space", "coordinates", "coordinate", "location", "at")
	if len(w) == 4 && w[0] == "x" && w[2] == "y" {
		w = []string{w[1], w[3]}
	}
	if len(w) != 2 {
		return false
	}
	x, isX := number(w[0])
	y, isY := number(w[1])
	if !isX || !isY {
		return false
	}
	p.goTo(world.Cell{X: x, Y: y})
	return true
}

// goTo proposes the way to a cell.
func (p *speaker) goTo(c world.Cell) {
	if !p.ready() {
		return
	}
	switch what := p.field.taken(c); {
	case c == p.me.Position:
		p.refuse(fmt.Sprintf("%s is at %d,%d already.", p.me.Name, c.X, c.Y))
	case !p.field.Ground.Contains(c):
		g := p.field.Ground
		p.refuse(fmt.Sprintf("There is no %d,%d: the ground ends at %d,%d.", c.X, c.Y, g.Width-1, g.Height-1))
	case what != "":
		p.refuse(fmt.Sprintf("%s is in the way at %d,%d.", capital(what), c.X, c.Y))
	default:
		p.route(p.field.Way(p.me.Position, c))
	}
}

// route proposes a way, in combat as far as the turn allows.
func (p *speaker) route(way []world.Cell) {
	left := p.left()
	switch {
	case len(way) == 0:
		p.refuse("There is no way there: everything in between is in the way.")
		return
	case left <= 0:
		p.refuse("There are no steps left this turn.")
		return
	case len(way) > left:
		p.why = cmp.Or(p.why, fmt.Sprintf("It is %s there; this goes the first %d.", steps(len(way)), left))
		way = way[:left]
	}
	p.propose(Declared{Type: world.ActMove, EntityID: p.me.ID, Path: way})
}

// left is how many steps one may take at once.
func (p *speaker) left() int {
	switch c := p.s.Combat; {
	case c.Mode != world.ModeCombat:
		return world.ExploringMost
	case c.ActiveEntityID == p.me.ID:
		return min(c.MovementLeft, pathMost)
	default:
		return min(p.me.Speed, pathMost)
	}
}

func steps(n int) string {
	if n == 1 {
		return "1 step"
	}
	return fmt.Sprintf("%d steps", n)
}

// ready reports whether there is somebody to go, and a ground to go on.
func (p *speaker) ready() bool {
	if !p.known() {
		return false
	}
	if !p.isLaid || !p.field.Ground.Contains(p.me.Position) {
		p.refuse("There is no ground to move on.")
		return false
	}
	return true
}

// legs reads directions: "to the right 3 spaces", "three steps east", "left 2 then up 1", "back two". They are gone
// straight, one after another.
func (p *speaker) legs(w []string) bool {
	type leg struct {
		dir   world.Cell
		steps int
	}
	var all []leg
	for len(w) > 0 {
		if len(all) > 0 {
			w = cut(w, "and then", "then", "and")
		}
		n, rest, isCounted := counted(cut(w, "by", "straight"))
		if isCounted && len(rest) == 0 {
			p.refuse("Say which way, too: north, east, south or west.")
			return true
		}
		dir, rest, ok := p.direction(cut(rest, "to the", "to", "the", "straight"))
		if !ok {
			return p.why != ""
		}
		if w = rest; !isCounted {
			n = 1
			if m, rest, is := counted(cut(w, "by", "for")); is {
				n, w = m, rest
			}
		}
		all = append(all, leg{dir, n})
	}
	if len(all) == 0 || !p.ready() {
		return len(all) > 0
	}
	var way []world.Cell
	at := p.me.Position
	for _, l := range all {
		part, why := p.field.straight(at, l.dir, l.steps)
		if why != "" {
			p.refuse(why)
			return true
		}
		if way = append(way, part...); len(part) > 0 {
			at = part[len(part)-1]
		}
	}
	switch {
	case len(way) == 0:
		p.refuse("Nowhere is no place to go: say one step at least.")
	case len(way) > pathMost:
		p.refuse(fmt.Sprintf("That is %s, and one can go %d at once at most.", steps(len(way)), pathMost))
	default:
		p.propose(Declared{Type: world.ActMove, EntityID: p.me.ID, Path: way})
	}
	return true
}

// counted reads how many steps: "3", "three steps", "a step", "a couple of spaces".
func counted(w []string) (n int, rest []string, ok bool) {
	if len(w) == 0 {
		return 0, w, false
	}
	if rest, is := behind(w, "a couple of", "a couple", "couple of"); is {
		n, w = 2, rest
	} else if m, is := number(w[0]); is {
		n, w = m, w[1:]
	} else if len(w) > 1 && w[0] == "a" && unit(w[1]) {
		n, w = 1, w[1:]
	} else {
		return 0, w, false
	}
	if len(w) > 0 && unit(w[0]) {
		w = w[1:]
	}
	return n, w, true
}

// direction reads where to: a cardinal one, or back and forward as seen from the nearest foe.
func (p *speaker) direction(w []string) (world.Cell, []string, bool) {
	if len(w) == 0 {
		return world.Cell{}, w, false
	}
	if d, ok := cardinal(w[0]); ok {
		return d, w[1:], true
	}
	if diagonal(w[0]) {
		p.refuse("One steps north, east, south or west, never across a corner: say one after the other.")
		return world.Cell{}, w, false
	}
	sign := 0
	switch w[0] {
	case "back", "backwards", "backward":
		sign = -1
	case "forward", "forwards", "ahead":
		sign = 1
	}
	foe := p.nearest()
	if sign == 0 || foe == nil {
		return world.Cell{}, w, false
	}
	dx, dy := foe.Position.X-p.me.Position.X, foe.Position.Y-p.me.Position.Y
	if dx*dx >= dy*dy {
		return world.Cell{X: sign * unitOf(dx)}, w[1:], true
	}
	return world.Cell{Y: sign * unitOf(dy)}, w[1:], true
}

// unitOf is the direction of a distance: 1 or -1.
func unitOf(n int) int {
	if n < 0 {
		return -1
	}
	return 1
}

// asFar reads a direction without an end: "east as far as possible", "all the way north".
func (p *speaker) asFar(w []string) bool {
	rest, isAll := behind(w, "all the way", "as far")
	if head, ok := before(rest, "as far as possible", "as far as i can", "all the way", "as possible", "as i can"); ok {
		rest, isAll = head, true
	}
	rest = cut(rest, "to the", "to")
	if !isAll || len(rest) != 1 {
		return false
	}
	dir, _, ok := p.direction(rest)
	if !ok || !p.ready() {
		return ok || p.why != ""
	}
	way, why := p.field.straight(p.me.Position, dir, max(0, p.left()))
	if len(way) == 0 {
		p.refuse(cmp.Or(why, "There are no steps left this turn."))
		return true
	}
	p.route(way)
	return true
}
