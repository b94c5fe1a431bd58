package npc_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/npc"
	"github.com/mudlark-mud/mudlark/world"
)

// known is a barkeep who knows the town.
func known() npc.Config {
	c := barkeep()
	c.Ways = []npc.Way{{From: "lantern", Dir: "west", To: "row"}, {From: "row", Dir: "west", To: "market"}}
	c.Town = npc.Town{
		Places: []npc.Place{{ID: "lantern", Name: "The Drowned Lantern"}, {ID: "market", Name: "The Market"}},
		Folk: []npc.Neighbour{
			{
				ID: "npc-barkeep-01", Name: "the barkeep", Keys: []string{"hob"}, Rounds: []npc.Hour{{Room: "lantern"}},
				Trades: true,
			},
			{ID: "npc-seren", Name: "Seren", Rounds: []npc.Hour{{Room: "lantern"}}, About: []string{"door"}},
			{ID: "npc-pell", Name: "the dealer", Rounds: []npc.Hour{{Room: "market"}}, About: []string{"spoons"}},
		},
	}
	c.Spec.Relations = append(c.Spec.Relations, world.RelationSpec{To: "pell", Is: "rival", Note: "Breathes on things."})
	return c
}

// S0-79: what one asks of people anywhere has an answer, and it is true.
func TestSmallTalk(t *testing.T) {
	for _, c := range []struct{ said, want string }{
		{"who are you?", "say "}, {"how are you?", "."}, {"what is this place?", "the Drowned Lantern"},
		{"where is the dealer?", "the Market"}, {"Hob, how do I get to the market?", "west twice"},
		{"what time is it?", "even in the evening"}, {"is the tide in?", "the tide is going out"},
		{"Hob, who is the dealer?", "Breathes on things."}, {"what do you know of spoons?", "the dealer"},
		{"who beat you?", "."}, {"where is the moon?", "Couldn't tell you."},
	} {
		s := newStage(t, known())
		s.person("pc-ann", "Ann")
		one(t, s.event(said("pc-ann", "Ann", c.said)), c.want)
	}
}

// Who asks the same again is told so, in fewer words each time.
func TestAskedAgain(t *testing.T) {
	s := newStage(t, known())
	s.person("pc-ann", "Ann")
	var got []string
	for range 4 {
		got = append(got, strings.Join(s.event(said("pc-ann", "Ann", "Hob, where is the well?")), " / "))
	}
	const line = "The dry well is east of the chapel. Take a light."
	if got[0] != "say "+line || !strings.Contains(got[1], line) || got[1] == got[0] ||
		!strings.Contains(got[2], "The dry well is east of the chapel.") || strings.Contains(got[2], "Take a light") ||
		strings.Contains(got[3], "well") {
		t.Errorf("got %q", got)
	}
	s.person("pc-bob", "Bob")
	one(t, s.event(said("pc-bob", "Bob", "Hob, where is the well?")), "say "+line)
}

// S0-78: who beat it is told to whoever asks, from what happened.
func TestWhoBeatYou(t *testing.T) {
	s := newStage(t, known())
	s.person("pc-ann", "Ann")
	s.event(ended("pc-ann", "Ann", "won"))
	one(t, s.event(said("pc-ann", "Ann", "Hob, who beat you?")), "ou") // you
	s.here = nil
	s.person("pc-bob", "Bob")
	one(t, s.event(said("pc-bob", "Bob", "Hob, who beat you?")), "Ann")
}

// What was whispered is reproached in a whisper only, and one's own words are given back where one said them.
func TestWhisperedInsults(t *testing.T) {
	s := newStage(t, known())
	s.person("pc-ann", "Ann")
	s.event(said("pc-ann", "Ann", "hello Hob"))
	for range 4 {
		s.event(whispered("pc-ann", "Ann", "you fool"))
	}
	s.event(whispered("pc-ann", "Ann", "I hid the quicksilver under the hearth"))
	s.at += 20 * world.Minute
	aloud := strings.Join(s.event(said("pc-ann", "Ann", "hello Hob")), " ")
	aloud += strings.Join(s.event(said("pc-ann", "Ann", "Hob, do you remember me?")), " ")
	aloud += strings.Join(s.event(said("pc-ann", "Ann", "Hob, what did I tell you?")), " ")
	if strings.Contains(aloud, "names") || strings.Contains(aloud, "Hands on the bar") ||
		strings.Contains(aloud, "silver") {
		t.Errorf("aloud it says %q, want nothing of what was whispered", aloud)
	}
	one(t, s.event(whispered("pc-ann", "Ann", "do you remember me?")), "you called me names four times")
	one(t, s.event(whispered("pc-ann", "Ann", "what did I tell you?")), "quicksilver")
}

// A bargain is a game: no offer moves nobody, a worse one after a better is not welcome, patience is, and it ends.
func TestBargain(t *testing.T) {
	s := newStage(t, known())
	s.person("pc-ann", "Ann")
	s.fails["say"] = ""
	offer := func(coins int) string {
		s.at += world.Second
		return strings.Join(s.event(mind.Percept{
			Kind: "haggled", Actor: "pc-ann", ActorName: "Ann", Text: "Ann offers you coins.", Sense: []string{"mine", "saw"},
			Data: map[string]any{"item": "lamp-oil", "item_name": "lamp oil", "coins": coins},
		}), " / ")
	}
	for i, c := range []struct {
		coins int
		want  string
	}{
		{1, "quote lamp oil 12"}, {7, "quote lamp oil 11"}, {6, "quote lamp oil 11"}, {7, "quote lamp oil 10"},
		{7, "quote lamp oil 10"}, {9, "quote lamp oil 10"}, {10, "quote lamp oil 10"},
	} {
		if got := offer(c.coins); !strings.HasPrefix(got, c.want) {
			t.Errorf("offer %d, of %d: got %q, want %q", i, c.coins, got, c.want)
		}
	}
}

// Weighing changes nothing: what was weighed and not done is weighed the same again.
func TestWeighingIsPure(t *testing.T) {
	m := npc.New(known())
	look := &mind.Look{
		Room: mind.Place{ID: "lantern"}, You: mind.Body{ID: "npc-barkeep-01", Hour: 19},
		Entities: []mind.Entity{{ID: "pc-ann", Name: "Ann", Kind: "person"}},
		Actions:  []mind.Action{{Name: "say", Params: []mind.Param{{Name: "text"}}}},
	}
	m.Look, m.Room = look, "lantern"
	p := said("pc-ann", "Ann", "Hob, hello")
	p.Seq, p.At = 1, world.Minute
	haggles := mind.Percept{
		Kind: "haggled", Seq: 2, At: world.Minute, Actor: "pc-ann", ActorName: "Ann", Sense: []string{"mine"},
		Data: map[string]any{"item": "lamp-oil", "item_name": "lamp oil", "coins": 7},
	}
	m.Perceive([]mind.Percept{p, haggles})
	names := func() (out []string) {
		for _, d := range m.Options() {
			out = append(out, d.Name())
		}
		return out
	}
	first := names()
	if again := names(); len(first) < 3 || !slices.Equal(first, again) {
		t.Errorf("got %q, then %q", first, again)
	}
}

// A house that is greeted as a whole answers, with one voice, though several people are there.
func TestGreetingAll(t *testing.T) {
	r := tavern(t)
	r.person("pc-ann", "Ann")
	r.person("pc-bob", "Bob")
	for _, text := range []string{"Good evening, all", "hello everyone", "does anybody know the way?"} {
		r.at += 5 * world.Minute
		if got := r.say("pc-ann", text); len(got) != 1 {
			t.Errorf("%q: %v answer, want one", text, got)
		}
	}
}
