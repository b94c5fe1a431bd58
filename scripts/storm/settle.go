package storm

import (
	"strings"

	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
)

// Bounds of the calm, in steps; the longest calms took less than a fifth of them.
const (
	calmMost = 6000 // until everybody has come in and was answered
	hushMost = 3000 // until nothing is under way any more
	stopMost = 3000 // until the server has stopped
)

// settle ends a storm: the faults cease, everybody is answered within a bound, nothing is left over, and the server
// stops as it should.
func (s *storm) settle() {
	s.stage.Calm = true
	s.until(calmMost, "somebody still waits for an answer", s.stage.Served)
	s.stage.Hush = true
	s.until(hushMost, "something goes on for ever", func() bool { return !s.advance() })
	s.quiet()
	if s.notes.Failure() != nil {
		return
	}
	s.life.stop()
	s.until(stopMost, "the server does not stop", func() bool { return s.life == nil })
	if s.notes.Failure() != nil {
		return
	}
	state, _, err := journal.Recover(s.mem)
	if err == nil {
		err = s.ledger.Agree(state)
	}
	if err != nil {
		s.notes.Fail("at the end: %v", err)
	}
}

// until goes on until something holds.
func (s *storm) until(most int, late string, holds func() bool) {
	end := s.notes.Step + most
	for s.notes.Failure() == nil && !holds() {
		if s.notes.Step >= end {
			s.notes.Fail("%s after %d steps: %s", late, most, s.picture())
			return
		}
		s.advance()
	}
}

// picture says where everything waits.
func (s *storm) picture() string {
	if s.life == nil {
		return "the server is down"
	}
	l := s.life
	out := []string{"intake " + itoa(len(l.intake)) + ", releases " + itoa(len(l.releases))}
	for _, t := range l.tasks {
		out = append(out, t.name)
	}
	for _, c := range l.conns {
		v := c.visit
		words := "connection " + itoa(c.id) + ": sent " + itoa(len(v.Sent)) + ", answered " + itoa(v.Answers) + ", up " +
			itoa(len(v.Out)) + ", kernel " + itoa(len(c.kernel)) + ", out " + itoa(len(c.out)) + ", down " + itoa(len(c.down))
		if c.session != nil && c.session.Busy() {
			words += ", busy"
		}
		out = append(out, words)
	}
	return strings.Join(out, "; ")
}

// quiet wants nothing to be left over when nothing is under way any more: everybody was told all there was, and the
// server knows of nobody but of those who are there.
func (s *storm) quiet() {
	l := s.life
	switch {
	case s.notes.Failure() != nil:
		return
	case l == nil:
		s.notes.Fail("all is quiet, and the server is down")
		return
	}
	if len(l.intake) > 0 || l.flying || l.engine.Pending() || len(l.releases) > 0 {
		s.notes.Fail("all is quiet, and something waits: %s", s.picture())
	}
	if err := s.ledger.Follow(l.disk.Mem); err != nil {
		s.notes.Fail("all is quiet: %v", err)
		return
	}
	sitting := map[world.ActorID]int{}
	for _, v := range s.stage.Open {
		s.ledger.HearAll(v)
		if v.Actor != "" && !v.Gone {
			sitting[v.Actor]++
		}
	}
	if got, want := l.hub.InPlay(), len(sitting); got != want {
		s.notes.Fail("%d sit at a keyboard, and %d are there: %s", got, want, s.picture())
	}
	if got, want := l.hub.Count(), s.sessions(); got != want {
		s.notes.Fail("%d sessions are counted, and %d are there: %s", got, want, s.picture())
	}
	state := l.engine.State()
	for id, body := range world.Ordered(state.Actors) {
		if !body.Player() {
			continue
		}
		listeners := l.engine.Attached(id)
		switch {
		case sitting[id] > 1:
			s.notes.Fail("%d sit at the keyboard of %s", sitting[id], id)
		case listeners < sitting[id] || listeners > sitting[id]+len(state.GrantsOf(id)):
			s.notes.Fail("%s has %d listeners, and %d sit at the keyboard", id, listeners, sitting[id])
		case body.Presence != world.Here && sitting[id] > 0:
			s.notes.Fail("somebody sits at the keyboard of %s, and it is not in the world", id)
		}
	}
}

// sessions counts those that are there.
func (s *storm) sessions() int {
	n := 0
	for _, c := range s.life.conns {
		if c.session != nil && !c.visit.Gone {
			n++
		}
	}
	return n
}

// partings wants a client that was there when the disk failed to know what has happened, if it read to the end.
func (s *storm) partings(c *conn) {
	if c.dropped || c.broken || c.hung || !c.eof {
		return
	}
	switch c.visit.Ended {
	case session.ReasonStopped, session.ReasonShutdown:
		if c.visit.Parting == "" {
			s.notes.Fail("the world has stopped, and connection %d was sent away without a word (%s)", c.id, c.visit.Ended)
		}
	case session.ReasonTaken:
		for _, other := range s.life.visits {
			// It was let in, or left before it could be told so: of itself, or because the world was closing when the
			// disk was still well.
			if other != c.visit && other.Who == c.visit.Who && (other.From != 0 || other.Ended != session.ReasonStopped) {
				return
			}
		}
		s.notes.Fail("the world has stopped, and connection %d is told that somebody took over, whom nobody let in", c.id)
	}
}

// bury ends a life: what is under way is lost or comes through, the journal is read as the next start will find it, and
// everybody's memories are held against it.
func (s *storm) bury() {
	l := s.life
	l.over = true
	defer func() { s.life = nil }()
	l.cancel()
	for _, t := range append([]*task(nil), l.tasks...) {
		l.kill(t)
	}
	clear(s.calls)
	if s.notes.Failure() != nil {
		return
	}
	if l.done && l.failed == nil {
		s.mem = l.disk.Mem.Reopen()
	} else {
		left, kept := l.disk.Crash(s.chance.Below(2) == 0)
		s.mem = left
		if kept {
			s.notes.Saw(CrashUnflushed)
		}
	}
	if s.mem.Last() < l.disk.Durable {
		s.notes.Fail("%d records were flushed, and %d are left", l.disk.Durable, s.mem.Last())
	}
	for _, c := range l.conns {
		if c.visit.Gone {
			continue
		}
		if l.failed != nil {
			c.reach(len(c.down))
			s.partings(c)
		}
		c.reach(s.chance.Below(len(c.down) + 1))
		c.visit.Gone = true
	}
	s.stage.Prune()
	if err := s.ledger.Follow(s.mem); err != nil {
		s.notes.Fail("after life %d: %v", s.stage.Life, err)
		return
	}
	for _, v := range l.visits {
		s.ledger.Hear(v)
	}
	s.ledger.Settle()
}
