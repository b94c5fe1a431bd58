package verb_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// TestMarch reads what people type on the ground of a fight by turns.
func TestMarch(t *testing.T) {
	s := newStage(t, world.RolePlayer)
	s.must(s.bob, "battle rat")
	e := s.state.EncounterOf(s.bob)
	at, rat := e.Fighter(s.bob).At, e.Fighter("npc-rat").At
	march := func(cells ...world.Cell) string {
		var b strings.Builder
		for i, c := range cells {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, `{"x":%d,"y":%d}`, c.X, c.Y)
		}
		return `March{"path":[` + b.String() + `]}`
	}
	step := func(dx, dy int) world.Cell { return world.Cell{X: at.X + dx, Y: at.Y + dy} }
	north, north2 := march(step(0, -1)), march(step(0, -1), step(0, -2))
	for line, want := range map[string]string{
		"north": north, "n": north, "go north": north, "move to north": north, "move 1 step north": north, "march n": north,
		"north 2": "bad_value: A direction stands alone", "move north 2": north2, "walk 2 steps north": north2,
		"move n n": north2, "move north and north": north2,
		fmt.Sprintf("move %d,%d", at.X, at.Y-1):                  north,
		fmt.Sprintf("move to (%d, %d)", at.X, at.Y-1):            north,
		fmt.Sprintf("go %d %d", at.X, at.Y-1):                    north,
		fmt.Sprintf("march %d,%d %d,%d", at.X, at.Y-1, at.X, 99): march(step(0, -1), world.Cell{X: at.X, Y: 99}),
		"move northeast": march(step(1, -1)),
		"up":             `Move{"dir":"up"}`, "move down": `Move{"dir":"down"}`,
		"move 4":                                "bad_value: A cell is two numbers",
		"move 4,x":                              "not_here: There is no 4,x on this ground",
		"move east 3 2":                         "not_here: There is no east 3 on this ground",
		"move 999,999":                          "blocked_cell: 999,999 is off the ground",
		"move -1,-1":                            "blocked_cell: -1,-1 is off the ground",
		fmt.Sprintf("move %d,%d", at.X, at.Y):   "already: You stand at",
		fmt.Sprintf("move %d,%d", rat.X, rat.Y): "overlap: The rat stands at",
		"move to ann":                           "not_here: There is no ann on this ground",
		"attack r":                              `Attack{"target":"npc-rat"}`, "attack rat 1": `Attack{"target":"npc-rat"}`,
		"attack rat 2": "not_here: There are not that many",
		"end turn":     "EndTurn{}", "pass": "EndTurn{}", "roll for initiative": "RollInitiative{}",
	} {
		if got := told(s.table.Parse(s.ctx(s.bob), line)); !strings.HasPrefix(got, want) {
			t.Errorf("%q: got %s, want %s", line, got, want)
		}
	}
	for _, line := range []string{"move to rat", "go next to the rat", "move towards r"} {
		call := s.table.Parse(s.ctx(s.bob), line)
		if call.Input == nil {
			t.Fatalf("%q: %s", line, told(call))
		}
		way := call.Input.Action.(world.March).Path
		if last := way[len(way)-1]; last.Steps(rat) != 1 {
			t.Errorf("%q leads to %v, and the rat is at %v", line, last, rat)
		}
	}
	for _, line := range []string{"move 4,5", "march east", "grid"} {
		if got := told(s.table.Parse(s.ctx(s.ann), line)); line != "grid" && !strings.HasPrefix(got, "combat_not_active: ") {
			t.Errorf("ann, who is not in it: %q: %s", line, got)
		}
	}
	s.must(s.bob, "roll")
	turns := []string{told(s.table.Parse(s.ctx(s.bob), "move to rat")), told(s.table.Parse(s.ctx(s.bob), "end"))}
	if e.Active != s.bob && !strings.HasPrefix(turns[1], "not_your_turn: It is not your turn, but the rat's.") {
		t.Errorf("on the turn of the rat: %s", turns[1])
	}
	if e.Active != s.bob {
		return
	}
	if way := s.table.Parse(s.ctx(s.bob), "move to rat").Input.Action.(world.March).Path; len(way) > world.SpeedUsual {
		t.Errorf("further than the steps that are left: %s", turns[0])
	}
}

// Everybody on a grid has a sign of their own, and keeps it: capitals for those of one's side.
func TestSigns(t *testing.T) {
	s := newStage(t, world.RolePlayer)
	s.must(s.bob, "battle rat")
	s.must(s.ann, "join bob")
	for who, want := range map[world.ActorID]string{s.bob: "AB", s.ann: "AB"} {
		g, ok := s.line(who, "grid").report.(prose.Grid)
		if !ok || len(g.Folk) != 3 || !g.Fights {
			t.Fatalf("%s sees %+v", who, g)
		}
		var ours []string
		for _, f := range g.Folk {
			if f.Ours {
				ours = append(ours, f.Sign)
			} else if f.Sign != "r" || f.Name != "the rat" {
				t.Errorf("%s sees %+v", who, f)
			}
		}
		if slices.Sort(ours); strings.Join(ours, "") != want {
			t.Errorf("%s sees %q", who, ours)
		}
	}
	eve := s.join("eve", world.RolePlayer)
	if g, ok := s.line(eve, "grid").report.(prose.Grid); !ok || g.Fights || len(g.Reach) != 0 || len(g.Folk) != 3 {
		t.Errorf("eve, who watches, sees %+v", g)
	}
}
