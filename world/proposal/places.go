package proposal

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// place reads whom or what to go to: "next to the barkeep", "behind the bar", "into cover", "east of the rat".
func (p *speaker) place(w []string) bool {
	w = cut(w, "right", "straight", "over", "back", "up")
	if rest, ok := behind(w, "away from", "further away from", "farther away from"); ok {
		return p.awayFrom(rest)
	}
	if is(w, "into cover", "to cover", "in cover", "behind cover", "cover", "under cover", "into hiding", "to safety") {
		return p.cover()
	}
	if is(w, "to the middle", "to the centre", "to the center", "into the middle", "to middle", "to centre", "to center") {
		if p.ready() {
			p.middle()
		}
		return true
	}
	if ok := p.besides(w); ok {
		return true
	}
	if rest, ok := behind(w, "behind", "in back of", "to the other side of", "past", "beyond"); ok && fits(rest) {
		return p.beyond(rest)
	}
	rest, ok := behind(w, "next to", "beside", "near to", "near", "close to", "closer to", "alongside", "adjacent to",
		"by",
		"in front of", "against", "towards", "toward", "to", "at", "into", "onto", "on", "in", "under", "up against")
	if !ok || !fits(rest) {
		return false
	}
	return p.beside(rest)
}

// besides reads a cell by somebody: "2 steps east of the rat", "to the left of the barkeep".
func (p *speaker) besides(w []string) bool {
	of := slices.Index(w, "of")
	if of < 1 || !fits(w[of+1:]) {
		return false
	}
	n, rest, isCounted := counted(cut(w[:of], "to"))
	if !isCounted {
		n = 1
	}
	rest = cut(rest, "to the", "to", "the")
	if len(rest) != 1 {
		return false
	}
	dir, ok := cardinal(rest[0])
	if !ok {
		return false
	}
	e, why := p.who(w[of+1:])
	if e == nil {
		p.refuse(cmp.Or(why, nobody(w[of+1:])))
		return true
	}
	c := world.Cell{X: e.Position.X + n*dir.X, Y: e.Position.Y + n*dir.Y}
	if c.X < 0 || c.Y < 0 {
		p.refuse("The ground ends before that.")
		return true
	}
	p.goTo(c)
	return true
}

// beside proposes the way to somebody, or onto or next to what stands on the ground.
func (p *speaker) beside(w []string) bool {
	e, things, why := p.mark(w)
	switch {
	case e == nil && things == nil:
		p.refuse(cmp.Or(why, nobody(w)))
	case !p.ready():
	case e != nil:
		p.toSide(e)
	default:
		p.toThing(things)
	}
	return true
}

// mark returns whom or what words name as a place to go to: somebody who is called so, else what is called so, else
// somebody who could be meant.
func (p *speaker) mark(w []string) (*Entity, []Terrain, string) {
	e, why := p.who(w)
	things := p.thing(w)
	said := strings.Join(w, " ")
	switch {
	case e == nil:
		return nil, things, why
	case things == nil, said == string(e.ID), slices.Equal(bareWords(said), bareWords(e.Name)):
		return e, nil, ""
	}
	return nil, things, ""
}

// toSide proposes the way to a cell next to somebody.
func (p *speaker) toSide(e *Entity) {
	switch {
	case e == p.me || e.ID == p.me.ID:
		p.refuse(p.me.Name + " is there already.")
		return
	case p.me.Position.Steps(e.Position) <= 1:
		p.refuse(fmt.Sprintf("%s stands next to %s already.", p.me.Name, e.Name))
		return
	}
	c, ok := p.field.best(p.me.Position, func(c world.Cell, _ int) int { return isTrue(c.Steps(e.Position) == 1) })
	if !ok {
		p.refuse(fmt.Sprintf("There is no way to %s: everything in between is in the way.", e.Name))
		return
	}
	p.route(p.field.Way(p.me.Position, c))
}

func isTrue(is bool) int {
	if is {
		return 1
	}
	return 0
}

// toThing proposes the way onto the nearest cell of a thing, or next to it when nobody can stand there.
func (p *speaker) toThing(things []Terrain) {
	on := func(c world.Cell) bool {
		return slices.ContainsFunc(things, func(t Terrain) bool { return cellOf(t) == c })
	}
	next := func(c world.Cell) bool {
		return slices.ContainsFunc(things, func(t Terrain) bool { return cellOf(t).Steps(c) == 1 })
	}
	isFree := slices.ContainsFunc(things, func(t Terrain) bool { return p.field.taken(cellOf(t)) == "" })
	if on(p.me.Position) || next(p.me.Position) && !isFree {
		p.refuse(fmt.Sprintf("%s is there already.", p.me.Name))
		return
	}
	c, ok := p.field.best(p.me.Position, func(c world.Cell, _ int) int { return 2*isTrue(on(c)) + isTrue(next(c)) })
	if !ok {
		p.refuse("There is no way there: everything in between is in the way.")
		return
	}
	p.route(p.field.Way(p.me.Position, c))
}

// beyond proposes the way behind somebody or something: to the side that is turned away, of a thing from the nearest
// foe, of somebody from who goes. Behind what gives cover one stands on its cell.
func (p *speaker) beyond(w []string) bool {
	var cells []world.Cell
	from, has := p.me.Position, p.nearest()
	e, things, why := p.mark(w)
	switch {
	case e != nil:
		cells = []world.Cell{e.Position}
	case things != nil:
		if slices.ContainsFunc(things, func(t Terrain) bool { return !t.Blocked && t.Cover > 0 }) {
			things = slices.DeleteFunc(things, func(t Terrain) bool { return t.Blocked || t.Cover == 0 })
			if p.ready() {
				p.toThing(things)
			}
			return true
		}
		for _, t := range things {
			cells = append(cells, cellOf(t))
		}
		if has != nil {
			from = has.Position
		}
	default:
		p.refuse(cmp.Or(why, nobody(w)))
		return true
	}
	if !p.ready() {
		return true
	}
	hides := func(c world.Cell) bool {
		return slices.ContainsFunc(cells, func(t world.Cell) bool {
			return c.Steps(t) == 1 && (t.X-from.X)*(c.X-t.X)+(t.Y-from.Y)*(c.Y-t.Y) > 0
		})
	}
	if hides(p.me.Position) {
		p.refuse(p.me.Name + " is there already.")
		return true
	}
	c, ok := p.field.best(p.me.Position, func(c world.Cell, _ int) int { return isTrue(hides(c)) })
	if !ok {
		p.refuse("There is no place to stand behind that.")
		return true
	}
	p.route(p.field.Way(p.me.Position, c))
	return true
}

// cover proposes the way to the nearest cell that gives cover.
func (p *speaker) cover() bool {
	if !p.ready() {
		return true
	}
	if p.field.Ground.Cover(p.me.Position) > 0 {
		p.refuse(p.me.Name + " stands in cover already.")
		return true
	}
	c, ok := p.field.best(p.me.Position, func(c world.Cell, _ int) int { return isTrue(p.field.Ground.Cover(c) > 0) })
	if !ok {
		p.refuse("There is no cover that one could get to.")
		return true
	}
	p.route(p.field.Way(p.me.Position, c))
	return true
}

// middle proposes the way to the cell nearest to the middle of the ground.
func (p *speaker) middle() {
	mid := world.Cell{X: p.field.Ground.Width / 2, Y: p.field.Ground.Height / 2}
	most := p.field.Ground.Width + p.field.Ground.Height
	c, ok := p.field.best(p.me.Position, func(c world.Cell, _ int) int { return most - c.Steps(mid) })
	if !ok || c.Steps(mid) >= p.me.Position.Steps(mid) {
		p.refuse(p.me.Name + " is as near to the middle as one gets.")
		return
	}
	p.route(p.field.Way(p.me.Position, c))
}

// awayFrom reads whom to get away from.
func (p *speaker) awayFrom(w []string) bool {
	if !fits(w) {
		return false
	}
	if is(w, "them", "everybody", "everyone", "the enemy", "the enemies", "the foes", "here", "it", "him", "her") {
		return p.away(nil)
	}
	e, why := p.who(w)
	if e == nil {
		p.refuse(cmp.Or(why, nobody(w)))
		return true
	}
	return p.away(e)
}

// away proposes the way to the cell within the turn's steps that is farthest from somebody, or from the nearest foe
// there.
func (p *speaker) away(e *Entity) bool {
	if !p.ready() {
		return true
	}
	from := []*Entity{e}
	if e == nil {
		if from = p.foes(); len(from) == 0 {
			p.refuse("There is nobody to get away from.")
			return true
		}
	}
	far := func(c world.Cell) int {
		n := c.Steps(from[0].Position)
		for _, e := range from {
			n = min(n, c.Steps(e.Position))
		}
		return n
	}
	left, now := p.left(), far(p.me.Position)
	c, ok := p.field.best(p.me.Position, func(c world.Cell, n int) int {
		if n > left {
			return 0
		}
		return far(c) - now
	})
	if !ok {
		p.refuse(p.me.Name + " is as far away as one gets.")
		return true
	}
	p.route(p.field.Way(p.me.Position, c))
	return true
}

// charge reads whom to go to and, when isBlow, to strike at: the way there comes first, and the blow after it.
func (p *speaker) charge(w []string, isBlow bool) bool {
	if len(w) == 0 && p.nearest() != nil {
		w = []string{"nearest"}
	}
	foe, ok := p.target(w)
	if !ok {
		return p.why != ""
	}
	if !p.ready() {
		return true
	}
	if isBlow && p.me.Position.Steps(foe.Position) <= 1 {
		p.propose(Declared{Type: world.ActAttack, AttackerID: p.me.ID, TargetID: foe.ID})
		return true
	}
	p.toSide(foe)
	if isBlow && p.done != nil && p.why == "" {
		p.why = "This is the way there; the blow comes next."
	}
	return true
}
