package compass_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/tui/atlas/compass"
)

func TestWays(t *testing.T) {
	for word, want := range map[string]string{
		"n": "n", "North": "n", "north-east": "ne", " NW ": "nw", "Up": "u", "out": "out", "Portal": "portal",
		strings.Repeat("x", 100): "",
	} {
		if got := compass.Short(word); got != want {
			t.Errorf("%q: got %q, want %q", word, got, want)
		}
	}
	for _, way := range []string{"n", "e", "s", "w", "ne", "se", "sw", "nw", "u", "d"} {
		x, y, z, ok := compass.Step(way)
		bx, by, bz, back := compass.Step(compass.Back(way))
		if !ok || !back || x+bx != 0 || y+by != 0 || z+bz != 0 || compass.Back(compass.Back(way)) != way {
			t.Errorf("%s and %s are no opposites", way, compass.Back(way))
		}
	}
	if _, _, _, ok := compass.Step("in"); ok || compass.Back("in") != "out" || compass.Back("portal") != "" {
		t.Error("in leads off the map, and back out; a portal leads nowhere back")
	}
}

func TestTyped(t *testing.T) {
	for line, want := range map[string]string{
		"n": "n", "NORTH": "n", "nor": "n", "go south": "s", "walk up": "u", "look": "",
		"": "", "say n": "", "kill rat": "", "northeast": "ne", "portal": "",
	} {
		if got, ok := compass.Typed(line); got != want || ok != (want != "") {
			t.Errorf("%q: got %q %v, want %q", line, got, ok, want)
		}
	}
}
