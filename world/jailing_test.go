package world_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// withJail gives a scene a pack that has a room for the jailed.
func withJail(t *testing.T) *scene {
	t.Helper()
	c := newScene(t)
	p := worldtest.SmallPack()
	p.Hash, p.Jail = "small-jail", worldtest.Loft
	if got, code := c.host(world.ApplyPack{Pack: p}); got != "PackApplied" {
		t.Fatalf("got %q %q", got, code)
	}
	return c
}

func (c *scene) jails(who world.ActorID, span world.Time) {
	c.Helper()
	c.does(merla, world.Impose{Kind: world.SanctionJail, Who: who, Span: span, Reason: "noise"})
}

func (c *scene) standsIn(who world.ActorID, want world.RoomID) {
	c.Helper()
	if got := c.s.Actors[who].Room; got != want {
		c.Errorf("%s is in %s, want %s", who, got, want)
	}
}

// TestJail: whoever is jailed is put into the pack's room for it, speaks to nobody elsewhere, comes away by no door and
// behind nobody, and is back where they were when it is over (OWNERS, section 2).
func TestJail(t *testing.T) {
	c := withJail(t)
	c.goes(benno, worldtest.Loft)
	c.emits(merla, world.Impose{Kind: world.SanctionJail, Who: anna, Reason: "noise"}, "Imposed Moved")
	c.standsIn(anna, worldtest.Loft)
	for _, act := range []world.Action{
		world.Move{Dir: world.Up}, world.Move{Dir: world.North}, world.Flee{}, world.Shout{Text: "help"},
		world.Tell{To: merla, Text: "help"},
	} {
		c.refused(anna, act, world.CodeJailed)
	}
	c.does(anna, world.Say{Text: "It is wet here."})
	c.does(anna, world.Whisper{To: benno, Text: "Very."})
	c.does(anna, world.Follow{Leader: benno})
	for _, e := range c.s.Rooms[worldtest.Loft].Exits {
		c.does(benno, world.Move{Dir: e.Dir})
		break
	}
	c.standsIn(anna, worldtest.Loft)
	c.does(anna, world.Depart{})
	c.does(anna, world.Enter{})
	c.standsIn(anna, worldtest.Loft)
	c.refused(anna, world.Move{Dir: world.Up}, world.CodeJailed)
	c.emits(merla, world.Lift{Sanction: "jail-pc-anna"}, "Lifted Moved")
	c.standsIn(anna, worldtest.Quay)
}

// TestJailKeepsTheDead: whoever dies in it wakes in it.
func TestJailKeepsTheDead(t *testing.T) {
	c := withJail(t)
	c.jails(anna, 0)
	c.goes(merla, worldtest.Loft)
	c.does(merla, world.Slay{Target: anna})
	c.standsIn(anna, worldtest.Loft)
}

// TestJailOfAnAccount: its other characters are put there too, also one that is made later; given anew it forgets
// nobody's place, and its end frees all.
func TestJailOfAnAccount(t *testing.T) {
	c := withJail(t)
	other := worldtest.Join(c.s, c.now, worldtest.Person{Name: "Anke", Account: "a-anna"})
	c.goes(other, worldtest.Arena)
	c.jails(anna, world.Minute)
	c.standsIn(other, worldtest.Loft)
	later := worldtest.Join(c.s, c.now, worldtest.Person{Name: "Antje", Account: "a-anna"})
	c.standsIn(later, worldtest.Loft)
	c.jails(other, 2*world.Minute)
	if n := len(c.s.Sanctions); n != 1 {
		t.Errorf("there are %d sanctions, want one", n)
	}
	c.wait(3 * world.Minute)
	c.standsIn(anna, worldtest.Quay)
	c.standsIn(other, worldtest.Arena)
	if len(c.s.Sanctions) > 0 {
		t.Errorf("left are %v", c.s.Sanctions)
	}
	if got := c.s.Actors[later].Room; got == worldtest.Loft {
		t.Error("who was made meanwhile is still there")
	}
}

// TestJailOfAGuest: it holds a guest, and goes with the guest.
func TestJailOfAGuest(t *testing.T) {
	c := withJail(t)
	c.jails(gast, 0)
	c.standsIn(gast, worldtest.Loft)
	c.does(gast, world.Depart{})
	c.wait(61 * world.Minute)
	if c.s.Actors[gast] != nil || len(c.s.Sanctions) > 0 {
		t.Errorf("the guest is still known, or jailed: %v", c.s.Sanctions)
	}
}

// TestJailWithoutARoom: where the pack has none, people are kept where they stand.
func TestJailWithoutARoom(t *testing.T) {
	c := newScene(t)
	c.emits(merla, world.Impose{Kind: world.SanctionJail, Who: anna}, "Imposed")
	c.refused(anna, world.Move{Dir: world.North}, world.CodeJailed)
	c.emits(merla, world.Lift{Sanction: "jail-pc-anna"}, "Lifted")
	c.standsIn(anna, worldtest.Quay)
}
