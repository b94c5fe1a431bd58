package session

import (
	"strings"

	"github.com/mudlark-mud/mudlark/mud/session/surroundings"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// runLine carries out one typed line.
func (s *Session) runLine(line string) {
	if strings.TrimSpace(line) != "" {
		s.run(line, nil, nil)
	}
}

// runAction carries out an action as a typed line would. onResult is told what came of it before that is shown.
func (s *Session) runAction(act world.Action, onResult func(*world.Refusal, []*world.Record)) {
	s.run("", act, onResult)
}

// run carries out a command: an action, or without one a typed line.
func (s *Session) run(line string, act world.Action, onResult func(*world.Refusal, []*world.Record)) {
	s.runCall(line, act, nil, onResult)
}

// runCall is run with a call, which is made on the writer; nil is that of the action or of the line.
func (s *Session) runCall(
	line string, act world.Action, call func(verb.Ctx) verb.Call, onResult func(*world.Refusal, []*world.Record),
) {
	if s.cmd == nil {
		s.cmd = newCommand(s)
	}
	s.cmd.line, s.cmd.act, s.cmd.call, s.cmd.onResult = line, act, call, onResult
	s.cmd.by, s.cmd.actor, s.cmd.drives, s.cmd.lastView = s.by, s.actor, s.drives, s.view.shown
	if s.view.pending {
		s.cmd.lastView = nil // it is old by the time of the command
	}
	s.sendTo(s.world(), s.cmd.intent)
}

// styleOf is how a report is told: to who listens, a place that was told since they came and to which they only walk
// again is told in brief.
func (s *Session) styleOf(report any) prose.Style {
	style := s.style()
	room, ok := report.(world.RoomReport)
	if !ok {
		return style
	}
	walked := s.view.led || s.cmd != nil && s.cmd.moveDir != ""
	s.view.led = false
	if style.ScreenReader && s.display.revisits && walked && s.recall.rooms[room.ID] {
		style.Brief = true
	}
	if style.ScreenReader && !room.Dark {
		s.recall.told(room.ID)
	}
	return style
}

// command is the command in flight. A session has one at a time, which is made once and used again: its fields are set
// for each command, and its callbacks are bound once.
type command struct {
	s        *Session
	by       *loop.By
	actor    world.ActorID
	drives   world.ActorID // the creature that a wizard plays
	body     world.ActorID // which of the two acts
	line     string
	call     func(verb.Ctx) verb.Call
	act      world.Action // instead of a line: what gm proposed and the player confirmed
	onResult func(*world.Refusal, []*world.Record)

	// Written on the writer, and read on the session's goroutine once the reply is there.
	ctx       verb.Ctx
	hostVerb  verb.Ask
	moveDir   world.Dir          // where it wants to go
	onlyTalks bool               // it only says something
	lastView  *surroundings.View // as shown before it
	reply     loop.Reply

	intent    loop.Intent
	callbacks loop.Asker
	showLater func() // showReply, bound
}

func newCommand(s *Session) *command {
	c := &command{s: s}
	c.intent = loop.Intent{Do: c.execute, Reply: c.replied}
	c.callbacks = loop.Asker{Now: c.ctxNow, See: c.read}
	c.showLater = c.showReply
	return c
}

// execute parses and carries out the command on the writer.
func (c *command) execute(st *world.State, now world.Time) loop.Step {
	body := st.Actors[c.actor]
	c.body = c.actor
	if body == nil {
		return loop.Step{By: c.by, Refusal: &world.Refusal{Code: world.CodeAbsent, Text: "Your character is no more."}}
	}
	if !c.s.hub.Sits(c.actor, c.s) {
		return loop.Step{By: c.by, Refusal: lostKeyboard()}
	}
	c.ctx = verb.Ctx{State: st, Now: now, Actor: body, Via: world.Via{Kind: world.ViaKeyboard}, Memory: &c.s.memory}
	c.ctx.Doors = whence{c.s.hub}
	if driven := st.Actors[c.drives]; driven != nil && c.act == nil && c.call == nil && !isOwn(c.line) {
		return c.executeFar(driven)
	}
	call := verb.Call{Input: &world.Input{Actor: c.actor, Via: c.ctx.Via, Action: c.act}}
	switch {
	case c.call != nil:
		call = c.call(c.ctx)
	case c.act == nil:
		call = c.s.hub.Table.Parse(c.ctx, c.line)
	}
	if p := c.s.play.Load(); p != nil && p.of == st {
		call = rehearsed(call)
	}
	c.hostVerb, c.moveDir, c.onlyTalks, c.callbacks.By = call.Ask, moveDir(call), surroundings.Talks(call.Input), c.by
	return c.afterAbsence(body, c.afterListening(body, loop.Carry(call, c.callbacks)))
}

// afterAbsence has the world know first that somebody who was away from the keyboard types again.
func (c *command) afterAbsence(body *world.Actor, step loop.Step) loop.Step {
	word, _, _ := strings.Cut(strings.TrimSpace(c.line), " ")
	if body.Gone == "" || step.Refusal != nil || strings.EqualFold(word, verb.VerbAway) {
		return step
	}
	return loop.Step{By: c.by, Name: step.Name, Input: &world.Input{
		Actor: c.actor, Via: world.Via{Kind: world.ViaKeyboard}, Action: world.Introduce{What: world.SelfAway},
	}, Then: func(*world.State, world.Time) loop.Step { return step }}
}

// afterListening has the world know first whether the body's player listens, for who listens has more time for a turn.
func (c *command) afterListening(body *world.Actor, step loop.Step) loop.Step {
	listens := c.s.listens.Load()
	if body.Listens == listens || step.Refusal != nil {
		return step
	}
	return loop.Step{By: c.by, Name: step.Name, Input: &world.Input{
		Actor: c.actor, Via: world.Via{Kind: world.ViaKeyboard}, Action: world.Listen{On: listens},
	}, Then: func(*world.State, world.Time) loop.Step { return step }}
}

// moveDir returns where a call wants to go; "" for nowhere.
func moveDir(call verb.Call) world.Dir {
	if call.Input == nil {
		return ""
	}
	m, _ := call.Input.Action.(world.Move)
	return m.Dir
}

// lostKeyboard refuses a command that was typed before another session took the keyboard over, and reaches the writer
// after that.
func lostKeyboard() *world.Refusal {
	return &world.Refusal{Code: world.CodeNotAllowed, Text: "Somebody else sits at your keyboard by now."}
}

// whileSeated returns do as a step that is refused when the session no longer sits at the keyboard of its body.
func (s *Session) whileSeated(do func(*world.State, world.Time) loop.Step) func(*world.State, world.Time) loop.Step {
	id := s.actor
	return func(st *world.State, now world.Time) loop.Step {
		if !s.hub.Sits(id, s) {
			return loop.Step{Refusal: lostKeyboard()}
		}
		return do(st, now)
	}
}

// ctxNow returns the context of the command as it is between two steps; false when the body is no more.
func (c *command) ctxNow(st *world.State, now world.Time) (verb.Ctx, bool) {
	c.ctx.State, c.ctx.Now, c.ctx.Actor = st, now, st.Actors[c.body]
	return c.ctx, c.ctx.Actor != nil
}

// replied takes the reply, on the releaser.
func (c *command) replied(r loop.Reply) {
	c.reply = r
	c.s.later(c.showLater)
}

// showReply shows what came of the command.
func (c *command) showReply() {
	s, r, ask := c.s, c.reply, c.hostVerb
	c.ctx, c.hostVerb, c.reply = verb.Ctx{}, verb.Ask{}, loop.Reply{}
	if !s.endBusy(r) {
		return
	}
	if c.onResult != nil {
		c.onResult(r.Refusal, r.Records)
	}
	switch {
	case r.Refusal != nil:
		if r.Refusal.Code == world.CodeNoExit {
			s.frame.Wrong = c.moveDir
		}
		s.show(prose.RefusalText(r.Refusal))
	case ask.OfRecord():
		s.inquire(ask)
	case ask.Kind != "":
		s.runHostVerb(ask)
	default:
		s.showSnapshot(r.Report)
	}
	s.stepped(r)
}

// showSnapshot shows what the writer read after a command.
func (s *Session) showSnapshot(report any) {
	snap, ok := report.(snapshot)
	if !ok {
		return
	}
	s.prompt.facts, s.view.stale = snap.facts, s.view.stale && snap.again
	s.drawView(snap.view)
	if room, isRoom := snap.answer.(world.RoomReport); isRoom {
		s.view.lookDue = s.view.lookDue && room.ID != s.view.movedTo
		s.show(prose.Text{{}}) // a blank line before a place
	}
	if snap.answer != nil {
		s.show(s.reportWords(snap.answer))
	}
	s.frame.Prompt = s.playPrompt()
}

// reportWords puts a report into words. Help is there to say what can be typed, and does so in any case.
func (s *Session) reportWords(report any) prose.Text {
	text := verb.Words(report, s.styleOf(report))
	if _, isHelp := report.(verb.HelpReport); s.display.hintless && !isHelp {
		return prose.WithoutHints(text)
	}
	return text
}

// drawView has a view drawn with the next frame; nil leaves what is drawn.
func (s *Session) drawView(v *surroundings.View) {
	if v != nil {
		s.frame.View, s.view.shown = v, v
	}
}

// refreshView reads the view anew after something was perceived.
func (s *Session) refreshView() {
	id := s.actor
	s.view.pending, s.view.fresh, s.view.stale = true, true, false
	s.view.wants.Store(uint32(s.screen.Wants()))
	s.after(ViewRest, func() { s.view.fresh = false })
	by, at := s.by, s.world()
	in := loop.Intent{Do: func(*world.State, world.Time) loop.Step {
		return loop.Step{By: by, Name: loop.NameView, Report: func(st *world.State, now world.Time) any {
			if body := st.Actors[id]; body != nil {
				return s.snapshot(verb.Ctx{State: st, Now: now, Actor: body}, nil)
			}
			return snapshot{}
		}}
	}, Reply: func(r loop.Reply) {
		s.later(func() {
			if s.world() != at {
				return // one came into a rehearsal meanwhile, or out of it
			}
			s.view.pending = false
			if snap, ok := r.Report.(snapshot); ok && snap.body {
				s.prompt.facts = snap.facts
				s.drawView(snap.view)
			}
		})
	}}
	if err := at.Offer(s.ctx, in); err != nil {
		s.view.pending = false // the world has stopped, which is told elsewhere
	}
}

// playPrompt renders the prompt of play, as it was chosen.
func (s *Session) playPrompt() string {
	if s.screen.Style().ScreenReader {
		return "" // the verb hp tells it when it is wanted
	}
	if s.prompt.rendered == "" || s.prompt.renderedFor != s.prompt.facts {
		s.prompt.renderedFor, s.prompt.rendered = s.prompt.facts, s.prompt.format.Show(s.prompt.facts)
	}
	return s.prompt.rendered
}

// Complete lists the lines that a line may become. It may be called from any goroutine.
func (s *Session) Complete(line string) []string {
	s.mu.Lock()
	id, by := s.body, s.by
	s.mu.Unlock()
	if id == "" {
		return nil
	}
	r, err := s.world().Do(s.ctx, func(st *world.State, now world.Time) loop.Step {
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
