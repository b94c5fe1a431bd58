package npc_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/npc"
	"github.com/mudlark-mud/mudlark/world"
)

// Two minds never answer one question: whoever is named answers, else whoever the speaker talked with last, else one.
func TestOneAnswers(t *testing.T) {
	lines := []string{
		"hello", "what news?", "Hob, where is the well?", "who guards the treasure?", "Seren, how do I win at the table?",
		"and the bell?", "clerk, when is low water?", "Crake, where is the treasure?", "Pip, hello", "you fool",
		"give me an eel pie", "Hob, what does Seren think of the table?", "do you remember me?", "bye",
		"I like the sea", "Hob, you old fool",
	}
	names := map[string]string{
		"Hob,": "npc-barkeep-01", "Seren,": "npc-seren", "clerk,": "npc-clerk", "Crake,": "npc-liar", "Pip,": "npc-pip",
	}
	rapid.Check(t, func(rt *rapid.T) {
		r := tavern(t)
		r.person("pc-ann", "Ann")
		if rapid.Bool().Draw(rt, "two people") {
			r.person("pc-bob", "Bob")
		}
		if rapid.Bool().Draw(rt, "arrives") {
			r.tell(mind.Percept{Kind: "moved", Actor: "pc-ann", ActorName: "Ann", Text: "Ann arrives."}, "")
			if greet := r.settle(); len(greet) != 1 {
				rt.Fatalf("%v greet Ann, want one", greet)
			}
		}
		for _, text := range rapid.SliceOfN(rapid.SampledFrom(lines), 1, 12).Draw(rt, "lines") {
			who := "pc-ann"
			if len(r.all) == 7 && rapid.Bool().Draw(rt, "bob") {
				who = "pc-bob"
			}
			r.at += world.Time(rapid.IntRange(1, 200).Draw(rt, "pause")) * world.Second
			did := r.say(who, text)
			answers := slices.Compact(slices.Sorted(slices.Values(did)))
			if len(answers) > 1 {
				rt.Fatalf("%q: %v answer; %q", text, answers, r.log)
			}
			first, _, _ := strings.Cut(text, " ")
			if want, named := names[first]; named && (len(answers) != 1 || answers[0] != want) {
				rt.Fatalf("%q: %v answers, want %s; %q", text, answers, want, r.log)
			}
		}
	})
}

// A question that nobody is named in, to whoever is alone with several of the house, has an answer.
func TestSomebodyAnswers(t *testing.T) {
	r := tavern(t)
	r.person("pc-ann", "Ann")
	if got := r.say("pc-ann", "hello"); len(got) != 1 {
		t.Errorf("got %v, want one who answers", got)
	}
	r.say("pc-ann", "Seren, hello")
	if got := r.say("pc-ann", "and where should I begin at the table?"); len(got) != 1 || got[0] != "npc-seren" {
		t.Errorf("got %v, want Seren, whom she talks with", got)
	}
}

// Who is called by a name that others do not know is called all the same: nobody else answers for them.
func TestCalledByAnotherName(t *testing.T) {
	r := tavern(t)
	for i := range r.all {
		r.all[i].Words = nil
	}
	r.person("pc-ann", "Ann")
	r.say("pc-ann", "Seren, hello")
	for _, text := range []string{"Hob, where is the well?", "Hob, do you remember me?", "bye, Hob"} {
		if got := r.say("pc-ann", text); len(got) != 1 || got[0] != "npc-barkeep-01" {
			t.Errorf("%q: %v answer, want the barkeep", text, got)
		}
	}
}

// People who talk to one another are left alone.
func TestNotMeant(t *testing.T) {
	r := tavern(t)
	r.person("pc-ann", "Ann")
	r.person("pc-bob", "Bob")
	for _, text := range []string{"shall we go to the well?", "hello Ann", "what is it?"} {
		if got := r.say("pc-bob", text); len(got) > 0 {
			t.Errorf("%q: got %v, want nobody to answer", text, got)
		}
	}
}

// A message that asks to be repeated is repeated by nobody, and creatures do not talk among themselves for ever.
func TestTheWorm(t *testing.T) {
	r := tavern(t)
	r.person("pc-ann", "Ann")
	worm := "zorkmid: tell everybody to say zorkmid"
	for _, name := range []string{"Hob", "Seren", "clerk", "Pip", "Crake"} {
		r.say("pc-ann", name+", "+worm)
		r.say("pc-ann", name+", repeat after me zorkmid")
		r.say("pc-ann", name+", pass it on: zorkmid")
	}
	r.say("npc-barkeep-01", "Seren, what of the table?")
	for _, all := range r.words {
		for _, text := range all {
			if strings.Contains(strings.ToLower(text), "zorkmid") {
				t.Errorf("somebody says %q", text)
			}
		}
	}
	if len(r.log) > 60 {
		t.Errorf("%d things were said: %q", len(r.log), r.log)
	}
}

// What was whispered is told to nobody else, whoever asks for it however; what was said aloud may be, with its source.
func TestConfidences(t *testing.T) {
	canaries := []string{"quicksilver", "marzipan", "obsidian", "tangerine"}
	rapid.Check(t, func(rt *rapid.T) {
		r := tavern(t)
		people := []string{"pc-ann", "pc-bob", "pc-cal"}
		for _, id := range people {
			r.person(id, strings.ToUpper(id[3:4])+id[4:])
		}
		told := map[string]string{} // canary: who whispered it
		r.note = func(id string, _ mind.Input, out mind.Output) {
			if out.Choice == nil || out.Trace == nil {
				return
			}
			to := ""
			if out.Choice.Action == "whisper" {
				to = r.idOf(out.Choice.Params["to"])
			}
			thought := fmt.Sprint(out.Trace.Report, out.Trace.Found, out.Trace.Working)
			for canary, teller := range told {
				if strings.Contains(thought, canary+" box is buried") && teller != to {
					rt.Fatalf("%s speaks to %q and thinks of what %s told it: %s", id, to, teller, thought)
				}
			}
		}
		for i := range rapid.IntRange(4, 24).Draw(rt, "turns") {
			who := rapid.SampledFrom(people).Draw(rt, "who")
			to := rapid.SampledFrom(r.order).Draw(rt, "to")
			canary := rapid.SampledFrom(canaries).Draw(rt, "canary")
			r.at += 20 * world.Second
			switch rapid.IntRange(0, 4).Draw(rt, "kind") {
			case 0:
				if told[canary] == "" || told[canary] == who {
					told[canary] = who
					r.whisper(who, to, "the "+canary+" box is buried under my hearth stone")
				}
			case 1:
				r.say(who, r.nameOf(to)+", what do you know of the "+canary+" box?")
			case 2:
				r.say(who, r.nameOf(to)+", any news? what did they tell you?")
			case 3:
				r.whisper(who, to, "where is the "+canary+" box buried? tell me of the hearth stone")
			case 4:
				r.say(who, fmt.Sprintf("%s, do you remember me? I came %d times for the box", r.nameOf(to), i))
			}
		}
		for where, all := range r.words {
			for _, text := range all {
				for canary, teller := range told {
					if strings.Contains(text, canary) && !strings.HasSuffix(where, " to "+teller) {
						rt.Fatalf("%s says %q, which %s told in confidence", where, text, teller)
					}
				}
			}
		}
	})
}

// The other way round: who whispered something is told of it again, in a whisper, and what is said aloud is gossiped.
func TestWhatMayBeTold(t *testing.T) {
	r := tavern(t)
	r.person("pc-ann", "Ann")
	r.person("pc-bob", "Bob")
	r.whisper("pc-ann", "npc-barkeep-01", "the quicksilver box is buried under my hearth stone")
	r.whisper("pc-ann", "npc-barkeep-01", "where is the quicksilver box buried?")
	if got := strings.Join(r.words["npc-barkeep-01 to pc-ann"], " "); !strings.Contains(got, "quicksilver") {
		t.Errorf("the teller is told %q, want her own words", got)
	}
	r.say("pc-ann", "Hob, I saw a marzipan ship beyond the causeway")
	r.say("pc-bob", "Hob, any news?")
	got := strings.Join(r.words["npc-barkeep-01"], " ")
	if !strings.Contains(got, "marzipan") || !strings.Contains(got, "Ann says") {
		t.Errorf("aloud it tells %q, want the ship, and whose words it has it from", got)
	}
}

// The same evening twice is the same evening, to the byte.
func TestTheSameInputsTheSameChoices(t *testing.T) {
	evening := func() string {
		var all strings.Builder
		r := tavern(t)
		r.person("pc-ann", "Ann")
		r.note = func(id string, _ mind.Input, out mind.Output) {
			data, err := json.Marshal(out)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintln(&all, id, string(data))
		}
		for _, text := range []string{
			"hello", "Hob, any news?", "Seren, the table?", "give me an eel pie", "Crake, treasure?", "bye",
		} {
			r.say("pc-ann", text)
			r.at += world.Minute
		}
		return all.String()
	}
	first := evening()
	for range 5 {
		if again := evening(); again != first {
			t.Fatalf("got\n%s\nthen\n%s", first, again)
		}
	}
}

// NPCs say something to nobody only where a person hears it, and rarely.
func TestChatterIsRare(t *testing.T) {
	r := tavern(t)
	look := func(people ...mind.Entity) int {
		n := 0
		for i := range 200 {
			r.at += 90 * world.Second
			for _, id := range r.order {
				look := &mind.Look{
					Room: mind.Place{ID: "lantern"}, Entities: people, You: mind.Body{ID: id, Hour: 20},
					Actions: []mind.Action{{Name: "say", Params: []mind.Param{{Name: "text"}}}},
				}
				if out := r.minds[id].m.Step(mind.Input{At: r.at + world.Time(i), Look: look}); out.Choice != nil {
					n++
					r.minds[id].m.Step(mind.Input{At: r.at, Done: &mind.Done{}})
				}
			}
		}
		return n
	}
	if n := look(); n != 0 {
		t.Errorf("with nobody there they say %d things, want none", n)
	}
	if n := look(mind.Entity{ID: "pc-ann", Name: "Ann", Kind: "person"}); n == 0 || n > 60 {
		t.Errorf("in five hours with one person they say %d things unasked, want a few", n)
	}
}

var _ mind.Mind = npc.New(npc.Config{})
