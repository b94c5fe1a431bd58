package verb_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// words is what somebody is told who types a line in a world: of what it does, or why not.
func (s *stage) words(line string) string {
	a := s.line(s.bob, line)
	var b strings.Builder
	for _, rec := range a.records {
		for i := range rec.Notices {
			b.WriteString(prose.Of(&rec.Notices[i], world.Did).String() + "\n")
		}
	}
	if a.refusal != nil {
		return b.String() + a.refusal.Text
	}
	return b.String() + verb.Words(a.report, prose.Style{}).String()
}

// haul puts bob elsewhere.
func (s *stage) haul(to world.RoomID) {
	s.t.Helper()
	if s.state.Actors[s.bob].Room == to {
		return
	}
	s.state.Actors[s.bob].Role = world.RoleWizard
	s.act(s.bob, world.Haul{Body: s.bob, To: to})
	s.state.Actors[s.bob].Role = world.RoleGuest
}

// conjure puts things into bob's hands.
func (s *stage) conjure(what ...world.ProtoID) {
	s.t.Helper()
	role := s.state.Actors[s.bob].Role
	s.state.Actors[s.bob].Role = world.RoleWizard
	for _, id := range what {
		s.act(s.bob, world.Conjure{Item: id})
	}
	s.state.Actors[s.bob].Role = role
}

// PLAYERS B11, B14, B15, B16, B21, C26, C27: what newcomers type is done or answered in words that fit.
func TestPlainLinesDoWhatTheyMean(t *testing.T) {
	for _, tt := range []struct{ room, line, want string }{
		{"", "h", "New here? Begin with help newbie."},
		{"", "help me", "Your first walk"},
		{"", "h help", "Read about a verb"},
		{"", "help trading", "All about trading"},
		{"", "help fighting", "All about fighting"},
		{"drowned-lantern", "look people", "drying a glass"},
		{"drowned-lantern", "look at things", "slate"},
		{"slipway", "talk to nan", "Hello, Nan Silt."},
		{"slipway", "speak with nan about the tide", "what do you know about the tide?"},
		{"harbour-steps", "run south", "The Slipway"},
		{"harbour-steps", "step to west quay", "No way from here is called west quay."},
		{"harbour-steps", "gold", "Your purse is empty."},
		{"ropewalk", "climb ladder", "The Net Loft"},
		{"ropewalk", "climb", "The Net Loft"},
		{"ropewalk", "climb up the ladder", "The Net Loft"},
		{"net-loft", "climb down", "The Ropewalk"},
		{"ossuary", "step on bier", "The Chapel"},
		{"west-quay", "enter boat", "the sea stands there until the tide is out|within reach at high water only"},
		{"drowned-lantern", "tap pane", "The fish turns round"},
		{"drowned-lantern", "tap on the pane", "The fish turns round"},
		{"drowned-lantern", "knock pane", "The fish turns round"},
		{"drowned-lantern", "tap settle", "You tap the settle. Nothing comes of it."},
		{"drowned-lantern", "tap", "Tap what?"},
		{"drowned-lantern", "tap unicorn", "You see no unicorn here."},
		{"drowned-lantern", "pat barkeep", "*"},
		{"drowned-lantern", "touch barkeep", "You keep your hands to yourself."},
		{"moored-boats", "light riding light", "The wick waits."},
		{"moored-boats", "light boat", "Nothing has to be lit."},
		{"wardens-landing", "read inscription", "RECEIPT READY"},
		{"chapel", "read the names", "*"},
		{"chapel-yard", "read headstone", "*"},
		{"chapel-yard", "read sheep", "*"},
		{"harbour-steps", "read me", "There is nothing written on you."},
		{"harbour-steps", "look in the moon", "You see no moon here."},
		{"lantern-row", "drink from the pump", "It tastes of iron"},
		{"lantern-row", "drink pump", "It tastes of iron"},
		{"drowned-lantern", "drink beer", "You have no beer. It is for sale here: buy it first."},
		{"drowned-lantern", "eat settle", "That is nothing to eat."},
		{"drowned-lantern", "eat unicorn", "You have no unicorn."},
		{"drowned-lantern", "eat", "Eat what?"},
		{"harbour-steps", "look under", "Look under what?"},
		{"harbour-steps", "map market", "People here know the way to most"},
		{"harbour-steps", "help learn", "Have somebody here teach you something"},
		{"tide-house", "pull rope", "Miss Fenn's handwriting"},
		{"tide-house", "ring bell", "Miss Fenn's handwriting|a card that says how often"},
		{"harbour-steps", "ring bell", "You see no bell here."},
	} {
		t.Run(tt.line, func(t *testing.T) {
			s := newLowtide(t)
			if tt.room != "" {
				s.haul(world.RoomID(tt.room))
			}
			got := s.words(tt.line)
			if strings.Contains(got, "Nobody here knows how to") && tt.want != "*" || strings.Contains(got, " the the ") ||
				strings.Contains(got, " no the ") {
				t.Errorf("got %q", got)
			}
			if tt.want == "*" {
				return
			}
			said := strings.Join(strings.Fields(got), " ")
			if slices.ContainsFunc(strings.Split(tt.want, "|"), func(s string) bool { return strings.Contains(said, s) }) {
				return
			}
			t.Errorf("got %q, want %q in it", got, tt.want)
		})
	}
}

// PLAYERS B14: several things are named at once.
func TestThingsAreListed(t *testing.T) {
	for line, want := range map[string]string{
		"get lamp and the brass key":          `Take{"items":["lamp-3","brass-1"]}`,
		"get lamp, brass key and iron key":    `Take{"items":["lamp-3","brass-1","iron-1"]}`,
		"get the lamp and the lamp":           `Take{"items":["lamp-3"]}`,
		"get lamp and the anvil":              "You see no anvil here.",
		"pick up lamp":                        `Take{"items":["lamp-3"]}`,
		"pick up the brass key and the lamp":  `Take{"items":["brass-1","lamp-3"]}`,
		"drop note and coat":                  `Drop{"items":["note-1","coat-1"]}`,
		"put note and the rusty key in pouch": `Put{"items":["note-1","rusty-1"],"into":"pouch-1"}`,
		"give note and coat to ann":           `Give{"items":["note-1","coat-1"],"to":"pc-ann"}`,
		"get the anvil":                       "You see no anvil here.",
		"drop the anvil":                      "You have no anvil.",
		"buy the anvil":                       "There is no anvil for sale here.",
		"look at the purple anvil":            "You see no purple anvil here.",
	} {
		s := newStage(t, world.RolePlayer)
		call := s.table.Parse(s.ctx(s.bob), line)
		got := told(call)
		if call.Refusal == nil && call.Input == nil {
			got = s.line(s.bob, line).refusal.Text
		}
		if !strings.Contains(got, want) {
			t.Errorf("%s: got %s, want %s", line, got, want)
		}
	}
}

// PLAYERS B14: a thing is found by the last words of what somebody read of it.
func TestALongNameIsLookedAt(t *testing.T) {
	s := newStage(t, world.RolePlayer)
	for _, line := range []string{
		"look at the long heap of weed", "look under the heap", "search heap", "search", "dig in heap",
	} {
		if got := s.words(line); !strings.Contains(got, "Weed.") {
			t.Errorf("%s: got %q", line, got)
		}
	}
}

// PLAYERS B19: out of two containers of one name the one is meant that holds something.
func TestWhatIsTakenOutIsWhereSomethingIs(t *testing.T) {
	s := newLowtide(t)
	s.state.Actors[s.bob].Role = world.RoleWizard
	s.must(s.bob, "load finds-basket", "load finds-basket", "load pickled-egg", "drop all.basket", "put egg in 2.basket")
	if got := s.words("get all from basket"); !strings.Contains(got, "egg") {
		t.Errorf("got %q", got)
	}
	if got := s.words("get all from 1.basket"); !strings.Contains(got, "There is nothing to take.") {
		t.Errorf("counted: got %q", got)
	}
}

// PLAYERS B23: of two doors the one is meant that the verb could work on.
func TestTheDoorThatCanBeMeant(t *testing.T) {
	s := newLowtide(t)
	s.haul("wardens-landing")
	s.haul("guardian-hall")
	room := s.state.Rooms["guardian-hall"]
	var doors []*world.Door
	for _, e := range room.Exits {
		if d := s.state.Doors[e.Door]; d != nil {
			doors = append(doors, d)
		}
	}
	if len(doors) != 2 {
		t.Fatalf("got %d doors", len(doors))
	}
	doors[0].Shut, doors[0].Bolt, doors[1].Shut, doors[1].Bolt = false, false, true, true
	for _, line := range []string{"open door", "unlock door"} {
		if got := told(s.table.Parse(s.ctx(s.bob), line)); !strings.Contains(got, string(doors[1].ID)) {
			t.Errorf("%s: got %s", line, got)
		}
	}
	if got := told(s.table.Parse(s.ctx(s.bob), "close door")); !strings.Contains(got, string(doors[0].ID)) {
		t.Errorf("close door: got %s", got)
	}
	doors[0].Shut, doors[0].Bolt = true, true
	if got := told(s.table.Parse(s.ctx(s.bob), "open door")); !strings.Contains(got, "Which do you mean") {
		t.Errorf("two locked doors: got %s", got)
	}
}

// PLAYERS C25, C31, B13: what is full is not empty, who wears all wears all, and the sea is no wall.
func TestWhatIsToldFitsTheState(t *testing.T) {
	s := newLowtide(t)
	s.state.Actors[s.bob].Role = world.RoleWizard
	s.must(s.bob, "load finds-basket", "load pickled-egg", "drop basket")
	if got := s.words("look"); !strings.Contains(got, "empty and ambitious") {
		t.Errorf("empty: %q", got)
	}
	s.must(s.bob, "put egg in basket")
	if got := s.words("look"); strings.Contains(got, "empty") || !strings.Contains(got, "something in it") {
		t.Errorf("full: %q", got)
	}
	s.must(s.bob, "get basket", "load oilskin-coat", "wear all")
	if got := s.words("wear all"); got != "You have nothing more to put on." {
		t.Errorf("wear all: %q", got)
	}
	for room, want := range map[world.RoomID]string{
		"landgate": "the town wall is in the way", "dike-road": "the marsh",
		"entrance": "there is a wall blocking your path.",
	} {
		s.haul(room)
		dir := "south"
		if room != "entrance" {
			dir = "east"
		}
		if got := s.words(dir); !strings.HasPrefix(got, "Cannot move "+dir+" - ") || !strings.Contains(got, want) {
			t.Errorf("%s: %q", room, got)
		}
	}
	s.haul("dike-road")
	s.now = 60 * world.Minute
	for s.now.Daylight() {
		s.now += world.Minute
	}
	if got := s.words("look"); strings.Contains(got, "walls") {
		t.Errorf("night out of doors: %q", got)
	}
}

// PLAYERS C30: who puts quotation marks round what they say is not quoted twice.
func TestQuotedWordsAreQuotedOnce(t *testing.T) {
	for line, want := range map[string]string{
		`say "hi"`:            `Say{"text":"hi"}`,
		`"hi"`:                `Say{"text":"hi"}`,
		`"hi`:                 `Say{"text":"hi"}`,
		`'hi'`:                `Say{"text":"hi"}`,
		`'it's the dogs'`:     `Say{"text":"it's the dogs"}`,
		`'the dogs' dinner`:   `Say{"text":"the dogs' dinner"}`,
		`say "a" and "b"`:     `Say{"text":"\"a\" and \"b\""}`,
		`tell ann "hi"`:       `Tell{"to":"pc-ann","text":"hi"}`,
		`whisper to ann "hi"`: `Whisper{"to":"pc-ann","text":"hi"}`,
		`shout "hi"`:          `Shout{"text":"hi"}`,
		`emote says "hi"`:     `Emote{"text":"says \"hi\""}`,
		`say "`:               `Say{"text":"\""}`,
	} {
		s := newStage(t, world.RolePlayer)
		if got := told(s.table.Parse(s.ctx(s.bob), line)); got != want {
			t.Errorf("%s: got %s, want %s", line, got, want)
		}
	}
}

// PLAYERS B17: what is sold as food and drink can be had, once.
func TestFoodAndDrinkCanBeHad(t *testing.T) {
	s := newLowtide(t)
	s.haul("drowned-lantern")
	s.state.Actors[s.bob].Coins = 10
	s.must(s.bob, "buy beer", "buy pie")
	for line, want := range map[string]string{"drink beer": "small beer", "eat the pie": "mostly eel"} {
		before := len(s.state.Items)
		if got := s.words(line); !strings.Contains(got, want) || strings.Contains(got, "no words for it") {
			t.Errorf("%s: got %q", line, got)
		}
		if got := len(s.state.Items); got != before-1 {
			t.Errorf("%s: %d things, were %d", line, got, before)
		}
	}
	if err := s.state.Check(); err != nil {
		t.Error(err)
	}
	s.conjure("mudlark-lamp")
	if got := s.words("eat lamp"); !strings.Contains(got, "nothing to eat or drink") {
		t.Errorf("eat lamp: got %q", got)
	}
}

// PLAYERS B12, C32: a bell-pin in one's pocket is no bell, and so it is not rung; a ring goes on a finger.
func TestAThingIsNotWhatItsNameBeginsWith(t *testing.T) {
	s := newLowtide(t)
	s.conjure("pin-of-iron", "wedding-ring")
	if got := s.words("ring bell"); got != "There is no bell here to ring." {
		t.Errorf("ring bell: got %q", got)
	}
	if got := s.words("ring pin"); !strings.Contains(got, "Nothing comes of it.") {
		t.Errorf("ring pin: got %q", got)
	}
	if got := s.words("wear ring"); !strings.Contains(got, "thin gold ring") || strings.Contains(got, "cannot") {
		t.Errorf("wear ring: got %q", got)
	}
}

// PLAYERS B24: who walks in hears of a quest that they could take on, and once they did, or only look, no more.
func TestAQuestIsSeenFromTheDoor(t *testing.T) {
	s := newLowtide(t)
	const told = "A quest is offered here: Three Pins for the Bell."
	s.haul("bell-square")
	if got := s.words("west"); !strings.Contains(got, told) {
		t.Errorf("coming in: got %q", got)
	}
	if got := s.words("look"); strings.Contains(got, told) {
		t.Errorf("looking around: got %q", got)
	}
	if got := s.words("quests"); !strings.Contains(got, "Elsewhere") ||
		!strings.Contains(got, ": somewhere you have not been") || strings.Count(got, "have not been") != 4 ||
		!strings.Contains(got, " more, in places where you have not been.") ||
		strings.Contains(got, "Three Pins for the Bell: ") || strings.Contains(got, "Dungeon Entrance") {
		t.Errorf("quests: got %q", got)
	}
	s.haul("entrance")
	s.haul("tide-house")
	if got := s.words("quests"); !strings.Contains(got, "The Three Keys: Dungeon Entrance") {
		t.Errorf("quests of a place that was seen: got %q", got)
	}
	s.words("accept")
	s.words("east")
	if got := s.words("west"); strings.Contains(got, told) {
		t.Errorf("on the quest: got %q", got)
	}
}
