package npc

import (
	"slices"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/world"
)

// hasTrait reports whether one of several traits is its own.
func (m *Mind) hasTrait(traits ...string) bool {
	return slices.ContainsFunc(m.config.Spec.Traits, func(t string) bool { return slices.Contains(traits, t) })
}

// flag notes something for the trace.
func (m *Mind) flag(what string) { m.flags = append(m.flags, what) }

// changes returns what changed in long-term memory since it was asked last.
func (m *Mind) changes() []memory.Change {
	out := append(m.put, m.mem.Changes()...)
	m.put = nil
	if m.config.Lost {
		return nil
	}
	return out
}

// mayChat reports whether it may speak unasked, or to a creature, by when it did so last.
func (m *Mind) mayChat() bool { return !m.chatted.isWithin(chatterEvery, m.now) }

// due returns where its round wants it at this hour.
func (m *Mind) due() (world.RoundSpec, bool) {
	rounds := m.config.Spec.Rounds
	if len(rounds) == 0 || m.Look.Room.ID == "" {
		return world.RoundSpec{}, false
	}
	at := rounds[len(rounds)-1]
	for _, r := range rounds {
		if r.Hour <= m.Look.You.Hour {
			at = r
		}
	}
	return at, true
}

// isTalking reports whether it is in the middle of a talk with somebody present.
func (m *Mind) isTalking() bool {
	for _, e := range m.Look.Entities {
		if p := m.People[e.ID]; p != nil && p.isHuman && p.isTalking(m.now) {
			return true
		}
	}
	return false
}
