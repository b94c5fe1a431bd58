package pack

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// checker is a decoded pack, indexed, with what can be reached in it.
type checker struct {
	*draft
	rooms  map[world.RoomID]*world.RoomSpec
	doors  map[world.DoorID]*world.DoorSpec
	items  map[world.ProtoID]*world.ItemSpec
	mobs   map[world.ProtoID]*world.MobSpec
	spawns map[world.SpawnID]*world.SpawnSpec
	makers map[world.ProtoID][]*world.SpawnSpec // what makes a pattern
	placed map[world.RoomID][]*world.SpawnSpec
	held   map[world.SpawnID][]*world.SpawnSpec // what lies in, or is carried by, what a spawn made
	handed map[world.ProtoID]bool               // by quests
	sold   map[world.ProtoID]bool               // or given, by people
	worked map[world.ProtoID]bool               // made or gathered by players
	asked  map[world.ProtoID]offer              // for how little somebody sells it
	ways   *roomMap
	open   *reach // as if nothing were locked
	locked *reach // with the keys that can be had
}

func newChecker(d *draft) *checker {
	c := &checker{
		draft:  d,
		rooms:  index(d.pack.Rooms, func(r *world.RoomSpec) world.RoomID { return r.ID }),
		doors:  index(d.pack.Doors, func(x *world.DoorSpec) world.DoorID { return x.ID }),
		items:  index(d.pack.Items, func(x *world.ItemSpec) world.ProtoID { return x.ID }),
		mobs:   index(d.pack.Mobs, func(x *world.MobSpec) world.ProtoID { return x.ID }),
		spawns: index(d.pack.Spawns, func(x *world.SpawnSpec) world.SpawnID { return x.ID }),
		makers: map[world.ProtoID][]*world.SpawnSpec{},
		placed: map[world.RoomID][]*world.SpawnSpec{},
		held:   map[world.SpawnID][]*world.SpawnSpec{},
		handed: map[world.ProtoID]bool{},
		sold:   soldItems(d.pack),
		worked: workedItems(d.pack),
		asked:  cheapest(d.pack),
	}
	for i := range d.pack.Spawns {
		s := &d.pack.Spawns[i]
		if made := s.Item + s.Mob; made != "" {
			c.makers[made] = append(c.makers[made], s)
		}
		if s.Room != "" {
			c.placed[s.Room] = append(c.placed[s.Room], s)
		}
		if holder := s.In + s.On; holder != "" {
			c.held[holder] = append(c.held[holder], s)
		}
	}
	c.ways = &roomMap{
		start: d.pack.Start, rooms: c.rooms, doors: c.doors, items: c.items, spawns: c.spawns, placed: c.placed,
		held: c.held, quests: map[world.RoomID][]world.ProtoID{},
	}
	for i := range d.pack.Quests {
		q := &d.pack.Quests[i]
		for _, thing := range slices.Concat(q.Lends, q.Gives) {
			c.ways.quests[q.Room] = append(c.ways.quests[q.Room], thing.Item)
			c.handed[thing.Item] = true
		}
	}
	c.open, c.locked = c.ways.open(), c.ways.locked()
	return c
}

// index maps ids to entries, the first of each; the empty id, which only broken entries have, leads nowhere.
func index[K ~string, T any](list []T, id func(*T) K) map[K]*T {
	m := make(map[K]*T, len(list))
	for i := range list {
		k := id(&list[i])
		if _, ok := m[k]; !ok && k != "" {
			m[k] = &list[i]
		}
	}
	return m
}

// each calls f with every entry of a kind and where it stands.
func each[T any](c *checker, key string, list []T, f func(at site, v *T)) {
	for i := range list {
		f(c.sites[key][i], &list[i])
	}
}

// exactlyOne sees to it that of the named fields one is set.
func (c *checker) exactlyOne(at site, one string, set map[string]bool) {
	n := 0
	for _, ok := range set {
		if ok {
			n++
		}
	}
	if n != 1 {
		keys := strings.Join(sortedKeys(set), ", ")
		c.fault(at, fmt.Sprintf("a %s has %d of %s", one, n, keys), "give exactly one")
	}
}

// checkReach reports rooms that nobody can enter, and rooms that nobody comes back from.
func checkReach(c *checker) {
	if c.rooms[c.pack.Start] == nil {
		return // reported already
	}
	back := c.ways.returning()
	each(c, "rooms", c.pack.Rooms, func(at site, r *world.RoomSpec) {
		switch {
		case r.ID == "", r.ID == c.pack.Jail:
		case !c.open.rooms[r.ID]:
			c.unreached(at, fmt.Sprintf("no way leads from the start %q to %q", c.pack.Start, r.ID),
				"give a room an exit to it")
		case !c.locked.rooms[r.ID]:
			c.doubt(at, fmt.Sprintf("%q lies behind a lock whose key nobody can get", r.ID), "")
		case !back[r.ID]:
			c.doubt(at, fmt.Sprintf("no way leads from %q back to the start %q", r.ID, c.pack.Start), "")
		}
	})
}

// unreached notes that something cannot be got at: wrong, but for a file that was imported, where it is only doubtful.
func (c *checker) unreached(at site, what, meant string) {
	if c.imported[at.file] {
		c.doubt(at, what, meant)
		return
	}
	c.fault(at, what, meant)
}

// checkObtainable reports an item that people need but cannot come by.
func (c *checker) checkObtainable(at site, id world.ProtoID, what string) {
	it := c.items[id]
	if it == nil {
		return // reported already
	}
	if it.Fixed {
		c.fault(at, fmt.Sprintf("the %s %q is fixed, so nobody can take it", what, id), "")
		return
	}
	c.checkMade(at, id, what)
}

// checkMade reports what no spawn makes, or only where nobody gets.
func (c *checker) checkMade(at site, id world.ProtoID, what string) {
	makers := c.makers[id]
	within := func(made map[world.SpawnID]bool) bool {
		return slices.ContainsFunc(makers, func(s *world.SpawnSpec) bool { return made[s.ID] })
	}
	switch {
	case len(makers) == 0 && (c.handed[id] || c.sold[id] || c.worked[id]): // whether one gets at it there is not asked
	case len(makers) == 0:
		c.unreached(at, fmt.Sprintf("no spawn makes the %s %q", what, id), "add one")
	case !within(c.open.made):
		c.unreached(at, fmt.Sprintf("the %s %q is only where nobody gets", what, id), "")
	case !within(c.locked.made):
		c.doubt(at, fmt.Sprintf("the %s %q lies behind a lock whose key nobody can get", what, id), "")
	}
}
