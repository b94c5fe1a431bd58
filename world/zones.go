package world

import (
	"slices"
)

// ResetZone makes at once what the rules of a zone would make in time, and sets its doors and lids as they begin. Zone
// is found in any case; "" is the zone of the rooms that name none.
type ResetZone struct {
	Zone string `json:"zone,omitempty" words:"fixed"`
}

func (ResetZone) needs() Role { return RoleWizard }
func (ResetZone) deed() deed  { return deed{} }
func (ResetZone) remote()     {}

// resetMost is after how many events a reset makes nothing more: what is left is made by the next. One rule may make a
// few at once, and each with its purse and its timers.
const resetMost = eventsMost / 2

func (a ResetZone) decide(t *Turn) *Refusal {
	has := func(id RoomID) bool {
		return t.s.Rooms[id].InZone(a.Zone)
	}
	if len(Picked(t.s.Rooms, func(id RoomID, _ *RoomSpec) bool { return has(id) })) == 0 {
		return refuse(CodeUnknown, "There is no such zone; zlist lists them.")
	}
	before := len(t.notices)
	rules := Picked(t.s.Spawns, func(_ SpawnID, sp *SpawnSpec) bool { return has(t.s.spawnRoom(sp)) })
	slices.SortStableFunc(rules, func(x, y SpawnID) int { return t.s.depth(x) - t.s.depth(y) }) // what holds others first
	isFull := func() bool { return len(t.notices)-before >= resetMost }
	for _, id := range rules {
		for sp := t.s.Spawns[id]; !isFull() && t.s.supplied(sp) < max(sp.Max, 1) && t.spawnOne(sp); {
		}
	}
	for id := range Ordered(t.s.Doors) {
		if !isFull() && slices.ContainsFunc(t.s.sides(id), has) {
			t.restoreDoor(id)
		}
	}
	for id, it := range Ordered(t.s.Items) {
		if !isFull() && it.Home && has(it.At.Room) {
			t.restoreLid(id)
		}
	}
	if len(t.notices) == before {
		return refuse(CodeAlready, "Nothing is missing there, and every door is as it begins.")
	}
	return nil
}

// spawnRoom is the room in which a rule makes something, itself or in or on what another makes there; "" for none.
func (s *State) spawnRoom(sp *SpawnSpec) RoomID {
	for range spawnDepthMost {
		if sp == nil || sp.Room != "" {
			break
		}
		sp = s.Spawns[sp.In+sp.On] // it has one of them
	}
	if sp == nil {
		return ""
	}
	return sp.Room
}

// spawnDepthMost is how deep rules stand in each other: a thing in a thing that a creature carries.
const spawnDepthMost = 4

// depth is how many rules stand around one.
func (s *State) depth(id SpawnID) int {
	n := 0
	for sp := s.Spawns[id]; sp != nil && sp.Room == "" && n < spawnDepthMost; n++ {
		sp = s.Spawns[sp.In+sp.On]
	}
	return n
}
