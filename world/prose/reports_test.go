package prose_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

func finds() []world.Ref {
	egg := world.Ref{
		Name: "a pickled egg", Bare: "pickled egg", Kind: "item", Line: "A pickled egg lies here, looking back.",
	}
	first, second, third := egg, egg, egg
	first.ID, second.ID, third.ID = "egg-1", "egg-2", "egg-3"
	return []world.Ref{
		first,
		{ID: "basket", Name: "a finds basket", Bare: "finds basket", Kind: "item", State: "closed",
			Line: "A finds basket stands here, empty and ambitious."},
		second,
		{ID: "pike", Name: "a watchman's pike", Bare: "watchman's pike", Kind: "item",
			Line: "A pike leans here at an angle of duty."},
		third,
	}
}

func company() []world.Ref {
	return []world.Ref{
		{ID: "barkeep", Name: "the barkeep", Bare: "barkeep", Kind: "creature",
			Line: "The barkeep is drying a glass that is already dry."},
		{ID: "crab", Name: "a shore crab", Bare: "shore crab", Kind: "creature", Foe: true,
			State: "fighting Ann", Line: "A shore crab is here, fighting Ann."},
		{ID: "ann", Name: "Ann", Bare: "Ann", Kind: "person", Line: "Ann is here."},
		{ID: "anna", Name: "Anna", Bare: "Ann", Kind: "person", Line: "Annabel is here, link-dead."},
	}
}

func gear() []world.Ref {
	return []world.Ref{
		{ID: "hat", Name: "a sou'wester", Bare: "sou'wester", Kind: "item", State: "worn on the head"},
		{ID: "hook", Name: "a boathook", Bare: "boathook", Kind: "item", State: "wielded"},
	}
}

func room() world.RoomReport {
	return world.RoomReport{
		ID: "quay", Name: "West Quay",
		Desc: "A row of old boats lies here under tarpaulins, well kept and never rowed. When a mudlark fails to " +
			"come back the family goes on paying the mooring, in case.",
		Exits: []world.Way{
			{Dir: world.South, Under: true, Name: "The Near Flats"}, {Dir: world.East, Door: "oak door", Closed: true},
			{Dir: world.Up, Door: "hatch", Name: "Net Loft"}, {Dir: world.Out, Under: true, Shut: "it sits on the mud"},
		},
		Things: finds(), People: company(), More: 12, Lost: 3, Tide: world.TideFlow, TideWords: "the tide is coming in",
	}
}

// TestReports renders every kind of report to a golden file that is meant to be read.
func TestReports(t *testing.T) {
	full, brief, reader := prose.Style{}, prose.Style{Brief: true}, prose.Style{ScreenReader: true}
	night := world.RoomReport{
		Name: "Darkness", Dark: true, Desc: "It is pitch dark.", Exits: []world.Way{{Dir: world.North}},
	}
	pouch := world.ThingReport{Desc: "Soft with use.", Vessel: true, Open: true}
	holding := pouch
	holding.Holds = append(finds(), gear()...)
	shut := world.ThingReport{Desc: "Iron-bound.", Vessel: true}
	egg := world.ThingReport{Desc: "Green.", Of: &world.Ref{Name: "the barkeep"}}
	note := world.ThingReport{Desc: "Weathered.", Text: "Three keys.\n\nOne lock."}
	crab := world.PersonReport{
		Ref: company()[1], Desc: "The size of a dinner table, and as hard to argue with.", Health: "badly hurt",
		Uses: gear(),
	}
	status := world.StatusReport{
		Name: "Ann", Role: "player", HP: 9, HPMax: 38, Level: 2, XP: 140, XPNext: 400, Coins: 12,
		Fighting: "a shore crab", Follows: "Ben", Hour: 19, Tide: world.TideEbb, TideWords: "the tide is going out",
	}
	calm := status
	calm.Fighting, calm.Follows, calm.HP = "", "", 38
	turns := calm
	turns.ByTurns = true
	var b strings.Builder
	for _, c := range []struct {
		name string
		text prose.Text
	}{
		{"room", prose.Room(room(), full)},
		{"room, brief", prose.Room(room(), brief)},
		{"room, screen reader", prose.Room(room(), reader)},
		{"room, dark and brief", prose.Room(night, brief)},
		{"exits", prose.Exits(room().Exits)},
		{"exits, none", append(prose.Exits(nil), prose.ExitsLine(nil))},
		{"thing", prose.ThingText(world.ThingReport{Desc: "Rust, in the shape of a key."}, full)},
		{"thing without description", prose.ThingText(world.ThingReport{Ref: gear()[0]}, full)},
		{"somebody's thing", prose.ThingText(egg, full)},
		{"container", prose.ThingText(holding, full)},
		{"container, screen reader", prose.ThingText(holding, reader)},
		{"container, empty", prose.ThingText(pouch, full)},
		{"container, closed", prose.ThingText(shut, full)},
		{"something to read", prose.ThingText(note, full)},
		{"person", prose.PersonText(crab, full)},
		{"person, screen reader", prose.PersonText(crab, reader)},
		{"detail", prose.DetailText(world.DetailReport{Name: "lamp", Desc: "The wick is a thread."})},
		{"status", prose.Status(status)},
		{"status, calm", prose.Status(calm)},
		{"status, in a fight by turns", prose.Status(turns)},
		{"inventory", prose.Inventory(finds(), full)},
		{"inventory, screen reader", prose.Inventory(finds(), reader)},
		{"inventory, empty", prose.Inventory(nil, full)},
		{"equipment", prose.Equipment(gear(), full)},
		{"equipment, none", prose.Equipment(nil, full)},
		{"refusal", prose.RefusalText(&world.Refusal{Text: "You do not see that here."})},
	} {
		fmt.Fprintf(&b, "== %s\n%s\n\n", c.name, marks(c.text))
	}
	golden(t, "reports.txt", b.String())
}

// TestSentences pins the two texts that the MCP documents give word for word (S2-03, S2-11).
func TestSentences(t *testing.T) {
	entrance := world.RoomReport{
		Name: "Dungeon Entrance",
		Desc: "You are at the dungeon entrance. Stone walls stretch up into darkness. A torch flickers on the wall, " +
			"casting dancing shadows.",
		Exits: []world.Way{{Dir: world.North}},
	}
	hallway := world.RoomReport{
		Desc: "You are in a dark hallway with stone walls. The air is musty and cold. Ancient torches provide\n" +
			"flickering light. You can hear distant echoes from the north.\n",
		Exits: []world.Way{{Dir: world.South}, {Dir: world.East}},
	}
	carried := []world.Ref{{Bare: "leather pouch", Kind: "item"}, {Bare: "rusty key", Kind: "item"}}
	for _, c := range []struct{ name, got, want string }{
		{"entrance", prose.RoomSentence(entrance), "You are at the dungeon entrance. Stone walls stretch " +
			"up into darkness. A torch flickers on the wall, casting dancing shadows. Exits: North."},
		{"hallway", prose.RoomSentence(hallway), "You are in a dark hallway with stone walls. The air is " +
			"musty and cold. Ancient torches provide flickering light. You can hear distant echoes from the north. " +
			"Exits: South, East."},
		{"no description", prose.RoomSentence(world.RoomReport{}), "Exits: none."},
		{"inventory", prose.InventorySentence(carried), "Inventory: leather pouch, rusty key"},
		{"empty inventory", prose.InventorySentence(nil), "Inventory: nothing"},
	} {
		if c.got != c.want {
			t.Errorf("%s:\n got %q\nwant %q", c.name, c.got, c.want)
		}
	}
}

func TestRefusalTextOfNothing(t *testing.T) {
	if got := prose.RefusalText(nil); got != nil {
		t.Errorf("got %q, want no words", got)
	}
}

func TestHour(t *testing.T) {
	for h, want := range map[int]string{
		0: "midnight", 1: "one in the morning", 7: "seven in the morning", 11: "eleven in the morning", 12: "noon",
		13: "one in the afternoon", 17: "five in the afternoon", 18: "six in the evening", 21: "nine in the evening",
		22: "ten at night", 23: "eleven at night", 24: "midnight", -1: "eleven at night",
	} {
		if got := prose.Hour(h); got != want {
			t.Errorf("hour %d: got %q, want %q", h, got, want)
		}
	}
}

func TestList(t *testing.T) {
	key := func(s string) []prose.Span { return []prose.Span{{Text: s, Role: prose.Thing}} }
	for _, c := range []struct {
		in   [][]prose.Span
		want string
	}{
		{nil, ""},
		{[][]prose.Span{key("a key")}, "a key"},
		{[][]prose.Span{key("a key"), key("a lamp")}, "a key and a lamp"},
		{[][]prose.Span{key("a key"), key("a lamp"), key("an egg")}, "a key, a lamp and an egg"},
	} {
		if got := (prose.Line{Spans: prose.List(c.in...)}).String(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// TestEverySentenceEnds looks over all samples for what an editor would mark: a small first letter, no end, two blanks.
func TestEverySentenceEnds(t *testing.T) {
	for _, s := range samples() {
		for _, sense := range s.senses {
			for _, l := range prose.Of(notice(s.event), sense) {
				words := l.String()
				switch {
				case l.Drawn: // no sentence
				case words == "":
					t.Errorf("%s, %s: an empty line", kind(s.event), label(sense))
				case words[0] >= 'a' && words[0] <= 'z':
					t.Errorf("%s, %s: begins small: %q", kind(s.event), label(sense), words)
				case !strings.ContainsAny(words[len(words)-1:], ".!?\""):
					t.Errorf("%s, %s: does not end: %q", kind(s.event), label(sense), words)
				case strings.Contains(words, "  "), strings.Contains(words, "@"), strings.Contains(words, " ."):
					t.Errorf("%s, %s: a slip: %q", kind(s.event), label(sense), words)
				}
			}
		}
	}
}

// What a thing is good for is said to whoever looks at it closely, in words as in fields.
func TestThingSaysItsUse(t *testing.T) {
	for want, r := range map[string]world.ThingReport{
		"":                {},
		"It gives light.": {Light: true},
		"It can be wielded and strikes for 1d4+1.": {
			Wear: world.SlotWield, Damage: world.Dice{N: 1, S: 4, P: 1}.String(),
		},
		"It can be worn about the body, adds 1 to skill and takes 5 from hit points.": {
			Wear: world.SlotAbout, Bonus: &world.Bonus{Skill: 1, HP: -5},
		},
		"It can be worn on the feet and counts 2 as armour.": {Wear: world.SlotFeet, Armour: 2},
		"It can be held, counts 1 as armour and gives light.": {
			Wear: world.SlotHold, Armour: 1, Light: true,
		},
	} {
		r.Desc = "A thing."
		got := prose.ThingText(r, prose.Style{}).String()
		if want != "" {
			want = "\n" + want
		}
		if got != "A thing."+want {
			t.Errorf("got %q, want %q", got, "A thing."+want)
		}
	}
}

// What adds to somebody's figures is named, and no more than that.
func TestStatusNamesWhatAdds(t *testing.T) {
	for want, r := range map[string]world.StatusReport{
		"What you wear adds 1 to your skill.": {Bonus: world.Bonus{Skill: 1}, BonusFrom: []string{"what you wear"}},
		"Your crafts add 1 to your skill.":    {Bonus: world.Bonus{Skill: 1}, BonusFrom: []string{"your crafts"}},
		"What you wear and your crafts add 2 to your skill.": {
			Bonus: world.Bonus{Skill: 2}, BonusFrom: []string{"what you wear", "your crafts"},
		},
	} {
		if got := prose.Status(r).String(); !strings.Contains(got, want) {
			t.Errorf("%q lacks %q", got, want)
		}
	}
}

// What is sieved is counted.
func TestSievedCounts(t *testing.T) {
	pin := world.Ref{Name: "a bell pin", Bare: "bell pin", Kind: "item"}
	if got := prose.Sieved(world.Sieved{Things: []world.Ref{pin, pin, pin}}).String(); !strings.HasSuffix(got,
		": a bell pin (3).") {
		t.Errorf("%q", got)
	}
}
