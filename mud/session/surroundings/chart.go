package surroundings

import (
	"slices"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// Chart is what somebody knows of the places around them, laid out on one plane: X grows to the east, Y to the north,
// Z upwards. It is what the verb map tells, for screens that draw it themselves.
type Chart struct {
	Rooms []ChartRoom `json:"rooms"`
	Here  string      `json:"here"`
	Plane string      `json:"plane,omitempty"` // for maps that have several
	More  int         `json:"more,omitempty"`  // known places that are not on it
}

// ChartRoom is one place of a chart.
type ChartRoom struct {
	ID    string      `json:"id"`
	Name  string      `json:"name"`
	X     int         `json:"x"`
	Y     int         `json:"y"`
	Z     int         `json:"z"`
	Exits []ChartExit `json:"exits"`
	Note  string      `json:"note,omitempty"`
}

// ChartExit is a way out of a place of a chart.
type ChartExit struct {
	Dir  string `json:"dir"`
	To   string `json:"to"`             // "" while one has not been there
	Door bool   `json:"door,omitempty"` // a closed one, when it was seen last
}

// grownMost is how many places one after the other are added to what was read before it is read anew.
const grownMost = 100

// Surveyor keeps what one character knows of the world around them, and reads it anew only when they leave the middle
// of what was read or the world is laid out otherwise: to go about in places that one knows costs the writer nearly
// nothing, and to explore little more. The zero Surveyor is ready; it is the writer's.
type Surveyor struct {
	known int          // how many places they had seen
	found int          // and how many hidden ways they had walked
	laid  *world.Atlas // how the rooms were laid out
	read  int          // how many places were read at once; those behind were added
	seen  *world.MapReport
}

// of returns what somebody knows of the places around them. It gives the same report again while it is the same.
func (s *Surveyor) of(v *View, st *world.State, a *world.Actor, now world.Time) *world.MapReport {
	found := 0
	for _, dirs := range a.Found { // to count needs no order
		found += len(dirs)
	}
	switch {
	case s.seen == nil || s.laid != st.Atlas || s.found != found:
	case len(a.Known) == s.known+1 && s.grow(v, st, a, now):
		s.known++
		return s.seen
	case len(a.Known) == s.known && s.stands(v, st, a, now):
		return s.seen
	}
	m := st.Map(a.ID, now)
	s.seen, s.known, s.found, s.laid, s.read = &m, len(a.Known), found, st.Atlas, len(m.Rooms)
	return s.seen
}

// at is where a place is in what was read; -1 for nowhere.
func (s *Surveyor) at(id world.RoomID) int {
	return slices.IndexFunc(s.seen.Rooms, func(r world.MapRoom) bool { return r.ID == id })
}

// stands reports whether what was read still does for where somebody is.
func (s *Surveyor) stands(v *View, st *world.State, a *world.Actor, now world.Time) bool {
	at, here := s.at(a.Room), st.Rooms[a.Room]
	if at < 0 || here == nil || s.seen.Rooms[at].Name != here.Name {
		return false
	}
	if s.seen.More > 0 && at > s.read/2 && at < s.read {
		return false
	}
	return slices.EqualFunc(s.seen.Rooms[at].Ways, ways(v, st, a, now), func(a, b world.Way) bool {
		return a.Dir == b.Dir && a.To == b.To && a.Closed == b.Closed
	})
}

// ways are those that somebody knows where they are: those they see, and the hidden ones they have walked.
func ways(v *View, st *world.State, a *world.Actor, now world.Time) []world.Way {
	if len(a.Found[a.Room]) == 0 {
		return v.Room.Exits
	}
	return st.WaysKnown(a.Room, a.ID, now)
}

// grow adds the place where somebody is, which they have not seen before, and the ways to it. It reports false where
// that is not so, or too much was added.
func (s *Surveyor) grow(v *View, st *world.State, a *world.Actor, now world.Time) bool {
	here := st.Rooms[a.Room]
	if here == nil || v.Room.At == nil || s.at(a.Room) >= 0 || len(s.seen.Rooms) >= s.read+grownMost {
		return false
	}
	m := *s.seen
	m.Rooms = append(slices.Clone(m.Rooms), world.MapRoom{
		ID: a.Room, Name: here.Name, Number: v.Room.Number, At: v.Room.At, Ways: ways(v, st, a, now),
	})
	leads := func(e world.ExitSpec) bool { return e.To == a.Room }
	for i := range s.seen.Rooms {
		r := &m.Rooms[i]
		if spec := st.Rooms[r.ID]; spec != nil && slices.ContainsFunc(spec.Exits, leads) {
			r.Ways = st.WaysKnown(r.ID, a.ID, now)
		}
	}
	s.seen = &m
	return true
}

// ChartOf lays out what somebody knows for where they are. It reads nothing of the world.
func ChartOf(m *world.MapReport, here world.RoomID) *Chart {
	at := slices.IndexFunc(m.Rooms, func(r world.MapRoom) bool { return r.ID == here })
	if at < 0 || m.Rooms[at].At == nil {
		return nil
	}
	out := &Chart{Here: string(here), Plane: m.Rooms[at].At.Plane, More: m.More}
	out.Rooms = make([]ChartRoom, 0, len(m.Rooms))
	for i := range m.Rooms {
		r := &m.Rooms[i]
		if r.At == nil || r.At.Plane != out.Plane {
			out.More++
			continue
		}
		room := ChartRoom{
			ID: string(r.ID), Name: prose.Clean(r.Name), X: r.At.X, Y: r.At.Y, Z: r.At.Z, Exits: make([]ChartExit, len(r.Ways)),
		}
		for j, w := range r.Ways {
			room.Exits[j] = ChartExit{Dir: string(w.Dir), To: string(w.To), Door: w.Closed}
		}
		out.Rooms = append(out.Rooms, room)
	}
	return out
}

// SamePlane reports whether two places stand on one plane of what somebody knows, and so on one chart.
func SamePlane(m *world.MapReport, a, b world.RoomID) bool {
	plane := func(id world.RoomID) (string, bool) {
		i := slices.IndexFunc(m.Rooms, func(r world.MapRoom) bool { return r.ID == id })
		if i < 0 || m.Rooms[i].At == nil {
			return "", false
		}
		return m.Rooms[i].At.Plane, true
	}
	of, ok := plane(a)
	other, same := plane(b)
	return ok && same && of == other
}
