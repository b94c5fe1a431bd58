package audit

import (
	"slices"

	"github.com/mudlark-mud/mudlark/world"
)

// fightKnown is an encounter: who is in it, on which side, and who laid it out.
type fightKnown struct {
	by    world.ActorID
	on    world.ActorID // against whom
	sides map[world.ActorID]world.Side
}

// applyFight takes in who fights by turns.
func (w *Warden) applyFight(e world.Event) {
	switch e := e.(type) {
	case world.EncounterOpened:
		w.fights[e.Encounter] = &fightKnown{by: e.Actor, on: e.Target, sides: map[world.ActorID]world.Side{}}
	case world.FighterJoined:
		w.fights[e.Encounter].sides[e.Actor] = e.Fighter.Side
	case world.FighterLeft:
		delete(w.fights[e.Encounter].sides, e.Actor)
	case world.AttackResolved:
		if e.HP == 0 {
			delete(w.fights[e.Encounter].sides, e.Target)
		}
	case world.EncounterEnded:
		delete(w.fights, e.Encounter)
	default: // changes nobody's side
	}
}

// contend judges an event of an encounter that a creature caused; false for any other event. What it does in one is
// held to the rules of encounters; here it is asked only how it came to be in it, and whether the deed is its own.
func (d deed) contend(e world.Event) bool {
	switch e := e.(type) {
	case world.EncounterOpened:
		if e.Actor != d.by || !d.mayFight(e.Target) && !d.quarrels(e.Target) {
			d.object("%s laid out a fight of %s against %s unprovoked", d.by, e.Actor, e.Target)
		}
	case world.FighterJoined:
		d.joined(e)
	case world.InitiativeRolled:
		d.within(e.Encounter, e.Actor)
	case world.MoveApplied:
		d.within(e.Encounter, e.Actor)
	case world.FighterHeld:
		d.within(e.Encounter, e.Actor)
	case world.FighterLeft:
		d.within(e.Encounter, e.Actor)
	case world.TurnEnded:
		if e.Late {
			d.object("%s ended the turn of %s late", d.by, e.Actor)
		}
	case world.AttackResolved:
		d.within(e.Encounter, e.Actor)
		f := d.fights[e.Encounter]
		if f.sides[e.Target] == "" || f.sides[e.Target] == f.sides[e.Actor] {
			d.object("%s struck at %s, who is not against it", d.by, e.Target)
		}
		d.felled[e.Target] = e.HP == 0
	case world.Stunned:
		if e.By != d.by || !d.felled[e.Actor] {
			d.object("%s stunned %s", e.By, e.Actor)
		}
	case world.EncounterEnded:
		if e.How == world.OutcomeSettled {
			d.object("%s ended an encounter by wits", d.by)
		}
	case world.FighterChanged, world.TurnTimed: // as the world has them
	default:
		return false
	}
	return true
}

// quarrels reports whether a creature's pattern lists somebody as one with whom it fights.
func (d deed) quarrels(with world.ActorID) bool {
	b := d.bodies[with]
	return b != nil && b.proto != "" && slices.Contains(d.mind.Fights, b.proto)
}

// within objects unless a deed in an encounter is the creature's own.
func (d deed) within(id world.EncounterID, who world.ActorID) {
	if f := d.fights[id]; who != d.by || f == nil || f.sides[who] == "" {
		d.object("%s had %s act in encounter %s", d.by, who, id)
	}
}

// joined judges how somebody came to be in an encounter by what a creature did: it laid it out, or took the side of one
// of the world's people, or goes against whom it may attack.
func (d deed) joined(e world.FighterJoined) {
	f, isFoe, isFriend := d.fights[e.Encounter], false, false
	for id, side := range f.sides {
		b := d.bodies[id]
		isFoe = isFoe || side != e.Fighter.Side && (d.mayFight(id) || d.quarrels(id))
		isFriend = isFriend || side == e.Fighter.Side && b.proto != "" && d.mobs[b.proto].Mind != nil
	}
	switch {
	case f.by == d.by && (e.Actor == d.by || f.sides[d.by] != ""):
	case e.Actor != d.by:
		d.object("%s made %s join a fight", d.by, e.Actor)
	case !isFoe && (!d.mind.Guards || !isFriend):
		d.object("%s joined a fight that is none of its business", d.by)
	}
}

// follows reports whether an event is what becomes of those whom a creature struck down, or of fights that others were
// in before it laid out one by turns.
func (d deed) follows(e world.Event) bool {
	switch e := e.(type) {
	case world.Died:
		return e.By == d.by && d.felled[e.Actor]
	case world.CorpseLeft:
		return d.felled[e.Actor]
	case world.MobGone:
		return d.felled[e.Actor]
	case world.Healed:
		return d.felled[e.Actor]
	case world.FightEnded:
		if len(d.felled) > 0 {
			return true
		}
		for _, f := range d.fights {
			if f.by == d.by {
				return true
			}
		}
	default: // follows from nothing
	}
	return false
}
