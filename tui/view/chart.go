package view

import "github.com/mudlark-mud/mudlark/tui/cell"

// Limits of a chart.
const (
	chartRoomsMax = 1000
	roomExitsMax  = 20
	// coordinateMax bounds where a room may stand; it keeps the arithmetic of drawing far from overflow.
	coordinateMax = 1_000_000
)

// Chart is the places around one, laid out: X grows to the east, Y to the north, Z upwards, by one for each step.
type Chart struct {
	Rooms []ChartRoom `json:"rooms"`
	Here  string      `json:"here"`            // the id of the room one is in
	Plane string      `json:"plane,omitempty"` // what the map is of, in words; "" needs none
	More  int         `json:"more,omitempty"`  // how many known places are not on it
}

// ChartRoom is one place of a chart.
type ChartRoom struct {
	ID    string      `json:"id"`
	Name  string      `json:"name"`
	X     int         `json:"x"`
	Y     int         `json:"y"`
	Z     int         `json:"z"`
	Exits []ChartExit `json:"exits"`
	Note  string      `json:"note,omitempty"` // a word or two: "a shop"
}

// ChartExit is a way out of a place of a chart.
type ChartExit struct {
	Dir  string `json:"dir"`            // "north" or "n"; others have no place on the drawing
	To   string `json:"to"`             // the id of the room beyond; "" while nobody has walked it
	Door bool   `json:"door,omitempty"` // there is a closed door
}

// clean returns a chart that is safe to draw and bounded: itself if it is so already, as it mostly is.
func (c *Chart) clean() *Chart {
	if c == nil || len(c.Rooms) == 0 {
		return nil
	}
	if c.isClean() {
		return c
	}
	out := &Chart{Here: cell.Clean(c.Here), Plane: cell.Clean(c.Plane), More: figure(c.More)}
	out.Rooms = kept(c.Rooms, chartRoomsMax, ChartRoom.clean)
	out.More += len(c.Rooms) - len(out.Rooms)
	return out
}

func (c *Chart) isClean() bool {
	good := len(c.Rooms) <= chartRoomsMax && c.More == figure(c.More) && isClean(c.Here, c.Plane)
	for i := 0; good && i < len(c.Rooms); i++ {
		r := &c.Rooms[i]
		good = isClean(r.ID, r.Name, r.Note) && len(r.Exits) <= roomExitsMax &&
			coordinate(r.X) == r.X && coordinate(r.Y) == r.Y && coordinate(r.Z) == r.Z
		for j := 0; good && j < len(r.Exits); j++ {
			good = isClean(r.Exits[j].Dir, r.Exits[j].To)
		}
	}
	return good
}

func isClean(words ...string) bool {
	for _, w := range words {
		if cell.Clean(w) != w {
			return false
		}
	}
	return true
}

func (r ChartRoom) clean() ChartRoom {
	r.ID, r.Name, r.Note = cell.Clean(r.ID), cell.Clean(r.Name), cell.Clean(r.Note)
	r.X, r.Y, r.Z = coordinate(r.X), coordinate(r.Y), coordinate(r.Z)
	r.Exits = kept(r.Exits, roomExitsMax, ChartExit.clean)
	return r
}

func (e ChartExit) clean() ChartExit {
	e.Dir, e.To = cell.Clean(e.Dir), cell.Clean(e.To)
	return e
}

func coordinate(n int) int { return min(max(n, -coordinateMax), coordinateMax) }
