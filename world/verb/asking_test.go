package verb_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// Who writes as they speak is understood or told where it is answered, and never given a guess from the letters.
func TestPlainWordsOfNewcomers(t *testing.T) {
	for _, tt := range []struct{ room, line, want string }{
		{"", "hello", "say hello"},
		{"", "hi nan", "say hello"},
		{"", "What do I do?", "help newbie"},
		{"", "how do i get money", "quests that pay"},
		{"", "where can i work", "quests that pay"},
		{"", "how do I leave", "type quit"},
		{"", "can i get a quest", "accept takes one on"},
		{"", "i want to leave", "type quit"},
		{"", "where is the market", "type survey"},
		{"drowned-lantern", "order beer", "your purse is empty"},
		{"drowned-lantern", "menu", "small beer"},
		{"drowned-lantern", "turn on the riding lamp", "Nothing has to be lit."},
		{"moored-boats", "turn on riding light", "The wick waits."},
		{"moored-boats", "switch the riding light on", "The wick waits."},
		{"moored-boats", "turn off riding light", "Nothing has to be lit."},
		{"lantern-snug", "sit", "nobody has to sit"},
		{"lantern-snug", "sit down", "nobody has to sit"},
		{"lantern-snug", "sit on the bench", "emote sits down"},
		{"", "level", "level 1."},
		{"", "xp", "level 1."},
		{"", "stats please", "level 1."},
		{"", "please look", "Harbour Steps"},
		{"", "who is online", "1 person in the world"},
		{"", "who is nan", "Usage: who"},
		{"", "swim", "Nobody swims here"},
		{"", "turn wheel", "There is no wheel here to turn."},
		{"", "bye", "type quit"},
		{"", "equip lamp", "You have no lamp."},
		{"", "equip", "You wear nothing"},
	} {
		t.Run(tt.line, func(t *testing.T) {
			s := newLowtide(t)
			if tt.room != "" {
				s.haul(world.RoomID(tt.room))
			}
			got := s.words(tt.line)
			if !strings.Contains(got, tt.want) || strings.Contains(got, "Did you mean") {
				t.Errorf("got %q, want %q in it", got, tt.want)
			}
		})
	}
}

// One who wants to leave gets out, also with words behind it; one who only says the word first does not.
func TestQuitIsUnderstood(t *testing.T) {
	s := newLowtide(t)
	for line, want := range map[string]string{
		"quit": "quit", "quit now": "quit", "Quit now, please.": "quit", "quit the game": "quit", "logout": "quit",
		"log out": "quit", "logoff": "quit", "please quit": "quit", "quit smoking": "",
	} {
		if got := s.table.Parse(s.ctx(s.bob), line).Ask.Kind; got != want {
			t.Errorf("%s: got %q, want %q", line, got, want)
		}
	}
}

// What the description here says of a place lies that way, and so does what is said of a way.
func TestLookAtWhatLiesThatWay(t *testing.T) {
	for _, tt := range []struct{ room, line, want string }{
		{"lantern-row", "look market", "That way lies"},
		{"lantern-row", "look at the low door", "somebody losing at a game"},
		{"lantern-row", "look unicorn", "You see no unicorn here."},
		{"lantern-row", "look rack", "An iron rail"},
	} {
		s := newLowtide(t)
		s.haul(world.RoomID(tt.room))
		if got := s.words(tt.line); !strings.Contains(got, tt.want) {
			t.Errorf("%s: got %q, want %q in it", tt.line, got, tt.want)
		}
	}
}

// Of several quests that end here the one that is done is meant by complete.
func TestCompleteTakesTheOneThatIsDone(t *testing.T) {
	s := newStage(t, world.RolePlayer)
	me := s.state.Actors[s.bob]
	here := me.Room
	for _, q := range []*world.QuestSpec{
		{ID: "done", Name: "Done", Room: here, Needs: nil},
		{ID: "open", Name: "Open", Room: here, Needs: []world.NeedSpec{{Reach: "nowhere"}}},
	} {
		s.state.Quests[q.ID] = q
		if me.Quests == nil {
			me.Quests = map[world.QuestID]world.QuestRun{}
		}
		me.Quests[q.ID] = world.QuestRun{Stage: world.QuestActive}
	}
	if got := told(s.table.Parse(s.ctx(s.bob), "complete")); !strings.Contains(got, `"done"`) {
		t.Errorf("got %s", got)
	}
	if got := told(s.table.Parse(s.ctx(s.bob), "abandon")); !strings.Contains(got, "Which quest") {
		t.Errorf("abandon: got %s", got)
	}
}

// Where several sell the same, one buys and haggles where it costs least; one thing is bought at a time, and an offer
// may name the seller first.
func TestBuyingWhereItCostsLeast(t *testing.T) {
	for line, want := range map[string]string{
		"buy lamp":                     `Buy{"from":"npc-rat"`,
		"buy lamp from nan":            `Buy{"from":"npc-nan"`,
		"offer 4 for lamp":             `Haggle{"to":"npc-rat"`,
		"offer nan silt 4 for lamp":    `Haggle{"to":"npc-nan"`,
		"offer nan 4 coins for lamp":   `Haggle{"to":"npc-nan"`,
		"offer 4 to nan for the lamp":  `Haggle{"to":"npc-nan"`,
		"offer 4 coins to nan for net": `Haggle{"to":"npc-nan"`,
		"buy 3 lamps":                  "bought one at a time here: buy lamp.",
		"buy 2 lamps from nan":         "bought one at a time here: buy lamp.",
		"buy 3 moons":                  "no 3 moons for sale",
	} {
		s := counter(t)
		s.state.MobSpecs["rat"].Trade = &world.TradeSpec{Sells: []world.WareSpec{{Item: "lamp", Price: 2, Least: 1}}}
		if got := told(s.table.Parse(s.ctx(s.bob), line)); !strings.Contains(got, want) {
			t.Errorf("%s: got %s, want %s", line, got, want)
		}
	}
}

// To who hears it a difference is told in words.
func TestADifferenceIsHeard(t *testing.T) {
	r := verb.RecordReport{Title: "Draft d: what it changes; - is", Diff: true, Lines: []verb.RecordLine{
		{Text: "room hall:"}, {Text: "- desc: A hall."}, {Text: "+ desc: A wide hall."},
	}}
	got := verb.Words(r, prose.Style{ScreenReader: true}).String()
	want := "Draft d: what it changes\nroom hall:\nWas, desc: A hall.\nIs to be, desc: A wide hall."
	if strings.TrimSpace(got) != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := verb.Words(r, prose.Style{}).String(); !strings.Contains(got, "+ desc: A wide hall.") {
		t.Errorf("to others: got %q", got)
	}
}
