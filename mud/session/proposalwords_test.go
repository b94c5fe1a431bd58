package session_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/proposal"
)

// What would be done is told so that it can be heard: who, which way, and where to.
func TestDescribe(t *testing.T) {
	s := proposal.Summary{Entities: []proposal.Entity{{ID: "pc-ann", Name: "Ann", Position: world.Cell{X: 2, Y: 3}}}}
	where := func(id world.ActorID) string {
		if id == "pc-ann" {
			return "Ann"
		}
		if id == "npc-2" {
			return "élodie"
		}
		return "the barkeep"
	}
	path := func(xy ...int) []world.Cell {
		var out []world.Cell
		for i := 0; i < len(xy); i += 2 {
			out = append(out, world.Cell{X: xy[i], Y: xy[i+1]})
		}
		return out
	}
	move := func(xy ...int) proposal.Declared {
		return proposal.Declared{Type: world.ActMove, EntityID: "pc-ann", Path: path(xy...)}
	}
	for _, tt := range []struct {
		d    proposal.Declared
		want string
	}{
		{move(3, 3, 4, 3, 5, 3), "Ann goes 3 steps east, to 5,3."},
		{move(2, 2), "Ann goes 1 step north, to 2,2."},
		{move(2, 4, 2, 5, 1, 5), "Ann goes 2 steps south and 1 step west, to 1,5."},
		{move(3, 3, 3, 4, 4, 4, 4, 5, 5, 5), "Ann goes 5 steps, to 5,5."},
		{move(3, 3, 3, 4, 4, 4), "Ann goes 1 step east, 1 step south and 1 step east, to 4,4."},
		{move(9, 9), "Ann goes to 9,9."},
		{move(), "Ann goes nowhere."},
		{proposal.Declared{Type: world.ActMove, EntityID: "npc-1", Path: path(1, 1)}, "The barkeep goes to 1,1."},
		{proposal.Declared{Type: world.ActAttack, AttackerID: "pc-ann", TargetID: "npc-1"}, "Ann attacks the barkeep."},
		{proposal.Declared{Type: world.ActEndTurn, EntityID: "npc-2"}, "Élodie ends the turn."},
		{proposal.Declared{Type: world.ActEndTurn, EntityID: "pc-ann"}, "Ann ends the turn."},
		{proposal.Declared{Type: world.ActInitiative}, "Everybody rolls for initiative, and it comes to blows."},
		{proposal.Declared{Type: "SETTLE"}, "Nothing that anybody could do."},
	} {
		if got := session.DescribeAction(s, tt.d, where); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}
