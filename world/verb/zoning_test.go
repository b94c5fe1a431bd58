package verb_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
)

// OWNERS 3.3: what a builder types of zones: a new one is closed, one that has rooms is not shut by saying something
// of it, names are those of people, and nothing is changed that is so already.
func TestZonesAreTypedOf(t *testing.T) {
	s := newStage(t, world.RoleWizard)
	here := string(world.ZoneKey(s.state.Rooms[s.state.Actors[s.bob].Room].Zone))
	s.words("create zone " + here)
	if z := s.state.Zones[world.ZoneID(here)]; z == nil || z.Closed || len(z.Builders) > 0 {
		t.Errorf("of a zone that has rooms is said: %+v", z)
	}
	s.words("create zone mill")
	if z := s.state.Zones["mill"]; z == nil || !z.Closed || len(z.Builders) != 1 {
		t.Errorf("a new zone is %+v", z)
	}
	for line, want := range map[string]string{
		"zedit mill testers Bob Ann": "Nobody here is called Bob Ann. Names stand behind each other with commas.",
		"zedit mill builders Nemo":   "Nobody here is called Nemo.",
		"zunlock mill":               "The zone mill is so already.",
		"publish " + here:            "The zone " + here + " is so already.",
		"zedit testers Bob":          "Change 3: zone " + here + " is changed.",
	} {
		if got := s.words(line); !strings.HasPrefix(got, want) {
			t.Errorf("%s: got %q, want %q", line, got, want)
		}
	}
}
