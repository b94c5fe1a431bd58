package session

import (
	"context"
	"fmt"
	"log/slog"
	"math"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/mud/session/surroundings"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// A builder tries a draft out in a fork of the world in which it is published. The fork belongs to the session alone:
// it is decided where its lines are read, by the same rules and the same clock; nothing of it is written, and nobody
// else is there. Their own body stays where it stands, away from the keyboard; an attack on it ends the rehearsal.

// Limits of rehearsals.
const (
	RehearsalsMost = 4                // on one server
	RehearsalIdle  = 15 * time.Minute // without a line; then it ends
	rehearsalWait  = 100 * time.Millisecond
	rehearsalTicks = 50 // ticks before an intent; more wait for the next
)

// rehearsing is why somebody is away who tries a draft out.
const rehearsing = "trying out a draft"

// rehearsal is a fork and who plays in it. It implements [World].
type rehearsal struct {
	s       *Session
	draft   world.DraftID
	of      *world.State // the fork
	machine *loop.Machine
	base    world.Time // when it was forked
	began   time.Time

	mu        sync.Mutex // guards what follows, and the machine
	over      bool
	stopTimer func() bool
	views     surroundings.Cache
	surveyor  surroundings.Surveyor
}

// Tell implements [loop.Sink].
func (p *rehearsal) Tell(t *loop.Told) { p.s.mail.Post(Mail{Told: t, Play: p}) }

// Offer implements [World]: it is done at once.
func (p *rehearsal) Offer(_ context.Context, in loop.Intent) error {
	p.do(func() { p.machine.Offer(p.now(), in) }, func() {
		if in.Reply != nil {
			in.Reply(loop.Reply{Refusal: &world.Refusal{
				Code: world.CodeFault, Text: "The rehearsal is over: something went wrong in it, and was written down.",
			}})
		}
	})
	return nil
}

// Do implements [World].
func (p *rehearsal) Do(ctx context.Context, do func(*world.State, world.Time) loop.Step) (out loop.Reply, err error) {
	err = p.Offer(ctx, loop.Intent{Do: do, Reply: func(r loop.Reply) { out = r }})
	return out, err
}

func (p *rehearsal) now() world.Time {
	return p.base + world.Time(p.s.hub.Now().Sub(p.began).Milliseconds())
}

// do lets what is due happen and then does something, and tells what came of both. A panic in it is the rehearsal's
// end and nobody else's; then, and when it is over, it calls failed.
func (p *rehearsal) do(do, failed func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.over {
		failed()
		return
	}
	defer func() {
		if cause := recover(); cause != nil {
			p.over = true
			p.s.log.Error("a rehearsal panicked", slog.String("draft", string(p.draft)),
				slog.String("panic", fmt.Sprint(cause)), slog.String("stack", string(debug.Stack())))
			failed()
			p.s.later(func() { p.s.endRehearsal(p, "Something went wrong in the rehearsal.") })
		}
	}()
	now := p.now()
	for range rehearsalTicks {
		if due, ok := p.machine.NextTimer(); !ok || due > now {
			break
		}
		p.machine.Due(now)
	}
	do()
	if b, ok, err := p.machine.Cut(now); ok && err == nil {
		p.machine.Committed(b.Number)
	}
	outs := p.machine.Release()
	for i := range outs {
		outs[i].Deliver()
	}
	p.stopTimer()
	p.stopTimer = func() bool { return true }
	if due, ok := p.machine.NextTimer(); ok {
		wait := time.Duration(max(due-now, world.Second/10)) * time.Millisecond
		p.stopTimer = p.s.hub.After(wait, func() { p.do(func() {}, func() {}) })
	}
}

// end lets nothing more happen in it.
func (p *rehearsal) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.over = true
	p.stopTimer()
}

// world is where the session's lines are done.
func (s *Session) world() World {
	if p := s.play.Load(); p != nil {
		return p
	}
	return s.hub.World
}

// viewing returns what keeps the views of a state; it runs where that state is decided.
func (s *Session) viewing(st *world.State) (*surroundings.Cache, *surroundings.Surveyor) {
	if p := s.play.Load(); p != nil && p.of == st {
		return &p.views, &p.surveyor
	}
	return &s.hub.views, &s.view.surveyor
}

// rehearse sets a draft up to be tried out.
func (s *Session) rehearse(id world.DraftID) {
	if !s.takeStage() {
		s.say(prose.Refusal, fmt.Sprintf("%d builders try drafts out just now, and more cannot. Try again later.",
			RehearsalsMost))
		return
	}
	p := &rehearsal{s: s, draft: id, stopTimer: func() bool { return true }}
	self, isAway := s.actor, true
	var fork *world.State
	s.offer(s.whileSeated(func(st *world.State, now world.Time) loop.Step {
		body := st.Actors[self]
		switch {
		case body.Fighting != "" || st.Index.Battling[self] != "":
			return loop.Step{Refusal: &world.Refusal{Code: world.CodeFighting, Text: "Not in the middle of a fight."}}
		case s.drives != "":
			return loop.Step{Refusal: &world.Refusal{Code: world.CodeCannot, Text: "Be yourself again first: return."}}
		case st.Entities() > world.ForkMost:
			return loop.Step{Refusal: &world.Refusal{Code: world.CodeFull, Text: fmt.Sprintf(
				"This world is too large to be copied for that: it has more than %d things and bodies.", world.ForkMost)}}
		}
		fork, p.base, p.began = st.Fork(s.number^uint64(now)), now, s.hub.Now()
		if isAway = body.Gone != ""; isAway {
			return loop.Step{}
		}
		return loop.Step{Input: awayInput(self, rehearsing)}
	}), func(r loop.Reply) {
		if r.Refusal != nil {
			s.leaveStage()
			s.show(prose.RefusalText(r.Refusal))
			return
		}
		s.waitAside("The draft is being set up; this takes a moment.", func(context.Context) func() {
			fork.Reindex()
			refusal := fork.Rehearse(p.base, self, id)
			return func() {
				if refusal == nil {
					s.beginRehearsal(p, fork)
					return
				}
				s.show(prose.RefusalText(refusal))
				s.backFromRehearsal()
			}
		})
	})
}

func awayInput(who world.ActorID, why string) *world.Input {
	return &world.Input{Actor: who, Via: world.Via{Kind: world.ViaKeyboard}, Action: world.Introduce{
		What: world.SelfAway, Text: why,
	}}
}

// beginRehearsal has the session play in a fork.
func (s *Session) beginRehearsal(p *rehearsal, fork *world.State) {
	never := loop.Limits{CutDirty: math.MaxInt, CutRecords: math.MaxInt, CutAge: math.MaxInt64}
	faulted := func(cause any, stack []byte) {
		s.log.Error("an intent panicked in a rehearsal", slog.String("panic", fmt.Sprint(cause)),
			slog.String("stack", string(stack)))
	}
	p.of, p.machine = fork, loop.NewMachine(fork, loop.MachineOptions{Limits: never, Faulted: faulted})
	s.play.Store(p)
	s.changeScene()
	s.say(prose.System, "This is a copy of the world in which the draft "+string(p.draft)+" is published. Nothing that "+
		"happens in it is kept, nobody else is there, and people with minds of their own keep still. draft stop leads back.")
	self := s.actor
	s.sendTo(p, loop.Intent{Do: func(*world.State, world.Time) loop.Step {
		return loop.Step{
			Attach: []loop.Attachment{{Actor: self, Sink: p}},
			Report: func(st *world.State, now world.Time) any {
				return s.snapshot(verb.Ctx{State: st, Now: now, Actor: st.Actors[self]}, st.LookAround(self, now))
			},
		}
	}, Reply: func(r loop.Reply) {
		s.later(func() {
			s.endBusy(r)
			s.showSnapshot(r.Report)
		})
	}})
	s.idleInRehearsal(p)
}

// idleInRehearsal ends a rehearsal in which nothing is typed for long.
func (s *Session) idleInRehearsal(p *rehearsal) {
	left := RehearsalIdle - s.hub.Now().Sub(time.UnixMilli(s.active.Load()))
	if left <= 0 {
		s.endRehearsal(p, "Nothing was typed for a long time, and the rehearsal is over.")
		return
	}
	s.after(left, func() {
		if s.play.Load() == p {
			s.idleInRehearsal(p)
		}
	})
}

// endRehearsal leads back into the world; why is said first. It does nothing when that rehearsal is over.
func (s *Session) endRehearsal(p *rehearsal, why string) {
	if p == nil || s.ended || s.play.Load() != p {
		return
	}
	if s.busy { // the answer is on its way
		s.after(rehearsalWait, func() { s.endRehearsal(p, why) })
		return
	}
	s.dropRehearsal()
	s.changeScene()
	s.say(prose.System, strings.TrimSpace(why+" You are back in the world, and nothing of it happened."))
	s.backFromRehearsal()
}

// dropRehearsal lets the fork go.
func (s *Session) dropRehearsal() {
	if p := s.play.Swap(nil); p != nil {
		p.end()
	}
}

// backFromRehearsal says that one is at the keyboard again, and looks around.
func (s *Session) backFromRehearsal() {
	self := s.actor
	s.offer(s.whileSeated(func(st *world.State, _ world.Time) loop.Step {
		step := loop.Step{Report: func(st *world.State, now world.Time) any {
			if body := st.Actors[self]; body != nil {
				return s.snapshot(verb.Ctx{State: st, Now: now, Actor: body}, st.LookAround(self, now))
			}
			return nil
		}}
		if body := st.Actors[self]; body != nil && body.Gone == rehearsing {
			step.Input = awayInput(self, "")
		}
		return step
	}), func(r loop.Reply) {
		s.leaveStage()
		s.showSnapshot(r.Report)
	})
}

// changeScene forgets what was shown of where one was.
func (s *Session) changeScene() {
	s.view.shown, s.view.stale, s.view.lookDue, s.view.pending = nil, true, false, false
	s.prompt.rendered = ""
	s.memory = verb.Memory{}
}

// takeStage takes one of the rehearsals that a server may have, and reports whether there was one.
func (s *Session) takeStage() bool {
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	if s.hub.rehearsals >= RehearsalsMost {
		return false
	}
	s.hub.rehearsals++
	s.staged = true
	return true
}

// leaveStage gives it back.
func (s *Session) leaveStage() {
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	if s.staged {
		s.hub.rehearsals--
		s.staged = false
	}
}

// leavesRehearsal reports whether a line leads back into the world, and does it.
func (s *Session) leavesRehearsal(line string) bool {
	p := s.play.Load()
	if p == nil {
		return false
	}
	switch strings.Join(strings.Fields(strings.ToLower(line)), " ") {
	case "draft stop", "draft quit", "draft off", "draft leave", "@draft stop", "quit", "return", "stop":
		s.endRehearsal(p, "")
		return true
	}
	return false
}

// rehearsed refuses what is for the world outside: who tries a draft out edits nothing, and asks nothing of the host
// but how things are shown.
func rehearsed(call verb.Call) verb.Call {
	outside := func(text string) verb.Call {
		return verb.Call{Refusal: &world.Refusal{Code: world.CodeCannot, Text: text + " draft stop leads back."}}
	}
	switch call.Ask.Kind {
	case "", verb.AskOption, verb.AskHeard, verb.AskProtocol:
	default:
		return outside("That is for the world, and this is a copy of it.")
	}
	if call.Input == nil {
		return call
	}
	switch call.Input.Action.(type) {
	case world.EditContent, world.UndoChange, world.HoldDraft, world.PublishDraft, world.DiscardDraft:
		return outside("Here you only try out what was drafted; nothing can be edited.")
	default:
		return call
	}
}

// isOwnAway reports whether something told says only that one is away for a rehearsal, or back from it.
func (s *Session) isOwnAway(t *loop.Told) bool {
	e, ok := t.Event.(world.Introduced)
	return ok && s.staged && e.Actor == s.actor && e.What == world.SelfAway
}

// hearOutside takes what happens around one's own body meanwhile. What follows somebody everywhere is told.
func (s *Session) hearOutside(t *loop.Told) {
	s.hearKicked(t.Event)
	s.hearDeleted(t.Event)
	s.hearRank(t.Event)
	if e, ok := t.Event.(world.FightBegan); ok && e.Target == s.actor {
		s.endRehearsal(s.play.Load(), "You are attacked.")
		s.later(func() { s.perceive(t) })
		return
	}
	if s.ended || !world.TraitsOf(t.Event).Follows {
		return
	}
	s.say(prose.System, "Out in the world:")
	s.addTold(t)
}
