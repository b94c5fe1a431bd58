package verb_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
)

// lookedUp is a stage with two lamps, one of them carried, a chest that was renamed by nobody, Ann link-dead, and a
// guest.
func lookedUp(t *testing.T) *stage {
	t.Helper()
	s := newStage(t, world.RoleWizard)
	s.must(s.bob, "get lamp")
	s.join("gus", world.RoleGuest)
	s.must("pc-gus", "north")
	s.host(world.Sever{Body: s.ann})
	return s
}

// contains holds that the answer to each line has some words, and lacks others.
func (s *stage) contains(lines map[string][]string) {
	s.t.Helper()
	for line, wants := range lines {
		got := s.reads(porch{}, line)
		for _, want := range wants {
			lack, isLacked := strings.CutPrefix(want, "!")
			switch {
			case isLacked && strings.Contains(got, lack):
				s.t.Errorf("%s: got %q in it:\n%s", line, lack, got)
			case !isLacked && !strings.Contains(got, want):
				s.t.Errorf("%s: lacks %q:\n%s", line, want, got)
			}
		}
	}
}

// OWNERS section 2: a wizard sees who is where, and where all things, creatures and people of a word are, with the ids
// that other commands take.
func TestWizardsSeeWhoIsWhere(t *testing.T) {
	s := lookedUp(t)
	s.contains(map[string][]string{
		"where": {"3 people in the world\n", "Ann (pc-ann), player, in hall (The Hall), link-dead\n",
			"Bob (pc-bob), wizard, in hall (The Hall)\n", "Gus (pc-gus), guest, in yard (The Yard)", "!rat"},
		"where lamp": {"Where lamp is: 2 places\n", "a lamp (lamp-", ", pattern lamp, in hall (The Hall)",
			", pattern lamp, with Bob (pc-bob), in hall (The Hall)"},
		"where rat":          {"a rat (npc-rat), pattern rat, in hall (The Hall)", "1 place\n"},
		"where npc-rat":      {"a rat (npc-rat)"},
		"where nan":          {"Nan Silt (npc-nan), pattern nan, in hall (The Hall)"},
		"where gus":          {"Gus (pc-gus), guest, in yard (The Yard)"},
		"where pearl":        {"a pearl (pearl-1), pattern pearl, inside the heap of weed (heap-1), in hall (The Hall)"},
		"where rusty-key":    {"a rusty key (rusty-1), pattern rusty-key, with Bob (pc-bob)", "1 place\n"},
		"where key":          {"(rusty-1)", "(brass-1)", "(iron-1)", "3 places\n"},
		"where yellow":       {"an oilskin coat (coat-1)"},
		"where xyzzy":        {"Where xyzzy is: 0 places\nNothing and nobody of that word is in the world. find xyzzy"},
		"where lamp page 2":  {"There is only 1 page of that."},
		"where coin":         {"a pile of coins", "7 coins"},
		"where leather p":    {"a leather pouch (pouch-1)"},
		"where lamp of mine": {"0 places"},
	})
	s.join("pearly", world.RolePlayer)
	s.contains(map[string][]string{ // who is called otherwise is found only where nothing is called so
		"where pearl": {"1 place\n", "(pearl-1)"}, "where pearly": {"1 place\n", "(pc-pearly)"},
		"where pear": {"2 places\n"}, "stat object pear": {"thing pearl-1"}, "stat mob ra": {"There is nothing"},
	})
	s.act("pc-pearly", world.Depart{})
	s.act("pc-gus", world.Depart{})
	s.contains(map[string][]string{
		"where gus": {"Gus (pc-gus), guest, in yard (The Yard), away"}, "where": {"2 people in the world"},
	})
}

// Where an agent is in the world for somebody, where and stat say so.
func TestWizardsSeeAgentsWhereTheyAre(t *testing.T) {
	s := newStage(t, world.RoleWizard)
	s.act(s.ann, world.MintGrant{Grant: "g-1", Label: "scout"})
	s.host(world.Sever{Body: s.ann})
	in := world.Input{Actor: s.ann, Via: world.Via{Kind: world.ViaGrant, Grant: "g-1"}, Action: world.Enter{}}
	if _, r := s.state.Decide(s.now, in); r != nil {
		t.Fatal(r.Text)
	}
	s.contains(map[string][]string{
		"where":       {"Ann (pc-ann), player, an agent for the player of Ann, in hall (The Hall)\n"},
		"where ann":   {"an agent for the player of Ann"},
		"stat ann":    {"Agent: g-1", "scout (g-1), player"},
		"users scout": {"Connected: 1\nthe agent scout of Ann (pc-ann), player, by mcp, since "},
	})
}

// A list that is longer than a page says so, and how it is read on.
func TestLookedUpListsHavePages(t *testing.T) {
	s := newStage(t, world.RoleWizard)
	for range 118 {
		s.must(s.bob, "load pearl")
	}
	s.contains(map[string][]string{
		"where pearl":        {"119 places", "Page 1 of 3, 119 lines in all. To read on: where pearl page 2."},
		"where pearl page 2": {"Page 2 of 3", "where pearl page 3."},
		"where pearl page 3": {"That is the last page, 119 lines in all."},
		"where pearl page 4": {"There are only 3 pages of that."},
		"find pearl":         {"object pearl: pearl, 119 in the world"},
	})
	if n := strings.Count(s.reads(porch{}, "where pearl page 3"), "(pearl-"); n != 19 {
		t.Errorf("the last page has %d lines, want 19", n)
	}
}

// Who is connected, by which door, from where and how idle is what the host says of them, with names of the state.
func TestWizardsSeeWhoIsConnected(t *testing.T) {
	s := lookedUp(t)
	const since = ", since 11:06 UTC on 18 November 2026, for "
	ann := "Ann (pc-ann), player, by telnet from 203.0.113.7" + since + "2 hours 13 minutes, idle 1 minute"
	stranger := "not signed in, by ssh from 203.0.113.8" + since + "3 seconds, idle 3 seconds"
	agent := "the agent g-1 of Ann (pc-ann), player, by mcp" + since + "2 days 7 hours, idle 0 seconds"
	s.contains(map[string][]string{
		"users":             {"Connected: 3\n" + ann + "\n" + stranger + "\n" + agent},
		"users ssh":         {"Connected: 1\n" + stranger},
		"users 203.0.113.7": {"Connected: 1\n" + ann},
		"users Ann":         {"Connected: 2\n"},
		"users nobody":      {"Connected: 0\nNobody of that kind is connected."},
	})
}

// When somebody was here last is known of who is in the world and who is not, with the other characters of theirs.
func TestWizardsSeeWhenSomebodyWasHereLast(t *testing.T) {
	s := lookedUp(t)
	s.host(world.Create{Name: "Anton", Account: "acct-ann", Role: world.RolePlayer})
	s.now += 3 * 60 * world.Minute
	s.act("pc-gus", world.Depart{})
	s.now += 5 * world.Minute
	left := world.WallDate(s.state.WallClock(s.state.Actors["pc-gus"].Seen))
	s.contains(map[string][]string{
		"last": {"When people were here last\nGus (pc-gus), guest: left at " + left + ", 5 minutes ago.\n",
			"Bob (pc-bob), wizard: here since ", "Anton (pc-anton), player: never came in."},
		"last ann": {"Ann (pc-ann), player: link-dead since ", ", for 3 hours 5 minutes. Made at ", "Anton (pc-anton)",
			"!Bob"},
		"last gus":     {"Gus (pc-gus), guest: left at " + left, "!Ann"},
		"last zed":     {"Nobody called zed plays here."},
		"last npc-rat": {"That is for people. where npc-rat says where a creature is."},
	})
	if got := s.reads(porch{}, "last"); strings.Index(got, "Gus") > strings.Index(got, "Bob") {
		t.Errorf("whoever was here last does not stand first:\n%s", got)
	}
}

// Lengths of time are told in their two largest units.
func TestLengthsOfTime(t *testing.T) {
	s := newStage(t, world.RoleWizard)
	s.state.Actors[s.ann].Born -= world.Second
	for past, want := range map[world.Time]string{
		59 * world.Second: "59 seconds ago", 61 * world.Second: "1 minute ago", 60 * world.Minute: "1 hour ago",
		25 * 60 * world.Minute: "1 day 1 hour ago", 24 * 60 * world.Minute: "1 day ago",
	} {
		s.state.Actors[s.ann].Presence, s.state.Actors[s.ann].Seen = world.Away, s.now
		was := s.now
		s.now += past
		if got := s.reads(porch{}, "last ann"); !strings.Contains(got, ", "+want+".") {
			t.Errorf("%d seconds: want %q in %q", past/world.Second, want, got)
		}
		s.now = was
	}
}

// What a list repeats of what was typed fits a terminal.
func TestLookedUpWordsAreClean(t *testing.T) {
	s := newStage(t, world.RoleWizard)
	evil := strings.Repeat("x", 100) + "\x1b[2J"
	for _, verb := range []string{"where", "find", "rlist", "olist", "mlist", "zlist", "users", "vnum mob"} {
		got := s.reads(porch{}, fmt.Sprintf("%s %s", verb, evil))
		if strings.ContainsRune(got, '\x1b') || strings.Contains(got, strings.Repeat("x", 80)) {
			t.Errorf("%s: %q", verb, got)
		}
	}
}

// The id of one thing or body behind an article means that one, whichever of its pattern is asked about first.
func TestLookedUpIdsMeanOne(t *testing.T) {
	s := newStage(t, world.RoleWizard)
	s.must(s.bob, "load rat", "load pearl", "load pearl", "load pearl")
	pearls := world.Picked(s.state.Items, func(_ world.ItemID, it *world.Item) bool { return it.Proto == "pearl" })
	for range 20 {
		for _, id := range pearls {
			s.contains(map[string][]string{"where the " + string(id): {"1 place\n", "(" + string(id) + ")"}})
		}
		s.contains(map[string][]string{"where the npc-rat": {"1 place\n"}})
	}
}
