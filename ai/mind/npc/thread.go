package npc

import (
	"slices"

	"github.com/mudlark-mud/mudlark/ai/mind/dialogue"
)

// thread is what two talk about: what "it", "he" and "twelve, then" stand for.
type thread struct {
	at    occurrence
	who   string   // whom of the town, as they are called
	named []string // words for what it is about
	ware  string   // the kind of thing that is bargained over; "" for none
	buys  bool     // it is the mind that would buy it
}

// Words that stand for what was named before.
var (
	persons = []string{ //nolint:gochecknoglobals // immutable: never written
		"he", "him", "his", "she", "her", "hers",
	}
	things = []string{ //nolint:gochecknoglobals // immutable: never written
		"it", "that", "there", "them", "they", "those", "this", "one",
	}
)

// namedMost is of how many words what was named is borne in mind.
const namedMost = 3

// resolve puts what was named last in the place of the words that stand for it.
func (m *Mind) resolve(o *occasion) *occasion {
	t := o.who.thread
	if !t.at.isWithin(threadFor, m.now) {
		return o
	}
	switch o.heard.Act { // what asks for something; all others are said whole
	case dialogue.Question, dialogue.Seek, dialogue.Price, dialogue.Sell, dialogue.Plead:
	default:
		return o
	}
	if _, same := m.book.Asked(o.heard, m.when(o, dialogue.Query{On: "answer"})); same >= dialogue.AskedSurely {
		return o // it has an answer as it stands
	}
	isBare := len(m.topic(dialogue.Topic(o.heard.Words))) == 0
	var list []string
	changed := false
	for _, w := range o.heard.Words {
		switch {
		case slices.Contains(persons, w) && t.who != "":
			list, changed = append(list, dialogue.Split(t.who)...), true
		case slices.Contains(things, w) && isBare && len(t.named) > 0 && !changed:
			list, changed = append(list, t.named...), true
		default:
			list = append(list, w)
		}
	}
	if !changed {
		return o
	}
	out := *o
	out.heard.Words = list
	out.heard.Stems = nil
	for _, w := range list {
		for _, s := range dialogue.Stems(w) {
			if !slices.Contains(out.heard.Stems, s) {
				out.heard.Stems = append(out.heard.Stems, s)
			}
		}
	}
	return &out
}

// threadOf is what two talk about from here on.
func (m *Mind) threadOf(o *occasion, names string) *thread {
	t := o.who.thread
	if !t.at.isWithin(threadFor, m.now) {
		t = thread{}
	}
	t.at = at(m.now)
	var named []string
	for _, w := range o.heard.Words {
		if len(m.topic(dialogue.Topic([]string{w}))) > 0 && len(named) < namedMost {
			named = append(named, w)
		}
	}
	if len(named) > 0 {
		t.named = named
		kind, buys, ok := m.dealt(o.heard)
		switch {
		case ok:
			t.ware, t.buys = kind, buys
		case o.heard.Offer == 0:
			t.ware = ""
		}
	}
	if n := m.config.Town.Neighbour(m.topic(dialogue.Topic(o.heard.Words))); n != nil && n.ID != m.config.ID {
		t.who = n.Name
	}
	if names != "" {
		t.who = names
	}
	return &t
}
