package npc

import (
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/dialogue"
	"github.com/mudlark-mud/mudlark/world"
)

// What it has done without knowing of it: the process died before the deed was written down beside what it was for, or
// another program did it in its body. The record of the world has the deed, and from there it learns of it.

// isNews reports whether a deed of its own is one that it did not know of: it comes with a look, and not as what came
// of a choice.
func (m *Mind) isNews(p *mind.Percept) bool {
	return slices.ContainsFunc(m.Look.Percepts, func(q mind.Percept) bool { return q.Seq == p.Seq && q.N == p.N })
}

// discover takes in such a deed. Whoever it was for has had their answer, and gets none again; what was given
// and promised
// is remembered as it would have been. What they asked twice before one answer counts as answered: to say too little is
// better than to do a thing twice.
func (m *Mind) discover(p *mind.Percept) {
	if !m.isNews(p) {
		return
	}
	said := p.Words("text")
	switch p.Kind {
	case "said":
		m.spoke(p, said)
	case "told", "whispered":
		how := map[string]string{"told": "tell", "whispered": "whisper"}[p.Kind]
		if who := m.whom(p); who != nil {
			m.settle(p, who, func(o *occasion) bool { return o.private != "" })
			m.keepTurn(who, how, memory.Turn{At: p.At, Mine: true, Text: said})
		}
	case deedGave, deedPromised, "quoted", "taught":
		if who := m.whom(p); who != nil {
			m.settle(p, who, func(*occasion) bool { return true })
			m.keepOwn(p, who)
		}
	case "gestured":
		if who := m.whom(p); who != nil {
			who.gestured = at(p.At)
			m.settle(p, who, func(o *occasion) bool { return o.kind == onGesture })
		}
	case deedFight:
		m.foe = ""
		m.pending = slices.DeleteFunc(m.pending, func(o occasion) bool { return o.kind == onBlow })
	}
}

// spoke takes in what it said aloud. For whom that was, it tells as everybody else does who heard it.
func (m *Mind) spoke(p *mind.Percept, said string) {
	isBell := func(l world.LineSpec) bool { return l.On == "bell" && l.Text == said }
	if slices.ContainsFunc(m.config.Spec.Lines, isBell) {
		m.pending = slices.DeleteFunc(m.pending, func(o occasion) bool { return o.kind == onTide })
		return
	}
	who := m.People[m.spokenTo(dialogue.Hear(said), m.config.ID, p.At)]
	if who == nil {
		m.chatted = at(p.At)
		return
	}
	m.settle(p, who, func(o *occasion) bool { return o.private == "" })
	m.keepTurn(who, "", memory.Turn{At: p.At, Mine: true, Text: said})
}

// settle takes what somebody waited for, and has had, out of what wants an answer. What they said is noted all the
// same.
func (m *Mind) settle(p *mind.Percept, who *person, had func(*occasion) bool) {
	isSettled := func(o *occasion) bool { return o.who == who && o.seq <= p.Seq && had(o) }
	for i := range m.pending {
		o := &m.pending[i]
		if !isSettled(o) {
			continue
		}
		switch o.kind {
		case onSpeech:
			m.note(o)
		case onArrival:
			who.greeted = at(p.At)
		default:
		}
	}
	m.pending = slices.DeleteFunc(m.pending, func(o occasion) bool { return isSettled(&o) })
	who.spoke = at(p.At)
	m.meet(who)
}

// keepOwn remembers what it gave or promised somebody.
func (m *Mind) keepOwn(p *mind.Percept, who *person) {
	row := memory.Row{
		Kind: memory.Event, Deed: p.Kind, At: p.At, Seq: p.Seq, By: m.config.ID, Name: m.config.Name, Who: []string{who.id},
		Importance: memory.Importance(p.Kind, memory.Case{Mine: true}),
	}
	switch p.Kind {
	case deedGave:
		row.Text = "I gave " + who.name + " " + dialogue.Article(withoutArticle(p.Words("item_name"))) + "."
	case deedPromised:
		row.Kind, row.Text = memory.Promise, "I promised "+who.name+": "+p.Words("text")
	default:
		return
	}
	m.remember(row)
}

// whom returns to whom it did something, nil when it knows nobody of that name. Where an event does not say it for
// programs, its words do, before whatever is quoted.
func (m *Mind) whom(p *mind.Percept) *person {
	if id := p.Words("target"); id != "" {
		return m.People[id]
	}
	head, _, _ := strings.Cut(p.Text, `"`)
	heard := dialogue.Hear(head)
	for _, who := range world.Ordered(m.People) {
		if who.name != "" && dialogue.Where(heard.Words, who.name) >= 0 {
			return who
		}
	}
	return nil
}

// park puts aside what somebody waits for who lost the connection: the world itself was away, perhaps, and not they.
// Who comes back in time has their answer.
func (m *Mind) park(who *person) {
	for _, o := range m.pending {
		if o.who == who && o.kind != onTheft && o.kind != onArrival {
			m.parked = append(m.parked, o)
		}
	}
	m.parked = m.parked[max(0, len(m.parked)-pendingMost):]
}

// unpark takes up what somebody waits for who is back.
func (m *Mind) unpark(who *person) {
	for _, o := range m.parked {
		if o.who == who {
			m.await(o)
		}
	}
	m.parked = slices.DeleteFunc(m.parked, func(o occasion) bool { return o.who == who })
}
