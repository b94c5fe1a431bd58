package automap_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/tui/client/automap"
)

func TestWays(t *testing.T) {
	for word, want := range map[string]string{
		"n": "n", "North": "n", "north-east": "ne", " NW ": "nw", "Up": "u", "out": "out", "Portal": "portal",
		strings.Repeat("x", 100): "",
	} {
		if got := automap.ShortDirection(word); got != want {
			t.Errorf("%q: got %q, want %q", word, got, want)
		}
	}
	for _, way := range []string{"n", "e", "s", "w", "ne", "se", "sw", "nw", "u", "d"} {
		x, y, z, ok := automap.DirectionStep(way)
		bx, by, bz, back := automap.DirectionStep(automap.Opposite(way))
		if !ok || !back || x+bx != 0 || y+by != 0 || z+bz != 0 || automap.Opposite(automap.Opposite(way)) != way {
			t.Errorf("%s and %s are no opposites", way, automap.Opposite(way))
		}
	}
	_, _, _, ok := automap.DirectionStep("in")
	if ok || automap.Opposite("in") != "out" || automap.Opposite("portal") != "" {
		t.Error("in leads off the map, and back out; a portal leads nowhere back")
	}
}

func TestTyped(t *testing.T) {
	for line, want := range map[string]string{
		"n": "n", "NORTH": "n", "nor": "n", "go south": "s", "walk up": "u", "look": "",
		"": "", "say n": "", "kill rat": "", "northeast": "ne", "portal": "",
	} {
		if got, ok := automap.TypedDirection(line); got != want || ok != (want != "") {
			t.Errorf("%q: got %q %v, want %q", line, got, ok, want)
		}
	}
}
