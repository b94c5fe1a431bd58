package world

import "slices"

// Guarding. A creature keeps things and doors ([KeepsSpec]): where it stands nobody takes what it keeps, or what lies
// in it, and nobody opens such a door or goes through it. It is in the way for as long as it is there and fights nobody
// else: it is beaten, talked round, or kept busy by a friend.

// KeepsSpec is what a creature keeps from everybody.
type KeepsSpec struct {
	Items []ProtoID `json:"items,omitempty" yaml:"items,omitempty"` // what lies in one of them is kept, too
	Doors []DoorID  `json:"doors,omitempty" yaml:"doors,omitempty"`
	Text  string    `json:"text" yaml:"text"` // told to whoever is refused
}

// Guarded refuses somebody a thing in reach that a creature keeps.
func (s *State) Guarded(who *Actor, it *Item) *Refusal {
	box := s.Items[it.At.Item]
	return s.keptFrom(who, func(k *KeepsSpec) bool {
		return slices.Contains(k.Items, it.Proto) || box != nil && slices.Contains(k.Items, box.Proto)
	})
}

// DoorGuarded refuses somebody a door where they stand that a creature there keeps; "" is no door.
func (s *State) DoorGuarded(who *Actor, door DoorID) *Refusal {
	if door == "" {
		return nil
	}
	return s.keptFrom(who, func(k *KeepsSpec) bool { return slices.Contains(k.Doors, door) })
}

// keptFrom refuses what one of the creatures where somebody stands keeps and has its hands free to keep. It is asked of
// each thing that is taken or might be, however many people stand about: so it looks at guards alone.
func (s *State) keptFrom(who *Actor, keeps func(*KeepsSpec) bool) *Refusal {
	for _, id := range s.Index.Guards {
		a := s.Actors[id]
		if a.Room != who.Room || a == who || !s.guards(a) {
			continue
		}
		if k := s.mob(a).Keeps; keeps(k) && !s.isDrawnOff(a, who) {
			return refuse(CodeCannot, k.Text)
		}
	}
	return nil
}

// guards reports whether a creature keeps something.
func (s *State) guards(a *Actor) bool {
	m := s.mob(a)
	return m != nil && m.Keeps != nil
}

// isDrawnOff reports whether a creature fights, and not with somebody.
func (s *State) isDrawnOff(a, from *Actor) bool {
	if e := s.EncounterOf(a.ID); e != nil {
		return e.Mode == ModeCombat && s.EncounterOf(from.ID) != e
	}
	return a.Fighting != "" && a.Fighting != from.ID && from.Fighting != a.ID
}
