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
	open   *reach                               // as if nothing were locked
	locked *reach                               // with the keys that can be had
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
	c.open = c.explore(nil)
	c.locked = c.explore(map[world.ProtoID]bool{})
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

// reach is where people can go, and which spawns' makings they can come by.
type reach struct {
	rooms map[world.RoomID]bool
	made  map[world.SpawnID]bool
}

// step is a room or a spawn to go to.
type step struct {
	room  world.RoomID
	spawn world.SpawnID
}

// explore walks from the start through every exit, hidden ones and tidal rooms too, and to where the sea sweeps
// people. With keys nil nothing is locked; else what is locked waits until its key turns up on the way. Each room and
// spawn is visited once, so the work is linear in the pack.
func (c *checker) explore(keys map[world.ProtoID]bool) *reach {
	r := &reach{rooms: map[world.RoomID]bool{}, made: map[world.SpawnID]bool{}}
	waiting := map[world.ProtoID][]step{}
	queue := []step{{room: c.pack.Start}}
	through := func(locked bool, key world.ProtoID, s step) {
		if keys != nil && locked && !keys[key] {
			waiting[key] = append(waiting[key], s)
			return
		}
		queue = append(queue, s)
	}
	for len(queue) > 0 {
		s := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if room := c.rooms[s.room]; room != nil && !r.rooms[s.room] {
			r.rooms[s.room] = true
			for _, x := range room.Exits {
				d := c.doors[x.Door]
				through(d != nil && d.Locked, keyOf(d), step{room: x.To})
			}
			if room.Tidal != nil {
				queue = append(queue, step{room: room.Tidal.Swept})
			}
			for _, x := range c.placed[s.room] {
				queue = append(queue, step{spawn: x.ID})
			}
		}
		spawn := c.spawns[s.spawn]
		if spawn == nil || r.made[s.spawn] {
			continue
		}
		r.made[s.spawn] = true
		it := c.items[spawn.Item]
		for _, x := range c.held[s.spawn] {
			inside := x.In != "" && it != nil && it.Holds != nil
			if inside {
				through(it.Holds.Locked, it.Holds.Key, step{spawn: x.ID})
			} else {
				queue = append(queue, step{spawn: x.ID})
			}
		}
		if it != nil && keys != nil && !it.Fixed && !keys[it.ID] {
			keys[it.ID] = true
			queue = append(queue, waiting[it.ID]...)
		}
	}
	return r
}

func keyOf(d *world.DoorSpec) world.ProtoID {
	if d == nil {
		return ""
	}
	return d.Key
}

// checkReach reports rooms that nobody can enter, and rooms that nobody comes back from.
func checkReach(c *checker) {
	if c.rooms[c.pack.Start] == nil {
		return // reported already
	}
	back := c.returning()
	each(c, "rooms", c.pack.Rooms, func(at site, r *world.RoomSpec) {
		switch {
		case r.ID == "":
		case !c.open.rooms[r.ID]:
			c.fault(at, fmt.Sprintf("no way leads from the start %q to %q", c.pack.Start, r.ID),
				"give a room an exit to it")
		case !c.locked.rooms[r.ID]:
			c.doubt(at, fmt.Sprintf("%q lies behind a lock whose key nobody can get", r.ID), "")
		case !back[r.ID]:
			c.doubt(at, fmt.Sprintf("no way leads from %q back to the start %q", r.ID, c.pack.Start), "")
		}
	})
}

// returning finds every room from which the start can be reached, by walking the exits backwards.
func (c *checker) returning() map[world.RoomID]bool {
	from := map[world.RoomID][]world.RoomID{}
	for _, r := range c.pack.Rooms {
		for _, x := range r.Exits {
			from[x.To] = append(from[x.To], r.ID)
		}
		if r.Tidal != nil {
			from[r.Tidal.Swept] = append(from[r.Tidal.Swept], r.ID)
		}
	}
	seen := map[world.RoomID]bool{c.pack.Start: true}
	queue := []world.RoomID{c.pack.Start}
	for len(queue) > 0 {
		id := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, x := range from[id] {
			if !seen[x] {
				seen[x] = true
				queue = append(queue, x)
			}
		}
	}
	return seen
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
	case len(makers) == 0:
		c.fault(at, fmt.Sprintf("no spawn makes the %s %q", what, id), "add one")
	case !within(c.open.made):
		c.fault(at, fmt.Sprintf("the %s %q is only where nobody gets", what, id), "")
	case !within(c.locked.made):
		c.doubt(at, fmt.Sprintf("the %s %q lies behind a lock whose key nobody can get", what, id), "")
	}
}
