package world

import "slices"

// FoldSeen folds a record as [State.Fold] does, and tells after each event how somebody unseen would have perceived it
// who stands in a room and sees in the dark: for walking about in the past. What only those concerned perceive is not
// told.
func (s *State) FoldSeen(r *Record, room RoomID, tell func(n *Notice, sense Sense)) {
	for i := range r.Notices {
		n := &r.Notices[i]
		n.Event.fold(s)
		if sense := s.unseen(n.Event.scene(s), room); sense != 0 {
			tell(n, sense)
		}
	}
	s.stamp(r.Seq, r.At)
}

// unseen returns how somebody in a room perceives a scene without being in it, 0 when not at all.
func (s *State) unseen(sc scene, room RoomID) Sense {
	var sense Sense
	if sc.sight {
		sense |= Saw
	}
	if sc.sound {
		sense |= Heard
	}
	switch {
	case sc.closed, room == "":
		return 0
	case room == sc.room:
		return sense
	case room == sc.left && sense != 0:
		return sense | Left
	case slices.ContainsFunc(sc.others, func(id ActorID) bool { return s.whereIs(id) == room }):
		return Heard | Far
	}
	return 0
}
