package worldtest

import (
	"slices"

	"github.com/mudlark-mud/mudlark/world"
)

// pastMost is how much of the past a gamer remembers.
const pastMost = 40

// remember keeps a thing or a character as it is now, for a wizard who brings it back later.
func (g *Gamer) remember() {
	if !g.oneIn(4) {
		return
	}
	was, ok := g.s.PastThing(pick(g, "remembered thing", keys(g.s.Items)))
	if g.oneIn(3) {
		was, ok = g.s.PastCharacter(g.somebody())
	}
	if !ok {
		return
	}
	if g.past = append(g.past, was); len(g.past) > pastMost {
		g.past = g.past[1:]
	}
}

// back draws what a wizard brings back: mostly a thing that is gone.
func (g *Gamer) back() world.BringBack {
	out := pick(g, "past", g.past)
	if gone := slices.DeleteFunc(slices.Clone(g.past), func(b world.BringBack) bool {
		return b.Item == "" || g.s.Items[b.Item] != nil
	}); len(gone) > 0 && !g.oneIn(3) {
		out = pick(g, "gone", gone)
	}
	out.Reason, out.Anyway = g.text(), g.oneIn(2)
	out.Ended = pick(g, "ended", []world.Ending{world.Decayed, world.Decayed, world.GivenUp})
	if g.oneIn(10) && len(out.Things) > 0 {
		out.Things = append(slices.Clone(out.Things), pick(g, "once more", out.Things))
	}
	return out
}

// Rewind draws what a wizard does who makes things vanish and brings things and people back: far more of it than
// [Gamer.Input] draws.
func (g *Gamer) Rewind(wizard world.ActorID) world.Input {
	g.remember()
	g.remember()
	a := g.s.Actors[wizard]
	switch {
	case a == nil || a.Presence != world.Here:
		return Typed(wizard, world.Enter{})
	case g.oneIn(3):
		return Typed(wizard, world.Purge{Item: pick(g, "purged", keys(g.s.Items))})
	case g.oneIn(8):
		return Typed(wizard, world.Conjure{Item: pick(g, "conjured", []world.ProtoID{"pouch", "pearl", "purse", "chest"})})
	case g.oneIn(8) && len(g.s.Index.Held[wizard]) > 0:
		return Typed(wizard, world.Give{Items: g.things(g.held(wizard)), To: g.near(wizard)})
	}
	return Typed(wizard, g.back())
}
