package worldtest

import (
	"slices"

	"github.com/mudlark-mud/mudlark/world"
)

// passes objects when somebody walked into a room that needs what they have not, or that was full.
func (a *Auditor) passes(b *body, e world.Moved) {
	to := a.rooms[e.To]
	if b.role >= world.RoleWizard {
		return
	}
	people := 0
	for _, o := range a.bodies {
		if o.player && o.in && o.room == e.To {
			people++
		}
	}
	if b.player && to.Fits > 0 && people >= to.Fits {
		a.object("%s came into %s, where %d are, and %d fit in", e.Actor, e.To, people, to.Fits)
	}
	if to.Needs == "" || slices.Contains(a.wilds.kinds[b.kind].Serves, to.Needs) {
		return
	}
	for _, t := range a.things {
		sp := a.specs[t.proto]
		if t.at.Actor == e.Actor && (t.worn != "" || sp.Wear == "") && slices.Contains(sp.Serves, to.Needs) {
			return
		}
	}
	a.object("%s came into %s without %s", e.Actor, e.To, to.Needs)
}

// clings objects when somebody parted with a thing that clings.
func (a *Auditor) clings(who world.ActorID, item world.ItemID) {
	if b := a.bodies[who]; b != nil && b.player && b.role < world.RoleWizard && a.specs[a.thing(item).proto].Clings {
		a.object("%s parted with %s, which clings", who, item)
	}
}
