package world

import "slices"

// Seasons: what a rule keeps only at some tides or hours (see [SpawnSpec.When]). It comes when its time begins, and
// when that is over, what still lies where it was put goes, and a creature goes when nobody sees it. That is seen to
// by the zone: while a person is in a zone of such rules, one timer waits for the next change. A zone without people
// has none, so that an idle world writes nothing; whoever comes there finds it as the hour has it.

const lingerWait = Minute // from one look whether somebody still watches what ought to have gone to the next

// indexSeasons makes the index of rules under a condition anew.
func (s *State) indexSeasons() {
	s.Index.Seasonal = map[string][]SpawnID{}
	for id, sp := range anyhow(s.Spawns) {
		if sp.When != nil {
			insert(s.Index.Seasonal, s.zoneAt(s.spawnRoom(sp)), id)
		}
	}
}

// season sees to what comes and goes in a zone when somebody comes there, unless the timer of the zone does.
func (t *Turn) season(zone string, who ActorID) {
	if t.s.Index.Peopled[zone] == 0 || len(t.s.Index.Seasonal[zone]) == 0 ||
		t.s.Timers[timerID(TimerSeason, zone)] != nil {
		return
	}
	t.turnSeason(zone, who, true)
}

// seasonAll is season for every zone with people, after a change of content, which may have changed any rule.
func (t *Turn) seasonAll() {
	for zone := range Ordered(t.s.Index.Peopled) {
		if len(t.s.Index.Seasonal[zone]) > 0 {
			t.cancel(TimerSeason, zone)
			t.turnSeason(zone, "", false)
		}
	}
}

// turnSeason lets come and go in a zone what is to, and waits for the next time. But is who just came, and saw nothing
// of it; of what goes before they had a look they are told nothing.
func (t *Turn) turnSeason(zone string, but ActorID, isUntold bool) {
	rest := false
	for _, id := range t.s.Index.Seasonal[zone] {
		if rest = rest || len(t.notices) >= t.most/2; rest {
			break // what is left is seen to in a moment
		}
		switch sp := t.s.Spawns[id]; {
		case !sp.When.Holds(t.s, nil, t.now):
			t.recede(sp, but, isUntold)
		case !t.s.restsForEver(sp):
			t.respawn(id)
		}
	}
	if t.s.Index.Peopled[zone] == 0 {
		return
	}
	switch next := t.nextSeason(zone); {
	case rest:
		t.after(timerGrid, TimerSeason, zone)
	case next > 0:
		t.emit(TimerSet{Kind: TimerSeason, Subject: zone, Due: next})
	}
}

// nextSeason is when something of a zone comes or goes next; 0 for never.
func (t *Turn) nextSeason(zone string) (next Time) {
	for _, id := range t.s.Index.Seasonal[zone] {
		sp := t.s.Spawns[id]
		at := sp.When.changes(t.now)
		if !sp.When.Holds(t.s, nil, t.now) && t.s.lingers(id) {
			at = (t.now + lingerWait).grid()
		}
		if next == 0 || at > 0 && at < next {
			next = at
		}
	}
	return next
}

// changes is when a condition of tide and hour, which change at full hours, holds no longer or again; 0 for never.
func (w *WhenSpec) changes(now Time) Time {
	for n := range Time(hoursPerDay) {
		if at := (now/GameHour + n + 1) * GameHour; w.isTime(at) != w.isTime(now) {
			return at
		}
	}
	return 0
}

// lingers reports whether a creature that a rule made is there.
func (s *State) lingers(id SpawnID) bool {
	return slices.ContainsFunc(s.Index.Spawned[id], func(made string) bool {
		a := s.Actors[ActorID(made)]
		return a != nil && a.Spawn == id
	})
}

// recede takes away what a rule made and what is still where it was put, and those of its creatures that nobody sees.
// Those in the room are told of one thing that goes, not of each.
func (t *Turn) recede(sp *SpawnSpec, but ActorID, isUntold bool) {
	for _, made := range slices.Clone(t.s.Index.Spawned[sp.ID]) {
		it, a := t.s.Items[ItemID(made)], t.s.Actors[ActorID(made)] // a thing and a creature may share an id
		if it != nil && it.Home && it.Spawn == sp.ID {
			if !t.s.borne(it) {
				t.ebb(it, isUntold)
				isUntold = true
			}
			continue
		}
		if a == nil || a.Spawn != sp.ID || t.busy(a) || a.Following != "" || t.watched(a.Room, but) {
			continue
		}
		t.unbind(a)
		t.leaveBehind(t.s.Index.Held[a.ID], sp.ID, Place{Room: a.Room})
		t.emit(MobGone{Actor: a.ID, Room: a.Room, Over: true})
	}
}

// borne reports whether somebody has a thing, in hand or in what they carry.
func (s *State) borne(it *Item) bool {
	for range nestedMost {
		outer := s.Items[it.At.Item]
		if outer == nil {
			break
		}
		it = outer
	}
	return it.At.Actor != ""
}

// ebb ends a thing whose time is over.
func (t *Turn) ebb(it *Item, isUntold bool) {
	t.leaveBehind(t.s.Index.Inside[it.ID], it.Spawn, it.At)
	e := ItemGone{Item: it.ID, How: Ebbed}
	if !isUntold {
		e.Room = it.At.Room
	}
	t.emit(e)
}

// leaveBehind lays down what something that goes had in it or on it; what rules made there goes along.
func (t *Turn) leaveBehind(things []ItemID, made SpawnID, at Place) {
	for _, id := range slices.Clone(things) {
		it := t.s.Items[id]
		if it.Home && slices.Contains(t.s.Index.Fillers[made], it.Spawn) {
			t.ebb(it, true)
		} else {
			t.emit(ItemMoved{Item: id, Place: at})
		}
	}
}
