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
	if !a.uses(e.Actor, func(sp world.ItemSpec) bool { return slices.Contains(sp.Serves, to.Needs) }) {
		a.object("%s came into %s without %s", e.Actor, e.To, to.Needs)
	}
}

// uses reports whether somebody wears such a thing or has one in hand that nobody wears.
func (a *Auditor) uses(who world.ActorID, is func(world.ItemSpec) bool) bool {
	for _, t := range a.things {
		sp := a.specs[t.proto]
		if t.at.Actor == who && (t.worn != "" || sp.Wear == "") && is(sp) {
			return true
		}
	}
	return false
}

// hides reports whether a creature is where a person sees it only with what reveals it.
func (a *Auditor) hides(who world.ActorID, viewer *body) bool {
	b := a.bodies[who]
	if b.player || !viewer.player || !a.wilds.kinds[b.kind].Hides || a.minds[b.kind] || b.foe != "" || a.ring.In(who) {
		return false
	}
	for _, o := range a.bodies {
		if o.foe == who {
			return false
		}
	}
	return !a.isUnder(a.nums[viewer.num], world.AuraDiscerning) &&
		!a.uses(a.nums[viewer.num], func(sp world.ItemSpec) bool { return sp.Reveals })
}

// unpractised objects when somebody put on or used up a thing that is for those of a higher level.
func (a *Auditor) unpractised(who world.ActorID, item world.ItemID) {
	level := a.specs[a.thing(item).proto].Level
	if b := a.who(who); b.player && b.level < level {
		a.object("%s of level %d used %s, which takes %d", who, b.level, item, level)
	}
}

// clings objects when somebody parted with a thing that clings.
func (a *Auditor) clings(who world.ActorID, item world.ItemID) {
	if b := a.bodies[who]; b != nil && b.player && b.role < world.RoleWizard && a.specs[a.thing(item).proto].Clings &&
		!a.thing(item).loose {
		a.object("%s parted with %s, which clings", who, item)
	}
}
