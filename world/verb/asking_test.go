package verb_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
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
