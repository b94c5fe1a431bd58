package drive

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/act"
	"github.com/mudlark-mud/mudlark/ai/mind/self"
	"github.com/mudlark-mud/mudlark/ai/mind/words"
)

// What models are asked, and what is made of their answers. Whatever an answer is (late, garbage, an order that a
// player gave), the decision goes on: with it where it is of use, as it would have without a model where it is not.

// Bounds of what models say between the steps.
const (
	queriesMost     = 3
	queryRunesMost  = 80
	reportRunesMost = 600
	textRunesMost   = 1200
)

// purposes of the steps, and whether the large model makes them. immutable: never written.
var purposes = map[string]struct {
	template, purpose string
	large             bool
}{
	stageQueries: {"queries", "retrieval", false}, stageReport: {"report", "retrieval", false},
	stageWorking: {"working", "classification", false}, stageRemember: {"memories", "classification", false},
	stageChoose: {"choose", "npc_dialogue", true}, stageSpeak: {"speak", "npc_dialogue", true},
}

// ask asks a model for one step, and waits.
func (m *Mind) ask(t *thought, stage string) mind.Output {
	m.asked++
	t.waits, t.ask = stage, m.asked
	m.thought = t
	p := purposes[stage]
	out := mind.Ask{ID: m.asked, Purpose: p.purpose, Template: p.template, Data: m.data(t, stage), Large: p.large}
	if t.who != nil {
		out.Player = t.who.ID
	}
	out.Names = m.names(t)
	for _, f := range t.found { // a line of its own may speak of what they said
		if id := f.Row.Source; id != "" && id != out.Player && !slices.Contains(out.Others, id) {
			out.Others = append(out.Others, id)
		}
	}
	return mind.Output{Asks: []mind.Ask{out}}
}

// names lists the players whom what a model is told may name.
func (m *Mind) names(t *thought) []string {
	var out []string
	add := func(p *self.Person) {
		if p != nil && !p.IsBeast && p.Name != "" && !slices.Contains(out, p.Name) {
			out = append(out, p.Name)
		}
	}
	add(t.who)
	for _, e := range m.Look.Entities {
		if e.Kind == "person" {
			add(m.Know(e.ID, e.Name))
		}
	}
	for _, f := range t.found {
		add(m.People[f.Row.By])
		for _, id := range f.Row.Who {
			add(m.People[id])
		}
	}
	return out
}

// data is what a step's template is filled with.
func (m *Mind) data(t *thought, stage string) map[string]any {
	d := map[string]any{"name": m.C.Name}
	put := func(fields ...string) {
		for _, f := range fields {
			if v := m.field(t, f); v != nil {
				d[f] = v
			}
		}
	}
	switch stage {
	case stageQueries:
		put("working", "text", "here", "events")
	case stageReport:
		put("to", "queries", "memories", "events")
	case stageWorking:
		put("traits", "wants", "working", "report", "text", "events")
	case stageRemember:
		put("traits", "wants")
		d["events"] = m.numbered()
	case stageChoose:
		put("persona", "traits", "wants", "voice", "relations", "doing", "text", "here", "body", "working", "report",
			"events")
		d["actions"] = describe(m.offers(t))
	case stageSpeak:
		put("persona", "traits", "wants", "voice", "relations", "secrets", "lines", "place", "hour", "tide", "mood", "here",
			"working", "report", "lore", "to", "turns", "said", "deed", "result")
	}
	return d
}

// field is one part of what models are told; nil when there is nothing to tell.
func (m *Mind) field(t *thought, name string) any {
	switch name {
	case "persona":
		return m.C.Desc
	case "traits":
		return m.C.Spec.Traits
	case "voice":
		return m.C.Spec.Voice
	case "secrets":
		return m.C.Spec.Secrets
	case "wants":
		return list(len(m.C.Spec.Wants), func(i int) string { return m.C.Spec.Wants[i].Text })
	case "relations":
		return list(len(m.C.Spec.Relations), func(i int) string {
			r := m.C.Spec.Relations[i]
			return strings.TrimRight(act.Called(string(r.To))+": "+r.Is+". "+r.Note, " ")
		})
	case "working":
		return strings.Split(t.working.Text(), "\n")
	case "report":
		return t.report
	case "events":
		return t.events
	case "queries":
		return t.queries
	case "memories":
		return m.shown(t)
	case "to":
		if t.who != nil {
			return t.who.Name
		}
		return nil
	default:
		return m.scene(t, name)
	}
}

// scene is a part of what models are told about here and now.
func (m *Mind) scene(t *thought, name string) any {
	you := m.Look.You
	switch name {
	case "text":
		if t.isAbroad {
			return cut(m.Look.Text, textRunesMost)
		}
		if m.Look.Room.Desc != "" {
			return m.Look.Room.Name + ". " + m.Look.Room.Desc
		}
		return m.Look.Room.Name
	case "place":
		return m.Look.Room.Name
	case "hour":
		return "It is " + strconv.Itoa(you.Hour) + " o'clock"
	case "tide":
		return you.Tide
	case "mood":
		return m.Temper()
	case "here":
		return list(len(m.Look.Entities), func(i int) string {
			e := m.Look.Entities[i]
			return strings.TrimSpace(e.Name + " " + e.State)
		})
	case "body":
		return strconv.Itoa(you.HP) + " of " + strconv.Itoa(you.HPMax) + " health"
	case "doing":
		if at, ok := m.Due(); ok {
			return at.Doing
		}
	case "lore":
		return m.topics(t)
	case "lines":
		return m.samples(t)
	case "turns", "said":
		return m.turns(t, name == "said")
	case "deed":
		if t.deed != nil && t.deed.Says == "" {
			return t.deed.Name()
		}
	case "result":
		switch {
		case t.result != "" && t.refused:
			return "It was refused, and did not happen: " + t.result
		case t.result != "":
			return t.result
		}
	}
	return nil
}

func list(n int, text func(int) string) []string {
	out := make([]string, n)
	for i := range n {
		out[i] = text(i)
	}
	return out
}

// shown lists what was found, without the words of people who were not asked whether a model may have them.
func (m *Mind) shown(t *thought) []string {
	var out []string
	for _, f := range t.found {
		if m.isOthers(&f.Row, t.who) {
			continue
		}
		out = append(out, m.provenance(&f.Row))
	}
	return out
}

// isOthers reports whether a memory is somebody else's words.
func (m *Mind) isOthers(r *memory.Row, p *self.Person) bool {
	return r.Source != "" && (p == nil || r.Source != p.ID)
}

// topics are its own lines on what was said last.
func (m *Mind) topics(t *thought) []string {
	var out []string
	for _, said := range m.Talk(t.who, t.private) {
		if said.Mine {
			continue
		}
		h := words.Hear(said.Text)
		slots := map[string]string{"name": t.who.Name}
		w := words.When{On: "answer", Heard: h.Stems, Query: h.Text, Seed: m.C.ID, Slots: slots}
		if text, worth := m.Book.Pick(w); worth > 0 {
			out = []string{text}
		}
	}
	return out
}

// samples are a few lines of its own for the sound of them: what it would say without a model comes first.
func (m *Mind) samples(t *thought) []string {
	const most = 4
	var out []string
	if t.talk != nil && t.talk.Says != "" {
		out = append(out, t.talk.Says)
	}
	for i, l := range m.C.Spec.Lines {
		if len(out) < most && !strings.Contains(l.Text, "{") && words.Hash(m.C.ID, strconv.Itoa(i))%3 == 0 {
			out = append(out, l.Text)
		}
	}
	return out
}

// turns are the talk until now, or what was said last.
func (m *Mind) turns(t *thought, last bool) []string {
	var out []string
	for _, turn := range m.Talk(t.who, t.private) {
		who := t.who.Name
		if turn.Mine {
			who = m.C.Name
		}
		if last && turn.Mine {
			out = nil
			continue
		}
		out = append(out, who+": "+turn.Text)
	}
	return out
}

// numbered lists what is about to be remembered.
func (m *Mind) numbered() []string {
	all := m.ToRemember()
	return list(len(all), func(i int) string { return strconv.Itoa(i+1) + ". " + all[i] })
}

// offers are the actions among which a model may choose: those that are offered, but that what is said is put into
// words later. What else takes any text is not left to it.
func (m *Mind) offers(t *thought) []mind.Action {
	if t.isAbroad {
		return m.Look.Actions
	}
	out := []mind.Action{
		{Name: "say", Description: "Answer " + t.who.Name + " in words."}, {Name: "wait", Description: "Do and say nothing."},
	}
	for _, a := range m.Look.Actions {
		isFree := slices.ContainsFunc(a.Params, func(p mind.Param) bool { return len(p.Candidates) == 0 && !p.Optional })
		if isFree || a.Name == "say" || a.Name == "wait" || a.Name == "tell" || a.Name == "whisper" {
			continue
		}
		a.Params = slices.DeleteFunc(slices.Clone(a.Params), func(p mind.Param) bool { return len(p.Candidates) == 0 })
		out = append(out, a)
	}
	return out
}

// describe puts actions into words: name, what it is, and what each parameter can be.
func describe(actions []mind.Action) []string {
	return list(len(actions), func(i int) string {
		a := actions[i]
		var b strings.Builder
		b.WriteString(a.Name + ": " + a.Description)
		for _, p := range a.Params {
			b.WriteString(" " + p.Name)
			if p.Optional {
				b.WriteString(" (may be left out)")
			}
			if len(p.Candidates) > 0 {
				b.WriteString(" is one of: " + strings.Join(p.Candidates, ", ") + ".")
			} else {
				b.WriteString(": " + p.Description + ".")
			}
		}
		return b.String()
	})
}

// cut makes a text at most so many letters.
func cut(text string, most int) string {
	runes := []rune(strings.Join(strings.Fields(text), " "))
	return string(runes[:min(len(runes), most)])
}
