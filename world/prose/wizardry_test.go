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
