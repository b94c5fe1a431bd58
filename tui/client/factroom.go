package client

import (
	"maps"
	"slices"
	"strings"
)

// exitsMost is how many ways out of one room are remembered.
const exitsMost = 40

// room takes what is told of where one is.
func (s *Facts) room(pkg string, data []byte) News {
	switch pkg {
	case "room.info":
		return s.info(objectOf(data))
	case "room.players":
		s.people = nil
		for _, raw := range arrayOf(data) {
			s.arrive(raw)
		}
	case "room.addplayer":
		s.arrive(data)
	case "room.removeplayer":
		name := personOf(data)
		s.people = slices.DeleteFunc(s.people, func(p string) bool { return p == name })
	case "room.wrongdir":
		return News{Wrong: text(data)}
	default:
		return News{}
	}
	return News{Changed: true}
}

// arrive adds somebody who is here too.
func (s *Facts) arrive(data []byte) {
	name := personOf(data)
	if name != "" && !slices.Contains(s.people, name) && len(s.people) < listMost {
		s.people = append(s.people, name)
	}
}

func personOf(data []byte) string {
	f := objectOf(data)
	if name := f.first("name", "fullname"); name != "" {
		return name
	}
	return text(data)
}

// People are who else is here, in the order that the MUD told them.
func (s *Facts) People() []string {
	return slices.DeleteFunc(slices.Clone(s.people), func(p string) bool { return p == s.name })
}

// info takes a room: num or id or vnum, name, area or zone, where it lies, and exits with or without what is beyond.
func (s *Facts) info(f fields) News {
	if f == nil {
		return News{}
	}
	before := s.Room.ID
	r := Room{ID: f.first("num", "vnum", "id", "hash"), Name: f.first("name", "brief"), Area: f.first("area", "zone")}
	r.Environment = f.first("environment", "terrain")
	if r.ID == "-1" || r.ID == "0" { // Aardwolf's rooms that no mapper may keep
		r.ID = ""
	}
	r.place(f)
	r.exits(f)
	s.Room = r
	if before != r.ID || r.ID == "" {
		s.people = nil // the MUD tells who is here after it told where
		delete(s.lists, "room")
	}
	return News{Changed: true, Moved: true}
}

// place reads coordinates: an object with x, y and perhaps z, or IRE's "area,x,y,z".
func (r *Room) place(f fields) {
	c := objectOf(f["coord"])
	if c == nil {
		c = objectOf(f["coords"])
	}
	x, hasX := c.number("x")
	y, hasY := c.number("y")
	if hasX && hasY {
		r.X, r.Y, r.Placed = x, y, true
		r.Z, _ = c.number("z")
		if area := c.first("plane"); area != "" {
			r.Area = area
		}
		return
	}
	if parts := strings.Split(f.first("coords"), ","); len(parts) >= 3 {
		x, okX := whole(parts[1])
		y, okY := whole(parts[2])
		if !okX || !okY {
			return
		}
		r.X, r.Y, r.Placed = x, y, true
		if len(parts) > 3 {
			r.Z, _ = whole(parts[3])
		}
	}
}

// exits reads {"n": 12}, {"n": {"num": 12}} or ["n"].
func (r *Room) exits(f fields) {
	for _, raw := range arrayOf(f["exits"]) {
		if dir := strings.ToLower(text(raw)); dir != "" && len(r.Exits) < exitsMost {
			r.Exits = append(r.Exits, Exit{Dir: dir})
		}
	}
	beyond := objectOf(f["exits"])
	for _, dir := range sorted(beyond) {
		if len(r.Exits) == exitsMost || dir == "" {
			return
		}
		to := text(beyond[dir])
		if to == "" {
			to = objectOf(beyond[dir]).first("num", "id", "vnum")
		}
		if to == "-1" || to == "0" {
			to = ""
		}
		r.Exits = append(r.Exits, Exit{Dir: cut(dir, textMost), To: to})
	}
	slices.SortStableFunc(r.Exits, func(a, b Exit) int { return rank(a.Dir) - rank(b.Dir) })
}

// rank orders the ways out as one thinks of them.
func rank(dir string) int {
	order := []string{"n", "ne", "e", "se", "s", "sw", "w", "nw", "u", "d", "in", "out"}
	long := []string{
		"north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest", "up", "down",
	}
	if i := slices.Index(order, dir); i >= 0 {
		return i
	}
	if i := slices.Index(long, dir); i >= 0 {
		return i
	}
	return len(order)
}

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
