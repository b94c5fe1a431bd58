package pack

import "github.com/mudlark-mud/mudlark/world"

// roomMap is a pack by its ids.
type roomMap struct {
	start  world.RoomID
	rooms  map[world.RoomID]*world.RoomSpec
	doors  map[world.DoorID]*world.DoorSpec
	items  map[world.ProtoID]*world.ItemSpec
	spawns map[world.SpawnID]*world.SpawnSpec
	placed map[world.RoomID][]*world.SpawnSpec  // the spawns of a room
	held   map[world.SpawnID][]*world.SpawnSpec // what lies in, or is carried by, what a spawn made
	quests map[world.RoomID][]world.ProtoID     // what the quests that are offered in a room hand over
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

// open walks as if nothing were locked.
func (m *roomMap) open() *reach { return m.explore(nil) }

// locked walks with the keys that can be had.
func (m *roomMap) locked() *reach { return m.explore(map[world.ProtoID]bool{}) }

// explore walks from the start through every exit, hidden ones and tidal rooms too, and to where the sea sweeps
// people. With keys nil nothing is locked; else what is locked waits until its key turns up on the way. Each room and
// spawn is visited once, so the work is linear in the pack.
func (m *roomMap) explore(keys map[world.ProtoID]bool) *reach {
	r := &reach{rooms: map[world.RoomID]bool{}, made: map[world.SpawnID]bool{}}
	waiting := map[world.ProtoID][]step{}
	queue := []step{{room: m.start}}
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
		if room := m.rooms[s.room]; room != nil && !r.rooms[s.room] {
			r.rooms[s.room] = true
			for _, x := range room.Exits {
				d := m.doors[x.Door]
				through(d != nil && d.Locked, keyOf(d), step{room: x.To})
			}
			if room.Tidal != nil {
				queue = append(queue, step{room: room.Tidal.Swept})
			}
			for _, x := range m.placed[s.room] {
				queue = append(queue, step{spawn: x.ID})
			}
			for _, key := range m.quests[s.room] {
				if keys != nil && !keys[key] {
					keys[key] = true
					queue = append(queue, waiting[key]...)
				}
			}
		}
		spawn := m.spawns[s.spawn]
		if spawn == nil || r.made[s.spawn] {
			continue
		}
		r.made[s.spawn] = true
		it := m.items[spawn.Item]
		for _, x := range m.held[s.spawn] {
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

// returning finds every room from which the start can be reached, by walking the exits backwards.
func (m *roomMap) returning() map[world.RoomID]bool {
	from := map[world.RoomID][]world.RoomID{}
	for _, r := range m.rooms {
		for _, x := range r.Exits {
			from[x.To] = append(from[x.To], r.ID)
		}
		if r.Tidal != nil {
			from[r.Tidal.Swept] = append(from[r.Tidal.Swept], r.ID)
		}
	}
	seen := map[world.RoomID]bool{m.start: true}
	queue := []world.RoomID{m.start}
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
