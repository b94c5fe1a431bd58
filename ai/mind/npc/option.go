package npc

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/words"
	"github.com/mudlark-mud/mudlark/ai/reply"
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
	WorthAnswer = 800
	worthTrade  = 820
	worthGift   = 850
	worthTheft  = 900
	worthTide   = 950

	WorthModel = 580 // from here on a model may be asked about it
)

// Deed is one choice, with what it is for and what is said about it afterwards.
type Deed struct {
	Choice  *mind.Choice // nil: wait
	Score   int          // in thousandths
	Why     string
	Who     *Person // whom it is about
	Private string  // how to talk with them about it: whisper, tell; "" is aloud
	Says    string  // when the deed is a speech: what is said
	Slots   map[string]string
	Done    *words.When // what is said once it is done, if anything
	Refused *words.When // and when the world refuses it
	Row     *memory.Row // what is remembered once it is done
	Greets  bool
	Sure    bool   // it is an authored line on just what was asked
	Item    string // a gift's kind
	Occ     uint64 // which occasion it answers; 0: none
	Want    string // which want it follows
	Then    func() // what is kept once it is done, beside Row
}

// Options lists all that it could do, the best first. Weighing changes nothing: what is kept of a choice is kept by
// [Mind.Settle] and [Mind.Did].
func (m *Mind) Options() []*Deed {
	m.Listen()
	if list := m.fightTurn(); len(list) > 0 {
		return list // whoever is spoken to in a fight answers after their turn
	}
	all := []*Deed{{Score: worthWait, Why: "nothing presses"}}
	var kept []Occasion
	for i := range m.Pending {
		o := &m.Pending[i]
		if list := m.answer(o); len(list) > 0 {
			late := int(min(m.Now-o.At, PendingFor)/world.Second) + m.Attended(o.Who) // what is new comes first
			for _, d := range list {
				d.Occ = o.Key()
				d.Score -= late
			}
			all = append(all, list...)
			kept = append(kept, *o)
		}
	}
	m.Pending = kept
	all = append(all, m.beside()...)
	all = append(all, m.round()...)
	all = append(all, m.wants()...)
	all = append(all, m.idle()...)
	m.rank(all)
	return all
}

// Listen takes in what was said before anything is weighed: what was said to it, and what others said in its stead.
func (m *Mind) Listen() {
	for i := range m.Look.Percepts {
		if p := &m.Look.Percepts[i]; p.Kind == "said" && !m.IsHuman(p.Actor) && p.Actor != m.C.ID {
			if said, ok := p.Data["text"].(string); ok {
				m.Book.Heard(said)
			}
		}
	}
	for i := range m.Pending {
		if o := &m.Pending[i]; o.On == "speech" {
			if _, mine := m.Heeds(o); mine {
				m.Note(o)
			}
		}
	}
}

// rank puts options into order, equal ones by a hash of who it is, when it is and what they are.
func (m *Mind) rank(all []*Deed) {
	tie := func(d *Deed) uint64 { return words.Hash(m.C.ID, word(m.Seq), d.Name()) }
	slices.SortStableFunc(all, func(a, b *Deed) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(tie(a), tie(b)), cmp.Compare(a.Name(), b.Name()))
	})
}

// Name tells deeds apart.
func (d *Deed) Name() string {
	if d.Choice == nil {
		return "wait"
	}
	parts := []string{d.Choice.Action}
	for k, v := range world.Ordered(d.Choice.Params) {
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

// Settle notes what was chosen, before it is known what comes of it.
func (m *Mind) Settle(d *Deed) {
	m.Pending = slices.DeleteFunc(m.Pending, func(o Occasion) bool { return o.Key() == d.Occ })
}

// Did keeps what it has done.
func (m *Mind) Did(d *Deed) {
	if d.Row != nil {
		row := *d.Row
		row.At, row.Seq = m.Now, m.Seq
		m.Remember(row)
	}
	if d.Item != "" {
		m.gave[d.Item] = m.Now
	}
	if d.Then != nil {
		d.Then()
	}
	if d.Says == "" {
		return
	}
	m.Book.Said(d.Says, d.Slots)
	m.Said(d.Who, d.Private, d.Says)
	if d.Who == nil {
		return
	}
	m.Meet(d.Who)
	if d.Greets {
		d.Who.Greeted = m.Now
	}
}

// Utter makes the choice of saying something to somebody: aloud, or in confidence. It is not ok when it cannot be said.
func (m *Mind) Utter(p *Person, private, text string) (*mind.Choice, bool) {
	if m.Look.Mute || text == "" {
		return nil, false
	}
	text = reply.Within(text)
	if private == "" {
		return Fill(m.Look, "say", map[string]string{"text": text})
	}
	for _, how := range []string{private, "whisper", "tell"} {
		if c, ok := Fill(m.Look, how, map[string]string{"to": p.Name, "text": text}); ok {
			return c, true
		}
	}
	return nil, false
}

// Fill makes a choice of an offered action out of values for its parameters. It is not ok when it is not offered, when
// a value is missing that is needed, or is none of those that can be.
func Fill(l *mind.Look, name string, values map[string]string) (*mind.Choice, bool) {
	a := Action(l, name)
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
		if strings.EqualFold(Bare(c), Bare(name)) {
			return c
		}
	}
	return ""
}
