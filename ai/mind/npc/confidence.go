package npc

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind/dialogue"
	"github.com/mudlark-mud/mudlark/ai/output"
	"github.com/mudlark-mud/mudlark/world"
)

// What may be told to whom.

// filter holds words that are not authored against what must not be said to somebody, aloud or in private: secrets, and
// what anybody else said in confidence; aloud, what they said in confidence too. did are the actions that were done.
func (m *Mind) filter(text string, to *person, private bool, did ...string) (string, bool) {
	return m.passes(text, m.guard(to, private, did))
}

// passes makes words fit to be said, unless a guard has them not said.
func (m *Mind) passes(text string, g output.Guard) (string, bool) {
	said, verdict := output.Speech(text, g)
	if !verdict.IsSaid() {
		m.flag("filtered:" + string(verdict))
		return "", false
	}
	return said, true
}

func (m *Mind) guard(to *person, private bool, did []string) output.Guard {
	g := output.Guard{Names: append([]string{m.config.Name}, m.config.Keys...), Secrets: m.config.Spec.Secrets, Did: did}
	id := ""
	if to != nil && private {
		id = to.id
	}
	for _, c := range world.Ordered(m.confidences) {
		if c.only != id {
			g.Private = append(g.Private, c.text)
		}
	}
	for _, r := range m.rows {
		if r.Only != "" && r.Only != id {
			g.Private = append(g.Private, quotedWords(r.Text))
		}
	}
	for _, p := range world.Ordered(m.People) {
		if p.id == id {
			continue
		}
		for _, t := range m.closed.With(p.id, m.now) {
			if !t.Mine {
				g.Private = append(g.Private, t.Text)
			}
		}
	}
	if to != nil {
		for _, t := range m.talk(to, private) {
			if t.Mine {
				g.Before = append(g.Before, t.Text)
			} else {
				g.Public = append(g.Public, t.Text)
			}
		}
	}
	return g
}

// quotedWords takes the words out of a memory of what somebody said.
func quotedWords(text string) string {
	if _, rest, ok := strings.Cut(text, `says: "`); ok {
		return strings.TrimSuffix(rest, `"`)
	}
	return text
}

// talk returns the last turns of a talk with somebody; those in confidence only when nobody else hears what comes of
// it.
func (m *Mind) talk(p *person, private bool) []memory.Turn {
	out := m.open.With(p.id, m.now)
	if private {
		out = append(out, m.closed.With(p.id, m.now)...)
		slices.SortStableFunc(out, func(a, b memory.Turn) int { return cmp.Compare(a.At, b.At) })
	}
	return out[max(0, len(out)-memory.TurnsMost):]
}

// eventsFor lists what happened lately that may be told of where somebody hears it: nobody else's confidences, and,
// since it may go to a model that this person agreed to and others did not, nobody else's words.
func (m *Mind) eventsFor(p *person, private bool) []string {
	var out []string
	for _, e := range m.last {
		if !m.isFor(e, p, private) {
			continue
		}
		out = append(out, e.text)
	}
	return out
}

// note keeps what was said to it, once, and what that does to how the speaker is thought of.
func (m *Mind) note(o *occasion) {
	if o.isNoted {
		return
	}
	o.isNoted = true
	p := o.who
	p.spoke = at(o.at)
	m.keepTurn(p, o.private, memory.Turn{At: o.at, Text: o.heard.Text, Agreed: o.agreed})
	m.claim(*o)
	switch o.heard.Act {
	case dialogue.Insult:
		hushed := o.private != ""
		p.feels(feelings[deedInsult], hushed)
		p.count(deedInsult, 1, hushed)
		if p.sore = o.at + angryFor; !hushed {
			p.angry = p.sore
		}
		m.remember(m.wrong(o, deedInsult, p.name+" called me names."))
	case dialogue.Thanks:
		if p.done[deedThanks] == 0 && p.hushed[deedThanks] == 0 {
			p.feels(feelings[deedThanks], o.private != "")
			p.count(deedThanks, 1, o.private != "")
		}
	case dialogue.Sorry: // is taken once, and not for what was done
		if p.feel < 0 || m.isAngry(p, true) {
			p.angry, p.sore = 0, 0
			if p.hushed[deedSorry]+p.done[deedSorry] == 0 {
				p.feels(1, o.private != "")
				p.count(deedSorry, 1, o.private != "")
			}
		}
	default: // other words are no deeds
	}
}

func (m *Mind) keepTurn(p *person, private string, t memory.Turn) {
	if private != "" {
		m.closed.Add(p.id, t)
		return
	}
	m.open.Add(p.id, t)
}

// wrong is the memory of something that somebody said to it; what was said in confidence stays so.
func (m *Mind) wrong(o *occasion, deed, text string) memory.Row {
	row := memory.Row{
		Kind: memory.Event, Deed: deed, At: o.at, Seq: o.seq, By: o.who.id, Name: o.who.name, Mine: true,
		Who: []string{o.who.id}, Text: text, Importance: memory.Importance(deed, memory.Case{Mine: true}),
	}
	if o.private != "" {
		row.Only = o.who.id
	}
	return row
}

// said keeps what it has said, to somebody or to everybody.
func (m *Mind) said(p *person, private, text string) {
	if private == "" {
		m.spokenTo(dialogue.Hear(text), m.config.ID, m.now)
	}
	if p == nil {
		m.chatted = at(m.now)
		return
	}
	p.spoke = at(m.now)
	m.keepTurn(p, private, memory.Turn{At: m.now, Mine: true, Text: text})
	if !p.isHuman {
		m.chatted = at(m.now)
	}
}

// meet remembers that it met somebody, once.
func (m *Mind) meet(p *person) {
	if p.done[deedMet] > 0 || !p.isHuman {
		return
	}
	p.done[deedMet]++
	p.metAt = at(m.now)
	m.remember(memory.Row{
		Kind: memory.Event, Deed: deedMet, At: m.now, Seq: m.seq, By: p.id, Name: p.name, Mine: true, Who: []string{p.id},
		Text: "I met " + p.name + ".", Importance: memory.Importance(deedMet, memory.Case{Mine: true}),
	})
}

// remember has something kept in long-term memory, at the step that does so.
func (m *Mind) remember(r memory.Row) { m.rows = append(m.rows, r) }

// toRemember lists what waits to be kept.
func (m *Mind) toRemember() []memory.Row { return slices.Clone(m.rows) }

// flush writes what is to be remembered into long-term memory; adjust, if given, is what a model would have each of
// those matter, and counts for two points at most. What it was not asked about is below zero there.
func (m *Mind) flush(adjust []int) {
	const most = 2
	for i, r := range m.rows {
		if i < len(adjust) && adjust[i] >= 0 {
			r.Importance = min(max(adjust[i], r.Importance-most), r.Importance+most)
		}
		if r.Importance < memory.RememberLeast && r.Kind != memory.Promise {
			continue
		}
		kept, changes := m.mem.Remember(r)
		m.put = append(m.put, changes...)
		if kept.ID > 0 {
			m.added = append(m.added, kept.Text)
			m.mark(&kept)
		}
	}
	m.rows = nil
	m.mem.Reflect(m.now)
}

// toldMost is how many confidences are at hand, the newest; as many as a filter holds words against.
const toldMost = 512

// vowsMost is how many of its own promises are at hand, the newest.
const vowsMost = 64

// confidence is what somebody said for nobody else's ears.
type confidence struct{ only, text string }

// mark keeps at hand what has to be known of a memory at every word: whether it is told in confidence, and whether it
// is a promise of its own.
func (m *Mind) mark(r *memory.Row) {
	switch {
	case r.Only != "":
		m.confidences[r.ID] = confidence{r.Only, quotedWords(r.Text)}
		for id := range world.Ordered(m.confidences) {
			if len(m.confidences) <= toldMost {
				break
			}
			delete(m.confidences, id)
		}
	case r.Kind == memory.Promise && r.By == m.config.ID:
		m.pledges[r.ID] = r.Text
		for id := range world.Ordered(m.pledges) {
			if len(m.pledges) <= vowsMost {
				break
			}
			delete(m.pledges, id)
		}
	}
}

// inMind puts what it has in mind in order, with what happened as it may be told.
func (m *Mind) inMind(goal string, events []string) memory.Working {
	w := memory.Working{Where: m.Look.Room.Name, Goal: goal, Last: events, Mood: m.temper()}
	if at, ok := m.due(); ok && at.Doing != "" {
		w.Where += ". " + at.Doing
	}
	var who []string
	for _, e := range m.Look.Entities {
		if e.Kind != "item" {
			who = append(who, withoutArticle(e.Name))
		}
	}
	w.Who = strings.Join(who, ", ")
	for _, text := range world.Ordered(m.pledges) {
		w.Promises = append(w.Promises, text)
	}
	return w.Fit()
}

// temper is how it feels, in a word.
func (m *Mind) temper() string {
	you := m.Look.You
	switch {
	case you.Fighting != "":
		return "fighting"
	case you.HPMax > 0 && you.HP*2 < you.HPMax:
		return "hurt"
	}
	for _, e := range m.Look.Entities {
		if p := m.People[e.ID]; p != nil && m.isAngry(p, false) {
			return "angry with " + p.name
		}
	}
	for _, t := range m.config.Spec.Traits {
		switch t {
		case "merry", "cheerful", "grim", "wistful", "anxious", "lonely", "playful":
			return t
		}
	}
	return "calm"
}

// isAngry reports whether it is angry with somebody: for all to see, or where nobody else hears.
func (m *Mind) isAngry(p *person, private bool) bool {
	return p.angry > m.now || private && p.sore > m.now
}

// nameOf is what somebody is called.
func (m *Mind) nameOf(id string) string {
	if p := m.People[id]; p != nil && p.name != "" {
		return p.name
	}
	return "somebody"
}

// kindOf returns of what kind somebody or something present is; "" when it is not here.
func (m *Mind) kindOf(id string) string {
	e, _ := entityHere(m.Look, id)
	return e.Kind
}
