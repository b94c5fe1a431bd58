package npc

import (
	"strings"

	"github.com/mudlark-mud/mudlark/ai/mind/dialogue"
	"github.com/mudlark-mud/mudlark/ai/mind/planner"
)

// round walks to where it is due. Nobody walks away from somebody they talk with, or from a table.
func (m *Mind) round() []*Option {
	at, ok := m.due()
	if !ok || m.errand != nil || string(at.Room) == m.Room || m.Look.You.Fighting != "" || m.isTalking() ||
		m.isPlaying() {
		return nil
	}
	d := m.step([]planner.Fact{planner.At(string(at.Room))})
	if d == nil {
		return nil
	}
	d.score, d.why = worthRound, "its round"
	if m.hasTrait("dutiful") {
		d.score += worthIdle
	}
	if m.hasTrait("lazy") {
		d.score -= worthIdle
	}
	return []*Option{d}
}

// facts are what is so, as far as it knows.
func (m *Mind) facts() []planner.Fact {
	out := []planner.Fact{planner.At(m.Room)}
	for _, e := range m.Look.Entities {
		if e.Kind != "item" {
			out = append(out, planner.Near(handle(e.ID, e.Name)))
		}
	}
	for _, e := range m.Look.You.Carrying {
		out = append(out, planner.Have(strings.ReplaceAll(withoutArticle(e.Name), " ", "-")),
			planner.Have(withoutArticle(e.Name)))
	}
	if offeredAction(m.Look, "stand") != nil {
		out = append(out, planner.Seated(m.table()))
	} else {
		out = append(out, planner.Standing())
	}
	return out
}

// handle is the word by which wants name somebody: what they are called, with dashes.
func handle(id, name string) string {
	if n := strings.ToLower(strings.ReplaceAll(withoutArticle(name), " ", "-")); n != "" {
		return n
	}
	return id
}

// table is at which table it sits: the one of the room, as far as it can tell.
func (m *Mind) table() string {
	for _, w := range m.config.Spec.Wants {
		if w.Verb == "sit" || w.Verb == "play" {
			return w.Arg
		}
	}
	return "table"
}

// deeds are what can be done here, and on the ways that it knows.
func (m *Mind) deeds() []planner.Step {
	var out []planner.Step
	for w := range m.ways {
		out = append(out, planner.Walk(w.From, w.Dir, w.To)) // the planner puts them into order
	}
	for i := range m.Look.Actions {
		a := &m.Look.Actions[i]
		for _, p := range a.Params {
			for _, c := range p.Candidates {
				switch {
				case a.Name == "get" && p.Name == "item":
					out = append(out, planner.Get(m.Room, c), planner.Get(m.Room, strings.ReplaceAll(c, " ", "-")))
				case a.Name == "sit" && p.Name == "table":
					out = append(out, planner.Sit(m.Room, c))
				case a.Name == "unlock" && p.Name == "target":
					out = append(out, planner.Unlock(m.Room, c))
				}
			}
		}
		if a.Name == "stand" {
			out = append(out, planner.Stand(m.table()))
		}
	}
	for id, room := range m.where {
		name := handle(id, "")
		if p := m.People[id]; p != nil {
			name = handle(id, p.name)
		}
		if room != m.Room {
			out = append(out, planner.Find(room, name))
		}
		out = append(out, planner.Address(name))
		for _, e := range m.Look.You.Carrying {
			out = append(out, planner.Give(strings.ReplaceAll(withoutArticle(e.Name), " ", "-"), name))
		}
	}
	return out
}

// step returns the first deed of a plan, as a choice of what is offered; nil when there is none.
func (m *Mind) step(want []planner.Fact) *Option {
	plan, ok := planner.Plan(m.facts(), m.deeds(), want)
	if !ok || len(plan) == 0 {
		return nil
	}
	first := plan[0]
	values := map[string]string{}
	for i := 0; i+1 < len(first.Args); i += 2 {
		values[first.Args[i]] = strings.ReplaceAll(first.Args[i+1], "-", " ")
		if first.Do == "move" {
			values[first.Args[i]] = first.Args[i+1]
		}
	}
	if first.Do == "say" {
		return m.approach(values["to"])
	}
	c, ok := fillChoice(m.Look, first.Do, values)
	if !ok {
		return nil
	}
	return &Option{choice: c}
}

// approach says something to somebody whom it wanted to talk to.
func (m *Mind) approach(name string) *Option {
	for _, e := range m.Look.Entities {
		if e.Kind == "item" || !strings.EqualFold(handle(e.ID, e.Name), strings.ReplaceAll(name, " ", "-")) {
			continue
		}
		p := m.know(e.ID, e.Name)
		if e.Kind != "person" && len(humansHere(m.Look)) == 0 {
			return nil
		}
		w := m.when(&occasion{who: p}, dialogue.Query{On: "idle"})
		text, _ := m.book.Pick(w)
		if c, ok := m.utter(p, "", text); ok {
			return &Option{choice: c, who: p, says: text, slots: w.Slots}
		}
	}
	return nil
}

// idle says something unasked, rarely, and only where a person hears it.
func (m *Mind) idle() []*Option {
	if len(m.Look.Percepts) > 0 || len(humansHere(m.Look)) == 0 || m.Look.Mute || m.Look.You.Fighting != "" {
		return nil
	}
	if m.isTalking() || !m.mayChat() || !m.isTime() {
		return nil
	}
	on := "idle"
	if at, ok := m.due(); ok && string(at.Room) == m.Room && m.book.Has("duty") && m.seq%2 == 0 {
		on = "duty"
	}
	w := m.when(nil, dialogue.Query{On: on})
	text, _ := m.book.Pick(w)
	c, ok := m.utter(nil, "", text)
	if !ok {
		return nil
	}
	return []*Option{{choice: c, score: worthIdle, why: "it is quiet", says: text, slots: w.Slots}}
}

// isTime reports whether this is one of the spans of time in which this one says something, and not another of those
// present.
func (m *Mind) isTime() bool {
	oneIn := uint64(3)
	if m.hasTrait("talkative", "gossip") {
		oneIn = 2
	}
	if m.hasTrait("shy", "grim") {
		oneIn = 6
	}
	slot := word(uint64(m.now / chatterEvery))
	return dialogue.Hash("chatter", slot, m.config.ID)%oneIn == 0 && m.isChosen("chatter", slot)
}
