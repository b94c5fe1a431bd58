// Package self is what a mind bears in mind: who it is, whom it knows and what they did, what was said, and what waits
// for an answer.
//
// Its one idea: whatever is perceived becomes one of a few occasions ([Occasion]) for its owner to answer, and rows of
// long-term memory from which all of it can be made again. What was said in confidence is marked so from the first
// moment, and [Self.Filter], [Self.Talk] and [Self.EventsFor] are the only ways by which words leave.
//
// A Self is used by one goroutine at a time. To let minds notice something new, add a case to take in perceive.go.
package self

import (
	"slices"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/world"
)

// Self is what one mind bears in mind. Make one with [New].
type Self struct {
	C    Config
	Mem  *memory.Memory
	Now  world.Time
	Seq  uint64 // of the newest event that it was told
	Room string
	Look *mind.Look // what it sees; set before anything is perceived

	People  map[string]*Person
	Pending []Occasion
	parked  []Occasion        // of those who lost the connection
	Foe     string            // who struck it last
	Where   map[string]string // where it saw somebody last
	Ways    map[Way]bool
	Added   []string // to its memory, since the trace was last begun
	Flags   []string // for the trace

	n       int
	partner map[string]partner // of persons: whom they talked with last
	unheard map[string]world.Time
	open    memory.Turns // what was said aloud
	closed  memory.Turns // and what was told or whispered
	last    []event
	across  string     // who sits across the table
	played  world.Time // when a move of a game of its own was made last; 0: it plays none
	players []string
	chatted world.Time
	rows    []memory.Row // to be remembered
	told    map[uint64]confidence
	vows    map[uint64]string // its own promises
	put     []memory.Change
	isAwake bool // its memory was gone through
	hasLost bool // it knew more people than it bears in mind
}

// New makes a self out of what it is made of and what is remembered.
func New(c Config) *Self {
	m := &Self{
		C: c, People: map[string]*Person{}, Where: map[string]string{}, Ways: map[Way]bool{},
		partner: map[string]partner{}, unheard: map[string]world.Time{}, Look: &mind.Look{},
		told: map[uint64]confidence{}, vows: map[uint64]string{},
	}
	for _, w := range c.Ways {
		m.Ways[w] = true
	}
	m.begin()
	return m
}

// Has reports whether one of several traits is its own.
func (m *Self) Has(traits ...string) bool {
	return slices.ContainsFunc(m.C.Spec.Traits, func(t string) bool { return slices.Contains(traits, t) })
}

// Flag notes something for the trace.
func (m *Self) Flag(what string) { m.Flags = append(m.Flags, what) }

// Changes returns what changed in long-term memory since it was asked last.
func (m *Self) Changes() []memory.Change {
	out := append(m.put, m.Mem.Changes()...)
	m.put = nil
	if m.C.Lost {
		return nil
	}
	return out
}

// Forget drops all that is known of a person, their names too, and returns what changes in long-term memory.
func (m *Self) Forget(id string, names []string) []memory.Change {
	delete(m.People, id)
	delete(m.partner, id)
	delete(m.unheard, id)
	m.open.Forget(id)
	m.closed.Forget(id)
	m.last, m.rows = nil, nil
	m.Pending = slices.DeleteFunc(m.Pending, func(o Occasion) bool { return o.Who != nil && o.Who.ID == id })
	m.parked = slices.DeleteFunc(m.parked, func(o Occasion) bool { return o.Who.ID == id })
	if m.Foe == id {
		m.Foe = ""
	}
	changes := m.Mem.Forget(id, names)
	for _, c := range changes {
		delete(m.told, c.Drop)
		delete(m.vows, c.Drop)
	}
	return changes
}

// MayChat reports whether it may speak unasked, or to a creature, by when it did so last.
func (m *Self) MayChat() bool { return m.chatted == 0 || m.Now-m.chatted >= ChatterEvery }

// Due returns where its round wants it at this hour.
func (m *Self) Due() (world.RoundSpec, bool) {
	rounds := m.C.Spec.Rounds
	if len(rounds) == 0 || m.Look.Room.ID == "" {
		return world.RoundSpec{}, false
	}
	at := rounds[len(rounds)-1]
	for _, r := range rounds {
		if r.Hour <= m.Look.You.Hour {
			at = r
		}
	}
	return at, true
}

// IsTalking reports whether it is in the middle of a talk with somebody present.
func (m *Self) IsTalking() bool {
	for _, e := range m.Look.Entities {
		if p := m.People[e.ID]; p != nil && p.IsHuman && p.IsTalking(m.Now) {
			return true
		}
	}
	return false
}
