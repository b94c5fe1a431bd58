package load

import (
	"slices"
	"testing"
)

func TestExits(t *testing.T) {
	for _, c := range []struct {
		list string
		want []string
	}{
		{"North, South, West.", []string{"north", "south", "west"}},
		{"none.", nil},
		{"North (oak door, closed), Up.", []string{"up"}},
		{"South, East (oak door, closed).", []string{"south"}},
		{"Up (hatch, closed), Down (gate, closed), In.", []string{"in"}},
		{"Out.", []string{"out"}},
	} {
		if got := exitsIn(c.list); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.list, got, c.want)
		}
	}
}

func TestBehindPrompts(t *testing.T) {
	for line, want := range map[string]string{
		`[30/30] > You say: "q"`: `You say: "q"`, "[30/30]! > [29/30]! > Bob goes.": "Bob goes.", "[odd": "[odd", "": "",
	} {
		if got := string(behindPrompts([]byte(line))); got != want {
			t.Errorf("%q: got %q, want %q", line, got, want)
		}
	}
}
