package session

import (
	"time"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/session/agents"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// agentSession is a session as the commands about agents see it.
type agentSession struct{ s *Session }

var _ agents.Session = agentSession{}

// Account implements agents.Session.
func (a agentSession) Account() world.AccountID { return a.s.login.account.ID }

// Body implements agents.Session.
func (a agentSession) Body() world.ActorID { return a.s.actor }

// Say implements agents.Session.
func (a agentSession) Say(role prose.Role, text string) { a.s.say(role, text) }

// Read implements agents.Session.
func (a agentSession) Read(look func(*world.State, world.Time), then func()) {
	a.s.readWorld(look, then)
}

// Act implements agents.Session.
func (a agentSession) Act(act func() world.Action, then func()) {
	s, id := a.s, a.s.actor
	s.offer(s.whileSeated(func(*world.State, world.Time) loop.Step {
		return loop.Step{Input: &world.Input{Actor: id, Via: world.Via{Kind: world.ViaKeyboard}, Action: act()}}
	}), func(r loop.Reply) {
		if r.Refusal != nil {
			s.show(prose.RefusalText(r.Refusal))
			return
		}
		then()
	})
}

// Proof implements agents.Session.
func (a agentSession) Proof(rows func(time.Time) ([]account.Put, error), act func() world.Action, then func()) {
	id := a.s.actor
	a.s.writeAccount(rows, func() world.Input {
		return world.Input{Actor: id, Via: world.Via{Kind: world.ViaKeyboard}, Action: act()}
	}, then)
}

// Copilot implements agents.Session.
func (a agentSession) Copilot(on bool) bool { return a.s.hub.SetCopilot(a.s.actor, a.s, on) }

// Follow implements agents.Session: it ends the watch there is, and begins another. The world is told beside the
// command in flight: nobody waits.
func (a agentSession) Follow(w *agents.Watch) {
	s := a.s
	old := s.watch
	s.watch = w
	step := loop.Step{By: s.by, Name: loop.NameView, Detach: watchAttachments(old), Attach: watchAttachments(w)}
	if old != nil {
		s.hub.Watches.Drop(old)
	}
	if w != nil {
		w.Show = func(text prose.Text) { s.later(func() { s.show(text) }) }
		w.Ended = func(word string) {
			s.later(func() {
				if s.watch == w {
					a.Follow(nil)
				}
				s.say(prose.System, word)
			})
		}
		s.hub.Watches.Add(w)
	}
	in := loop.Intent{Do: func(*world.State, world.Time) loop.Step { return step }}
	if err := s.hub.World.Offer(s.ctx, in); err != nil && w != nil {
		s.hub.Watches.Drop(w) // the world has stopped, which is told elsewhere
	}
}

// watchAttachments ties a watch to the body that it watches.
func watchAttachments(w *agents.Watch) []loop.Attachment {
	if w == nil || w.Own {
		return nil
	}
	return []loop.Attachment{{Actor: w.Body, Sink: w}}
}

// OpenAgents sets the door through which agents come. Call it before the first session.
func (h *Hub) OpenAgents(door agents.Door) { h.commands.Door = door }

// Watched reports whether an owner watches an agent.
func (h *Hub) Watched(grant world.GrantID) bool { return h.Watches.Watched(grant) }

// Did shows whoever watches an agent what it asked for, and what it was refused.
func (h *Hub) Did(grant world.GrantID, asked, refused string) { h.Watches.Did(grant, asked, refused) }
