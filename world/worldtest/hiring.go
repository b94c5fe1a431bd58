package worldtest

import (
	"slices"

	"github.com/mudlark-mud/mudlark/world"
)

// hires takes in who is hired by whom: at the price of their pattern, by a person beside them, and by one at a time.
func (a *Auditor) hires(e world.Event) {
	switch e := e.(type) {
	case world.Hired:
		a.sameRoom(e.Actor, e.Who)
		by, who := a.who(e.Actor), a.who(e.Who)
		spec := a.hireOf(who)
		if !by.player || who.player || who.by != "" || by.foe != "" || who.foe != "" || spec == nil {
			a.object("%s hired %s, a player's: %v, hired by %q, fighting %q", e.Actor, e.Who, who.player, who.by, who.foe)
			return
		}
		hours := world.Time(spec.Hours) * world.GameHour
		if e.Coins != spec.Price || e.Until < a.now+hours || e.Until > a.now+hours+world.Second {
			a.object("%s hired %s for %d coins until %d, at %d", e.Actor, e.Who, e.Coins, e.Until, a.now)
		}
		for _, b := range a.bodies {
			if b.by == e.Actor && min(spec.Beside, a.hireOf(b).Beside) == 0 {
				a.object("%s hired %s, and has another", e.Actor, e.Who)
			}
		}
		who.by = e.Actor
		by.coins -= e.Coins
		a.bounds(e.Actor)
	case world.HireEnded:
		if who := a.who(e.Actor); who.by != e.By {
			a.object("%s was hired by %s and left %s", e.Actor, who.by, e.By)
		}
		a.who(e.Actor).by = ""
	default: // of nobody's hire
	}
}

// hireOf returns how somebody's pattern lets them be hired, or nil.
func (a *Auditor) hireOf(b *body) *world.HireSpec {
	if m := a.wilds.kinds[b.kind].Mind; m != nil {
		return m.Hire
	}
	return nil
}

// worded reports whether somebody said what its pattern has for a companion to say.
func (a *Auditor) worded(e world.Said) bool {
	b := a.bodies[e.Actor]
	if b == nil || e.At == 0 || a.hireOf(b) == nil {
		return false
	}
	w := a.hireOf(b).Words
	return slices.Contains([]string{
		w.Agrees, w.Waits, w.Follows, w.Helps, w.Warns, w.Done, w.Hurt, w.Wronged, w.Parts,
	}, e.Text)
}

// escorts objects to a companion who walked where it does not go.
func (a *Auditor) escorts(b *body, e world.Moved) {
	spec, to := a.hireOf(b), a.rooms[e.To]
	if b.by == "" || spec == nil || e.Manner == world.Swept || e.Manner == world.Conjured {
		return
	}
	if slices.Contains(spec.Never, e.To) || to.Tidal != nil && !spec.Wet ||
		len(spec.Zones) > 0 && !slices.Contains(spec.Zones, to.Zone) {
		a.object("%s is hired, and went to %s, where it does not go", e.Actor, e.To)
	}
	if e.Manner == world.Settled || e.Manner == world.Followed && e.Leader != b.by {
		a.object("%s is hired by %s, and went to %s in the manner %q behind %q", e.Actor, b.by, e.To, e.Manner, e.Leader)
	}
}

// served looks at all companions after a record: each is in the world and of the group of whoever hired it.
func (a *Auditor) served() {
	for id, b := range world.Ordered(a.bodies) {
		if b.by == "" {
			continue
		}
		if by := a.who(b.by); !b.in || !by.in || a.groupOf(id) == "" || a.groupOf(id) != a.groupOf(b.by) {
			a.object("%s is hired by %s, in the world: %v, in one group: %v", id, b.by, by.in, a.groupOf(id))
		}
	}
}

// fillHire draws who is hired, mostly somebody who can be.
func (g *Gamer) fillHire(who world.ActorID, kind world.Action) world.Action {
	a := g.s.Actors[who]
	var can, mine []world.ActorID
	if a != nil && a.Presence != world.Away {
		can, mine = g.s.Hirable(a), g.s.HiredBy(who)
	}
	other := func(list []world.ActorID) world.ActorID {
		if len(list) > 0 && !g.oneIn(6) {
			return pick(g, "companion", list)
		}
		return g.near(who)
	}
	switch kind.(type) {
	case world.Hire:
		return world.Hire{Who: other(can)}
	case world.Dismiss:
		return world.Dismiss{Who: other(mine)}
	default: // of another topic, see Fill
		return nil
	}
}
