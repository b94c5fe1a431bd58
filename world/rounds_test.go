package world_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

const (
	noon  = 5*world.GameHour + world.Minute // the world begins at seven
	night = 13*world.GameHour + world.Minute
)

// away sends everybody but Anna out of the world.
func away(c *scene) {
	for _, who := range []world.ActorID{benno, gast, merla} {
		c.does(who, world.Depart{})
	}
}

// The keeper is on the quay by day, in the market from noon and in the store at night, and nothing has to happen for it
// but that somebody comes.
func TestRounds(t *testing.T) {
	for name, tt := range map[string]struct {
		at   world.Time
		do   func(c *scene) // after it Anna stands where somebody may be
		want world.RoomID   // where the keeper is then
	}{
		"by day, where it was":     {noon - world.GameHour, nothing, worldtest.Quay},
		"at noon, in sight":        {noon, nothing, worldtest.Quay},
		"at noon, where it is due": {noon, walk(world.North), worldtest.Quay}, // Anna has just seen it elsewhere
		"at noon, come from afar":  {noon, comesTo(worldtest.Market), worldtest.Market},
		"at noon, where it was":    {noon, both(comesTo(worldtest.Arena), comesTo(worldtest.Quay)), worldtest.Market},
		"at noon, where it is not": {noon, comesTo(worldtest.Arena), worldtest.Quay},
		"at noon, seen by another": {noon, both(enter(benno), comesTo(worldtest.Market)), worldtest.Quay},
		"at noon, entering":        {noon, both(leave, enter(anna)), worldtest.Market},
		"at night, behind a lock":  {night, comesTo(worldtest.Store), worldtest.Store},
		"at noon, at a table":      {noon, both(seatKeeper, comesTo(worldtest.Market)), worldtest.Quay},
		"at noon, just spoken to":  {noon, both(tellKeeper(0), comesTo(worldtest.Market)), worldtest.Quay},
		"at noon, spoken to a while ago": {noon, both(tellKeeper(2*world.Minute), comesTo(worldtest.Market)),
			worldtest.Market},
	} {
		t.Run(name, func(t *testing.T) {
			c := newMinded(t)
			away(c)
			if r := worldtest.RunTimers(c.s, tt.at); c.s.Actors[keeper].Room != worldtest.Quay {
				t.Fatalf("the clock alone moved it, in %d records", len(r))
			}
			c.now = tt.at
			tt.do(c)
			if got := c.s.Actors[keeper].Room; got != tt.want {
				t.Errorf("the keeper is in %s, want %s", got, tt.want)
			}
		})
	}
}

func nothing(*scene) {}

func walk(dir world.Dir) func(*scene) { return func(c *scene) { c.does(anna, world.Move{Dir: dir}) } }

// comesTo has the daemon send Anna somewhere, from where she sees nothing of the keeper.
func comesTo(room world.RoomID) func(*scene) {
	return func(c *scene) {
		c.hosts(world.Haul{Body: anna, To: worldtest.Loft})
		if room != worldtest.Loft {
			c.hosts(world.Haul{Body: anna, To: room})
		}
	}
}

func enter(who world.ActorID) func(*scene) { return func(c *scene) { c.does(who, world.Enter{}) } }

func leave(c *scene) {
	c.hosts(world.Haul{Body: anna, To: worldtest.Market})
	c.does(anna, world.Depart{})
}

func seatKeeper(c *scene) {
	if _, code := c.at(thinks(keeper, world.Sit{Board: "barrel"})); code != "" {
		c.Fatalf("sit: %s", code)
	}
}

// tellKeeper speaks to the keeper from afar, and lets time pass.
func tellKeeper(ago world.Time) func(*scene) {
	return func(c *scene) {
		c.does(anna, world.Tell{To: keeper, Text: "Where are you?"})
		c.now += ago
	}
}

func both(f, g func(*scene)) func(*scene) { return func(c *scene) { f(c); g(c) } }

// Nobody sees it come or go: whoever arrives finds it there, doing what its round says, and it alone knows.
func TestRoundsAreQuiet(t *testing.T) {
	c := newMinded(t)
	c.now = noon
	c.goes(benno, worldtest.Arena)
	for _, who := range []world.ActorID{gast, merla} {
		c.does(who, world.Depart{})
	}
	c.hosts(world.Haul{Body: anna, To: worldtest.Loft})
	c.hosts(world.Haul{Body: anna, To: worldtest.Market})
	for i := range c.last.Notices {
		n := &c.last.Notices[i]
		e, ok := n.Event.(world.Moved)
		if !ok || e.Manner != world.Settled {
			continue
		}
		if len(n.To) != 1 || len(n.To[0].Who) != 1 || n.To[0].Who[0] != c.s.Actors[keeper].Num {
			t.Errorf("told to %v, want the keeper alone", n.To)
		}
	}
	line := func(hour world.Time) string {
		for _, p := range c.s.LookInto(worldtest.Market, anna, hour).People {
			if p.ID == string(keeper) {
				return p.Line
			}
		}
		return "nowhere"
	}
	if got := line(c.now); got != "The keeper haggles over an onion." {
		t.Errorf("at its place: %q", got)
	}
	if got := line(noon - world.GameHour); got != "A keeper is here." {
		t.Errorf("where it is no longer due: %q", got)
	}
}

// A creature that is where it does not walk, and makes no rounds, is at home when somebody looks.
func TestStrayCreatureIsHomeAgain(t *testing.T) {
	c := newMinded(t)
	c.goes(watchman, worldtest.Quay)
	if got := c.s.Toward(c.s.Actors[watchman], worldtest.Arena, c.now); got != "" {
		t.Errorf("toward the arena by ways that it does not walk: %q", got)
	}
	c.now += world.Minute
	for _, who := range []world.ActorID{anna, benno, gast, merla} {
		c.goes(who, worldtest.Loft)
	}
	c.goes(merla, worldtest.Arena)
	if got := c.s.Actors[watchman].Room; got != worldtest.Arena {
		t.Errorf("the watchman is in %s", got)
	}
}

// Somebody waits where it is due: it does not appear before them, though nobody sees it go.
func TestNobodyAppearsInSight(t *testing.T) {
	c := newMinded(t)
	c.goes(benno, worldtest.Market)
	for _, who := range []world.ActorID{anna, gast, merla} {
		c.goes(who, worldtest.Loft)
	}
	c.now = noon
	c.hosts(world.Haul{Body: anna, To: worldtest.Quay})
	if got := c.s.Actors[keeper].Room; got != worldtest.Quay {
		t.Errorf("the keeper is in %s, before Benno's eyes", got)
	}
}

// Who follows a creature finds it where it went, whatever the hour.
func TestLeaderStays(t *testing.T) {
	c := newMinded(t)
	away(c)
	c.does(anna, world.Follow{Leader: keeper})
	c.now = night
	if _, code := c.at(thinks(keeper, world.Move{Dir: world.North})); code != "" {
		t.Fatalf("move: %s", code)
	}
	if k, a := c.s.Actors[keeper].Room, c.s.Actors[anna].Room; k != worldtest.Market || a != worldtest.Market {
		t.Errorf("the keeper is in %s and Anna in %s", k, a)
	}
}

// Who walks by itself knows the way.
func TestToward(t *testing.T) {
	c := newMinded(t)
	for room, want := range map[world.RoomID]world.Dir{
		worldtest.Market: world.North, worldtest.Store: world.In, worldtest.Loft: world.In, worldtest.Quay: "",
		worldtest.Arena: "", worldtest.Strand: "", "nowhere": "",
	} {
		if got := c.s.Toward(c.s.Actors[keeper], room, c.now); got != want {
			t.Errorf("toward %s: got %q, want %q", room, got, want)
		}
	}
}

// An idle world writes nothing, however many hours go by.
func TestRoundsDoNotTick(t *testing.T) {
	c := newMinded(t)
	away(c)
	c.does(anna, world.Depart{})
	c.wait(world.GameDay) // what was begun comes to its end
	if got := c.wait(3 * world.GameDay); len(got) != 0 {
		t.Errorf("%d records in three days without anybody", len(got))
	}
}
