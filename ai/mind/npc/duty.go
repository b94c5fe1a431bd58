package npc

import (
	"strings"

	"github.com/mudlark-mud/mudlark/ai/mind/goal"
	"github.com/mudlark-mud/mudlark/ai/mind/words"
)

// round walks to where it is due. Nobody walks away from somebody they talk with, or from a table.
func (m *Mind) round() []*Deed {
	at, ok := m.Due()
	if !ok || m.errand != nil || string(at.Room) == m.Room || m.Look.You.Fighting != "" || m.IsTalking() ||
		m.IsPlaying() {
		return nil
	}
	d := m.step([]goal.Fact{goal.At(string(at.Room))})
	if d == nil {
		return nil
	}
	d.Score, d.Why = worthRound, "its round"
	if m.Has("dutiful") {
		d.Score += worthIdle
	}
	if m.Has("lazy") {
		d.Score -= worthIdle
	}
	return []*Deed{d}
}

// facts are what is so, as far as it knows.
func (m *Mind) facts() []goal.Fact {
	out := []goal.Fact{goal.At(m.Room)}
	for _, e := range m.Look.Entities {
		if e.Kind != "item" {
			out = append(out, goal.Near(handle(e.ID, e.Name)))
		}
	}
	for _, e := range m.Look.You.Carrying {
		out = append(out, goal.Have(strings.ReplaceAll(Bare(e.Name), " ", "-")), goal.Have(Bare(e.Name)))
	}
	if Action(m.Look, "stand") != nil {
		out = append(out, goal.Seated(m.table()))
	} else {
		out = append(out, goal.Standing())
	}
	return out
}

// handle is the word by which wants name somebody: what they are called, with dashes.
func handle(id, name string) string {
	if n := strings.ToLower(strings.ReplaceAll(Bare(name), " ", "-")); n != "" {
		return n
	}
	return id
}

// table is at which table it sits: the one of the room, as far as it can tell.
func (m *Mind) table() string {
	for _, w := range m.C.Spec.Wants {
		if w.Verb == "sit" || w.Verb == "play" {
			return w.Arg
		}
	}
	return "table"
}

// deeds are what can be done here, and on the ways that it knows.
func (m *Mind) deeds() []goal.Deed {
	var out []goal.Deed
	for w := range m.Ways {
		out = append(out, goal.Walk(w.From, w.Dir, w.To)) // the planner puts them into order
	}
	for i := range m.Look.Actions {
		a := &m.Look.Actions[i]
		for _, p := range a.Params {
			for _, c := range p.Candidates {
				switch {
				case a.Name == "get" && p.Name == "item":
					out = append(out, goal.Get(m.Room, c), goal.Get(m.Room, strings.ReplaceAll(c, " ", "-")))
				case a.Name == "sit" && p.Name == "table":
					out = append(out, goal.Sit(m.Room, c))
				case a.Name == "unlock" && p.Name == "target":
					out = append(out, goal.Unlock(m.Room, c))
				}
			}
		}
		if a.Name == "stand" {
			out = append(out, goal.Stand(m.table()))
		}
	}
	for id, room := range m.Where {
		name := handle(id, "")
		if p := m.People[id]; p != nil {
			name = handle(id, p.Name)
		}
		if room != m.Room {
			out = append(out, goal.Find(room, name))
		}
		out = append(out, goal.Address(name))
		for _, e := range m.Look.You.Carrying {
			out = append(out, goal.Give(strings.ReplaceAll(Bare(e.Name), " ", "-"), name))
		}
	}
	return out
}

// step returns the first deed of a plan, as a choice of what is offered; nil when there is none.
func (m *Mind) step(want []goal.Fact) *Deed {
	plan, ok := goal.Plan(m.facts(), m.deeds(), want)
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
	c, ok := Fill(m.Look, first.Do, values)
	if !ok {
		return nil
	}
	return &Deed{Choice: c}
}

// approach says something to somebody whom it wanted to talk to.
func (m *Mind) approach(name string) *Deed {
	for _, e := range m.Look.Entities {
		if e.Kind == "item" || !strings.EqualFold(handle(e.ID, e.Name), strings.ReplaceAll(name, " ", "-")) {
			continue
		}
		p := m.Know(e.ID, e.Name)
		if e.Kind != "person" && len(Humans(m.Look)) == 0 {
			return nil
		}
		w := m.When(&Occasion{Who: p}, words.When{On: "idle"})
		text, _ := m.Book.Pick(w)
		if c, ok := m.Utter(p, "", text); ok {
			return &Deed{Choice: c, Who: p, Says: text, Slots: w.Slots}
		}
	}
	return nil
}

// idle says something unasked, rarely, and only where a person hears it.
func (m *Mind) idle() []*Deed {
	if len(m.Look.Percepts) > 0 || len(Humans(m.Look)) == 0 || m.Look.Mute || m.Look.You.Fighting != "" {
		return nil
	}
	if m.IsTalking() || !m.MayChat() || !m.isTime() {
		return nil
	}
	on := "idle"
	if at, ok := m.Due(); ok && string(at.Room) == m.Room && m.Book.Has("duty") && m.Seq%2 == 0 {
		on = "duty"
	}
	w := m.When(nil, words.When{On: on})
	text, _ := m.Book.Pick(w)
	c, ok := m.Utter(nil, "", text)
	if !ok {
		return nil
	}
	return []*Deed{{Choice: c, Score: worthIdle, Why: "it is quiet", Says: text, Slots: w.Slots}}
}

// isTime reports whether this is one of the spans of time in which this one says something, and not another of those
// present.
func (m *Mind) isTime() bool {
	oneIn := uint64(3)
	if m.Has("talkative", "gossip") {
		oneIn = 2
	}
	if m.Has("shy", "grim") {
		oneIn = 6
	}
	slot := word(uint64(m.Now / ChatterEvery))
	return words.Hash("chatter", slot, m.C.ID)%oneIn == 0 && m.IsChosen("chatter", slot)
}
