package npc

import (
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/words"
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
	all      []*Deed
	talk     *Deed // the best of those that answer somebody; nil when nobody is answered
	who      *Person
	private  bool
	events   []string
	queries  []string
	found    []memory.Found
	report   string
	working  memory.Working
	stages   []mind.Stage
	waits    string // for which step's answer
	ask      uint64
	deed     *Deed // what is spoken of, in the last step
	result   string
	refused  bool
	others   *words.Watch // over what a model must not be shown
	judged   []int        // which of what waits to be remembered a model was shown
}

// ponder begins a decision about what could be done.
func (m *Mind) ponder(all []*Deed) *thought {
	t := &thought{all: all}
	for _, d := range all {
		if d.Occ != 0 && d.Who != nil {
			t.talk, t.who, t.private = d, d.Who, d.Private != ""
			break
		}
	}
	t.events = m.EventsFor(t.who, t.private)
	return t
}

// mayAsk reports whether a model may be asked about a decision: somebody human spoke to it or did something to it.
func (m *Mind) mayAsk(t *thought) bool {
	if t.isAbroad {
		return m.Look.Model && len(m.Look.Actions) > 0
	}
	return m.Look.Model && !m.Look.Mute && t.talk != nil && t.who.IsHuman && t.talk.Score >= WorthModel &&
		!t.talk.Greets && !t.talk.Sure
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
		{stageQueries, m.C.Stages.Queries, m.scriptQueries}, {stageRetrieve, false, m.retrieve},
		{stageReport, m.C.Stages.Report, m.scriptReport}, {stageWorking, m.C.Stages.Working, m.scriptWorking},
		{stageRemember, may && m.C.Stages.Remember && len(m.waiting(t)) > 0, func(*thought) { m.Flush(nil) }},
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
	if may && m.C.Stages.Choose && m.isOpenChoice(t) {
		return m.ask(t, stageChoose)
	}
	return m.decide(t, byScript)
}

// isOpenChoice reports whether there is anything for a model to choose: prices are settled by the list and its temper.
func (m *Mind) isOpenChoice(t *thought) bool {
	return t.isAbroad || t.talk.Choice != nil && t.talk.Choice.Action != "quote"
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
	for _, said := range m.Talk(t.who, t.private) {
		if !said.Mine {
			t.queries = []string{strings.Join(words.Hear(said.Text).Stems, " ")}
		}
	}
	t.queries = append(t.queries, t.who.Name)
}

// retrieve brings to mind what fits. What was told in confidence comes up only where nobody else hears what comes of
// it.
func (m *Mind) retrieve(t *thought) {
	if m.C.Lost {
		m.Flag("retrieval_failed")
		return
	}
	if len(t.queries) == 0 {
		return
	}
	q := memory.Query{Words: t.queries, At: m.Now}
	if t.who != nil {
		q.About = []string{t.who.ID}
		if t.private {
			q.For = t.who.ID
		}
	}
	t.found = m.Mem.Recall(q)
}

// scriptReport puts what was found into words, each with where it comes from. A model may be shown it, so nobody else's
// words are in it: whoever asks has agreed for themselves alone.
func (m *Mind) scriptReport(t *thought) {
	var lines []string
	for _, f := range t.found {
		if !m.May(m.Whose(&f.Row), f.Row.Only, t.who, t.private) {
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
		return "(heard of " + m.NameOf(r.Source) + ") " + r.Text
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
	t.working = m.InMind(m.goal, t.events)
	m.working = m.InMind(m.goal, m.EventsFor(nil, false))
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
	if d.Says != "" && d == t.talk && m.mayAsk(t) && m.C.Stages.Speak {
		t.deed = d
		return m.ask(t, stageSpeak)
	}
	return m.finish(t, d)
}

// finish ends a decision with its trace.
func (m *Mind) finish(t *thought, d *Deed) mind.Output {
	tr := &mind.Trace{
		Queries: t.queries, Report: t.report, Working: t.working.Text(), Choice: d.Choice, Stages: t.stages,
		Flags: slices.Clone(m.Flags), Added: slices.Clone(m.Added),
	}
	for _, f := range t.found {
		tr.Found = append(tr.Found, mind.Recall{ID: f.Row.ID, Score: f.Score, Text: f.Row.Text})
	}
	for _, o := range t.all[:min(len(t.all), scoresMost)] {
		tr.Scores = append(tr.Scores, mind.Score{Action: o.Name(), Score: o.Score, Why: o.Why})
	}
	m.thought = nil
	return mind.Output{Choice: d.Choice, Trace: tr}
}

// speak says something about a deed that was done, or refused.
func (m *Mind) speak(d *Deed, r *mind.Done, w *words.When) mind.Output {
	m.Flush(nil)
	t := &thought{deed: d, who: d.Who, private: d.Private != "", result: world.Clean(r.Text), refused: r.Refused != ""}
	none := mind.Output{Trace: &mind.Trace{
		Stages: []mind.Stage{{Name: stageSpeak, By: "none"}}, Flags: slices.Clone(m.Flags), Added: slices.Clone(m.Added),
	}}
	if w == nil || d.Says != "" {
		return none
	}
	text, slots := m.Line(*w)
	c, ok := m.Utter(d.Who, d.Private, text)
	if !ok {
		return none
	}
	word := &Deed{
		Choice: c, Score: WorthAnswer, Why: "what came of it", Who: d.Who, Private: d.Private, Says: text, Slots: slots,
	}
	t.all, t.talk = []*Deed{word}, word
	if d.Who != nil && m.mayAsk(t) && m.C.Stages.Speak {
		t.events = m.EventsFor(t.who, t.private)
		m.scriptWorking(t)
		return m.ask(t, stageSpeak)
	}
	t.stages = []mind.Stage{{Name: stageSpeak, By: byScript}}
	m.take(word)
	return m.finish(t, word)
}
