package verb_test

import (
	"slices"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
)

// S4-18, R7: a square is named as players do or by row and column, in whole numbers, and nothing else is one.
func TestSquares(t *testing.T) {
	s := newStage(t, world.RoleGuest)
	s.must(s.ann, "sit")
	s.must(s.bob, "sit at table")
	for line, want := range map[string]string{
		"place b2": `PlaceMark{"row":1,"col":1}`, "place C1": `PlaceMark{"row":0,"col":2}`,
		"place on a3": `PlaceMark{"row":2,"col":0}`, "play 2 3": `PlaceMark{"row":1,"col":2}`,
		"play (1, 2)": `PlaceMark{"row":0,"col":1}`, "place d4": `PlaceMark{"row":3,"col":3}`,
		"play 0 0": `PlaceMark{"row":-1,"col":-1}`,
	} {
		if got := told(s.table.Parse(s.ctx(s.bob), line)); got != want {
			t.Errorf("%q: got %s, want %s", line, got, want)
		}
	}
	for _, line := range []string{"place 1.5 2", "place two two", "place b", "place 2", "place bb2", "place 1e0 1"} {
		if r := s.table.Parse(s.ctx(s.bob), line).Refusal; r == nil || r.Code != world.CodeBadValue {
			t.Errorf("%q: got %v, want bad_value", line, r)
		}
	}
	if r := s.table.Parse(s.ctx(s.bob), "place").Refusal; r == nil || r.Code != world.CodeMissing {
		t.Errorf("place alone: got %v", r)
	}
}

// S4-26: whoever reads nothing but what makes sense now can play a game to its end.
func TestAGameByAffordances(t *testing.T) {
	s := newStage(t, world.RoleGuest)
	can := func(who world.ActorID, name string) (args map[string][]string, ok bool) {
		for _, a := range s.table.Affordances(s.ctx(who)) {
			if a.Verb == name {
				return a.Args, true
			}
		}
		return nil, false
	}
	for _, who := range []world.ActorID{s.ann, s.bob} {
		args, ok := can(who, "sit")
		if _, early := can(who, "stand"); !ok || early || len(args["table"]) != 1 {
			t.Fatalf("%s can sit: %v, at %v", who, ok, args)
		}
		s.must(who, "sit "+args["table"][0])
	}
	moves := 0
	for range 20 {
		for _, who := range []world.ActorID{s.ann, s.bob} {
			args, ok := can(who, "place")
			if !ok {
				continue
			}
			if got, want := len(args["square"]), 9-moves; got != want || slices.Contains(args["square"], "") {
				t.Fatalf("after %d moves %d squares are offered, want %d", moves, got, want)
			}
			s.must(who, "place "+args["square"][0])
			moves++
		}
	}
	for _, name := range []string{"rematch", "stand", "board", "taunt"} {
		if _, ok := can(s.bob, name); !ok {
			t.Errorf("after the game nobody is offered %s", name)
		}
	}
	if moves < 5 {
		t.Errorf("the game had %d moves", moves)
	}
	if r := s.line(s.bob, "sit"); r.refusal == nil || r.refusal.Code != world.CodeAlready {
		t.Errorf("who sits sat down again: %v", r.refusal)
	}
}
