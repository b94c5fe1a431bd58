package npc

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/mind/dialogue"
	"github.com/mudlark-mud/mudlark/world"
)

// What is told by the shape of a sentence (ai/mind/dialogue/intent.go), and how it is met.

// meets answers what is told by the shape of a sentence.
func (m *Mind) meets(o *occasion) []*Option {
	act := o.heard.Act
	switch act {
	case dialogue.Sell:
		return m.buysIt(o)
	case dialogue.Work:
		if dialogue.Has(o.heard.Words, "pay") && len(m.config.Spec.Buys) > 0 {
			return m.buysIt(o)
		}
		return m.work(o)
	case dialogue.Deal:
		return m.deals(o)
	case dialogue.Turns:
		return m.seaTurns(o)
	case dialogue.Pay:
		if dialogue.Has(o.heard.Words, "owe") {
			return m.knows(o, dialogue.Pay)
		}
		return m.tells(o, dialogue.Query{On: string(act)})
	case dialogue.Visitors:
		return m.visitors(o)
	case dialogue.More:
		return m.more(o)
	case dialogue.Self:
		return m.ofItself(o)
	case dialogue.Credit, dialogue.Hire:
		return m.tells(o, dialogue.Query{On: string(act)})
	case dialogue.Enter:
		return m.lets(o)
	case dialogue.Bring:
		return m.receives(o)
	default:
		return m.say(o, worthAnswer, "", dialogue.Query{On: string(act)})
	}
}

// further picks a line that answers: of several about what was asked, one that this person was not told lately.
func (m *Mind) further(o *occasion, w dialogue.Query) (text string, worth int) {
	fresh := w
	fresh.Skip = func(text string) bool { return m.countOf(o.who.id+" "+text) > 0 }
	const less = 400 // by which it may fit less
	best, most := m.book.Pick(w)
	if text, worth = m.book.Pick(fresh); worth >= dialogue.AboutWorth && worth >= most-less {
		return text, worth
	}
	return best, most
}

// byQuestion answers with the line that says of itself that it answers just that question. Words that are after
// something by themselves have to ask just that; where nothing else answered, less will do.
func (m *Mind) byQuestion(o *occasion, isLast bool) []*Option {
	least := dialogue.AskedSurely
	switch o.heard.Act {
	case dialogue.Question, dialogue.Self, dialogue.Advice, dialogue.Teach, dialogue.How, dialogue.Who, dialogue.News,
		dialogue.Story, dialogue.Work, dialogue.Real, dialogue.Remember:
		least = dialogue.AskedLeast
		if isLast {
			least = dialogue.AskedNearly
		}
	case dialogue.Repeat, dialogue.Told, dialogue.More, dialogue.Deal, dialogue.Bring, dialogue.Decline, dialogue.Vow:
		return nil
	default:
	}
	if o.heard.States || !o.heard.Asking {
		return nil
	}
	w := m.when(o, dialogue.Query{On: "answer"})
	text, same := m.book.Asked(o.heard, w)
	if same < least {
		return nil
	}
	return m.sure(m.answers(o, text, w.Slots), m.countOf(o.who.id+" "+text) == 0)
}

// receives says what to do with what somebody has for it: best, what it says of just that.
func (m *Mind) receives(o *occasion) []*Option {
	for _, on := range []string{string(dialogue.Bring), "boast"} {
		if text, worth := m.book.Pick(m.when(o, dialogue.Query{On: on})); worth >= dialogue.AboutWorth {
			return m.saying(o, worthAnswer, "", text, nil)
		}
	}
	return m.say(o, worthAnswer, "", dialogue.Query{On: string(dialogue.Bring)})
}

// knows answers with what it knows of what was named, and else with a line for such a question.
func (m *Mind) knows(o *occasion, otherwise dialogue.Act) []*Option {
	w := m.when(o, dialogue.Query{On: "answer"})
	w.Heard = slices.DeleteFunc(slices.Clone(w.Heard), func(s string) bool { // where to go first is not of the first key
		return otherwise == dialogue.Advice && (s == "first" || s == "next")
	})
	if text, worth := m.further(o, w); worth >= dialogue.AboutWorth {
		return m.answers(o, text, w.Slots)
	}
	return m.tells(o, dialogue.Query{On: string(otherwise)})
}

// lets answers whether somebody may pass: it works the lock, if there is one that it works.
func (m *Mind) lets(o *occasion) []*Option {
	if d := m.unlocks(o); d != nil {
		return []*Option{d}
	}
	return m.say(o, worthAnswer, "", dialogue.Query{On: string(dialogue.Enter)})
}

// work says what there is to do for it, or who would have something.
func (m *Mind) work(o *occasion) []*Option {
	if m.book.Has("work") {
		return m.tells(o, dialogue.Query{On: "work"})
	}
	if list := m.refers(o, dialogue.Stems("work")); len(list) > 0 {
		return list
	}
	return m.tells(o, dialogue.Query{On: "work"})
}

// seaTurns says when the sea is low, or high, or when it turns: by the clock of the world, for those who watch it.
func (m *Mind) seaTurns(o *occasion) []*Option {
	if !m.book.Has("turns") {
		if list := m.refers(o, dialogue.Stems("low water tide")); len(list) > 0 {
			return list
		}
	}
	names := map[world.Tide]string{
		world.TideEbb: "the ebb", world.TideLow: "low water", world.TideFlow: "the flow", world.TideHigh: "high water",
	}
	const soonest, phases = 1, 4
	want := m.now.NextTide().Tide()
	for _, t := range []struct {
		word string
		tide world.Tide
	}{{"low", world.TideLow}, {"high", world.TideHigh}, {"ebb", world.TideEbb}, {"flow", world.TideFlow}} {
		if slices.Contains(o.heard.Words, t.word) {
			want = t.tide
		}
	}
	turn, what := m.now.NextTide(), ""
	if m.now.Tide() == want {
		what = "now, and until " + dialogue.Clock(turn.Hour())
	}
	for range phases - soonest {
		if what == "" && turn.Tide() != want {
			turn = turn.NextTide()
		}
	}
	return m.say(o, worthAnswer, "", dialogue.Query{On: "turns", Slots: map[string]string{
		"thing": names[want], "what": cmp.Or(what, "at "+dialogue.Clock(turn.Hour())),
	}})
}

// visitors says who was here lately, as far as it saw them.
func (m *Mind) visitors(o *occasion) []*Option {
	const most = 3
	var list []*person
	for _, p := range world.Ordered(m.People) {
		if p.isHuman && p != o.who && p.seen > 0 && m.now-p.seen <= world.GameDay {
			list = append(list, p)
		}
	}
	slices.SortStableFunc(list, func(a, b *person) int { return cmp.Compare(b.seen, a.seen) })
	var parts []string
	for _, p := range list[:min(len(list), most)] {
		when := "earlier"
		if _, here := entityHere(m.Look, p.id); here {
			when = "who is here now"
		} else if m.now-p.seen < world.GameHour {
			when = "just now"
		}
		parts = append(parts, dialogue.Capital(p.name)+", "+when)
	}
	text, ok := m.filter(strings.Join(parts, "; "), o.who, o.private != "")
	if len(parts) == 0 || !ok {
		return m.tells(o, dialogue.Query{On: "quiet"})
	}
	return m.say(o, worthAnswer, "", dialogue.Query{On: "visitors", Slots: map[string]string{"what": text}})
}

// more says what else it knows of what the two talk about.
func (m *Mind) more(o *occasion) []*Option {
	if t := o.who.thread; t.at.isWithin(threadFor, m.now) && len(t.named) > 0 {
		w := m.when(o, dialogue.Query{On: "answer", Heard: dialogue.Stems(strings.Join(t.named, " "))})
		w.Query, w.Skip = "", func(text string) bool { return m.countOf(o.who.id+" "+text) > 0 }
		if text, worth := m.book.Pick(w); worth >= min(len(t.named), 2)*dialogue.AboutWorth { //nolint:mnd // not by chance
			return m.answers(o, text, w.Slots)
		}
	}
	return m.say(o, worthAnswer, "", dialogue.Query{On: "else"})
}

// ofItself answers what it is asked of itself, and of what everybody can see from where they stand.
func (m *Mind) ofItself(o *occasion) []*Option {
	w := m.when(o, dialogue.Query{On: "answer"})
	w.Heard = append(slices.Clone(w.Heard), dialogue.Stems(o.heard.Topic)...)
	if text, worth := m.further(o, w); worth >= dialogue.AboutWorth {
		return m.answers(o, text, w.Slots)
	}
	if text := m.book.Near(o.heard, w); text != "" {
		return m.answers(o, text, w.Slots)
	}
	return m.tells(o, dialogue.Query{On: "private"})
}

// sees notes that somebody is there, and when they were there before.
func (p *person) sees(now world.Time) {
	if now-p.seen >= awayLeast {
		p.before = p.seen
	}
	p.seen = now
}

// lastNight is "last night" where somebody was seen then, and not since; else "".
func (p *person) lastNight(now world.Time) string {
	const dusk, dawn = 19, 6
	if p.before == 0 || now-p.before >= world.GameDay || now.Hour() < dawn || now.Hour() >= dusk {
		return ""
	}
	if h := p.before.Hour(); h >= dusk && p.before.Day() == now.Day()-1 || h < dawn && p.before.Day() == now.Day() {
		return "last night"
	}
	return ""
}
