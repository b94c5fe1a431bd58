package world_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// A quest that names one thing twice wants two of it, and one that names a creature twice wants two deaths (OWNERS D4).
func TestQuestsCountWhatTheyName(t *testing.T) {
	p := worldtest.SmallPack()
	p.Quests = []world.QuestSpec{{
		ID: "pair", Name: "A Pair", Room: worldtest.Quay, Offer: "Will you?", Active: "You look for two.", Done: "Done.",
		Needs: []world.NeedSpec{{Find: "stone"}, {Find: "stone"}, {Slay: "rat"}, {Slay: "rat"}},
	}}
	p.Spawns = append(p.Spawns,
		world.SpawnSpec{ID: "two-stones", Item: "stone", Room: worldtest.Quay, Max: 2},
		world.SpawnSpec{ID: "two-rats", Mob: "rat", Room: worldtest.Market, Max: 2})
	j := worldtest.NewJudge()
	now := world.Time(1)
	do := func(in world.Input) (advanced []int, r *world.Refusal) {
		t.Helper()
		now += world.Second
		rec, r, err := j.Do(now, in)
		if err != nil {
			t.Fatal(err)
		}
		if rec != nil {
			for _, n := range rec.Notices {
				if e, ok := n.Event.(world.QuestAdvanced); ok && e.Actor == "pc-anna" {
					advanced = append(advanced, e.Done)
				}
			}
		}
		return advanced, r
	}
	host := world.Via{Kind: world.ViaHost}
	do(world.Input{Via: host, Action: world.Start{Build: "test", Wall: 1, Seed: 7}})
	do(world.Input{Via: host, Action: world.ApplyPack{Pack: p}})
	do(world.Input{Via: host, Action: world.Create{Account: "a-ann", Name: "Anna", Role: world.RolePlayer}})
	do(worldtest.Typed("pc-anna", world.Enter{}))
	do(worldtest.Typed("pc-anna", world.AcceptQuest{Quest: "pair"}))
	var stones []world.ItemID
	for _, id := range j.State.Index.Floor[worldtest.Quay] {
		if j.State.Items[id].Proto == "stone" {
			stones = append(stones, id)
		}
	}
	for i, id := range stones[:2] {
		if got, _ := do(worldtest.Typed("pc-anna", world.Take{Items: []world.ItemID{id}})); len(got) != 1 || got[0] != i+1 {
			t.Errorf("stone %d: needs were met as %v, want %d", i+1, got, i+1)
		}
	}
	if _, r := do(worldtest.Typed("pc-anna", world.CompleteQuest{Quest: "pair"})); r == nil {
		t.Error("it was completed without the rats")
	}
	do(worldtest.Typed("pc-anna", world.Move{Dir: world.North}))
	for i := range 2 {
		var rat world.ActorID
		for _, id := range j.State.Index.Present[worldtest.Market] {
			if j.State.Actors[id].Proto == "rat" {
				rat = id
			}
		}
		got, r := do(worldtest.Typed("pc-anna", world.Attack{Target: rat}))
		if r != nil {
			t.Fatal(r)
		}
		for j.State.Actors[rat] != nil {
			more, _ := do(world.Input{Via: world.Via{Kind: world.ViaTimer}, Action: world.Tick{}})
			got = append(got, more...)
		}
		if len(got) != 1 || got[0] != i+3 {
			t.Errorf("rat %d: needs were met as %v, want %d", i+1, got, i+3)
		}
	}
}
