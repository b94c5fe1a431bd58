package session_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/world"
)

// A builder walks about in the world that a draft would make: with hands, alone, and nothing of it is in the world.
func TestADraftIsTriedOut(t *testing.T) {
	h := newHouse(t)
	anna, ben := h.come(session.Options{}), h.come(session.Options{})
	anna.types("Anna", "yes", "a long walk", "a long walk")
	ben.types("Benno", "yes", "a long walk", "a long walk")
	h.act(world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.SetField{
		Actor: "pc-anna", Field: "role", Value: int(world.RoleBuilder),
	}})
	anna.types("draft play", "draft mill", "dig in Mill Yard", "redit desc You see flour on the stones.")
	anna.screen.clear()
	seq := read(h, func(s *world.State) uint64 { return s.Seq })
	ben.screen.clear()
	anna.types("draft play")
	anna.sees("in which the draft mill is published")
	anna.sees("flour")
	if gone := read(h, func(s *world.State) string { return s.Actors["pc-anna"].Gone }); gone == "" {
		t.Error("she is not seen to be away")
	}
	for _, typed := range []string{"say halloo", "out", "who", "redit desc Nothing.", "publish", "password"} {
		anna.types(typed)
	}
	anna.sees("You say: \"halloo")
	anna.sees("only try out")
	anna.sees("this is a copy of it")
	if strings.Contains(anna.screen.text(), "Benno") {
		t.Errorf("somebody else is there:\n%s", anna.screen.text())
	}
	ben.types("tell anna supper")
	anna.sees("Out in the world:")
	anna.sees("supper")
	anna.screen.clear()
	anna.types("draft stop")
	anna.sees("nothing of it happened")
	anna.sees("Benno")
	anna.types("say back again")
	ben.sees("back again")
	text := ben.screen.text()
	if strings.Contains(text, "alloo") {
		t.Errorf("what was said in the copy was heard:\n%s", text)
	}
	if now := read(h, func(s *world.State) uint64 { return s.Seq }); now != seq+4 { // away, the tell, back, what was said
		t.Errorf("%d records came of it", now-seq)
	}
	if read(h, func(s *world.State) bool { return s.Rooms["mill-yard"] != nil || s.Actors["pc-anna"].Gone != "" }) {
		t.Error("the world is another")
	}
	anna.types("draft play", "quit", "draft play")
	anna.Closed("client_closed")
}
