package world_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
	"github.com/mudlark-mud/mudlark/world/worldtest/audit"
)

func TestTeaching(t *testing.T) {
	c := newTrade(t)
	c.emits(anna, world.Study{From: pedlar, Lesson: "tide"}, "Taught")
	c.purse(anna, 28)
	c.emits(anna, world.Study{From: pedlar, Lesson: "echo"}, "Taught")
	c.purse(anna, 28)
	if !c.s.Actors[anna].Known["loft"] || c.s.Actors[benno].Known["loft"] {
		t.Error("the loft is not known to her alone")
	}
	if got := c.told(benno, "Taught"); len(got) != 1 || got[0]&world.Mine != 0 {
		t.Errorf("who stands by perceives %b", got)
	}
	c.refused(anna, world.Study{From: pedlar, Lesson: "tide"}, world.CodeAlready)
	c.refused(anna, world.Study{From: pedlar, Lesson: "latin"}, world.CodeNotHere)
	c.refused(anna, world.Study{From: "npc-keeper", Lesson: "tide"}, world.CodeCannot)
	c.refused(gast, world.Study{From: pedlar, Lesson: "tide"}, world.CodePoor)
	c.emits(anna, world.Study{From: fence, Lesson: "tide"}, "Taught") // another's is another
	if got := len(c.s.Actors[anna].Lessons); got != 3 {
		t.Errorf("she learned %d lessons, want 3", got)
	}
	t.Run("a mind teaches what is free, and once", func(t *testing.T) {
		for _, tt := range []struct {
			to     world.ActorID
			lesson string
			want   world.Code
		}{
			{benno, "tide", world.CodeNotAllowed}, {benno, "alchemy", world.CodeNotAllowed}, {benno, "echo", ""},
			{benno, "echo", world.CodeAlready}, {pedlar, "echo", world.CodeNotHere}, {"pc-nobody", "echo", world.CodeNotHere},
		} {
			if _, code := c.at(thinks(fence, world.Teach{To: tt.to, Lesson: tt.lesson})); code != tt.want {
				t.Errorf("%s to %s: got %q, want %q", tt.lesson, tt.to, code, tt.want)
			}
		}
		c.purse(benno, 30)
		c.refused(anna, world.Teach{To: benno, Lesson: "echo"}, world.CodeCannot)
	})
}

// PEOPLE V2: what is promised for a deed is promised to who did it, paid to who did it, and once for each time.
func TestPromisesForDeeds(t *testing.T) {
	c := newTrade(t)
	promise := func(to world.ActorID) world.Code {
		_, code := c.at(thinks(fence, world.Promise{To: to, Promise: "pearl"}))
		return code
	}
	pearl := func(to world.ActorID) string {
		got, code := c.at(thinks(fence, world.Give{Items: one(c.holding(fence, "pearl")), To: to}))
		return got + string(code)
	}
	if got := promise(benno); got != "" {
		t.Fatalf("before it has to be earned: got %q", got)
	}
	p := audit.OpenMarket(worldtest.SmallPack(), worldtest.Quay)
	p.Hash = "earned"
	p.Mobs[0].Plays.Slip = 100 // and loses now and then
	for _, m := range p.Mobs {
		if m.ID == "fence" {
			m.Mind.Promises = []world.PromiseSpec{
				{ID: "pearl", Text: "A pearl.", Item: "pearl", For: world.PromiseFor{Beats: p.Mobs[0].ID}},
			}
		}
	}
	c.hosts(world.ApplyPack{Pack: p})
	if got := promise(anna); got != world.CodeNotAllowed {
		t.Fatalf("to who did nothing: got %q, want %q", got, world.CodeNotAllowed)
	}
	if got := pearl(benno); got != string(world.CodeNotAllowed) {
		t.Errorf("paid, by an old promise, to who did nothing: got %q", got)
	}
	c.goes(anna, c.s.Actors[keeper].Room)
	for won := 0; won == 0; {
		won, _ = against(c, 5)
	}
	c.goes(anna, worldtest.Quay)
	if got := pearl(anna); got != string(world.CodeNotAllowed) {
		t.Errorf("paid without a promise: got %q", got)
	}
	if got := promise(anna); got != "" {
		t.Fatalf("to who won: got %q", got)
	}
	if got := pearl(anna); got != "ItemGiven PromiseKept" {
		t.Errorf("paid: got %q", got)
	}
	if got := promise(anna); got != world.CodeNotAllowed {
		t.Errorf("twice for one game: got %q", got)
	}
}

func TestPromising(t *testing.T) {
	c := newTrade(t)
	promise := func(to world.ActorID, which string) world.Code {
		_, code := c.at(thinks(fence, world.Promise{To: to, Promise: which}))
		return code
	}
	for _, tt := range []struct {
		to    world.ActorID
		which string
		want  world.Code
	}{
		{anna, "the-moon", world.CodeNotAllowed}, {pedlar, "pearl", world.CodeNotHere}, {anna, "pearl", ""},
		{anna, "pearl", world.CodeAlready}, {gast, "pearl", ""}, {anna, "word", ""},
	} {
		if code := promise(tt.to, tt.which); code != tt.want {
			t.Errorf("%s to %s: got %q, want %q", tt.which, tt.to, code, tt.want)
		}
	}
	c.refused(anna, world.Promise{To: benno, Promise: "pearl"}, world.CodeCannot)
	owed := c.s.Owed(anna)
	if len(owed) != 2 || owed[0] != (world.PromiseLine{By: "Fence", Text: "A pearl, when there is one."}) {
		t.Fatalf("she is owed %+v", owed)
	}

	t.Run("the thing keeps it, given to the right one", func(t *testing.T) {
		gives := func(proto world.ProtoID, to world.ActorID) string {
			got, code := c.at(thinks(fence, world.Give{Items: one(c.holding(fence, proto)), To: to}))
			return got + string(code)
		}
		if got := gives("stone", anna); got != "ItemGiven" {
			t.Errorf("another thing: %s", got)
		}
		if got := gives("pearl", benno); got != string(world.CodeNotAllowed) {
			t.Errorf("to whom it was not promised: %s", got)
		}
		if got := gives("pearl", anna); got != "ItemGiven PromiseKept" {
			t.Errorf("the thing: %s", got)
		}
		if got := c.told(anna, "PromiseKept"); len(got) != 1 || len(c.told(benno, "PromiseKept")) != 0 {
			t.Errorf("she hears of it %b, and nobody else should", got)
		}
		if got := len(c.s.Owed(anna)); got != 1 {
			t.Errorf("she is owed %d promises, want 1", got)
		}
		c.wait(world.Minute) // the next pearl
		if got := gives("pearl", anna); got != string(world.CodeNotAllowed) {
			t.Errorf("a second one: %s", got)
		}
	})
	t.Run("a promise that was kept is kept once", func(t *testing.T) {
		if code := promise(anna, "pearl"); code != world.CodeAlready || len(c.s.Owed(anna)) != 1 {
			t.Errorf("got %q, and %d are open", code, len(c.s.Owed(anna)))
		}
	})
	t.Run("a guest who is forgotten is owed nothing", func(t *testing.T) {
		c.does(merla, world.SetField{Actor: gast, Field: "coins", Value: 30})
		c.does(gast, world.Haggle{To: pedlar, Ware: "cap", Coins: 5})
		if len(c.s.Promises) != 3 || len(c.s.Deals) != 1 {
			t.Fatalf("there are %d promises and %d bargains", len(c.s.Promises), len(c.s.Deals))
		}
		c.does(gast, world.Depart{})
		c.wait(61 * world.Minute)
		worldtest.RunTimers(c.s, c.now)
		if c.s.Actors[gast] != nil || len(c.s.Promises) != 2 || len(c.s.Deals) != 0 {
			t.Errorf("%d promises and %d bargains are left", len(c.s.Promises), len(c.s.Deals))
		}
	})
}
