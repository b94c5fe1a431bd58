package npc_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/npc"
	"github.com/mudlark-mud/mudlark/world"
)

// dealer is the barkeep, who buys as well, and knows more.
func dealer() npc.Config {
	c := barkeep()
	c.Spec.Buys = []world.WareSpec{{Item: "clay-pipe", Price: 2, Most: 3}}
	c.Spec.Lines = append(c.Spec.Lines,
		world.LineSpec{On: "answer", About: []string{"deep"}, Text: "Forty feet, and then it stops being a well."},
		world.LineSpec{On: "sell", Text: "{thing}? {price}. Sell it here."},
		world.LineSpec{On: "credit", Text: "The slate is by the door."},
		world.LineSpec{On: "hire", Text: "I do not leave the bar."},
		world.LineSpec{On: "thanks", About: []string{"oilskin"}, Text: "That is my own old coat, {name}."},
		world.LineSpec{On: "greet-known", Text: "{name}! I lit you home {night}."},
		world.LineSpec{On: "else", Text: "That is all of it."},
		world.LineSpec{On: "deal", Text: "Then buy it. It is {price}."},
		world.LineSpec{On: "turns", Text: "{thing} is {what}."},
	)
	return c
}

// What was named last is what "it" and a bare number stand for (PEOPLE 4).
func TestThread(t *testing.T) {
	s := newStage(t, dealer())
	s.person("pc-ann", "Ann")
	say := func(text, want string) {
		t.Helper()
		s.at += 5 * world.Second
		if got := strings.Join(s.event(said("pc-ann", "Ann", text)), "; "); !strings.Contains(got, want) {
			t.Errorf("%q: got %q, want %q in it", text, got, want)
		}
	}
	say("Hob, how much is the lamp oil?", "Twelve coins")
	say("ten then?", "quote lamp oil 11")
	say("deal", "Then buy it. It is eleven coins.")
	say("what do you know about the well?", "dry well")
	say("how deep is it?", "Forty feet")
	say("what else?", "That is all of it.")
	say("I am looking for my sister Mirelle", "say")
	say("I found a pearl", "say")
	say("what did I tell you about my sister?", "Mirelle")
}

// Who asks for what somebody is for is told it, and is not refused (PLAYERS A1).
func TestTradeInWords(t *testing.T) {
	for text, want := range map[string]string{
		"Hob, I want to sell my pipe":             "Clay pipe? Two coins. Sell it here.",
		"Hob, what do you pay for a pipe?":        "Clay pipe? Two coins. Sell it here.",
		"Hob, can I have credit?":                 "The slate is by the door.",
		"Hob, I need oil but have no money":       "The slate is by the door.",
		"Hob, I want to hire you":                 "I do not leave the bar.",
		"Hob, what do you sell?":                  "lamp oil",
		"Hob, what do you buy?":                   "clay pipe",
		"Hob, ten coins for the lamp oil":         "quote",
		"Hob, hand over the cellar key, I own it": "say",
	} {
		s := newStage(t, dealer())
		s.person("pc-ann", "Ann")
		if got := strings.Join(s.event(said("pc-ann", "Ann", text)), "; "); !strings.Contains(got, want) {
			t.Errorf("%q: got %q, want %q in it", text, got, want)
		}
	}
}

// What a place looks like is no answer, whatever words it shares with a question (PLAYERS A2).
func TestNoPlaceIsRecited(t *testing.T) {
	c := dealer()
	c.Lore = []string{"The Square: The square is built round a sound, and nobody knows who built the causeway."}
	s := newStage(t, c)
	s.person("pc-ann", "Ann")
	if got := strings.Join(s.event(said("pc-ann", "Ann", "Hob, who built the causeway?")), "; "); got == "" ||
		strings.Contains(got, "square") {
		t.Errorf("got %q, want no description of a place", got)
	}
}

// One greeting is for all who come in together (PLAYERS C34), and who comes later is greeted.
func TestOneGreetingForTwo(t *testing.T) {
	s := newStage(t, dealer())
	s.person("pc-ann", "Ann")
	s.person("pc-bob", "Bob")
	got := s.events(came("pc-ann", "Ann"), came("pc-bob", "Bob"))
	got = append(got, s.event(mind.Percept{Kind: "tide_turned", Text: "The tide turns."})...)
	one(t, got, "say")
	s.at += world.Minute
	s.person("pc-cid", "Cid")
	one(t, s.event(came("pc-cid", "Cid")), "say")
}

// Thanks are for the thing that was given, where there is something to say of it (PLAYERS C35).
func TestThanksForTheThing(t *testing.T) {
	s := newStage(t, dealer())
	s.person("pc-ann", "Ann")
	one(t, s.event(gave("pc-ann", "Ann", "an old oilskin")), "That is my own old coat, Ann.")
}

// Somebody was lit home last night only if they were there (PLAYERS B20).
func TestLastNight(t *testing.T) {
	for _, c := range []struct {
		at    world.Time // when they met, from seven in the morning
		after world.Time
		want  bool
	}{
		{13 * world.GameHour, 12 * world.GameHour, true}, {2 * world.GameHour, 20 * world.GameHour, false},
		{2 * world.GameHour, 4 * world.GameHour, false}, {13 * world.GameHour, 60 * world.GameHour, false},
	} {
		night := 0
		for seed := range 12 {
			s := newStage(t, dealer())
			s.person("pc-ann", "Ann")
			s.seq, s.at = uint64(100*seed), c.at
			s.event(said("pc-ann", "Ann", "Hob, hello"))
			s.event(went("pc-ann", "Ann"))
			s.at += c.after
			if strings.Contains(strings.Join(s.event(came("pc-ann", "Ann")), ""), "last night") {
				night++
			}
		}
		if night > 0 != c.want {
			t.Errorf("met after %d hours, again after %d: %d times last night, want some: %v", c.at/world.GameHour,
				c.after/world.GameHour, night, c.want)
		}
	}
}

// Who was in is told from memory of people; when the sea is low, by the clock of the world.
func TestVisitorsAndTides(t *testing.T) {
	s := newStage(t, dealer())
	s.person("pc-ann", "Ann")
	s.event(said("pc-ann", "Ann", "Hob, hello"))
	s.event(went("pc-ann", "Ann"))
	s.here = nil
	s.at += 2 * world.GameHour
	s.person("pc-bob", "Bob")
	one(t, s.event(said("pc-bob", "Bob", "Hob, who has been in lately?")), "Ann, earlier")
	one(t, s.event(said("pc-bob", "Bob", "Hob, when is low tide?")), "Low water is now, and until one in the afternoon.")
}

// What somebody asks is met as what it is: they are not told what they said themselves, nor sent to whoever shares a
// word with the question; a ware is known by each of its names, and advice is about what it is asked for.
func TestMeantAsAsked(t *testing.T) {
	c := dealer()
	c.Spec.Lines = append(c.Spec.Lines,
		world.LineSpec{On: "private", Text: "That stays behind the bar."}, world.LineSpec{On: "enter", Text: "It is open."},
		world.LineSpec{On: "wares", Text: "I have {what}."},
		world.LineSpec{On: "answer", About: []string{"boots"}, Text: "Dry boots hang by the fire."},
		world.LineSpec{On: "decline", Text: "It will keep."}, world.LineSpec{On: "advice", Text: "Go home."},
		world.LineSpec{On: "boast", About: []string{"clock"}, Text: "My clock! At last."},
		world.LineSpec{On: "bring", Text: "Put it on the bar."}, world.LineSpec{On: "sorry", Text: "Wiped."},
		world.LineSpec{On: "bring", About: []string{"fork"}, Text: "A fork, now."},
	)
	c.Town = npc.Town{
		Folk: []npc.Neighbour{
			{
				ID: "npc-crake", Name: "Crake", Keys: []string{"crake", "ferryman"}, About: []string{"swim", "lost"},
				Rounds: []npc.Hour{{Room: "lantern"}},
			},
		},
		Places: []npc.Place{{ID: "lantern", Name: "The Lantern"}}, Keys: map[string][]string{"lamp-oil": {"can", "coins"}},
	}
	for _, talk := range [][]string{
		{
			"Hob, I relieved the guardian of the vault", "",
			"Hob, have you ever met the guardian of the vault?", "guardian who",
		},
		{"Hob, do you swim?", "That stays behind the bar."},
		{"Hob, are you lost?", "That stays behind the bar."},
		{"Hob, who can swim?", "Crake"},
		{"Hob, do you have a can of oil?", "Twelve coins"},
		{"Hob, how many coins?", "Couldn't tell you"},
		{"Hob, I want the treasure, what now?", "Three keys"},
		{"Hob, what should I do?", "Go home."},
		{"Hob, my boots are leaking", "Dry boots"},
		{"Hob, no thanks", "It will keep."},
		{"Hob, here is your clock", "My clock!"},
		{"Hob, here is your pearl", "Put it on the bar."},
		{"Hob, here is your fork", "A fork, now."},
		{"Hob, open the gate", "It is open."},
		{"Hob, let me in to the clock room", "not on the slate"},
		{"Hob, do you have anything for a lady?", "lamp oil"},
		{"Hob, come with me, I need help", "I do not leave the bar."},
		{"Hob, where does Crake live?", "Crake"},
		{"Hob, how many steps has the well?", "Couldn't tell you"},
		{"Hob, who can swim the bay?", "Couldn't tell you"},
		{"Hob, who is Crake?", "Crake? A ferryman. "},
		{
			"Hob, what about the well?", "say The dry well", "Hob, tell me where the dry well is", "say The dry well",
			"Hob, what about the well?", ". The dry well",
		},
		{"Hob, you fool", "", "Hob, sorry", "Wiped.", "Hob, good morning", "Ann"},
	} {
		s := newStage(t, c)
		s.person("pc-ann", "Ann")
		for i := 0; i < len(talk); i += 2 {
			s.at += 5 * world.Second
			got := strings.Join(s.event(said("pc-ann", "Ann", talk[i])), "; ")
			if !strings.Contains(got, talk[i+1]) || strings.Contains(got, "You called me names") {
				t.Errorf("%q: got %q, want %q in it", talk[i], got, talk[i+1])
			}
		}
	}
}

// Who would be sent to somebody who stands by is shown them instead.
func TestWhoKnowsItStandsHere(t *testing.T) {
	c := dealer()
	c.Town = npc.Town{
		Folk: []npc.Neighbour{
			{ID: "npc-crake", Name: "Crake", About: []string{"swim"}, Rounds: []npc.Hour{{Room: "lantern"}}},
		},
		Places: []npc.Place{{ID: "lantern", Name: "The Lantern"}},
	}
	s := newStage(t, c)
	s.person("pc-ann", "Ann")
	s.person("npc-crake", "Crake")
	got := strings.Join(s.event(said("pc-ann", "Ann", "Hob, who can swim?")), "; ")
	if !strings.Contains(got, "Right here") && !strings.Contains(got, "not look far") {
		t.Errorf("got %q, want Crake shown", got)
	}
}
