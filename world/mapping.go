package world

import (
	"slices"
	"strconv"
	"strings"
)

const (
	// WalkStepsMost is how many steps one line of a walk has, typed or written by the map.
	WalkStepsMost = 16

	mapRoomsMost   = 400    // rooms of a map: those nearest to where one stands
	routeRoomsMost = 20_000 // rooms among which a way is looked for
)

// MapReport is what somebody knows of the world: the places they have seen and the ways between them, nearest first
// (S2-16). Nothing else is in it: no hidden way but those they walked, and of a place not seen yet not even the name.
type MapReport struct {
	Rooms []MapRoom `json:"rooms"`
	More  int       `json:"more,omitempty"` // places beyond those listed
}

// MapRoom is one known place. Exits are the ways that can be seen; one that leads to a place not seen yet has an
// empty id.
type MapRoom struct {
	ID     RoomID         `json:"id"`
	Name   string         `json:"name"`
	Exits  map[Dir]RoomID `json:"exits"`
	Here   bool           `json:"here,omitempty"`
	Number int32          `json:"number"`
	At     *Coord         `json:"at,omitempty"` // nil: it is no more

	Ways []Way `json:"-"` // what Exits are, in full
	Path []Dir `json:"-"` // how to walk there from where one stands; empty for here, and where no known way leads
}

// RouteReport is the way to a known place, through known places.
type RouteReport struct {
	ID    RoomID `json:"id"`
	Name  string `json:"name"`
	Known bool   `json:"known"` // a way is: with no steps one stands there
	Steps []Dir  `json:"steps"`
	Walk  string `json:"walk"`           // the steps in short: "3n e u"
	Shut  []Way  `json:"shut,omitempty"` // the ways among them with a closed door, or under water

	Namesakes int    `json:"namesakes,omitempty"` // known places of this name, the nearest of which this is; 0: no other
	Next      string `json:"next,omitempty"`      // with Namesakes: the words that mean the second of them
}

// Map reports what somebody knows of the world. It walks outwards from where somebody stands along ways they know,
// then adds the known places that no known way leads to.
func (s *State) Map(viewer ActorID, now Time) MapReport {
	out := MapReport{Rooms: []MapRoom{}}
	me := s.Actors[viewer]
	if me == nil {
		return out
	}
	listed := map[RoomID]bool{}
	add := func(from RoomID, isReached bool) {
		w := walk{s: s, viewer: viewer, now: now, most: mapRoomsMost - len(out.Rooms), met: listed}
		for _, stop := range w.from(from) {
			room := s.mapRoom(stop.id, me.Room, stop.ways)
			if isReached {
				room.Path = stop.path()
			}
			out.Rooms = append(out.Rooms, room)
		}
	}
	add(me.Room, true)
	if len(out.Rooms) < mapRoomsMost {
		for id := range Ordered(me.Known) {
			if len(out.Rooms) < mapRoomsMost && s.Rooms[id] != nil && !listed[id] {
				add(id, false)
			}
		}
	}
	for id := range anyhow(me.Known) {
		if s.Rooms[id] != nil && !listed[id] {
			out.More++
		}
	}
	return out
}

func (s *State) mapRoom(id, here RoomID, ways []Way) MapRoom {
	room := MapRoom{
		ID: id, Here: id == here, Exits: make(map[Dir]RoomID, len(ways)), Number: s.number(id), At: s.coord(id), Ways: ways,
	}
	if r := s.Rooms[id]; r != nil {
		room.Name = r.Name
	}
	for _, w := range ways {
		room.Exits[w.Dir] = w.To
	}
	return room
}

// Route finds the shortest way to a place, through places that somebody knows and by ways that can be seen.
func (s *State) Route(viewer ActorID, to RoomID, now Time) RouteReport {
	out := RouteReport{ID: to, Steps: []Dir{}}
	me, room := s.Actors[viewer], s.Rooms[to]
	if me == nil || room == nil || !me.Known[to] && me.Room != to {
		return out
	}
	out.Name = room.Name
	w := walk{s: s, viewer: viewer, now: now, most: routeRoomsMost, met: map[RoomID]bool{}, to: to}
	stops := w.from(me.Room)
	last := stops[len(stops)-1]
	if last.id != to {
		return out
	}
	out.Known = true
	for st := last; st.before != nil; st = st.before {
		out.Steps = append(out.Steps, st.by.Dir)
		if st.by.Closed || st.by.Under || st.by.Shut != "" {
			out.Shut = append(out.Shut, st.by)
		}
	}
	slices.Reverse(out.Steps)
	slices.Reverse(out.Shut)
	out.Walk = speedwalk(out.Steps)
	return out
}

// speedwalk writes steps as clients know it: "3n e u". In and out have no letter of their own. A long walk is written
// in parts, each of which is one line to type: "16n, 4n e".
func speedwalk(steps []Dir) string {
	var parts []string
	for part := range slices.Chunk(steps, WalkStepsMost) {
		parts = append(parts, walkLine(part))
	}
	return strings.Join(parts, ", then ")
}

func walkLine(steps []Dir) string {
	var words []string
	for i := 0; i < len(steps); {
		n := 1
		for i+n < len(steps) && steps[i+n] == steps[i] {
			n++
		}
		word := string(steps[i])
		if steps[i] != In && steps[i] != Out {
			word = word[:1]
		}
		if n > 1 {
			word = strconv.Itoa(n) + word
		}
		words = append(words, word)
		i += n
	}
	return strings.Join(words, " ")
}

// walk goes outwards along the ways that somebody sees and whose ends they know.
type walk struct {
	s      *State
	viewer ActorID
	now    Time
	most   int // rooms to come by, one at least
	met    map[RoomID]bool
	to     RoomID // where to stop, if anywhere
}

// stop is a room that a walk came by.
type stop struct {
	id     RoomID
	ways   []Way
	before *stop // nil for the first
	by     Way   // of the room before
}

// from walks from a room and returns those it came by, nearest first; the last is the one sought, if it was met.
func (w *walk) from(room RoomID) []*stop {
	w.met[room] = true
	stops := []*stop{{id: room, ways: w.s.WaysKnown(room, w.viewer, w.now)}}
	for i := 0; i < len(stops) && (w.to == "" || stops[len(stops)-1].id != w.to); i++ {
		for _, way := range stops[i].ways {
			if way.To == "" || w.met[way.To] {
				continue
			}
			if len(stops) == w.most {
				return stops
			}
			w.met[way.To] = true
			stops = append(stops, &stop{
				id: way.To, ways: w.s.WaysKnown(way.To, w.viewer, w.now), before: stops[i], by: way,
			})
			if way.To == w.to {
				break
			}
		}
	}
	return stops
}

// path is how a walk came to a room.
func (st *stop) path() []Dir {
	var out []Dir
	for ; st.before != nil; st = st.before {
		out = append(out, st.by.Dir)
	}
	slices.Reverse(out)
	return out
}
