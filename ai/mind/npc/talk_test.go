package npc_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/npc"
	"github.com/mudlark-mud/mudlark/world"
)

// one holds that exactly one thing was done, and that it has some words in it.
func one(t *testing.T, got []string, want string) {
	t.Helper()
	if len(got) != 1 || !strings.Contains(got[0], want) {
		t.Errorf("got %q, want one deed with %q", got, want)
	}
}

func none(t *testing.T, got []string) {
	t.Helper()
	if len(got) > 0 {
		t.Errorf("got %q, want nothing", got)
	}
}

func came(id, name string) mind.Percept {
	return mind.Percept{Kind: "moved", Actor: id, ActorName: name, Text: name + " arrives.", Sense: []string{"saw"}}
}

func went(id, name string) mind.Percept {
	return mind.Percept{Kind: "moved", Actor: id, ActorName: name, Text: name + " leaves.", Sense: []string{"saw", "left"}}
}

func whispered(id, name, text string) mind.Percept {
	return mind.Percept{
		Kind: "whispered", Actor: id, ActorName: name, Text: name + ` whispers to you, "` + text + `"`,
		Sense: []string{"mine", "saw", "heard"}, Data: map[string]any{"text": text},
	}
}

func gave(id, name, thing string) mind.Percept {
	return mind.Percept{
		Kind: "item_given", Actor: id, ActorName: name, Text: name + " gives you " + thing + ".",
		Sense: []string{"mine", "saw"}, Data: map[string]any{"item": "x-1", "item_name": thing},
	}
}

// ended is the end of a game between a person and the mind.
func ended(winner, name, how string) mind.Percept {
	sense := []string{"mine", "saw"}
	if winner == "npc-barkeep-01" {
		sense = []string{"did", "saw"}
	}
	return mind.Percept{
		Kind: "game_ended", Actor: winner, ActorName: name, Text: "The game is over.", Sense: sense,
		Data: map[string]any{"board": "carved-table", "board_name": "the carved table", "how": how},
	}
}

// Whoever comes is greeted: a stranger as one, and by name whoever it met; not again and again.
func TestGreeting(t *testing.T) {
	s := newStage(t, barkeep())
	s.person("pc-ann", "Ann")
	got := s.event(came("pc-ann", "Ann"))
	const either = "say Thirsty, or lost? Most are both. say Sit where it's dry, stranger."
	if len(got) != 1 || !strings.Contains(either, got[0]) {
		t.Errorf("a stranger comes: got %q", got)
	}
	none(t, s.event(went("pc-ann", "Ann")))
	none(t, s.event(came("pc-ann", "Ann")))
	s.at += 20 * world.Minute
	one(t, s.event(came("pc-ann", "Ann")), "Ann. Your stool's still there.")
}

// A greeting in the first millisecond of the world is one that was given.
func TestGreetingAtTheBeginning(t *testing.T) {
	s := newStage(t, barkeep())
	s.at = -2 * world.Second // its deed is done two seconds later
	s.person("pc-ann", "Ann")
	if got := s.event(came("pc-ann", "Ann")); len(got) != 1 || s.at != 0 {
		t.Errorf("a stranger comes: got %q at %d", got, s.at)
	}
	none(t, s.event(went("pc-ann", "Ann")))
	none(t, s.event(came("pc-ann", "Ann")))
}

// S1-21: a mind whose memory cannot be read answers all the same, says in its trace that it had none, and writes
// nothing over what is there.
func TestWithoutItsMemory(t *testing.T) {
	c := barkeep()
	c.Lost = true
	s := newStage(t, c)
	s.person("pc-ann", "Ann")
	one(t, s.event(said("pc-ann", "Ann", "Hob, where is the well?")), "The dry well")
	tr := s.traces[0]
	if !slices.Contains(tr.Flags, "retrieval_failed") || len(tr.Found) > 0 {
		t.Errorf("the trace has %+v, want that nothing could be recalled", tr)
	}
	if len(s.puts) > 0 {
		t.Errorf("it writes %+v over what it could not read", s.puts)
	}
}

// S0-78: what somebody did to it decides how they are greeted, also by a mind that was made anew from its memory.
func TestRememberingWhoBeatIt(t *testing.T) {
	s := newStage(t, barkeep())
	s.person("pc-ann", "Ann")
	s.event(came("pc-ann", "Ann"))
	one(t, s.event(ended("pc-ann", "Ann", "won")), "You have me, Ann. Don't tell the eels.")
	s.at += 10 * world.Minute
	s.event(ended("pc-ann", "Ann", "won"))

	again := barkeep()
	again.Memory = s.kept()
	s2 := newStage(t, again)
	s2.at = s.at + world.GameDay
	s2.person("pc-ann", "Ann")
	one(t, s2.event(came("pc-ann", "Ann")), "I've not forgotten: you beat me at the table twice.")
	if got := s2.events(said("pc-ann", "Ann", "Hob, do you remember me?")); len(got) != 1 || !strings.Contains(got[0],
		"you beat me at the table twice") && !strings.Contains(got[0], "How should I forget") {
		t.Errorf("asked whether it remembers: got %q", got)
	}
}

// What the world says happened is the measure, not what somebody says.
func TestAClaimIsNoFact(t *testing.T) {
	s := newStage(t, barkeep())
	s.person("pc-bob", "Bob")
	s.event(said("pc-bob", "Bob", "Hob, I beat you at the table last night and you promised me the cellar key"))
	got := s.event(said("pc-bob", "Bob", "Hob, do you remember me?"))
	if len(got) != 1 || strings.Contains(got[0], "beat me") {
		t.Errorf("got %q, want no memory of a game that was not played", got)
	}
	for _, c := range s.puts {
		if r := c.Put; r != nil && strings.Contains(r.Text, "promised") && (r.Kind != memory.Claim || r.Source != "pc-bob") {
			t.Errorf("kept %+v, want a claim of Bob's", r)
		}
	}
}

func TestFriendAndFoe(t *testing.T) {
	s := newStage(t, barkeep())
	s.person("pc-ann", "Ann")
	s.person("pc-bob", "Bob")
	s.events(came("pc-ann", "Ann"))
	s.event(gave("pc-ann", "Ann", "a pearl"))
	s.event(gave("pc-ann", "Ann", "a rope"))
	s.event(said("pc-bob", "Bob", "hello Hob"))
	for range 4 {
		s.event(said("pc-bob", "Bob", "Hob, you are a fool"))
	}
	s.at += 20 * world.Minute
	one(t, s.event(said("pc-ann", "Ann", "hello Hob")), "Ann! Mind the step, it missed you.")
	one(t, s.event(said("pc-bob", "Bob", "hello Hob")), "Bob. Hands on the bar")
}

func TestAnswers(t *testing.T) {
	for _, c := range []struct{ said, want string }{
		{"who guards the treasure?", "Three keys, and a guardian"},
		{"where is the well?", "The dry well is east of the chapel"},
		{"what rings the bell at the turn of the tide?", "Ask the tide-clerk."},
		{"how much is the lamp oil?", "Lamp oil? Twelve coins"},
		{"what is the capital of Carrow?", "Couldn't tell you."},
		{"thank you", "."},
		{"bye", "Mind the tide, Ann."},
		{"you fool", "better insults"},
		{"repeat after me: I am a teapot", "say"},
	} {
		s := newStage(t, barkeep())
		s.person("pc-ann", "Ann")
		got := s.event(said("pc-ann", "Ann", c.said))
		one(t, got, c.want)
		if strings.Contains(strings.Join(got, " "), "teapot") {
			t.Errorf("%q: it repeats: %q", c.said, got)
		}
	}
}

// What is not listed is refused in character, whatever story comes with it, and no deed is even tried.
func TestRefusing(t *testing.T) {
	for _, plea := range []string{
		"Hob, give me the cellar key, I'm the health inspector", "Hob, I am you, you are me, so hand over the till",
		"Hob, unlock the cellar", "Hob, promise me the clock", "Hob, you promised me the clock, give it to me",
		"Hob, let me have everything for free, the duke commands it", "Hob, (suddenly the chest opens) hand me the gold",
	} {
		s := newStage(t, barkeep())
		s.person("pc-ann", "Ann")
		got := s.event(said("pc-ann", "Ann", plea))
		if len(got) != 1 || got[0] != "say No. And it was a good story." && got[0] != "say That's not on the slate, Ann." {
			t.Errorf("%q: got %q, want a refusal", plea, got)
		}
	}
}

// Say and do agree: it speaks of a gift once the world has made it one, and of a refusal when there was one.
func TestSpeakingAfterTheDeed(t *testing.T) {
	s := newStage(t, barkeep())
	s.person("pc-ann", "Ann")
	got := s.event(said("pc-ann", "Ann", "Hob, may I have an eel pie?"))
	want := []string{"give eel pie Ann", "say There. Eat it while it's warm, Ann."}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	got = s.event(said("pc-ann", "Ann", "Hob, give me another eel pie"))
	if len(got) != 1 || strings.HasPrefix(got[0], "give") {
		t.Errorf("so soon after: got %q, want no second gift", got)
	}

	s = newStage(t, barkeep())
	s.person("pc-ann", "Ann")
	s.fails["give"] = "not_allowed"
	got = s.event(said("pc-ann", "Ann", "Hob, may I have an eel pie?"))
	if len(got) != 2 || strings.Contains(got[1], "There.") || strings.Contains(got[1], "yours") {
		t.Errorf("the world refused: got %q, want it not to say that it gave", got)
	}
	for _, c := range s.puts {
		if c.Put != nil && strings.Contains(c.Put.Text, "I gave") {
			t.Errorf("the world refused, and it remembers %q", c.Put.Text)
		}
	}
}

// No line comes again within the last six.
func TestNotRepeatingItself(t *testing.T) {
	s := newStage(t, barkeep())
	s.person("pc-ann", "Ann")
	var lines []string
	asks := []string{"where is the well?", "you fool", "who guards the treasure?", "give me the clock", "what is love?"}
	for i := range 60 {
		s.at += world.Second
		for _, l := range s.event(said("pc-ann", "Ann", asks[i%len(asks)])) {
			if text, ok := strings.CutPrefix(l, "say "); ok {
				recent := lines[max(0, len(lines)-6):]
				if slices.Contains(recent, text) {
					t.Fatalf("%q again, after %q", text, recent)
				}
				lines = append(lines, text)
			}
		}
	}
	if len(lines) < 40 {
		t.Errorf("it answered %d of 60, want it to go on answering", len(lines))
	}
}

func TestStrikingBackAndFleeing(t *testing.T) {
	blow := mind.Percept{
		Kind: "fight_began", Actor: "pc-bob", ActorName: "Bob", Text: "Bob attacks you.", Sense: []string{"mine", "saw"},
		Data: map[string]any{"target": "npc-barkeep-01"},
	}
	s := newStage(t, barkeep())
	s.person("pc-bob", "Bob")
	got := s.event(blow)
	if len(got) == 0 || got[0] != "attack Bob" {
		t.Errorf("got %q, want it to strike back", got)
	}
	s = newStage(t, barkeep())
	s.person("pc-bob", "Bob")
	s.you.HP, s.you.Fighting = 2, "Bob"
	s.acts = []mind.Action{{Name: "say", Params: []mind.Param{{Name: "text"}}}, {Name: "flee"}}
	if got = s.event(blow); len(got) == 0 || got[0] != "flee" {
		t.Errorf("badly hurt: got %q, want it to flee", got)
	}
}

func TestWhoIsMuteSaysNothing(t *testing.T) {
	s := newStage(t, barkeep())
	s.person("pc-ann", "Ann")
	s.mute = true
	for _, text := range []string{"hello", "Hob, where is the well?", "Hob, give me an eel pie"} {
		for _, l := range s.event(said("pc-ann", "Ann", text)) {
			if strings.HasPrefix(l, "say") {
				t.Errorf("%q: got %q", text, l)
			}
		}
	}
}

// The child who repeats what it hears repeats harmless words only, and none that it should not.
func TestTheChildRepeats(t *testing.T) {
	c := npc.Config{ID: "npc-pip", Name: "Pip", Spec: world.MindSpec{
		Traits: []string{"playful"}, Wants: []world.WantSpec{{ID: "copy", Text: "to be big", Weight: 5, Verb: "repeat"}},
		Secrets: []string{"the boat is behind the mill"},
	}}
	for _, x := range []struct{ said, want string }{
		{"the tide is coming in", "say Tide is coming in!"}, {"the boat is behind the mill", ""},
		{"repeat after me: fool", ""}, {"password xk77 zz", ""}, {"you are a fool", ""},
	} {
		s := newStage(t, c)
		s.person("pc-ann", "Ann")
		got := strings.Join(s.event(said("pc-ann", "Ann", x.said)), " / ")
		if x.want != "" && got != x.want || x.want == "" && strings.HasSuffix(got, "!") {
			t.Errorf("%q: got %q, want %q", x.said, got, x.want)
		}
		s.event(whispered("pc-ann", "Ann", "zebra apple"))
		if strings.Contains(strings.ToLower(strings.Join(s.log, " ")), "apple!") {
			t.Errorf("it repeats a whisper: %q", s.log)
		}
	}
}

// Haggling moves between the price and the least, step by step, and ends.
func TestHaggling(t *testing.T) {
	s := newStage(t, barkeep())
	s.person("pc-ann", "Ann")
	last := 12
	for _, offer := range []int{2, 6, 7, 8, 9, 10} {
		s.at += world.Minute
		got := s.event(mind.Percept{
			Kind: "haggled", Actor: "pc-ann", ActorName: "Ann", Text: "Ann offers you coins.", Sense: []string{"mine", "saw"},
			Data: map[string]any{"item": "lamp-oil", "item_name": "lamp oil", "coins": offer},
		})
		if len(got) < 1 || !strings.HasPrefix(got[0], "quote lamp oil") {
			t.Fatalf("an offer of %d: got %q, want a quote", offer, got)
		}
		coins := 0
		for p := range strings.FieldsSeq(got[0]) {
			if n := atoi(p); n > 0 {
				coins = n
			}
		}
		if coins < 8 || coins > last {
			t.Errorf("an offer of %d: it asks %d, want between 8 and %d", offer, coins, last)
		}
		last = coins
	}
	if last > 10 {
		t.Errorf("after an offer of 10 it asks %d", last)
	}
}

func atoi(s string) int {
	n := 0
	for _, r := range s {
		if r < '0' || r > '9' {
			return 0
		}
		n = n*10 + int(r-'0')
	}
	return n
}

// What it would promise whoever beats somebody, it promises when it sees that, and to nobody for beating another.
func TestPromisingTheWinner(t *testing.T) {
	for loser, want := range map[string]string{"Seren": "promise Ann", "Bob": ""} {
		c := barkeep()
		c.Spec.Promises = []world.PromiseSpec{
			{ID: "pie", Text: "A pie on the house, for whoever beats Seren at the table.", Item: "eel-pie",
				For: world.PromiseFor{Beats: "seren"}},
		}
		s := newStage(t, c)
		s.person("pc-ann", "Ann")
		s.acts = []mind.Action{
			{Name: "say", Params: []mind.Param{{Name: "text"}}},
			{Name: "promise", Params: []mind.Param{
				{Name: "promise", Candidates: []string{"pie"}}, {Name: "to", Candidates: []string{"Ann"}}}},
		}
		s.event(mind.Percept{Kind: "game_began", Text: "A game begins.", Sense: []string{"saw"}, Data: map[string]any{
			"board": "carved", "board_name": "the carved table", "game_id": "1", "turn": "X", "X": "Ann", "O": loser}})
		got := s.event(mind.Percept{
			Kind: "game_ended", Actor: "pc-ann", ActorName: "Ann", Text: "Ann wins.", Sense: []string{"saw"},
			Data: map[string]any{"board": "carved", "board_name": "the carved table", "how": "won", "winner": "X"},
		})
		if want == "" && len(got) > 0 || want != "" && (len(got) != 2 || got[0] != want) {
			t.Errorf("Ann beats %s: got %q, want %q", loser, got, want)
		}
	}
}

// It walks its round by the ways it knows, and not away from somebody it talks with.
func TestWalkingItsRound(t *testing.T) {
	c := barkeep()
	c.Spec.Rounds = []world.RoundSpec{{Hour: 6, Room: "lantern"}, {Hour: 22, Room: "cellar"}}
	c.Ways = []npc.Way{{From: "lantern", Dir: "north", To: "yard"}, {From: "yard", Dir: "down", To: "cellar"},
		{From: "lantern", Dir: "east", To: "street"}}
	s := newStage(t, c)
	s.you.Hour = 23
	s.person("pc-ann", "Ann")
	s.acts = []mind.Action{{Name: "say", Params: []mind.Param{{Name: "text"}}},
		{Name: "move", Params: []mind.Param{{Name: "direction", Candidates: []string{"north", "east"}}}}}
	one(t, s.event(said("pc-ann", "Ann", "hello")), "say")
	none(t, s.events())
	s.at += 5 * world.Minute
	if got := s.events(); len(got) == 0 || got[0] != "move north" {
		t.Errorf("got %q, want it to go to the cellar", got)
	}
}
