package npc

import (
	"slices"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/world"
)

// Has reports whether one of several traits is its own.
func (m *Mind) Has(traits ...string) bool {
	return slices.ContainsFunc(m.C.Spec.Traits, func(t string) bool { return slices.Contains(traits, t) })
}

// Flag notes something for the trace.
func (m *Mind) Flag(what string) { m.Flags = append(m.Flags, what) }

// Changes returns what changed in long-term memory since it was asked last.
func (m *Mind) Changes() []memory.Change {
	out := append(m.put, m.Mem.Changes()...)
	m.put = nil
	if m.C.Lost {
		return nil
	}
	return out
}

// MayChat reports whether it may speak unasked, or to a creature, by when it did so last.
func (m *Mind) MayChat() bool { return m.chatted == 0 || m.Now-m.chatted >= ChatterEvery }

// Due returns where its round wants it at this hour.
func (m *Mind) Due() (world.RoundSpec, bool) {
	rounds := m.C.Spec.Rounds
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

// IsTalking reports whether it is in the middle of a talk with somebody present.
func (m *Mind) IsTalking() bool {
	for _, e := range m.Look.Entities {
		if p := m.People[e.ID]; p != nil && p.IsHuman && p.IsTalking(m.Now) {
			return true
		}
	}
	return false
}
