package verb_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// read is what a wizard reads as the answer to a line.
func (s *stage) read(line string) string {
	s.t.Helper()
	got := s.line(s.bob, line)
	if got.refusal != nil {
		return got.refusal.Text
	}
	return prose.ReaderText(verb.Words(got.report, prose.Style{}))
}

// TestDeedsTellIDs: what a wizard makes, changes and removes is told with its id, by which it can be told from its
// namesakes.
func TestDeedsTellIDs(t *testing.T) {
	s := newStage(t, world.RoleWizard)
	newest := func(proto world.ProtoID) (id string) {
		last := uint64(0)
		for _, a := range world.Ordered(s.state.Actors) {
			if a.Proto == proto && a.Order > last {
				id, last = string(a.ID), a.Order
			}
		}
		for _, it := range world.Ordered(s.state.Items) {
			if it.Proto == proto && it.Order > last {
				id, last = string(it.ID), it.Order
			}
		}
		return id
	}
	says := func(line, want string) {
		t.Helper()
		if got := s.read(line); got != want {
			t.Errorf("%s: got %q, want %q", line, got, want)
		}
	}
	got := s.read("load rat")
	rat := newest("rat")
	if want := "You make a rat (" + rat + ")."; got != want || rat == "npc-rat" {
		t.Errorf("got %q, want %q", got, want)
	}
	got = s.read("load iron-key")
	key := newest("iron-key")
	if want := "You make an iron key (" + key + ")."; got != want || key == "iron-1" {
		t.Errorf("got %q, want %q", got, want)
	}
	got = s.read("at yard load nan")
	nan := newest("nan")
	if want := "You make Nan Silt (" + nan + ")."; got != want || nan == "npc-nan" {
		t.Errorf("got %q, want %q", got, want)
	}
	says("at yard purge nan", "Nan Silt ("+nan+") is gone.")
	says("set "+rat+" hp 5", "The health of the rat ("+rat+") is now 5; it was 9.")
	says("restore "+rat, "The rat ("+rat+") is whole again.")
	says("purge "+rat, "The rat ("+rat+") is gone.")
	says("purge "+key, "The iron key ("+key+") is gone.")
	says("set ann coins 1", "The purse of Ann (pc-ann) is now 1 coin; it was 0 coins.")
	says("set ann role builder", "The role of Ann (pc-ann) is now builder; it was player.")
	says("set me xp 30", "The experience of Bob (pc-bob) is now 30; it was 0.")
	says("restore me", "You (pc-bob) are whole again.")
}

// TestNamesakesAreAskedAbout: a copy is never taken for the creature that has a mind or an id of its own; what is
// ambiguous is asked about, by stat too.
func TestNamesakesAreAskedAbout(t *testing.T) {
	s := newStage(t, world.RoleWizard)
	s.must(s.bob, "load nan")
	got := s.read("purge nan")
	const want = "Which do you mean: Nan Silt (1.nan, npc-nan), Nan Silt (2.nan, npc-nan-"
	if !strings.HasPrefix(got, want) {
		t.Fatalf("got %q, want %q...", got, want)
	}
	s.must(s.bob, "purge 2.nan")
	if s.state.Actors["npc-nan"] == nil {
		t.Fatal("the one with the memory is gone")
	}
	s.must(s.bob, "purge nan", "load lamp", "load lamp", "purge lamp") // things that are alike are any of them
	for line, want := range map[string]string{
		"stat key": "Which do you mean: ", "stat 9.lamp": "There are not that many.",
		"stat unheard-of": "There is nothing of that name.",
	} {
		if got := s.read(line); !strings.HasPrefix(got, want) {
			t.Errorf("%s: got %q, want %q...", line, got, want)
		}
	}
	if got := s.read("stat iron-key"); !strings.HasPrefix(got, "item pattern iron-key") {
		t.Errorf("an id that is no name: got %q", got)
	}
}
