package session

import (
	"strings"

	"github.com/mudlark-mud/mudlark/mud/session/surroundings"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// command carries out one typed line.
func (s *Session) command(line string) {
	if strings.TrimSpace(line) == "" {
		return
	}
	if s.turn == nil {
		s.turn = newTurn(s)
	}
	s.turn.line, s.turn.act, s.turn.came = line, nil, nil
	s.take()
}

// take carries out the turn.
func (s *Session) take() {
	s.turn.by, s.turn.id, s.turn.view = s.by, s.actor, s.seen
	if s.reading {
		s.turn.view = nil // what was seen is old by the time of the command
	}
	s.send(s.turn.intent)
}

// turn is the command in flight, of which a session has one at a time: it is made once, and what it is asked by others
// is bound once.
type turn struct {
	s    *Session
	by   *loop.By
	id   world.ActorID
	line string
	act  world.Action // instead of a line: what gm proposed and somebody agreed to
	came func(*world.Refusal, []*world.Record)

	// The writer's, and the session's once the reply is there.
	c     verb.Ctx
	ask   verb.Ask
	way   world.Dir          // where it wants to go
	talks bool               // it only says something
	view  *surroundings.View // what was seen before it
	reply loop.Reply

	intent loop.Intent
	asker  loop.Asker
	done   func()
}

func newTurn(s *Session) *turn {
	t := &turn{s: s}
	t.intent = loop.Intent{Do: t.do, Reply: t.answered}
	t.asker = loop.Asker{Now: t.now, See: t.look}
	t.done = t.show
	return t
}

// do is the command on the writer.
func (t *turn) do(st *world.State, now world.Time) loop.Step {
	body := st.Actors[t.id]
	if body == nil {
		return loop.Step{By: t.by, Refusal: &world.Refusal{Code: world.CodeAbsent, Text: "Your character is no more."}}
	}
	if !t.s.hub.Sits(t.id, t.s) {
		return loop.Step{By: t.by, Refusal: lostKeyboard()}
	}
	t.c = verb.Ctx{State: st, Now: now, Actor: body, Via: world.Via{Kind: world.ViaKeyboard}, Memory: &t.s.memory}
	call := verb.Call{Input: &world.Input{Actor: t.id, Via: t.c.Via, Action: t.act}}
	if t.act == nil {
		call = t.s.hub.Table.Parse(t.c, t.line)
	}
	t.ask, t.way, t.talks, t.asker.By = call.Ask, moveDir(call), surroundings.Talks(call.Input), t.by
	return loop.Carry(call, t.asker)
}

// moveDir is where a call wants to go; "" for nowhere.
func moveDir(c verb.Call) world.Dir {
	if c.Input == nil {
		return ""
	}
	m, _ := c.Input.Action.(world.Move)
	return m.Dir
}

// lostKeyboard refuses what was typed before somebody else sat down at the keyboard, and comes to the writer after
// that.
func lostKeyboard() *world.Refusal {
	return &world.Refusal{Code: world.CodeNotAllowed, Text: "Somebody else sits at your keyboard by now."}
}

// seated makes a step of do while the session sits at the keyboard of its body, and refuses it once it does not.
func (s *Session) seated(do func(*world.State, world.Time) loop.Step) func(*world.State, world.Time) loop.Step {
	id := s.actor
	return func(st *world.State, now world.Time) loop.Step {
		if !s.hub.Sits(id, s) {
			return loop.Step{Refusal: lostKeyboard()}
		}
		return do(st, now)
	}
}

func (t *turn) now(st *world.State, now world.Time) (verb.Ctx, bool) {
	t.c.State, t.c.Now, t.c.Actor = st, now, st.Actors[t.id]
	return t.c, t.c.Actor != nil
}

// answered takes the reply, on the releaser.
func (t *turn) answered(r loop.Reply) {
	t.reply = r
	t.s.later(t.done)
}

// show shows what came of it.
func (t *turn) show() {
	s, r, ask := t.s, t.reply, t.ask
	t.c, t.ask, t.reply = verb.Ctx{}, verb.Ask{}, loop.Reply{}
	is := s.answered(r)
	if is && t.came != nil {
		t.came(r.Refusal, r.Records)
	}
	switch {
	case !is:
	case r.Refusal != nil:
		if r.Refusal.Code == world.CodeNoExit {
			s.frame.Wrong = t.way
		}
		s.print(prose.RefusalText(r.Refusal))
	case ask.OfRecord():
		s.hub.asking.inquire(s.ctx, desk{s}, ask, inquiry{
			Host: s.hub.Host, Aside: s.hub.Aside, After: s.hub.After, Later: s.later, Waits: WaitMax,
		})
	case ask.Kind != "":
		s.asked(ask)
	default:
		s.see(r.Report)
	}
}

// see shows a glimpse.
func (s *Session) see(report any) {
	g, ok := report.(snapshot)
	if !ok {
		return
	}
	s.facts, s.stale = g.facts, s.stale && g.again
	s.draw(g.view)
	if _, room := g.answer.(world.RoomReport); room {
		s.print(prose.Text{{}}) // a place stands by itself
	}
	if g.answer != nil {
		s.print(verb.Words(g.answer, s.style()))
	}
	s.frame.Prompt = s.playPrompt()
}

// draw has a view drawn with the next frame; nil leaves what is drawn.
func (s *Session) draw(v *surroundings.View) {
	if v != nil {
		s.frame.View, s.seen = v, v
	}
}

// refresh reads the view anew after something was perceived.
func (s *Session) refresh() {
	id := s.actor
	s.reading, s.rests, s.stale = true, true, false
	s.draws.Store(uint32(s.screen.Wants()))
	s.hub.After(ViewRest, func() { s.later(func() { s.rests = false }) })
	by := s.by
	in := loop.Intent{Do: func(*world.State, world.Time) loop.Step {
		return loop.Step{By: by, Name: loop.NameView, Report: func(st *world.State, now world.Time) any {
			if body := st.Actors[id]; body != nil {
				return s.snapshot(verb.Ctx{State: st, Now: now, Actor: body}, nil)
			}
			return snapshot{}
		}}
	}, Reply: func(r loop.Reply) {
		s.later(func() {
			s.reading = false
			if g, ok := r.Report.(snapshot); ok && g.body {
				s.facts = g.facts
				s.draw(g.view)
			}
		})
	}}
	if err := s.hub.World.Offer(s.ctx, in); err != nil {
		s.reading = false // the world stops; whoever stops it says so
	}
}

// playPrompt is the prompt of play, as it was chosen.
func (s *Session) playPrompt() string {
	if s.screen.Style().ScreenReader {
		return "" // hp tells it when it is wanted
	}
	if s.played.text == "" || s.played.facts != s.facts {
		s.played.facts, s.played.text = s.facts, s.format.Show(s.facts)
	}
	return s.played.text
}

// Complete lists the lines that a line may become. It may be called from any goroutine.
func (s *Session) Complete(line string) []string {
	s.mu.Lock()
	id, by := s.sitting, s.by
	s.mu.Unlock()
	if id == "" {
		return nil
	}
	r, err := s.hub.World.Do(s.ctx, func(st *world.State, now world.Time) loop.Step {
		return loop.Step{By: by, Name: loop.NameComplete, Report: func(*world.State, world.Time) any {
			if body := st.Actors[id]; body != nil {
				return CompleteLine(s.hub.Table, KeyboardCtx(st, body, now), line, s.screen.Face())
			}
			return nil
		}}
	})
	if err != nil {
		return nil
	}
	list, _ := r.Report.([]string)
	return list
}
