package world

import "slices"

// Daily rounds. Where a creature with a mind is at an hour is computed and not ticked: an idle world writes nothing.
// When somebody comes where it ought to be, or where it ought no longer to be, it is put where the hour wants it, and
// whoever came finds it as if it had always been there. In sight of anybody it walks, which is its mind's business.

const (
	engagedFor   = Minute      // after somebody spoke to it a creature stays where it is for this long
	engagedAgain = 30 * Second // so often at most that is written down
)

// Engaged says that somebody is speaking to a creature that has its rounds to make, so that it stays for a while.
type Engaged struct {
	Actor ActorID `json:"actor"`
	At    Time    `json:"at"`
}

// settle puts the creatures where their rounds want them that somebody who came would find, or miss.
func (t *Turn) settle(who ActorID, room, from RoomID) {
	if a := t.s.Actors[who]; a == nil || !a.Player() {
		return
	}
	for _, id := range t.s.Index.Minds {
		a := t.s.Actors[id]
		due, ok := t.s.Due(a, t.now)
		switch {
		case !ok || a.Room == due.Room || a.Room != room && due.Room != room:
		case a.Room == from || t.busy(a) || t.watched(a.Room, who) || t.watched(due.Room, who):
		case t.s.dry(due.Room, t.now):
			t.emit(Moved{Actor: id, From: a.Room, To: due.Room, Manner: Settled})
		}
	}
}

// busy reports whether a creature has better things to do than to keep its hours.
func (t *Turn) busy(a *Actor) bool {
	return a.Agent != "" || a.Driver != "" || a.Hire != nil || t.s.Fights(a) || t.s.Index.Seated[a.ID] != "" ||
		a.Engaged > 0 && t.now < a.Engaged+engagedFor
}

// watched reports whether a person is in a room, but for one.
func (t *Turn) watched(room RoomID, but ActorID) bool {
	return slices.ContainsFunc(t.s.Index.Present[room], func(id ActorID) bool {
		return id != but && t.s.Actors[id].Player()
	})
}

// dry reports whether there is such a room, and the sea does not stand in it.
func (s *State) dry(room RoomID, now Time) bool {
	r := s.Rooms[room]
	return r != nil && (r.Tidal == nil || r.Tidal.dry(now.Tide()))
}

// engage is what follows when somebody speaks: aloud, to all who are there, or to one.
func (t *Turn) engage(speaker, to ActorID) {
	a := t.s.Actors[speaker]
	if a == nil || !a.Player() || len(t.s.Index.Minds) == 0 {
		return
	}
	if to != "" {
		t.stay(to)
		return
	}
	for _, id := range t.s.Index.Present[a.Room] {
		t.stay(id)
	}
}

func (t *Turn) stay(id ActorID) {
	a := t.s.Actors[id]
	m := t.s.Minded(a)
	if m == nil || len(m.Rounds) == 0 || a.Engaged > 0 && t.now < a.Engaged+engagedAgain {
		return
	}
	t.emit(Engaged{Actor: id, At: t.sometime()})
}

func (e Engaged) fold(s *State)    { s.actor(e.Actor).Engaged = e.At }
func (Engaged) scene(*State) scene { return scene{} }

func (Engaged) traits() Traits { return Traits{} }

// Toward returns in which direction a creature with a mind goes first to come to a room by the shortest way on which
// it may walk, whatever doors are in it; "" when there is none, or it is there.
func (s *State) Toward(a *Actor, room RoomID, now Time) Dir {
	type step struct {
		at    RoomID
		first Dir
	}
	seen := map[RoomID]bool{a.Room: true}
	for queue := []step{{at: a.Room}}; len(queue) > 0; queue = queue[1:] {
		for _, e := range s.exitsOf(queue[0].at) {
			if seen[e.To] || !s.Roams(a, e.To) || !s.dry(e.To, now) {
				continue
			}
			seen[e.To] = true
			next := step{e.To, queue[0].first}
			if next.first == "" {
				next.first = e.Dir
			}
			if e.To == room {
				return next.first
			}
			queue = append(queue, next)
		}
	}
	return ""
}
