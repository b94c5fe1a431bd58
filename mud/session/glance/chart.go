package glance

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

// Surveyor keeps what one character knows of the world around them, and reads it anew only when they know more, see
// otherwise where they are, or leave the middle of what was read: to go about in places that one knows costs the writer
// nearly nothing. The zero Surveyor is ready; it is the writer's.
type Surveyor struct {
	known int          // how many places they had seen
	laid  *world.Atlas // how the rooms were laid out
	seen  *world.MapReport
}

// Of returns what somebody knows of the places around them. It gives the same report again while it is the same.
func (s *Surveyor) Of(st *world.State, a *world.Actor, now world.Time) *world.MapReport {
	if s.seen == nil || s.known != len(a.Known) || s.laid != st.Atlas || !s.stands(st, a, now) {
		m := st.Map(a.ID, now)
		s.seen, s.known, s.laid = &m, len(a.Known), st.Atlas
	}
	return s.seen
}

// stands reports whether what was read still does for where somebody is.
func (s *Surveyor) stands(st *world.State, a *world.Actor, now world.Time) bool {
	rooms := s.seen.Rooms
	at := slices.IndexFunc(rooms, func(r world.MapRoom) bool { return r.ID == a.Room })
	here := st.Rooms[a.Room]
	if at < 0 || here == nil || rooms[at].Name != here.Name || s.seen.More > 0 && at > len(rooms)/2 {
		return false
	}
	return slices.EqualFunc(rooms[at].Ways, st.Ways(a.Room, a.ID, now), func(a, b world.Way) bool {
		return a.Dir == b.Dir && a.To == b.To && a.Closed == b.Closed
	})
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
