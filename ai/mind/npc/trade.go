package npc

import (
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind/words"
	"github.com/mudlark-mud/mudlark/world"
)

// What is given, sold, taught, unlocked and promised. A mind asks only for what its list has; the rules of the world
// hold it to the list all the same.

// asked returns the kind of thing that words are about, out of several.
func asked(stems []string, kinds []string) (string, bool) {
	best, most := "", 0
	for _, k := range kinds {
		n := 0
		for _, s := range words.Stems(Called(k)) {
			if slices.Contains(stems, s) {
				n++
			}
		}
		if n > most {
			best, most = k, n
		}
	}
	return best, most > 0
}

// Called is what things of a kind are called, as far as their id tells.
func Called(proto string) string { return strings.ReplaceAll(proto, "-", " ") }

// prices answers what something costs.
func (m *Mind) prices(o *Occasion) []*Deed {
	var kinds []string
	for _, w := range m.C.Spec.Sells {
		kinds = append(kinds, string(w.Item))
	}
	for _, w := range m.C.Spec.Teaches {
		if w.Price > 0 {
			kinds = append(kinds, w.Name)
		}
	}
	kind, ok := asked(o.Heard.Stems, kinds)
	if !ok {
		switch {
		case len(kinds) == 0:
			return m.explains(o, "unknown")
		default:
			if list := m.explains(o, "none"); len(list) > 0 {
				return list
			}
			kind = kinds[int(m.Seq%uint64(len(kinds)))]
		}
	}
	slots := map[string]string{"thing": Called(kind), "price": words.Coins(m.asks(o.Who, kind))}
	return m.Say(o, worthTrade, "", words.When{On: "price", Slots: slots})
}

// promises answers who wants its word: it has that for what its list has, and for nothing else.
func (m *Mind) promises(o *Occasion) []*Deed {
	if list := m.vows(o, o.Heard.Stems); len(list) > 0 {
		return list
	}
	if list := m.explains(o, "none"); len(list) > 0 {
		return list
	}
	return m.Say(o, WorthAnswer, "", words.When{On: "refuse"})
}

// isConditional reports whether a promise is for whoever does something: asking for it is not doing it.
func isConditional(text string) bool {
	said := words.Split(text)
	return slices.ContainsFunc([]string{"whoever", "who", "if", "when", "once", "anyone"}, func(w string) bool {
		return slices.Contains(said, w)
	})
}

// vows makes the option of promising what is listed and has to do with some words.
func (m *Mind) vows(o *Occasion, stems []string) []*Deed {
	for _, p := range m.C.Spec.Promises {
		if !overlaps(stems, p.Text+" "+Called(string(p.Item))) || o.On == "speech" && isConditional(p.Text) {
			continue
		}
		c, ok := Fill(m.Look, "promise", map[string]string{"to": o.Who.Name, "promise": p.ID})
		if !ok {
			continue
		}
		slots := map[string]string{"what": strings.TrimRight(p.Text, ".!"), "thing": Called(string(p.Item))}
		done := m.When(o, words.When{On: "promise", Slots: slots})
		refused := m.When(o, words.When{On: "refuse"})
		return []*Deed{{
			Choice: c, Score: WorthAnswer, Who: o.Who, Private: o.Private, Done: &done, Refused: &refused,
			Row: &memory.Row{
				Kind: memory.Promise, Deed: DeedPromised, By: m.C.ID, Name: m.C.Name, Who: []string{o.Who.ID},
				Text:       "I promised " + o.Who.Name + ": " + p.Text,
				Importance: memory.Importance(DeedPromised, memory.Case{Mine: true}),
			},
		}}
	}
	return nil
}

// overlaps reports whether words have one that carries meaning in common with a text.
func overlaps(stems []string, text string) bool {
	return slices.ContainsFunc(words.Stems(text), func(s string) bool { return slices.Contains(stems, s) })
}

// teaches answers who wants to learn.
func (m *Mind) teaches(o *Occasion) []*Deed {
	for _, l := range m.C.Spec.Teaches {
		if !overlaps(o.Heard.Stems, l.Name+" "+strings.Join(l.About, " ")) {
			continue
		}
		slots := map[string]string{"thing": l.Name, "what": l.Text, "price": words.Coins(l.Price)}
		if l.Price > 0 { // whoever wants it pays, and learns
			return m.Say(o, worthTrade, "", words.When{On: "price", Slots: slots})
		}
		c, ok := Fill(m.Look, "teach", map[string]string{"to": o.Who.Name, "lesson": l.ID})
		if !ok {
			c, ok = Fill(m.Look, "teach", map[string]string{"to": o.Who.Name, "lesson": l.Name})
		}
		if !ok {
			continue
		}
		done := m.When(o, words.When{On: "teach", Slots: slots})
		refused := m.When(o, words.When{On: "failed"})
		return []*Deed{{
			Choice: c, Score: WorthAnswer, Who: o.Who, Private: o.Private, Done: &done, Refused: &refused,
		}}
	}
	return m.explains(o, "unknown")
}

// pleads answers who wants something done or given: what its list has, to whom it may; all else it refuses, whatever
// story comes with it.
func (m *Mind) pleads(o *Occasion) []*Deed {
	if d := m.givesAway(o); d != nil {
		return []*Deed{d}
	}
	if d := m.unlocks(o); d != nil {
		return []*Deed{d}
	}
	var wares []string
	for _, w := range m.C.Spec.Sells {
		wares = append(wares, string(w.Item))
	}
	if _, ok := asked(o.Heard.Stems, wares); ok {
		return m.prices(o)
	}
	if overlaps(o.Heard.Stems, "know hear learn tell") {
		return m.explains(o, "refuse")
	}
	return m.Say(o, WorthAnswer, "", words.When{On: "refuse"})
}

// givesAway makes the option of giving what is listed and was asked for.
func (m *Mind) givesAway(o *Occasion) *Deed {
	for _, g := range m.C.Spec.Gives {
		if _, ok := asked(o.Heard.Stems, []string{string(g.Item)}); !ok {
			continue
		}
		if g.To == world.GiftFriend && o.Who.FeelFor(o.Private != "") <= FoeFrom {
			continue
		}
		if last, given := m.gave[string(g.Item)]; given && m.Now-last < world.Time(g.Every)*world.Second {
			continue
		}
		thing := Called(string(g.Item))
		for _, e := range m.Look.You.Carrying {
			if IsProto(string(g.Item), e.ID, e.Name) {
				thing = Bare(e.Name)
			}
		}
		c, ok := Fill(m.Look, "give", map[string]string{"item": thing, "to": o.Who.Name})
		if !ok {
			continue
		}
		slots := map[string]string{"thing": thing}
		done, refused := m.When(o, words.When{On: "given", Slots: slots}), m.When(o, words.When{On: "refuse", Slots: slots})
		return &Deed{
			Choice: c, Score: WorthAnswer, Who: o.Who, Private: o.Private, Done: &done, Refused: &refused, Item: string(g.Item),
			Row: &memory.Row{
				Kind: memory.Event, Deed: DeedGave, By: m.C.ID, Name: m.C.Name, Who: []string{o.Who.ID},
				Text:       "I gave " + o.Who.Name + " " + words.Article(thing) + ".",
				Importance: memory.Importance(DeedGave, memory.Case{Mine: true}),
			},
		}
	}
	return nil
}

// unlocks makes the option of unlocking what is listed and was asked for.
func (m *Mind) unlocks(o *Occasion) *Deed {
	if !overlaps(o.Heard.Stems, "unlock open let door gate") || len(m.C.Spec.Unlocks)+len(m.C.Spec.Opens) == 0 {
		return nil
	}
	a := Action(m.Look, "unlock")
	if a == nil || len(a.Params) == 0 {
		return nil
	}
	var kinds []string
	for _, d := range m.C.Spec.Unlocks {
		kinds = append(kinds, string(d))
	}
	for _, d := range m.C.Spec.Opens {
		kinds = append(kinds, string(d))
	}
	for _, target := range a.Params[0].Candidates {
		fits := slices.ContainsFunc(kinds, func(k string) bool {
			return overlaps(words.Stems(Called(k)), target) || IsProto(k, "", target)
		})
		if !fits {
			continue
		}
		c, ok := Fill(m.Look, "unlock", map[string]string{a.Params[0].Name: target})
		if !ok {
			continue
		}
		done, refused := m.When(o, words.When{On: "unlocked"}), m.When(o, words.When{On: "refuse"})
		return &Deed{Choice: c, Score: WorthAnswer, Who: o.Who, Private: o.Private, Done: &done, Refused: &refused}
	}
	return nil
}
