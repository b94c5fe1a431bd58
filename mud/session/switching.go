package session

import (
	"context"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/mud/session/surroundings"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// farSink takes what a creature perceives that a session's wizard plays.
type farSink struct{ s *Session }

// Tell implements [loop.Sink].
func (f farSink) Tell(t *loop.Told) { f.s.mail.Post(Mail{Told: t, Far: true}) }

// switchTo has this keyboard play a creature; the empty id ends it.
func (s *Session) switchTo(id world.ActorID) {
	if id == "" { // and the notice that it is over does the rest, as when the creature dies
		s.runAction(world.Switch{}, nil)
		return
	}
	self := s.actor
	s.offer(s.whileSeated(func(*world.State, world.Time) loop.Step {
		return loop.Step{
			Input: &world.Input{Actor: self, Via: world.Via{Kind: world.ViaKeyboard}, Action: world.Switch{Who: id}},
			Then: func(*world.State, world.Time) loop.Step {
				return loop.Step{
					Attach: []loop.Attachment{{Actor: id, Sink: farSink{s}}},
					Report: func(st *world.State, now world.Time) any {
						c := verb.Ctx{State: st, Now: now, Actor: st.Actors[id]}
						return s.snapshot(c, st.LookAround(id, now))
					},
				}
			},
		}
	}), func(r loop.Reply) {
		if r.Refusal != nil {
			s.show(prose.RefusalText(r.Refusal))
			return
		}
		s.drives = id
		s.showSnapshot(r.Report)
	})
}

// played is whose deeds are the session's own: its body, or the creature that it plays.
func (s *Session) played() world.ActorID {
	if s.drives != "" {
		return s.drives
	}
	return s.actor
}

// passesOver reports whether something told is not to be shown: while a creature is played, what happens around one's
// own body; afterwards, what still comes from the creature's.
func (s *Session) passesOver(m Mail) bool {
	if m.Far {
		return s.drives == ""
	}
	return s.drives != "" && !world.TraitsOf(m.Told.Event).Follows
}

// hearSwitched gives somebody back to themselves whose creature is theirs no longer.
func (s *Session) hearSwitched(e world.Event) {
	sw, ok := e.(world.Switched)
	if !ok || !sw.Off || sw.By != s.actor || s.drives == "" {
		return
	}
	s.drives = ""
	s.view.lookDue, s.view.stale = true, true
	gone := loop.Attachment{Actor: sw.Actor, Sink: farSink{s}}
	in := loop.Intent{Do: func(*world.State, world.Time) loop.Step {
		return loop.Step{Name: loop.NameLeave, Detach: []loop.Attachment{gone}}
	}, Reply: func(loop.Reply) {}}
	_ = s.hub.World.Offer(context.WithoutCancel(s.ctx), in) // refused only by a world that has stopped
}

// executeFar carries out a line as the creature that is played, on the writer. What is the session's own stays its own.
func (c *command) executeFar(body *world.Actor) loop.Step {
	c.body = body.ID
	word, _, _ := strings.Cut(strings.TrimSpace(c.line), " ")
	isBeyond := c.s.hub.Table.Beyond(c.ctx, word)
	c.ctx.Actor, c.ctx.Via = body, world.Via{Kind: world.ViaForce, By: c.actor}
	call := c.s.hub.Table.Parse(c.ctx, c.line)
	if isBeyond || call.Ask.Kind != "" || call.Refusal != nil && call.Refusal.Code == world.CodeKeyboard {
		call = verb.Call{Refusal: &world.Refusal{
			Code: world.CodeNotAllowed, Text: "That is nothing for a creature. To be yourself again, type return.",
		}}
	}
	c.hostVerb, c.moveDir, c.onlyTalks, c.callbacks.By = verb.Ask{}, moveDir(call), surroundings.Talks(call.Input), c.by
	return loop.Carry(call, c.callbacks)
}

// isOwn reports whether a line is for the session itself, whatever it plays: to end it, and to read up on how.
func isOwn(line string) bool {
	word, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(line)), " ")
	return slices.Contains([]string{"return", "quit", "help", "commands"}, word)
}
