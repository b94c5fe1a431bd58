package npc

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/dialogue"
)

// All that a model is shown goes through a sheet: text comes in as pieces that say whose they are, and what leaves was
// judged piece by piece. A new field is made of pieces as well, or it cannot be put there.

// piece is a text with where it comes from. One that says nothing of that is made by the world, and might repeat
// somebody's words all the same.
type piece struct {
	text string
	by   string // id of the player or creature whose words they are; "" when nobody's
	only string // id of the person for whom alone it is
	host string // to which whoever's words they are let them go when they said them; "": to none
	kind origin
}

// origin says who made a text.
type origin int

const (
	made     origin = iota // by the world or the mind, out of what happened
	authored               // by those who built the world
)

// byBuilders are texts that the builders of the world wrote.
func byBuilders(texts ...string) []piece {
	return pieces(len(texts), func(i int) piece { return piece{text: texts[i], kind: authored} })
}

// seen are texts that were made of what happened.
func seen(texts ...string) []piece {
	return pieces(len(texts), func(i int) piece { return piece{text: texts[i]} })
}

func pieces(n int, one func(i int) piece) []piece {
	out := make([]piece, n)
	for i := range n {
		out[i] = one(i)
	}
	return out
}

// sheet is what one model is shown for one step, about one person.
type sheet struct {
	m      *Mind
	who    *person
	isTwo  bool            // what comes of it is among the two alone
	others *dialogue.Watch // over what others said
	kept   *dialogue.Watch // over its secrets
	data   map[string]any
	texts  []string // all that stands there
}

func (m *Mind) sheet(t *thought) *sheet {
	if t.others == nil {
		t.others = m.othersWatch(t.who, t.private)
	}
	return &sheet{
		m: m, who: t.who, isTwo: t.private, others: t.others, kept: m.secretsWatch(), data: map[string]any{},
	}
}

// admits reports whether a text may be shown: it is not for somebody else alone, has no words of anybody who was not
// asked whether a model may have them, nor repeats any, and no secret stands in it. What this person says themselves is
// theirs to say, from when on they agreed to that.
func (s *sheet) admits(p piece) bool {
	switch {
	case !s.m.mayTell(p.by, p.only, s.who, s.isTwo):
		return false
	case p.by != "" && s.who != nil && p.by == s.who.id:
		return s.m.mayShow(p.by, p.host)
	case s.kept.Sees(p.text):
		return false
	}
	return p.kind == authored || !s.others.Sees(p.text)
}

// admitted are the texts of those pieces that may be shown.
func (s *sheet) admitted(list []piece) []string {
	var out []string
	for _, p := range list {
		if p.text != "" && s.admits(p) {
			out = append(out, p.text)
		}
	}
	return out
}

// put shows what of some pieces may be shown, in a field.
func (s *sheet) put(field string, list []piece) {
	if texts := s.admitted(list); len(texts) > 0 {
		s.data[field] = texts
		s.texts = append(s.texts, texts...)
	}
}

// names lists the players who are named anywhere on it, whoever it is about first.
func (s *sheet) names() []string {
	var out []string
	if s.who != nil && !s.who.isBeast && s.who.name != "" {
		out = []string{s.who.name}
	}
	for _, name := range s.m.playersNamed(s.texts) {
		if !slices.ContainsFunc(out, func(n string) bool { return strings.EqualFold(n, name) }) {
			out = append(out, name)
		}
	}
	return out
}

// recalled is a memory, with where it comes from and for whom it is.
func (m *Mind) recalled(r *memory.Row) piece {
	return piece{text: m.provenance(r), by: m.speakerOf(r), only: r.Only, host: r.Agreed}
}

// waiting is where among what waits to be remembered that is which a model may judge.
func (m *Mind) waiting(t *thought) (at []int) {
	s := m.sheet(t)
	for i, r := range m.toRemember() {
		if s.admits(piece{text: r.Text, by: m.speakerOf(&r), only: r.Only, host: r.Agreed}) {
			at = append(at, i)
		}
	}
	return at
}

// judges numbers what a model judges of, and notes what that is.
func (m *Mind) judges(t *thought) []piece {
	all := m.toRemember()
	t.judged = m.waiting(t)
	return pieces(len(t.judged), func(i int) piece {
		r := all[t.judged[i]]
		return piece{text: strconv.Itoa(i+1) + ". " + r.Text, by: m.speakerOf(&r), only: r.Only, host: r.Agreed}
	})
}

// described puts actions into words: name, what it is, and what each parameter can be.
func described(actions []mind.Action) []piece {
	return pieces(len(actions), func(i int) piece {
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
		return piece{text: b.String()}
	})
}
