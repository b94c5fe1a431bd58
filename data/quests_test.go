package data_test

import (
	"regexp"
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
