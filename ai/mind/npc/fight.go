package npc

import (
	"github.com/mudlark-mud/mudlark/ai/mind/words"
)

// GoesOn reports whether it is in the middle of its turn in a fight by turns.
func (m *Mind) GoesOn() bool { return m.fight.GoesOn }

// fightTurn lists what it could do on its turn in a fight by turns, the best first; nothing when that is not now.
func (m *Mind) fightTurn() []*Deed { return m.moved(m.fight.Moves(m.Look, m.temper())) }

// beside lists what it could do about a fight by turns before it comes to blows, or in which it takes no part.
func (m *Mind) beside() []*Deed {
	out := m.moved(append(BeforeFight(m.Look, m.temper()), SideMoves(m.Look, m.temper())...))
	for i := range m.Look.Percepts {
		if p := &m.Look.Percepts[i]; p.Kind == "encounter_opened" && m.Book.Has("brawl") && !inFight(m.Look) {
			o := &Occasion{Who: m.Know(p.Actor, p.ActorName)}
			out = append(out, m.Say(o, worthTheft, "a fight begins", words.When{On: "brawl"})...)
		}
	}
	return out
}

// moved makes deeds of moves. What is said of one is said once it is done, now and then, and in words of its own.
func (m *Mind) moved(moves []FightMove) []*Deed {
	var out []*Deed
	for _, v := range moves {
		d := &Deed{Choice: v.Choice, Score: v.Score, Why: v.Why}
		if v.Says != "" && m.Book.Has(v.Says) && words.Hash(v.Says, word(m.Seq), m.C.ID)%3 == 0 {
			w := m.When(&Occasion{Who: m.People[v.About]}, words.When{On: v.Says})
			d.Done = &w
		}
		out = append(out, d)
	}
	return out
}

// temper is what it is like in a fight.
func (m *Mind) temper() Temperament {
	return TemperamentOf(m.Has, m.C.Spec.Guards, func(id string) int {
		if p := m.People[id]; p != nil {
			return p.FeelFor(false)
		}
		return 0
	})
}
