package panes_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mudlark-mud/mudlark/tui/panes"
	"github.com/mudlark-mud/mudlark/tui/view"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/proposal"
)

// told is a fight as it is told: Ben and Seren against a barkeep, who is on turn.
func told() *proposal.View {
	return &proposal.View{ID: "battle-1", You: "pc-seren", Due: 12, Clock: 30, Summary: proposal.Summary{
		Map: proposal.Map{Name: "The Lantern", Grid: proposal.Grid{Width: 4, Height: 3}, Terrain: []proposal.Terrain{
			{X: 1, Y: 1, Name: "the bar", Blocked: true}, {X: 2, Y: 2, Name: "a table", Cover: 2},
		}},
		Entities: []proposal.Entity{
			{ID: "p7", Name: "Ben", Side: world.SideB, HP: 20, HPMax: 20},
			{ID: "pc-seren", Name: "Seren", Side: world.SideB, Position: world.Cell{X: 3, Y: 2}, HP: 12, HPMax: 20, Speed: 6},
			{ID: "npc-barkeep-01", Name: "barkeep", Side: world.SideA, Position: world.Cell{X: 1}, HP: 9, HPMax: 18, AC: 11},
		},
		Combat: proposal.Combat{
			Mode: world.ModeCombat, Round: 2, ActiveEntityID: "npc-barkeep-01", MovementLeft: 4,
			InitiativeOrder: []world.ActorID{"npc-barkeep-01", "pc-seren"},
		},
	}}
}

// TestOf: what is told of a fight is what is drawn, in the order of turns; foes are those of the other side than one's
// own; the end of a turn stays where it was though it is told anew a little later; and a fight that is over is gone.
func TestOf(t *testing.T) {
	until := noon().Add(12 * time.Second)
	want := &view.Arena{
		Title: "The Lantern", Width: 4, Height: 3, You: "pc-seren", Fights: true, Round: 2, Active: "npc-barkeep-01",
		Left: 4, Until: until,
		Features: []view.Feature{
			{At: view.Cell{X: 1, Y: 1}, Name: "the bar", Blocked: true}, {At: view.Cell{X: 2, Y: 2}, Name: "a table", Cover: 2},
		},
		Fighters: []view.Fighter{
			{ID: "npc-barkeep-01", Name: "barkeep", Foe: true, At: view.Cell{X: 1}, HP: 9, HPMax: 18, AC: 11},
			{ID: "pc-seren", Name: "Seren", At: view.Cell{X: 3, Y: 2}, HP: 12, HPMax: 20, Speed: 6},
			{ID: "p7", Name: "Ben", HP: 20, HPMax: 20},
		},
	}
	got := panes.ArenaOf(told(), until, nil)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if again := panes.ArenaOf(told(), until.Add(time.Second), got); !again.Until.Equal(until) {
		t.Errorf("told again, the turn ends at %s, want %s", again.Until, until)
	}
	if late := panes.ArenaOf(told(), until.Add(5*time.Second), got); late.Until.Equal(until) {
		t.Error("a turn that was given more time ends when it did")
	}
	over := told()
	over.Summary.Combat.Mode = world.ModeOver
	for name, v := range map[string]*proposal.View{"none": nil, "over": over} {
		if got := panes.ArenaOf(v, until, got); got != nil {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// TestOfHostile: however much a server tells, little is taken, and quickly.
func TestOfHostile(t *testing.T) {
	v := told()
	for range 100_000 {
		v.Summary.Entities = append(v.Summary.Entities, proposal.Entity{ID: "x", Name: "\x1b[2J"})
		v.Summary.Combat.InitiativeOrder = append(v.Summary.Combat.InitiativeOrder, "x")
		v.Summary.Map.Terrain = append(v.Summary.Map.Terrain, proposal.Terrain{X: -1})
	}
	got := panes.ArenaOf(v, noon(), nil)
	if len(got.Fighters) > 64 || len(got.Features) > 64*64 {
		t.Errorf("%d fighters, %d features", len(got.Fighters), len(got.Features))
	}
}
