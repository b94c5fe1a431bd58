package world

import (
	"cmp"
	"reflect"
	"slices"
)

// Sense says how somebody perceives an event. It is all that the words depend on, beside the event itself and the
// profile.
type Sense uint8

// The bits of Sense.
const (
	Did   Sense = 1 << iota // it was you
	Mine                    // it was done to you
	Saw                     // you saw it
	Heard                   // you heard it
	Left                    // it went away from where you are (a departure)
	Far                     // it was not in your room
	Close                   // it happened at the table that you watch
)

// Group lists who perceived an event in the same way, by their short numbers, ascending.
type Group struct {
	Sense Sense    `json:"s"`
	Who   []uint32 `json:"w"`
}

// Kind says what an id names. It is kept with the name, so that a record can be read when what it speaks of is no
// more, and when a thing and a place share an id.
type Kind string

// The kinds of what has a caption.
const (
	KindPerson   Kind = "person"   // a player's character
	KindCreature Kind = "creature" // a body of the world's own
	KindItem     Kind = "item"
	KindRoom     Kind = "room"
	KindDoor     Kind = "door"
	KindQuest    Kind = "quest"
	KindTable    Kind = "table" // to play at
)

// names reports whether ids of a type name what is of this kind.
func (k Kind) names(idType string) bool {
	switch k {
	case KindPerson, KindCreature:
		return idType == "ActorID"
	case KindItem:
		return idType == "ItemID"
	case KindRoom:
		return idType == "RoomID"
	case KindDoor:
		return idType == "DoorID"
	case KindQuest:
		return idType == "QuestID"
	case KindTable:
		return idType == "BoardID"
	case KindText: // has no id of the world
	}
	return false
}

// Caption is what an id was called when the event happened. A is the article, empty for a proper name.
type Caption struct {
	ID   string `json:"i"`
	Kind Kind   `json:"k"`
	A    string `json:"a,omitempty"`
	Name string `json:"n"`
}

// Notice is one event as it is told: where it happened, what its ids were called and who perceived it how.
type Notice struct {
	Seq      uint64
	N        int // number within the record
	At       Time
	Event    Event
	Room     RoomID // where it happened; "" when that is nowhere or everywhere
	Captions []Caption
	To       []Group
	Rules    int // by which it was decided; kept with the record
}

// Caption returns what an id was called; an unknown id is "something". The ids of the event itself come before that
// of the room.
func (n *Notice) Caption(id string) Caption {
	for _, c := range n.Captions {
		if c.ID == id {
			return c
		}
	}
	return Caption{ID: id, Name: "something"}
}

// SenseOf returns how a body perceived it, and whether it did.
func (n *Notice) SenseOf(num uint32) (Sense, bool) {
	for _, g := range n.To {
		if _, found := slices.BinarySearch(g.Who, num); found {
			return g.Sense, true
		}
	}
	return 0, false
}

// scene is where an event happens and whom it concerns.
type scene struct {
	actor  ActorID   // who does it
	target ActorID   // to whom it is done
	room   RoomID    // where it happens; bystanders here perceive it if it can be seen or heard
	left   RoomID    // and here, as a departure
	others []ActorID // and these, wherever they are, as Far
	below  []ActorID // and these, who only feel it, as Far and not heard
	close  []ActorID // bystanders who look closely, if they see it
	voice  ActorID   // whose words it is made of: who ignores them perceives nothing
	comes  ActorID   // who comes or goes: who cannot see them perceives nothing
	sight  bool      // it can be seen
	sound  bool      // it can be heard
	closed bool      // only actor and target perceive it
	aside  bool      // only bystanders perceive it: actor and target know already
	veil   bool      // one of those whom it concerns is invisible; perceivers finds out
	plain  bool      // all perceive it, be those whom it concerns invisible
}

// perceiver is a body's number with how it perceives something before it: one number, so that many are sorted quickly.
type perceiver uint64

func (p perceiver) num() uint32  { return uint32(p) }
func (p perceiver) sense() Sense { return Sense(p >> 32) }

// perceivers finds who perceives what happens in a scene. It is a rule of the world and no choice of a door's. Bodies
// without anybody to listen are left out: creatures that have no mind and that nobody plays.
func (s *State) perceivers(sc scene, now Time) []Group {
	var few [16]perceiver // most rooms hold no more
	found := few[:0]
	voice := s.Actors[sc.voice]
	sc.veil = s.veils(&sc, nil)
	add := func(id ActorID, sense Sense) {
		a := s.Actors[id]
		if a == nil || a.Presence == Away || !a.listens(s) || s.Ignores(a, voice) {
			return
		}
		if how, does := s.sensed(&sc, a, sense); does {
			found = append(found, perceiver(how)<<32|perceiver(a.Num))
		}
	}
	near := func(room RoomID, extra Sense) Sense {
		if sc.sight && s.Bright(room, now) {
			extra |= Saw
		}
		if sc.sound {
			extra |= Heard
		}
		return extra
	}
	if sc.actor != "" && !sc.aside {
		sense := Did | Saw | Heard
		if sc.actor == sc.target {
			sense |= Mine
		}
		add(sc.actor, sense)
	}
	if sc.target != "" && sc.target != sc.actor && !sc.aside {
		add(sc.target, near(s.whereIs(sc.target), Mine))
	}
	if !sc.closed {
		s.bystanders(sc, near, add)
	}
	slices.Sort(found)
	return grouped(found)
}

// listens reports whether anybody is there to be told what a body perceives.
func (a *Actor) listens(s *State) bool { return a.Player() || a.Driver != "" || s.Minded(a) != nil }

// grouped puts those of one sense together, who stand side by side.
func grouped(found []perceiver) []Group {
	senses := 0
	for i, f := range found {
		if i == 0 || f.sense() != found[i-1].sense() {
			senses++
		}
	}
	if senses == 0 {
		return nil
	}
	groups, nums := make([]Group, 0, senses), make([]uint32, len(found))
	for i, from := 0, 0; i < len(found); i++ {
		nums[i] = found[i].num()
		if end := i + 1; end == len(found) || found[end].sense() != found[i].sense() {
			groups = append(groups, Group{Sense: found[i].sense(), Who: nums[from:end:end]})
			from = end
		}
	}
	return groups
}

func (s *State) bystanders(sc scene, near func(RoomID, Sense) Sense, add func(ActorID, Sense)) {
	for _, at := range [...]struct {
		room  RoomID
		extra Sense
	}{{sc.room, 0}, {sc.left, Left}} {
		if at.room == "" || at.extra == Left && at.room == sc.room {
			continue
		}
		sense := near(at.room, at.extra)
		if sense&(Saw|Heard) == 0 && !sc.sight {
			continue
		}
		for _, id := range s.Index.Present[at.room] {
			switch {
			case id == sc.actor || id == sc.target:
			case slices.Contains(sc.close, id) && s.sights(id, sense):
				add(id, sense|Close)
			default:
				add(id, sense)
			}
		}
	}
	for _, id := range sc.others {
		if where := s.whereIs(id); id != sc.actor && id != sc.target && where != sc.room && where != sc.left {
			add(id, Heard|Far)
		}
	}
	for _, id := range sc.below {
		add(id, Far)
	}
}

// where says in which room a scene plays, seen or not.
func (s *State) where(sc scene) RoomID {
	return cmp.Or(sc.room, s.whereIs(sc.actor), s.whereIs(sc.target))
}

// roomOf returns the room in which a place is, by way of who carries it or what it is inside of.
func (s *State) roomOf(at Place) RoomID {
	for range nestedMost {
		outer := s.Items[at.Item]
		if outer == nil {
			break
		}
		at = outer.At
	}
	return cmp.Or(at.Room, s.whereIs(at.Actor))
}

// nestedMost is how deep things lie inside one another: a pearl in a pouch in a corpse.
const nestedMost = 3

func (s *State) whereIs(id ActorID) RoomID {
	if a := s.Actors[id]; a != nil {
		return a.Room
	}
	return ""
}

// captions adds what the ids in an event are called now, for those not named yet.
func (s *State) captions(e Event, have []Caption) []Caption {
	v, named := reflect.ValueOf(e), len(have)
	for _, f := range plans[v.Type()] {
		field := v.Field(f.index)
		switch {
		case f.list:
			have = s.captionAll(have, field, f.kind)
		case f.kind == "Place":
			for i, kind := range placeKinds {
				have = s.caption(have, field.Field(i).String(), kind)
			}
		default:
			have = s.caption(have, field.String(), f.kind)
		}
	}
	if e.traits().Fray {
		s.tellApart(have[named:])
	}
	return have
}

// captionAll adds what the ids in a list are called. A pack may withdraw ten thousand rooms at once, so it looks for
// none of them among the others.
func (s *State) captionAll(have []Caption, ids reflect.Value, kind string) []Caption {
	named := make(map[string]bool, ids.Len())
	for _, c := range have {
		if c.Kind.names(kind) {
			named[c.ID] = true
		}
	}
	for i := range ids.Len() {
		id := ids.Index(i).String()
		if id == "" || named[id] {
			continue
		}
		if c, ok := s.called(id, kind); ok {
			have, named[id] = append(have, c), true
		}
	}
	return have
}

// placeKinds are the kinds of the fields of [Place], in their order.
var placeKinds = [...]string{"RoomID", "ActorID", "ItemID"} //nolint:gochecknoglobals // immutable: never written

// caption adds what one id is called, if it is not named yet and there is such an entity.
func (s *State) caption(have []Caption, id, kind string) []Caption {
	if id == "" || slices.ContainsFunc(have, func(c Caption) bool { return c.ID == id && c.Kind.names(kind) }) {
		return have
	}
	c, ok := s.called(id, kind)
	if !ok {
		return have
	}
	if have == nil {
		have = make([]Caption, 0, captionsUsual)
	}
	return append(have, c)
}

// captionsUsual is how many ids most events name: who, and whom or what.
const captionsUsual = 2

// called returns the caption of an id of a type.
func (s *State) called(id, kind string) (Caption, bool) {
	c := Caption{ID: id}
	switch kind {
	case "ActorID":
		a := s.Actors[ActorID(id)]
		if a == nil {
			return c, false
		}
		c.Kind, c.Name = KindPerson, a.Name
		if !a.Player() {
			c.Kind = KindCreature
		}
		if m := s.mob(a); m != nil {
			c.A = article(m.A, m.Name)
		}
	case "ItemID":
		it := s.Items[ItemID(id)]
		if it == nil {
			return c, false
		}
		c.Kind, c.Name = KindItem, s.ItemName(it)
		c.A = article(s.spec(it).A, c.Name)
	case "RoomID":
		r := s.Rooms[RoomID(id)]
		if r == nil {
			return c, false
		}
		c.Kind, c.Name = KindRoom, r.Name
	case "DoorID":
		d := s.Doors[DoorID(id)]
		if d == nil {
			return c, false
		}
		c.Kind, c.Name, c.A = KindDoor, d.Name, "the"
	case "QuestID":
		q := s.Quests[QuestID(id)]
		if q == nil {
			return c, false
		}
		c.Kind, c.Name = KindQuest, q.Name
	case "BoardID":
		b := s.Boards[BoardID(id)]
		if b == nil {
			return c, false
		}
		c.Kind, c.Name, c.A = KindTable, b.Name, "the"
	}
	return c, true
}

// article returns the article of a name: what the pack says, "none" for a proper name, or what the first letter asks
// for.
func article(said, name string) string {
	switch {
	case said == "none":
		return ""
	case said != "":
		return said
	case name == "":
		return ""
	}
	switch name[0] {
	case 'a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U':
		return "an"
	}
	return "a"
}

// planField is one field of an event that holds ids.
type planField struct {
	index int
	kind  string
	list  bool
}

// plans says, for each kind of event, which fields hold ids that want a caption.
var plans = makePlans() //nolint:gochecknoglobals // immutable: made once from [EventKinds]

func makePlans() map[reflect.Type][]planField {
	out := map[reflect.Type][]planField{}
	for _, e := range EventKinds() {
		t := reflect.TypeOf(e)
		for i := range t.NumField() {
			ft := t.Field(i).Type
			list := ft.Kind() == reflect.Slice
			if list {
				ft = ft.Elem()
			}
			switch ft.Name() {
			case "ActorID", "ItemID", "RoomID", "DoorID", "QuestID", "BoardID", "Place":
				out[t] = append(out[t], planField{i, ft.Name(), list})
			}
		}
	}
	return out
}
