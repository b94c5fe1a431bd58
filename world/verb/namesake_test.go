package verb_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// twoRats is a stage with two rats on it, in the order in which they came.
func twoRats(t *testing.T) (s *stage, rats []world.ActorID) {
	t.Helper()
	s = newStage(t, world.RoleGuest)
	s.state.Actors[s.bob].Role = world.RoleWizard
	s.act(s.bob, world.Conjure{Mob: "rat"})
	s.state.Actors[s.bob].Role = world.RoleGuest
	for _, id := range s.state.Index.Present["hall"] {
		if s.state.Actors[id].Name == "rat" {
			rats = append(rats, id)
		}
	}
	if len(rats) != 2 {
		t.Fatalf("there are %d rats", len(rats))
	}
	return s, rats
}

// Of several foes of one name each is told by a number, and typed by the same; of one alone nobody tells a number.
func TestFoesOfOneNameAreToldApart(t *testing.T) {
	for _, tt := range []struct {
		name string
		nth  int
	}{{"rat 1", 0}, {"rat 2", 1}} {
		s, rats := twoRats(t)
		told := s.heard(s.bob, s.line(s.bob, "attack "+tt.name))
		if got := s.state.Actors[s.bob].Fighting; got != rats[tt.nth] {
			t.Errorf("attack %s: it is against %s, want %s", tt.name, got, rats[tt.nth])
		}
		if want := "You turn on " + tt.name + "!"; !strings.Contains(told, want) {
			t.Errorf("got %q, want %q in it", told, want)
		}
		for _, line := range []string{"hp", "status"} {
			if got := s.words(line); !strings.Contains(got, "You are fighting "+tt.name+".") {
				t.Errorf("%s: got %q", line, got)
			}
		}
		seen := verb.Words(s.line(s.ann, "look").report, prose.Style{}).String()
		if !strings.Contains(seen, "fighting "+tt.name) {
			t.Errorf("who looks on: got %q", seen)
		}
	}
	s := newStage(t, world.RoleGuest)
	if got := s.heard(s.bob, s.line(s.bob, "attack rat")); !strings.Contains(got, "You turn on the rat!") {
		t.Errorf("one alone: got %q", got)
	}
}

// In a fight by turns the numbers are those of the grid, and they stay when one of them has fallen.
func TestFoesOfOneNameAreToldApartByTurns(t *testing.T) {
	s, rats := twoRats(t)
	s.must(s.bob, "battle")
	told := s.heard(s.bob, s.line(s.bob, "roll"))
	for i, name := range []string{"rat 1", "rat 2"} {
		if !strings.Contains(strings.ToLower(told), name+" (") {
			t.Errorf("initiative: got %q, want %s in it", told, name)
		}
		if got := toldOfAttack(s, name); !strings.Contains(got, string(rats[i])) {
			t.Errorf("attack %s: got %s, want %s", name, got, rats[i])
		}
	}
	g, ok := s.line(s.bob, "grid").report.(prose.Grid)
	if !ok {
		t.Fatal("there is no grid")
	}
	for _, f := range g.Folk {
		if got := toldOfAttack(s, f.Name); !f.Ours && !strings.Contains(got, string(f.ID)) {
			t.Errorf("attack %s: got %s, want %s", f.Name, got, f.ID)
		}
	}
}

// Refusals say the number too: whose turn it is, who is too far away, who stands in the way; also when the other of the
// name only looks on.
func TestRefusalsTellFoesOfOneNameApart(t *testing.T) {
	for _, opened := range []string{"battle", "battle rat 2"} {
		s, rats := twoRats(t)
		s.must(s.bob, opened, "roll")
		e := s.state.EncounterIn("hall")
		me, foe := e.Fighter(s.bob), e.Fighter(rats[1])
		name := s.state.ActorName(s.state.Actors[rats[1]])
		e.Active, me.At, foe.At = s.bob, world.Cell{X: 0, Y: 0}, world.Cell{X: 0, Y: 5}
		refused := func(a world.Action, want string) {
			t.Helper()
			_, r := s.state.Decide(s.now, world.Input{Actor: s.bob, Via: world.Via{Kind: world.ViaKeyboard}, Action: a})
			if r == nil || !strings.Contains(r.Text, want) {
				t.Errorf("%s: got %+v, want %q", opened, r, want)
			}
		}
		refused(world.Attack{Target: rats[1]}, prose.Capital(name)+" is 5 steps away")
		foe.At = world.Cell{X: 0, Y: 1}
		refused(world.March{Path: []world.Cell{{X: 0, Y: 1}}}, prose.Capital(name)+" stands there.")
		e.Active = rats[1]
		refused(world.EndTurn{}, "It is not your turn, but "+name+"'s.")
		if got := s.line(s.bob, "end").refusal; got == nil || got.Text != "It is not your turn, but "+name+"'s." {
			t.Errorf("%s: end: %+v", opened, got)
		}
		if g, ok := s.line(s.bob, "grid").report.(prose.Grid); !ok || g.Turn != name {
			t.Errorf("%s: the grid says that it is the turn of %q, want %q", opened, g.Turn, name)
		}
		if !strings.HasSuffix(name, " 1") && !strings.HasSuffix(name, " 2") {
			t.Errorf("%s: the rat is called %q", opened, name)
		}
	}
}

// toldOfAttack is whom somebody attacks who names them so, on their turn.
func toldOfAttack(s *stage, name string) string {
	e := s.state.EncounterIn("hall")
	e.Active = s.bob
	return told(s.table.Parse(s.ctx(s.bob), "attack "+name))
}
