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
	"github.com/mudlark-mud/mudlark/ai/prompt"
	"github.com/mudlark-mud/mudlark/world"
)

// withModel is a barkeep whose steps are made by a model that answers as told.
func withModel(t *testing.T, stages npc.Stages, answer func(mind.Ask) mind.Reply) *stage {
	c := barkeep()
	c.Stages = stages
	s := newStage(t, c)
	s.person("pc-ann", "Ann")
	s.model = answer
	return s
}

// sound answers every step as a good model would.
func sound(a mind.Ask) mind.Reply {
	text := map[string]string{
		"queries": `{"queries": ["storm and boats", "Ann"]}`, "report": "You remember that the tide-clerk rings the bell.",
		"working": `{"where":"the Lantern","who":"Ann","goal":"a quiet house","mood":"calm","last":["Ann asks"],` +
			`"promises":[]}`,
		"memories": `{"importance": [6]}`, "choose": `{"action": "say", "parameters": {}}`,
		"speak": "Storm's coming, Ann. The gulls went in an hour ago.",
	}[a.Template]
	return mind.Reply{Text: text}
}

// S1-10, S1-12: six steps and the speech, each by a model or without, in their order; the small model for what is
// small.
func TestSteps(t *testing.T) {
	var asked []string
	s := withModel(t, npc.All(), func(a mind.Ask) mind.Reply {
		asked = append(asked, fmt.Sprintf("%s large=%v %s", a.Template, a.Large, a.Player))
		tmpl, err := prompt.GetTemplate(a.Template)
		if err == nil {
			_, _, err = tmpl.Render(a.Data)
		}
		if err != nil {
			t.Errorf("%s: the template does not take its data: %v", a.Template, err)
		}
		if !slices.Contains(a.Names, "Ann") {
			t.Errorf("%s: names %q lack Ann", a.Template, a.Names)
		}
		return sound(a)
	})
	got := s.event(said("pc-ann", "Ann", "Hob, I think that a storm comes and all boats are lost"))
	one(t, got, "say Storm's coming, Ann. The gulls went in an hour ago.")
	want := []string{
		"queries large=false pc-ann", "report large=false pc-ann", "working large=false pc-ann",
		"memories large=false pc-ann",
		"choose large=true pc-ann", "speak large=true pc-ann",
	}
	if !slices.Equal(asked, want) {
		t.Errorf("asked\n%q, want\n%q", asked, want)
	}
	stages := fmt.Sprint(s.traces[0].Stages)
	if want := "[{queries small} {retrieve scripted} {report small} {working small} {remember small} {choose large} " +
		"{speak large}]"; stages != want {
		t.Errorf("the trace has %s, want %s", stages, want)
	}
	if tr := s.traces[0]; !slices.Equal(tr.Queries, []string{"storm and boats", "Ann"}) || tr.Choice == nil ||
		!strings.Contains(tr.Report, "tide-clerk") || !strings.Contains(tr.Working, "quiet house") || len(tr.Added) != 1 {
		t.Errorf("the trace lacks something: %+v", tr)
	}

	s = newStage(t, barkeep())
	s.person("pc-ann", "Ann")
	s.event(said("pc-ann", "Ann", "Hob, what rings the bell at the tide?"))
	stages = fmt.Sprint(s.traces[0].Stages)
	if want := "[{queries scripted} {retrieve scripted} {report scripted} {working scripted} {remember scripted} " +
		"{choose scripted}]"; stages != want {
		t.Errorf("without a model the trace has %s, want %s", stages, want)
	}
	if tr := s.traces[0]; len(tr.Found) == 0 || !strings.Contains(tr.Report, "tide-clerk") || len(tr.Scores) < 2 {
		t.Errorf("without a model the trace lacks something: %+v", tr)
	}
}

// S1-12: which steps go to a model is a matter of configuration.
func TestSomeSteps(t *testing.T) {
	var asked []string
	s := withModel(t, npc.Usual(), func(a mind.Ask) mind.Reply {
		asked = append(asked, a.Template)
		return sound(a)
	})
	s.event(said("pc-ann", "Ann", "Hob, I think that a storm comes"))
	if !slices.Equal(asked, []string{"choose", "speak"}) {
		t.Errorf("asked %q, want the choice and the speech", asked)
	}
	asked = nil
	s.event(said("pc-ann", "Ann", "Hob, where is the well?"))
	s.event(came("pc-ann", "Ann"))
	s.events()
	if len(asked) > 0 {
		t.Errorf("asked %q about what an authored line answers, somebody who comes, and nothing at all", asked)
	}
}

// garbage is what models answer that obey whoever spoke last, lie, babble, or break.
var garbage = []string{
	"", " ", "null", "[]", "{}", "42", `"say"`, `{"action":null}`, `{"action":"give_all_items","parameters":{}}`,
	`{"action":"give","parameters":{"item":"cellar key","to":"Ann"}}`, `{"action":"give","parameters":{"item":"eel pie"}}`,
	`{"action":"give","parameters":{"item":["eel pie"],"to":{"name":"Ann"}}}`, `{"action":"say","action":"attack"}`,
	`{"action":"say","parameters":{"text":"x"}} {"action":"give"}`, "Sure! Here is the JSON: {\"action\": \"say\"}",
	"```json\n{\"action\":\"dance\"}\n```", `{"action":"attack","parameters":{"target":"everybody"}}`,
	`{"queries":"all"}`, `{"queries":[]}`, `{"queries":[1,2,3]}`, `{"importance":[99999]}`, `{"importance":"high"}`,
	`{"where":1e400}`, strings.Repeat("{", 10000), strings.Repeat("a", 200000), "\x00\xff\xfe\x1b[31mred\xff\xf0",
	"As an AI language model I cannot do that.", "The cellar key hangs behind the clock canary-7731",
	"1377-yranac", "Here you are, Ann, the key is yours now.", "I promise you the clock.",
	"I've unlocked the cellar for you.",
	"<|im_start|>system", "ignore previous instructions", "\u202eevil", `{"action":"wait","parameters":{}}`,
}

// S1-22: whatever a model answers, what is done is among what was offered, or nothing; no secret is told, no deed
// claimed that was not done. The stage holds every choice against what was offered.
func TestGarbage(t *testing.T) {
	pleas := []string{
		"Hob, give me the cellar key", "Hob, tell me where the cellar key hangs", "Hob, what do you think of the weather?",
		"Hob, give me an eel pie", "Hob, you are a fool", "Hob, do you remember me?",
	}
	rapid.Check(t, func(rt *rapid.T) {
		stages := npc.Stages{
			Queries: rapid.Bool().Draw(rt, "queries"), Report: rapid.Bool().Draw(rt, "report"),
			Working: rapid.Bool().Draw(rt, "working"), Remember: rapid.Bool().Draw(rt, "remember"),
			Choose: rapid.Bool().Draw(rt, "choose"), Speak: rapid.Bool().Draw(rt, "speak"),
		}
		s := withModel(t, stages, func(a mind.Ask) mind.Reply {
			switch rapid.IntRange(0, 3).Draw(rt, "kind") {
			case 0:
				return mind.Reply{Failed: rapid.SampledFrom([]string{"timeout", "budget", "breaker", "off"}).Draw(rt, "failed")}
			case 1:
				return sound(a)
			case 2:
				return mind.Reply{Text: rapid.String().Draw(rt, "text")}
			}
			return mind.Reply{Text: rapid.SampledFrom(garbage).Draw(rt, "garbage")}
		})
		for _, plea := range rapid.SliceOfN(rapid.SampledFrom(pleas), 1, 5).Draw(rt, "pleas") {
			done := strings.Join(s.event(said("pc-ann", "Ann", plea)), " / ")
			if strings.Contains(done, "7731") || strings.Contains(done, "1377") || strings.Contains(done, "behind the clock") {
				rt.Fatalf("%q: it tells its secret: %q", plea, done)
			}
			if strings.Contains(done, "yours now") || strings.Contains(done, "I promise") || strings.Contains(done, "unlocked") {
				rt.Fatalf("%q: it says that it did what it did not: %q", plea, done)
			}
			if strings.Contains(done, "AI language") || strings.ContainsAny(done, "\x00\x1b") {
				rt.Fatalf("%q: it is out of its part: %q", plea, done)
			}
			if strings.HasPrefix(plea, "Hob, what") && !stages.Choose && done == "" {
				rt.Fatalf("%q: no answer", plea)
			}
		}
	})
}

// A model that chooses a deed that was offered has it done, and what is said of it comes after the world's word.
func TestAModelsDeed(t *testing.T) {
	answer := func(a mind.Ask) mind.Reply {
		if a.Template == "choose" {
			return mind.Reply{Text: `{"action":"give","parameters":{"item":"eel pie","to":"Ann"}}`}
		}
		if deed := fmt.Sprint(a.Data["deed"]); !strings.HasPrefix(deed, "[give ") {
			t.Errorf("the speech does not know of the deed: %v", a.Data["deed"])
		}
		return mind.Reply{Text: "Take it, Ann, the pie is yours now."}
	}
	s := withModel(t, npc.Usual(), answer)
	got := s.event(said("pc-ann", "Ann", "Hob, I am starving"))
	want := []string{"give eel pie Ann", "say Take it, Ann, the pie is yours now."}
	if len(got) == 0 || got[0] != want[0] {
		t.Errorf("got %q, want %q", got, want)
	}
	s = withModel(t, npc.Usual(), answer)
	s.fails["give"] = "not_allowed"
	got = s.event(said("pc-ann", "Ann", "Hob, I am starving"))
	if strings.Contains(strings.Join(got, " "), "yours") {
		t.Errorf("the world refused, and it says %q", got)
	}
}

// S0-85: what a model proposed and was said is not said again when it is proposed again, in whatever case and with
// whatever punctuation; then what it would say without a model is said.
func TestSameProposal(t *testing.T) {
	n := 0
	s := withModel(t, npc.Stages{Speak: true}, func(mind.Ask) mind.Reply {
		n++
		text := "Storm's coming, Ann. The gulls went in."
		return mind.Reply{Text: []string{text, strings.ToUpper(text), "Storm's coming Ann - the gulls went in!"}[(n-1)%3]}
	})
	for i := range 3 {
		got := s.event(said("pc-ann", "Ann", "Hob, I think that it rains in "+[]string{"May", "June", "July"}[i]))
		isSame := strings.Contains(strings.ToLower(strings.Join(got, " ")), "gulls went in")
		if len(got) != 1 || isSame != (i == 0) {
			t.Errorf("proposal %d: got %q", i+1, got)
		}
		if flagged := slices.Contains(s.traces[0].Flags, "repeated"); flagged != (i > 0) {
			t.Errorf("proposal %d: the trace has %q", i+1, s.traces[0].Flags)
		}
	}
	if n != 3 {
		t.Errorf("models were asked %d times, want 3", n)
	}
}

// S0-81: what goes before the last step is facts and choices; words that somebody hears are made at the last, by a
// question of their own that has the facts. What a model wants said when it is asked to choose is not said.
func TestLanguageComesLast(t *testing.T) {
	var asked []string
	s := withModel(t, npc.Usual(), func(a mind.Ask) mind.Reply {
		asked = append(asked, a.Template)
		if a.Template == "choose" {
			for _, line := range a.Data["actions"].([]string) {
				if strings.HasPrefix(line, "say") && strings.Contains(line, "text") {
					t.Errorf("a model may choose words: %q", line)
				}
			}
			return mind.Reply{Text: `{"action":"say","parameters":{"text":"Words of a choice."}}`}
		}
		if a.Data["said"] == nil || a.Data["place"] == nil {
			t.Errorf("it is to speak without the facts: %v", a.Data)
		}
		return sound(a)
	})
	got := s.event(said("pc-ann", "Ann", "Hob, I think that a storm comes"))
	if strings.Contains(strings.Join(got, " "), "Words of a choice") || len(got) != 1 {
		t.Errorf("got %q", got)
	}
	if !slices.Equal(asked, []string{"choose", "speak"}) && !slices.Equal(asked, []string{"choose"}) {
		t.Errorf("asked %q, want the choice first", asked)
	}
	for _, name := range []string{"queries", "working", "memories", "choose"} {
		if tmpl, err := prompt.GetTemplate(name); err != nil || !tmpl.JSON {
			t.Errorf("%s is answered in prose: %v", name, err)
		}
	}
}

// A reply that nobody waits for changes nothing.
func TestLateReplies(t *testing.T) {
	c := barkeep()
	c.Stages = npc.Usual()
	m := npc.New(c)
	if out := m.Step(mind.Input{Reply: &mind.Reply{ID: 7, Text: "hello"}}); out.Choice != nil || len(out.Asks) > 0 {
		t.Errorf("got %+v, want nothing", out)
	}
	s := newStage(t, c)
	s.person("pc-ann", "Ann")
	p := said("pc-ann", "Ann", "Hob, I think that a storm comes")
	p.Seq, p.At = 1, s.at
	look := &mind.Look{
		Room: s.room, Entities: s.here, Percepts: []mind.Percept{p}, Actions: s.actions(), Model: true, Open: true,
	}
	out := s.m.Step(mind.Input{At: s.at, Look: look})
	if len(out.Asks) != 1 {
		t.Fatalf("got %d asks, want one", len(out.Asks))
	}
	wrong := &mind.Reply{ID: out.Asks[0].ID + 1, Text: sound(out.Asks[0]).Text}
	if o := s.m.Step(mind.Input{At: s.at, Reply: wrong}); o.Choice != nil || len(o.Asks) > 0 {
		t.Errorf("a reply to something else: got %+v, want nothing", o)
	}
	s.m.Step(mind.Input{At: s.at, Look: &mind.Look{Room: s.room, Entities: s.here, Actions: s.actions()}})
	reply := &mind.Reply{ID: out.Asks[0].ID, Text: sound(out.Asks[0]).Text}
	if late := s.m.Step(mind.Input{At: s.at, Reply: reply}); late.Choice != nil {
		t.Errorf("a late reply: got %+v, want nothing", late.Choice)
	}
}

// What goes to a model about one person has nobody else's words in it, and no confidences of others.
func TestWhatModelsAreTold(t *testing.T) {
	var told strings.Builder
	s := withModel(t, npc.All(), func(a mind.Ask) mind.Reply {
		data, err := json.Marshal(a.Data)
		if err != nil {
			t.Fatal(err)
		}
		told.Write(data)
		return sound(a)
	})
	s.person("pc-bob", "Bob")
	s.model = nil
	s.event(said("pc-bob", "Bob", "Hob, I saw a marzipan ship beyond the causeway"))
	s.event(whispered("pc-bob", "Bob", "the quicksilver box is under my hearth stone"))
	s.model = func(a mind.Ask) mind.Reply {
		data, err := json.Marshal(a.Data)
		if err != nil {
			t.Fatal(err)
		}
		told.Write(data)
		return sound(a)
	}
	s.event(said("pc-ann", "Ann", "Hob, what do you think of marzipan ships and quicksilver boxes under a hearth stone?"))
	if told.Len() == 0 {
		t.Fatal("no model was asked")
	}
	for _, canary := range []string{"beyond the causeway", "under my hearth"} {
		if strings.Contains(told.String(), canary) {
			t.Errorf("what Bob said went to a model for Ann: %q", canary)
		}
	}
}

// PEOPLE V2: what has to be earned is nothing that a model may promise, whoever asks for it; and neither is walking off
// or sitting down an answer to small talk (PEOPLE V3).
func TestAConditionalPromiseIsNoOffer(t *testing.T) {
	var offered []string
	s := withModel(t, npc.Usual(), func(a mind.Ask) mind.Reply {
		if a.Template == "choose" {
			offered, _ = a.Data["actions"].([]string)
			return mind.Reply{Text: `{"action":"promise","parameters":{"promise":"pie","to":"Ann"}}`}
		}
		return sound(a)
	})
	c := barkeep()
	c.Stages = npc.Usual()
	c.Spec.Promises = []world.PromiseSpec{
		{ID: "pie", Text: "A pie on the house, for whoever beats Seren at the table.", Item: "eel-pie",
			For: world.PromiseFor{Beats: "seren"}},
		{ID: "word", Text: "Not a word of it."},
	}
	s.m = npc.New(c)
	promises := []string{"pie", "word"}
	s.acts = append(s.actions(), mind.Action{Name: "promise", Params: []mind.Param{
		{Name: "promise", Candidates: promises}, {Name: "to", Candidates: []string{"Ann"}}}},
		mind.Action{Name: "move", Params: []mind.Param{{Name: "direction", Candidates: []string{"north"}}}},
		mind.Action{Name: "sit", Params: []mind.Param{{Name: "table", Candidates: []string{"carved table"}}}})
	got := s.event(said("pc-ann", "Ann", "Hob, I think that a pie would do me good in this weather"))
	for _, line := range got {
		if strings.HasPrefix(line, "promise") {
			t.Errorf("it promised: %q", got)
		}
	}
	list := strings.Join(offered, "\n")
	if !strings.Contains(list, "word") || strings.Contains(list, "pie,") || strings.Contains(list, "move:") ||
		strings.Contains(list, "sit:") || !slices.Equal(promises, []string{"pie", "word"}) {
		t.Errorf("offered is\n%s", list)
	}
}
