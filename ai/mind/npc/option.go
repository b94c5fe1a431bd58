package npc

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/dialogue"
	"github.com/mudlark-mud/mudlark/ai/output"
	"github.com/mudlark-mud/mudlark/world"
)

// What things are worth, in thousandths, before traits are counted.
const (
	worthWait   = 100
	worthIdle   = 120
	worthGreet  = 400
	worthWant   = 60 // for each point of a want's weight
	worthRound  = 450
	worthTable  = 700
	worthAnswer = 800
	worthTrade  = 820
	worthGift   = 850
	worthTheft  = 900
	worthTide   = 950

	worthModel = 580 // from here on a model may be asked about it
)

// Option is one choice, with what it is for and what is said about it afterwards.
type Option struct {
	choice   *mind.Choice // nil: wait
	score    int          // in thousandths
	why      string
	who      *person // whom it is about
	private  string  // how to talk with them about it: whisper, tell; "" is aloud
	says     string  // when the deed is a speech: what is said
	slots    map[string]string
	done     *dialogue.Query // what is said once it is done, if anything
	refused  *dialogue.Query // and when the world refuses it
	row      *memory.Row     // what is remembered once it is done
	greets   bool
	sure     bool   // it is an authored line on just what was asked
	item     string // a gift's kind
	occasion uint64 // which occasion it answers; 0: none
	want     string // which want it follows
	names    string // whom of the town it speaks of
	thread   *thread
	then     func() // what is kept once it is done, beside Row
}

// Options lists all that it could do, the best first. Weighing changes nothing: what is kept of a choice is kept by
// [Mind.Settle] and [Mind.Did].
func (m *Mind) Options() []*Option {
	m.listen()
	if list := m.fightTurn(); len(list) > 0 {
		return list // whoever is spoken to in a fight answers after their turn
	}
	all := []*Option{{score: worthWait, why: "nothing presses"}}
	var kept []occasion
	for i := range m.pending {
		o := &m.pending[i]
		if list := m.answer(o); len(list) > 0 {
			late := int(min(m.now-o.at, PendingFor)/world.Second) + m.attended(o.who) // what is new comes first
			for _, d := range list {
				d.occasion = o.key()
				d.score -= late
			}
			all = append(all, list...)
			kept = append(kept, *o)
		}
	}
	m.pending = kept
	all = append(all, m.beside()...)
	all = append(all, m.round()...)
	all = append(all, m.wants()...)
	all = append(all, m.idle()...)
	m.rank(all)
	return all
}

// listen takes in what was said before anything is weighed: what was said to it, and what others said in its stead.
func (m *Mind) listen() {
	for i := range m.Look.Percepts {
		if p := &m.Look.Percepts[i]; p.Kind == "said" && !m.isHuman(p.Actor) && p.Actor != m.config.ID {
			if said, ok := p.Data["text"].(string); ok {
				m.book.Heard(said)
			}
		}
	}
	for i := range m.pending {
		if o := &m.pending[i]; o.kind == onSpeech {
			if _, mine := m.heeds(o); mine {
				m.note(o)
			}
		}
	}
}

// rank puts options into order, equal ones by a hash of who it is, when it is and what they are.
func (m *Mind) rank(all []*Option) {
	tie := func(d *Option) uint64 { return dialogue.Hash(m.config.ID, word(m.seq), d.Name()) }
	slices.SortStableFunc(all, func(a, b *Option) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(tie(a), tie(b)), cmp.Compare(a.Name(), b.Name()))
	})
}

// Name tells deeds apart.
func (d *Option) Name() string {
	if d.choice == nil {
		return "wait"
	}
	parts := []string{d.choice.Action}
	for k, v := range world.Ordered(d.choice.Params) {
		parts = append(parts, k, v)
	}
	return strings.Join(parts, " ")
}

// word is a number as a word, for hashes.
func word(n uint64) string {
	var b [8]byte
	for i := range b {
		b[i] = byte(n >> (8 * i))
	}
	return string(b[:])
}

// unqueue notes what was chosen, before it is known what comes of it.
func (m *Mind) unqueue(d *Option) {
	m.pending = slices.DeleteFunc(m.pending, func(o occasion) bool { return o.key() == d.occasion })
}

// did keeps what it has done.
func (m *Mind) did(d *Option) {
	if d.row != nil {
		row := *d.row
		row.At, row.Seq = m.now, m.seq
		m.remember(row)
	}
	if d.item != "" {
		m.gave[d.item] = m.now
	}
	if d.then != nil {
		d.then()
	}
	if d.says == "" {
		return
	}
	m.book.Said(d.says, d.slots)
	m.said(d.who, d.private, d.says)
	if d.who == nil {
		return
	}
	m.meet(d.who)
	if d.greets {
		d.who.greeted = at(m.now)
		m.welcomed = at(m.now)
	}
	if d.thread != nil {
		d.who.thread = *d.thread
	}
}

// utter makes the choice of saying something to somebody: aloud, or in confidence. It is not ok when it cannot be said.
func (m *Mind) utter(p *person, private, text string) (*mind.Choice, bool) {
	if m.Look.Mute || text == "" {
		return nil, false
	}
	text = output.Within(text)
	if private == "" {
		return fillChoice(m.Look, "say", map[string]string{"text": text})
	}
	for _, how := range []string{private, "whisper", "tell"} {
		if c, ok := fillChoice(m.Look, how, map[string]string{"to": p.name, "text": text}); ok {
			return c, true
		}
	}
	return nil, false
}

// fillChoice makes a choice of an offered action out of values for its parameters. It is not ok when it is not offered,
// when a value is missing that is needed, or is none of those that can be.
func fillChoice(l *mind.Look, name string, values map[string]string) (*mind.Choice, bool) {
	a := offeredAction(l, name)
	if a == nil {
		return nil, false
	}
	c := &mind.Choice{Action: name, Params: map[string]string{}}
	for _, p := range a.Params {
		v := values[p.Name]
		if v != "" && len(p.Candidates) > 0 {
			v = candidate(p.Candidates, v)
		}
		if v == "" && !p.Optional {
			return nil, false
		}
		if v != "" {
			c.Params[p.Name] = v
		}
	}
	return c, true
}

// candidate returns the candidate that is meant by a name; "" when none is.
func candidate(list []string, name string) string {
	for _, c := range list {
		if strings.EqualFold(withoutArticle(c), withoutArticle(name)) {
			return c
		}
	}
	return ""
}
