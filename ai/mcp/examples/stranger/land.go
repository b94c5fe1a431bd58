package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/mcp/examples/play"
)

// land is the map that the stranger draws.
type land struct {
	rooms   map[string]*room
	here    *room
	from    *room // where the last step began
	tide    string
	studied map[string]bool // writings, by name
}

func newLand() land {
	return land{rooms: map[string]*room{}, here: &room{}, studied: map[string]bool{}}
}

// room is a place that was seen.
type room struct {
	id, name string
	dark     bool
	tidal    bool
	exits    map[string]*exit
	foes     []string // names of creatures that may be fought, when last seen
	lair     []string // and of all that ever were: they come back
	boxed    []string // what was in open containers
	locked   []string // doors and lids that could not be opened
	age      int      // in which it was last looked through
}

// exit is a way out of a room, listed or only heard of.
type exit struct {
	dir, to string
	door    string
	closed  bool
	locked  bool   // it did not open
	under   bool   // the sea stands there
	barred  bool   // there was no such way after all
	refused string // the tide at which the way was refused
	tried   int    // times
}

// see brings the map up to date.
func (m *mind) see(v *play.View) {
	m.tide = v.You.Tide
	r := m.rooms[v.Room.ID]
	if r == nil {
		r = &room{id: v.Room.ID, name: v.Room.Name, exits: map[string]*exit{}}
		m.rooms[r.id] = r
	}
	m.here, r.dark, r.tidal = r, v.Room.Dark, v.Room.Tide != ""
	for _, e := range v.Exits {
		x := r.exit(e.Dir)
		x.door, x.closed, x.under, x.barred = e.Door, e.Closed, e.Under, false
		if e.To != "" {
			x.to = e.To
		}
		if !e.Closed {
			x.locked = false
		}
	}
	if r.dark {
		return
	}
	m.hints(v.Room.Desc)
	r.foes = nil
	for _, e := range v.Entities {
		if e.Foe {
			name := play.Bare(e.Name)
			r.foes = append(r.foes, name)
			if !slices.Contains(r.lair, name) {
				r.lair = append(r.lair, name)
			}
			m.foe(name).isCommon = strings.HasPrefix(e.Name, "a ") || strings.HasPrefix(e.Name, "an ")
		}
	}
	r.boxed = boxed(v)
	r.locked = nil
	opens, _ := v.Can("open", "target")
	for _, dir := range slices.Sorted(maps.Keys(r.exits)) {
		if x := r.exits[dir]; x.closed && !slices.Contains(opens, play.Bare(x.door)) {
			x.locked = true
			r.locked = append(r.locked, x.door)
		} else {
			x.locked = false
		}
	}
	for _, e := range v.Entities {
		if strings.Contains(e.State, "closed") && !slices.Contains(opens, play.Bare(e.Name)) {
			r.locked = append(r.locked, play.Bare(e.Name))
		}
	}
}

func (r *room) exit(dir string) *exit {
	x := r.exits[dir]
	if x == nil {
		x = &exit{dir: dir}
		r.exits[dir] = x
	}
	return x
}

// isDirection reports whether a text speaks of a way. "up" and "down" stand in too many sentences that mean none.
func isDirection(word string) bool {
	return word == "north" || word == "east" || word == "south" || word == "west"
}

// hints notes the directions that a text speaks of, though no exit is listed there: some ways are hidden.
func (m *mind) hints(text string) {
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r < 'a' || r > 'z' }) {
		if isDirection(word) {
			m.here.exit(word)
		}
	}
}

// walked notes where a step led.
func (m *mind) walked(d deed, v *play.View) {
	if d.tool != "move" {
		return
	}
	dir, _ := d.args["direction"].(string)
	from := m.from
	if from == nil {
		return
	}
	x := from.exit(dir)
	x.tried++
	switch {
	case v.Error == nil && v.Room.ID != from.id:
		x.to, x.refused = v.Room.ID, ""
	case v.Error != nil && v.Error.Code == "no_exit":
		x.barred = true
	case v.Error != nil:
		x.refused = m.tide
	}
}

// passable reports whether a way can be gone as things stand.
func (m *mind) passable(x *exit) bool {
	return !x.barred && !x.locked && !x.under && (x.refused == "" || x.refused != m.tide)
}

// path returns the first step towards the nearest room or unknown way that will do; isGoal is asked of rooms that were
// seen, isNew of ways that lead who knows where.
func (m *mind) path(isGoal func(*room) bool, isNew func(*room, *exit) bool) (string, bool) {
	type step struct {
		at    *room
		first string
	}
	seen := map[string]bool{m.here.id: true}
	queue := []step{{at: m.here}}
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		if s.first != "" && isGoal(s.at) {
			return s.first, true
		}
		for _, dir := range slices.Sorted(maps.Keys(s.at.exits)) {
			x := s.at.exits[dir]
			if !m.passable(x) {
				continue
			}
			first := s.first
			if first == "" {
				first = dir
			}
			next := m.rooms[x.to]
			switch {
			case next == nil && isNew(s.at, x):
				return first, true
			case next != nil && !seen[next.id] && !m.shuns(next):
				seen[next.id] = true
				queue = append(queue, step{next, first})
			}
		}
	}
	return "", false
}

// never and always are what path is asked with when only one of its questions matters.
func never(*room, *exit) bool  { return false }
func noRoom(*room) bool        { return false }
func always(*room, *exit) bool { return true }

// hasUnknown reports whether there is a way left that could be gone now or at another tide.
func (m *mind) hasUnknown() bool {
	for _, r := range m.rooms { // any will do
		for _, x := range r.exits {
			if x.to == "" && !x.barred && !x.locked {
				return true
			}
		}
	}
	return false
}

// travel goes where there is something to do: the end of a finished quest, what is lacking, what a new key may open,
// the unknown, a fight that has become easy.
func (m *mind) travel(v *play.View) (deed, bool) {
	ready := func(r *room) bool {
		return slices.ContainsFunc(m.active(), func(q *quest) bool { return q.Ends == r.name && m.isReady(q) })
	}
	lacks := m.lacks()
	for _, goal := range []struct {
		why    string
		isGoal func(*room) bool
		isNew  func(*room, *exit) bool
	}{
		{"to hand a quest in", ready, never},
		{"to what I am to fight", func(r *room) bool {
			return slices.ContainsFunc(r.foes, func(f string) bool { return slices.Contains(lacks, f) && m.dares(f) })
		}, never},
		{"with a key that I did not have", func(r *room) bool { return len(r.locked) > 0 && r.age < m.keyAge }, never},
		{"to where nobody has been", noRoom, always},
		{"to practise", func(r *room) bool {
			return m.isWell && r.age < m.age && slices.ContainsFunc(r.lair, m.dares)
		}, never},
		{"to look again", func(r *room) bool { return len(r.boxed) > 0 && r.age < m.age && m.misses() }, never},
		{"to look around again", func(r *room) bool { return r.age < m.age && m.misses() }, never},
	} {
		if dir, ok := m.path(goal.isGoal, goal.isNew); ok {
			return m.step(v, dir, goal.why), true
		}
	}
	return deed{}, false
}

// step goes one step, through a door that may be closed.
func (m *mind) step(v *play.View, dir, why string) deed {
	m.here.age = m.age
	x := m.here.exit(dir)
	if opens, _ := v.Can("open", "target"); x.closed && slices.Contains(opens, play.Bare(x.door)) {
		if d, ok := m.once(deed{tool: "open", args: play.Args{"target": dir}, why: why}); ok {
			return d
		}
	}
	m.from = m.here
	return deed{tool: "move", args: play.Args{"direction": dir}, why: why}
}
