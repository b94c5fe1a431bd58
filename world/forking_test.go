package world_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/worldtest"
	"pgregory.net/rapid"
)

// A fork begins as its world is, goes on by the same rules, and whatever happens there is nothing to the world; nor is
// what happens in the world anything to the fork.
func TestAForkGoesItsOwnWay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		j := worldtest.NewJudge()
		g, now := begin(t, j)
		play := func(n int) {
			for range n {
				var err error
				if now, err = g.Play(j, now); err != nil {
					t.Fatal(err)
				}
			}
		}
		play(rapid.IntRange(0, 40).Draw(t, "steps"))
		fork := j.State.Fork(7)
		fork.Reindex()
		if fork.Seed == j.State.Seed {
			t.Error("the dice fall alike")
		}
		fork.Seed = j.State.Seed
		if err := worldtest.SameState(j.State, fork); err != nil {
			t.Fatalf("a fork is not as its world: %v", err)
		}
		was := digest(t, j.State)
		g.Watch(fork)
		for range 30 {
			_, _ = fork.Decide(now, g.Input()) // a refusal is as good
		}
		if err := fork.Check(); err != nil {
			t.Fatalf("the fork: %v", err)
		}
		if digest(t, j.State) != was {
			t.Fatal("what happened in the fork is in the world")
		}
		then := digest(t, fork)
		g.Watch(j.State)
		play(20)
		if digest(t, fork) != then {
			t.Fatal("what happened in the world is in the fork")
		}
	})
}

// A builder stands in the world that a draft would make, and nobody else does; the world is as it was.
func TestADraftIsRehearsed(t *testing.T) {
	c := withBuilders(t)
	c.does(anna, world.HoldDraft{Draft: "mill"})
	yard := world.RoomSpec{ID: "yard", Name: "Yard", Desc: "Flour.", Exits: []world.ExitSpec{{
		Dir: world.Up, To: worldtest.Market,
	}}}
	c.does(anna, edit(yard))
	c.does(anna, world.HoldDraft{Draft: "mill", Room: "yard"})
	before := digest(t, c.s)
	fork := c.s.Fork(1)
	fork.Reindex()
	if r := fork.Rehearse(c.s.Now, anna, "mill"); r != nil {
		t.Fatal(r)
	}
	if a := fork.Actors[anna]; a.Room != "yard" || len(fork.Index.Awake) != 1 || fork.Check() != nil {
		t.Errorf("she stands in %s with %v: %v", a.Room, fork.Index.Awake, fork.Check())
	}
	if _, r := fork.Decide(c.s.Now, worldtest.Typed(anna, world.Move{Dir: world.Up})); r != nil {
		t.Errorf("she cannot walk there: %v", r)
	}
	if digest(t, c.s) != before {
		t.Error("the world is not as it was")
	}
	quay := *c.s.Rooms[worldtest.Quay]
	quay.Desc = "Mine."
	c.does(anna, edit(quay))
	quay.Desc = "Theirs."
	c.does(benno, edit(quay))
	fork = c.s.Fork(1)
	fork.Reindex()
	if r := fork.Rehearse(c.s.Now, anna, "mill"); r == nil || r.Code != world.CodeAlready {
		t.Errorf("what cannot be published is rehearsed: %v", r)
	}
}

func digest(t interface{ Fatal(args ...any) }, s *world.State) [32]byte {
	sum, err := journal.Digest(s)
	if err != nil {
		t.Fatal(err)
	}
	return sum
}
