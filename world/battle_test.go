package world_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// Fights by turns where the world does the unusual: crowds, the sea, the dark, bodies that are no more.

// sound fails the test unless the state holds together.
func (c *scene) sound(when string) {
	c.Helper()
	if err := c.s.Check(); err != nil {
		c.Fatalf("%s: %v", when, err)
	}
}

// conjures makes creatures somewhere.
func (c *scene) conjures(proto world.ProtoID, n int, room world.RoomID) []world.ActorID {
	c.Helper()
	home := c.s.Actors[merla].Room
	c.goes(merla, room)
	var out []world.ActorID
	for range n {
		out = append(out, eventOf[world.MobMade](c.T, c.does(merla, world.Conjure{Mob: proto})).Actor)
	}
	c.goes(merla, home)
	return out
}

// Twenty-four fit into a fight; whoever comes then stays out of it, and finds a place when one of them is gone.
func TestEncounterFull(t *testing.T) {
	c, e, rat := squares(t, func(b *world.BattleSpec) {
		b.Rows = []string{"............", "A..........B", "A..........B", "............"}
		b.Marks, b.Wits = nil, nil
	})
	for _, id := range c.conjures("rat", world.FightersMost-2, worldtest.Arena) {
		c.does(id, world.JoinEncounter{With: rat})
	}
	if len(e.Fighters) != world.FightersMost {
		t.Fatalf("got %d fighters, want %d", len(e.Fighters), world.FightersMost)
	}
	c.refused(benno, world.JoinEncounter{With: anna}, world.CodeFull)
	c.refused(benno, world.Attack{Target: rat}, world.CodeFull)
	c.does(anna, world.RollInitiative{})
	c.refused(benno, world.JoinEncounter{With: anna}, world.CodeFull)
	c.sound("full")
	c.strong(anna, 20)
	for range 3000 {
		if e.Mode == world.ModeOver {
			break
		}
		c.wait(2 * world.Second)
		if e.Mode == world.ModeCombat && e.Active == anna {
			c.does(anna, world.EndTurn{})
		}
	}
	if e.Mode != world.ModeOver || e.Won != world.SideB {
		t.Errorf("got %s, won by %q, want twenty-three to beat one", e.Mode, e.Won)
	}
}

// Who is swept away by the sea is out of the fight, with what the water left of them.
func TestEncounterDrowned(t *testing.T) {
	c := newScene(t)
	crab := c.conjures("crab", 1, worldtest.Strand)[0]
	c.strong(crab, 500)
	c.strong(anna, 500)
	c.wait(c.now.NextTide() - c.now - 20*world.Second)
	c.goes(anna, worldtest.Strand)
	c.does(anna, world.OpenEncounter{Target: crab})
	e := c.s.EncounterOf(anna)
	if e.Mode == world.ModeExploration {
		c.does(anna, world.RollInitiative{})
	}
	for range 30 {
		c.wait(world.Second)
		c.sound("while the tide comes in")
	}
	if c.s.Actors[anna].Room == worldtest.Strand || e.Mode != world.ModeOver || e.How != world.OutcomeFled {
		t.Errorf("got her in %s, %s %s, want her swept away and the fight over", c.s.Actors[anna].Room, e.Mode, e.How)
	}
}

// In the dark nobody lays a fight out or joins one.
func TestEncounterDark(t *testing.T) {
	c := newScene(t)
	rat := c.mob("rat")
	for _, who := range []world.ActorID{rat, anna, benno} {
		c.goes(who, worldtest.Loft)
	}
	c.refused(anna, world.OpenEncounter{Target: rat}, world.CodeDark)
	lamp := c.gets(anna, "lamp")
	c.does(anna, world.OpenEncounter{Target: rat})
	c.does(merla, world.Purge{Item: lamp})
	c.refused(benno, world.JoinEncounter{}, world.CodeDark)
	c.does(anna, world.RollInitiative{}) // who is in it feels their way
}

// A ready-made body may be no more while the fight that it left goes on, and another guest may come back as it.
func TestEncounterForgotten(t *testing.T) {
	c, e, rat := squares(t, nil)
	c.strong(rat, 200)
	joins := func() {
		c.seren()
		c.goes(seren, worldtest.Arena)
		c.does(seren, world.JoinEncounter{With: anna})
	}
	joins()
	c.does(anna, world.RollInitiative{})
	c.goes(seren, worldtest.Quay)
	c.does(seren, world.Depart{})
	for range 5 {
		c.wait(world.Second)
	}
	if c.s.Actors[seren] != nil || e.Mode != world.ModeCombat {
		t.Fatalf("got %+v, %s, want her forgotten and the fight on", c.s.Actors[seren], e.Mode)
	}
	c.sound("without her")
	c.turn(e, anna)
	joins()
	if f := e.Fighter(seren); !f.Stands() || f.Blows != 0 {
		t.Errorf("got %+v, want her anew", f)
	}
	c.slays(e, anna, rat)
}

// A hundred fights that are over are remembered, by when they ended: a long one is not forgotten as it ends.
func TestEncounterRemembered(t *testing.T) {
	c, e, rat := squares(t, nil)
	c.strong(rat, 9000)
	c.strong(anna, 9000)
	crab := c.conjures("crab", 1, worldtest.Market)[0]
	for range 101 {
		c.goes(benno, worldtest.Market)
		c.does(benno, world.OpenEncounter{Target: crab})
		c.goes(benno, worldtest.Quay)
		c.wait(5 * world.Second)
	}
	if e.Mode == world.ModeOver {
		t.Fatalf("it is over too soon: %s", e.How)
	}
	c.does(merla, world.Purge{Actor: rat})
	if got := c.s.Encounters[e.ID]; got != e || e.Mode != world.ModeOver || len(c.s.Encounters) != 100 {
		t.Errorf("got %v of %d, want it among a hundred", got != nil, len(c.s.Encounters))
	}
}
