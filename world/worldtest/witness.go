package worldtest

import (
	"errors"
	"fmt"

	"github.com/mudlark-mud/mudlark/world"
)

// Witness holds a server that was killed to what its clients know: what they sent, what was answered, and what they
// were told. Clients speak plain data, so they may be bots behind sockets. After the restart it reads the records
// of the journal in order ([Witness.Recorded]) and says what is amiss ([Witness.Close]): something told that no
// record tells, or not in that order; something recorded that was skipped; a deed answered and lost; a deed that
// nobody asked for, or an unanswered one that happened twice.
type Witness struct {
	render  func(n *world.Notice, sense world.Sense) string
	clients map[world.ActorID]*client
	last    uint64
	found   []error
}

// client is what one player's client knows.
type client struct {
	sessions []session
	sent     int // commands on their way since the beginning
	answered int
	made     int // records that answers spoke of
	recorded int // records of this actor that the journal holds
}

// session is one time of being connected.
type session struct {
	from  uint64 // notices of later records are told
	told  []string
	heard int // of these, how many the journal confirmed
}

// NewWitness returns a witness who knows nothing. Render is what a client is told of a notice, in the very words in
// which it will be reported to [Witness.Told]; an empty string means nothing.
func NewWitness(render func(n *world.Notice, sense world.Sense) string) *Witness {
	return &Witness{render: render, clients: map[world.ActorID]*client{}}
}

func (w *Witness) client(who world.ActorID) *client {
	if w.clients[who] == nil {
		w.clients[who] = &client{}
	}
	return w.clients[who]
}

// Joined says that from behind the record seq on somebody's client is told things; earlier connections of theirs
// are over.
func (w *Witness) Joined(who world.ActorID, seq uint64) {
	c := w.client(who)
	c.sessions = append(c.sessions, session{from: seq})
}

// Sent says that a client sent a command. A client has one command on its way.
func (w *Witness) Sent(who world.ActorID) { w.client(who).sent++ }

// Answered says that the command was answered, and how many records it made.
func (w *Witness) Answered(who world.ActorID, records int) {
	c := w.client(who)
	c.answered++
	c.made += records
}

// Told says that a client was told something. It counts for the last connection.
func (w *Witness) Told(who world.ActorID, what string) {
	c := w.client(who)
	if len(c.sessions) == 0 {
		w.found = append(w.found, fmt.Errorf("%s was told %q before joining", who, what))
		return
	}
	s := &c.sessions[len(c.sessions)-1]
	s.told = append(s.told, what)
}

// Recorded takes in the next record that the journal holds after the restart. Begin behind the first Joined at the
// latest; records from before all clients sent anything may be left out.
func (w *Witness) Recorded(r *world.Record, num func(world.ActorID) uint32) {
	if w.last != 0 && r.Seq != w.last+1 {
		w.found = append(w.found, fmt.Errorf("record %d follows %d", r.Seq, w.last))
	}
	w.last = r.Seq
	if c := w.clients[r.Actor]; c != nil && c.sent > 0 {
		c.recorded++
	}
	for who, c := range world.Ordered(w.clients) {
		s := c.session(r.Seq)
		if s == nil {
			continue
		}
		for i := range r.Notices {
			n := &r.Notices[i]
			sense, ok := n.SenseOf(num(who))
			if !ok {
				continue
			}
			if what := w.render(n, sense); what != "" {
				w.confirm(who, s, r.Seq, what)
			}
		}
	}
}

// session returns the connection that is told of a record, or nil.
func (c *client) session(seq uint64) *session {
	for i := len(c.sessions) - 1; i >= 0; i-- {
		if c.sessions[i].from < seq {
			return &c.sessions[i]
		}
	}
	return nil
}

// confirm compares the next thing told with what the journal says was to be told. Who was cut off before hearing it
// is told no more in that connection.
func (w *Witness) confirm(who world.ActorID, s *session, seq uint64, what string) {
	if s.heard < len(s.told) && s.told[s.heard] != what {
		w.found = append(w.found, fmt.Errorf("%s was told %q where record %d tells %q", who, s.told[s.heard], seq, what))
	}
	s.heard++
}

// Close returns what is amiss, or nil.
func (w *Witness) Close() error {
	for who, c := range world.Ordered(w.clients) {
		for _, s := range c.sessions {
			if s.heard < len(s.told) {
				w.found = append(w.found, fmt.Errorf("%s was told %q and no record tells it", who, s.told[s.heard]))
			}
		}
		switch open := c.sent - c.answered; {
		case c.recorded < c.made:
			w.found = append(w.found, fmt.Errorf("%s: %d records were answered for and %d are there", who, c.made, c.recorded))
		case c.recorded > c.made+open:
			w.found = append(w.found, fmt.Errorf("%s: %d records are there for %d answered and %d unanswered commands",
				who, c.recorded, c.made, open))
		}
	}
	return errors.Join(w.found...)
}
