package worldtest

import (
	"errors"

	"github.com/mudlark-mud/mudlark/world"
)

// listens reports whether somebody is told what they perceive: people, and creatures with minds.
func (a *Auditor) listens(b *body) bool {
	return b != nil && b.in && (b.player || b.driver != "" || a.minds[b.kind])
}

// Compare returns how a state differs from what the records told, or nil.
func (a *Auditor) Compare(s *world.State) error {
	a.found = nil
	for id, it := range world.Ordered(s.Items) {
		if t := a.things[id]; t == nil || t.at != it.At || t.coins != it.Coins || t.guest != it.Guest || t.worn != it.Worn ||
			t.used != it.Used || t.buried != it.Buried || t.burnt != it.Burnt || t.lit != it.Lit ||
			t.wet != (wet{it.Drawn, it.Liquid, it.Gulps}) {
			a.object("thing %s is at %+v with %d coins, bought by %q; told was %+v", id, it.At, it.Coins, it.Guest, t)
		}
	}
	for id := range world.Ordered(a.things) {
		if s.Items[id] == nil {
			a.object("thing %s is lost", id)
		}
	}
	for id, who := range world.Ordered(s.Actors) {
		b := a.bodies[id]
		if b == nil {
			a.object("%s was never told of", id)
			continue
		}
		a.quests.Compare(who, a.object)
		if b.owner != who.Account || (b.gone != goneNot) != who.IsDeleted() {
			a.object("%s is of %q, deleted: %v; told was %+v", id, who.Account, who.IsDeleted(), *b)
		}
		if b.room != who.Room || b.in != (who.Presence != world.Away) || b.coins != who.Coins || b.top != who.HPMax ||
			b.hp != who.HP || b.extra != who.Extra || b.extra != a.wornHP(id) || b.foe != who.Fighting {
			a.object("%s is in %s (presence %d) with %d coins and %d of %d hp, fighting %q; told was %+v",
				id, who.Room, who.Presence, who.Coins, who.HP, who.HPMax, who.Fighting, *b)
		}
		if b.bank != who.Bank {
			a.object("%s has %d coins in the bank; told was %d", id, who.Bank, b.bank)
		}
		a.compareEffects(who, b)
		a.compareCrafts(who, b)
		a.compareFigures(who, b)
	}
	for id := range world.Ordered(a.bodies) {
		if s.Actors[id] == nil {
			a.object("%s is lost", id)
		}
	}
	for id, d := range world.Ordered(s.Doors) {
		if told := a.doors[id]; told == nil || told.shut != d.Shut || told.bolt != d.Bolt {
			a.object("door %s is shut: %v, locked: %v; told was %+v", id, d.Shut, d.Bolt, told)
		}
	}
	a.tables.Compare(s, a.witness())
	a.trade.Compare(s, a.customs())
	a.ring.Compare(s, a.second())
	return errors.Join(a.found...)
}
