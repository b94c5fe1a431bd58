package worldtest

import (
	"slices"

	"github.com/mudlark-mud/mudlark/world"
)

// most is the most hit points a body can have.
func (b *body) most() int { return b.top + b.extra }

// fitted takes in what is put on and taken off, and what that makes of hit points.
func (a *Auditor) fitted(e world.Event) {
	switch e := e.(type) {
	case world.ItemWorn:
		t := a.thing(e.Item)
		if t.at.Actor != e.Actor || t.worn != "" || !slices.Contains(a.specs[t.proto].Wear.Places(), e.Slot) {
			a.object("%s put on %s at %q, which is at %+v, worn at %q", e.Actor, e.Item, e.Slot, t.at, t.worn)
		}
		for id, other := range a.things {
			if other.at.Actor == e.Actor && other.worn == e.Slot {
				a.object("%s put on %s where %s is", e.Actor, e.Item, id)
			}
		}
		t.worn = e.Slot
	case world.ItemRemoved:
		t := a.thing(e.Item)
		if t.at.Actor != e.Actor || t.worn != e.Slot || e.Slot == "" {
			a.object("%s took off %s from %q, which is at %+v, worn at %q", e.Actor, e.Item, e.Slot, t.at, t.worn)
		}
		t.worn = ""
	case world.MostChanged:
		b := a.who(e.Actor)
		if want := a.wornHP(e.Actor); e.Extra != want || e.Extra == b.extra {
			a.object("%s can have %d hp more, which were %d and should be %d", e.Actor, e.Extra, b.extra, want)
		}
		if e.HP < min(b.hp, b.top+e.Extra) || e.HP > b.most() || e.HP < 1 && b.hp > 0 {
			a.object("%s had %d of %d hp, and has %d of %d by what they wear",
				e.Actor, b.hp, b.most(), e.HP, b.top+e.Extra)
		}
		b.extra, b.hp = e.Extra, e.HP
		a.bounds(e.Actor)
	default: // puts on nothing
	}
}

// wornHP sums up what somebody wears adds to the hit points they can have.
func (a *Auditor) wornHP(id world.ActorID) int {
	sum := 0
	for _, t := range a.things {
		if bonus := a.specs[t.proto].Bonus; t.at.Actor == id && t.worn != "" && bonus != nil {
			sum += bonus.HP
		}
	}
	return max(1-a.who(id).top, sum)
}
