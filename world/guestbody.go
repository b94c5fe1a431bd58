package world

import (
	"cmp"
	"slices"
	"strings"
)

// Ready-made bodies: a pack's people whom guests may be, one guest at a time. Such a body has the id that the pack
// gives it, and is made anew for each guest, as the pack has it. When its guest goes it goes too, with what the pack
// gave it, wherever that lies by then; what else it carried stays where it stood. So nobody carries anything from one
// visit to the next, or out of it.

// ReadySpec makes a pattern a body that guests may be.
type ReadySpec struct {
	Room  RoomID    `json:"room,omitempty" yaml:"room,omitempty"` // where it comes in; default the start
	Coins int       `json:"coins,omitempty" yaml:"coins,omitempty"`
	Kit   []KitSpec `json:"kit,omitempty" yaml:"kit,omitempty"`
}

// KitSpec is a thing that a ready-made body has and nobody else can.
type KitSpec struct {
	Item ProtoID `json:"item" yaml:"item"`
	Worn bool    `json:"worn,omitempty" yaml:"worn,omitempty"`
}

// What a ready-made body has from its pack.
const (
	KitMost   = 8   // things
	PurseMost = 100 // pence
)

// purseWait is how long it takes until the purse of a ready-made body is full again: coins can be spent.
const purseWait = 60 * Minute

// Embody makes the ready-made body of a pattern for a guest. The daemon asks.
type Embody struct {
	Body ProtoID `json:"body"`
}

// Embodied says that a ready-made body came to be, for a guest. What it has follows.
type Embodied struct {
	Actor ActorID `json:"actor"`
	Num   uint32  `json:"num"`
	Body  ProtoID `json:"body"`
	Name  string  `json:"name" words:"fixed"`
	Desc  string  `json:"desc,omitempty" words:"fixed"`
	Room  RoomID  `json:"room"`
	HP    int     `json:"hp"`
	Level int     `json:"level"`
	Coins int     `json:"coins,omitempty"`
	At    Time    `json:"at"`
	// Lost are those who cannot reply any more to whoever it was before.
	Lost []ActorID `json:"lost,omitempty"`
}

func (Embody) needs() Role { return RoleHost }

func (Embody) deed() deed { return deed{} }
func (Embody) bodiless()  {}

func (a Embody) decide(t *Turn) *Refusal {
	m := t.s.MobSpecs[a.Body]
	if m == nil || m.Ready == nil {
		return refuse(CodeAbsent, "There is nobody of that name whom a guest can be.")
	}
	id := ActorID(m.ID)
	if r := cmp.Or(t.s.BarredNew(EntranceGuests, t.now), t.s.vacant(m)); r != nil {
		return r
	}
	room := m.Ready.Room
	if t.s.Rooms[room] == nil {
		room = t.s.start()
	}
	if room == "" {
		return refuse(CodeAbsent, "There is no world yet to be born into.")
	}
	t.leaveWorld(id, LeftLinkdead) // whoever had it is not there any more
	t.forget(id)
	t.cancel(TimerLeave, string(id))
	t.cancel(TimerForget, string(id))
	coins := m.Ready.Coins
	if t.s.Timers[timerID(TimerPurse, string(id))] != nil {
		coins = 0
	} else if coins > 0 {
		t.after(purseWait, TimerPurse, string(id))
	}
	t.emit(Embodied{
		Actor: id, Num: t.s.nextNum(), Body: m.ID, Name: m.Name, Desc: m.Desc, Room: room, HP: m.HP,
		Level: max(1, m.Level), Coins: coins, At: t.now,
		Lost: Picked(t.s.Actors, func(_ ActorID, other *Actor) bool { return other.ReplyTo == id }),
	})
	for _, k := range m.Ready.Kit {
		t.equip(id, k)
	}
	return nil
}

// equip makes a thing that belongs to a ready-made body.
func (t *Turn) equip(id ActorID, k KitSpec) {
	spec := t.s.ItemSpecs[k.Item]
	if spec == nil {
		return
	}
	e := ItemMade{Item: ItemID(t.newID(string(k.Item))), Proto: k.Item, Place: Place{Actor: id}, Kit: true}
	if k.Worn { // the pattern may be worn elsewhere than when the kit was put together
		e.Worn = t.s.place(id, spec.Wear)
	}
	if spec.Holds != nil {
		e.Shut, e.Bolt = spec.Holds.Closed || spec.Holds.Locked, spec.Holds.Locked
	}
	t.emit(e)
}

// vacant refuses a ready-made body that somebody has, or whose name a character has.
func (s *State) vacant(m *MobSpec) *Refusal {
	body, named := s.Actors[ActorID(m.ID)], s.PlayerNamed(strings.ToLower(m.Name))
	switch {
	case named != nil && named != body, body != nil && body.Body != m.ID:
		return refuse(CodeTaken, m.Name+" is somebody's own character here.")
	case body != nil && body.Presence == Here:
		return refuse(CodeTaken, "Somebody else is "+m.Name+" just now.")
	}
	return nil
}

// ReadyNamed returns the pattern of a ready-made body by its name, in any case of letters; "" when there is none.
func (s *State) ReadyNamed(name string) ProtoID {
	for id, m := range anyhow(s.MobSpecs) { // a name is one body's
		if m.Ready != nil && strings.EqualFold(m.Name, name) {
			return id
		}
	}
	return ""
}

// ReadyFree returns the names of the ready-made bodies that a guest could be now, in the order of their ids.
func (s *State) ReadyFree() []string {
	free := Picked(s.MobSpecs, func(_ ProtoID, m *MobSpec) bool { return m.Ready != nil && s.vacant(m) == nil })
	names := make([]string, 0, len(free))
	for _, id := range free {
		names = append(names, s.MobSpecs[id].Name)
	}
	return names
}

// kept refuses to part a thing from the ready-made body that it belongs to.
func (t *Turn) kept(it *Item) *Refusal {
	owner := "somebody"
	if a := t.s.Actors[it.Kit]; a != nil {
		owner = a.Name
	}
	return refuse(CodeCannot, capital(t.the(it))+" is "+owner+"'s, and nobody else's.")
}

// takeBack takes from the world what goes with a guest, wherever it is: what a pack gave to a ready-made body, and what
// the guest bought. What lay inside falls out.
func (t *Turn) takeBack(things []ItemID) {
	for _, id := range slices.Clone(things) {
		it := t.s.Items[id]
		if it == nil {
			continue
		}
		at := it.At
		if at.Actor != "" {
			at = Place{Room: t.s.Actors[at.Actor].Room}
		}
		for _, in := range append([]ItemID(nil), t.s.Index.Inside[id]...) {
			t.emit(ItemMoved{Item: in, Place: at})
		}
		t.emit(ItemGone{Item: id, How: TakenBack})
	}
}

func (e Embodied) fold(s *State) {
	for _, id := range e.Lost { // a word to whoever it was before is not for whoever it is now
		s.actor(id).ReplyTo = ""
	}
	Created{Actor: e.Actor, Num: e.Num, Name: e.Name, Role: RoleGuest, Room: e.Room, HP: e.HP, At: e.At}.fold(s)
	a := s.actor(e.Actor)
	a.Body, a.Desc, a.Level, a.Coins = e.Body, e.Desc, e.Level, e.Coins
}

func (e Embodied) scene(*State) scene { return scene{room: e.Room} }

func (Embodied) traits() Traits { return Traits{} }
