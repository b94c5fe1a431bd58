package verb_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
)

// OWNERS section 2, D7: stat shows whatever the state has, wherever it is, and of whom is away; a kind before the name
// looks for that kind alone.
func TestStatFindsEverythingAnywhere(t *testing.T) {
	s := lookedUp(t)
	s.host(world.Create{Name: "Anton", Account: "acct-ann", Role: world.RolePlayer})
	s.act(s.ann, world.Enter{})
	s.act(s.ann, world.MintGrant{Grant: "g-1", Label: "scout"})
	s.must(s.bob, "mute ann 9h noise", "goto vault")
	s.act("pc-gus", world.Depart{})
	s.now += 3 * 60 * world.Minute
	s.contains(map[string][]string{
		"stat nan silt": {"body npc-nan\n", "Room: hall (The Hall)", "Of its pattern", "Guarded: yes",
			"see vstat nan", "!Buys"},
		"stat rat": {"body npc-rat\n", "Pattern: rat"},
		"vstat rat": {"creature pattern rat", "In the world", "a rat (npc-rat), in hall (The Hall)",
			"s-rat makes rat"},
		"stat mob rat":       {"body npc-rat\n"},
		"stat heap of weed":  {"thing heap-1\n", "Place: in hall (The Hall)", "Of its pattern", "Fixed: yes"},
		"stat object coat":   {"thing coat-1\n", "Place: with Bob (pc-bob), in vault"},
		"stat pile of coins": {"Which do you mean: a pile of coins (purse-", "), a pile of coins (purse-"},
		"stat object lamp":   {"Which do you mean: a lamp (lamp-"},
		"stat object xyzzy":  {"There is nothing of that name. find looks among patterns."},
		"stat xyzzy":         {"There is nothing of that name."},
		"stat the yard":      {"room yard\n"},
		"stat room vault":    {"room vault\n", "Bob (pc-bob)"},
		"stat room xyzzy":    {"There is nothing of that name."},
		"stat stage": {"zone stage\n", "Rooms: 5, which rlist stage lists", "Creatures there now: 2; mlist stage",
			"Spawn rules: 13", "Ann (pc-ann), player, in hall (The Hall)"},
		"stat zone nowhere": {"There is no zone of that id."},
		"stat slate":        {"table slate\n"},
		"stat pattern lamp": {"item pattern lamp\n"},
		"vstat object lamp": {"item pattern lamp\n", ", with Bob (pc-bob), in vault", "s-lamp makes lamp: 1 of 2",
			", in hall (The Hall)"},
		"vstat pearl":    {"a pearl (pearl-1), inside the heap of weed", "s-pearl makes pearl", ", in hall (The Hall)"},
		"vstat mob lamp": {"There is no pattern of that id."},
		"vstat nan":      {"creature pattern nan\n", "Mind, buys"},
		"stat player ann": {"body pc-ann\n", "Other characters", "Anton (pc-anton), away", "Agents", "scout (g-1), player",
			"Sanctions", "!Of its pattern"},
		"stat gus": {"body pc-gus\n", "Presence: away", "Came or left: 00:00 UTC on 1 January 1970, 3 hours ago"},
	})
}

// A zone in which all the world stands about is told in lines that fit a screen or two.
func TestStatOfACrowdedZone(t *testing.T) {
	s := newStage(t, world.RoleWizard)
	for i := range 60 {
		s.join("crowd"+strings.Repeat("x", i/26)+string(rune('a'+i%26)), world.RolePlayer)
	}
	got := s.reads(porch{}, "stat zone stage")
	if n := strings.Count(got, ", player, in "); n > 50 || !strings.Contains(got, "12 more: where lists all") {
		t.Errorf("%d people are listed:\n%s", n, got)
	}
}
