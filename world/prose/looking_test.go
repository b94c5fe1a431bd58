package prose_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// TestWhoIsAFoe: who attacks on sight is one, and who fights somebody; whoever only might be fought is not.
func TestWhoIsAFoe(t *testing.T) {
	st := world.New(0)
	for _, in := range worldtest.Genesis() {
		_, _ = st.Decide(0, in)
	}
	anna := worldtest.Join(st, 1, worldtest.Person{Name: "Anna", Account: "a-1"})
	roles := func() map[string]prose.Role {
		out := map[string]prose.Role{}
		for id, a := range world.Ordered(st.Actors) {
			ref := st.ActorRef(a)
			if id == anna || ref.Foe {
				out[ref.Name] = prose.RoleOf(ref)
			}
		}
		return out
	}
	got := roles()
	if got["Anna"] != prose.Person || got["a rat"] != prose.Person || got["a crab"] != prose.Foe {
		t.Errorf("in peace: %v", got)
	}
	for _, a := range st.Actors {
		if a.Name == "rat" {
			a.Fighting = anna
		}
	}
	if got = roles(); got["a rat"] != prose.Foe || got["Anna"] != prose.Person {
		t.Errorf("in a fight: %v", got)
	}
}
