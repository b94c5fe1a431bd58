package npc

import "github.com/mudlark-mud/mudlark/world"

// whereMost is of how many people it knows where it saw them last.
const whereMost = 64

// Saw notes where somebody is. Of too many, it forgets whom it saw least lately.
func (m *Mind) Saw(id, room string) {
	m.Where[id] = room
	for len(m.Where) > whereMost {
		oldest, at := "", world.Time(0)
		for other := range world.Ordered(m.Where) {
			seen := world.Time(0)
			if p := m.People[other]; p != nil {
				seen = p.Seen
			}
			if _, here := Present(m.Look, other); !here && (oldest == "" || seen < at) {
				oldest, at = other, seen
			}
		}
		if oldest == "" {
			return // they are all here
		}
		delete(m.Where, oldest)
	}
}
