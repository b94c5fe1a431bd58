package world

import "slices"

// How creatures without a mind behave in and around a plain fight: some flee, some help their like, some remember who
// got away.

const (
	helpersMost = 20      // creatures that one blow calls
	grudgeLasts = GameDay // so long a creature remembers who fought it
	grudgesMost = 50      // creatures of which it is known that they remember somebody
)

// reactWild is react for what creatures without a mind do by themselves.
func (t *Turn) reactWild(e Event) {
	switch e := e.(type) {
	case Entered:
		t.season(t.s.zoneAt(e.Room), e.Actor)
		t.waken(t.s.zoneAt(e.Room))
	case Rejoined:
		t.season(t.s.zoneAt(e.Room), e.Actor)
		t.waken(t.s.zoneAt(e.Room))
	case Moved:
		if a := t.s.Actors[e.Actor]; a != nil && a.Player() {
			t.season(t.s.zoneAt(a.Room), e.Actor)
			t.waken(t.s.zoneAt(e.To))
		}
	case MobMade:
		t.waken(t.s.zoneAt(e.Room))
	case PackApplied, ContentChanged:
		t.wakenAll()
	case FightBegan:
		t.callHelp(e)
	default:
	}
	t.reactTo(e)
	t.reactScripts(e)
}

// flinches lets a creature run from a plain fight that goes badly, in place of its blow, and reports whether it tried.
func (t *Turn) flinches(a *Actor) bool {
	if t.breaks(a) {
		return true
	}
	m := t.s.wild(a)
	if m == nil || m.Flees == 0 || a.HP*100 >= m.Flees*a.HPMax {
		return false
	}
	ways := t.s.prowls(a, t.now)
	if len(ways) == 0 {
		return false // it fights on
	}
	if t.roll("flee", string(a.ID), fleeDie) <= fleeFails {
		t.emit(FleeFailed{Actor: a.ID})
		return true
	}
	way := ways[t.roll("way", string(a.ID), len(ways))-1]
	t.endFights(a)
	t.walk(a, way, Fled)
	t.waken(t.s.zoneAt(a.Room))
	return true
}

// callHelp lets creatures notice that one of those whom they help fights a person beside them.
func (t *Turn) callHelp(e FightBegan) {
	a, b := t.s.Actors[e.Actor], t.s.Actors[e.Target]
	if a == nil || b == nil || a.Player() == b.Player() {
		return
	}
	kin := a.Proto + b.Proto // a person has none
	called := 0
	for _, id := range t.s.Index.Present[a.Room] {
		other := t.s.Actors[id]
		m := t.s.wild(other)
		if m == nil || other == a || other == b || !slices.Contains(m.Helps, kin) || t.s.Fights(other) ||
			t.s.sleeps(other) ||
			t.s.Timers[timerID(TimerNotice, string(id))] != nil {
			continue
		}
		if called++; called > helpersMost {
			return
		}
		t.after(noticeWait, TimerNotice, string(id))
	}
}

// hunts reports whether a creature would attack somebody at sight: anybody, such as it hates, who fights those whom
// it helps, or who fought it and got away.
func (t *Turn) hunts(a, prey *Actor) bool {
	if m := t.s.mob(a); m == nil || m.Aggressive || t.s.sleeps(a) {
		return m != nil && !t.s.sleeps(a)
	}
	if t.s.hates(a, prey) {
		return true
	}
	m := t.s.wild(a)
	return m != nil && (m.Remembers && t.s.grudges(a, prey, t.now) || len(m.Helps) > 0 && t.s.wrongs(prey, a, m.Helps))
}

// wrongs reports whether somebody fights a creature of one of those patterns, other than a given one.
func (s *State) wrongs(who, but *Actor, kin []ProtoID) bool {
	isKin := func(id ActorID) bool {
		o := s.Actors[id]
		return o != nil && o != but && o.Room == who.Room && o.Proto != "" && slices.Contains(kin, o.Proto)
	}
	return isKin(who.Fighting) || slices.ContainsFunc(s.Index.Attackers[who.ID], isKin)
}

// grudges reports whether a creature remembers that somebody fought it: one that was made since does not.
func (s *State) grudges(a, foe *Actor, now Time) bool {
	at, does := foe.Grudges[a.ID]
	return does && at >= a.Born && now < at+grudgeLasts
}

// grudge returns whom a creature will remember when its fight ends: a person who lives, if it does itself.
func (t *Turn) grudge(a *Actor) ActorID {
	m, foe := t.s.wild(a), t.s.Actors[a.Fighting]
	if m == nil || !m.Remembers || a.HP == 0 || foe == nil || !foe.Player() || foe.HP == 0 {
		return ""
	}
	return foe.ID
}

// foldGrudge keeps with somebody that a creature remembers them; of many the oldest is forgotten.
func (s *State) foldGrudge(creature, foe ActorID, at Time) {
	a := s.actor(foe)
	if a.Grudges == nil {
		a.Grudges = map[ActorID]Time{}
	}
	a.Grudges[creature] = at
	for id, since := range Ordered(a.Grudges) {
		if since+grudgeLasts <= at {
			delete(a.Grudges, id)
		}
	}
	for len(a.Grudges) > grudgesMost {
		oldest := ActorID("")
		for id, since := range Ordered(a.Grudges) {
			if id != creature && (oldest == "" || since < a.Grudges[oldest]) {
				oldest = id
			}
		}
		delete(a.Grudges, oldest)
	}
}
