package session

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/session/agents"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// desk is a session as those talks see it that are packages of their own.
type desk struct{ s *Session }

var (
	_ agents.Desk     = desk{}
	_ inquiryDesk     = desk{}
	_ identityDesk    = desk{}
	_ proposalDesk    = desk{}
	_ screenStateDesk = desk{}
)

func (d desk) Owner() account.Account { return d.s.account }
func (d desk) From() account.Source   { return d.s.from }
func (d desk) Now() time.Time         { return d.s.hub.Now() }
func (d desk) Shown()                 { d.s.screen.Secret(false) }
func (d desk) Refused(err error)      { d.s.refused(err) }

func (d desk) Hidden(question string, then func(string))           { d.s.askSecret(question, then) }
func (d desk) Aside(why string, slow func(context.Context) func()) { d.s.away(why, slow) }
func (d desk) Broken(doing string, err error)                      { d.s.broken(doing, err) }

func (d desk) Account() world.AccountID { return d.s.account.ID }
func (d desk) Body() world.ActorID      { return d.s.actor }

func (d desk) Say(role prose.Role, text string) { d.s.say(role, text) }
func (d desk) Print(text prose.Text)            { s := d.s; s.print(text) }
func (d desk) Report(answer any)                { d.Print(verb.Words(answer, d.s.style())) }
func (d desk) Refuse(r *world.Refusal)          { d.Print(prose.RefusalText(r)) }
func (d desk) Draw(c *ProposalCard)             { d.s.frame.Card = c }

// Beside does something while the session goes on.
func (d desk) Beside(slow func(context.Context) func()) {
	s := d.s
	s.hub.Aside(func() { s.later(s.guarded(slow)) })
}

// Do carries out an action as a typed line would.
func (d desk) Do(act world.Action, came func(*world.Refusal, []*world.Record)) {
	s := d.s
	if s.turn == nil {
		s.turn = newTurn(s)
	}
	s.turn.line, s.turn.act, s.turn.came = "", act, came
	s.take()
}

func (d desk) Read(look func(*world.State, world.Time), then func()) {
	d.s.offer(func(s *world.State, now world.Time) loop.Step {
		look(s, now)
		return loop.Step{}
	}, func(loop.Reply) { then() })
}

func (d desk) Act(act func() world.Action, then func()) {
	s, id := d.s, d.s.actor
	s.offer(s.seated(func(*world.State, world.Time) loop.Step {
		return loop.Step{Input: &world.Input{Actor: id, Via: world.Via{Kind: world.ViaKeyboard}, Action: act()}}
	}), func(r loop.Reply) {
		if r.Refusal != nil {
			s.print(prose.RefusalText(r.Refusal))
			return
		}
		then()
	})
}

func (d desk) Proof(rows func(time.Time) ([]account.Put, error), act func() world.Action, then func()) {
	if act == nil {
		d.s.proof(rows, nil, then)
		return
	}
	id := d.s.actor
	d.s.proof(rows, func() world.Input {
		return world.Input{Actor: id, Via: world.Via{Kind: world.ViaKeyboard}, Action: act()}
	}, then)
}

func (d desk) Rule(rows func(time.Time) ([]account.Put, error), act world.Action, then func()) {
	d.s.proof(rows, func() world.Input { return world.Input{Via: world.Via{Kind: world.ViaHost}, Action: act} }, then)
}

func (d desk) After(wait time.Duration, f func()) {
	d.s.hub.After(wait, func() { d.s.later(f) })
}

func (d desk) Write(rows func() ([]account.Put, error)) {
	s, by, log, staged := d.s, d.s.by, d.s.log, []account.Put(nil)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(s.ctx), letGoWait) // the session's own may have ended
	defer cancel()
	err := s.hub.World.Offer(ctx, loop.Intent{Do: func(*world.State, world.Time) loop.Step {
		var err error
		if staged, err = rows(); err != nil {
			log.Warn("settings not kept", slog.Any("err", err))
			return loop.Step{}
		}
		return loop.Step{By: by, Name: loop.NameSignIn, Puts: s.hub.stage(staged)}
	}, Reply: func(loop.Reply) { s.hub.Staged.Settled(staged) }})
	if err != nil && !errors.Is(err, loop.ErrStopped) {
		log.Warn("settings not kept", slog.Any("err", err))
	}
}

func (d desk) Copilot(on bool) bool { return d.s.hub.SetCopilot(d.s.actor, d.s, on) }

// Follow ends the watch there is, and begins another. The world is told beside the command in flight: nobody waits.
func (d desk) Follow(w *agents.Watch) {
	s := d.s
	old := s.watching
	s.watching = w
	step := loop.Step{By: s.by, Name: loop.NameView, Detach: watched(old), Attach: watched(w)}
	if old != nil {
		s.hub.Watches.Drop(old)
	}
	if w != nil {
		w.Show = func(text prose.Text) { s.later(func() { s.print(text) }) }
		w.Ended = func(word string) {
			s.later(func() {
				if s.watching == w {
					desk{s}.Follow(nil)
				}
				s.say(prose.System, word)
			})
		}
		s.hub.Watches.Add(w)
	}
	in := loop.Intent{Do: func(*world.State, world.Time) loop.Step { return step }}
	if err := s.hub.World.Offer(s.ctx, in); err != nil && w != nil {
		s.hub.Watches.Drop(w) // the world stops; whoever stops it says so
	}
}

// watched is what ties a watch to the body that it watches.
func watched(w *agents.Watch) []loop.Attachment {
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
