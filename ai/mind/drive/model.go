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
	"github.com/mudlark-mud/mudlark/ai/reply"
)

// What models are asked, and what is made of their answers. Whatever an answer is (late, garbage, an order that a
// player gave), the decision goes on: with it where it is of use, as it would have without a model where it is not.

// Bounds of what models say between the steps.
const (
	queriesMost     = 3
	queryRunesMost  = 80
	reportRunesMost = 600
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
	out := mind.Ask{
		ID: m.asked, Purpose: p.purpose, Template: p.template, Data: m.data(t, stage), Large: p.large, Player: t.who.ID,
	}
	return mind.Output{Asks: []mind.Ask{out}}
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
		return t.who.Name
	default:
		return m.scene(t, name)
	}
}

// scene is a part of what models are told about here and now.
func (m *Mind) scene(t *thought, name string) any {
	you := m.Look.You
	switch name {
	case "text":
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
			b.WriteString(" is one of: " + strings.Join(p.Candidates, ", ") + ".")
		}
		return b.String()
	})
}

// reply takes in a model's answer and goes on.
func (m *Mind) reply(r *mind.Reply) mind.Output {
	t := m.thought
	if t == nil || r.ID != t.ask {
		return mind.Output{} // it comes late, and nobody waits for it
	}
	stage := t.waits
	by := bySmall
	if purposes[stage].large {
		by = byLarge
	}
	if r.Failed != "" {
		m.Flag("model_failed:" + stage + ":" + r.Failed)
	}
	ok := r.Failed == "" && m.use(t, stage, r.Text)
	switch stage {
	case stageChoose:
		if !ok {
			by = byScript
		}
		return m.decide(t, by)
	case stageSpeak:
		if !ok {
			by = byScript
		}
		t.stages = append(t.stages, mind.Stage{Name: stageSpeak, By: by})
		m.take(t.talk)
		return m.finish(t, t.talk)
	}
	if ok {
		t.stages = append(t.stages, mind.Stage{Name: stage, By: by})
	} else {
		t.stages = append(t.stages, mind.Stage{Name: stage, By: byScript})
		map[string]func(*thought){
			stageQueries: m.scriptQueries, stageReport: m.scriptReport, stageWorking: m.scriptWorking,
			stageRemember: func(*thought) { m.Flush(nil) },
		}[stage](t)
	}
	return m.consult(t)
}

// use makes use of an answer, if it is of use.
func (m *Mind) use(t *thought, stage, text string) bool {
	var ok bool
	switch stage {
	case stageQueries:
		ok = t.readQueries(text)
	case stageReport:
		ok = m.readReport(t, text)
	case stageWorking:
		ok = m.readWorking(t, text)
	case stageRemember:
		ok = m.readImportance(text)
	case stageChoose:
		ok = m.readChoice(t, text)
	case stageSpeak:
		return m.readSpeech(t, text)
	}
	if !ok {
		m.Flag("model_failed:" + stage + ":garbage")
	}
	return ok
}

func (t *thought) readQueries(text string) bool {
	var v struct {
		Queries []string `json:"queries"`
	}
	if _, err := reply.Object(text, &v); err != nil || len(v.Queries) == 0 {
		return false
	}
	for _, q := range v.Queries[:min(len(v.Queries), queriesMost)] {
		if q = cut(q, queryRunesMost); q != "" {
			t.queries = append(t.queries, q)
		}
	}
	return len(t.queries) > 0
}

// readReport takes a report; a model that was shown what this person may hear cannot tell more, but its words are held
// against the rest all the same.
func (m *Mind) readReport(t *thought, text string) bool {
	said, ok := m.Filter(cut(text, reportRunesMost), t.who, t.private, deedsSpokenOf()...)
	if ok {
		t.report = said
	}
	return ok
}

// deedsSpokenOf are the deeds that thoughts may speak of, though none was done just now: they are not said aloud.
func deedsSpokenOf() []string { return []string{"give", "quote", "teach", "promise", "unlock"} }

func (m *Mind) readWorking(t *thought, text string) bool {
	var v struct {
		Where string   `json:"where"`
		Who   string   `json:"who"`
		Goal  string   `json:"goal"`
		Mood  string   `json:"mood"`
		Last  []string `json:"last"`
		Open  []string `json:"promises"`
	}
	if _, err := reply.Object(text, &v); err != nil {
		return false
	}
	m.scriptWorking(t)
	w := memory.Working{
		Where: v.Where, Who: v.Who, Goal: v.Goal, Mood: v.Mood, Last: v.Last, Promises: t.working.Promises,
	}.Fit()
	if _, ok := m.Filter(w.Text(), t.who, t.private, deedsSpokenOf()...); !ok && w.Text() != "" {
		return false
	}
	t.working = w
	if !t.private {
		m.working = w
	}
	return true
}

func (m *Mind) readImportance(text string) bool {
	var v struct {
		Importance []int `json:"importance"`
	}
	if _, err := reply.Object(text, &v); err != nil || len(v.Importance) != len(m.ToRemember()) {
		return false
	}
	m.Flush(v.Importance)
	return true
}

// readChoice puts what a model chose before all else. A deed that the mind thought of itself keeps what it would say of
// it and remember.
func (m *Mind) readChoice(t *thought, text string) bool {
	c, _, err := reply.Choice(text, m.offers(t))
	if err != nil {
		return false
	}
	var d *act.Deed
	switch c.Action {
	case "say":
		i := slices.IndexFunc(t.all, func(d *act.Deed) bool { return d.Says != "" && d.Who == t.who })
		if i >= 0 {
			d = t.all[i]
		} else if list := m.Say(&self.Occasion{Who: t.who, Private: t.talk.Private}, act.WorthAnswer, "a model's choice",
			words.When{On: "unknown"}); len(list) > 0 {
			d = list[0]
		}
	case "wait":
		d = &act.Deed{Why: "a model's choice", Occ: t.talk.Occ}
	default:
		chosen := (&act.Deed{Choice: &c}).Name()
		i := slices.IndexFunc(t.all, func(d *act.Deed) bool { return d.Name() == chosen })
		if i >= 0 {
			d = t.all[i]
		} else {
			failed := m.When(&self.Occasion{Who: t.who}, words.When{On: "failed"})
			d = &act.Deed{
				Choice: &c, Why: "a model's choice", Who: t.who, Private: t.talk.Private, Occ: t.talk.Occ, Refused: &failed,
			}
		}
	}
	if d == nil {
		return false
	}
	d.Score, d.Occ = act.WorthReflex, t.talk.Occ
	t.all = slices.Insert(slices.DeleteFunc(slices.Clone(t.all), func(o *act.Deed) bool { return o == d }), 0, d)
	if d.Says != "" {
		t.talk = d
	}
	return true
}

// readSpeech has it say what a model wrote, if that may be said.
func (m *Mind) readSpeech(t *thought, text string) bool {
	var did []string
	if t.deed != nil && t.deed.Says == "" && t.deed.Choice != nil && !t.refused {
		did = append(did, t.deed.Choice.Action)
	}
	said, ok := m.Filter(text, t.who, t.private, did...)
	if !ok || m.Book.WasSaid(said) {
		return false
	}
	c, ok := m.Utter(t.who, t.talk.Private, said)
	if !ok {
		return false
	}
	word := *t.talk
	word.Choice, word.Says, word.Slots = c, said, nil
	t.talk = &word
	t.all = slices.Insert(t.all[1:], 0, t.talk)
	return true
}

// cut makes a text at most so many letters.
func cut(text string, most int) string {
	runes := []rune(strings.Join(strings.Fields(text), " "))
	return string(runes[:min(len(runes), most)])
}
