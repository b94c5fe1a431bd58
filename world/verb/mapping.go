package verb

import "github.com/mudlark-mud/mudlark/world"

// mapRoomsMost bounds a map: the rooms nearest to where one stands are shown.
const mapRoomsMost = 400

// MapReport is what somebody knows of the world: the places they have seen and the ways between them, nearest first
// (S2-16).
type MapReport struct {
	Rooms []MapRoom `json:"rooms"`
	More  int       `json:"more,omitempty"` // places beyond those listed
}

// MapRoom is one known place. Exits are the ways that can be seen; one that leads to a place not seen yet has an
// empty id.
type MapRoom struct {
	ID    world.RoomID               `json:"id"`
	Name  string                     `json:"name"`
	Exits map[world.Dir]world.RoomID `json:"exits"`
	Here  bool                       `json:"here,omitempty"`
}

// Map reports what somebody knows of the world. It walks outwards from where somebody stands along ways they know,
// then adds the known places that no known way leads to.
func (c Ctx) Map() MapReport {
	out := MapReport{Rooms: []MapRoom{}}
	met := map[world.RoomID]bool{c.Actor.Room: true}
	next := []world.RoomID{c.Actor.Room}
	walk := func() {
		for ; len(next) > 0; next = next[1:] {
			room := c.mapRoom(next[0])
			for _, w := range c.State.Ways(next[0], c.Actor.ID, c.Now) {
				if w.To != "" && !met[w.To] {
					met[w.To] = true
					next = append(next, w.To)
				}
			}
			if len(out.Rooms) == mapRoomsMost {
				out.More++
				continue
			}
			out.Rooms = append(out.Rooms, room)
		}
	}
	walk()
	for id := range world.Ordered(c.Actor.Known) {
		if !met[id] && c.State.Rooms[id] != nil {
			met[id] = true
			next = append(next, id)
			walk()
		}
	}
	return out
}

func (c Ctx) mapRoom(id world.RoomID) MapRoom {
	room := MapRoom{ID: id, Here: id == c.Actor.Room, Exits: map[world.Dir]world.RoomID{}}
	if r := c.State.Rooms[id]; r != nil {
		room.Name = r.Name
	}
	for _, w := range c.State.Ways(id, c.Actor.ID, c.Now) {
		room.Exits[w.Dir] = w.To
	}
	return room
}
