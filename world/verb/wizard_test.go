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
	says("set ann role wizard", "Wizards are made and unmade by a head of this world: rank lists who is one.")
	says("set ann role builder", "The role of Ann (pc-ann) is now builder; it was player.")
	says("set ann role player", "The role of Ann (pc-ann) is now player; it was builder.")
	says("set ann level 3", "The level of Ann (pc-ann) is now 3; it was 1. Experience and health go with it.")
	says("set me xp 30", "The experience of Bob (pc-bob) is now 30; it was 0.")
	says("restore me", "You (pc-bob) are whole again.")
}

// TestDiggingIsSearchingForPlayers: whoever may build digs ways; everybody else searches (OWNERS D17).
func TestDiggingIsSearchingForPlayers(t *testing.T) {
	search := newStage(t, world.RolePlayer)
	for line, same := range map[string]string{"dig heap": "search heap", "dig": "search", "dig north": "search north"} {
		if got, want := search.read(line), search.read(same); got != want {
			t.Errorf("%s: got %q, want %q", line, got, want)
		}
	}
	const dug = "Change 1: room hall is changed; room cellar-2 is new."
	if got := newStage(t, world.RoleBuilder).words("dig south Cellar"); !strings.HasPrefix(got, dug) {
		t.Errorf("a builder reads %q", got)
	}
}

// TestNamesakesAreAskedAbout: a copy is never taken for the creature that has a mind or an id of its own; what is
// ambiguous is asked about, by stat too (OWNERS D5, D6).
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

// TestStatIsWhole: nothing that the state has is cut, nothing that only Go has a word for is shown, and what stands
// about a room, a creature and a thing is told with it (OWNERS D7).
func TestStatIsWhole(t *testing.T) {
	s := newStage(t, world.RoleWizard)
	long := strings.Repeat("It goes on and on. ", 40)
	p := stagePack()
	p.Hash = "2"
	p.Rooms[0].Desc, p.Rooms[0].Extras[0].Desc = long+"End.", long+"Mural."
	s.host(world.ApplyPack{Pack: p})
	s.must(s.bob, "load rat", "attack 1.rat")
	for _, line := range []string{
		"stat", "stat npc-rat", "stat me", "stat ann", "stat heap-1", "stat pearl-1", "stat nan", "stat s-rat",
		"stat oak-door", "stat errand", "stat chest", "stat hall", "stat coat",
	} {
		got := s.read(line)
		for _, sign := range []string{"map[", "[", "{", "…", "%!", "0x"} {
			if strings.Contains(got, sign) {
				t.Errorf("%s shows %q:\n%s", line, sign, got)
			}
		}
	}
	for line, wants := range map[string][]string{
		"stat": {
			long + "End.", "mural: " + long + "Mural.", "north to yard (The Yard); that way: Daylight.",
			"east to vault (The Vault), through the oak door (oak-door)", "west to attic (The Attic), hidden",
			"a rat (npc-rat), by s-rat, HP ", "a rat (npc-rat-", ", by no spawn, HP 9 of 9", "Bob (pc-bob), wizard, HP ",
			"a lamp (lamp-", "in heap-1: a pearl (pearl-1), by s-pearl",
			"s-pearl makes pearl in what s-heap makes as pearl-1: 1 of 1, never again",
			"the oak door (oak-door), closed and locked, key rusty-key",
		},
		"stat npc-rat": {"Pattern: rat", "Spawn: s-rat makes rat as npc-rat: 1 of 1, never again", "Bob (pc-bob)"},
		"stat pearl-1": {"Place: inside the heap of weed (heap-1), in hall (The Hall)", "Spawn: s-pearl makes"},
		"stat heap-1":  {"Contents", "a pearl (pearl-1), by s-pearl"},
		"stat me": {"Role: wizard", "Presence: here", "Foes",
			"the rat (npc-rat)", "Equipment", "a rusty key (rusty-1)"},
		"stat oak-door": {"closed and locked, key rusty-key", "hall (The Hall)", "vault (The Vault)"},
	} {
		got := s.read(line)
		for _, want := range wants {
			if !strings.Contains(got, want) {
				t.Errorf("%s lacks %q:\n%s", line, want, got)
			}
		}
	}
	p.Spawns[0].Every, p.Hash = 300, "3"
	s.host(world.ApplyPack{Pack: p})
	s.must(s.bob, "purge npc-rat")
	if got, want := s.read("stat"), "s-rat makes rat as npc-rat: 0 of 1, the next in 5 minutes"; !strings.Contains(
		got,
		want,
	) {
		t.Errorf("stat lacks %q:\n%s", want, got)
	}
}

// OWNERS 2: what a zone lacks is made at once, what lies in what was made too, and its doors and lids are as they
// begin.
func TestZoneIsReset(t *testing.T) {
	s := newStage(t, world.RoleWizard)
	said := func(line, want string) {
		t.Helper()
		if got := s.read(line); !strings.Contains(got, want) {
			t.Errorf("%s: got %q, want %q in it", line, got, want)
		}
	}
	s.read("zreset") // the stage was set before all that its rules want had a place
	said("zreset", "Nothing is missing there")
	said("zreset nowhere", "There is no such zone; zlist lists them.")
	s.must(s.bob, "purge npc-rat", "purge heap-1", "load rusty-key", "unlock oak door", "open oak door")
	said("zreset STAGE", "The zone STAGE is reset.")
	said("stat", "s-rat makes rat as npc-rat: 1 of 1")
	said("stat", "the oak door (oak-door), closed and locked")
	said("look in heap", "a pearl")
	said("zreset", "Nothing is missing there")
}

// OWNERS D17: who was forced is named as in any sentence.
func TestWhoIsForcedHasAnArticle(t *testing.T) {
	s := newStage(t, world.RoleWizard)
	if got, want := s.read("force rat say hello"), "The rat does as you will."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
