package npc_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/npc"
	"github.com/mudlark-mud/mudlark/ai/prompt"
	"github.com/mudlark-mud/mudlark/world"
)

// explorer is the agent of the design's example.
func explorer(traits ...string) npc.Config {
	return npc.Config{
		ID: "network-test", Spec: world.MindSpec{Traits: traits}, Working: "I am exploring this world",
		Given: []string{"I enjoy discovering new places", "I am skilled at solving puzzles"},
	}
}

const dimRoom = "You are in a dimly lit room. There's a door to the north and a chest in the corner."

func dimActions() []mind.Action {
	return []mind.Action{
		{Name: "examine_chest", Description: "Look more closely at the chest"},
		{Name: "open_door", Description: "Open the door and go north"},
	}
}

func observe(m mind.Mind, at world.Time, text string, actions []mind.Action) mind.Output {
	return m.Step(mind.Input{At: at, Look: &mind.Look{Text: text, Actions: actions}})
}

// S1-25: in the dim room the curious and brave one chooses one of the two, always the same; who is but brave opens the
// door, who is but curious examines the chest; and what was done is not all that is ever done.
func TestTheDimRoom(t *testing.T) {
	var first string
	for range 3 {
		out := observe(npc.New(explorer("curious", "brave")), 1, dimRoom, dimActions())
		if out.Choice == nil || len(out.Choice.Params) > 0 {
			t.Fatalf("got %+v, want a choice without parameters", out.Choice)
		}
		if first == "" {
			first = out.Choice.Action
		}
		if out.Choice.Action != first {
			t.Errorf("got %s, then %s", first, out.Choice.Action)
		}
	}
	if first != "open_door" && first != "examine_chest" {
		t.Errorf("got %q, want one of the two", first)
	}
	for trait, want := range map[string]string{"brave": "open_door", "curious": "examine_chest", "friendly": ""} {
		out := observe(npc.New(explorer(trait)), 1, dimRoom, dimActions())
		if out.Choice == nil || want != "" && out.Choice.Action != want {
			t.Errorf("%s: got %+v, want %s", trait, out.Choice, want)
		}
	}
	m := npc.New(explorer("curious", "brave"))
	seen := map[string]bool{}
	for i := range 6 {
		seen[observe(m, world.Time(i), dimRoom, dimActions()).Choice.Action] = true
	}
	if len(seen) != 2 {
		t.Errorf("in six turns it did only %v", slices.Collect(maps.Keys(seen)))
	}
}

// S1-05: whatever is offered, one of the offered is chosen, with exactly the parameters that it declares; nothing is
// chosen only where nothing is offered. S1-22: also when a model answers anything at all.
func TestAnyActions(t *testing.T) {
	word := rapid.StringMatching(`[a-z_]{1,12}`)
	rapid.Check(t, func(rt *rapid.T) {
		c := explorer(rapid.SliceOfN(rapid.String(), 0, 3).Draw(rt, "traits")...)
		model := rapid.Bool().Draw(rt, "model")
		if model {
			c.Stages = npc.All()
		}
		m := npc.New(c)
		for range rapid.IntRange(1, 3).Draw(rt, "turns") {
			var actions []mind.Action
			for _, name := range rapid.SliceOfNDistinct(word, 0, 5, rapid.ID).Draw(rt, "actions") {
				a := mind.Action{Name: name, Description: rapid.String().Draw(rt, "what")}
				for _, p := range rapid.SliceOfNDistinct(word, 0, 3, rapid.ID).Draw(rt, "params") {
					a.Params = append(a.Params, mind.Param{Name: p, Description: rapid.String().Draw(rt, "param")})
				}
				actions = append(actions, a)
			}
			look := &mind.Look{Text: rapid.String().Draw(rt, "text"), Actions: actions, Model: model, Open: true}
			out := m.Step(mind.Input{Look: look})
			for len(out.Asks) > 0 {
				text := rapid.OneOf(rapid.SampledFrom(garbage), rapid.String()).Draw(rt, "answer")
				out = m.Step(mind.Input{Reply: &mind.Reply{ID: out.Asks[0].ID, Text: text}})
			}
			checkOffered(rt, out.Choice, actions)
		}
	})
}

func checkOffered(t *rapid.T, c *mind.Choice, actions []mind.Action) {
	if len(actions) == 0 {
		if c != nil {
			t.Fatalf("nothing was offered, and it chose %+v", c)
		}
		return
	}
	if c == nil {
		t.Fatalf("it chose nothing of %+v", actions)
	}
	for _, a := range actions {
		if a.Name != c.Action {
			continue
		}
		var want []string
		for _, p := range a.Params {
			want = append(want, p.Name)
		}
		slices.Sort(want)
		if got := slices.Sorted(maps.Keys(c.Params)); !slices.Equal(got, want) {
			t.Fatalf("%s has parameters %q, want %q", a.Name, got, want)
		}
		return
	}
	t.Fatalf("it chose %q, which was not offered", c.Action)
}

// Parameters are filled by what their descriptions say.
func TestParameters(t *testing.T) {
	const text = `A guard named Bram stands at the gate. Bram says, "Who goes there? State your business." ` +
		`It is 3 o'clock.`
	for _, c := range []struct {
		action mind.Action
		want   map[string]string
	}{
		{mind.Action{Name: "say", Description: "Say something", Params: []mind.Param{
			{Name: "message", Description: "what to say"}}}, nil},
		{mind.Action{Name: "talk_to", Description: "Talk to somebody", Params: []mind.Param{
			{Name: "target", Description: "the name of the person"}}}, map[string]string{"target": "Bram"}},
		{mind.Action{Name: "walk", Description: "Walk east", Params: []mind.Param{
			{Name: "direction", Description: "which way"}, {Name: "steps", Description: "how many"}}},
			map[string]string{"direction": "east", "steps": "3"}},
		{mind.Action{Name: "set_stance", Description: "Stand", Params: []mind.Param{
			{Name: "stance", Description: "one of: calm, wary or hostile"}}}, nil},
	} {
		out := observe(npc.New(explorer("curious")), 1, text, []mind.Action{c.action})
		for name, want := range c.want {
			if got := out.Choice.Params[name]; got != want {
				t.Errorf("%s: %s is %q, want %q", c.action.Name, name, got, want)
			}
		}
		switch c.action.Name {
		case "say":
			if out.Choice.Params["message"] == "" {
				t.Error("it says nothing")
			}
		case "set_stance":
			if !slices.Contains([]string{"calm", "wary", "hostile"}, out.Choice.Params["stance"]) {
				t.Errorf("the stance is %q", out.Choice.Params["stance"])
			}
		}
	}
}

// S1-08: working memory is there from the beginning, is rewritten with each observation, and is never too long.
// S1-09: what matters is kept in long-term memory and recalled, what is everyday is not.
func TestMemoryAbroad(t *testing.T) {
	c := explorer("curious")
	m := npc.New(c)
	if m.Working() != c.Working {
		t.Errorf("at first it has %q in mind, want %q", m.Working(), c.Working)
	}
	actions := []mind.Action{{Name: "wait", Description: "Wait."}, {Name: "look", Description: "Look around."}}
	const dragon = "A dragon attacks the northern village; Ada is wounded in the fire."
	out := observe(m, world.GameHour, dragon, actions)
	if !strings.Contains(m.Working(), "dragon") || !strings.Contains(m.Working(), c.Working) {
		t.Errorf("it has %q in mind, want the dragon, and its goal", m.Working())
	}
	if !slices.ContainsFunc(out.Put, func(c memory.Change) bool { return c.Put != nil && c.Put.Kind == memory.Event }) {
		t.Errorf("it keeps %+v, want the dragon", out.Put)
	}
	out = observe(m, 2*world.GameHour, "You think of the dragon and the northern village.", actions)
	isAda := func(r mind.Recall) bool { return strings.Contains(r.Text, "Ada is wounded") }
	if !slices.ContainsFunc(out.Trace.Found, isAda) ||
		!strings.Contains(out.Trace.Report, "Ada is wounded") {
		t.Errorf("it recalls %+v, want the dragon", out.Trace)
	}
	observe(m, 3*world.GameHour, strings.Repeat("A very long wall of text without an end. ", 500), actions)
	if n := len([]rune(m.Working())); n > 1200 || n == 0 {
		t.Errorf("it has %d letters in mind, want 1 to 1,200", n)
	}
	if stages := out.Trace.Stages; len(stages) != 6 {
		t.Errorf("the trace has %v, want six steps", stages)
	}
}

// S1-10: abroad, too, the steps may be made by models, and the templates take what they are given.
func TestModelsAbroad(t *testing.T) {
	c := explorer("curious")
	c.Stages = npc.All()
	m := npc.New(c)
	out := m.Step(mind.Input{Look: &mind.Look{Text: dimRoom, Actions: dimActions(), Model: true, Open: true}})
	var asked []string
	for len(out.Asks) > 0 {
		a := out.Asks[0]
		asked = append(asked, a.Template)
		tmpl, err := prompt.GetTemplate(a.Template)
		if err == nil {
			_, _, err = tmpl.Render(a.Data)
		}
		if err != nil {
			t.Errorf("%s: %v", a.Template, err)
		}
		text := sound(a).Text
		if a.Template == "choose" {
			text = `{"action":"open_door","parameters":{}}`
		}
		out = m.Step(mind.Input{Reply: &mind.Reply{ID: a.ID, Text: text}})
	}
	if out.Choice == nil || out.Choice.Action != "open_door" {
		data, _ := json.Marshal(out)
		t.Errorf("got %s, want the door, as the model chose", data)
	}
	if want := []string{"queries", "report", "working", "memories", "choose"}; !slices.Equal(asked, want) {
		t.Errorf("asked %q, want %q", asked, want)
	}
}
