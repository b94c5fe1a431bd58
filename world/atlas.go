package world

import (
	"cmp"
	"slices"
	"strconv"
)

// Coord is where a room stands on a plane: X grows to the east, Y to the north, Z upwards, by one for each step.
type Coord struct {
	X     int    `json:"x"`
	Y     int    `json:"y"`
	Z     int    `json:"z"`
	Plane string `json:"plane"` // coordinates of one plane have nothing to do with those of another
}

// Step returns where a step in a direction leads; false for in and out, which have no place on a plane.
func (c Coord) Step(d Dir) (Coord, bool) {
	switch d {
	case North:
		c.Y++
	case South:
		c.Y--
	case East:
		c.X++
	case West:
		c.X--
	case Up:
		c.Z++
	case Down:
		c.Z--
	case In, Out:
		return c, false
	default:
		return c, false
	}
	return c, true
}

// noZone is the zone of rooms whose pack names none.
const noZone = "world"

// zone is where a room is laid out.
func (r *RoomSpec) zone() string { return cmp.Or(r.Zone, noZone) }

// Atlas says where rooms stand and what numbers they have. It is derived from the rooms and from where people arrive,
// made when first asked for, zone by zone, and forgotten when a pack changes either: it is no part of the world and in
// no record.
//
// Of each zone the rooms are laid out by their exits, so that a step north is a step north on the map as well. What
// does not fit, because a loop does not close, a way bends, or nothing but a hole in the ceiling leads there, stands on
// a plane of its own.
type Atlas struct {
	zones  map[string][]RoomID
	moved  map[RoomID]int32 // the numbers of the few whose own another has
	charts map[string]*chart
}

// chart is where the rooms of a zone stand. Rooms are numbered in the order of their ids.
type chart struct {
	number map[RoomID]int32
	at     []Coord
}

// atlas returns the atlas with its rooms sorted out.
func (s *State) atlas() *Atlas {
	if s.Atlas == nil {
		a := &Atlas{zones: map[string][]RoomID{}, moved: movedNumbers(s.Rooms), charts: map[string]*chart{}}
		for id, r := range anyhow(s.Rooms) {
			a.zones[r.zone()] = append(a.zones[r.zone()], id)
		}
		s.Atlas = a
	}
	return s.Atlas
}

// coord returns where a room stands, nil when there is no such room.
func (s *State) coord(id RoomID) *Coord {
	r := s.Rooms[id]
	if r == nil {
		return nil
	}
	a, zone := s.atlas(), r.zone()
	c := a.charts[zone]
	if c == nil {
		c = s.layOut(zone, a.zones[zone])
		a.charts[zone] = c
	}
	at := c.at[c.number[id]]
	return &at
}

// number returns the number of a room, for clients that know places by numbers only: positive, of 31 bits, the same
// for as long as the room is there. 0 when there is no such room.
func (s *State) number(id RoomID) int32 {
	if s.Rooms[id] == nil {
		return 0
	}
	if n, ok := s.atlas().moved[id]; ok {
		return n
	}
	return ownNumber(id)
}

// ownNumber is the number that a room has unless another came first: FNV-1a of its id.
func ownNumber(id RoomID) int32 {
	const basis, prime = 2_166_136_261, 16_777_619
	h := uint32(basis)
	for i := range len(id) {
		h = (h ^ uint32(id[i])) * prime
	}
	return max(int32(h&(1<<31-1)), 1)
}

// movedNumbers gives each room whose own number is taken the next free one. Of several with one number the least id
// keeps it; the others are served in the order of their ids, after all who keep theirs.
func movedNumbers(rooms map[RoomID]*RoomSpec) map[RoomID]int32 {
	taken := make([]int32, 0, len(rooms))
	for id := range anyhow(rooms) {
		taken = append(taken, ownNumber(id))
	}
	slices.Sort(taken)
	twice := map[int32]bool{}
	for i := 1; i < len(taken); i++ {
		if taken[i] == taken[i-1] {
			twice[taken[i]] = true
		}
	}
	if len(twice) == 0 {
		return nil
	}
	clash := Picked(rooms, func(id RoomID, _ *RoomSpec) bool { return twice[ownNumber(id)] })
	given := map[int32]bool{}
	out := map[RoomID]int32{}
	for _, id := range clash {
		n := ownNumber(id)
		if twice[n] { // it comes first
			twice[n] = false
			continue
		}
		for isTaken := true; isTaken || given[n]; _, isTaken = slices.BinarySearch(taken, n) {
			n = max(n+1, 1)
		}
		given[n], out[id] = true, n
	}
	return out
}

// survey is a zone while it is laid out.
type survey struct {
	chart

	rooms  []*RoomSpec
	ways   [][steps]link
	placed []bool
}

// link is a way on the map from one room to another; the zero one is none.
type link struct {
	to   int32 // one more than the number of the room
	only bool  // it can be walked one way only
}

// steps is how many directions have a place on a plane: the first of [Dirs].
const steps = 6

// layOut finds the places of the rooms of a zone.
func (s *State) layOut(zone string, ids []RoomID) *chart {
	slices.Sort(ids)
	v := survey{
		chart: chart{number: make(map[RoomID]int32, len(ids)), at: make([]Coord, len(ids))},
		rooms: make([]*RoomSpec, len(ids)), ways: make([][steps]link, len(ids)), placed: make([]bool, len(ids)),
	}
	for i, id := range ids {
		v.rooms[i], v.number[id] = s.Rooms[id], int32(i)
	}
	v.link()
	planes := v.planes(s.start())
	largest := 0
	for i := range planes {
		if len(planes[i]) > len(planes[largest]) {
			largest = i
		}
	}
	others := 1
	for i, plane := range planes {
		name := zone
		if i != largest {
			others++
			name += ":" + strconv.Itoa(others) // not after a room, of which whoever reads it may know nothing
		}
		for _, room := range plane {
			v.at[room].Plane = name
		}
	}
	return &v.chart
}

// link notes which ways can be drawn: those with a way back in the opposite direction, and those without any way back
// that end where nothing else leads. A way that comes back elsewhere bends, and has no place on a plane.
func (v *survey) link() {
	dirs := Dirs()[:steps]
	exit := func(r *RoomSpec, d Dir) RoomID {
		for i := range r.Exits {
			if r.Exits[i].Dir == d {
				return r.Exits[i].To
			}
		}
		return ""
	}
	leads := func(from *RoomSpec, to RoomID) bool {
		return slices.ContainsFunc(from.Exits, func(e ExitSpec) bool { return e.To == to })
	}
	var falls [][3]int32 // from, direction, to
	for i, r := range v.rooms {
		for d, dir := range dirs {
			to, ok := v.number[exit(r, dir)]
			if !ok || int(to) == i {
				continue
			}
			switch back := exit(v.rooms[to], dir.Opposite()); {
			case back == r.ID:
				v.ways[i][d] = link{to: to + 1}
			case back == "" && !leads(v.rooms[to], r.ID):
				falls = append(falls, [3]int32{int32(i), int32(d), to})
			}
		}
	}
	back := [steps]int{}
	for d, dir := range dirs {
		back[d] = slices.Index(dirs, dir.Opposite())
	}
	for _, f := range falls {
		if other := &v.ways[f[2]][back[f[1]]]; other.to == 0 {
			v.ways[f[0]][f[1]], *other = link{f[2] + 1, true}, link{f[0] + 1, true}
		}
	}
}

// planes places all rooms and lists those of each plane. The first plane is that of the rooms whose places their
// author gave; each further one begins with a room that found no place before, first of all the one where people
// arrive.
func (v *survey) planes(start RoomID) [][]int32 {
	var out [][]int32
	plane := newPlane(v)
	for i, r := range v.rooms {
		if len(r.At) == coordAxes {
			plane.put(int32(i), Coord{X: r.At[0], Y: r.At[1], Z: r.At[2]})
		}
	}
	spread := func() {
		plane.spread()
		if len(plane.rooms) > 0 {
			out = append(out, plane.rooms)
			plane = newPlane(v)
		}
	}
	spread()
	if i, ok := v.number[start]; ok && !v.placed[i] {
		plane.put(i, Coord{})
		spread()
	}
	for i := range v.rooms {
		if !v.placed[i] {
			plane.put(int32(i), Coord{})
			spread()
		}
	}
	return out
}

const coordAxes = 3

// plane is a plane while rooms are put on it.
type plane struct {
	*survey

	taken map[[coordAxes]int]bool
	rooms []int32
	next  int       // the first of rooms from which no way was followed yet
	falls []landing // where ways lead that can be walked one way only: they are followed when nothing else is left
}

type landing struct {
	room int32
	at   Coord
}

func newPlane(v *survey) *plane { return &plane{survey: v, taken: map[[coordAxes]int]bool{}} }

// put gives a room its place unless it has one or another stands there.
func (p *plane) put(room int32, at Coord) {
	cell := [coordAxes]int{at.X, at.Y, at.Z}
	if p.placed[room] || p.taken[cell] {
		return
	}
	p.placed[room], p.at[room], p.taken[cell] = true, at, true
	p.rooms = append(p.rooms, room)
}

// spread follows the ways out of the rooms on the plane, nearest first.
func (p *plane) spread() {
	dirs := Dirs()[:steps]
	for p.next < len(p.rooms) || len(p.falls) > 0 {
		if p.next == len(p.rooms) {
			p.put(p.falls[0].room, p.falls[0].at)
			p.falls = p.falls[1:]
			continue
		}
		room := p.rooms[p.next]
		p.next++
		for d, way := range p.ways[room] {
			if way.to == 0 {
				continue
			}
			at, _ := p.at[room].Step(dirs[d])
			if way.only {
				p.falls = append(p.falls, landing{way.to - 1, at})
			} else {
				p.put(way.to-1, at)
			}
		}
	}
}
