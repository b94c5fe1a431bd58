package world

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Meta is the part of the state that is no entity.
type Meta struct {
	Seq    uint64 `json:"seq"`
	Now    Time   `json:"now"`
	Seed   uint64 `json:"seed"`
	Made   uint64 `json:"made"`
	Wall   int64  `json:"wall"`
	WallAt Time   `json:"wall_at"`
}

// Row returns the entity under a key for writing into a cut, or nil when it is gone. It points into the state: encode
// it before anything else happens.
func (s *State) Row(k Key) any {
	switch k.Kind {
	case kindMeta:
		return &Meta{Seq: s.Seq, Now: s.Now, Seed: s.Seed, Made: s.Made, Wall: s.Wall, WallAt: s.WallAt}
	case kindPack:
		if p, ok := s.Packs[PackID(k.ID)]; ok {
			return &p
		}
		return nil
	case kindRoom:
		return orNil(s.Rooms[RoomID(k.ID)])
	case kindDoor:
		return orNil(s.Doors[DoorID(k.ID)])
	case kindThing:
		return orNil(s.ItemSpecs[ProtoID(k.ID)])
	case kindMob:
		return orNil(s.MobSpecs[ProtoID(k.ID)])
	case kindSpawn:
		return orNil(s.Spawns[SpawnID(k.ID)])
	case kindQuest:
		return orNil(s.Quests[QuestID(k.ID)])
	case kindSocial:
		return orNil(s.Socials[SocialID(k.ID)])
	case kindHelp:
		return orNil(s.Help[k.ID])
	case kindItem:
		return orNil(s.Items[ItemID(k.ID)])
	case kindActor:
		return orNil(s.Actors[ActorID(k.ID)])
	case kindTimer:
		return orNil(s.Timers[TimerID(k.ID)])
	case kindGrant:
		return orNil(s.Grants[GrantID(k.ID)])
	}
	return nil
}

// orNil keeps a nil pointer from becoming an interface that is not nil.
func orNil[V any](v *V) any {
	if v == nil {
		return nil
	}
	return v
}

// LoadRow puts one row of a cut back; decode fills what it is given. Call [State.Reindex] after the last.
func (s *State) LoadRow(key string, decode func(any) error) error {
	kind, id, ok := strings.Cut(key, "/")
	if !ok {
		return fmt.Errorf("row %q has no kind", key)
	}
	switch kind {
	case kindMeta:
		var m Meta
		if err := decode(&m); err != nil {
			return err
		}
		s.Seq, s.Now, s.Seed, s.Made, s.Wall, s.WallAt = m.Seq, m.Now, m.Seed, m.Made, m.Wall, m.WallAt
		return nil
	case kindPack:
		var p PackInfo
		err := decode(&p)
		s.Packs[PackID(id)] = p
		return err
	case kindRoom:
		return load(s.Rooms, RoomID(id), decode)
	case kindDoor:
		return load(s.Doors, DoorID(id), decode)
	case kindThing:
		return load(s.ItemSpecs, ProtoID(id), decode)
	case kindMob:
		return load(s.MobSpecs, ProtoID(id), decode)
	case kindSpawn:
		return load(s.Spawns, SpawnID(id), decode)
	case kindQuest:
		return load(s.Quests, QuestID(id), decode)
	case kindSocial:
		return load(s.Socials, SocialID(id), decode)
	case kindHelp:
		return load(s.Help, id, decode)
	case kindItem:
		return load(s.Items, ItemID(id), decode)
	case kindActor:
		return s.loadActor(ActorID(id), decode)
	case kindTimer:
		return load(s.Timers, TimerID(id), decode)
	case kindGrant:
		return load(s.Grants, GrantID(id), decode)
	}
	return fmt.Errorf("row %q is of a kind this release does not know", key)
}

func (s *State) loadActor(id ActorID, decode func(any) error) error {
	if err := load(s.Actors, id, decode); err != nil {
		return err
	}
	a := s.Actors[id]
	if a.Quests == nil {
		a.Quests = map[QuestID]QuestRun{}
	}
	if a.Known == nil {
		a.Known = map[RoomID]bool{}
	}
	return nil
}

func load[K comparable, V any](m map[K]*V, id K, decode func(any) error) error {
	v := new(V)
	if err := decode(v); err != nil {
		return err
	}
	m[id] = v
	return nil
}

// Keys lists the keys of all that is, in order: what a whole cut or a digest covers.
func (s *State) Keys() []Key {
	keys := []Key{{kindMeta, kindMeta}}
	keys = addKeys(keys, kindPack, s.Packs)
	keys = addKeys(keys, kindRoom, s.Rooms)
	keys = addKeys(keys, kindDoor, s.Doors)
	keys = addKeys(keys, kindThing, s.ItemSpecs)
	keys = addKeys(keys, kindMob, s.MobSpecs)
	keys = addKeys(keys, kindSpawn, s.Spawns)
	keys = addKeys(keys, kindQuest, s.Quests)
	keys = addKeys(keys, kindSocial, s.Socials)
	keys = addKeys(keys, kindHelp, s.Help)
	keys = addKeys(keys, kindItem, s.Items)
	keys = addKeys(keys, kindActor, s.Actors)
	keys = addKeys(keys, kindTimer, s.Timers)
	keys = addKeys(keys, kindGrant, s.Grants)
	slices.SortFunc(keys, byKey)
	return keys
}

// byKey orders keys as their strings are: a slash comes before every letter, so the kinds may be compared first.
func byKey(a, b Key) int { return cmp.Or(strings.Compare(a.Kind, b.Kind), strings.Compare(a.ID, b.ID)) }

func addKeys[K ~string, V any](keys []Key, kind string, m map[K]V) []Key {
	for _, id := range slices.Sorted(maps.Keys(m)) {
		keys = append(keys, Key{kind, string(id)})
	}
	return keys
}

// TakeDirty returns the keys changed since the last call, in order, and starts anew.
func (s *State) TakeDirty() []Key {
	keys := slices.SortedFunc(maps.Keys(s.Dirty), byKey)
	s.Dirty = map[Key]struct{}{}
	return keys
}
