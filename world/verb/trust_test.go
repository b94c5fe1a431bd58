package verb_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// PLAYERS A3: the town stands up for everybody whom somebody has to talk to, buy from or take a quest from.
func TestNobodyOfTheTownCanBeKilled(t *testing.T) {
	s := newLowtide(t)
	for _, one := range []struct{ room, who string }{
		{"drowned-lantern", "barkeep"}, {"drowned-lantern", "hedda"}, {"landgate", "sergeant"},
	} {
		s.teleport(s.bob, world.RoomID(one.room))
		got := s.line(s.bob, "kill "+one.who)
		if got.refusal == nil || got.refusal.Code != world.CodeSafe {
			t.Errorf("kill %s: %+v, want the refusal %q", one.who, got.refusal, world.CodeSafe)
		}
	}
	for id, m := range world.Ordered(s.state.MobSpecs) {
		if m.Mind != nil && !m.Guarded {
			t.Errorf("%s has a mind and can be killed", id)
		}
	}
}

// teleport brings somebody into a room, as a wizard would.
func (s *stage) teleport(who world.ActorID, room world.RoomID) {
	s.t.Helper()
	if s.state.Actors["pc-merla"] == nil {
		s.host(world.Create{Name: "merla", Account: "acct-merla", Role: world.RoleWizard})
		s.act("pc-merla", world.Enter{})
	}
	if s.state.Actors[who].Room == room {
		return
	}
	s.act("pc-merla", world.Haul{Body: who, To: room})
}

// allCoins counts the coins of a world.
func allCoins(s *stage) int {
	total := 0
	for _, a := range s.state.Actors {
		total += a.Coins
	}
	for _, it := range s.state.Items {
		total += it.Coins
	}
	return total
}

// PLAYERS A4: coins can be handed on, dropped, put away and picked up again, and the sum of them stays what it was.
func TestCoinsAreHandedOn(t *testing.T) {
	s := newLowtide(t)
	cat := s.join("cat", world.RolePlayer)
	ann := s.join("ann", world.RolePlayer)
	s.teleport(cat, "harbour-steps")
	s.act("pc-merla", world.SetField{Actor: ann, Field: "coins", Value: 100})
	s.act("pc-merla", world.SetField{Actor: s.bob, Field: "coins", Value: 7})
	sum := func() int { return allCoins(s) }
	before := sum()
	for _, step := range []struct {
		who           world.ActorID
		line          string
		ann, cat, bob int
		refused       world.Code
	}{
		{ann, "give 50 coins to cat", 50, 50, 7, ""},
		{ann, "give 1 coin cat", 49, 51, 7, ""},
		{ann, "drop 5 coins", 44, 51, 7, ""},
		{cat, "get 4 coins", 44, 51, 7, world.CodeBadValue},
		{cat, "get 5 coins", 44, 56, 7, ""},
		{cat, "drop all coins", 44, 0, 7, ""},
		{cat, "drop coins", 44, 0, 7, world.CodePoor},
		{ann, "get coins", 100, 0, 7, ""},
		{ann, "give 101 coins to cat", 100, 0, 7, world.CodePoor},
		{ann, "give 0 coins to cat", 100, 0, 7, world.CodeBadValue},
		{ann, "give -5 coins to cat", 100, 0, 7, world.CodeBadValue},
		{ann, "give coins to nobody", 100, 0, 7, world.CodeNotHere},
		{s.bob, "give 5 coins to ann", 100, 0, 7, world.CodeCannot},
		{s.bob, "drop coins", 100, 0, 7, world.CodeCannot},
		{ann, "give 3 coins to bob", 97, 0, 10, ""},
	} {
		got := s.line(step.who, step.line)
		code := world.Code("")
		if got.refusal != nil {
			code = got.refusal.Code
		}
		a := s.state.Actors
		if code != step.refused || a[ann].Coins != step.ann || a[cat].Coins != step.cat || a[s.bob].Coins != step.bob {
			t.Errorf("%s> %s: refused %q; ann has %d, cat %d, bob %d; want %+v", step.who, step.line, code,
				a[ann].Coins, a[cat].Coins, a[s.bob].Coins, step)
		}
		if now := sum(); now != before {
			t.Errorf("after %q there are %d coins, and there were %d", step.line, now, before)
		}
	}
	s.teleport(ann, "finders-market")
	s.must(ann, "put 7 coins in basket", "put coins in basket")
	if got := s.state.Actors[ann].Coins; got != 0 || sum() != before {
		t.Errorf("ann has %d coins with all of them in the basket, and there are %d of %d", got, sum(), before)
	}
	s.must(ann, "get all from basket")
	if got := s.state.Actors[ann].Coins; got != 97 {
		t.Errorf("ann has %d coins again, want 97", got)
	}
	s.teleport(ann, "drowned-lantern")
	s.teleport(cat, "drowned-lantern")
	called := s.carry(ann, s.table.Call(s.ctx(ann), "give", []byte(`{"item":"7 coins","to":"cat"}`)))
	if called.refusal != nil || s.state.Actors[cat].Coins != 7 {
		t.Errorf("called: %+v, cat has %d coins", called.refusal, s.state.Actors[cat].Coins)
	}
	s.must(cat, "give 7 coins to ann")
	for _, whom := range []string{"barkeep", "hedda", "bosun"} {
		got := s.line(ann, "give 1 coin to "+whom).refusal
		if got == nil || got.Code != world.CodeCannot || s.state.Actors[ann].Coins != 97 {
			t.Errorf("give 1 coin to %s: %+v", whom, got)
		}
	}
}

// PLAYERS A4: what a guest carries falls where the guest stood, and the guest's coins go with the guest.
func TestAGuestsPurseIsNoMint(t *testing.T) {
	s := newLowtide(t)
	s.teleport(s.bob, "harbour-steps")
	s.act("pc-merla", world.SetField{Actor: s.bob, Field: "coins", Value: 60})
	s.must(s.bob, "north", "get lamp", "get coins")
	lamp := s.state.Index.Held[s.bob][0]
	s.act(s.bob, world.Depart{})
	if got := s.state.Items[lamp].At; got.Room != "lantern-row" {
		t.Errorf("the lamp is at %+v, want in Lantern Row", got)
	}
	for _, id := range s.state.Index.Floor["lantern-row"] {
		if s.state.Items[id].Coins > 0 {
			t.Errorf("%s lies where the guest stood", id)
		}
	}
}

// A guest buys for the guest alone, or for the people of the town: a mug of beer still ends the brawl in the Lantern.
func TestAGuestIsNoMule(t *testing.T) {
	s := newLowtide(t)
	ann := s.join("ann", world.RolePlayer)
	s.teleport(s.bob, "drowned-lantern")
	s.teleport(ann, "drowned-lantern")
	s.act("pc-merla", world.SetField{Actor: s.bob, Field: "coins", Value: 360})
	s.must(s.bob, "buy egg", "buy beer", "buy pie")
	for _, line := range []string{"give egg to ann", "drop egg", "drop all", "give all to ann"} {
		got := s.line(s.bob, line).refusal
		if got == nil || got.Code != world.CodeCannot || !strings.Contains(got.Text, "under a name of your own") {
			t.Errorf("%s: %+v", line, got)
		}
	}
	s.must(s.bob, "eat pie", "battle big clem", "give beer to big clem")
	if s.state.EncounterOf(s.bob) != nil {
		t.Error("the fight goes on after a mug of beer")
	}
	s.teleport(s.bob, "chandlery")
	s.teleport(ann, "chandlery")
	s.must(s.bob, "buy cutlass", "wield cutlass")
	before := len(s.state.Index.Floor["chandlery"])
	s.act(s.bob, world.Depart{})
	if got := len(s.state.Index.Floor["chandlery"]); got != before || len(s.state.Index.Wares) != 0 {
		t.Errorf("%d things lie in the chandlery, want %d; bought by guests: %v", got, before, s.state.Index.Wares)
	}
}

// PLAYERS C36: the conger keeps its cistern and the guardian his door, before any blow and without one; once they are
// gone, or taken up with a friend, one gets by.
func TestGuardsOfLowtideGuard(t *testing.T) {
	s := newLowtide(t)
	ann := s.join("ann", world.RolePlayer)
	s.teleport(s.bob, "lantern-row")
	s.must(s.bob, "get lamp", "hold lamp")
	s.teleport(s.bob, "tide-wardens-cellar")
	refused := func(line, text string) {
		t.Helper()
		if got := s.line(s.bob, line).refusal; got == nil || !strings.Contains(got.Text, text) {
			t.Errorf("%s: %+v", line, got)
		}
	}
	const eel = "The conger is there before your hand is"
	refused("get tide key from cistern", eel)
	refused("get all from cistern", eel)
	s.teleport(ann, "tide-wardens-cellar")
	s.must(ann, "attack conger")
	s.must(s.bob, "get tide key from cistern")
	s.teleport(s.bob, "guardian-hall")
	const watchman = "there is only the guardian"
	refused("unlock green door", watchman)
	s.must(s.bob, "down")
	s.teleport(s.bob, "guardian-hall")
	s.must(s.bob, "say I relieve you", "unlock green door", "open green door", "north")
}

// heard is what somebody is told of what came of a line.
func (s *stage) heard(who world.ActorID, got answer) string {
	var told []string
	num := s.state.Actors[who].Num
	for _, rec := range got.records {
		for i := range rec.Notices {
			for _, g := range rec.Notices[i].To {
				if !slices.Contains(g.Who, num) {
					continue
				}
				for _, l := range prose.Of(&rec.Notices[i], g.Sense) {
					told = append(told, l.String())
				}
			}
		}
	}
	return strings.Join(told, "\n")
}

// PLAYERS A5: "all" says what it left, and why.
func TestAllSaysWhatItLeaves(t *testing.T) {
	s := newLowtide(t)
	s.teleport(s.bob, "finders-market")
	fill := func(who world.ActorID) {
		for len(s.state.Index.Held[who]) < 38 {
			s.act("pc-merla", world.Conjure{Item: "blue-tile"})
			held := s.state.Index.Held["pc-merla"]
			s.act("pc-merla", world.Give{Items: held[len(held)-1:], To: who})
		}
	}
	s.teleport("pc-merla", "finders-market")
	fill(s.bob)
	for _, proto := range []world.ProtoID{"ivory-die", "pin-of-horn", "clay-pipe", "silver-spoon"} {
		s.act("pc-merla", world.Conjure{Item: proto})
	}
	s.act("pc-merla", world.Drop{Items: s.state.Index.Held["pc-merla"]})
	for _, step := range []struct{ line, want string }{
		{"get all", "You cannot carry any more. You leave the "},
		{"put all in basket", "No more fits into the finds basket. You leave the "},
	} {
		got := s.line(s.bob, step.line)
		words := s.heard(s.bob, got)
		if !strings.Contains(words, step.want) {
			t.Errorf("%s: want %q", step.line, step.want)
		}
	}
	fill(s.bob)
	for range 14 {
		s.act("pc-merla", world.Conjure{Item: "blue-tile"})
	}
	got := s.heard("pc-merla", s.line("pc-merla", "give all to bob"))
	if want := "They cannot carry any more. You leave the blue tile (14)."; !strings.Contains(got, want) {
		t.Errorf("give all: %s\nwant %q", got, want)
	}
}

// PLAYERS A7: the walks that the map writes are read, and nothing else is taken for one.
func TestReadWalk(t *testing.T) {
	for line, want := range map[string]string{
		"2s": "south south", "3n2e": "north north north east east", "3n e 2d": "north north north east down down",
		"n s": "north south", "2north": "north north", "in out": "in out", "1n": "north",
		"news": "", "n": "", "say 2s": "", "2": "", "2x": "", "north pole": "", "0n": "", "": "",
	} {
		var got []string
		steps, r := verb.ReadWalk(line)
		for _, d := range steps {
			got = append(got, string(d))
		}
		if strings.Join(got, " ") != want || r != nil {
			t.Errorf("%q: got %q, want %q (%v)", line, got, want, r)
		}
	}
	for _, line := range []string{"17n", "9n9s", "99999999999999999999n", strings.Repeat("n ", 17)} {
		if steps, r := verb.ReadWalk(line); r == nil && len(steps) > 0 {
			t.Errorf("%q: %d steps", line, len(steps))
		}
	}
}

// PLAYERS A9: a gift or a word that is the answer is the answer, though no fight by turns was opened.
func TestAnAnswerNeedsNoFight(t *testing.T) {
	for _, one := range []struct{ room, foe, gift, line, want string }{
		{"guardian-hall", "guardian", "boot-receipt", "give receipt to guardian", "goes off duty"},
		{"guardian-hall", "guardian", "", "say I relieve you", "THE WATCH IS YOURS"},
		{"moored-boats", "gone-out", "", "say Thomas Odgers", "The head comes up"},
		{"moored-boats", "gone-out", "pork-pie", "give pie to figure", "The wet gloves take the pie"},
		{"drowned-lantern", "", "", "say you want a lawyer", ""}, // the Clems are not at each other's throats yet
	} {
		s := newLowtide(t)
		s.now = 3*world.GameDay/8 + world.Minute // high water, and the boats float
		s.teleport(s.bob, world.RoomID(one.room))
		if one.gift != "" {
			s.teleport("pc-merla", world.RoomID(one.room))
			s.act("pc-merla", world.Conjure{Item: world.ProtoID(one.gift)})
			s.act("pc-merla", world.Give{Items: s.state.Index.Held["pc-merla"], To: s.bob})
		}
		got := s.line(s.bob, one.line)
		if got.refusal != nil {
			t.Fatalf("%s: %s", one.line, got.refusal.Text)
		}
		words := s.heard(s.bob, got)
		if !strings.Contains(words, one.want) || one.want == "" && strings.Contains(words, "Clem") {
			t.Errorf("%s: %s\nwant %q", one.line, words, one.want)
		}
		for _, a := range world.Ordered(s.state.Actors) {
			if one.foe != "" && string(a.Proto) == one.foe {
				t.Errorf("%s: the %s stands there still", one.line, one.foe)
			}
		}
		if err := s.state.Check(); err != nil {
			t.Error(err)
		}
	}
}

// PLAYERS A8: the map knows a hidden way for those who walked it, and for nobody else.
func TestTheMapKnowsAHiddenWayThatWasWalked(t *testing.T) {
	s := newLowtide(t)
	ann := s.join("ann", world.RolePlayer)
	for _, who := range []world.ActorID{s.bob, ann} {
		s.teleport(who, "hallway")
	}
	s.must(s.bob, "north", "south")
	s.state.Actors[ann].Known["echo-gallery"] = true // brought there by a wizard, say
	if got := s.state.Route(s.bob, "echo-gallery", s.now); !got.Known || got.Walk != "n" {
		t.Errorf("bob walked it: %+v", got)
	}
	if got := s.state.Route(ann, "echo-gallery", s.now); got.Known {
		t.Errorf("ann did not: %+v", got)
	}
	for _, w := range s.state.Ways("hallway", ann, s.now) {
		if w.Dir == world.North {
			t.Error("ann is shown the hidden way")
		}
	}
}

// PLAYERS B18: of two who follow each other the second is told no; and whoever leads hears it before the place.
func TestFollowing(t *testing.T) {
	s := newLowtide(t)
	ann := s.join("ann", world.RolePlayer)
	s.teleport(ann, "harbour-steps")
	s.teleport(s.bob, "harbour-steps")
	s.must(ann, "follow bob")
	if got := s.line(s.bob, "follow ann").refusal; got == nil || got.Code != world.CodeCannot {
		t.Errorf("follow ann: %+v", got)
	}
	if got := s.heard(s.bob, s.line(s.bob, "north")); !strings.Contains(got, "Ann follows you north.") {
		t.Errorf("north: %s", got)
	}
}

// PLAYERS B12: the bell is what it is looked at as, and can be rung in words.
func TestTheBell(t *testing.T) {
	s := newLowtide(t)
	s.teleport(s.bob, "bell-loft")
	s.teleport("pc-merla", "bell-loft")
	s.act("pc-merla", world.Conjure{Item: "pin-of-horn"})
	s.act("pc-merla", world.Give{Items: s.state.Index.Held["pc-merla"], To: s.bob})
	for line, want := range map[string]string{
		"look bell": "bloom on it like a plum", "ring bell": "It hums", "pull bell": "It hums",
	} {
		got := s.line(s.bob, line)
		if got.refusal != nil {
			t.Errorf("%s: %s", line, got.refusal.Text)
			continue
		}
		var words []string
		for _, l := range verb.Words(got.report, prose.Style{}) {
			words = append(words, l.String())
		}
		if !strings.Contains(strings.Join(words, " ")+s.heard(s.bob, got), want) {
			t.Errorf("%s: %q, want %q", line, words, want)
		}
	}
}
