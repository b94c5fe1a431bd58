package worldtest

import (
	"slices"

	"github.com/mudlark-mud/mudlark/world"
)

// unguarded objects when somebody got at what a creature beside them keeps, and fights nobody else.
func (a *Auditor) unguarded(who world.ActorID, what string, keeps func(*world.KeepsSpec) bool) {
	me := a.bodies[who]
	if me == nil {
		return
	}
	for id, b := range a.bodies {
		k := a.keeps[b.kind]
		if k == nil || id == who || !b.in || b.room != me.room || !keeps(k) {
			continue
		}
		if isOff := a.ring.In(id) && !a.ring.In(who) || b.foe != "" && b.foe != who && me.foe != id; !isOff {
			a.object("%s got at %s, and %s keeps it", who, what, id)
		}
	}
}

// unguardedThing is unguarded for a thing where it is.
func (a *Auditor) unguardedThing(who world.ActorID, id world.ItemID) {
	kinds := []world.ProtoID{a.thing(id).proto}
	if box := a.things[a.thing(id).at.Item]; box != nil {
		kinds = append(kinds, box.proto)
	}
	a.unguarded(who, string(id), func(k *world.KeepsSpec) bool {
		return slices.ContainsFunc(kinds, func(kind world.ProtoID) bool { return slices.Contains(k.Items, kind) })
	})
}

// unguardedDoor is unguarded for a door.
func (a *Auditor) unguardedDoor(who world.ActorID, door world.DoorID) {
	a.unguarded(who, string(door), func(k *world.KeepsSpec) bool { return slices.Contains(k.Doors, door) && door != "" })
}

// throughDoor holds a step against the door that is in its way, if one is.
func (a *Auditor) throughDoor(e world.Moved, door world.DoorID) {
	if d := a.doors[door]; d != nil && d.shut {
		a.object("%s went %s from %s through a closed door", e.Actor, e.Dir, e.From)
	}
	a.unguardedDoor(e.Actor, door)
}
