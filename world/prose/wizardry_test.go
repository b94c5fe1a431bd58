package prose_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// OWNERS D17: words that a wizard puts into the air are told as they were typed.
func TestEchoIsAsTyped(t *testing.T) {
	n := world.Notice{Rules: world.Rules, Event: world.Echoed{Actor: "pc-ann", Text: "x marks the spot"}}
	if got, want := prose.Of(&n, world.Saw|world.Heard).String(), "x marks the spot"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestWhoIsMovedReadsByWhom: by which wizard; the wizard who goes somewhere does not, and records of older rules are
// told as they were.
func TestWhoIsMovedReadsByWhom(t *testing.T) {
	const folded = "The world folds like a letter, and opens again at another page."
	for _, c := range []struct {
		by    world.ActorID
		rules int
		want  string
	}{
		{"pc-ben", world.Rules, folded + "\nIt is Ben who brought you here."}, {"pc-ann", world.Rules, folded},
		{"", world.Rules, folded}, {"pc-ben", 1, folded},
	} {
		n := notice(world.Moved{Actor: "pc-ann", Manner: world.Conjured, By: c.by})
		n.Rules = c.rules
		if got := prose.Of(n, world.Did|world.Saw).String(); got != c.want {
			t.Errorf("by %q under rules %d: got %q, want %q", c.by, c.rules, got, c.want)
		}
	}
}
