package world

import "slices"

// Ways in which a door or lid can be worked.
const (
	WorkOpen   Work = "open"
	WorkClose  Work = "close"
	WorkLock   Work = "lock"
	WorkUnlock Work = "unlock"
)

const lidWait = 5 * Minute // a chest left open closes again

// Work is one way of working a door or a lid.
type Work string

// WorkDoor opens, closes, locks or unlocks the door in a direction.
type WorkDoor struct {
	Door DoorID `json:"door"`
	Work Work   `json:"work"`
}

// WorkLid does the same to a container.
type WorkLid struct {
	Item ItemID `json:"item"`
	Work Work   `json:"work"`
}

// DoorWorked says that a door was opened, closed, locked or unlocked. Actor is empty when it returned by itself to
// how it was.
type DoorWorked struct {
	Actor ActorID  `json:"actor,omitempty"`
	Door  DoorID   `json:"door"`
	Work  Work     `json:"work"`
	Rooms []RoomID `json:"rooms,omitempty"` // on both of its sides
}

// LidWorked says the same of a container. Without an Actor it fell shut by itself in Room.
type LidWorked struct {
	Actor ActorID `json:"actor,omitempty"`
	Item  ItemID  `json:"item"`
	Work  Work    `json:"work"`
	Room  RoomID  `json:"room,omitempty"`
}

func (WorkDoor) needs() Role { return RoleGuest }
func (WorkLid) needs() Role  { return RoleGuest }

func (a WorkDoor) deed() deed { return deed{verbs: []string{string(a.Work)}} }
func (a WorkLid) deed() deed  { return deed{verbs: []string{string(a.Work), "open_chest"}} }

// latch is what doors and lids have in common.
type latch struct {
	name       string
	shut, bolt bool
	canShut    bool
	key        ProtoID
}

func (a WorkDoor) decide(t *Turn) *Refusal {
	d := t.s.Doors[a.Door]
	if d == nil || !t.s.besides(t.me.Room, a.Door) {
		return refuse(CodeNotHere, "There is no such door here.")
	}
	l := latch{name: "the " + d.Name, shut: d.Shut, bolt: d.Bolt, canShut: true, key: d.Key}
	if r := t.work(l, a.Work); r != nil {
		return r
	}
	if r := t.s.DoorGuarded(t.me, a.Door); r != nil && (a.Work == WorkOpen || a.Work == WorkUnlock) {
		return r
	}
	t.emit(DoorWorked{Actor: t.me.ID, Door: a.Door, Work: a.Work, Rooms: t.s.sides(a.Door)})
	if d.Resets > 0 {
		t.after(Time(d.Resets)*Second, TimerDoor, string(a.Door))
	}
	return nil
}

func (a WorkLid) decide(t *Turn) *Refusal {
	it, r := t.reach(a.Item)
	if r != nil {
		return r
	}
	sp := t.s.spec(it)
	l := latch{name: "the " + t.s.ItemName(it), shut: it.Shut, bolt: it.Bolt}
	if sp.Holds != nil {
		l.canShut, l.key = sp.Holds.Lid, sp.Holds.Key
	}
	if r := t.work(l, a.Work); r != nil {
		return r
	}
	t.emit(LidWorked{Actor: t.me.ID, Item: a.Item, Work: a.Work})
	if it.Home && (sp.Holds.Closed || sp.Holds.Locked) {
		t.after(t.s.lidStays(a.Item), TimerLid, string(a.Item))
	}
	return nil
}

// work refuses what a latch does not do now.
func (t *Turn) work(l latch, w Work) *Refusal {
	if !l.canShut {
		return refuse(CodeCannot, "That does not open or close.")
	}
	switch w {
	case WorkOpen:
		switch {
		case !l.shut:
			return refuse(CodeAlready, capital(l.name)+" is open already.")
		case l.bolt:
			return refuse(CodeLocked, capital(l.name)+" is locked.")
		}
	case WorkClose:
		if l.shut {
			return refuse(CodeAlready, capital(l.name)+" is closed already.")
		}
	case WorkLock, WorkUnlock:
		return t.turnKey(l, w)
	default:
		return refuse(CodeBadValue, "That cannot be done to "+l.name+".")
	}
	return nil
}

func (t *Turn) turnKey(l latch, w Work) *Refusal {
	switch {
	case l.key == "":
		return refuse(CodeCannot, capital(l.name)+" has no lock.")
	case !l.shut:
		return refuse(CodeCannot, capital(l.name)+" stands open; close it first.")
	case l.bolt == (w == WorkLock):
		return refuse(CodeAlready, capital(l.name)+" is "+string(w)+"ed already.")
	case !t.carriesProto(l.key):
		return refuse(CodeNoKey, "You do not have the key to "+l.name+".")
	}
	return nil
}

// carriesProto reports whether the actor carries a thing of a pattern, in hand or in an open container in hand.
func (t *Turn) carriesProto(p ProtoID) bool { return t.s.Carries(t.me.ID, p) != "" }

// Carries returns a thing of a pattern that somebody carries, or "".
func (s *State) Carries(who ActorID, p ProtoID) ItemID { return s.carriesBut(who, p, nil) }

// carriesBut is Carries for another one than those given.
func (s *State) carriesBut(who ActorID, p ProtoID, but []ItemID) ItemID {
	for _, id := range s.Index.Held[who] {
		it := s.Items[id]
		if it.Proto == p && !slices.Contains(but, id) {
			return id
		}
		if it.Shut {
			continue
		}
		for _, in := range s.Index.Inside[id] {
			if s.Items[in].Proto == p && !slices.Contains(but, in) {
				return in
			}
		}
	}
	return ""
}

// besides reports whether an exit of the room leads through the door.
func (s *State) besides(room RoomID, d DoorID) bool {
	_, found := slices.BinarySearch(s.Index.Sides[d], room)
	return found
}

// sides returns the rooms that a door opens on; the list is the caller's own.
func (s *State) sides(d DoorID) []RoomID { return slices.Clone(s.Index.Sides[d]) }

// restoreDoor returns a door to how its pack has it.
func (t *Turn) restoreDoor(id DoorID) {
	d := t.s.Doors[id]
	if d == nil {
		return
	}
	rooms := t.s.sides(id)
	if d.Bolt && !d.Locked {
		t.emit(DoorWorked{Door: id, Work: WorkUnlock, Rooms: rooms})
	}
	closed := d.Closed || d.Locked
	if d.Shut && !closed {
		t.emit(DoorWorked{Door: id, Work: WorkOpen, Rooms: rooms})
	}
	if !d.Shut && closed {
		t.emit(DoorWorked{Door: id, Work: WorkClose, Rooms: rooms})
	}
	if !d.Bolt && d.Locked {
		t.emit(DoorWorked{Door: id, Work: WorkLock, Rooms: rooms})
	}
}

// lidStays says how long the lid of a container stays as somebody left it.
func (s *State) lidStays(id ItemID) Time {
	if h := s.spec(s.Items[id]).Holds; h != nil && h.Resets > 0 {
		return Time(h.Resets) * Second
	}
	return lidWait
}

// restoreLid returns a container that never left its place to how its pattern has it.
func (t *Turn) restoreLid(id ItemID) {
	it := t.s.Items[id]
	if it == nil || !it.Home {
		return
	}
	holds := t.s.spec(it).Holds
	if holds == nil {
		return
	}
	if !it.Shut && (holds.Closed || holds.Locked) {
		t.emit(LidWorked{Item: id, Work: WorkClose, Room: it.At.Room})
	}
	if !it.Bolt && holds.Locked {
		t.emit(LidWorked{Item: id, Work: WorkLock, Room: it.At.Room})
	}
}

func (e DoorWorked) fold(s *State) {
	d := s.door(e.Door)
	d.Shut, d.Bolt = worked(d.Shut, d.Bolt, e.Work)
}

func (e LidWorked) fold(s *State) {
	it := s.item(e.Item)
	it.Shut, it.Bolt = worked(it.Shut, it.Bolt, e.Work)
}

func worked(shut, bolt bool, w Work) (bool, bool) {
	switch w {
	case WorkOpen:
		return false, bolt
	case WorkClose:
		return true, bolt
	case WorkLock:
		return shut, true
	case WorkUnlock:
		return shut, false
	}
	return shut, bolt
}

func (e DoorWorked) scene(s *State) scene {
	sc := scene{actor: e.Actor, sight: true, sound: true}
	if a := s.Actors[e.Actor]; a != nil {
		sc.room = a.Room
	} else if len(e.Rooms) > 0 {
		sc.room = e.Rooms[0]
	}
	for _, r := range e.Rooms {
		if r != sc.room {
			sc.others = append(sc.others, s.Index.Present[r]...)
		}
	}
	return sc
}

func (e LidWorked) scene(s *State) scene {
	if e.Actor == "" {
		return scene{room: e.Room, sight: true, sound: true}
	}
	return s.seen(e.Actor)
}

func (DoorWorked) traits() Traits { return Traits{Public: true, Cue: cue("Door"), Sound: SoundDoor} }
func (LidWorked) traits() Traits  { return Traits{Public: true, Cue: cue("Lid")} }
