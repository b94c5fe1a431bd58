package game

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/ai/mcp/result"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// drivenText is what an acting call is told while the player is at the keyboard.
const drivenText = "Your player is at the keyboard and drives this character. You may look and listen meanwhile; " +
	"they can let you act beside them by typing: copilot on"

// wish is what a call wants of the world.
type wish struct {
	tool  string                   // what was called, for whoever watches; "" when nobody need see it
	args  json.RawMessage          // and with what
	enter bool                     // bring the body into the world first
	bind  func(verb.Ctx) verb.Call // nil: only see
	show  func(answer) Shown       // nil: as every verb's answer is shown
	bald  bool                     // it is shown so without a report, too
	key   world.KeySum             // of the idempotency key, and of all that was asked under it; "" without one
	sum   world.KeySum
}

// glimpse is what the writer reads for a result. Nothing in it points into the state.
type glimpse struct {
	answer   any      // what the verb reports, or nil
	ask      verb.Ask // what it asks of the record instead
	room     world.RoomReport
	you      world.StatusReport
	carrying []world.Ref
	using    []world.Ref
	presence world.Presence
	driven   bool
	actions  []verb.Affordance
	again    *world.KeptKey // it was done already, under the same key
	at       world.Time
	fight    *result.Fight // the fight by turns that is here, or nil
}

// answer is what came of a wish.
type answer struct {
	glimpse
	seq     uint64          // all that it saw has been told up to here
	own     map[uint64]bool // the records that the wish itself made
	refusal *world.Refusal
	hold    int  // the number under which the owner was asked for it
	full    bool // the room is described, and not only named
}

// ask carries out a wish and waits until what came of it is durable.
func (g *Game) ask(ctx context.Context, st *seat, w wish) (answer, error) {
	who := st.who
	if p, ok := guard.PrincipalFrom(ctx); ok && p.ID == who.ID {
		who = p // it says which program calls
	}
	if no := g.drivers.Take(who, g.clock()); no != nil {
		return answer{refusal: no, own: map[uint64]bool{}}, nil //nolint:nilerr // a refusal is an answer
	}
	st.used()
	reply, err := g.world.Do(ctx, g.intent(st, w))
	if err != nil {
		return answer{}, fmt.Errorf("ask the world: %w", err)
	}
	a := answer{seq: reply.Seq, own: map[uint64]bool{}, refusal: reply.Refusal}
	for _, r := range reply.Records {
		if _, isEntry := r.Action.(world.Enter); !isEntry {
			a.own[r.Seq] = true
		}
	}
	if a.refusal != nil && w.bind != nil { // a refused intent reports nothing, and the client wants to see all the same
		if reply, err = g.world.Do(ctx, g.intent(st, wish{})); err != nil {
			return a, fmt.Errorf("look again: %w", err)
		}
		a.seq = reply.Seq
	}
	a.glimpse, _ = reply.Report.(glimpse)
	_, isLook := a.answer.(world.RoomReport)
	a.full = st.arrives(a.room) || isLook
	switch a.ask.Kind {
	case "":
		return a, nil
	case verb.AskQuit: // of a creature, whose own mind has it back at once
		g.drivers.Drop(st.who)
		_, err := g.world.Do(ctx, g.leave(st, time.Time{}))
		return a, err //nolint:wrapcheck // the caller says what was being done
	}
	return g.reported(ctx, st, w, a)
}

// reported hands a report in, and shows how things are then.
func (g *Game) reported(ctx context.Context, st *seat, w wish, a answer) (answer, error) {
	receipt, err := g.report(ctx, verb.Asked{
		Actor: st.who.Actor, Ask: a.ask,
		Via: st.via(w),
	})
	no := (*world.Refusal)(nil)
	if err != nil && !errors.As(err, &no) {
		return a, fmt.Errorf("hand a report in: %w", err)
	}
	out, err := g.ask(ctx, st, wish{})
	out.answer, out.refusal = receipt, no
	if r, ok := receipt.(verb.ReceiptReport); ok {
		out.own[r.Report] = true // under the same key it is not handed in again
	}
	return out, err
}

// via is the door of a wish.
func (s *seat) via(w wish) world.Via {
	if s.who.Mind {
		return world.Via{Kind: world.ViaMind}
	}
	return world.Via{Kind: world.ViaGrant, Grant: s.who.Grant, Key: w.key, Sum: w.sum}
}

// intent makes an intent of a wish: first the body comes into the world, if it has to.
func (g *Game) intent(st *seat, w wish) func(*world.State, world.Time) loop.Step {
	return func(s *world.State, now world.Time) loop.Step {
		c, r := st.context(s, now)
		if r != nil {
			return loop.Step{By: st.by, Refusal: r}
		}
		isSeated := st.isSeated()
		if !w.enter || isSeated && c.Actor.Presence == world.Here {
			step := g.play(c, w)
			step.By = st.by
			return step
		}
		if st.who.Mind {
			return g.awaken(st, w)
		}
		in := &world.Input{Actor: c.Actor.ID, Via: c.Via, Action: world.Enter{}}
		step := loop.Step{By: st.by, Name: loop.NameEnter, Input: in}
		if !isSeated {
			if marks := st.birth(s); marks != nil {
				step.Puts = g.cursors.Keep(marks).Puts
			}
			step.Attach = []loop.Attachment{{Actor: c.Actor.ID, Sink: st}}
		}
		step.Then = func(s *world.State, now world.Time) loop.Step {
			if !isSeated {
				st.sit(s)
				g.presence.AgentCame(st.who.Actor)
			}
			c, r := st.context(s, now)
			if r != nil {
				return loop.Step{Refusal: r}
			}
			return g.play(c, w)
		}
		return step
	}
}

// awaken lets a creature's mind be told what its body perceives. The body is in the world already.
func (g *Game) awaken(st *seat, w wish) loop.Step {
	return loop.Step{
		By: st.by, Name: loop.NameView, Attach: []loop.Attachment{{Actor: st.who.Actor, Sink: st}},
		Then: func(s *world.State, now world.Time) loop.Step {
			st.sit(s)
			c, r := st.context(s, now)
			if r != nil {
				return loop.Step{Refusal: r}
			}
			return g.play(c, w)
		},
	}
}

// context is who asks, and whether they still may. A wizard's character is a player's in the hands of an agent, so
// that no report and no typed line reaches beyond that. It runs on the writer.
func (s *seat) context(st *world.State, now world.Time) (verb.Ctx, *world.Refusal) {
	body := st.Actors[s.who.Actor]
	s.mu.Lock()
	isGone := s.gone
	s.mu.Unlock()
	switch {
	case body == nil:
		return verb.Ctx{}, &world.Refusal{Code: world.CodeAbsent, Text: "Your character is no more."}
	case isGone:
		return verb.Ctx{}, &world.Refusal{Code: world.CodeNotAllowed, Text: "That permission was withdrawn."}
	}
	if s.who.Mind {
		return s.minded(st, now, body)
	}
	if r := st.GrantStands(s.who.Grant, body.ID, now); r != nil {
		return verb.Ctx{}, r
	}
	if !st.Grants[s.who.Grant].Role.Reach().Looks {
		return verb.Ctx{}, &world.Refusal{Code: world.CodeNotAllowed, Text: "That is beyond what this grant allows."}
	}
	return verb.Ctx{
		State: st, Now: now, Actor: asPlayer(body), Memory: &s.memory,
		Via: world.Via{Kind: world.ViaGrant, Grant: s.who.Grant},
	}, nil
}

// minded is the context of a creature's own mind.
func (s *seat) minded(st *world.State, now world.Time, body *world.Actor) (verb.Ctx, *world.Refusal) {
	if body.Player() {
		return verb.Ctx{}, &world.Refusal{Code: world.CodeNotAllowed, Text: "Only creatures of the world act like that."}
	}
	return verb.Ctx{
		State: st, Now: now, Actor: body, Memory: &s.memory, Via: world.Via{Kind: world.ViaMind},
	}, nil
}

// play binds the wish and does it.
func (g *Game) play(c verb.Ctx, w wish) loop.Step {
	if kept, ok := c.State.KeyOf(c.Via.Grant, w.key, c.Now); ok && w.key != "" {
		return g.done(c, w, kept)
	}
	c.Via.Key, c.Via.Sum = w.key, w.sum
	var call verb.Call
	if w.bind != nil {
		call = w.bind(c)
	}
	acts := call.Verb != nil && call.Verb.Effect != verb.Reads
	switch {
	case acts && g.presence.AtKeyboard(c.Actor.ID):
		return loop.Step{Refusal: &world.Refusal{Code: world.CodeDrivenByYou, Text: drivenText}}
	case acts && call.Refusal == nil && c.Actor.Presence == world.Here && c.Actor.Agent != c.Via.Grant:
		// Whoever looks shall see that an agent acts, beside its player too.
		helm := world.Via{Kind: c.Via.Kind, Grant: c.Via.Grant}
		return loop.Step{
			Name: loop.NameEnter, Input: &world.Input{Actor: c.Actor.ID, Via: helm, Action: world.Enter{}},
			Then: func(*world.State, world.Time) loop.Step { return g.step(c, call) },
		}
	}
	return g.step(c, call)
}

// done shows how things are when the deed of a wish was done already.
func (g *Game) done(c verb.Ctx, w wish, kept world.KeptKey) loop.Step {
	if kept.Sum != w.sum {
		return loop.Step{Refusal: &world.Refusal{Code: codeKeyTaken, Text: keyTakenText}}
	}
	return loop.Step{Name: loop.NameView, Report: func(*world.State, world.Time) any {
		seen := g.glimpse(c, nil)
		seen.again = &kept
		if w.show != nil && !w.bald {
			if call := w.bind(c); call.Refusal == nil && call.Report != nil {
				seen.answer = call.Report(c)
			}
		}
		return seen
	}}
}

// step turns a call into a step of the loop, and its answer into a glimpse.
func (g *Game) step(c verb.Ctx, call verb.Call) loop.Step {
	ask := verb.Ask{}
	switch {
	case call.Refusal != nil || call.Ask.Kind == "":
	case call.Ask.Kind == verb.AskReport && g.report != nil:
		ask, call.Ask = call.Ask, verb.Ask{}
	case call.Ask.Kind == verb.AskQuit && c.Via.Kind == world.ViaGrant && !c.Actor.Player():
		ask, call.Ask = call.Ask, verb.Ask{}
	default:
		call.Refusal = &world.Refusal{Code: world.CodeKeyboard, Text: askedText(call.Ask)}
	}
	id := c.Actor.ID
	step := loop.Carry(call, loop.Asker{
		Now: func(s *world.State, now world.Time) (verb.Ctx, bool) {
			body := s.Actors[id]
			if body == nil {
				return verb.Ctx{}, false
			}
			c.State, c.Now, c.Actor = s, now, asPlayer(body)
			return c, true
		},
		See: func(c verb.Ctx, answer any) any {
			seen := g.glimpse(c, answer)
			seen.ask = ask
			return seen
		},
	})
	if step.Name == "" && step.Refusal == nil {
		step.Name = loop.NameView // it only looks
	}
	return step
}

// asPlayer is a body as its agent has it: no wizard's, whatever its owner may do.
func asPlayer(body *world.Actor) *world.Actor {
	if body.Role <= world.RolePlayer {
		return body
	}
	limited := *body
	limited.Role = min(body.Role, world.RolePlayer)
	return &limited
}

// askedText says why what a verb wants of the host is not for agents.
func askedText(a verb.Ask) string {
	if a.Kind == verb.AskQuit {
		return "There is no need to quit: some minutes after your last call this character rests, and all is kept."
	}
	return "Only the player who owns this character can do that, at a keyboard."
}

// glimpse reads what a result shows besides its answer.
func (g *Game) glimpse(c verb.Ctx, answer any) glimpse {
	id := c.Actor.ID
	out := glimpse{
		answer: answer, at: c.Now, you: c.State.Status(c.Actor, c.Now), presence: c.Actor.Presence,
		carrying: c.State.Carried(id), using: c.State.Used(id), driven: g.presence.AtKeyboard(id),
	}
	if c.Via.Kind == world.ViaMind { // an agent plays the creature, and its own mind only listens
		out.driven = c.Actor.Agent != ""
	}
	// Whoever has just looked around sees it once.
	if seen, isRoom := answer.(world.RoomReport); isRoom && seen.ID == c.Actor.Room && out.presence != world.Away {
		out.room = seen
	} else {
		out.room = Around(c)
	}
	if c.Actor.Presence == world.Away {
		return out
	}
	out.actions, out.fight = g.table.Affordances(c), result.FightOf(c)
	return out
}

// leave gives a seat up unless it was used later than before, which is zero when that does not count; the body stands
// link-dead if nobody else keeps it in the world.
func (g *Game) leave(st *seat, before time.Time) func(*world.State, world.Time) loop.Step {
	return func(s *world.State, _ world.Time) loop.Step {
		if !st.stand(before) {
			return loop.Step{}
		}
		id := st.who.Actor
		step := loop.Step{By: st.by, Name: loop.NameLeave, Detach: []loop.Attachment{{Actor: id, Sink: st}}}
		if st.who.Mind {
			return step // the body goes on without it
		}
		if g.presence.AgentGone(id) {
			step.Input = &world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.Sever{Body: st.who.Actor}}
		} else if a := s.Actors[id]; a != nil && a.Agent == st.who.Grant && g.presence.AtDesk([]world.ActorID{id}) {
			// The player who stays is no agent.
			step.Input = &world.Input{Actor: id, Via: world.Via{Kind: world.ViaHost}, Action: world.Enter{}}
		}
		return step
	}
}
