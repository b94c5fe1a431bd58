package session_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// PLAYERS A7: what the map writes can be typed; a walk goes a step at a time, and ends with the first refusal.
func TestAWalkIsWalked(t *testing.T) {
	c := newSolo(t, solo{})
	at := func() string { return string(c.state.Actors[c.body].Room) }
	types := func(line string) string {
		c.said = nil
		c.s.Line(line)
		c.pump()
		return strings.Join(c.said, "\n")
	}
	types("n s n")
	for i, want := range []string{string(worldtest.Market), string(worldtest.Quay), string(worldtest.Market)} {
		if at() != want {
			t.Errorf("after step %d: in %s, want %s", i+1, at(), want)
		}
		c.passes(session.WalkPace)
	}
	if heard := types("3s"); !strings.Contains(heard, "Quay") || at() != string(worldtest.Quay) {
		t.Errorf("3s: in %s: %s", at(), heard)
	}
	c.passes(session.WalkPace)
	c.passes(session.WalkPace)
	if at() != string(worldtest.Quay) {
		t.Errorf("3s went on to %s", at())
	}
	types("n s n")
	types("look")
	c.passes(session.WalkPace)
	if at() != string(worldtest.Market) {
		t.Errorf("whatever is typed ends a walk; ann is in %s", at())
	}
	if heard := types("17s"); !strings.Contains(heard, "16 steps") {
		t.Errorf("17s: %s", heard)
	}
}
