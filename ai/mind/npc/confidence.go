package npc

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind/words"
	"github.com/mudlark-mud/mudlark/ai/reply"
	"github.com/mudlark-mud/mudlark/world"
)

// What may be told to whom.

// Filter holds words that are not authored against what must not be said to somebody, aloud or in private: secrets, and
// what anybody else said in confidence; aloud, what they said in confidence too. did are the actions that were done.
func (m *Mind) Filter(text string, to *Person, private bool, did ...string) (string, bool) {
	said, verdict := reply.Speech(text, m.guard(to, private, did))
	if !verdict.IsSaid() {
		m.Flag("filtered:" + string(verdict))
		return "", false
	}
	return said, true
}

func (m *Mind) guard(to *Person, private bool, did []string) reply.Guard {
	g := reply.Guard{Names: append([]string{m.C.Name}, m.C.Keys...), Secrets: m.C.Spec.Secrets, Did: did}
	id := ""
	if to != nil && private {
		id = to.ID
	}
	for _, c := range world.Ordered(m.confidences) {
		if c.only != id {
			g.Private = append(g.Private, c.text)
		}
	}
	for _, r := range m.rows {
		if r.Only != "" && r.Only != id {
			g.Private = append(g.Private, Quoted(r.Text))
		}
	}
	for _, p := range world.Ordered(m.People) {
		if p.ID == id {
			continue
		}
		for _, t := range m.closed.With(p.ID, m.Now) {
			if !t.Mine {
				g.Private = append(g.Private, t.Text)
			}
		}
	}
	if to != nil {
		for _, t := range m.Talk(to, private) {
			if t.Mine {
				g.Before = append(g.Before, t.Text)
			} else {
				g.Public = append(g.Public, t.Text)
			}
		}
	}
	return g
}

// Quoted takes the words out of a memory of what somebody said.
func Quoted(text string) string {
	if _, rest, ok := strings.Cut(text, `says: "`); ok {
		return strings.TrimSuffix(rest, `"`)
	}
	return text
}

// Talk returns the last turns of a talk with somebody; those in confidence only when nobody else hears what comes of
// it.
func (m *Mind) Talk(p *Person, private bool) []memory.Turn {
	out := m.open.With(p.ID, m.Now)
	if private {
		out = append(out, m.closed.With(p.ID, m.Now)...)
		slices.SortStableFunc(out, func(a, b memory.Turn) int { return cmp.Compare(a.At, b.At) })
	}
	return out[max(0, len(out)-memory.TurnsMost):]
}

// EventsFor lists what happened lately that may be told of where somebody hears it: nobody else's confidences, and,
// since it may go to a model that this person agreed to and others did not, nobody else's words.
func (m *Mind) EventsFor(p *Person, private bool) []string {
	var out []string
	for _, e := range m.last {
		if !m.isFor(e, p, private) {
			continue
		}
		out = append(out, e.text)
	}
	return out
}

// Note keeps what was said to it, once, and what that does to how the speaker is thought of.
func (m *Mind) Note(o *Occasion) {
	if o.IsNoted {
		return
	}
	o.IsNoted = true
	p := o.Who
	p.Spoke = o.At
	m.keepTurn(p, o.Private, memory.Turn{At: o.At, Text: o.Heard.Text})
	m.claim(*o)
	switch o.Heard.Act {
	case words.Insult:
		hushed := o.Private != ""
		p.feels(feelings[DeedInsult], hushed)
		p.count(DeedInsult, 1, hushed)
		if p.Sore = o.At + AngryFor; !hushed {
			p.Angry = p.Sore
		}
		m.Remember(m.wrong(o, DeedInsult, p.Name+" called me names."))
	case words.Thanks:
		if p.Done[DeedThanks] == 0 && p.Hushed[DeedThanks] == 0 {
			p.feels(feelings[DeedThanks], o.Private != "")
			p.count(DeedThanks, 1, o.Private != "")
		}
	case words.Sorry: // is taken once, and not for what was done
		if p.Feel < 0 || m.IsAngry(p, true) {
			p.Angry, p.Sore = 0, 0
			if p.Hushed[DeedSorry]+p.Done[DeedSorry] == 0 {
				p.feels(1, o.Private != "")
				p.count(DeedSorry, 1, o.Private != "")
			}
		}
	default: // other words are no deeds
	}
}

func (m *Mind) keepTurn(p *Person, private string, t memory.Turn) {
	if private != "" {
		m.closed.Add(p.ID, t)
		return
	}
	m.open.Add(p.ID, t)
}

// wrong is the memory of something that somebody said to it; what was said in confidence stays so.
func (m *Mind) wrong(o *Occasion, deed, text string) memory.Row {
	row := memory.Row{
		Kind: memory.Event, Deed: deed, At: o.At, Seq: o.Seq, By: o.Who.ID, Name: o.Who.Name, Mine: true,
		Who: []string{o.Who.ID}, Text: text, Importance: memory.Importance(deed, memory.Case{Mine: true}),
	}
	if o.Private != "" {
		row.Only = o.Who.ID
	}
	return row
}

// Said keeps what it has said, to somebody or to everybody.
func (m *Mind) Said(p *Person, private, text string) {
	if private == "" {
		m.spokenTo(words.Hear(text), m.C.ID, m.Now)
	}
	if p == nil {
		m.chatted = m.Now
		return
	}
	p.Spoke = m.Now
	m.keepTurn(p, private, memory.Turn{At: m.Now, Mine: true, Text: text})
	if !p.IsHuman {
		m.chatted = m.Now
	}
}

// Meet remembers that it met somebody, once.
func (m *Mind) Meet(p *Person) {
	if p.Done[DeedMet] > 0 || !p.IsHuman {
		return
	}
	p.Done[DeedMet]++
	p.MetAt = m.Now
	m.Remember(memory.Row{
		Kind: memory.Event, Deed: DeedMet, At: m.Now, Seq: m.Seq, By: p.ID, Name: p.Name, Mine: true, Who: []string{p.ID},
		Text: "I met " + p.Name + ".", Importance: memory.Importance(DeedMet, memory.Case{Mine: true}),
	})
}

// Remember has something kept in long-term memory, at the step that does so.
func (m *Mind) Remember(r memory.Row) { m.rows = append(m.rows, r) }

// ToRemember lists what waits to be kept.
func (m *Mind) ToRemember() []memory.Row { return slices.Clone(m.rows) }

// Flush writes what is to be remembered into long-term memory; adjust, if given, is what a model would have each of
// those matter, and counts for two points at most. What it was not asked about is below zero there.
func (m *Mind) Flush(adjust []int) {
	const most = 2
	for i, r := range m.rows {
		if i < len(adjust) && adjust[i] >= 0 {
			r.Importance = min(max(adjust[i], r.Importance-most), r.Importance+most)
		}
		if r.Importance < memory.RememberLeast && r.Kind != memory.Promise {
			continue
		}
		kept, changes := m.Mem.Remember(r)
		m.put = append(m.put, changes...)
		if kept.ID > 0 {
			m.Added = append(m.Added, kept.Text)
			m.mark(&kept)
		}
	}
	m.rows = nil
	m.Mem.Reflect(m.Now)
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
		m.confidences[r.ID] = confidence{r.Only, Quoted(r.Text)}
		for id := range world.Ordered(m.confidences) {
			if len(m.confidences) <= toldMost {
				break
			}
			delete(m.confidences, id)
		}
	case r.Kind == memory.Promise && r.By == m.C.ID:
		m.pledges[r.ID] = r.Text
		for id := range world.Ordered(m.pledges) {
			if len(m.pledges) <= vowsMost {
				break
			}
			delete(m.pledges, id)
		}
	}
}

// InMind puts what it has in mind in order, with what happened as it may be told.
func (m *Mind) InMind(goal string, events []string) memory.Working {
	w := memory.Working{Where: m.Look.Room.Name, Goal: goal, Last: events, Mood: m.Temper()}
	if at, ok := m.Due(); ok && at.Doing != "" {
		w.Where += ". " + at.Doing
	}
	var who []string
	for _, e := range m.Look.Entities {
		if e.Kind != "item" {
			who = append(who, Bare(e.Name))
		}
	}
	w.Who = strings.Join(who, ", ")
	for _, text := range world.Ordered(m.pledges) {
		w.Promises = append(w.Promises, text)
	}
	return w.Fit()
}

// Temper is how it feels, in a word.
func (m *Mind) Temper() string {
	you := m.Look.You
	switch {
	case you.Fighting != "":
		return "fighting"
	case you.HPMax > 0 && you.HP*2 < you.HPMax:
		return "hurt"
	}
	for _, e := range m.Look.Entities {
		if p := m.People[e.ID]; p != nil && m.IsAngry(p, false) {
			return "angry with " + p.Name
		}
	}
	for _, t := range m.C.Spec.Traits {
		switch t {
		case "merry", "cheerful", "grim", "wistful", "anxious", "lonely", "playful":
			return t
		}
	}
	return "calm"
}

// IsAngry reports whether it is angry with somebody: for all to see, or where nobody else hears.
func (m *Mind) IsAngry(p *Person, private bool) bool {
	return p.Angry > m.Now || private && p.Sore > m.Now
}

// NameOf is what somebody is called.
func (m *Mind) NameOf(id string) string {
	if p := m.People[id]; p != nil && p.Name != "" {
		return p.Name
	}
	return "somebody"
}

// Kind returns of what kind somebody or something present is; "" when it is not here.
func (m *Mind) Kind(id string) string {
	e, _ := Present(m.Look, id)
	return e.Kind
}
