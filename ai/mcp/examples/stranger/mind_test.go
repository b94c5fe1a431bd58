package main

import (
	"strings"
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

// Of what is wanted more than once, one in the pack does not do; and a quest that wants something said, and does not
// say what, is not waited for.
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
		{need{What: "the giant", Kind: "outwit"}, false, true},
		{need{What: "the word for Nan", Kind: "give"}, false, false},
		{need{What: "the word with Nan", Kind: "say", Met: true}, true, false},
	} {
		q := &quest{Stage: "active", Needs: []need{c.need}}
		if m.isReady(q) != c.isMet || q.isBeyond() != c.beyond {
			t.Errorf("%+v: ready %v, beyond %v", c.need, m.isReady(q), q.isBeyond())
		}
	}
}

// shore is a quay from which one way goes down to the flats, where a thing lies that a quest asks for, and another one
// up to a yard with a rat.
func shore(t *testing.T, tide string) (*mind, *play.View) {
	t.Helper()
	you := play.You{HP: 10, HPMax: 10, Level: 1, Tide: tide}
	rat := play.Entity{Name: "a rat", Kind: "creature", Foe: true}
	m := newMind()
	m.isAsked = true
	m.quests["q"] = &quest{ID: "q", Name: "Q", Stage: "active", Ends: "The Yard", Needs: []need{
		{What: "pearl", Kind: "find"}, {What: "the giant", Kind: "slay"},
	}}
	m.foe("rat").odds, m.foe("rat").isKnown, m.foe("rat").level = 4, true, 1
	m.foe("giant").odds, m.foe("giant").isKnown = 0, true
	m.weighed["pearl"] = gear{name: "pearl"}
	m.learn(deed{tool: "look"}, &play.View{
		Room: play.Room{ID: "yard", Name: "The Yard"}, You: you, Entities: []play.Entity{rat},
		Exits: []play.Exit{{Dir: "down", To: "quay"}},
	})
	m.learn(deed{tool: "look"}, &play.View{
		Room: play.Room{ID: "flats", Name: "The Flats", Tide: tide}, You: you,
		Entities: []play.Entity{{Name: "a pearl", Kind: "item"}}, Exits: []play.Exit{{Dir: "up", To: "quay"}},
	})
	quay := &play.View{
		Room: play.Room{ID: "quay", Name: "The Quay"}, You: you, Entities: []play.Entity{rat},
		Exits: []play.Exit{{Dir: "up", To: "yard"}, {Dir: "down", To: "flats", Under: tide == "high"}},
		Actions: []play.Action{
			{Tool: "command", Verb: "attack", Args: map[string][]string{"target": {"rat"}}},
			{Tool: "move", Args: map[string][]string{"direction": {"up", "down"}}},
		},
	}
	m.learn(deed{tool: "look"}, quay)
	for _, r := range m.rooms {
		r.age, r.driven = m.age, false
	}
	return m, quay
}

// What a quest names and what is known to lie in the next room comes before practice, whoever may be fought meanwhile.
func TestWhatAQuestNamesComesBeforePractice(t *testing.T) {
	m, quay := shore(t, "low")
	if did := m.next(quay); did.String() != "move down" {
		t.Errorf("it does %q (%s), want it to go down to the pearl", did, did.why)
	}
}

// When the water stands over what is wanted, it waits beside it, on dry land, as long as the tide needs to turn, and
// then gives it up with a reason.
func TestWaitsForTheTideNearBy(t *testing.T) {
	m, quay := shore(t, "high")
	delete(m.foes, "giant") // nothing to practise for
	m.quests["q"].Needs = m.quests["q"].Needs[:1]
	quay.Entities, quay.Actions = nil, quay.Actions[1:]
	m.learn(deed{tool: "look"}, quay)
	for range 20 {
		did := m.next(quay)
		if did.tool != "events" || did.why != "the tide has to turn" {
			t.Fatalf("it does %q (%s), want it to wait for the tide", did, did.why)
		}
		m.learn(did, quay)
	}
	ebb := *quay
	ebb.You.Tide, ebb.Exits = "ebb", []play.Exit{quay.Exits[0], {Dir: "down", To: "flats"}}
	m.learn(deed{tool: "events"}, &ebb)
	if did := m.next(&ebb); did.String() != "move down" {
		t.Errorf("at the ebb it does %q (%s), want it to go down", did, did.why)
	}

	for n := range turnsMost + 1 { // a water that never goes
		shut := *quay
		shut.You.Tide = []string{"high", "ebb", "low", "flow"}[n%4]
		m.learn(deed{tool: "events"}, &shut)
		m.next(&shut)
	}
	if did := m.next(quay); did.why == "the tide has to turn" {
		t.Errorf("after %d turns of the tide it still waits", turnsMost+1)
	}
	if got := m.reasons(); len(got) != 1 || !strings.Contains(got[0], "pearl") || !strings.Contains(got[0], "water") {
		t.Errorf("it says %q, want it to say that the water never left the pearl", got)
	}
}

// A fight that was lost is not begun again for ever: as often as its odds allow, and then once something has changed.
func TestLostFightsAreBounded(t *testing.T) {
	m := newMind()
	m.quests["q"] = &quest{ID: "q", Stage: "active", Needs: []need{{What: "the giant", Kind: "slay"}}}
	f := m.foe("giant")
	f.odds, f.isKnown, m.level = oddsEven, true, 3
	fights := 0
	for m.dares("giant") && fights < 100 {
		f.lostWith = m.strength()
		f.losses++
		fights++
	}
	if fights != oddsEven {
		t.Errorf("it fought %d times at even odds, want %d", fights, oddsEven)
	}
	if m.level++; !m.dares("giant") {
		t.Error("it does not try again when it is stronger")
	}
}
