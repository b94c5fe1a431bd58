package world_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// Into a room that needs a boat comes who has one in hand, or is a wizard; who follows without one stays behind.
func TestARoomThatNeedsABoatLetsInWhoHasOne(t *testing.T) {
	c := newScene(t)
	arena, stone := *c.s.Rooms[worldtest.Arena], *c.s.ItemSpecs["stone"]
	arena.Needs, stone.Serves = world.PassBoat, []world.Passage{world.PassBoat}
	c.does(merla, edit(arena, stone))
	for _, who := range []world.ActorID{anna, benno, merla} {
		c.goes(who, worldtest.Market)
	}
	c.refused(anna, world.Move{Dir: world.North}, world.CodeCannot)
	for _, w := range c.s.Ways(worldtest.Market, anna, c.now) {
		if isIt := w.Dir == world.North; (w.Needs == world.PassBoat) != isIt {
			t.Errorf("the way %s needs %q", w.Dir, w.Needs)
		}
	}
	c.does(benno, world.Follow{Leader: anna})
	c.gets(anna, "stone")
	c.does(anna, world.Move{Dir: world.North})
	if c.s.Actors[anna].Room != worldtest.Arena || c.s.Actors[benno].Room != worldtest.Market {
		t.Errorf("with a boat she is in %s, without one he is in %s", c.s.Actors[anna].Room, c.s.Actors[benno].Room)
	}
	c.does(merla, world.Move{Dir: world.North})
}

// A boat that is worn serves while it is.
func TestWhatIsWornServesWhileItIsWorn(t *testing.T) {
	c := newScene(t)
	arena, wings := *c.s.Rooms[worldtest.Arena], *c.s.ItemSpecs["cap"]
	arena.Needs, wings.Serves = world.PassFlight, []world.Passage{world.PassFlight}
	c.does(merla, edit(arena, wings))
	c.goes(anna, worldtest.Market)
	id := c.gets(anna, "cap")
	c.refused(anna, world.Move{Dir: world.North}, world.CodeCannot)
	c.does(anna, world.Wear{Items: []world.ItemID{id}})
	c.does(anna, world.Move{Dir: world.North})
}

func TestARoomHoldsAsManyPeopleAsItFits(t *testing.T) {
	c := newScene(t)
	arena := *c.s.Rooms[worldtest.Arena]
	arena.Fits = 1 // and the creatures there do not count
	c.does(merla, edit(arena))
	c.goes(anna, worldtest.Market)
	c.goes(benno, worldtest.Market)
	c.does(anna, world.Move{Dir: world.North})
	c.refused(benno, world.Move{Dir: world.North}, world.CodeFull)
	c.does(anna, world.Move{Dir: world.South})
	c.does(benno, world.Move{Dir: world.North})
}

// Where a law of silence is, no shout is heard from outside, and neither shout nor tell goes in or out; what is said in
// the room is.
func TestASilentRoomKeepsItsWords(t *testing.T) {
	c := newScene(t)
	market := *c.s.Rooms[worldtest.Market]
	market.Silent = true
	c.does(merla, edit(market))
	c.goes(anna, worldtest.Market)
	c.goes(benno, worldtest.Market)
	c.refused(anna, world.Shout{Text: "Ho!"}, world.CodeCannot)
	c.refused(anna, world.Tell{To: merla, Text: "Ho!"}, world.CodeCannot)
	c.refused(merla, world.Tell{To: anna, Text: "Ho!"}, world.CodeCannot)
	c.does(anna, world.Tell{To: benno, Text: "Ho!"})
	c.does(anna, world.Say{Text: "Ho!"})
	c.does(merla, world.Shout{Text: "Ho!"})
	if got := c.heardBy(anna, c.last); len(got) != 0 {
		t.Errorf("she hears %v", got)
	}
}

// A thing for a higher level is worn and drunk by nobody below it.
func TestAThingTakesItsLevel(t *testing.T) {
	c := newScene(t)
	cap2, tonic := *c.s.ItemSpecs["cap"], *c.s.ItemSpecs["tonic"]
	cap2.Level, tonic.Level = 2, 2
	c.does(merla, edit(cap2, tonic))
	worn, drunk := c.gets(anna, "cap"), c.gets(anna, "tonic")
	c.refused(anna, world.Wear{Items: []world.ItemID{worn}}, world.CodeCannot)
	c.refused(anna, world.Consume{Item: drunk}, world.CodeCannot)
	c.does(merla, world.SetField{Actor: anna, Field: "level", Value: 2})
	c.does(anna, world.Wear{Items: []world.ItemID{worn}})
	c.does(anna, world.Consume{Item: drunk})
}

// Who follows and is kept out reads what they would have read, had they typed the direction, and so does who may not
// yet go there.
func TestAFollowerIsToldWhatKeepsThemOut(t *testing.T) {
	c := newScene(t)
	arena := *c.s.Rooms[worldtest.Arena]
	arena.Fits = 1
	c.does(merla, edit(arena))
	for _, who := range []world.ActorID{anna, benno} {
		c.goes(who, worldtest.Market)
	}
	c.does(benno, world.Follow{Leader: anna})
	typed := c.s.Refuses(c.now, world.Input{
		Actor: benno, Via: world.Via{Kind: world.ViaKeyboard}, Action: world.Move{Dir: world.North},
	})
	if typed != nil {
		t.Fatalf("the arena is full before anybody is in it: %s", typed.Text)
	}
	c.does(anna, world.Move{Dir: world.North})
	var held []world.HeldBack
	for _, n := range c.last.Notices {
		if e, ok := n.Event.(world.HeldBack); ok {
			held = append(held, e)
			if len(n.To) != 1 || !slices.Equal(n.To[0].Who, []uint32{c.s.Actors[benno].Num}) {
				t.Errorf("it is told to %v", n.To)
			}
		}
	}
	typed = c.s.Refuses(c.now, world.Input{
		Actor: benno, Via: world.Via{Kind: world.ViaKeyboard}, Action: world.Move{Dir: world.North},
	})
	if len(held) != 1 || typed == nil || held[0].Why != typed.Text || held[0].Leader != anna {
		t.Errorf("benno is told %+v, and had he typed it, %+v", held, typed)
	}
}

// What clings and is worn is said to cling, and not to be taken off first, which cannot be done.
func TestWhatClingsIsNotToBeTakenOffFirst(t *testing.T) {
	c := newScene(t)
	spec := *c.s.ItemSpecs["cap"]
	spec.Clings = true
	c.does(merla, edit(spec))
	id := c.gets(anna, "cap")
	c.does(anna, world.Wear{Items: []world.ItemID{id}})
	give := world.Input{
		Actor: anna, Via: world.Via{Kind: world.ViaKeyboard}, Action: world.Give{Items: []world.ItemID{id}, To: merla},
	}
	if r := c.s.Refuses(c.now, give); r == nil || !strings.Contains(r.Text, "bring yourself to part with") {
		t.Errorf("a worn thing that clings: %v", r)
	}
}

// What clings is neither dropped nor given, put away nor taken off.
func TestWhatClingsStaysWithWhoHasIt(t *testing.T) {
	c := newScene(t)
	spec := *c.s.ItemSpecs["cap"]
	spec.Clings = true
	c.does(merla, edit(spec))
	id := c.gets(anna, "cap")
	bag := c.gets(anna, "pouch")
	c.refused(anna, world.Drop{Items: []world.ItemID{id}}, world.CodeCannot)
	c.refused(anna, world.Give{Items: []world.ItemID{id}, To: merla}, world.CodeCannot)
	c.refused(anna, world.Put{Items: []world.ItemID{id}, Into: bag}, world.CodeCannot)
	c.does(anna, world.Wear{Items: []world.ItemID{id}})
	c.refused(anna, world.Remove{Items: []world.ItemID{id}}, world.CodeCannot)
	if c.s.LetsGo(c.s.Items[id]) {
		t.Error("it is offered to let go of it")
	}
}
