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

// A pattern stays its maker's where others build and put it, but where the zone is locked; a pattern of others is
// nobody's for being put into a zone of one's own.
func TestAPatternIsItsMakers(t *testing.T) {
	c := withBuilders(t)
	mug := world.ItemSpec{ID: "mug", Name: "mug", Desc: "Tin."}
	c.does(benno, edit(mug))
	pit := world.ZoneSpec{ID: "pit", Name: "The Pit", Builders: []string{"Anna"}}
	c.does(merla, edit(pit))
	c.does(anna, edit(world.SpawnSpec{ID: "mugs", Item: "mug", Room: worldtest.Arena, Max: 1}))
	mug.Desc = "Dented."
	c.does(benno, edit(mug))
	thing := *c.s.ItemSpecs[patternIn(c.s, worldtest.Market)]
	c.does(merla, edit(world.ZoneSpec{ID: "port", Name: "The Port", Builders: []string{"Merla"}}))
	c.does(anna, edit(world.SpawnSpec{ID: "theirs", Item: thing.ID, Room: worldtest.Arena, Max: 1}))
	thing.Value++
	c.refused(anna, edit(thing), world.CodeNotAllowed)
	pit.Locked = true
	c.does(merla, edit(pit))
	mug.Desc = "Mine."
	c.refused(benno, edit(mug), world.CodeNotAllowed)
}

// Zones name people as they are called now, and nobody who was erased: the name may be another's next. A zone whose
// only builder was erased is locked, and not everybody's.
func TestZonesKnowWhoIsCalledWhat(t *testing.T) {
	c := withBuilders(t)
	c.does(merla, edit(
		world.ZoneSpec{ID: "pit", Name: "The Pit", Builders: []string{"anna", "Benno"}, Testers: []string{"Anna"}},
		world.ZoneSpec{ID: "shore", Name: "The Shore", Builders: []string{"Anna"}}))
	c.emits(merla, world.Rename{Who: anna, Name: "Adele"}, "Renamed ContentChanged")
	if z := c.s.Zones["pit"]; !slices.Equal(z.Builders, []string{"Adele", "Benno"}) || z.Testers[0] != "Adele" {
		t.Errorf("the pit is built by %v and tried by %v", z.Builders, z.Testers)
	}
	c.does(anna, edit(world.ZoneSpec{ID: "shore", Name: "Our Shore", Builders: []string{"Adele"}}))
	c.does(anna, world.DeleteCharacter{Who: anna})
	c.wait(world.DeletedKept + day)
	pit, shore := c.s.Zones["pit"], c.s.Zones["shore"]
	if !slices.Equal(pit.Builders, []string{"Benno"}) || len(pit.Testers) > 0 || pit.Locked {
		t.Errorf("the pit is %+v", pit)
	}
	if len(shore.Builders) > 0 || !shore.Locked {
		t.Errorf("the shore is %+v", shore)
	}
	if err := c.s.Check(); err != nil {
		t.Error(err)
	}
}

// Who has a zone does not take the rooms into it that are everybody's, but those that they made.
func TestAZoneTakesNoRoomsFromOthers(t *testing.T) {
	c := withBuilders(t)
	c.does(benno, edit(world.ZoneSpec{ID: "mill", Name: "The Mill", Builders: []string{"Benno"}, Closed: true}))
	market := *c.s.Rooms[worldtest.Market]
	market.Zone = "mill"
	c.refused(benno, edit(market), world.CodeNotAllowed)
	yard := world.RoomSpec{ID: "yard", Zone: "port", Name: "Yard", Desc: "Flour.",
		Exits: []world.ExitSpec{{Dir: world.Up, To: worldtest.Market}}}
	c.does(benno, edit(yard))
	yard.Zone = "mill"
	c.does(benno, edit(yard))
	c.does(merla, edit(market))
	c.does(benno, edit(world.ZoneSpec{ID: "fair", Name: "The Fair"}))
	arena := *c.s.Rooms[worldtest.Arena]
	arena.Zone = "fair"
	c.does(benno, edit(arena))
	for _, fair := range []world.ZoneSpec{{Builders: []string{"Benno"}}, {Closed: true}, {Locked: true}} {
		fair.ID, fair.Name = "fair", "The Fair"
		c.refused(benno, edit(fair), world.CodeNotAllowed)
	}
	c.does(benno, edit(world.ZoneSpec{ID: "fair", Name: "The Fair", Desc: "Noise."}))
}

// A builder does not give a zone away by a name that was mistyped.
func TestNobodyIsLockedOutByMistake(t *testing.T) {
	c := withBuilders(t)
	mill := world.ZoneSpec{ID: "mill", Name: "The Mill", Builders: []string{"Anna"}}
	c.does(anna, edit(mill))
	mill.Builders = []string{"Anna Benno"}
	c.refused(anna, edit(mill), world.CodeNotAllowed)
	mill.Builders = []string{"Anna", "Benno"}
	c.does(anna, edit(mill))
	mill.Builders = []string{"Benno"}
	c.does(benno, edit(mill))
}

// Where people arrive is dry at every tide and open: no edit makes it otherwise, nor does a pack.
func TestPeopleArriveOnOpenGround(t *testing.T) {
	c := newScene(t)
	sea := &world.TidalSpec{Open: []world.Tide{world.TideLow}, Swept: worldtest.Market}
	quay := *c.s.Rooms[worldtest.Quay]
	quay.Tidal = sea
	port := world.ZoneSpec{ID: "port", Name: "The Port", Closed: true}
	for what, do := range map[string]world.Action{"the sea": edit(quay), "a closed zone": edit(port)} {
		if _, got := c.at(worldtest.Typed(merla, do)); got != world.CodeBadValue {
			t.Errorf("%s: got %q", what, got)
		}
	}
	mill := world.ZoneSpec{ID: "mill", Name: "The Mill", Closed: true}
	c.does(merla, edit(mill))
	quay = *c.s.Rooms[worldtest.Quay]
	quay.Zone = "mill"
	c.refused(merla, edit(quay), world.CodeBadValue)
	for what, spoil := range map[string]func(p *world.Pack){
		"the sea": func(p *world.Pack) { p.Start = worldtest.Strand },
		"a closed zone": func(p *world.Pack) {
			p.Start, p.Zones = worldtest.Arena, []world.ZoneSpec{{ID: "pit", Name: "The Pit", Closed: true}}
		},
	} {
		p := worldtest.SmallPack()
		spoil(&p)
		if len(p.Unsound()) == 0 {
			t.Errorf("a pack may have people arrive in %s", what)
		}
	}
}

// A hidden way that somebody found is shown to them no more when it leads into a closed zone.
func TestAWayFoundIntoAClosedZone(t *testing.T) {
	c := newScene(t)
	c.does(merla, world.Haul{Body: anna, To: worldtest.Store})
	c.does(anna, world.Move{Dir: world.Up})
	c.does(anna, world.Move{Dir: world.Down})
	knows := func() bool {
		return slices.ContainsFunc(c.s.WaysKnown(worldtest.Store, anna, c.s.Now), func(w world.Way) bool {
			return w.Dir == world.Up
		})
	}
	if !knows() {
		t.Fatal("she has not found the way")
	}
	loft := *c.s.Rooms[worldtest.Loft]
	loft.Zone = "attic"
	c.does(merla, edit(loft, world.ZoneSpec{ID: "attic", Name: "The Attic", Closed: true}))
	if knows() {
		t.Error("the way into the closed zone is still shown")
	}
}

// A rule that rests for ever waits for nothing, so that an idle world writes nothing; when its zone rests no more, it
// makes what it lacks.
func TestARuleAtRestWritesNothing(t *testing.T) {
	c := newScene(t)
	pit := world.ZoneSpec{ID: "pit", Name: "The Pit", Resets: world.ResetsNever}
	c.does(merla, edit(world.SpawnSpec{ID: "post", Item: "stone", Room: worldtest.Arena, Max: 1, Every: 60}, pit))
	c.does(merla, world.Purge{Item: c.s.Index.Floor[worldtest.Arena][len(c.s.Index.Floor[worldtest.Arena])-1]})
	c.wait(3 * world.Minute)
	for _, timer := range c.s.Timers {
		if timer.Kind == world.TimerSpawn && timer.Subject == "post" {
			t.Error("it waits though it rests for ever")
		}
	}
	pit.Resets = ""
	c.does(merla, edit(pit))
	c.wait(3 * world.Minute)
	if n, _, _ := c.s.Supply(c.s.Spawns["post"]); n != 1 {
		t.Errorf("there are %d of it when the zone rests no more", n)
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
