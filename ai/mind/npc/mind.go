package npc

import (
	"cmp"
	"slices"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/dialogue"
	"github.com/mudlark-mud/mudlark/world"
)

// Mind is the mind of one NPC, or of one agent in a foreign world. Make one with [New].
type Mind struct {
	config Config
	mem    *memory.Memory // long-term
	book   *dialogue.Book // its authored lines

	// Where it is.
	now   world.Time
	seq   uint64     // of the newest event that it was told
	n     int        // which part of that event
	Look  *mind.Look // what it sees; set before anything is perceived
	Room  string
	where map[string]string // where it saw somebody last
	ways  map[Way]bool

	// Whom it knows, and what waits for an answer.
	People  map[string]*person
	hasLost bool // it knew more people than it bears in mind
	pending []occasion
	parked  []occasion // of those who lost the connection
	foe     string     // who struck it last

	// What was said, and by whom.
	partner  map[string]partner // of persons: whom they talked with last
	unheard  map[string]world.Time
	open     memory.Turns // what was said aloud
	closed   memory.Turns // and what was told or whispered
	last     []event
	chatted  occurrence
	welcomed occurrence          // when it greeted somebody last
	heard    map[string]bool     // who heard of which want
	answered map[string]answered // who was told what lately

	// What is on its way into long-term memory, or kept at hand from there.
	rows        []memory.Row // to be remembered
	put         []memory.Change
	confidences map[uint64]confidence
	pledges     map[uint64]string // its own promises
	isAwake     bool              // its memory was gone through

	// What it is doing.
	across  string     // who sits across the table
	played  occurrence // a move of a game of its own, the last; none: it plays none
	players []string
	fight   FightTurn             // its turn in a fight by turns
	gave    map[string]world.Time // when it gave something of a kind last
	tried   map[string]world.Time // when it followed a want last
	errand  *errand               // the want that is being followed; nil: none
	free    occurrence            // since when none is

	// What it decides.
	hands    *Option  // what it chose, until it knows what came of it
	thought  *thought // what it decides about, while a model is asked
	asked    uint64
	working  memory.Working
	proposed proposals
	goal     string   // what it is about just now
	chosen   []string // what it chose lately, in a world of words alone
	added    []string // to its memory, since the trace was last begun
	flags    []string // for the trace
}

// New makes a mind out of what it is made of and what is remembered.
func New(c Config) *Mind {
	m := &Mind{
		config: c, book: dialogue.NewBook(c.Spec.Lines, c.cast()), Look: &mind.Look{},
		where: map[string]string{}, ways: map[Way]bool{},
		People: map[string]*person{}, partner: map[string]partner{}, unheard: map[string]world.Time{},
		heard: map[string]bool{}, answered: map[string]answered{}, confidences: map[uint64]confidence{},
		pledges: map[uint64]string{}, gave: map[string]world.Time{}, tried: map[string]world.Time{},
	}
	for _, w := range c.Ways {
		m.ways[w] = true
	}
	m.begin()
	return m
}

// Thinks is what it is seen to do while it thinks for long.
func (m *Mind) Thinks() string { return m.config.Spec.Thinks }

// Step takes what happened and says what to do.
func (m *Mind) Step(in mind.Input) mind.Output {
	m.now = max(m.now, in.At)
	var out mind.Output
	switch {
	case in.Look != nil:
		m.hands, m.thought = nil, nil
		m.Look = in.Look
		out = m.think()
	case in.Reply != nil:
		out = m.reply(in.Reply)
	case in.Done != nil:
		out = m.done(in.Done)
	}
	out.Put = m.changes()
	if len(out.Asks) == 0 {
		out.Again = len(m.pending) > 0 || m.goesOn()
		out.Later = m.onErrand()
	}
	return out
}

// Forget drops all that it knows of a person, their names too, and returns what changes in its long-term memory.
func (m *Mind) Forget(id string, names []string) []memory.Change {
	m.hands, m.thought, m.working = nil, nil, memory.Working{}
	delete(m.People, id)
	delete(m.partner, id)
	delete(m.unheard, id)
	m.open.Forget(id)
	m.closed.Forget(id)
	m.last, m.rows = nil, nil
	m.pending = slices.DeleteFunc(m.pending, func(o occasion) bool { return o.who != nil && o.who.id == id })
	m.parked = slices.DeleteFunc(m.parked, func(o occasion) bool { return o.who.id == id })
	if m.foe == id {
		m.foe = ""
	}
	changes := m.mem.Forget(id, names)
	for _, c := range changes {
		delete(m.confidences, c.Drop)
		delete(m.pledges, c.Drop)
	}
	return changes
}

// Working is what it has in mind, as text.
func (m *Mind) Working() string {
	if text := m.working.Text(); text != "" {
		return text
	}
	return m.config.Working
}

// think is all that happens between a look and a choice, without a model.
func (m *Mind) think() mind.Output {
	m.flags, m.added = nil, nil
	m.Room = cmp.Or(m.Look.Room.ID, m.Room)
	for _, e := range m.Look.Entities {
		if e.Kind != "item" {
			m.sawAt(e.ID, m.Room)
		}
	}
	if m.Look.Room.ID == "" && len(m.Look.Percepts) == 0 {
		return m.abroad()
	}
	m.Perceive(m.Look.Percepts)
	if m.Look.More {
		m.listen()
		m.flush(nil)
		return mind.Output{}
	}
	t := &thought{}
	if d := m.reflex(); d != nil {
		t.all = []*Option{d}
	} else {
		t = m.ponder(m.Options())
	}
	return m.consult(t)
}

// done takes in what came of a choice, and says something about it if there is something to say. What the world refused
// is not spoken of as done.
func (m *Mind) done(r *mind.Done) mind.Output {
	d := m.hands
	m.hands = nil
	m.flags, m.added = nil, nil
	m.Perceive(r.Percepts)
	if d == nil {
		m.flush(nil)
		return mind.Output{}
	}
	if r.Refused == "" {
		m.did(d)
		return m.speak(d, r, d.done)
	}
	m.failed(d)
	m.flag("refused:" + r.Refused)
	return m.speak(d, r, d.refused)
}

// take notes what was chosen, until it is known what came of it.
func (m *Mind) take(d *Option) {
	m.unqueue(d)
	m.hands = nil
	if d.choice != nil {
		m.hands = d
	}
}
