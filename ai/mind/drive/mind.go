package drive

import (
	"cmp"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/act"
)

// Mind is a mind. Make one with [New].
type Mind struct {
	*act.Actor

	hands    *act.Deed // what it chose, until it knows what came of it
	thought  *thought  // what it decides about, while a model is asked
	asked    uint64
	working  memory.Working
	proposed proposals
	goal     string   // what it is about just now
	chosen   []string // what it chose lately, in a world of words alone
}

// Thinks is what it is seen to do while it thinks for long.
func (m *Mind) Thinks() string { return m.C.Spec.Thinks }

// Step takes what happened and says what to do.
func (m *Mind) Step(in mind.Input) mind.Output {
	m.Now = max(m.Now, in.At)
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
	out.Put = m.Changes()
	if len(out.Asks) == 0 {
		out.Again = len(m.Pending) > 0 || m.GoesOn()
		out.Later = m.OnErrand()
	}
	return out
}

// Forget drops all that it knows of a person, their names too, and returns what changes in its long-term memory.
func (m *Mind) Forget(id string, names []string) []memory.Change {
	m.hands, m.thought, m.working = nil, nil, memory.Working{}
	return m.Self.Forget(id, names)
}

// Working is what it has in mind, as text.
func (m *Mind) Working() string {
	if text := m.working.Text(); text != "" {
		return text
	}
	return m.C.Working
}

// think is all that happens between a look and a choice, without a model.
func (m *Mind) think() mind.Output {
	m.Flags, m.Added = nil, nil
	m.Room = cmp.Or(m.Look.Room.ID, m.Room)
	for _, e := range m.Look.Entities {
		if e.Kind != "item" {
			m.Saw(e.ID, m.Room)
		}
	}
	if m.Look.Room.ID == "" && len(m.Look.Percepts) == 0 {
		return m.abroad()
	}
	m.Perceive(m.Look.Percepts)
	if m.Look.More {
		m.Listen()
		m.Flush(nil)
		return mind.Output{}
	}
	t := &thought{}
	if d := m.Reflex(); d != nil {
		t.all = []*act.Deed{d}
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
	m.Flags, m.Added = nil, nil
	m.Perceive(r.Percepts)
	if d == nil {
		m.Flush(nil)
		return mind.Output{}
	}
	if r.Refused == "" {
		m.Did(d)
		return m.speak(d, r, d.Done)
	}
	m.Failed(d)
	m.Flag("refused:" + r.Refused)
	return m.speak(d, r, d.Refused)
}

// take notes what was chosen, until it is known what came of it.
func (m *Mind) take(d *act.Deed) {
	m.Settle(d)
	m.hands = nil
	if d.Choice != nil {
		m.hands = d
	}
}
