package world

import (
	"slices"
	"strings"
)

// ItemMade says that a thing came to be, as its pattern has it: by the rule Spawn, or By a wizard.
type ItemMade struct {
	Item  ItemID  `json:"item"`
	Proto ProtoID `json:"proto"`
	Place Place   `json:"place"`
	Worn  Slot    `json:"worn,omitempty"`
	Shut  bool    `json:"shut,omitempty"`
	Bolt  bool    `json:"bolt,omitempty"`
	Coins int     `json:"coins,omitempty"`
	Spawn SpawnID `json:"spawn,omitempty"`
	By    ActorID `json:"by,omitempty"`
	Kit   bool    `json:"kit,omitempty"`   // it belongs to the ready-made body that has it
	Lent  bool    `json:"lent,omitempty"`  // a quest lends it, see [Item.Lent]
	Guest ActorID `json:"guest,omitempty"` // a quest hands it to this guest, with whom it goes, see [Item.Guest]
	// Buried things lie in their room unseen; see [Unearth].
	Buried bool     `json:"buried,omitempty"`
	Script ScriptID `json:"script,omitempty"` // that made it
	Built  bool     `json:"built,omitempty"`  // see [Item.Built]
}

// MobMade says that a creature of the world came to be: by the rule Spawn, or By a wizard.
type MobMade struct {
	Actor ActorID `json:"actor"`
	Num   uint32  `json:"num"`
	Name  string  `json:"name" words:"fixed"`
	Proto ProtoID `json:"proto"`
	Room  RoomID  `json:"room"`
	HP    int     `json:"hp"`
	Level int     `json:"level"`
	Spawn SpawnID `json:"spawn,omitempty"`
	By    ActorID `json:"by,omitempty"`
	At    Time    `json:"at"`
}

// ItemMoved says that a thing lies elsewhere without anybody's hands: what held it is no more.
type ItemMoved struct {
	Item  ItemID `json:"item"`
	Place Place  `json:"place"`
}

// respawn makes what a spawn rule lacks.
func (t *Turn) respawn(id SpawnID) {
	sp := t.s.Spawns[id]
	if sp == nil {
		return
	}
	for range max(sp.Max, 1) {
		if t.s.supplied(sp) >= max(sp.Max, 1) || !t.spawnOne(sp) {
			return
		}
	}
}

// supplied counts what of a rule's making lives, or what of its pattern lies where the rule puts things.
func (s *State) supplied(sp *SpawnSpec) int {
	n := 0
	if sp.Mob != "" {
		for _, id := range s.Index.Spawned[sp.ID] { // also things, when the rule made such before
			n += boolInt(s.Actors[ActorID(id)] != nil)
		}
		return n
	}
	at, ok := s.spawnPlace(sp)
	if !ok {
		return 0
	}
	lists := [][]ItemID{s.Index.Floor[at.Room], s.Index.Held[at.Actor], s.Index.Inside[at.Item]}
	if sp.Buried {
		lists = [][]ItemID{s.Index.Buried[at.Room]}
	}
	for _, list := range lists {
		for _, id := range list {
			if s.Items[id].Proto == sp.Item {
				n++
			}
		}
	}
	return n
}

// spawnOne makes one; false when its place is not there, the name it must have is in use, or it is not its time.
func (t *Turn) spawnOne(sp *SpawnSpec) bool {
	if !sp.When.Holds(t.s, nil, t.now) {
		return false
	}
	if sp.Mob != "" {
		return t.spawnMob(sp)
	}
	spec := t.s.ItemSpecs[sp.Item]
	at, ok := t.s.spawnPlace(sp)
	if spec == nil || !ok {
		return false
	}
	id := ItemID(sp.As)
	if id == "" || t.s.Items[id] != nil {
		id = ItemID(t.newID(string(sp.Item)))
	}
	e := ItemMade{Item: id, Proto: sp.Item, Place: at, Spawn: sp.ID, Buried: sp.Buried && at.Room != "",
		Built: !t.s.Vouched(Key{kindSpawn, string(sp.ID)})}
	if sp.Worn {
		e.Worn = t.s.place(at.Actor, spec.Wear)
	}
	if spec.Coins {
		e.Coins = spec.Value
	}
	if spec.Holds != nil {
		e.Shut, e.Bolt = spec.Holds.Closed || spec.Holds.Locked, spec.Holds.Locked
	}
	t.emit(e)
	t.fill(sp.ID)
	return true
}

// fill lets the rules that put things into or onto what a rule just made do their part.
func (t *Turn) fill(made SpawnID) {
	for _, id := range slices.Clone(t.s.Index.Fillers[made]) {
		t.respawn(id)
	}
}

func (t *Turn) spawnMob(sp *SpawnSpec) bool {
	m := t.s.MobSpecs[sp.Mob]
	if m == nil || t.s.Rooms[sp.Room] == nil {
		return false
	}
	id := ActorID(sp.As)
	if id == "" {
		id = ActorID(t.newID("npc-" + strings.TrimPrefix(string(sp.Mob), "npc-")))
	}
	if t.s.Actors[id] != nil {
		return false
	}
	t.emit(MobMade{
		Actor: id, Num: t.s.nextNum(), Name: m.Name, Proto: sp.Mob, Room: sp.Room, HP: m.HP, Level: max(m.Level, 1),
		Spawn: sp.ID, At: t.now,
	})
	t.fill(sp.ID)
	return true
}

// spawnPlace finds where a rule puts its things now.
func (s *State) spawnPlace(sp *SpawnSpec) (Place, bool) {
	switch {
	case sp.Room != "":
		return Place{Room: sp.Room}, s.Rooms[sp.Room] != nil
	case sp.In != "":
		for _, id := range s.Index.Spawned[sp.In] {
			if it := s.Items[ItemID(id)]; it != nil {
				return Place{Item: it.ID}, s.canBeFilled(it)
			}
		}
	case sp.On != "":
		for _, id := range s.Index.Spawned[sp.On] {
			if a := s.Actors[ActorID(id)]; a != nil {
				return Place{Actor: a.ID}, true
			}
		}
	}
	return Place{}, false
}

// canBeFilled reports whether things may be made inside another: it is a container, and in no other but the dead's. It
// was made as one, but its pattern may have changed since, and so may where it lies.
func (s *State) canBeFilled(it *Item) bool {
	outer := s.Items[it.At.Item]
	spec := s.ItemSpecs[it.Proto]
	return spec != nil && spec.Holds != nil && (outer == nil || outer.Proto == corpseProto)
}

// supply starts the wait until a spawn rule makes one more.
func (t *Turn) supply(id SpawnID) {
	sp := t.s.Spawns[id]
	if sp == nil || sp.Every == 0 || t.s.Timers[timerID(TimerSpawn, string(id))] != nil {
		return
	}
	t.after(Time(sp.Every)*Second, TimerSpawn, string(id))
}

func (e ItemMade) fold(s *State) {
	s.Made++
	it := &Item{
		ID: e.Item, Proto: e.Proto, At: e.Place, Order: s.Made, Worn: e.Worn, Shut: e.Shut, Bolt: e.Bolt,
		Coins: e.Coins, Spawn: e.Spawn, Home: e.Spawn != "", Lent: e.Lent, Guest: e.Guest,
		Buried: e.Buried, Script: e.Script, Built: e.Built,
	}
	if e.Kit {
		it.Kit = e.Place.Actor
		a := s.actor(it.Kit)
		a.Kit = append(a.Kit, e.Item)
	}
	s.Items[e.Item] = it
	s.touch(kindItem, string(e.Item))
	s.indexItem(it)
	if e.Worn != "" {
		s.refit(e.Place.Actor)
	}
}

func (e MobMade) fold(s *State) {
	s.Made++
	a := &Actor{
		ID: e.Actor, Num: e.Num, Name: e.Name, Proto: e.Proto, Spawn: e.Spawn, Role: RoleGuest, Presence: Here,
		Room: e.Room, Order: s.Made, HP: e.HP, HPMax: e.HP, HPAt: e.At, Level: e.Level, Born: e.At,
		Quests: map[QuestID]QuestRun{}, Known: map[RoomID]bool{},
	}
	s.Actors[e.Actor] = a
	s.touch(kindActor, string(e.Actor))
	s.indexName(a)
	s.indexActor(a)
	s.indexBonds(a)
}

func (e ItemMoved) fold(s *State) { s.putItem(e.Item, e.Place) }

func (e ItemMade) scene(s *State) scene  { return scene{room: s.roomOf(e.Place)} }
func (e MobMade) scene(*State) scene     { return scene{room: e.Room, sight: true, comes: e.Actor} }
func (e ItemMoved) scene(s *State) scene { return scene{room: s.roomOf(e.Place)} }

func (ItemMade) traits() Traits  { return Traits{} }
func (MobMade) traits() Traits   { return Traits{Public: true, Cue: cue("Appears")} }
func (ItemMoved) traits() Traits { return Traits{} }
