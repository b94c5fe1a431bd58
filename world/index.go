package world

import (
	"cmp"
	"iter"
	"slices"
	"strings"
)

// Index is who and what is where, derived from the places of things and bodies. Lists are in the order of arrival.
type Index struct {
	Floor     map[RoomID][]ItemID
	Buried    map[RoomID][]ItemID // what lies there unseen
	Inside    map[ItemID][]ItemID
	Held      map[ActorID][]ItemID
	Wares     map[ActorID][]ItemID // what a guest bought, wherever it is, in order of the ids
	Present   map[RoomID][]ActorID
	Followers map[ActorID][]ActorID
	Attackers map[ActorID][]ActorID
	Spawned   map[SpawnID][]string  // what a spawn rule made and is still at home, or alive
	Fillers   map[SpawnID][]SpawnID // the rules that put things into or onto what a rule makes
	Seasonal  map[string][]SpawnID  // the rules under a condition, by the zone in which they make something, in order
	Names     map[string]ActorID
	Nums      map[uint32]ActorID
	Accounts  map[AccountID][]ActorID
	Sides     map[DoorID][]RoomID  // the rooms that a door opens on
	Tidal     []RoomID             // the rooms that the sea takes at times, in order
	Due       []*Timer             // by due time and id
	Awake     []ActorID            // players' bodies in the world, in order
	Minds     []ActorID            // creatures with minds of their own, in order
	Guards    []ActorID            // creatures that keep something, in order; see [KeepsSpec]
	Peopled   map[string]int       // how many players' bodies are in a zone, by what its rooms name
	Beasts    map[string][]ActorID // creatures in it that stir by themselves, in order
	Tables    map[RoomID][]BoardID
	Seated    map[ActorID]BoardID // who sits at a table, or watches it
	Grouped   map[ActorID]PartyID
	Battles   map[RoomID]EncounterID
	Battling  map[ActorID]EncounterID // who takes part in an encounter and still stands
}

// Reindex makes the index anew from the state, as loading does.
func (s *State) Reindex() {
	s.Atlas = nil
	s.Index = Index{
		Floor: map[RoomID][]ItemID{}, Buried: map[RoomID][]ItemID{}, Inside: map[ItemID][]ItemID{},
		Held:    map[ActorID][]ItemID{},
		Wares:   map[ActorID][]ItemID{},
		Present: map[RoomID][]ActorID{}, Followers: map[ActorID][]ActorID{}, Attackers: map[ActorID][]ActorID{},
		Sides: map[DoorID][]RoomID{}, Spawned: map[SpawnID][]string{},
		Tidal: []RoomID{}, Awake: []ActorID{}, Minds: []ActorID{}, Guards: []ActorID{},
		Names: map[string]ActorID{}, Nums: map[uint32]ActorID{},
		Accounts: map[AccountID][]ActorID{}, Tables: map[RoomID][]BoardID{}, Seated: map[ActorID]BoardID{},
		Battles: map[RoomID]EncounterID{}, Battling: map[ActorID]EncounterID{},
		Grouped: map[ActorID]PartyID{},
		Peopled: map[string]int{}, Beasts: map[string][]ActorID{},
	}
	for it := range arrived(s.Items, func(it *Item) uint64 { return it.Order }) {
		s.indexItem(it)
	}
	for a := range arrived(s.Actors, func(a *Actor) uint64 { return a.Order }) {
		s.indexName(a)
		s.indexActor(a)
		s.indexBonds(a)
	}
	for _, r := range anyhow(s.Rooms) {
		s.indexRoom(r)
	}
	s.indexSpawns()
	s.indexSeasons()
	for _, b := range anyhow(s.Boards) {
		s.indexBoard(b)
	}
	for _, e := range anyhow(s.Encounters) {
		s.indexBattle(e)
	}
	for _, g := range anyhow(s.Parties) {
		s.indexParty(g)
	}
	for _, t := range anyhow(s.Timers) {
		s.Index.Due = append(s.Index.Due, t)
	}
	slices.SortFunc(s.Index.Due, byDue)
}

// arrived walks a map in the order of arrival; of what came at the same time the lesser id is first.
func arrived[K cmp.Ordered, V any](m map[K]*V, order func(*V) uint64) iter.Seq[*V] {
	type arrival struct {
		order uint64
		id    K
		is    *V
	}
	all := make([]arrival, 0, len(m))
	for id, is := range anyhow(m) {
		all = append(all, arrival{order(is), id, is})
	}
	slices.SortFunc(all, func(a, b arrival) int {
		if c := cmp.Compare(a.order, b.order); c != 0 {
			return c
		}
		return cmp.Compare(a.id, b.id)
	})
	return func(yield func(*V) bool) {
		for _, a := range all {
			if !yield(a.is) {
				return
			}
		}
	}
}

func (s *State) indexItem(it *Item) {
	if it.Home {
		add(s.Index.Spawned, it.Spawn, string(it.ID))
	}
	if it.Guest != "" {
		add(s.Index.Wares, it.Guest, it.ID)
	}
	switch {
	case it.Buried:
		s.Index.Buried[it.At.Room] = append(s.Index.Buried[it.At.Room], it.ID)
	case it.At.Room != "":
		s.Index.Floor[it.At.Room] = append(s.Index.Floor[it.At.Room], it.ID)
	case it.At.Actor != "":
		s.Index.Held[it.At.Actor] = append(s.Index.Held[it.At.Actor], it.ID)
	case it.At.Item != "":
		s.Index.Inside[it.At.Item] = append(s.Index.Inside[it.At.Item], it.ID)
	}
}

func (s *State) unindexItem(it *Item) {
	if it.Home {
		take(s.Index.Spawned, it.Spawn, string(it.ID))
	}
	if it.Guest != "" {
		take(s.Index.Wares, it.Guest, it.ID)
	}
	switch {
	case it.Buried:
		take(s.Index.Buried, it.At.Room, it.ID)
	case it.At.Room != "":
		take(s.Index.Floor, it.At.Room, it.ID)
	case it.At.Actor != "":
		take(s.Index.Held, it.At.Actor, it.ID)
	case it.At.Item != "":
		take(s.Index.Inside, it.At.Item, it.ID)
	}
}

func (s *State) indexName(a *Actor) {
	s.Index.Nums[a.Num] = a.ID
	if a.Spawn != "" {
		add(s.Index.Spawned, a.Spawn, string(a.ID))
	}
	if !a.Player() {
		return
	}
	s.Index.Names[strings.ToLower(a.Name)] = a.ID
	if a.Account != "" {
		list := append(s.Index.Accounts[a.Account], a.ID)
		slices.Sort(list)
		s.Index.Accounts[a.Account] = list
	}
}

func (s *State) unindexName(a *Actor) {
	delete(s.Index.Nums, a.Num)
	if a.Spawn != "" {
		take(s.Index.Spawned, a.Spawn, string(a.ID))
	}
	if !a.Player() {
		return
	}
	delete(s.Index.Names, strings.ToLower(a.Name))
	if a.Account != "" {
		take(s.Index.Accounts, a.Account, a.ID)
	}
}

// rename gives somebody another name.
func (s *State) rename(a *Actor, name string) {
	s.unindexName(a)
	a.Name = name
	s.indexName(a)
}

func (s *State) indexActor(a *Actor) {
	if a.Presence == Away {
		return
	}
	s.Index.Present[a.Room] = append(s.Index.Present[a.Room], a.ID)
	s.indexZoned(a)
	if a.Player() {
		s.Index.Awake = with(s.Index.Awake, a.ID)
		return
	}
	if s.Minded(a) != nil {
		s.Index.Minds = with(s.Index.Minds, a.ID)
	}
	if s.guards(a) {
		s.Index.Guards = with(s.Index.Guards, a.ID)
	}
}

// with adds an id to a sorted list.
func with(list []ActorID, id ActorID) []ActorID {
	if i, found := slices.BinarySearch(list, id); !found {
		return slices.Insert(list, i, id)
	}
	return list
}

// without takes one away.
func without(list []ActorID, id ActorID) []ActorID {
	if i, found := slices.BinarySearch(list, id); found {
		return slices.Delete(list, i, i+1)
	}
	return list
}

// indexMinds makes the index of creatures with minds anew, and of those that keep something, when a pack changed who
// does.
func (s *State) indexMinds() {
	s.Index.Minds = append([]ActorID{}, Picked(s.Actors, func(_ ActorID, a *Actor) bool {
		return a.Presence != Away && s.Minded(a) != nil
	})...)
	s.Index.Guards = append([]ActorID{}, Picked(s.Actors, func(_ ActorID, a *Actor) bool {
		return a.Presence != Away && s.guards(a)
	})...)
}

func (s *State) unindexActor(a *Actor) {
	if a.Presence == Away {
		return
	}
	take(s.Index.Present, a.Room, a.ID)
	s.unindexZoned(a)
	if a.Player() {
		s.Index.Awake = without(s.Index.Awake, a.ID)
		return
	}
	s.Index.Minds = without(s.Index.Minds, a.ID)
	s.Index.Guards = without(s.Index.Guards, a.ID)
}

func (s *State) indexBonds(a *Actor) {
	if a.Following != "" {
		insert(s.Index.Followers, a.Following, a.ID)
	}
	if a.Fighting != "" {
		insert(s.Index.Attackers, a.Fighting, a.ID)
	}
}

func (s *State) unindexBonds(a *Actor) {
	if a.Following != "" {
		take(s.Index.Followers, a.Following, a.ID)
	}
	if a.Fighting != "" {
		take(s.Index.Attackers, a.Fighting, a.ID)
	}
}

// take removes v from the list under k; an empty list leaves the map.
func take[K, V comparable](m map[K][]V, k K, v V) {
	list := m[k]
	i := slices.Index(list, v)
	if i < 0 {
		return
	}
	if len(list) == 1 {
		delete(m, k)
		return
	}
	m[k] = slices.Delete(list, i, i+1)
}

// add adds v to the sorted list under k, also where it stands already: a thing and a creature may share an id, when the
// rule that made one makes the other now.
func add[K comparable, V cmp.Ordered](m map[K][]V, k K, v V) {
	i, _ := slices.BinarySearch(m[k], v)
	m[k] = slices.Insert(m[k], i, v)
}

// insert adds v to the sorted list under k, once.
func insert[K comparable, V cmp.Ordered](m map[K][]V, k K, v V) {
	list := m[k]
	if i, found := slices.BinarySearch(list, v); !found {
		m[k] = slices.Insert(list, i, v)
	}
}

// putItem moves a thing; order is stamped from the sequence and a count.
func (s *State) putItem(id ItemID, at Place) {
	it := s.item(id)
	s.unworn(it)
	s.unindexItem(it)
	s.Made++
	it.At, it.Worn, it.Order, it.Home, it.Buried = at, "", s.Made, false, false
	s.indexItem(it)
}

// dropItem removes a thing from the world.
func (s *State) dropItem(id ItemID) {
	it := s.item(id)
	s.unworn(it)
	s.unindexItem(it)
	delete(s.Items, id)
}

// putActor moves a body, or takes it out of the world (Away).
func (s *State) putActor(id ActorID, room RoomID, presence Presence) {
	a := s.actor(id)
	if a.Room == room && a.Presence != Away && presence != Away {
		a.Presence = presence // the place among those present stays
		return
	}
	s.unindexActor(a)
	s.Made++
	a.Order = s.Made
	a.Room, a.Presence = room, presence
	s.indexActor(a)
}

// bond sets whom a body follows and fights.
func (s *State) bond(id ActorID, following, fighting ActorID) {
	a := s.actor(id)
	s.unindexBonds(a)
	a.Following, a.Fighting = following, fighting
	s.indexBonds(a)
}

func (s *State) indexRoom(r *RoomSpec) {
	for _, e := range r.Exits {
		if e.Door != "" {
			insert(s.Index.Sides, e.Door, r.ID)
		}
	}
	if i, found := slices.BinarySearch(s.Index.Tidal, r.ID); r.Tidal != nil && !found {
		s.Index.Tidal = slices.Insert(s.Index.Tidal, i, r.ID)
	}
}

func (s *State) unindexRoom(r *RoomSpec) {
	for _, e := range r.Exits {
		if e.Door != "" {
			take(s.Index.Sides, e.Door, r.ID)
		}
	}
	if i, found := slices.BinarySearch(s.Index.Tidal, r.ID); found {
		s.Index.Tidal = slices.Delete(s.Index.Tidal, i, i+1)
	}
}

func (s *State) indexBoard(b *Board) {
	insert(s.Index.Tables, b.Room, b.ID)
	for i := range b.Seats {
		if who := b.Seats[i].Actor; who != "" {
			s.Index.Seated[who] = b.ID
		}
	}
	for _, who := range b.Watchers {
		s.Index.Seated[who] = b.ID
	}
}

// indexSpawns makes the index of what fills what anew.
func (s *State) indexSpawns() {
	s.Index.Fillers = map[SpawnID][]SpawnID{}
	for id, sp := range anyhow(s.Spawns) {
		if into := cmp.Or(sp.In, sp.On); into != "" {
			insert(s.Index.Fillers, into, id)
		}
	}
}
