package proposal_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/proposal"
)

// lantern is an encounter on a ground of five by three: a in the middle of the left side, a pillar east of them, and b
// behind it.
func lantern() *world.Encounter {
	return &world.Encounter{
		ID: "battle-1", Name: "the Lantern", Clock: 30, Due: 12_500,
		Skirmish: world.Skirmish{
			Encounter: "battle-1", Seed: 424242, Rolls: 7, Mode: world.ModeCombat, Round: 2, Active: "a",
			Order:  []world.ActorID{"a", "b"},
			Ground: world.Ground{Width: 5, Height: 3, Features: []world.Feature{{X: 1, Y: 1, Name: "a pillar", Blocks: true}}},
			Fighters: []world.Fighter{
				{ID: "a", Name: "Ann", Side: world.SideA, At: world.Cell{X: 0, Y: 1},
					HP: 5, HPMax: 9, AC: 12, Speed: 6, Moved: 3, Struck: true},
				{ID: "b", Name: "Ben", Side: world.SideB, At: world.Cell{X: 2, Y: 1}, HP: 7, HPMax: 7, AC: 10, Speed: 6},
				{ID: "c", Name: "Cob", Side: world.SideB, At: world.Cell{X: 4, Y: 2}, HP: 0, HPMax: 7, AC: 10, Speed: 6},
			},
		},
	}
}

// S3-01, S3-24: the shape that everybody who reads words or draws a ground is given.
func TestSummarize(t *testing.T) {
	e := lantern()
	raw, err := json.Marshal(proposal.Seen(e, "a", 10_000))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"id":"battle-1","summary":{"map":{"name":"the Lantern","grid":{"width":5,"height":3},"terrain":[` +
		`{"x":1,"y":1,"name":"a pillar","blocked":true}]},` +
		`"entities":[{"id":"a","name":"Ann","side":"a","position":{"x":0,"y":1},"hp":5,"hpMax":9,` +
		`"ac":12,"speed":6},` +
		`{"id":"b","name":"Ben","side":"b","position":{"x":2,"y":1},"hp":7,"hpMax":7,"ac":10,"speed":6}],` +
		`"combat":{"mode":"combat","round":2,"activeEntityId":"a","initiativeOrder":["a","b"],` +
		`"movementLeft":3,"activeHasActed":true}},` +
		`"you":"a","reach":[1,2,3,-1,-1,0,-1,-1,-1,-1,1,2,3,-1,-1],"due":3,"clock":30}`
	if string(raw) != want {
		t.Errorf("got\n%s\nwant\n%s", raw, want)
	}
	if strings.Contains(string(raw), "424242") {
		t.Error("the seed is shown")
	}
	e.Clock = 2 // and a turn never seems to have more
	if due := proposal.Seen(e, "a", 10_000).Due; due != 2 {
		t.Errorf("%d seconds are left of two", due)
	}
	// It shares nothing with the fight.
	s := proposal.Summarize("x", &e.Skirmish)
	s.Combat.InitiativeOrder[0], s.Entities[0].HP, s.Map.Terrain[0].Blocked = "z", 99, false
	if e.Order[0] != "a" || e.Fighters[0].HP != 5 || !e.Ground.Features[0].Blocks {
		t.Error("a summary reaches into the fight")
	}
}

// Reach is where one may step now: nowhere on somebody else's turn, far before it comes to blows, nothing for who only
// watches.
func TestReach(t *testing.T) {
	for _, c := range []struct {
		mode world.SkirmishMode
		body world.ActorID
		want []int
	}{
		{world.ModeCombat, "b", []int{-1, -1, -1, -1, -1, -1, -1, 0, -1, -1, -1, -1, -1, -1, -1}},
		{world.ModeExploration, "a", []int{1, 2, 3, 4, 5, 0, -1, -1, 5, 6, 1, 2, 3, 4, 5}},
		{world.ModeCombat, "stranger", nil},
		{world.ModeCombat, "", nil},
		{world.ModeCombat, "c", nil}, // who has fallen
		{world.ModeOver, "a", nil},
	} {
		e := lantern()
		e.Mode = c.mode
		v := proposal.Seen(e, c.body, 20_000)
		if !slices.Equal(v.Reach, c.want) || v.Due != 0 || (v.You == "") != (c.want == nil) {
			t.Errorf("%s, %s: got %v for %q, %d s", c.mode, c.body, v.Reach, v.You, v.Due)
		}
	}
}
