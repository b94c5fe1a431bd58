package worldtest

import (
	"slices"

	"github.com/mudlark-mud/mudlark/world"
)

// beasts is what the auditor knows of creatures that do something by themselves.
type beasts struct {
	kinds  map[world.ProtoID]world.MobSpec
	fought map[[2]world.ActorID]world.Time // when a creature and a person last fought
	timed  bool                            // the record is the clock's, and no script ran, which has its own reasons
	ruled  bool                            // a script ran in the record
	walked []world.ActorID                 // creatures that took a step in this record
	spoke  map[world.ActorID]world.Time    // when one last reacted
	dying  []world.ActorID                 // who dies in this record
}

func newBeasts() beasts {
	return beasts{
		kinds: map[world.ProtoID]world.MobSpec{}, fought: map[[2]world.ActorID]world.Time{},
		spoke: map[world.ActorID]world.Time{},
	}
}

func (b *beasts) begin(r *world.Record) {
	b.ruled = scripted(r)
	b.timed, b.walked = r.Via.Kind == world.ViaTimer && !b.ruled, nil
	b.dying = dying(r)
}

// beast objects when a creature does by itself what its pattern does not say: it is asked before the event is taken in.
func (a *Auditor) beast(e world.Event) {
	switch e := e.(type) {
	case world.FightBegan:
		a.begins(e)
	case world.FightEnded:
		if b := a.bodies[e.Actor]; b != nil && !b.player {
			a.wilds.fought[[2]world.ActorID{e.Actor, b.foe}] = a.now
		}
		a.remembers(e)
	case world.Moved:
		if b := a.bodies[e.Actor]; a.wilds.timed && b != nil && !b.player && !a.minds[b.kind] {
			a.roams(e, b)
		}
	case world.ItemTaken:
		a.scavenges(e)
	case world.Said:
		if !a.worded(e) {
			a.reacted(e.Actor, e.At)
		}
	case world.Emoted:
		a.reacted(e.Actor, e.At)
	default: // not by a creature itself
	}
}

// roams holds a step of a creature against what its pattern says: where, how often and before whom.
func (a *Auditor) roams(e world.Moved, b *body) {
	m, from, to := a.wilds.kinds[b.kind], a.rooms[e.From], a.rooms[e.To]
	w := m.Wanders
	switch e.Manner {
	case world.Walked:
		if w == nil {
			a.object("%s walked by itself and does not wander", e.Actor)
		}
		if m.Lies != "" {
			a.object("%s is %s, and walked", e.Actor, m.Lies)
		}
		if slices.Contains(a.wilds.walked, e.Actor) {
			a.object("%s took two steps at once", e.Actor)
		}
		a.wilds.walked = append(a.wilds.walked, e.Actor)
		if !a.peopled(from.Zone) {
			a.object("%s wandered in %s, where nobody is", e.Actor, from.Zone)
		}
	case world.Fled:
		if m.Flees == 0 || b.hp*100 >= m.Flees*b.top {
			a.object("%s fled with %d of %d hp, and does so below %d per cent", e.Actor, b.hp, b.top, m.Flees)
		}
	default:
		return
	}
	if w == nil {
		w = &world.WandersSpec{}
	}
	isListed := slices.Contains(w.Rooms, e.To)
	switch {
	case len(w.Rooms) > 0 && !isListed, len(w.Rooms) == 0 && to.Zone != from.Zone && !w.Far:
		a.object("%s went from %s to %s, and is bound", e.Actor, e.From, e.To)
	case to.Tidal != nil && !isListed, to.Tame, to.Safe && m.Aggressive:
		a.object("%s went into %s, where such do not go", e.Actor, e.To)
	}
	for _, x := range from.Exits {
		if x.Dir == e.Dir && x.Hidden {
			a.object("%s gave away the hidden way %s from %s", e.Actor, e.Dir, e.From)
		}
	}
}

// peopled reports whether a person is in a zone.
func (a *Auditor) peopled(zone string) bool {
	for _, b := range a.bodies {
		if b.player && b.in && a.rooms[b.room].Zone == zone {
			return true
		}
	}
	return false
}

// begins objects when a creature attacks somebody by itself without a reason.
func (a *Auditor) begins(e world.FightBegan) {
	me, foe := a.bodies[e.Actor], a.bodies[e.Target]
	if !a.wilds.timed || e.Answer || me == nil || foe == nil || me.player || !foe.player || foe.foe == e.Actor {
		return
	}
	m := a.wilds.kinds[me.kind]
	at, has := a.wilds.fought[[2]world.ActorID{e.Actor, e.Target}]
	helps := false
	for id, b := range a.bodies {
		helps = helps || id != e.Actor && b.in && b.room == me.room && slices.Contains(m.Helps, b.kind) && b.kind != "" &&
			(b.foe == e.Target || foe.foe == id)
	}
	if m.Lies == world.PoseAsleep && me.foe == "" {
		a.object("%s attacked %s in its sleep", e.Actor, e.Target)
	}
	if !m.Aggressive && !helps && (!m.Remembers || !has || a.now >= at+world.GameDay) {
		a.object("%s attacked %s unprovoked", e.Actor, e.Target)
	}
}

// remembers holds what a creature remembers against what happened.
func (a *Auditor) remembers(e world.FightEnded) {
	b := a.bodies[e.Actor]
	if e.Grudge == "" || b == nil {
		return
	}
	foe := a.bodies[e.Grudge]
	if foe == nil || !foe.player || b.foe != e.Grudge || !a.wilds.kinds[b.kind].Remembers {
		a.object("%s remembers %s, who it did not fight, or it forgets people", e.Actor, e.Grudge)
	}
}

// scavenges objects when a creature picks up by itself what it leaves alone.
func (a *Auditor) scavenges(e world.ItemTaken) {
	b := a.bodies[e.Actor]
	if !a.wilds.timed || b == nil || b.player || a.minds[b.kind] {
		return
	}
	t := a.thing(e.Item)
	if !a.wilds.kinds[b.kind].Scavenges || a.rooms[b.room].Safe {
		a.object("%s picked up %s, and does not, there", e.Actor, e.Item)
	}
	if a.specs[t.proto].Fixed || t.kit != "" || t.guest != "" || e.Of != "" || t.proto == "corpse" {
		a.object("%s picked up %s, which is not for the taking", e.Actor, e.Item)
	}
}

// scripted reports whether a script ran in a record.
func scripted(r *world.Record) bool {
	return slices.ContainsFunc(r.Notices, func(n world.Notice) bool { _, is := n.Event.(world.ScriptRan); return is })
}

// dying lists who dies in a record.
func dying(r *world.Record) (out []world.ActorID) {
	for i := range r.Notices {
		if e, ok := r.Notices[i].Event.(world.Died); ok {
			out = append(out, e.Actor)
		}
	}
	return out
}

// reacted holds a reaction of a creature, which has a time, against its pattern and against the one before it.
func (a *Auditor) reacted(who world.ActorID, at world.Time) {
	b := a.bodies[who]
	if at == 0 || b == nil {
		return
	}
	if b.player || len(a.wilds.kinds[b.kind].On) == 0 || a.minds[b.kind] {
		a.object("%s reacted, and is none that does", who)
	}
	last, has := a.wilds.spoke[who]
	if has && at < last+3*world.Second && !slices.Contains(a.wilds.dying, who) {
		a.object("%s reacted at %d and at %d", who, last, at)
	}
	a.wilds.spoke[who] = at
}

// unseen objects when somebody could have seen what went on in a room by itself: all but who just came.
func (a *Auditor) unseen(room world.RoomID) {
	for id, b := range a.bodies {
		if b.player && b.in && b.room == room && id != a.came {
			a.object("%s stood in %s and saw somebody vanish", id, room)
		}
	}
}
