package session

import (
	"log/slog"
	"slices"
	"strings"
	"sync"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// snoops are the wizards who read what others are shown. Nobody reads along with whoever is of their rank or above (see
// [world.Snoop]), so that no two read each other.
type snoops struct {
	mu sync.Mutex
	on map[*Session]*Session // by whoever reads: with whom
}

// begin has one session read along with another, and with that one alone.
func (n *snoops) begin(by, with *Session) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if was := n.on[by]; was != nil {
		was.readers.Add(-1)
	}
	if n.on == nil {
		n.on = map[*Session]*Session{}
	}
	n.on[by] = with
	with.readers.Add(1)
}

// end ends that a session reads along, and returns with whom it did; nil for nobody.
func (n *snoops) end(by *Session) *Session {
	n.mu.Lock()
	defer n.mu.Unlock()
	with := n.on[by]
	if with != nil {
		delete(n.on, by)
		with.readers.Add(-1)
	}
	return with
}

// readersOf lists who reads along with a session, in the order of their opening.
func (n *snoops) readersOf(with *Session) (out []*Session) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for by, on := range n.on {
		if on == with {
			out = append(out, by)
		}
	}
	slices.SortFunc(out, func(a, b *Session) int { return int(a.number) - int(b.number) })
	return out
}

// snoop has this session read what another is shown; the empty id ends it.
func (s *Session) snoop(id world.ActorID) {
	switch other := s.hub.At(id); {
	case id == "":
		s.stopSnooping()
	case !s.hub.Snoop:
		s.say(prose.Refusal, "Nobody is listened to here: whoever runs this world would have to allow it (serve --snoop). "+
			"What somebody did audit tells, what happened to them history.")
	case other == nil:
		s.say(prose.Refusal, "Nobody sits at that keyboard. What an agent does agents watch tells.")
	default:
		s.runAction(world.Snoop{Who: id}, func(r *world.Refusal, _ []*world.Record) {
			if r != nil {
				return
			}
			s.hub.snoops.begin(s, other)
			s.log.Warn("a wizard reads what a player is shown", slog.String("player", string(id)))
			s.say(prose.System, "You read what they are shown from now on, and they know. snoop alone ends it.")
		})
	}
}

// stopSnooping ends it because whoever reads along wants so.
func (s *Session) stopSnooping() {
	with := s.hub.snoops.end(s)
	if with == nil {
		s.say(prose.Refusal, "You read what nobody else is shown. Say with whom you want to: snoop and a name.")
		return
	}
	with.mu.Lock()
	id := with.body
	with.mu.Unlock()
	s.runAction(world.Snoop{Who: id, Off: true}, func(*world.Refusal, []*world.Record) {
		s.say(prose.System, "You read along no longer.")
	})
}

// readAlong copies what is about to be shown to whoever reads along: the text alone. What stands in a prompt, such as
// the question for a password, is no part of it, nor is what is shown while such a question is open, nor a token.
func (s *Session) readAlong(parts []Part) {
	if s.readers.Load() == 0 || s.onLine != nil {
		return
	}
	name := s.prompt.facts.Name
	var text prose.Text
	for _, p := range parts {
		for _, l := range p.Words() {
			if strings.Contains(l.String(), account.TokenPrefix) {
				l = prose.L(prose.Hint, "(A token is shown.)")
			}
			lead := prose.Span{Text: name + "> ", Role: prose.System}
			text = append(text, prose.Line{Indent: l.Indent, Spans: append([]prose.Span{lead}, l.Spans...)})
		}
	}
	if len(text) == 0 {
		return
	}
	for _, by := range s.hub.snoops.readersOf(s) {
		by.later(func() {
			if !by.ended {
				by.show(text)
			}
		})
	}
}

// endSnoops ends that a session reads along and is read along with: it is over, or its rank is another.
func (s *Session) endSnoops() {
	name := s.prompt.facts.Name
	if with := s.hub.snoops.end(s); with != nil {
		with.word(name + " reads no longer what you are shown.")
	}
	for _, by := range s.hub.snoops.readersOf(s) {
		s.hub.snoops.end(by)
		by.word("You read no longer what " + name + " is shown.")
	}
}

// hearRank ends what a change of somebody's rank, or of what they may, leaves no right to.
func (s *Session) hearRank(e world.Event) {
	switch e := e.(type) {
	case world.FieldSet:
		if e.Actor == s.actor && e.Field == "role" {
			s.endSnoops()
		}
	case world.CommandsSet:
		if e.Actor == s.actor && e.Taken && slices.Contains(e.Commands, "snoop") {
			s.endSnoops()
		}
	default:
	}
}
