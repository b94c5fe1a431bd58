package main

import (
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mcp/examples/play"
)

// A door that falls shut and locks again is unlocked again with the same key, however soon: whoever takes it for
// locked for good never gets back to what is behind it.
func TestDoorThatLocksAgainIsUnlockedAgain(t *testing.T) {
	locked := &play.View{
		Room:  play.Room{ID: "landing", Name: "The Landing"},
		Exits: []play.Exit{{Dir: "north", Door: "the red gate", Closed: true}},
		You:   play.You{HP: 10, HPMax: 10, Level: 1},
		Actions: []play.Action{
			{Tool: "command", Verb: "unlock", Args: map[string][]string{"target": {"red gate"}}},
			{Tool: "move", Args: map[string][]string{"direction": {}}},
		},
	}
	unlocked := *locked
	unlocked.Actions = []play.Action{{Tool: "open", Args: map[string][]string{"target": {"red gate"}}}}
	opened := *locked
	opened.Exits = []play.Exit{{Dir: "north", Door: "the red gate"}}
	opened.Actions = []play.Action{{Tool: "move", Args: map[string][]string{"direction": {"north"}}}}

	m := newMind()
	m.isAsked = true
	m.learn(deed{tool: "look"}, locked)
	for round := range 2 {
		for _, step := range []struct {
			shown *play.View
			want  string
			came  *play.View
		}{
			{locked, "command unlock red gate", &unlocked},
			{&unlocked, "open north", &opened},
		} {
			did := m.next(step.shown)
			if did.String() != step.want {
				t.Fatalf("round %d: got %q, want %q", round, did, step.want)
			}
			m.learn(did, step.came)
		}
		m.learn(deed{tool: "events"}, locked) // it fell shut
	}
}

// Of what is wanted more than once, one in the pack does not do; and a quest that wants something said is not waited
// for.
func TestNeedsAreMetAsOftenAsTheyAreWanted(t *testing.T) {
	m := newMind()
	m.carrying = []string{"pearl"}
	for _, c := range []struct {
		need   need
		isMet  bool
		beyond bool
	}{
		{need{What: "pearl", Kind: "find"}, true, false},
		{need{What: "pearl", Kind: "find", Want: 3}, false, false},
		{need{What: "pearl", Kind: "find", Want: 3, Met: true}, true, false},
		{need{What: "the rat", Kind: "slay"}, false, false},
		{need{What: "the word with Nan", Kind: "say"}, false, true},
		{need{What: "the word with Nan", Kind: "say", Met: true}, true, false},
	} {
		q := &quest{Stage: "active", Needs: []need{c.need}}
		if m.isReady(q) != c.isMet || q.isBeyond() != c.beyond {
			t.Errorf("%+v: ready %v, beyond %v", c.need, m.isReady(q), q.isBeyond())
		}
	}
}
