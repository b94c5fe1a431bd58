package world_test

import (
	"fmt"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
)

// Every kind is listed once. The journal names kinds by their types, so that a double would mean nothing, and hide that
// another is missing.
func TestKindsAreListedOnce(t *testing.T) {
	seen := map[string]bool{}
	once := func(kind any) {
		if name := fmt.Sprintf("%T", kind); seen[name] {
			t.Errorf("%s is listed twice", name)
		} else {
			seen[name] = true
		}
	}
	for _, e := range world.EventKinds() {
		once(e)
	}
	if got, want := len(seen), 107; got != want {
		t.Errorf("%d kinds of events, want %d", got, want)
	}
	for _, a := range world.ActionKinds() {
		once(a)
	}
}
