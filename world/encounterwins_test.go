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

// Who fights with somebody against whom another lays a fight out is drawn into it; who may be struck at in it, may be
// struck at from outside of it.
func TestEncounterDrawsIn(t *testing.T) {
	t.Run("who fights there fights on", func(t *testing.T) {
		c := newScene(t)
		battlefield(c, nil)
		rat := c.mob("rat")
		c.strong(rat, 500)
		c.strong(anna, 200)
		for _, who := range []world.ActorID{anna, benno} {
			c.goes(who, worldtest.Arena)
		}
		c.does(anna, world.Attack{Target: rat})
		var joined []world.FighterJoined
		for _, n := range c.does(benno, world.OpenEncounter{Target: rat}).Notices {
			if j, ok := n.Event.(world.FighterJoined); ok {
				joined = append(joined, j)
			}
		}
		if f := c.s.EncounterIn(worldtest.Arena).Fighter(anna); f == nil || f.Side != world.SideA {
			t.Fatalf("got %+v, want her beside him: he laid out her fight", f)
		}
		if last := joined[len(joined)-1]; last.Actor != anna || last.Opening {
			t.Errorf("got %+v, want it told that she is in it", last)
		}
	})
	t.Run("at whom nobody else may strike", func(t *testing.T) {
		c := newScene(t)
		battlefield(c, func(b *world.BattleSpec) { b.Foes = []world.ProtoID{"keeper"} })
		for _, who := range []world.ActorID{"npc-keeper", anna, benno} {
			c.goes(who, worldtest.Arena)
		}
		c.refused(benno, world.Attack{Target: "npc-keeper"}, world.CodeSafe)
		c.does(anna, world.OpenEncounter{})
		c.emits(benno, world.Attack{Target: "npc-keeper"}, "FighterJoined")
	})
}

// What ends a fight by wits in the middle of a deed, or with creatures that nobody describes any more.
func TestEncounterWitsEnd(t *testing.T) {
	t.Run("by one gift of several", func(t *testing.T) {
		c, e, rat := squares(t, nil)
		pearl, stone := c.gets(anna, "pearl"), c.gets(anna, "stone")
		c.does(anna, world.Give{Items: []world.ItemID{pearl, stone}, To: rat})
		if at := c.s.Items[stone].At; e.How != world.OutcomeSettled || at.Actor != anna {
			t.Errorf("got %s, the stone at %+v, want it kept: nobody was there any more to take it", e.How, at)
		}
	})
	t.Run("of a creature whose pattern is withdrawn", func(t *testing.T) {
		c := newScene(t)
		c.goes(merla, worldtest.Arena)
		crab := eventOf[world.MobMade](t, c.does(merla, world.Conjure{Mob: "crab"})).Actor
		c.goes(merla, worldtest.Quay)
		battlefield(c, nil)
		c.goes(anna, worldtest.Arena)
		c.does(anna, world.OpenEncounter{Target: crab})
		delete(c.s.MobSpecs, "crab")
		c.does(anna, world.Say{Text: "Truce, please."})
		if c.s.Actors[crab] != nil {
			t.Error("the crab is still there")
		}
	})
}

// Being cut off and coming back in the last second of a turn wins no time.
func TestEncounterClockEnds(t *testing.T) {
	c, e, rat := squares(t, nil)
	c.strong(rat, 500)
	c.does(benno, world.JoinEncounter{})
	c.does(anna, world.RollInitiative{})
	c.turn(e, anna)
	sever := world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.Sever{Body: anna}}
	c.wait(e.Due - c.now - world.Second/2)
	for range 4 { // within three seconds
		c.at(sever)
		c.does(anna, world.Enter{})
		c.wait(3 * world.Second / 4)
	}
	if e.Active == anna {
		t.Errorf("it is still her turn, until %d, at %d", e.Due, c.now)
	}
}
