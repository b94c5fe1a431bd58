package verb_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
)

// OWNERS 3.3, OWNERS D15: an evening of a builder, on one line each: rooms, things, creatures, a quest, what goes
// wrong, and back.
func TestABuildersEvening(t *testing.T) {
	s := newStage(t, world.RoleBuilder)
	begins := func(line, want string) {
		t.Helper()
		if got := s.words(line); !strings.HasPrefix(got, want) {
			t.Errorf("%s: got %q, want %q", line, got, want)
		}
	}
	begins("dig south Narrow Lane", "Change 1: room hall is changed; room narrow-lane is new. undo 1 takes it back.")
	begins("south", "\nNarrow Lane")
	begins("redit desc It is narrow, and it smells of rope.", "Change 2: room narrow-lane is changed.")
	begins("redit extras.rope.desc = Tarred.", "Change 3: room narrow-lane is changed.")
	begins("look rope", "Tarred.")
	begins("redit light drak", `Room light cannot be "drak"; did you mean "dark"?`)
	begins("redit exits.up.to loft", "The room narrow-lane names the room loft, and there is none.")
	begins("redit dsec x", `A room has no field "dsec"; did you mean "desc"?`)
	begins("create item tin-mug tin mug", "Change 4: item tin-mug is new.")
	begins("oedit tin-mug drink It was water.", "Change 5: item tin-mug is changed.")
	begins("oreset tin-mug 2 60", "Change 6: spawn tin-mug-narrow-lane is new.")
	begins("create mob moth grey moth", "Change 7: mob moth is new.")
	begins("mreset moth", "Change 8: spawn moth-narrow-lane is new.")
	if n := len(s.state.Index.Floor["narrow-lane"]); n != 2 {
		t.Errorf("%d mugs lie there", n)
	}
	begins("create quest mugs find tin-mug Two Mugs", "Change 9: quest mugs is new.")
	begins("qedit mugs coins 4", "Change 10: quest mugs is changed.")
	begins("create help house Be kind.", "Change 11: help house is new.")
	begins("help house", "House")
	begins("destroy item tin-mug", "The item tin-mug is named by the quest mugs; change that first.")
	begins("oreset tin-mug 0", "Change 12: spawn tin-mug-narrow-lane is withdrawn.")
	if n := len(s.state.Index.Floor["narrow-lane"]); n != 0 {
		t.Errorf("%d mugs lie there still", n)
	}
	begins("undo 5", "Change 13: item tin-mug is changed; change 5 is undone.")
	begins("undo 5", "Change 5 was undone already, by change 13.")
	begins("undo 4", "The item tin-mug is named by the quest mugs")
	begins("undo 2", "The room narrow-lane was changed since; before it comes undo 3. Or undo 2 all takes back that, too.")
	begins("undo 2 twice", "Behind the number there can stand all, and nothing else.")
	begins("redit", "room narrow-lane")
	begins("redit fields", "Fields of a room")
	begins("changes", "Changes of the world, the newest first")
	if got := s.words("changes room narrow-lane"); !strings.Contains(got, "3 by Bob: room narrow-lane (extras)") ||
		!strings.Contains(got, "2 by Bob: room narrow-lane (desc)") || !strings.Contains(got, "room narrow-lane (new)") {
		t.Errorf("changes say %q", got)
	}
	begins("changes 3", "Change 3, by Bob")
	begins("changes pack", "Not as the world's pack says")
	begins("edit ghost x", "There is no kind of content called ghost.")
	begins("edit spawn s-lamp max 3", "Change 14: spawn s-lamp is changed.")
	begins("dig north Elsewhere", "A way leads north already, to hall. undig north takes it out.")
	begins("destroy room narrow-lane", "The room narrow-lane is named by the quest mugs; change that first.")
	begins("create room elan \u00e9lan vital", "Change 15: room elan is new.")
	begins("edit room elan name", "room elan\nname: \u00c9lan Vital")
	begins("create social {target}", `The social "{target}" cannot be: its id is no slug`)
	begins("create quest mug's find tin-mug Mugs", `The quest "mug's" cannot be: its id is no slug`)
	begins("create help a/b Be kind.", `The help "a/b" cannot be: its id is no slug`)
	begins("destroy item coins", "The rules themselves need the item coins; it cannot be withdrawn.")
	if err := s.state.Check(); err != nil {
		t.Error(err)
	}
}

// A player has none of the builders' commands, and is told so plainly.
func TestPlayersDoNotBuild(t *testing.T) {
	s := newStage(t, world.RolePlayer)
	for _, line := range []string{"redit", "create item x y", "undo", "changes", "edit room"} {
		if got := s.read(line); !strings.HasPrefix(got, "Nobody here knows how to") {
			t.Errorf("%s: got %q", line, got)
		}
	}
}

// A script is attached to a place, a thing or a creature and taken off again, like any other change of the world.
func TestScriptsAreAttached(t *testing.T) {
	s := newStage(t, world.RoleBuilder)
	begins := func(line, want string) {
		t.Helper()
		if got := s.words(line); !strings.HasPrefix(got, want) {
			t.Errorf("%s: got %q, want %q", line, got, want)
		}
	}
	begins("attach parrot", "There is no script of the id parrot")
	s.words("create script parrot")
	begins("attach parrot", "Change 2: room hall is changed.")
	begins("attach parrot room hall", "It is asked there already.")
	begins("attach parrot mob rat", "Change 3: mob rat is changed.")
	begins("attach parrot creature rat", "It is asked there already.")
	begins("attach parrot item lamp", "Change 4: item lamp is changed.")
	begins("attach parrot item nothing", "There is no item of the id nothing")
	begins("attach parrot mob", "Which one?")
	begins("attach parrot quest errand", "Scripts are asked at a room, an item or a mob.")
	begins("tlist", "1 script\nparrot: 0 runs; used by item lamp, mob rat, room hall")
	begins("tcopy parrot mynah", "Change 5: script mynah is new.")
	begins("tcopy parrot mynah", "There is a script mynah already.")
	begins("detach mynah room", "No script mynah is asked there.")
	begins("detach parrot", "Change 6: room hall is changed.")
	begins("trigedit mynah about It repeats.", "Change 7: script mynah is changed.")
	if list := s.state.Rooms["hall"].Scripts; list != nil {
		t.Errorf("asked in the hall: %v", list)
	}
	begins("undo 6", "Change 8: room hall is changed; change 6 is undone.")
	if list := s.state.Rooms["hall"].Scripts; len(list) != 1 {
		t.Errorf("asked in the hall after undo: %v", list)
	}
}

// TestTypedProgramsKeepTheirIndents: a program is typed in one line, and what indents its lines stays.
func TestTypedProgramsKeepTheirIndents(t *testing.T) {
	s := newStage(t, world.RoleBuilder)
	s.words("create script bell")
	const want = "def on_say(e):\n  if e.text:\n    say(\"a\\nb\")"
	for _, line := range []string{
		`edit script bell source def on_say(e):\n  if e.text:\n    say("a\\nb")`,
		`edit script  bell source  = def on_say(e):\n  if e.text:\n    say("a\\nb")\n`,
	} {
		s.words("edit script bell source def on_say(e):\n  pass")
		s.words(line)
		if got := s.state.Scripts["bell"].Source; got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}
