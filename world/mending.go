package world

// mend puts what is out of place where it can be: on the floor of the room where it is, or at the start. Each start
// does it, for the state that was loaded may not pass [State.Check]: releases before 0.2 could leave such behind a
// pack that put a container into another. Numbers that cannot be stay as they are.
func (t *Turn) mend() {
	for id, a := range Ordered(t.s.Actors) {
		if a.Presence != Away && t.s.Rooms[a.Room] == nil {
			t.endFights(a)
			t.emit(Moved{Actor: id, From: a.Room, To: t.s.start(), Manner: Conjured})
		}
	}
	for id, it := range Ordered(t.s.Items) {
		if to := t.s.mended(it); to != it.At {
			t.emit(ItemMoved{Item: id, Place: to})
		}
	}
	t.undress()
}

// mended returns where a thing can be: where it is, if it can.
func (s *State) mended(it *Item) Place {
	at := it.At
	places := boolInt(at.Room != "") + boolInt(at.Actor != "") + boolInt(at.Item != "")
	outer := s.Items[at.Item]
	switch {
	case places != 1,
		at.Room != "" && s.Rooms[at.Room] == nil, at.Actor != "" && s.Actors[at.Actor] == nil, at.Item != "" && outer == nil:
		return Place{Room: s.start()}
	case outer == nil || outer.At.Item == "":
		return at
	}
	if around := s.Items[outer.At.Item]; around != nil && around.Proto == corpseProto && around.At.Item == "" {
		return at // the dead keep their pouches
	}
	room := s.roomOf(outer.At)
	if s.Rooms[room] == nil {
		room = s.start()
	}
	return Place{Room: room}
}

// undress takes off the second of two things that are worn in one place, and what is worn by nobody.
func (t *Turn) undress() {
	type place struct {
		who  ActorID
		slot Slot
	}
	worn := map[place]bool{}
	for id, it := range Ordered(t.s.Items) {
		if it.Worn == "" {
			continue
		}
		at := place{it.At.Actor, it.Worn}
		if it.At.Actor == "" || worn[at] {
			t.emit(ItemMoved{Item: id, Place: it.At}) // whatever is moved is worn no more
		}
		worn[at] = true
	}
}
