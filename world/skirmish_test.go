package world_test

import (
	"fmt"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
)

func fighter(id string, side world.Side) *world.Fighter {
	return &world.Fighter{
		ID: world.ActorID(id), Name: id, Side: side, HP: 20, HPMax: 20, AC: 12, Speed: 6, Level: 1, Skill: 3,
		Damage: world.Dice{N: 1, S: 6}, Reach: 1, Verb: "strike",
	}
}

// Every fight that is fought by rule ends, and neither side of two that are matched wins much more than the other.
func TestSkirmishesEnd(t *testing.T) {
	won := map[world.Side]int{}
	longest := 0
	for n := range 1000 {
		k := &world.Skirmish{Encounter: "battle-1", Seed: uint64(n), Mode: world.ModeExploration,
			Ground: world.GroundOf(&world.RoomSpec{ID: world.RoomID(fmt.Sprint("room-", n%20))})}
		size := 1 + n%4
		do := func(a world.Act) {
			t.Helper()
			if _, r := k.Do(a); r != nil {
				t.Fatalf("fight %d: %+v: %s", n, a, r.Text)
			}
		}
		for i := range size {
			do(world.Act{Kind: world.ActJoin, Fighter: fighter(fmt.Sprint("a", i), world.SideA)})
			do(world.Act{Kind: world.ActJoin, Fighter: fighter(fmt.Sprint("b", i), world.SideB)})
		}
		do(world.Act{Kind: world.ActInitiative})
		steps := 0
		for ; k.Mode == world.ModeCombat; steps++ {
			if steps > 5000 {
				t.Fatalf("fight %d does not end", n)
			}
			do(k.Tactic(k.Active))
		}
		longest = max(longest, k.Round)
		won[k.Won]++
	}
	t.Log(won, longest)
	if won[world.SideA] > 600 || won[world.SideB] > 600 {
		t.Errorf("of 1000 matched fights side a won %d and side b %d", won[world.SideA], won[world.SideB])
	}
}
