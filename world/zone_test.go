package world_test

import (
	"slices"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// withBuilders gives a scene two builders, Anna and Benno, on the quay.
func withBuilders(t *testing.T) *scene {
	t.Helper()
	c := newScene(t)
	for _, who := range []world.ActorID{anna, benno} {
		c.does(merla, world.SetField{Actor: who, Field: "role", Value: int(world.RoleBuilder)})
	}
	return c
}

// OWNERS 3.3: a zone that names its builders is changed by them, and by wizards; a locked one by wizards alone. That
// holds for its rooms, for what stands in them, for the patterns of it, and for undoing.
func TestAZoneHasItsBuilders(t *testing.T) {
	c := withBuilders(t)
	market, arena := *c.s.Rooms[worldtest.Market], *c.s.Rooms[worldtest.Arena]
	market.Desc, arena.Desc = "Stalls, and more stalls.", "Raked sand."
	port := world.ZoneSpec{ID: "port", Name: "The Port", Builders: []string{"anna"}}
	c.refused(anna, edit(port), world.CodeNotAllowed) // it has rooms: a wizard says whose they are
	c.does(merla, edit(port))
	c.does(anna, edit(market))
	c.does(benno, edit(arena)) // of a zone of which nothing is said
	var quest world.QuestSpec
	for _, q := range world.Ordered(c.s.Quests) {
		if quest = *q; quest.Room == worldtest.Market {
			break
		}
	}
	quest.XP++
	rule := *c.s.Spawns[spawnIn(c.s, worldtest.Market)]
	rule.Every++
	thing := *c.s.ItemSpecs[patternIn(c.s, worldtest.Market)]
	thing.Value++
	moved := arena
	moved.Zone = "port"
	port.Builders = nil
	quay := *c.s.Rooms[worldtest.Quay]
	quay.Desc = "Swept."
	for what, do := range map[string]world.Action{
		"a room": edit(quay), "a quest": edit(quest), "a rule": edit(rule),
		"a pattern that lies there": edit(thing), "a room that comes to it": edit(moved), "who builds there": edit(port),
		"an undo": world.UndoChange{Change: 2}, "a room that goes from it": withdraw("room", string(worldtest.Loft)),
	} {
		if _, got := c.at(worldtest.Typed(benno, do)); got != world.CodeNotAllowed {
			t.Errorf("%s: got %q", what, got)
		}
	}
	port.Builders, port.Locked = []string{"Anna"}, true
	c.does(anna, edit(port))
	c.refused(anna, world.UndoChange{Change: 2}, world.CodeNotAllowed)
	c.does(merla, world.UndoChange{Change: 2})
	if err := c.s.Check(); err != nil {
		t.Error(err)
	}
}

// Into a closed zone go its builders, and whom it names as testers; nobody else sees a way there, or follows anybody
// in. Who is inside walks out.
func TestAZoneIsClosed(t *testing.T) {
	c := newScene(t)
	c.does(merla, world.SetField{Actor: benno, Field: "role", Value: int(world.RoleBuilder)})
	for _, who := range []world.ActorID{anna, benno, merla} {
		c.does(merla, world.Haul{Body: who, To: worldtest.Market})
	}
	pit := world.ZoneSpec{ID: "pit", Name: "The Pit", Closed: true, Builders: []string{"Benno"}}
	c.does(merla, edit(pit))
	sees := func(who world.ActorID) bool {
		ways := c.s.Ways(worldtest.Market, who, c.s.Now)
		return slices.ContainsFunc(ways, func(w world.Way) bool { return w.Dir == world.North })
	}
	if sees(anna) || !sees(benno) || !sees(merla) {
		t.Errorf("a way into the pit is seen by Anna %v, Benno %v, Merla %v", sees(anna), sees(benno), sees(merla))
	}
	c.refused(anna, world.Move{Dir: world.North}, world.CodeClosed)
	c.does(anna, world.Follow{Leader: benno})
	c.does(benno, world.Move{Dir: world.North})
	c.standsIn(benno, worldtest.Arena)
	c.standsIn(anna, worldtest.Market)
	pit.Testers = []string{"anna"}
	c.does(benno, edit(pit))
	c.does(anna, world.Move{Dir: world.North})
	c.standsIn(anna, worldtest.Arena)
	pit.Testers = nil
	c.does(benno, edit(pit))
	c.does(anna, world.Move{Dir: world.South})
	c.standsIn(anna, worldtest.Market)
	pit.Closed = false
	c.does(benno, edit(pit))
	c.does(anna, world.Move{Dir: world.North})
}

// The rules of a zone rest: for ever, or while a player is there.
func TestTheRulesOfAZoneRest(t *testing.T) {
	for _, tt := range []struct {
		resets       world.Resets
		here, yonder bool // whether what is gone is made anew while somebody stands there, and while nobody does
	}{{"", true, true}, {world.ResetsEmpty, false, true}, {world.ResetsNever, false, false}} {
		c := newScene(t)
		rule := world.SpawnSpec{ID: "post", Item: "stone", Room: worldtest.Arena, Max: 1, Every: 60}
		c.does(merla, edit(rule, world.ZoneSpec{ID: "pit", Name: "The Pit", Resets: tt.resets}))
		made := func() int { n, _, _ := c.s.Supply(c.s.Spawns["post"]); return n }
		c.does(merla, world.Haul{Body: anna, To: worldtest.Arena})
		c.does(merla, world.Purge{Item: c.s.Index.Floor[worldtest.Arena][len(c.s.Index.Floor[worldtest.Arena])-1]})
		if made() != 0 {
			t.Fatal("the stone is still there")
		}
		c.wait(3 * world.Minute)
		if got := made() == 1; got != tt.here {
			t.Errorf("resets %q, somebody is there: made anew %v", tt.resets, got)
		}
		c.does(merla, world.Haul{Body: anna, To: worldtest.Quay})
		c.wait(3 * world.Minute)
		if got := made() == 1; got != tt.yonder {
			t.Errorf("resets %q, nobody is there: made anew %v", tt.resets, got)
		}
	}
}

// spawnIn returns a rule that puts a thing into a room.
func spawnIn(s *world.State, room world.RoomID) world.SpawnID {
	for id, sp := range world.Ordered(s.Spawns) {
		if sp.Room == room && sp.Item != "" {
			return id
		}
	}
	return ""
}

// patternIn returns the pattern of a thing that a rule puts into a room.
func patternIn(s *world.State, room world.RoomID) world.ProtoID {
	return s.Spawns[spawnIn(s, room)].Item
}
