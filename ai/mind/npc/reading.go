package npc

import (
	"slices"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/dialogue"
	"github.com/mudlark-mud/mudlark/ai/output"
)

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
		m.flag("model_failed:" + stage + ":" + r.Failed)
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
			stageRemember: func(*thought) { m.flush(nil) },
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
		ok = m.readImportance(t, text)
	case stageChoose:
		ok = m.readChoice(t, text)
	case stageSpeak:
		return m.readSpeech(t, text)
	}
	if !ok {
		m.flag("model_failed:" + stage + ":garbage")
	}
	return ok
}

func (t *thought) readQueries(text string) bool {
	var v struct {
		Queries []string `json:"queries"`
	}
	if _, err := output.Object(text, &v); err != nil || len(v.Queries) == 0 {
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
	said, ok := m.filter(cut(text, reportRunesMost), t.who, t.private, deedsSpokenOf()...)
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
	if _, err := output.Object(text, &v); err != nil {
		return false
	}
	m.scriptWorking(t)
	w := memory.Working{
		Where: v.Where, Who: v.Who, Goal: v.Goal, Mood: v.Mood, Last: v.Last, Promises: t.working.Promises,
	}.Fit()
	if _, ok := m.filter(w.Text(), t.who, t.private, deedsSpokenOf()...); !ok && w.Text() != "" {
		return false
	}
	t.working = w
	if !t.private {
		m.working = w
	}
	return true
}

func (m *Mind) readImportance(t *thought, text string) bool {
	var v struct {
		Importance []int `json:"importance"`
	}
	if _, err := output.Object(text, &v); err != nil || len(v.Importance) != len(t.judged) {
		return false
	}
	all := m.toRemember()
	adjust := make([]int, len(all))
	for i := range adjust {
		adjust[i] = -1 // it was not shown
	}
	for i, at := range t.judged {
		if at < len(all) {
			adjust[at] = max(v.Importance[i], 0)
		}
	}
	m.flush(adjust)
	return true
}

// readChoice puts what a model chose before all else. A deed that the mind thought of itself keeps what it would say of
// it and remember.
func (m *Mind) readChoice(t *thought, text string) bool {
	c, _, err := output.Choice(text, m.offers(t))
	if err != nil {
		return false
	}
	if t.isAbroad {
		c = completeByText(m.view(t), c)
		d := &Option{choice: &c, score: worthReflex, why: "a model's choice"}
		t.all = slices.Insert(m.alternatives(t), 0, d)
		return true
	}
	var d *Option
	switch c.Action {
	case "say":
		i := slices.IndexFunc(t.all, func(d *Option) bool { return d.says != "" && d.who == t.who })
		if i >= 0 {
			d = t.all[i]
		} else if list := m.say(&occasion{who: t.who, private: t.talk.private}, worthAnswer, "a model's choice",
			dialogue.Query{On: "unknown"}); len(list) > 0 {
			d = list[0]
		}
	case "wait":
		d = &Option{why: "a model's choice", occasion: t.talk.occasion}
	default:
		chosen := (&Option{choice: &c}).Name()
		i := slices.IndexFunc(t.all, func(d *Option) bool { return d.Name() == chosen })
		if i >= 0 {
			d = t.all[i]
		} else {
			failed := m.when(&occasion{who: t.who}, dialogue.Query{On: "failed"})
			d = &Option{
				choice: &c, why: "a model's choice", who: t.who, private: t.talk.private,
				occasion: t.talk.occasion, refused: &failed,
			}
		}
	}
	if d == nil {
		return false
	}
	d.score, d.occasion = worthReflex, t.talk.occasion
	t.all = slices.Insert(slices.DeleteFunc(slices.Clone(t.all), func(o *Option) bool { return o == d }), 0, d)
	if d.says != "" {
		t.talk = d
	}
	return true
}

// readSpeech has it say what a model wrote, if that may be said.
func (m *Mind) readSpeech(t *thought, text string) bool {
	var did []string
	if t.deed != nil && t.deed.says == "" && t.deed.choice != nil && !t.refused {
		did = append(did, t.deed.Name())
	}
	g := m.guard(t.who, t.private, did)
	g.Shown = t.shown
	said, ok := m.passes(text, g)
	if !ok || m.book.WasSaid(said) {
		return false
	}
	if !m.proposed.isNew(said) {
		m.flag("repeated")
		return false
	}
	c, ok := m.utter(t.who, t.talk.private, said)
	if !ok {
		return false
	}
	m.proposed.keep(said)
	word := *t.talk
	word.choice, word.says, word.slots = c, said, nil
	t.talk = &word
	t.all = slices.Insert(t.all[1:], 0, t.talk)
	return true
}
