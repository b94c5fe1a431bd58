package npc

import (
	"cmp"

	"github.com/mudlark-mud/mudlark/ai/mind/dialogue"
	"github.com/mudlark-mud/mudlark/world"
)

// suits says how well it suits somebody present to answer words that nobody was named in.
func (m *Mind) suits(id string, h dialogue.Heard) int {
	stems := h.Stems
	if h.IsSocial() {
		stems = nil
	}
	return m.config.Town.Suits(id, m.Room, m.Look.You.Hour, stems)
}

// isBest reports whether of all present it is this mind that answers words which nobody was named in.
func (m *Mind) isBest(who string, h dialogue.Heard) bool {
	mine, hash := m.suits(m.config.ID, h), dialogue.Hash("answer", who, m.config.ID)
	for _, e := range minded(m.Look) {
		theirs, other := m.suits(e.ID, h), dialogue.Hash("answer", who, e.ID)
		if c := cmp.Or(cmp.Compare(theirs, mine), cmp.Compare(hash, other), cmp.Compare(m.config.ID, e.ID)); c > 0 {
			return false
		}
	}
	return true
}

// isForAnyone reports whether words that nobody is named in are for whoever of the house is there, though several
// people are: they are put to all, or they are what one says to a house; and nobody else waits for an answer, so that
// it is not for them.
func (m *Mind) isForAnyone(o *occasion) bool {
	if o.heard.IsForAll() {
		return true
	}
	if !o.heard.IsSocial() {
		return false
	}
	for id, spoke := range world.Ordered(m.unheard) {
		if _, here := entityHere(m.Look, id); here && id != o.who.id && o.at-spoke <= PendingFor {
			return false
		}
	}
	return true
}

// whereabouts returns where somebody of the town is: here, or in the room in which the hour wants them.
func (m *Mind) whereabouts(n *Neighbour) (room string, here bool) {
	if _, seen := entityHere(m.Look, n.ID); seen || n.ID == m.config.ID {
		return m.Room, true
	}
	return n.At(m.Look.You.Hour), false
}
