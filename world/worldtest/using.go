package worldtest

import (
	"slices"

	"github.com/mudlark-mud/mudlark/world"
)

// invoked takes in that a thing of power was used, and that what clings lets go.
func (a *Auditor) invoked(e world.Event) {
	switch e := e.(type) {
	case world.Invoked:
		t := a.thing(e.Item)
		sp := a.specs[t.proto]
		if p := sp.Power; p == nil || t.at.Actor != e.Actor || p.Way != e.Way || e.Spent != (p.Way == world.Recite) {
			a.object("%s used %s, at %+v, by %q", e.Actor, e.Item, t.at, e.Way)
			return
		}
		if left := max(1, sp.Charges) - t.used - 1; left < 0 || !e.Spent && e.Left != left {
			a.object("%s used %s, and left %d of %d", e.Actor, e.Item, e.Left, left)
		}
		if a.isBarred(e.Actor, t.proto) {
			a.object("%s used %s, which is not for them", e.Actor, e.Item)
		}
		a.unpractised(e.Actor, e.Item)
		if e.Target != "" {
			a.sameRoom(e.Actor, e.Target)
		}
		if t.used++; e.Spent {
			a.lost[e.Item] = true
			a.destroy(e.Item)
		}
	case world.Loosed:
		for _, id := range e.Items {
			if t := a.thing(id); t.at.Actor != e.Actor || !a.specs[t.proto].Clings || t.loose {
				a.object("%s let go of %s, at %+v", id, e.Actor, t.at)
			}
			a.thing(id).loose = true
		}
	default: // uses nothing
	}
}

// isUnder reports whether an aura is about somebody.
func (a *Auditor) isUnder(id world.ActorID, x world.Aura) bool {
	b := a.who(id)
	if slices.Contains(a.wilds.kinds[b.kind].Auras, x) {
		return true
	}
	for _, e := range b.effects {
		if slices.Contains(e.Auras, x) {
			return true
		}
	}
	return false
}

// isSent reports whether somebody is moved by a thing that they used, ate, drank or put on.
func (a *Auditor) isSent(e world.Moved) bool {
	return e.By == e.Actor && a.isSender()
}

func (a *Auditor) isSender() bool {
	for _, sp := range a.specs {
		if sp.Effect != nil && sp.Effect.Sends != "" {
			return true
		}
	}
	return false
}

// drawUse draws what is done with things of power.
func (g *Gamer) drawUse(who world.ActorID) world.Action {
	var out []world.ItemID
	for _, id := range g.held(who) {
		if it := g.s.Items[id]; it != nil && g.s.Spec(it).Power != nil {
			out = append(out, id, id)
		}
	}
	act := world.Invoke{Item: pick(g, "power", append(out, "no-thing"))}
	if !g.oneIn(3) {
		act.Target = g.near(who)
	}
	return act
}
