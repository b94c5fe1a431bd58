package gm_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/gm"
)

// brawl is a fight in a common room. S is Seren, B the barkeep, r and R two rats, f a friend of Seren's, # blocks, + is
// cover.
//
//	   0123456789ab
//	0  ............
//	1  ......###...
//	2  ......#B....
//	3  ..S...#.....
//	4  .....++.....
//	5  ..f.....r...
//	6  ...........R
func brawl() gm.Summary {
	s := gm.Summary{
		Map: gm.Map{Name: "the common room", Grid: gm.Grid{Width: 12, Height: 7}},
		Entities: []gm.Entity{
			{ID: "pc-seren", Name: "Seren", Side: world.SideA, Position: world.Cell{X: 2, Y: 3}, HP: 10, AC: 12, Speed: 6},
			{ID: "npc-barkeep-01", Name: "the barkeep", Side: world.SideB, Position: world.Cell{X: 7, Y: 2}, HP: 9, AC: 11, Speed: 6},
			{ID: "rat-2", Name: "a grey rat", Side: world.SideB, Position: world.Cell{X: 8, Y: 5}, HP: 4, AC: 10, Speed: 6},
			{ID: "rat-3", Name: "a brown rat", Side: world.SideB, Position: world.Cell{X: 11, Y: 6}, HP: 2, AC: 10, Speed: 6},
			{ID: "ann", Name: "Ann", Side: world.SideA, Position: world.Cell{X: 2, Y: 5}, HP: 8, AC: 10, Speed: 6},
		},
		Combat: gm.Combat{Mode: world.ModeCombat, Round: 1, ActiveEntityID: "pc-seren", MovementLeft: 6},
	}
	for _, c := range []world.Cell{{X: 6, Y: 1}, {X: 7, Y: 1}, {X: 8, Y: 1}, {X: 6, Y: 2}, {X: 6, Y: 3}} {
		s.Map.Terrain = append(s.Map.Terrain, gm.Terrain{X: c.X, Y: c.Y, Name: "the bar", Blocked: true})
	}
	for _, x := range []int{5, 6} {
		s.Map.Terrain = append(s.Map.Terrain, gm.Terrain{X: x, Y: 4, Name: "a low wall", Cover: 2})
	}
	return s
}

// short writes a proposal in a line: what is done, and the reason behind a bar.
func short(p gm.Proposal) string {
	why := ""
	if p.Reason != "" {
		why = " | " + p.Reason
	}
	if !p.OK {
		return strings.TrimPrefix(why, " ")
	}
	switch d := p.Action; d.Type {
	case world.ActMove:
		var cells []string
		for _, c := range d.Path {
			cells = append(cells, fmt.Sprintf("%d,%d", c.X, c.Y))
		}
		return "MOVE " + string(d.EntityID) + " " + strings.Join(cells, " ") + why
	case world.ActAttack:
		return "ATTACK " + string(d.AttackerID) + " " + string(d.TargetID) + why
	default:
		return strings.TrimSpace(string(d.Type)+" "+string(d.EntityID)) + why
	}
}

// S3-06: the document's own examples, and what people type beside them.
func TestUnderstand(t *testing.T) {
	for _, c := range []struct{ say, want string }{} {
		p := gm.Understand(brawl(), "pc-seren", c.say)
		if got := short(p); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.say, got, c.want)
		}
		sameAsItsJSON(t, c.say, p)
	}
}

// sameAsItsJSON checks that a proposal is what the gate makes of its raw text.
func sameAsItsJSON(t *testing.T, say string, p gm.Proposal) {
	t.Helper()
	again := gm.Parse(p.RawText)
	if again.OK != p.OK || len(again.Stripped) > 0 || again.Fenced {
		t.Fatalf("%q: %s comes to %+v", say, p.RawText, again)
	}
	if !p.OK {
		return
	}
	a, _ := json.Marshal(p.Action)
	b, _ := json.Marshal(again.Action)
	if string(a) != string(b) || string(a) != p.RawText {
		t.Fatalf("%q: %s, and its raw text %s comes to %s", say, a, p.RawText, b)
	}
}
