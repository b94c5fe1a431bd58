package npc

import (
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/dialogue"
	"github.com/mudlark-mud/mudlark/world"
)

// goesOn reports whether it is in the middle of its turn in a fight by turns.
func (m *Mind) goesOn() bool { return m.fight.GoesOn }

// fightTurn lists what it could do on its turn in a fight by turns, the best first; nothing when that is not now.
func (m *Mind) fightTurn() []*Option { return m.moved(m.fight.Moves(m.Look, m.temperament())) }

// beside lists what it could do about a fight by turns before it comes to blows, or in which it takes no part.
func (m *Mind) beside() []*Option {
	out := m.moved(append(BeforeFight(m.Look, m.temperament()), SideMoves(m.Look, m.temperament())...))
	for i := range m.Look.Percepts {
		p := &m.Look.Percepts[i]
		switch {
		case inFight(m.Look):
		case p.Kind == "encounter_opened" && m.book.Has("brawl"):
			o := &occasion{who: m.know(p.Actor, p.ActorName)}
			out = append(out, m.say(o, worthTheft, "a fight begins", dialogue.Query{On: "brawl"})...)
		case p.Kind == "encounter_ended":
			out = append(out, m.remarks(p)...)
		}
	}
	return out
}

// remarks is what it says to everybody once a fight by turns was won, or settled by wits.
func (m *Mind) remarks(p *mind.Percept) []*Option {
	how := world.Outcome(p.Words("how"))
	if how != world.OutcomeWon && how != world.OutcomeSettled || !m.book.Has("brawl-over") || !m.mayChat() {
		return nil
	}
	text, slots := m.line(m.when(nil, dialogue.Query{On: "brawl-over"}))
	c, ok := m.utter(nil, "", text)
	if !ok {
		return nil
	}
	return []*Option{{choice: c, score: worthTheft, why: "a fight is over", says: text, slots: slots}}
}

// moved makes deeds of moves. What is said of one is said once it is done, now and then, and in words of its own.
func (m *Mind) moved(moves []FightMove) []*Option {
	var out []*Option
	for _, v := range moves {
		d := &Option{choice: v.Choice, score: v.Score, why: v.Why}
		if v.Says != "" && m.book.Has(v.Says) && dialogue.Hash(v.Says, word(m.seq), m.config.ID)%3 == 0 {
			w := m.when(&occasion{who: m.People[v.About]}, dialogue.Query{On: v.Says})
			d.done = &w
		}
		out = append(out, d)
	}
	return out
}

// temperament is what it is like in a fight.
func (m *Mind) temperament() Temperament {
	return TemperamentOf(m.hasTrait, m.config.Spec.Guards, func(id string) int {
		if p := m.People[id]; p != nil {
			return p.feelFor(false)
		}
		return 0
	})
}
