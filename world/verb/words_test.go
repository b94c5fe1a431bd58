package verb_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// testdata/words.txt is what each of these looks like, to be read by people.
func TestWords(t *testing.T) {
	var b strings.Builder
	for _, tt := range []struct {
		before []string
		line   string
	}{
		{nil, "look"}, {nil, "exits"}, {nil, "inventory"}, {[]string{"drop all"}, "inventory"},
		{[]string{"wear coat", "get coins"}, "inventory"}, {nil, "equipment"}, {nil, "time"}, {nil, "who"},
		{nil, "quests"},
		{[]string{"accept"}, "quests"}, {[]string{"accept", "complete"}, "quests"}, {[]string{"north"}, "quests"},
		{[]string{"north", "south"}, "map"}, {nil, "save"}, {nil, "help"}, {nil, "help get"}, {nil, "help quests"},
		{nil, "help newbie"}, {nil, "help things"}, {nil, "socials"}, {nil, "examine mural"}, {nil, "look east"},
		{nil, "read note"},
		{nil, "consider rat"}, {nil, "check"}, {nil, "stat rusty key"}, {[]string{"attack rat"}, "stat"},
		{[]string{"attack rat"}, "stat rat"},
		{nil, "stat heap"}, {nil, "stat nan"}, {nil, "stat oak-door"}, {[]string{"accept"}, "stat me"},
		{nil, "at vault xyzzy"}, {nil, "status"},
		{nil, "look in heap"},
		{nil, "examine rat"},
	} {
		for _, style := range []prose.Style{{}, {ScreenReader: true}} {
			s := newStage(t, world.RoleWizard)
			s.must(s.bob, tt.before...)
			got := s.line(s.bob, tt.line)
			report := got.report
			if got.refusal != nil {
				report = got.refusal
			}
			text := verb.Words(report, style)
			checkWords(t, text, true)
			if style.ScreenReader {
				b.WriteString("for a screen reader:\n" + prose.ReaderText(text) + "\n\n")
				continue
			}
			fmt.Fprintf(&b, "bob> %s\n%s\n\n", strings.Join(append(tt.before, tt.line), "; "), text)
		}
	}
	golden(t, "words.txt", b.String())
}

func TestWordsOfWhatNobodyTaught(t *testing.T) {
	if got := verb.Words(nil, prose.Style{}); len(got) != 0 {
		t.Errorf("nothing is %q", got)
	}
	if got := verb.Words(struct{ X int }{}, prose.Style{}); len(got) != 1 || got[0].Spans[0].Role != prose.System {
		t.Errorf("an unknown report is %q", got)
	}
	if got := verb.Words((*world.Refusal)(nil), prose.Style{}); len(got) != 0 {
		t.Errorf("no refusal is %q", got)
	}
}

func TestWordsLetNoControlCharactersThrough(t *testing.T) {
	evil := "a\x1b[31m\nb\u202e\u0007"
	for _, report := range []any{
		&world.Refusal{Code: "x", Text: evil}, verb.DoneReport{Text: evil},
		verb.StatReport{Title: evil, Lines: []verb.StatLine{{Name: evil, Text: evil}, {Name: evil, List: []string{evil}}}},
		verb.CheckReport{Problems: []string{evil}, Counts: evil},
		verb.WhoReport{People: []verb.WhoLine{{Name: evil, State: evil, Role: evil}}},
		verb.HelpReport{
			Topic: evil, Text: []string{evil}, Usage: evil, Example: evil, Aliases: []string{evil}, See: []string{evil},
			Sections: []verb.HelpGroup{{Title: evil, Names: []string{evil, evil}}},
		},
		verb.QuestReport{Quests: []verb.QuestLine{{
			Name: evil, Stage: "active", Text: evil, Needs: []verb.QuestNeed{{What: evil}}, Ends: evil,
		}}},
		world.MapReport{Rooms: []world.MapRoom{
			{ID: "x", Name: evil, Exits: map[world.Dir]world.RoomID{world.North: "x"}},
		}},
		world.RoomReport{Name: evil, Desc: evil}, world.DetailReport{Name: evil, Desc: evil},
	} {
		for _, style := range []prose.Style{{}, {ScreenReader: true}} {
			for _, l := range verb.Words(report, style) {
				if strings.ContainsAny(l.String(), "\x1b\n\x07\u202e") {
					t.Errorf("%T: %q", report, l.String())
				}
			}
		}
	}
}

func TestTheMapShowsOnlyWhatWasSeen(t *testing.T) {
	s := newStage(t, world.RolePlayer)
	rooms := func() map[world.RoomID]world.MapRoom {
		out := map[world.RoomID]world.MapRoom{}
		for _, r := range s.state.Map(s.bob, s.now).Rooms {
			out[r.ID] = r
		}
		return out
	}
	got := rooms()
	if len(got) != 1 || !got["hall"].Here || len(got["hall"].Exits) != 3 || got["hall"].Exits[world.North] != "" {
		t.Errorf("at first: %+v", got)
	}
	s.must(s.bob, "north")
	got = rooms()
	ways := got["hall"].Exits
	if len(got) != 2 || got["hall"].Here || ways[world.North] != "yard" || ways[world.East] != "" {
		t.Errorf("after a walk: %+v", got)
	}
	s.must(s.bob, "south", "west")
	got = rooms()
	if got["hall"].Exits[world.West] != "attic" || !got["attic"].Here { // PLAYERS A8
		t.Errorf("the hidden way that was walked is not shown, or its end is not: %+v", got)
	}
	for _, w := range s.state.Ways("hall", s.bob, s.now) {
		if w.Dir == world.West {
			t.Error("the hidden way is among the exits")
		}
	}
}

// What is slain was not found.
func TestAQuestSaysWhatWasSlain(t *testing.T) {
	line := verb.QuestLine{Name: "Eels", Stage: "active", Done: 1, Of: 2, Needs: []verb.QuestNeed{
		{What: "the eel", Met: true, Kind: world.NeedSlay}, {What: "net", Kind: world.NeedFind},
	}}
	report := func() string {
		return verb.Words(verb.QuestReport{Quests: []verb.QuestLine{line}}, prose.Style{ScreenReader: true}).String()
	}
	for _, want := range []string{"Eels: 1 of 2 done.", "the eel: slain", "net: still wanted"} {
		if got := report(); !strings.Contains(got, want) {
			t.Errorf("got %q, want %q in it", got, want)
		}
	}
	if line.Needs[0].Kind = world.NeedFind; !strings.Contains(report(), "Eels: 1 of 2 found.") {
		t.Errorf("got %q, want what was found", report())
	}
}
