package world

import "slices"

// Held is somebody whom a jail keeps, and where they stood before.
type Held struct {
	Who  ActorID `json:"who"`
	Back RoomID  `json:"back"`
}

// PersonalSanctions lists the kinds that are about a person.
func PersonalSanctions() []SanctionKind {
	return []SanctionKind{SanctionMute, SanctionFreeze, SanctionJail, SanctionBan}
}

// leaving marks actions by which somebody comes away from where they are, or asks others to them: what a jail keeps
// from, besides what is carried. Whatever else would move them is looked after where it moves them: who follows, who
// wakes after death.
type leaving interface{ leaving() }

func (Move) leaving() {}
func (Flee) leaving() {}

// cell is the room in which the pack has people jailed; "" leaves them where they stand.
func (s *State) cell() RoomID {
	for _, p := range Ordered(s.Packs) {
		if s.Rooms[p.Jail] != nil {
			return p.Jail
		}
	}
	return ""
}

// jailed returns the sanction by which a player may not leave where they are, or nil.
func (s *State) jailed(a *Actor, now Time) *Sanction {
	if len(s.Sanctions) == 0 || !a.Player() {
		return nil
	}
	return s.SanctionOn(SanctionJail, a, now)
}

// wakesIn is where a player wakes after death: where people arrive, but for the jailed.
func (s *State) wakesIn(a *Actor, now Time) RoomID {
	if x := s.jailed(a, now); x != nil {
		if room := s.Rooms[x.Room]; room != nil {
			return x.Room
		}
		if s.Rooms[a.Room] != nil {
			return a.Room
		}
	}
	return s.start()
}

// holdsOf says in a jail where it is and whom it keeps, and where they stood. One that is given anew keeps what it
// knew.
func (t *Turn) holdsOf(x *Sanction) {
	if x.Kind != SanctionJail {
		return
	}
	if was := t.s.Sanctions[x.ID]; was != nil && was.fits(t.s, t.s.Actors[x.Who]) {
		x.Room, x.Held = was.Room, was.Held
	}
	if x.Room == "" || t.s.Rooms[x.Room] == nil {
		x.Room = t.s.cell()
	}
	if x.Room == "" {
		x.Held = nil
		return
	}
	who := []ActorID{x.Who}
	if x.Whole {
		who = t.s.persons(t.s.Actors[x.Who])
	}
	x.Held = slices.Clone(x.Held)
	for _, id := range who {
		if room := t.s.Actors[id].Room; !x.keeps(id) && room != x.Room {
			x.Held = append(x.Held, Held{Who: id, Back: room})
		}
	}
}

// keeps reports whether a jail knows where somebody stood before.
func (x *Sanction) keeps(id ActorID) bool {
	return slices.ContainsFunc(x.Held, func(h Held) bool { return h.Who == id })
}

// lockUp brings those whom a jail keeps into it, the absent too: they wake there.
func (t *Turn) lockUp(x *Sanction) {
	who := []ActorID{x.Who}
	if x.Whole {
		who = slices.Clone(t.s.persons(t.s.Actors[x.Who]))
	}
	for _, id := range who {
		a := t.s.Actors[id]
		if a.Presence != Away {
			t.unbind(a)
		}
		if x.Room != "" && a.Room != x.Room {
			t.haul(a, x.Room)
		}
	}
}

// letOut brings those back whom a jail kept, if they are still there: where they stood, or else where people arrive.
func (t *Turn) letOut(x *Sanction) {
	if x.Kind != SanctionJail || x.Room == "" {
		return
	}
	var kept []ActorID
	for _, h := range x.Held {
		kept = append(kept, h.Who)
	}
	if who := t.s.Actors[x.Who]; who != nil && who.Num == x.Num {
		kept = append(kept, t.s.persons(who)...) // also who was made since
	}
	slices.Sort(kept)
	for _, id := range slices.Compact(kept) {
		a, to := t.s.Actors[id], t.s.start()
		if a == nil {
			continue // erased since
		}
		if at := slices.IndexFunc(x.Held, func(h Held) bool { return h.Who == id }); at >= 0 {
			if t.s.Rooms[x.Held[at].Back] != nil {
				to = x.Held[at].Back
			}
		} else if !x.Whole {
			continue
		}
		if a.Room == x.Room && to != a.Room && t.s.jailed(a, t.now) == nil {
			t.haul(a, to)
		}
	}
}
