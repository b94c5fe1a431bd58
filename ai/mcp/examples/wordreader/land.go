package main

import (
	"maps"
	"slices"
	"strings"
)

// land is the map that the reader draws. Words know a place by its name alone.
type land struct {
	rooms map[string]*room
	here  *room
	came  string // the direction of the last step
	age   int    // grows with each wait
}

func newLand() land {
	return land{rooms: map[string]*room{}, here: &room{exits: map[string]*exit{}}, age: 1}
}

// room is a place that was read of.
type room struct {
	name  string
	dark  bool
	exits map[string]*exit
	age   int // in which somebody was there last
}

// called is how a sentence may speak of a place.
func (r *room) called() string { return strings.TrimPrefix(strings.ToLower(r.name), "the ") }

// exit is a way out of a room.
type exit struct {
	way

	to     *room // nil: nobody has been there
	isDown bool
	shutAt int  // the age in which it was refused
	isNone bool // it is no way, or leads into the dark
}

func (r *room) exit(dir string) *exit {
	x := r.exits[dir]
	if x == nil {
		x = &exit{isDown: dir == "down"}
		r.exits[dir] = x
	}
	return x
}

// walked notes where one is, and where a step led. It reports whether nobody was there before.
func (l *land) walked(did deed, p page) (isNew bool) {
	from, known := l.here, len(l.rooms)
	if p.room != "" {
		l.stand(p)
	}
	dir, isMove := did.args["direction"].(string)
	if !isMove {
		return false
	}
	x := from.exit(dir)
	switch {
	case p.refused:
		x.shutAt = l.age
	case p.room == "":
	case l.here.dark:
		x.isNone, l.came = true, dir
	default:
		x.to, l.came = l.here, dir
	}
	return len(l.rooms) > known
}

// stand notes where one is. Dark places have no name of their own.
func (l *land) stand(p page) {
	r := l.rooms[p.room]
	if r == nil || p.dark {
		r = &room{name: p.room, dark: p.dark, exits: map[string]*exit{}}
		l.rooms[p.room] = r
	}
	l.here = r
	r.age = l.age
	for dir, w := range p.exits { // each is noted by itself; the order does not matter
		r.exit(dir).way = w
	}
}

// path returns the first step towards the nearest exit that will do.
func (l *land) path(isGoal func(*exit) bool) (string, bool) {
	type step struct {
		at    *room
		first string
	}
	seen := map[*room]bool{l.here: true}
	for queue := []step{{at: l.here}}; len(queue) > 0; queue = queue[1:] {
		s := queue[0]
		for _, dir := range slices.Sorted(maps.Keys(s.at.exits)) {
			x := s.at.exits[dir]
			if x.isNone || x.shutAt == l.age || x.closed && x.to == nil {
				continue
			}
			first := s.first
			if first == "" {
				first = dir
			}
			if isGoal(x) {
				return first, true
			}
			if x.to != nil && !seen[x.to] {
				seen[x.to] = true
				queue = append(queue, step{x.to, first})
			}
		}
	}
	return "", false
}

// opposite is the way back.
func opposite(dir string) string {
	pairs := []string{"north", "south", "east", "west", "up", "down", "in", "out"}
	i := slices.Index(pairs, dir)
	if i < 0 {
		return ""
	}
	return pairs[i^1]
}
