package shapes_test

import (
	"slices"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// battle has Anna and Benno fight by turns in the arena, where nobody dies of it: everything happens that can.
func (p *player) battle() {
	does := func(who world.ActorID, a world.Action) { p.must(worldtest.Typed(who, a)) }
	p.shoo()
	pack := worldtest.SmallPack()
	i := slices.IndexFunc(pack.Rooms, func(r world.RoomSpec) bool { return r.ID == worldtest.Arena })
	pack.Rooms[i].Battle = &world.BattleSpec{Rows: []string{".....", "A...B", "A...."}, Blunt: true}
	pack.Hash = "with-a-ring"
	p.must(hosted(world.ApplyPack{Pack: pack}))
	_ = p.do(worldtest.Typed(merla, world.Haul{Body: anna, To: worldtest.Quay})) // out of a fight in rounds
	for _, who := range []world.ActorID{anna, benno, merla} {
		if p.g.judge.State.Actors[who].Room != worldtest.Arena {
			does(merla, world.Haul{Body: who, To: worldtest.Arena})
		}
	}
	for _, who := range []world.ActorID{anna, benno} {
		for _, field := range []string{"hpmax", "hp"} {
			_ = p.do(worldtest.Typed(merla, world.SetField{Actor: who, Field: field, Value: 300}))
		}
	}
	does(merla, world.Conjure{Mob: "rat"})
	rat := world.ActorID("")
	for id, a := range world.Ordered(p.g.judge.State.Actors) {
		if a.Proto == "rat" && a.Room == worldtest.Arena {
			rat = id
		}
	}
	does(anna, world.OpenEncounter{Target: rat})
	does(benno, world.JoinEncounter{With: anna})
	does(merla, world.JoinEncounter{With: anna})
	does(merla, world.Haul{Body: merla, To: worldtest.Quay})
	for _, field := range []string{"hpmax", "hp"} {
		_ = p.do(worldtest.Typed(merla, world.SetField{Actor: rat, Field: field, Value: 20}))
	}
	does(anna, world.March{Path: []world.Cell{{X: 1, Y: 1}}})
	does(anna, world.RollInitiative{})
	for range 200 {
		s := p.g.judge.State
		e := s.EncounterIn(worldtest.Arena)
		if e == nil {
			break
		}
		if a := s.Actors[e.Active]; !a.Player() {
			p.now += 2 * world.Second
			_ = p.do(worldtest.Timed())
			continue
		}
		p.turn(e)
	}
}

// turn has whoever is on turn try to get away first, and do what a rule would do then.
func (p *player) turn(e *world.Encounter) {
	who := e.Active
	if who == benno && !p.g.seen["event FighterHeld"] {
		_ = p.do(worldtest.Typed(who, world.Flee{}))
		if p.g.judge.State.EncounterOf(who) == nil { // once more
			p.must(worldtest.Typed(merla, world.Haul{Body: who, To: worldtest.Arena}))
			_ = p.do(worldtest.Typed(who, world.JoinEncounter{}))
		}
		return
	}
	switch act := e.Tactic(who); act.Kind {
	case world.ActMove:
		p.must(worldtest.Typed(who, world.March{Path: act.Path}))
	case world.ActAttack:
		p.must(worldtest.Typed(who, world.Attack{Target: act.Target}))
	default:
		p.must(worldtest.Typed(who, world.EndTurn{}))
	}
}

// shoo has a rat sent away by a word, with no fight.
func (p *player) shoo() {
	does := func(who world.ActorID, a world.Action) { p.must(worldtest.Typed(who, a)) }
	pack := worldtest.SmallPack()
	i := slices.IndexFunc(pack.Rooms, func(r world.RoomSpec) bool { return r.ID == worldtest.Loft })
	pack.Rooms[i].Battle = &world.BattleSpec{Foes: []world.ProtoID{"rat"}, Wits: []world.WitSpec{
		{Says: []string{"shoo"}, Text: "The rat goes.", Anytime: true},
	}}
	pack.Hash = "with-a-word"
	p.must(hosted(world.ApplyPack{Pack: pack}))
	does(merla, world.Haul{Body: merla, To: worldtest.Loft})
	does(merla, world.Conjure{Mob: "rat"})
	does(merla, world.Say{Text: "shoo"})
}
