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
	driven   bool     // it was left because the water or a foe would have it so
}

// exit is a way out of a room, listed or only heard of.
type exit struct {
	dir, to string
	door    string
	closed  bool
	locked  bool            // it did not open
	barred  bool            // there was no such way after all
	wet     map[string]bool // the tides at which the sea is seen to stand there
	drowned map[string]bool // and those at which it let nobody in
	refused int             // the age in which something else was in the way
	turns   int             // of the tide that were waited for in vain
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
		x.door, x.closed, x.barred = e.Door, e.Closed, false
		x.wet[m.tide] = e.Under
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
		if e.Fightable {
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
		x = &exit{dir: dir, wet: map[string]bool{}, drowned: map[string]bool{}}
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
	switch {
	case v.Error == nil && v.Room.ID != from.id:
		x.to, x.drowned[m.tide], x.refused, x.turns = v.Room.ID, false, 0, 0
	case v.Error != nil && v.Error.Code == "no_exit":
		x.barred = true
	case v.Error != nil && v.Error.Code == codeDrowned:
		x.drowned[m.tide] = true
	case v.Error != nil:
		x.refused = m.age
	}
}

// driven notes whether a room was left of one's own will: what was to be done there may not be done.
func (m *mind) driven(from *room, d deed, v *play.View) {
	if from.id != "" && from.id != v.Room.ID {
		from.driven = d.tool != "move" || v.Error != nil
	}
}

// isLeft reports whether somebody was driven out of a room in which nothing is too strong for them.
func (m *mind) isLeft(r *room) bool {
	return r.driven && m.isWell && m.misses() && !slices.ContainsFunc(r.foes, func(name string) bool {
		f := m.foe(name)
		return f.odds < oddsEven || f.losses > 0 && f.lostWith >= m.strength()
	})
}

// codeDrowned is the code of the refusal to go where the sea stands.
const codeDrowned = "drowned"

// isFlooded reports whether nobody gets there at a tide.
func (x *exit) isFlooded(tide string) bool { return x.wet[tide] || x.drowned[tide] }

// isTidal reports whether the sea was ever in the way.
func (x *exit) isTidal() bool {
	for _, maps := range []map[string]bool{x.wet, x.drowned} {
		for _, is := range maps { // any will do
			if is {
				return true
			}
		}
	}
	return false
}

// passable reports whether a way can be gone as things stand.
func (m *mind) passable(x *exit) bool {
	return m.thinkable(x) && !x.isFlooded(m.tide)
}

// thinkable is passable but for the water.
func (m *mind) thinkable(x *exit) bool { return !x.barred && !x.locked && x.refused != m.age }

// leg is one step of a trail: out of a room by an exit.
type leg struct {
	from *room
	by   *exit
}

// path returns the first step towards the nearest room or unknown way that will do; isGoal is asked of rooms that were
// seen, isNew of ways that lead who knows where.
func (m *mind) path(isGoal func(*room) bool, isNew func(*room, *exit) bool) (string, bool) {
	legs := m.trail(m.passable, isGoal, isNew)
	if len(legs) == 0 {
		return "", false
	}
	return legs[0].by.dir, true
}

// trail is path with all its steps, over the exits that may be gone.
func (m *mind) trail(may func(*exit) bool, isGoal func(*room) bool, isNew func(*room, *exit) bool) []leg {
	type place struct {
		at   *room
		legs []leg
	}
	seen := map[string]bool{m.here.id: true}
	queue := []place{{at: m.here}}
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		if len(s.legs) > 0 && isGoal(s.at) {
			return s.legs
		}
		for _, dir := range slices.Sorted(maps.Keys(s.at.exits)) {
			x := s.at.exits[dir]
			if !may(x) {
				continue
			}
			legs := append(slices.Clone(s.legs), leg{s.at, x})
			next := m.rooms[x.to]
			switch {
			case next == nil && isNew(s.at, x):
				return legs
			case next != nil && !seen[next.id] && !m.shuns(next):
				seen[next.id] = true
				queue = append(queue, place{next, legs})
			}
		}
	}
	return nil
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

// travel goes where there is something new: what a key may open, ways that the water has left, other ways, and, as
// long as something is too strong, what can be fought for practice.
func (m *mind) travel(v *play.View) (deed, bool) {
	return m.towards(v, []errand{
		{"to where I was driven from", m.isLeft, never},
		{"with a key that I did not have", func(r *room) bool { return len(r.locked) > 0 && r.age < m.keyAge }, never},
		{"to where the water was", noRoom, func(_ *room, x *exit) bool { return x.isTidal() }},
		{"to where nobody has been", noRoom, always},
		{"to practise", func(r *room) bool {
			return m.isWeak() && m.isWell && r.age < m.age && slices.ContainsFunc(r.lair, m.dares)
		}, never},
	})
}

// retrace goes where it has been, once there is nothing else to do: things come back, and what was too strong may not
// be any more.
func (m *mind) retrace(v *play.View) (deed, bool) {
	return m.towards(v, []errand{
		{"to what was too strong", func(r *room) bool {
			return m.misses() && slices.ContainsFunc(r.foes, func(name string) bool {
				f := m.foe(name)
				return f.isKnown && f.odds < oddsEven && f.level < m.level
			})
		}, never},
		{"to look again", func(r *room) bool { return len(r.boxed) > 0 && r.age < m.age && m.misses() }, never},
		{"to look around again", func(r *room) bool { return r.age < m.age && m.misses() }, never},
	})
}

// errand is somewhere to go.
type errand struct {
	why    string
	isGoal func(*room) bool
	isNew  func(*room, *exit) bool
}

// towards goes a step on the first errand to which there is a way.
func (m *mind) towards(v *play.View, errands []errand) (deed, bool) {
	for _, goal := range errands {
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
