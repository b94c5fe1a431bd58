package verb_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// TestMapsOfLowtide walks through the starter world and asks for the way, on screens of several kinds.
// testdata/map.txt is meant to be read.
func TestMapsOfLowtide(t *testing.T) {
	s := newLowtide(t)
	var b strings.Builder
	show := func(line string, styles ...string) {
		t.Helper()
		call := s.table.Parse(s.ctx(s.bob), line)
		if call.Refusal != nil {
			fmt.Fprintf(&b, "bob> %s\n%s\n\n", line, call.Refusal.Text)
			return
		}
		for _, name := range styles {
			style := map[string]prose.Style{
				"": {}, "60 cells": {Width: 60}, "boxes": {Boxes: true}, "words": {Worded: true},
				"screen reader": {ScreenReader: true},
			}[name]
			text := verb.Words(call.Report(s.ctx(s.bob)), style)
			out := text.String()
			if style.ScreenReader {
				out = prose.ReaderText(text)
			}
			fmt.Fprintf(&b, "%s\n%s\n\n", strings.TrimSpace("bob> "+line+"  "+strings.Trim("("+name+")", "()")), out)
			for _, l := range text {
				if width := style.Width; width > 0 && l.Drawn && utf8.RuneCountInString(l.String()) > width {
					t.Errorf("wider than %d: %q", width, l)
				}
			}
		}
	}
	show("map", "")
	show("survey", "")
	s.must(s.bob, "north", "north", "west", "up", "down", "east", "south", "south", "east", "east")
	show("map", "", "screen reader")
	show("map bell loft", "")
	show("map row", "screen reader")
	show("map drowned lantern", "")
	show("map bell", "")
	show("map the moon", "")
	s.must(s.bob, "west", "west", "north", "east", "open hatch", "down", "up", "east", "west", "west", "west", "south",
		"west", "up", "down", "east", "east", "south", "south", "west", "east", "south")
	show("map", "", "60 cells", "boxes", "words", "screen reader")
	show("map the cellar", "")
	show("exits", "", "screen reader")
	show("hp", "", "screen reader")
	show("survey", "", "screen reader")
	golden(t, "map.txt", b.String())
}

// TestPlacesAreNamed finds the way to places by name: to those beyond the map too, and to the one whose whole name was
// said rather than to one whose name goes on.
func TestPlacesAreNamed(t *testing.T) {
	const miles = 600 // more than a map has
	s := newStage(t, world.RolePlayer)
	known := s.state.Actors[s.bob].Known
	id := func(i int) world.RoomID { return world.RoomID(fmt.Sprintf("mile-x%d", i)) }
	place := func(r world.RoomSpec) { s.state.Rooms[r.ID], known[r.ID] = &r, true }
	for i := range miles {
		on := world.ExitSpec{Dir: world.East, To: id(i + 1)}
		place(world.RoomSpec{ID: id(i), Name: fmt.Sprintf("Mile x%d", i), Exits: []world.ExitSpec{on}})
	}
	place(world.RoomSpec{ID: "wall", Name: "The Pier Wall"})
	place(world.RoomSpec{ID: "p1", Name: "The Pier"})
	hall := s.state.Rooms["hall"]
	hall.Exits = append(hall.Exits, world.ExitSpec{Dir: world.Out, To: id(0)}, world.ExitSpec{Dir: world.In, To: "p1"})
	s.state.Reindex()
	for line, want := range map[string]world.RouteReport{
		"map x3":          {ID: id(3), Known: true, Walk: "out 3e"},
		"map x599":        {ID: id(599), Known: true, Walk: "out 15e, then 16e, then "},
		"map pier":        {ID: "p1", Known: true, Walk: "in"},
		"map to the pier": {ID: "p1", Known: true, Walk: "in"},
		"map pier wall":   {ID: "wall"},
	} {
		call := s.table.Parse(s.ctx(s.bob), line)
		if call.Refusal != nil {
			t.Errorf("%s: %s", line, call.Refusal.Text)
			continue
		}
		got, _ := call.Report(s.ctx(s.bob)).(world.RouteReport)
		if got.ID != want.ID || got.Known != want.Known || !strings.HasPrefix(got.Walk, want.Walk) {
			t.Errorf("%s: got %+v, want %+v", line, got, want)
		}
	}
}

// TestLowtideLiesOnItsMap says which ways of the starter world do not fit its map: none but those that lead one way, as
// their descriptions say, or in and out. What is only reached by going in or out, or by what is not drawn, lies on a
// plane of its own.
func TestLowtideLiesOnItsMap(t *testing.T) {
	s := newLowtide(t)
	var got []string
	for id, r := range world.Ordered(s.state.Rooms) {
		from := s.state.Survey(id, s.now).At
		if from.Plane != r.Zone && !strings.HasPrefix(from.Plane, r.Zone+":") {
			t.Errorf("%s stands on the plane %s", id, from.Plane)
		}
		for _, e := range r.Exits {
			to := s.state.Survey(e.To, s.now).At
			isBothWays := slices.ContainsFunc(s.state.Rooms[e.To].Exits, func(back world.ExitSpec) bool {
				return back.To == id && back.Dir == e.Dir.Opposite() && back.Dir != world.In && back.Dir != world.Out
			})
			if apart := distance(*from, *to); isBothWays && to.Plane == from.Plane && apart != 1 {
				got = append(got, fmt.Sprintf("%s %s %s", id, e.Dir, e.To))
			}
		}
	}
	if len(got) > 0 {
		t.Errorf("these ways do not fit the map: %q", got)
	}
}

func distance(a, b world.Coord) int {
	far := func(a, b int) int { return max(a-b, b-a) }
	return far(a.X, b.X) + far(a.Y, b.Y) + far(a.Z, b.Z)
}

// TestPlacesOfOneName: whoever asks for the way is told that there are several, and can name the next; a wizard who
// goes there is asked which (OWNERS D13).
func TestPlacesOfOneName(t *testing.T) {
	s := newStage(t, world.RoleWizard)
	p := stagePack()
	p.Hash = "2"
	p.Rooms[1].Name, p.Rooms[4].Name = "In the Wood", "In the Wood"
	s.host(world.ApplyPack{Pack: p})
	s.must(s.bob, "north", "south", "west", "east", "north")
	for line, want := range map[string]string{
		"map wood": "You are at In the Wood.\n" +
			"You know 2 places of that name, of which this is the nearest. For the next, type map 2.wood.",
		"map 2.wood":       "The way to In the Wood: one step south, one step west.\nIn short: s w",
		"map 3.wood":       "There are not that many.",
		"map to hall":      "The way to The Hall: one step south.\nIn short: s",
		"goto in the wood": "Which do you mean: In the Wood (attic), In the Wood (yard)?",
		"at wood look":     "Which do you mean: In the Wood (attic), In the Wood (yard)?",
	} {
		if got := s.read(line); got != want {
			t.Errorf("%s: got %q, want %q", line, got, want)
		}
	}
	s.must(s.bob, "goto attic", "goto 2.wood")
	if got := s.state.Actors[s.bob].Room; got != "yard" {
		t.Errorf("2.wood is %s", got)
	}
}

// A room that was imported is gone to by the number that its builders know.
func TestImportedRoomsHaveNumbers(t *testing.T) {
	s := newStage(t, world.RoleWizard)
	s.state.Rooms["room-3001"] = &world.RoomSpec{ID: "room-3001", Name: "The Temple", Desc: "A temple."}
	s.must(s.bob, "goto 3001")
	if got := s.state.Actors[s.bob].Room; got != "room-3001" {
		t.Errorf("3001 is %s", got)
	}
	if got, want := s.read("goto 3002"), "There is no place or person called 3002."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
