package npc

import (
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/dialogue"
	"github.com/mudlark-mud/mudlark/ai/output"
	"github.com/mudlark-mud/mudlark/world"
)

// The six steps of a decision, and the seventh, which comes after the deed.
const (
	stageQueries  = "queries"
	stageRetrieve = "retrieve"
	stageReport   = "report"
	stageWorking  = "working"
	stageRemember = "remember"
	stageChoose   = "choose"
	stageSpeak    = "speak"
)

// scoresMost is how many options a trace shows.
const scoresMost = 8

// By what a step was made.
const (
	byScript = "scripted"
	bySmall  = "small"
	byLarge  = "large"
)

// thought is a decision under way: it waits for a model's words between two of its steps.
type thought struct {
	isAbroad bool // in a world that is told in words alone
	all      []*Option
	talk     *Option // the best of those that answer somebody; nil when nobody is answered
	who      *person
	private  bool
	events   []string
	queries  []string
	said     *memory.Turn // of whose words the first of them is made; nil: of nobody's
	found    []memory.Found
	report   string
	working  memory.Working
	stages   []mind.Stage
	waits    string // for which step's answer
	ask      uint64
	deed     *Option // what is spoken of, in the last step
	result   string
	refused  bool
	others   *dialogue.Watch // over what a model must not be shown
	judged   []int           // which of what waits to be remembered a model was shown
	shown    output.Shown    // what the model was shown that puts it into words
}

// ponder begins a decision about what could be done.
func (m *Mind) ponder(all []*Option) *thought {
	t := &thought{all: all}
	for _, d := range all {
		if d.occasion != 0 && d.who != nil {
			t.talk, t.who, t.private = d, d.who, d.private != ""
			break
		}
	}
	t.events = m.eventsFor(t.who, t.private)
	return t
}

// mayAsk reports whether a model may be asked about a decision: somebody human spoke to it or did something to it.
func (m *Mind) mayAsk(t *thought) bool {
	if t.isAbroad {
		return m.Look.Model && len(m.Look.Actions) > 0
	}
	return m.Look.Model && !m.Look.Mute && t.talk != nil && t.who.isHuman && t.talk.score >= worthModel &&
		!t.talk.greets && !t.talk.sure
}

// consult goes through the steps of a decision, from where it is, up to the first that a model is to make, or to the
// end.
func (m *Mind) consult(t *thought) mind.Output {
	may := m.mayAsk(t)
	for _, s := range []struct {
		name   string
		toAsk  bool
		script func(*thought)
	}{
		{stageQueries, m.config.Stages.Queries, m.scriptQueries}, {stageRetrieve, false, m.retrieve},
		{stageReport, m.config.Stages.Report, m.scriptReport}, {stageWorking, m.config.Stages.Working, m.scriptWorking},
		{stageRemember, may && m.config.Stages.Remember && len(m.waiting(t)) > 0, func(*thought) { m.flush(nil) }},
	} {
		if slices.ContainsFunc(t.stages, func(done mind.Stage) bool { return done.Name == s.name }) {
			continue
		}
		if may && s.toAsk {
			return m.ask(t, s.name)
		}
		s.script(t)
		t.stages = append(t.stages, mind.Stage{Name: s.name, By: byScript})
	}
	if may && m.config.Stages.Choose && m.isOpenChoice(t) {
		return m.ask(t, stageChoose)
	}
	return m.decide(t, byScript)
}

// isOpenChoice reports whether there is anything for a model to choose: prices are settled by the list and its temper.
func (m *Mind) isOpenChoice(t *thought) bool {
	return t.isAbroad || t.talk.choice != nil && t.talk.choice.Action != "quote"
}

// scriptQueries looks for what was said, by its words, and for whoever said it; else for what it is about.
func (m *Mind) scriptQueries(t *thought) {
	if t.isAbroad {
		t.queries = append(t.events, m.goal)
		return
	}
	if t.talk == nil {
		if m.goal != "" {
			t.queries = []string{m.goal}
		}
		return
	}
	for _, said := range m.talk(t.who, t.private) {
		if !said.Mine {
			t.queries, t.said = []string{strings.Join(dialogue.Hear(said.Text).Stems, " ")}, &said
		}
	}
	t.queries = append(t.queries, t.who.name)
}

// retrieve brings to mind what fits. What was told in confidence comes up only where nobody else hears what comes of
// it.
func (m *Mind) retrieve(t *thought) {
	if m.config.Lost {
		m.flag("retrieval_failed")
		return
	}
	if len(t.queries) == 0 {
		return
	}
	q := memory.Query{Words: t.queries, At: m.now}
	if t.who != nil {
		q.About = []string{t.who.id}
		if t.private {
			q.For = t.who.id
		}
	}
	t.found = m.mem.Recall(q)
}

// scriptReport puts what was found into words, each with where it comes from. A model may be shown it, so nobody else's
// words are in it: whoever asks has agreed for themselves alone.
func (m *Mind) scriptReport(t *thought) {
	var lines []string
	for _, f := range t.found {
		by := m.speakerOf(&f.Row)
		switch {
		case !m.mayTell(by, f.Row.Only, t.who, t.private), !m.mayShow(by, f.Row.Agreed):
			continue
		case m.config.Town.describes(f.Row.Text): // what some other place looks like crowds out what happened
			continue
		}
		lines = append(lines, m.provenance(&f.Row))
	}
	if len(lines) > 0 {
		t.report = "You remember: " + strings.Join(lines, " ")
	}
}

// provenance is a memory with where it comes from.
func (m *Mind) provenance(r *memory.Row) string {
	switch r.Kind {
	case memory.Claim:
		return "(a claim) " + r.Text
	case memory.Gossip:
		return "(heard of " + m.nameOf(r.Source) + ") " + r.Text
	case memory.Promise:
		return "(a promise) " + r.Text
	case memory.Event, memory.Reflection, memory.Lore, memory.Given:
	}
	return r.Text
}

// scriptWorking puts what it has in mind in order. What goes to the person it deals with may hold their confidences;
// what stays in mind for others does not.
func (m *Mind) scriptWorking(t *thought) {
	if t.isAbroad {
		t.working = m.observed(t)
		m.working = t.working
		return
	}
	t.working = m.inMind(m.goal, t.events)
	m.working = m.inMind(m.goal, m.eventsFor(nil, false))
}

// decide takes the best option, and puts into words by a model what it is to say, if it may.
func (m *Mind) decide(t *thought, by string) mind.Output {
	t.stages = append(t.stages, mind.Stage{Name: stageChoose, By: by})
	if t.isAbroad {
		if by == byScript {
			t.all = m.alternatives(t)
		}
		m.chose(t.all[0])
		return m.finish(t, t.all[0])
	}
	d := t.all[0]
	m.take(d)
	if d.says != "" && d == t.talk && m.mayAsk(t) && m.config.Stages.Speak {
		t.deed = d
		return m.ask(t, stageSpeak)
	}
	return m.finish(t, d)
}

// finish ends a decision with its trace.
func (m *Mind) finish(t *thought, d *Option) mind.Output {
	tr := &mind.Trace{
		Queries: t.queries, Report: t.report, Working: t.working.Text(), Choice: d.choice, Stages: t.stages,
		Flags: slices.Clone(m.flags), Added: slices.Clone(m.added),
	}
	for _, f := range t.found {
		tr.Found = append(tr.Found, mind.Recall{ID: f.Row.ID, Score: f.Score, Text: f.Row.Text})
	}
	for _, o := range t.all[:min(len(t.all), scoresMost)] {
		tr.Scores = append(tr.Scores, mind.Score{Action: o.Name(), Score: o.score, Why: o.why})
	}
	m.thought = nil
	return mind.Output{Choice: d.choice, Trace: tr}
}

// speak says something about a deed that was done, or refused.
func (m *Mind) speak(d *Option, r *mind.Done, w *dialogue.Query) mind.Output {
	m.flush(nil)
	t := &thought{deed: d, who: d.who, private: d.private != "", result: world.Clean(r.Text), refused: r.Refused != ""}
	none := mind.Output{Trace: &mind.Trace{
		Stages: []mind.Stage{{Name: stageSpeak, By: "none"}}, Flags: slices.Clone(m.flags), Added: slices.Clone(m.added),
	}}
	if w == nil || d.says != "" {
		return none
	}
	text, slots := m.line(*w)
	c, ok := m.utter(d.who, d.private, text)
	if !ok {
		return none
	}
	word := &Option{
		choice: c, score: worthAnswer, why: "what came of it", who: d.who, private: d.private, says: text, slots: slots,
	}
	t.all, t.talk = []*Option{word}, word
	if d.who != nil && m.mayAsk(t) && m.config.Stages.Speak {
		t.events = m.eventsFor(t.who, t.private)
		m.scriptWorking(t)
		return m.ask(t, stageSpeak)
	}
	t.stages = []mind.Stage{{Name: stageSpeak, By: byScript}}
	m.take(word)
	return m.finish(t, word)
}
