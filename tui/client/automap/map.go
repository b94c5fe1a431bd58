package automap

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/tui/cell"
)

// Limits of a map. What is beyond one is not kept.
const (
	// RoomsMax is how many rooms a map has.
	RoomsMax = 200_000
	// BytesMax is how much all rooms may say together, counted so that a file is at most twice as large.
	BytesMax = 128 << 20
	// ExitsMax is how many ways out of one room are kept.
	ExitsMax = 40
	// NameMaxBytes bounds the name of a room and of an area, IDMaxBytes an id.
	NameMaxBytes, IDMaxBytes = 120, 64
	// stepsMax is how many steps may be on their way before the MUD has answered one.
	stepsMax = 64
	// coordinateMax bounds a coordinate that a MUD tells.
	coordinateMax = 1_000_000
	// roomBytes and exitBytes are what a room and an exit take beside their words.
	roomBytes, exitBytes = 128, 48
)

// Info is a room as a MUD tells it.
type Info struct {
	ID, Name, Area string
	X, Y, Z        int
	Placed         bool   // X, Y and Z were told
	Exits          []Exit // To is "" where it was not told what lies beyond
}

// Exit is a way out of a room.
type Exit struct {
	Dir  string `json:"dir"`
	To   string `json:"to,omitempty"` // the id of the room beyond; "" while unknown
	Door bool   `json:"door,omitempty"`
	Sure bool   `json:"sure,omitempty"` // it was walked or told, not concluded from the way back
}

// Room is a room of the map.
type Room struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Area   string `json:"area,omitempty"`
	X      int    `json:"x,omitempty"`
	Y      int    `json:"y,omitempty"`
	Z      int    `json:"z,omitempty"`
	Placed bool   `json:"placed,omitempty"` // X, Y and Z mean something
	Grid   int    `json:"grid,omitempty"`   // guessed rooms that steps join lie on one grid; 0 for rooms that were told
	Exits  []Exit `json:"exits,omitempty"`  // in the order of their names
}

// exit returns the way out by its name, or nil.
func (r *Room) exit(dir string) *Exit {
	for i := range r.Exits {
		if r.Exits[i].Dir == dir {
			return &r.Exits[i]
		}
	}
	return nil
}

// size is how much a room says, as BytesMax counts.
func (r *Room) size() int {
	n := roomBytes + len(r.ID) + len(r.Name) + len(r.Area)
	for _, x := range r.Exits {
		n += exitBytes + len(x.Dir) + len(x.To)
	}
	return n
}

// Atlas is a map and where one is on it. Make one with New or Load.
type Atlas struct {
	rooms    map[string]*Room
	names    map[string][]*Room // guessed rooms by title, for knowing them again
	places   map[place]*Room    // guessed rooms by where they lie
	here     *Room
	steps    []step // ways that were sent and not answered
	now      func() time.Time
	next     int // the number of the last room that was guessed
	grid     int // the number of the last grid
	eye      RoomReader
	hasHeard bool // something was said since the last step or prompt
	edits    int  // how often the map has changed
	size     int  // of all rooms
	sizeMax  int
	isTold   bool // the MUD tells its rooms, so that nothing is guessed
}

// place is a place on a grid of guessed rooms.
type place struct{ grid, x, y, z int }

// step is a way that was sent.
type step struct {
	dir      string
	at       time.Time
	isMissed bool // the MUD said something else and asked for the next line
}

// New makes an empty map. now may be nil for time.Now.
func New(now func() time.Time) *Atlas {
	if now == nil {
		now = time.Now
	}
	return &Atlas{
		now: now, rooms: map[string]*Room{}, names: map[string][]*Room{}, places: map[place]*Room{}, sizeMax: BytesMax,
	}
}

// Here returns the room one is in; false while that is unknown.
func (a *Atlas) Here() (Room, bool) {
	if a.here == nil {
		return Room{}, false
	}
	return *a.here, true
}

// Len returns how many rooms the map has.
func (a *Atlas) Len() int { return len(a.rooms) }

// Edits returns how often the map has changed since it was made or read: whoever keeps its file compares.
func (a *Atlas) Edits() int { return a.edits }

// Room returns a room by its id. A number stands for the guessed room of that number too.
func (a *Atlas) Room(id string) (Room, bool) {
	r, ok := a.rooms[id]
	if !ok {
		if r, ok = a.rooms[guessed+id]; !ok {
			return Room{}, false
		}
	}
	return *r, true
}

// Lost says that one may be anywhere: the connection was lost, or one was moved.
func (a *Atlas) Lost() {
	a.here, a.steps = nil, nil
	a.eye.fresh()
}

// Sent is told of each line that goes to the MUD, for those that are steps.
func (a *Atlas) Sent(line string) {
	a.eye.fresh()
	dir, ok := TypedDirection(line)
	if !ok {
		word := ShortDirection(line) // a way out of here that has a name of its own
		if a.here == nil || a.here.exit(word) == nil {
			return
		}
		dir = word
	}
	if len(a.steps) < stepsMax {
		a.steps = append(a.steps, step{dir: dir, at: a.now()})
		a.hasHeard = false
	}
}

// step takes the oldest step that is on its way; "" for none. One that was not answered in time has come to nothing,
// and so has one that was answered by something else, once there is another after it.
func (a *Atlas) step() string {
	for len(a.steps) > 0 {
		s := a.steps[0]
		a.steps = a.steps[1:]
		if a.now().Sub(s.at) < arrivalMax && (!s.isMissed || len(a.steps) == 0) {
			return s.dir
		}
	}
	return ""
}

// isUnderWay reports whether a step was sent that may still be answered.
func (a *Atlas) isUnderWay() bool {
	return slices.ContainsFunc(a.steps, func(s step) bool { return a.now().Sub(s.at) < arrivalMax })
}

// stepTo takes the step that led from a room to another by what the MUD tells of their exits, with those before it; or
// else the oldest one that may have.
func (a *Atlas) stepTo(from *Room, to string) string {
	for i, s := range a.steps {
		if x := from.exit(s.dir); x != nil && x.To == to {
			a.steps = a.steps[i+1:]
			return s.dir
		}
	}
	return a.step()
}

// Prompt is told that the MUD waits for a line, which ends whatever it was showing.
func (a *Atlas) Prompt() {
	a.eye.fresh()
	if len(a.steps) == 1 && a.hasHeard { // a guard blocks the way, or somebody spoke just then
		a.steps[0].isMissed = true
	}
	a.hasHeard = false
}

// Line is told of each line of the MUD, without escape sequences. It reports whether a room was recognised; Blocked
// reports whether a step came to nothing. Once the MUD tells its rooms by GMCP, no line is taken for one.
func (a *Atlas) Line(text string) (seen, isBlocked bool) {
	a.hasHeard = a.hasHeard || text != ""
	if MoveBlocked(text) {
		a.step()
		return false, true
	}
	if a.isTold {
		return false, false
	}
	if roomDark(text) { // one is somewhere, and the map does not know where
		a.Lost()
		return false, false
	}
	r, ok := a.eye.Line(text)
	if !ok {
		return false, false
	}
	a.seen(r)
	return a.here != nil, false
}

// Enter is told the room one is in, by GMCP.
func (a *Atlas) Enter(info Info) {
	id := strings.TrimLeft(bounded(info.ID, IDMaxBytes), guessed)
	if id == "" { // the MUD does not say which room it is: guess
		if name := bounded(info.Name, NameMaxBytes); name != "" {
			r := SeenRoom{Title: name}
			for _, x := range info.Exits[:min(len(info.Exits), ExitsMax)] {
				r.Exits = append(r.Exits, SeenExit{Dir: bounded(ShortDirection(x.Dir), IDMaxBytes), Door: x.Door})
			}
			a.isTold = true
			a.seen(r)
		}
		return
	}
	a.isTold = true
	from := a.here
	if a.here = a.told(id, info); from == nil || a.here == nil || from == a.here {
		return
	}
	dir := a.stepTo(from, id)
	if x := from.exit(dir); dir != "" && (x == nil || x.To == "") {
		a.link(from, dir, id)
	}
}

// told returns the room of an id as it was just told, or as it is known where there is no place for more; nil for a new
// one that has none.
func (a *Atlas) told(id string, info Info) *Room {
	room, isKnown := a.rooms[id]
	grown := 0
	if isKnown {
		grown = -room.size()
	} else {
		room = &Room{ID: id}
	}
	next := *room
	next.Name, next.Area = bounded(info.Name, NameMaxBytes), bounded(info.Area, NameMaxBytes)
	if next.Placed = info.Placed; next.Placed {
		next.X, next.Y, next.Z = coordinate(info.X), coordinate(info.Y), coordinate(info.Z)
	}
	next.ways(info.Exits)
	grown += next.size()
	isFull := grown > 0 && a.size+grown > a.sizeMax
	switch {
	case isKnown && (isFull || next.same(room)):
		return room
	case !isKnown && (isFull || len(a.rooms) >= RoomsMax):
		return nil
	}
	*room = next
	a.rooms[id] = room
	a.size += grown
	a.edits++
	return room
}

// same reports whether two rooms say the same.
func (r *Room) same(o *Room) bool {
	return r.Name == o.Name && r.Area == o.Area && r.Placed == o.Placed && r.X == o.X && r.Y == o.Y && r.Z == o.Z &&
		slices.Equal(r.Exits, o.Exits)
}

// ways takes over a room's exits. What was learnt by walking stays where the MUD does not say what lies beyond.
func (r *Room) ways(told []Exit) {
	out := make([]Exit, 0, min(len(told), ExitsMax))
	for _, x := range told[:min(len(told), ExitsMax)] {
		x.Dir, x.To = bounded(ShortDirection(x.Dir), IDMaxBytes), bounded(x.To, IDMaxBytes)
		x.Sure = x.To != ""
		if old := r.exit(x.Dir); old != nil && x.To == "" {
			x.To, x.Sure = old.To, old.Sure
		}
		if x.Dir != "" && !slices.ContainsFunc(out, func(y Exit) bool { return y.Dir == x.Dir }) {
			out = append(out, x)
		}
	}
	slices.SortFunc(out, func(x, y Exit) int { return cmp.Compare(x.Dir, y.Dir) })
	r.Exits = out
}

// link notes where a way leads, as it was walked.
func (a *Atlas) link(r *Room, dir, to string) {
	if x := r.exit(dir); x != nil {
		if x.To != to || !x.Sure {
			a.size += len(to) - len(x.To)
			x.To, x.Sure = to, true
			a.edits++
		}
		return
	}
	if len(r.Exits) < ExitsMax && a.size < a.sizeMax {
		a.size += exitBytes + len(dir) + len(to)
		a.edits++
		r.Exits = append(r.Exits, Exit{Dir: dir, To: to, Sure: true})
		slices.SortFunc(r.Exits, func(x, y Exit) int { return cmp.Compare(x.Dir, y.Dir) })
	}
}

// bounded cleans a MUD's word and cuts it.
func bounded(s string, limit int) string {
	return strings.TrimSpace(cell.Head(cell.Clean(cell.Head(s, limit)), limit))
}

func coordinate(n int) int { return min(max(n, -coordinateMax), coordinateMax) }

// guessed begins the id of a room that the MUD did not number.
const guessed = "~"

// newID numbers a room that is guessed.
func (a *Atlas) newID() string {
	for {
		a.next++
		if id := fmt.Sprint(guessed, a.next); a.rooms[id] == nil {
			return id
		}
	}
}
