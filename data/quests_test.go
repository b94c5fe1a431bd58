package data_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
)

// PLAYERS A10: what is told as a quest is offered, or ends, happens whoever is there: nobody does or says anything in
// it who may be elsewhere just then.
func TestQuestsNeedNobodyWhoMayBeElsewhere(t *testing.T) {
	p, _ := lowtide(t)
	var names []string
	for i := range p.Mobs {
		if m := &p.Mobs[i]; m.Mind != nil {
			for _, key := range append(strings.Fields(m.Name), m.Keys...) {
				names = append(names, strings.ToUpper(key[:1])+key[1:])
			}
		}
	}
	acts := regexp.MustCompile(`\b(` + strings.Join(names, "|") + `) [a-z]+s\b|says (Miss |Mr |Captain )?(` +
		strings.Join(names, "|") + `)\b`)
	for i := range p.Quests {
		q := &p.Quests[i]
		for _, text := range []string{q.Offer, q.Done} {
			if got := acts.FindString(text); got != "" {
				t.Errorf("%s: somebody acts in it: %q", q.ID, got)
			}
		}
	}
}

// PLAYERS B25: on the first walk, which help and the board tell a newcomer to take, Nan Silt answers at any hour.
func TestTheFirstWalkIsAnsweredAtAnyHour(t *testing.T) {
	y := newYard(t)
	y.does(world.Haul{Body: ann, To: "slipway"})
	for hour := range 24 {
		at := world.Time(hour)*world.GameHour + world.Minute
		for _, a := range world.Ordered(y.s.Actors) {
			if a.Name != "Nan Silt" {
				continue
			}
			if due, ok := y.s.Due(a, at); !ok || due.Room != "slipway" {
				t.Errorf("at hour %d, %d on the clock, she is due at %s", hour, at.Hour(), due.Room)
			}
		}
	}
}

// PLAYERS A10: who has brought the pins sees the bell with its pins in, and everybody else does not.
func TestTheBellHasItsPins(t *testing.T) {
	y := newYard(t)
	y.does(world.Haul{Body: ann, To: "bell-loft"})
	const home = "The three pins are home"
	if got := y.s.LookAround(ann, y.now).Desc; strings.Contains(got, home) {
		t.Errorf("before they are brought: %q", got)
	}
	me := y.s.Actors[ann]
	me.Quests = map[world.QuestID]world.QuestRun{"bell-pins": {Stage: world.QuestCompleted}}
	if got := y.s.LookAround(ann, y.now).Desc; !strings.Contains(got, home) {
		t.Errorf("after they are brought: %q", got)
	}
}

// PLAYERS B25: who was named, and is at peace, hauls no line within the day.
func TestWhoWasLaidToRestRests(t *testing.T) {
	y := newYard(t)
	y.does(world.Haul{Body: ann, To: "moored-boats"})
	hauls := func() bool {
		return slices.ContainsFunc(y.s.Index.Present["moored-boats"], func(id world.ActorID) bool {
			return y.s.Actors[id].Proto == "gone-out"
		})
	}
	if !hauls() {
		t.Fatal("nobody is there to be named")
	}
	y.does(world.Say{Text: "Thomas Odgers"})
	for end := y.now + world.GameDay; y.now < end; y.now += world.Minute {
		if hauls() {
			t.Fatalf("he is back at %d", y.now)
		}
		if _, r := y.s.Decide(y.now, world.Input{Via: world.Via{Kind: world.ViaTimer}, Action: world.Tick{}}); r != nil {
			t.Fatal(r.Text)
		}
	}
}
