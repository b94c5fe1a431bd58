package prose_test

import (
	"strings"
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
			if id == anna || ref.Fightable {
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

// A drawing in a description stands row by row, and whoever has things read out hears of it what is words.
func TestDrawnDescriptions(t *testing.T) {
	r := world.RoomReport{Name: "Toll House", Desc: "A board hangs here:\n\n| /----+----\\\n| cart     2d\n|\n| " +
		"\\---------/"}
	text := prose.Room(r, prose.Style{})
	want := "Toll House\nA board hangs here:\n/----+----\\\ncart     2d\n\n\\---------/\nExits: none."
	if got := prose.ANSI(text, prose.Palette{}, 9, prose.NoColour); !strings.Contains(got,
		"/----+----\\\ncart     2d\n\n\\") {
		t.Errorf("on a narrow screen:\n%s", got)
	}
	if got := prose.ANSI(text, prose.Palette{}, 0, prose.NoColour); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got, want := prose.ReaderText(text), "Toll House\nA board hangs here:\ncart 2d\nExits: none."; got != want {
		t.Errorf("read out:\n%s\nwant\n%s", got, want)
	}
	if got, want := prose.RoomSentence(r), "A board hangs here: cart 2d Exits: none."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
