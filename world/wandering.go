package world

import "slices"

// What creatures do by themselves that have no mind: they wander about and pick up what lies there. It is done by the
// zone and not by the creature: while a person is in a zone of such creatures, one timer goes round in it, and each
// time the dice say which of them stir. A zone without people has no timer, so that an idle world writes nothing.

const (
	roamPeriod    = 5 * Second // how often the creatures of a zone may stir; all zones at once, which makes few records
	roamStepsMost = 200        // of one zone at a time
	roamRoomMost  = 40         // nobody wanders where so many stand already
	scavengeEvery = 60         // seconds from one look about for what lies there to the next, on average
	scavengeMost  = 10         // things that a creature has before it leaves the rest
)

// WandersSpec says that a creature wanders: about every so many seconds it takes one step, in its zone, or only into
// those rooms. It never goes through what is closed or hidden, nor under the tide but into a room that it lists, and an
// aggressive one never into a safe room.
type WandersSpec struct {
	Every int      `json:"every" yaml:"every"` // seconds
	Rooms []RoomID `json:"rooms,omitempty" yaml:"rooms,omitempty"`
	Far   bool     `json:"far,omitempty" yaml:"far,omitempty"` // out of its zone, too
}

// WandersLeast is the shortest time between the steps of a creature that wanders, in seconds.
const WandersLeast = int(roamPeriod / Second)

// wild returns the pattern of a creature that has no mind of its own, or nil: what it does by itself is only for such.
func (s *State) wild(a *Actor) *MobSpec {
	if a == nil {
		return nil
	}
	m := s.mob(a)
	if m == nil || m.Mind != nil || m.Ready != nil {
		return nil
	}
	return m
}

// stirs reports whether a creature does something by itself as time goes by.
func (s *State) stirs(a *Actor) bool {
	m := s.wild(a)
	return m != nil && (m.Wanders != nil || m.Scavenges ||
		slices.ContainsFunc(m.On, func(on OnSpec) bool { return on.Hour > 0 }))
}

// zoneAt returns the zone of a room as the room names it; "" is that of rooms that name none, or that are gone.
func (s *State) zoneAt(room RoomID) string {
	if r := s.Rooms[room]; r != nil {
		return r.Zone
	}
	return ""
}

// indexZoned puts somebody who is in the world into the index of who is in which zone.
func (s *State) indexZoned(a *Actor) {
	zone := s.zoneAt(a.Room)
	switch {
	case a.Player():
		s.Index.Peopled[zone]++
	case s.stirs(a):
		insert(s.Index.Beasts, zone, a.ID)
	}
}

// unindexZoned takes somebody out of it.
func (s *State) unindexZoned(a *Actor) {
	zone := s.zoneAt(a.Room)
	if a.Player() {
		if s.Index.Peopled[zone]--; s.Index.Peopled[zone] == 0 {
			delete(s.Index.Peopled, zone)
		}
		return
	}
	if left := without(s.Index.Beasts[zone], a.ID); len(left) > 0 {
		s.Index.Beasts[zone] = left
	} else {
		delete(s.Index.Beasts, zone)
	}
}

// indexZones makes that index anew, when rooms changed their zones or creatures their ways.
func (s *State) indexZones() {
	s.Index.Peopled, s.Index.Beasts = map[string]int{}, map[string][]ActorID{}
	for _, a := range anyhow(s.Actors) {
		if a.Presence != Away {
			s.indexZoned(a)
		}
	}
}

// rezones reports whether a change of content puts rooms in which somebody stands into other zones.
func (s *State) rezones(e *PackApplied) bool {
	isHere := func(id RoomID) bool { return len(s.Index.Present[id]) > 0 }
	return slices.ContainsFunc(e.RoomsGone, isHere) || slices.ContainsFunc(e.Rooms, func(r RoomSpec) bool {
		return isHere(r.ID) && s.zoneAt(r.ID) != r.Zone
	})
}

// waken lets the creatures of a zone stir while a person is in it.
func (t *Turn) waken(zone string) {
	if t.s.Index.Peopled[zone] == 0 || t.s.Timers[timerID(TimerRoam, zone)] != nil ||
		len(t.s.Index.Beasts[zone]) == 0 && !t.restless(zone) {
		return
	}
	t.emit(TimerSet{Kind: TimerRoam, Subject: zone, Due: (t.now/roamPeriod + 1) * roamPeriod})
}

// wakenAll is waken for every zone with people, after a change of content.
func (t *Turn) wakenAll() {
	for zone := range Ordered(t.s.Index.Peopled) {
		t.waken(zone)
	}
}

// roam lets the creatures of a zone stir. It begins with another of them each time: where more would go than may, it is
// not always the same that stay.
func (t *Turn) roam(zone string) {
	t.waken(zone)
	if t.s.Timers[timerID(TimerRoam, zone)] == nil {
		return
	}
	t.passScripts(zone)
	beasts, steps := slices.Clone(t.s.Index.Beasts[zone]), 0
	if len(beasts) == 0 {
		return
	}
	first := t.roll("roam", zone, len(beasts)) - 1
	for i := range beasts {
		if steps == roamStepsMost || t.full() || t.s.Index.Peopled[zone] == 0 { // the last of them followed one out
			return
		}
		a := t.s.Actors[beasts[(first+i)%len(beasts)]]
		if a == nil || t.roamed[a.ID] || t.s.zoneAt(a.Room) != zone || t.busy(a) || a.Following != "" {
			continue
		}
		if t.keepsHour(a) || t.scavenge(a) || t.wander(a) {
			steps++
			if t.roamed == nil {
				t.roamed = map[ActorID]bool{}
			}
			t.roamed[a.ID] = true // it may be in a zone now whose turn is still to come
		}
	}
}

// chance reports whether the dice let something happen that happens once in so many seconds.
func (t *Turn) chance(purpose string, who ActorID, every int) bool {
	return t.roll(purpose, string(who), max(every, WandersLeast)) <= WandersLeast
}

// wander lets a creature take a step, if it is time for one, and reports whether it did.
func (t *Turn) wander(a *Actor) bool {
	w := t.s.mob(a).Wanders
	if w == nil || t.s.pose(a) != "" || !t.chance("wander", a.ID, w.Every) {
		return false
	}
	ways := t.s.prowls(a, t.now)
	if len(ways) == 0 {
		return false
	}
	t.walk(a, ways[t.roll("step", string(a.ID), len(ways))-1], Walked)
	if t.s.Actors[a.ID] == a {
		t.prowled(a)
	}
	return true
}

// prowls lists the ways that a creature without a mind may take by itself from where it is: to wander, and to flee.
func (s *State) prowls(a *Actor, now Time) (ways []ExitSpec) {
	for _, e := range s.exitsOf(a.Room) {
		if _, r := s.way(a, e.Dir, now); r == nil && !e.Hidden && s.ranges(a, e.To) {
			ways = append(ways, e)
		}
	}
	return ways
}

// ranges reports whether a room is where a creature without a mind goes by itself.
func (s *State) ranges(a *Actor, room RoomID) bool {
	m, from, to := s.mob(a), s.Rooms[a.Room], s.Rooms[room]
	if m == nil || from == nil || to == nil || room == a.Room {
		return false
	}
	w := m.Wanders
	if w == nil {
		w = &WandersSpec{}
	}
	switch {
	case to.Tame, m.Aggressive && to.Safe, len(s.Index.Present[room]) >= roamRoomMost:
		return false
	case len(w.Rooms) > 0:
		return slices.Contains(w.Rooms, room)
	case to.Tidal != nil:
		return false
	}
	return w.Far || to.Zone == from.Zone
}

// prowled is what follows when a creature came somewhere by itself: it may see prey there, and goes on stirring.
func (t *Turn) prowled(a *Actor) {
	t.waken(t.s.zoneAt(a.Room))
	if t.s.Timers[timerID(TimerNotice, string(a.ID))] == nil { // coming and going must not put it off
		t.rouse(a.ID)
	}
}

// scavenge lets a creature that picks things up take one that lies there, if it is time, and reports whether it did.
// What somebody keeps or owns it leaves alone, and where nobody can fight it, all.
func (t *Turn) scavenge(a *Actor) bool {
	m, room := t.s.mob(a), t.s.Rooms[a.Room]
	if !m.Scavenges || t.s.pose(a) != "" || m.Guarded || room == nil || room.Safe ||
		len(t.s.Index.Held[a.ID]) >= scavengeMost ||
		len(t.s.Index.Floor[a.Room]) == 0 || !t.chance("scavenge", a.ID, scavengeEvery) {
		return false
	}
	for _, id := range t.s.Index.Floor[a.Room] {
		it := t.s.Items[id]
		sp := t.s.spec(it)
		if sp.Fixed || sp.Coins || it.Proto == corpseProto || it.Kit != "" || it.Guest != "" ||
			t.s.OwnerOfThing(it) != "" || t.s.Guarded(a, it) != nil {
			continue
		}
		t.emit(ItemTaken{Actor: a.ID, Item: id})
		return true
	}
	return false
}
