package automap

import "github.com/mudlark-mud/mudlark/tui/view"

// chartRoomsMax is how many rooms are drawn.
const chartRoomsMax = 600

// Chart returns the rooms within so many steps, laid out around the one one is in; nil while that is unknown. Where the
// MUD told coordinates that agree with the way, they are used, and else the way is: one step is one place. A room whose
// place is taken is left out and counted.
func (a *Atlas) Chart(radius int) *view.Chart {
	if a.here == nil {
		return nil
	}
	c := &view.Chart{Here: a.here.ID, Plane: a.here.Area}
	start := place{x: a.here.X, y: a.here.Y, z: a.here.Z}
	at := map[string]place{a.here.ID: start}
	taken := map[place]bool{start: true}
	queue := []*Room{a.here}
	for far := 0; len(queue) > 0 && far <= radius; far++ {
		var next []*Room
		for _, r := range queue {
			c.Rooms = append(c.Rooms, a.drawn(r, at[r.ID]))
			for _, x := range r.Exits {
				beyond := a.rooms[x.To]
				if beyond == nil || far == radius {
					continue
				}
				if _, isOld := at[beyond.ID]; isOld {
					continue
				}
				p, ok := a.lies(r, beyond, at[r.ID], x.Dir)
				if !ok || taken[p] || len(at) >= chartRoomsMax {
					continue
				}
				at[beyond.ID], taken[p] = p, true
				next = append(next, beyond)
			}
		}
		queue = next
	}
	c.More = len(a.rooms) - len(c.Rooms)
	return c
}

// lies returns where the room beyond an exit is drawn.
func (a *Atlas) lies(from, beyond *Room, at place, dir string) (place, bool) {
	x, y, z, ok := DirectionStep(dir)
	if !ok {
		return place{}, false
	}
	dx, dy, dz := beyond.X-from.X, beyond.Y-from.Y, beyond.Z-from.Z
	isTold := from.Placed && beyond.Placed && from.Grid == beyond.Grid && from.Area == beyond.Area
	if isTold && sign(dx) == x && sign(dy) == y && sign(dz) == z && at == (place{x: from.X, y: from.Y, z: from.Z}) {
		return place{x: beyond.X, y: beyond.Y, z: beyond.Z}, true
	}
	return place{x: at.x + x, y: at.y + y, z: at.z + z}, true
}

func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	default:
		return 0
	}
}

// drawn returns a room as the pane takes it.
func (a *Atlas) drawn(r *Room, at place) view.ChartRoom {
	out := view.ChartRoom{ID: r.ID, Name: r.Name, X: at.x, Y: at.y, Z: at.z}
	for _, x := range r.Exits {
		e := view.ChartExit{Dir: x.Dir, Door: x.Door}
		if a.rooms[x.To] != nil {
			e.To = x.To
		}
		out.Exits = append(out.Exits, e)
	}
	return out
}
