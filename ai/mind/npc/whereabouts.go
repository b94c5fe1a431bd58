package npc

import "github.com/mudlark-mud/mudlark/world"

// whereMost is of how many people it knows where it saw them last.
const whereMost = 64

// sawAt notes where somebody is. Of too many, it forgets whom it saw least lately.
func (m *Mind) sawAt(id, room string) {
	m.where[id] = room
	for len(m.where) > whereMost {
		oldest, at := "", world.Time(0)
		for other := range world.Ordered(m.where) {
			seen := world.Time(0)
			if p := m.People[other]; p != nil {
				seen = p.seen
			}
			if _, here := entityHere(m.Look, other); !here && (oldest == "" || seen < at) {
				oldest, at = other, seen
			}
		}
		if oldest == "" {
			return // they are all here
		}
		delete(m.where, oldest)
	}
}
