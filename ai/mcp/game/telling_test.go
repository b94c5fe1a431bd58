package game_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mcp/game"
)

// tells reports whether a result tells of the exits, and describes the room.
func tells(t *testing.T, out outcome) (exits, room bool) {
	t.Helper()
	var all struct {
		Exits json.RawMessage
		Room  struct{ Description string }
	}
	if err := json.Unmarshal([]byte(out.Raw), &all); err != nil {
		t.Fatal(err)
	}
	return all.Exits != nil, all.Room.Description != ""
}

// Two clients with a session each under one token are told each what it was not told yet, whatever the other did.
func TestEachSessionIsToldForItself(t *testing.T) {
	h := open(t)
	first, second := h.dial("ann", legacy), h.dial("ann", legacy)
	first.plain("look", nil)
	second.plain("look", nil)
	first.plain("move", args{"direction": "north"})
	exits, room := tells(t, second.plain("status", nil))
	if !exits || !room {
		t.Errorf("the second client is told of the exits: %v, and of the room: %v", exits, room)
	}
	if exits, room := tells(t, second.plain("status", nil)); exits || room {
		t.Errorf("it is told of the exits again: %v, and of the room: %v", exits, room)
	}
	if exits, room := tells(t, first.plain("status", nil)); exits || room {
		t.Errorf("the first is told of the exits again: %v, and of the room: %v", exits, room)
	}
}

// Clients without a session cannot be told apart. One that begins anew where another left off learns how things stand
// before long, though it never lists the tools.
func TestWithoutASessionAllIsRepeated(t *testing.T) {
	h := open(t)
	h.dial("ann", modern).plain("look", nil)
	second := h.dial("ann", modern)
	for n := 1; ; n++ {
		out := second.plain("status", nil)
		exits, room := tells(t, out)
		if exits != room || exits != strings.Contains(out.Texts[1], "You can: ") {
			t.Errorf("result %d tells of the exits: %v, of the room: %v: %q", n, exits, room, out.Texts)
		}
		if exits {
			if n <= game.RepeatAfter {
				t.Errorf("all is told again in result %d", n)
			}
			break
		}
		if n > game.RepeatAfter {
			t.Fatalf("after %d results it does not know the exits", n)
		}
	}
}

// A client whose cursor is not that of the newest result has missed one, and is told everything.
func TestAnOldCursorIsToldEverything(t *testing.T) {
	h := open(t)
	first, second := h.dial("ann", modern), h.dial("ann", modern)
	mine := first.plain("look", nil).Cursor
	if exits, _ := tells(t, first.plain("events", args{"after": mine})); exits {
		t.Error("a client that missed nothing is told everything")
	}
	newest := second.plain("say", args{"text": "Hm."}).Cursor
	exits, room := tells(t, first.plain("events", args{"after": mine}))
	if !exits || !room || newest == mine {
		t.Errorf("a client that missed a result is told of the exits: %v, and of the room: %v", exits, room)
	}
}
