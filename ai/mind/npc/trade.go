package npc

import (
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind/dialogue"
	"github.com/mudlark-mud/mudlark/world"
)

// What is given, sold, taught, unlocked and promised. A mind asks only for what its list has; the rules of the world
// hold it to the list all the same.

// kindName is what things of a kind are called, as far as their id tells.
func kindName(proto string) string { return strings.ReplaceAll(proto, "-", " ") }

// promises answers who wants its word: it has that for what its list has, and for nothing else.
func (m *Mind) promises(o *occasion) []*Option {
	if list := m.vows(o, o.heard.Stems); len(list) > 0 {
		return list
	}
	if list := m.explains(o, "none"); len(list) > 0 {
		return list
	}
	return m.say(o, worthAnswer, "", dialogue.Query{On: "refuse"})
}

// vows makes the option of promising what is listed and has to do with some words.
func (m *Mind) vows(o *occasion, stems []string) []*Option {
	for _, p := range m.config.Spec.Promises {
		if !overlaps(stems, p.Text+" "+kindName(string(p.Item))) || o.kind == onSpeech && p.IsConditional() {
			continue
		}
		c, ok := fillChoice(m.Look, "promise", map[string]string{"to": o.who.name, "promise": p.ID})
		if !ok {
			continue
		}
		slots := map[string]string{"what": strings.TrimRight(p.Text, ".!"), "thing": kindName(string(p.Item))}
		done := m.when(o, dialogue.Query{On: "promise", Slots: slots})
		refused := m.when(o, dialogue.Query{On: "refuse"})
		return []*Option{{
			choice: c, score: worthAnswer, who: o.who, private: o.private, done: &done, refused: &refused,
			row: &memory.Row{
				Kind: memory.Promise, Deed: deedPromised, By: m.config.ID, Name: m.config.Name, Who: []string{o.who.id},
				Text:       "I promised " + o.who.name + ": " + p.Text,
				Importance: memory.Importance(deedPromised, memory.Case{Mine: true}),
			},
		}}
	}
	return nil
}

// overlaps reports whether words have one that carries meaning in common with a text.
func overlaps(stems []string, text string) bool {
	return slices.ContainsFunc(dialogue.Stems(text), func(s string) bool { return slices.Contains(stems, s) })
}

// teaches answers who wants to learn.
func (m *Mind) teaches(o *occasion) []*Option {
	for _, l := range m.config.Spec.Teaches {
		if !overlaps(o.heard.Stems, l.Name+" "+strings.Join(l.About, " ")) {
			continue
		}
		slots := map[string]string{"thing": l.Name, "what": l.Text, "price": dialogue.Coins(l.Price)}
		if l.Price > 0 { // whoever wants it pays, and learns
			return m.say(o, worthTrade, "", dialogue.Query{On: "price", Slots: slots})
		}
		c, ok := fillChoice(m.Look, "teach", map[string]string{"to": o.who.name, "lesson": l.ID})
		if !ok {
			c, ok = fillChoice(m.Look, "teach", map[string]string{"to": o.who.name, "lesson": l.Name})
		}
		if !ok {
			continue
		}
		done := m.when(o, dialogue.Query{On: "teach", Slots: slots})
		refused := m.when(o, dialogue.Query{On: "failed"})
		return []*Option{{
			choice: c, score: worthAnswer, who: o.who, private: o.private, done: &done, refused: &refused,
		}}
	}
	return m.explains(o, "unknown")
}

// pleads answers who wants something done or given: what its list has, to whom it may; all else it refuses, whatever
// story comes with it.
func (m *Mind) pleads(o *occasion) []*Option {
	if d := m.givesAway(o); d != nil {
		return []*Option{d}
	}
	if d := m.unlocks(o); d != nil {
		return []*Option{d}
	}
	var wares []string
	for _, w := range m.config.Spec.Sells {
		wares = append(wares, string(w.Item))
	}
	if _, ok := m.config.Town.asked(o.heard.Stems, wares); ok {
		return m.prices(o)
	}
	if m.book.Has("enter") && m.isPassing(o.heard.Words) {
		return m.say(o, worthAnswer, "", dialogue.Query{On: string(dialogue.Enter)})
	}
	if overlaps(o.heard.Stems, "know hear learn tell") {
		return m.explains(o, "refuse")
	}
	if list := m.sends(o, m.topic(dialogue.Topic(o.heard.Words)), false); len(list) > 0 {
		return list
	}
	w := m.when(o, dialogue.Query{On: "answer"})
	if text, worth := m.further(o, w); worth >= dialogue.AboutWorth && !isDemand(o.heard.Words) {
		return m.answers(o, text, w.Slots)
	}
	if isOwnNeed(o.heard.Words) { // nobody is begged
		return m.explains(o, "unknown")
	}
	return m.say(o, worthAnswer, "", dialogue.Query{On: "refuse"})
}

// isPassing reports whether words want to be let through here, and name no other place.
func (m *Mind) isPassing(list []string) bool {
	rest := slices.DeleteFunc(slices.Clone(list), func(w string) bool {
		return slices.Contains([]string{"let", "open", "gate", "door", "pass", "through", "in", "me", "us"}, w)
	})
	return len(m.topic(dialogue.Topic(rest))) == 0 && slices.ContainsFunc([]string{
		"let me in", "let us in", "let me through", "let us through", "let me pass", "let us pass", "open the gate",
		"open the door",
	}, func(p string) bool { return dialogue.Has(list, p) })
}

// isDemand reports whether words want something done or handed over, and not only told about.
func isDemand(list []string) bool {
	return slices.ContainsFunc([]string{
		"give", "hand", "unlock", "open", "let me", "let us", "deliver", "transfer", "entitled", "for free", "free of charge",
		"lend", "spare",
	}, func(p string) bool { return dialogue.Has(list, p) })
}

// isOwnNeed reports whether words say what somebody needs, or would do, and not what shall be given to them.
func isOwnNeed(list []string) bool {
	return dialogue.Where(list, "i need") == 0 || dialogue.Where(list, "i want to") == 0
}

// givesAway makes the option of giving what is listed and was asked for.
func (m *Mind) givesAway(o *occasion) *Option {
	for _, g := range m.config.Spec.Gives {
		if _, ok := m.config.Town.asked(o.heard.Stems, []string{string(g.Item)}); !ok {
			continue
		}
		if g.To == world.GiftFriend && o.who.feelFor(o.private != "") <= foeMost {
			continue
		}
		if last, given := m.gave[string(g.Item)]; given && m.now-last < world.Time(g.Every)*world.Second {
			continue
		}
		thing := kindName(string(g.Item))
		for _, e := range m.Look.You.Carrying {
			if isProto(string(g.Item), e.ID, e.Name) {
				thing = withoutArticle(e.Name)
			}
		}
		c, ok := fillChoice(m.Look, "give", map[string]string{"item": thing, "to": o.who.name})
		if !ok {
			continue
		}
		slots := map[string]string{"thing": thing}
		done, refused := m.when(o, dialogue.Query{On: "given", Slots: slots}), m.when(o,
			dialogue.Query{On: "refuse", Slots: slots})
		return &Option{
			choice: c, score: worthAnswer, who: o.who, private: o.private, done: &done, refused: &refused, item: string(g.Item),
			row: &memory.Row{
				Kind: memory.Event, Deed: deedGave, By: m.config.ID, Name: m.config.Name, Who: []string{o.who.id},
				Text:       "I gave " + o.who.name + " " + dialogue.Article(thing) + ".",
				Importance: memory.Importance(deedGave, memory.Case{Mine: true}),
			},
		}
	}
	return nil
}

// unlocks makes the option of unlocking what is listed and was asked for.
func (m *Mind) unlocks(o *occasion) *Option {
	if !overlaps(o.heard.Stems, "unlock open let door gate") || len(m.config.Spec.Unlocks)+len(m.config.Spec.Opens) == 0 {
		return nil
	}
	a := offeredAction(m.Look, "unlock")
	if a == nil || len(a.Params) == 0 {
		return nil
	}
	var kinds []string
	for _, d := range m.config.Spec.Unlocks {
		kinds = append(kinds, string(d))
	}
	for _, d := range m.config.Spec.Opens {
		kinds = append(kinds, string(d))
	}
	for _, target := range a.Params[0].Candidates {
		fits := slices.ContainsFunc(kinds, func(k string) bool {
			return overlaps(dialogue.Stems(kindName(k)), target) || isProto(k, "", target)
		})
		if !fits {
			continue
		}
		c, ok := fillChoice(m.Look, "unlock", map[string]string{a.Params[0].Name: target})
		if !ok {
			continue
		}
		done, refused := m.when(o, dialogue.Query{On: "unlocked"}), m.when(o, dialogue.Query{On: "refuse"})
		return &Option{choice: c, score: worthAnswer, who: o.who, private: o.private, done: &done, refused: &refused}
	}
	return nil
}
