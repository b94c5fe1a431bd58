package world

import (
	"slices"
	"strconv"
)

// dry reports whether the room stands clear of the water at a tide.
func (t *TidalSpec) dry(now Tide) bool { return slices.Contains(t.Open, now) }

// opens says in a sentence when the water lets people in; "" when it never does.
func (t *TidalSpec) opens(now Time) string {
	const tides = 4 // until it is as it was
	at := now
	for range tides {
		if at = at.NextTide(); !t.dry(at.Tide()) {
			continue
		}
		if minutes := int((at - now + Minute - 1) / Minute); minutes > 1 {
			return " That is in about " + strconv.Itoa(minutes) + " minutes."
		}
		return " That is in a minute."
	}
	return ""
}

// floats reports whether only high water brings a place within reach, as it does a boat at a quay.
func (t *TidalSpec) floats() bool { return t.dry(TideHigh) && !t.dry(TideLow) }

// Subjects of the tide's timers.
const (
	tideBell = "bell"
	tideTurn = "turn"
	tideRest = "rest" // of a water too full of people for one tick
)

// TideWarned says that the bell rang: the tide turns in Wait. Who hears it is everybody in a zone with tidal rooms.
type TideWarned struct {
	Next Tide `json:"next"`
	Wait Time `json:"wait"`
}

// TideTurned says that the tide is another one.
type TideTurned struct {
	Now Tide `json:"now"`
}

// SeaHurt says that the water battered somebody; it never kills.
type SeaHurt struct {
	Actor ActorID `json:"actor"`
	Harm  int     `json:"harm"`
	HP    int     `json:"hp"`
	At    Time    `json:"at"`
}

// windTide sets the tide's timers for the next turn; clock.go says when that is.
func (t *Turn) windTide() {
	next := t.now.NextTide()
	if bell := next - tideWarning; bell > t.now {
		t.emit(TimerSet{Kind: TimerTide, Subject: tideBell, Due: bell})
	}
	t.emit(TimerSet{Kind: TimerTide, Subject: tideTurn, Due: next})
}

// turnTide rings the bell, or lets the water come and go.
func (t *Turn) turnTide(what string) {
	if len(t.s.Index.Tidal) == 0 {
		return // the sea was withdrawn: the clock stops
	}
	switch what {
	case tideRest:
		t.flood()
		return
	case tideBell:
		if next := t.now.NextTide(); next-t.now <= tideWarning {
			t.emit(TideWarned{Next: t.now.Tide().next(), Wait: next - t.now})
		}
		return
	}
	t.emit(TideTurned{Now: t.now.Tide()})
	t.windTide()
	t.flood()
}

// flood sweeps every room that the sea takes.
func (t *Turn) flood() {
	for _, id := range t.s.Index.Tidal {
		if tidal := t.s.Rooms[id].Tidal; !tidal.dry(t.now.Tide()) {
			t.drown(id, tidal)
		}
	}
}

// drown sweeps everybody out of a room that the sea takes. Creatures of the world know the water and stay.
func (t *Turn) drown(room RoomID, tidal *TidalSpec) {
	for _, id := range append([]ActorID(nil), t.s.Index.Present[room]...) {
		a := t.s.Actors[id]
		if !a.Player() || a.Wading > t.now && t.now.Tide() == TideFlow {
			continue
		}
		if t.full() {
			t.after(0, TimerTide, tideRest)
			return
		}
		t.sweep(a, tidal)
	}
}

// sweep lets the sea carry somebody off.
func (t *Turn) sweep(a *Actor, tidal *TidalSpec) {
	t.endFights(a)
	t.emit(Moved{Actor: a.ID, From: a.Room, To: t.s.sweptTo(tidal), Manner: Swept})
	hp := t.s.HPNow(a, t.now)
	if harm := min(tidal.Hurt, hp-1); harm > 0 {
		t.emit(SeaHurt{Actor: a.ID, Harm: harm, HP: hp - harm, At: t.now})
	}
}

// sweptTo returns where the sea leaves people: where the room says, or at the start when that room was withdrawn.
func (s *State) sweptTo(tidal *TidalSpec) RoomID {
	if s.Rooms[tidal.Swept] == nil {
		return s.start()
	}
	return tidal.Swept
}

func (TideWarned) fold(*State) {}
func (TideTurned) fold(*State) {}

func (e SeaHurt) fold(s *State) {
	a := s.actor(e.Actor)
	a.HP, a.HPAt = e.HP, e.At
}

func (TideWarned) scene(s *State) scene { return scene{others: s.shore(), below: s.inland()} }
func (TideTurned) scene(s *State) scene { return scene{others: s.shore()} }
func (e SeaHurt) scene(*State) scene    { return scene{actor: e.Actor, closed: true} }

func (TideWarned) traits() Traits { return Traits{Weight: WeightHeavy, Cue: befalls("Tide warning")} }
func (TideTurned) traits() Traits { return Traits{Cue: befalls("Tide"), Sound: SoundTide} }
func (SeaHurt) traits() Traits    { return Traits{Cue: befalls("Sea"), Sound: SoundSea} }

// shore returns everybody who listens in a zone that has tidal rooms, or under the open sky: they hear the bell.
func (s *State) shore() []ActorID {
	if len(s.Index.Tidal) == 0 {
		return nil
	}
	return s.awakeIn(s.hearsBell())
}

// hearsBell reports of a room whether the bell is heard there.
func (s *State) hearsBell() func(*RoomSpec) bool {
	zones := map[string]bool{}
	for _, id := range s.Index.Tidal {
		zones[s.Rooms[id].Zone] = true
	}
	return func(r *RoomSpec) bool { return zones[r.Zone] || r.Light == LightOutdoor }
}

// inland returns the people who are where the bell is not heard, as under a hill: they feel it. Creatures have no use
// for that.
func (s *State) inland() []ActorID {
	if len(s.Index.Tidal) == 0 {
		return nil
	}
	hears := s.hearsBell()
	var out []ActorID
	for _, id := range s.Index.Awake {
		if r := s.Rooms[s.Actors[id].Room]; r != nil && !hears(r) {
			out = append(out, id)
		}
	}
	return out
}

// awakeIn returns the players, and the creatures with minds, who are in such rooms.
func (s *State) awakeIn(such func(*RoomSpec) bool) []ActorID {
	var out []ActorID
	for _, list := range [...][]ActorID{s.Index.Awake, s.Index.Minds} {
		for _, id := range list {
			if r := s.Rooms[s.Actors[id].Room]; r != nil && such(r) {
				out = append(out, id)
			}
		}
	}
	return out
}
