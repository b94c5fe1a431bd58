package world

import "slices"

// What a companion does of itself beside whoever hired it, by rule and without its mind: it says where it goes no
// further, comes after its employer, takes part in fights, and leaves for reasons of its own.

// escortRoomsMost bounds how many places a companion looks at to find its way to its employer, or home.
const escortRoomsMost = 400

// goesAlong reports whether a companion goes to a place.
func (s *State) goesAlong(a *Actor, to *RoomSpec) bool {
	spec := s.hire(a)
	switch {
	case to == nil:
		return false
	case spec == nil:
		return true
	case slices.Contains(spec.Never, to.ID), to.Tidal != nil && !spec.Wet:
		return false
	}
	return len(spec.Zones) == 0 || slices.Contains(spec.Zones, to.Zone)
}

// staysBehind lets those companions say so who follow somebody and do not go where they are about to.
func (t *Turn) staysBehind(leader *Actor, behind []ActorID, to *RoomSpec) {
	for _, id := range behind {
		a := t.s.Actors[id]
		if a == nil || a.Hire == nil || a.Hire.By != leader.ID || a.Room != leader.Room || t.s.Fights(a) {
			continue
		}
		_, why := t.s.bars(a, to)
		if spec := t.s.hire(a); spec != nil && (why != "" || !t.s.goesAlong(a, to)) {
			t.speaks(a, spec.Words.Waits)
		}
	}
}

// reactHired is react for companions.
func (t *Turn) reactHired(e Event) {
	switch e := e.(type) {
	case Moved:
		t.escorted(e)
	case FightBegan:
		t.sided(e)
	case FightEnded:
		t.keepSoon(e.Actor)
	case FighterJoined:
		for _, id := range t.s.HiredBy(e.Fighter.ID) {
			t.keepSoon(id)
		}
	case Stunned:
		t.keepSoon(e.Actor)
	case Died:
		if a := t.s.Actors[e.Actor]; a != nil && a.Hire != nil {
			t.partWith(a, PartedDead)
		}
		for _, id := range t.s.HiredBy(e.Actor) {
			t.partWith(t.s.Actors[id], PartedLost)
		}
	case FollowEnded:
		if a := t.s.Actors[e.Actor]; a != nil && a.Hire != nil && a.Hire.By == e.Leader {
			t.partWith(a, PartedLost)
		}
	default:
	}
}

// keepSoon lets a companion look about in a moment for what is to be done.
func (t *Turn) keepSoon(id ActorID) {
	if a := t.s.Actors[id]; a != nil && a.Hire != nil && t.s.Timers[timerID(TimerKeep, string(id))] == nil {
		t.after(hireKeepsUp, TimerKeep, string(id))
	}
}

// escorted is what companions make of their employer's having gone somewhere: the sea takes them along, who waited says
// a word, and who was left comes after.
func (t *Turn) escorted(e Moved) {
	for _, id := range t.s.HiredBy(e.Actor) {
		a := t.s.Actors[id]
		switch {
		case e.Manner == Swept && a.Room == e.From:
			t.endFights(a)
			t.emit(Moved{Actor: id, From: a.Room, To: e.To, Manner: Swept})
		case a.Room == e.To && !t.pauses(a) && t.s.hire(a) != nil:
			t.speaks(a, t.s.hire(a).Words.Follows)
		case a.Room == e.From && e.Manner == Walked: // it follows in a moment, or said that it does not
		case a.Room != e.To:
			t.keepSoon(id)
		}
	}
}

// sided is what companions make of a fight in rounds: they leave whoever attacks somebody they like, and help else.
func (t *Turn) sided(e FightBegan) {
	for _, id := range t.s.HiredBy(e.Actor) {
		a, foe := t.s.Actors[id], t.s.Actors[e.Target]
		if !e.Answer && t.s.likes(a, foe) {
			t.partWith(a, PartedWronged)
			continue
		}
		t.keepSoon(id)
	}
	for _, id := range t.s.HiredBy(e.Target) {
		t.keepSoon(id)
	}
}

// likes reports whether somebody is one whom a creature with a mind would not see attacked: itself, and to whom it
// has a relation of more than nothing.
func (s *State) likes(a, other *Actor) bool {
	m := s.Minded(a)
	if m == nil || other == nil || other.Player() {
		return false
	}
	return a == other || slices.ContainsFunc(m.Relations, func(r RelationSpec) bool {
		return r.To == other.Proto && r.Feels > 0
	})
}

// quails reports whether a creature that can be hired has fewer hit points than it goes along with.
func (s *State) quails(a *Actor, now Time) bool {
	spec := s.hire(a)
	return spec != nil && s.HPNow(a, now)*100 < spec.Leaves*a.HPMost()
}

// breaks lets a companion who is hurt below its measure leave, out of a fight too, and reports whether it did. Where
// there is no way out it fights on.
func (t *Turn) breaks(a *Actor) bool {
	if a.Hire == nil || !t.s.quails(a, t.now) {
		return false
	}
	var ways []ExitSpec
	for _, x := range t.s.exitsOf(a.Room) {
		if _, r := t.s.way(a, x.Dir, t.now); r == nil && !x.Hidden && t.s.goesAlong(a, t.s.Rooms[x.To]) {
			ways = append(ways, x)
		}
	}
	if t.s.Fights(a) && len(ways) == 0 {
		return false
	}
	inFight := t.s.Fights(a)
	t.endFights(a)
	t.quitEncounter(a.ID)
	t.partWith(a, PartedHurt)
	if inFight {
		t.walk(a, ways[t.roll("way", string(a.ID), len(ways))-1], Fled)
	}
	return true
}

// keepUp is what a companion does when it looks about: it leaves if it is hurt, helps, or takes a step towards its
// employer. One that is hired no more goes home in the same way.
func (t *Turn) keepUp(id ActorID) {
	a := t.s.Actors[id]
	switch {
	case a == nil || a.Presence != Here || a.Agent != "" || a.Driver != "":
		return
	case a.Hire == nil:
		t.headsHome(a)
		return
	case t.breaks(a) || t.s.Fights(a):
		return
	}
	by := t.s.Actors[a.Hire.By]
	if by.Room != a.Room {
		if t.steps(a, by.Room) {
			t.rejoins(a, by)
		}
		return
	}
	t.helps(a, by)
}

// rejoins is what follows a companion's step after its employer.
func (t *Turn) rejoins(a, by *Actor) {
	switch spec := t.s.hire(a); {
	case a.Hire == nil || a.Hire.By != by.ID:
	case a.Room != by.Room:
		t.keepSoon(a.ID)
	case spec != nil && !t.pauses(a):
		t.speaks(a, spec.Words.Follows)
		t.helps(a, by)
	default:
		t.helps(a, by)
	}
}

// helps lets a companion take its employer's side, if it is one that fights.
func (t *Turn) helps(a, by *Actor) {
	spec, room := t.s.hire(a), t.s.Rooms[a.Room]
	if spec == nil || !spec.Fights || room == nil || t.s.Fights(a) || t.s.quails(a, t.now) {
		return
	}
	if e := t.s.EncounterOf(by.ID); e != nil {
		if e.Fighter(a.ID) == nil {
			t.speaks(a, spec.Words.Helps)
			t.enlist(e, a, e.Fighter(by.ID).Side)
		}
		return
	}
	foe := t.s.Actors[by.Fighting]
	if foe == nil && len(t.s.Index.Attackers[by.ID]) > 0 {
		foe = t.s.Actors[t.s.Index.Attackers[by.ID][0]]
	}
	if room.Safe || foe == nil || foe.Player() || foe.Room != a.Room || t.s.likes(a, foe) || t.crowded(a, foe) ||
		t.s.EncounterOf(foe.ID) != nil {
		return
	}
	t.speaks(a, spec.Words.Helps)
	t.fight(a, foe)
}

// headsHome lets somebody who was hired go back towards where they belong, as long as they are where they do not walk
// of themselves; from there on their hours take them.
func (t *Turn) headsHome(a *Actor) {
	if t.s.Minded(a) == nil || t.s.Fights(a) || t.s.Roams(a, a.Room) {
		return
	}
	to := t.s.home(a)
	if due, ok := t.s.Due(a, t.now); ok {
		to = due.Room
	}
	if a.Room != to && t.steps(a, to) && t.s.Actors[a.ID] == a && !t.s.Roams(a, a.Room) && a.Hire == nil {
		t.after(hireKeepsUp, TimerKeep, string(a.ID))
	}
}

// steps lets a creature take one step on the shortest way to a room, and reports whether there was one.
func (t *Turn) steps(a *Actor, to RoomID) bool {
	type step struct {
		at    RoomID
		first ExitSpec
	}
	seen := map[RoomID]bool{a.Room: true}
	for queue := []step{{at: a.Room}}; len(queue) > 0 && len(seen) < escortRoomsMost; queue = queue[1:] {
		for _, x := range t.s.exitsOf(queue[0].at) {
			if seen[x.To] || !t.s.open(a, x, t.now) {
				continue
			}
			seen[x.To] = true
			next := step{x.To, queue[0].first}
			if next.first.To == "" {
				next.first = x
			}
			if x.To != to {
				queue = append(queue, next)
				continue
			}
			if _, r := t.s.way(a, next.first.Dir, t.now); r != nil {
				return false
			}
			t.walk(a, next.first, Walked)
			return true
		}
	}
	return false
}

// open reports whether a companion could go through an exit now, wherever it is.
func (s *State) open(a *Actor, x ExitSpec, now Time) bool {
	to := s.Rooms[x.To]
	if to == nil || x.Hidden || !s.Admits(a, to) || !s.dry(x.To, now) || a.Hire != nil && !s.goesAlong(a, to) {
		return false
	}
	_, why := s.bars(a, to)
	return why == "" && !s.doorShut(x)
}

// doorShut reports whether a door stands shut in an exit.
func (s *State) doorShut(x ExitSpec) bool {
	d := s.Doors[x.Door]
	return d != nil && d.Shut
}
