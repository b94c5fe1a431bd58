package verb_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
)

// OWNERS section 2: nothing told a builder the ids that load and goto take. find lists them by a word of the id, the
// name or the further words; each of the field's names for it does too.
func TestFindTellsIdsThatWork(t *testing.T) {
	s := newStage(t, world.RoleWizard)
	p := stagePack()
	p.Rooms = append(p.Rooms, world.RoomSpec{ID: "mill-yard", Zone: "mill", Name: "The Mill Yard", Desc: "Flour.",
		Exits: []world.ExitSpec{{Dir: world.Out, To: "hall"}}})
	p.Rooms[0].Exits = append(p.Rooms[0].Exits, world.ExitSpec{Dir: world.In, To: "mill-yard"})
	p.Spawns = append(p.Spawns, world.SpawnSpec{ID: "s-mill-rat", Mob: "rat", Room: "mill-yard"},
		world.SpawnSpec{ID: "s-mill-pie", Item: "pie", On: "s-mill-rat"})
	p.Hash = "2"
	s.host(world.ApplyPack{Pack: p})
	s.contains(map[string][]string{
		"find lamp": {"Found: 1\nobject lamp: lamp, 2 in the world"},
		"find key":  {"object rusty-key: rusty key, 1 in the world", "object brass-key", "object iron-key", "Found: 3\n"},
		"find yard": {"Found: 2\n", "room yard: The Yard, in zone stage", "room mill-yard: The Mill Yard, in zone mill"},
		"find mil": {"Found: 2\nzone mill: 1 room, one of them mill-yard (The Mill Yard)\n" +
			"room mill-yard: The Mill Yard, in zone mill"},
		"find yellow":          {"object coat: oilskin coat"},
		"find nan":             {"mob nan: Nan Silt, 1 in the world"},
		"find rusty k":         {"object rusty-key", "Found: 1\n"},
		"find rusty lamp":      {"Found: 0\nNothing of that word is there."},
		"find net":             {"object net: fishing net, none in the world"},
		"rlist mill":           {"Found: 1\nroom mill-yard"},
		"rlist":                {"In zone stage: 5\n", "room hall: The Hall", "!mill"},
		"rlist hall":           {"Found: 1\nroom hall"},
		"olist mill":           {"Found: 1\nobject pie: pie, 1 in the world"},
		"olist":                {"In zone stage: ", "object pearl: pearl", "!object pie"},
		"mlist mill":           {"Found: 1\nmob rat: rat, 2 in the world"},
		"mlist woman":          {"mob nan: Nan Silt"},
		"zlist":                {"Found: 3\nzone mill: 1 room", "zone stage: 5 rooms, one of them attic (The Attic)"},
		"zlist st":             {"Found: 1\nzone stage"},
		"vnum obj lamp":        {"Found: 1\nobject lamp"},
		"vnum room yard":       {"Found: 2\nroom mill-yard", "!zone mill: "},
		"vnum mob rat":         {"Found: 1\nmob rat"},
		"vnum thing lamp":      {"One can say room, object, mob, zone there."},
		"vnum mob":             {"(Usage: vnum room|object|mob|zone <word>)"},
		"find":                 {"(Usage: find <word>)"},
		"find yard of nothing": {"Found: 0"},
	})
	id := regexp.MustCompile(`(?m)^(room|object|mob) (\S+):`)
	found := id.FindAllStringSubmatch(s.reads(porch{}, "find h")+"\n"+s.reads(porch{}, "find n"), -1)
	if len(found) < 5 {
		t.Fatalf("too little to try: %v", found)
	}
	s.must(s.bob, "goto vault")
	for _, f := range found {
		line := "load " + f[2]
		if f[1] == "room" {
			line = "goto " + f[2]
		}
		if got := s.line(s.bob, line); got.refusal != nil {
			t.Errorf("%s: %s", line, got.refusal.Text)
		}
	}
	p.Rooms = append(p.Rooms, world.RoomSpec{ID: "nowhere", Name: "Nowhere", Desc: "None.",
		Exits: []world.ExitSpec{{Dir: world.Out, To: "mill-yard"}}})
	p.Rooms[len(p.Rooms)-2].Exits = append(p.Rooms[len(p.Rooms)-2].Exits, world.ExitSpec{Dir: world.In, To: "nowhere"})
	p.Hash = "3"
	s.host(world.ApplyPack{Pack: p})
	s.must(s.bob, "goto nowhere")
	s.contains(map[string][]string{
		"rlist": {"You are in no zone. Type a zone or a word behind rlist; zlist lists the zones."},
		"olist": {"behind olist;"}, "mlist mill": {"mob rat"}, "rlist nowhere": {"Found: 1\n"},
		"zlist": {"Found: 3\n", "zone workshop: no rooms yet; closed: only its builders walk in"},
	})
	if got := s.reads(porch{}, "find hall"); !strings.HasPrefix(got, "Found: 1\nroom hall: The Hall, in zone stage") {
		t.Errorf("got %q", got)
	}
}
