package world

import "slices"

// A hidden way is in no list of exits. Who has walked it knows it, and so do their map and the ways that it tells;
// nobody else's.

// WayFound says that somebody walked a hidden way for the first time.
type WayFound struct {
	Actor ActorID `json:"actor"`
	Room  RoomID  `json:"room"`
	Dir   Dir     `json:"dir"`
}

// findWay is the reaction to somebody's walking.
func (t *Turn) findWay(e Moved) {
	a := t.s.Actors[e.Actor]
	exit, ok := t.s.exit(e.From, e.Dir)
	if ok && exit.Hidden && exit.To == e.To && a != nil && a.Player() && !a.found(e.From, e.Dir) {
		t.emit(WayFound{Actor: e.Actor, Room: e.From, Dir: e.Dir})
	}
}

// found reports whether somebody knows a hidden way.
func (a *Actor) found(room RoomID, dir Dir) bool { return slices.Contains(a.Found[room], dir) }

// WaysKnown is Ways with the hidden ones that somebody has walked.
func (s *State) WaysKnown(id RoomID, viewer ActorID, now Time) []Way {
	out := s.Ways(id, viewer, now)
	me, room := s.Actors[viewer], s.Rooms[id]
	if me == nil || room == nil || len(me.Found[id]) == 0 {
		return out
	}
	for _, e := range room.Exits {
		if to := s.Rooms[e.To]; to != nil && e.Hidden && me.found(id, e.Dir) && s.Admits(me, to) {
			out = append(out, s.wayOf(e, to, me, now))
		}
	}
	return out
}

func (e WayFound) fold(s *State) {
	a := s.actor(e.Actor)
	if a.Found == nil {
		a.Found = map[RoomID][]Dir{}
	}
	a.Found[e.Room] = append(slices.Clone(a.Found[e.Room]), e.Dir)
}

func (e WayFound) scene(*State) scene { return scene{actor: e.Actor, closed: true} }

func (WayFound) traits() Traits {
	return Traits{Wordless: true, Touches: AspectMap, Cue: cue("Way found")}
}
