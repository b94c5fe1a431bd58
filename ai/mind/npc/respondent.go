package npc

import (
	"cmp"

	"github.com/mudlark-mud/mudlark/ai/mind/words"
	"github.com/mudlark-mud/mudlark/world"
)

// suits says how well it suits somebody present to answer words that nobody was named in.
func (m *Mind) suits(id string, h words.Heard) int {
	stems := h.Stems
	if h.IsSocial() {
		stems = nil
	}
	return m.C.Town.Suits(id, m.Room, m.Look.You.Hour, stems)
}

// IsBest reports whether of all present it is this mind that answers words which nobody was named in.
func (m *Mind) IsBest(who string, h words.Heard) bool {
	mine, hash := m.suits(m.C.ID, h), words.Hash("answer", who, m.C.ID)
	for _, e := range Minded(m.Look) {
		theirs, other := m.suits(e.ID, h), words.Hash("answer", who, e.ID)
		if c := cmp.Or(cmp.Compare(theirs, mine), cmp.Compare(hash, other), cmp.Compare(m.C.ID, e.ID)); c > 0 {
			return false
		}
	}
	return true
}

// isForAnyone reports whether words that nobody is named in are for whoever of the house is there, though several
// people are: they are put to all, or they are what one says to a house; and nobody else waits for an answer, so that
// it is not for them.
func (m *Mind) isForAnyone(o *Occasion) bool {
	if o.Heard.IsForAll() {
		return true
	}
	if !o.Heard.IsSocial() {
		return false
	}
	for id, spoke := range world.Ordered(m.unheard) {
		if _, here := Present(m.Look, id); here && id != o.Who.ID && o.At-spoke <= PendingFor {
			return false
		}
	}
	return true
}

// Whereabouts returns where somebody of the town is: here, or in the room in which the hour wants them.
func (m *Mind) Whereabouts(n *Neighbour) (room string, here bool) {
	if _, seen := Present(m.Look, n.ID); seen || n.ID == m.C.ID {
		return m.Room, true
	}
	return n.At(m.Look.You.Hour), false
}
