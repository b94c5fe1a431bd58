package session

import (
	"log/slog"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// enterAsGuest makes a character that is forgotten an hour after it leaves, or a ready-made body. It is made and enters
// in one go: one that was made and never entered would never leave either.
func (s *Session) enterAsGuest(ready world.ProtoID) {
	s.welcome()
	var id world.ActorID
	var old *Session
	var free []string
	s.login.entering = true
	s.offerDurable(func(st *world.State, now world.Time) loop.Step {
		if r := st.BarredFrom(string(s.from), nil, now); r != nil {
			return loop.Step{Refusal: r}
		}
		first, last := st.GuestWords()
		words := account.GuestWords{First: first, Last: last}
		name := account.GuestName(words, st.Made, func(name string) bool { return st.NameFit(name) == nil })
		in := createInput("", name)
		if m := st.MobSpecs[ready]; m != nil {
			in.Action, name, free = world.Embody{Body: ready}, m.Name, st.ReadyFree()
		}
		return loop.Step{Input: in, Then: func(st *world.State, now world.Time) loop.Step {
			if body := st.PlayerNamed(name); body != nil {
				id = body.ID
			}
			return s.enterStep(st, now, id, &old)
		}}
	}, func(r loop.Reply) { old.takenOver(r) }, func(r loop.Reply) {
		if s.login.isNew = ready != "" && r.Refusal == nil; r.Refusal == nil {
			s.screen.Settled() // who was refused a body is as strange as before
		}
		if ready != "" {
			r.Refusal = withFreeBodies(r.Refusal, free)
		}
		s.showEntered(r, id)
	})
}

// enter puts the session at the keyboard of a body and brings it into the world. Another session that sat there is told
// so and ends.
func (s *Session) enter(id world.ActorID) {
	var old *Session
	s.login.entering = true
	s.offerDurable(
		func(st *world.State, now world.Time) loop.Step { return s.enterStep(st, now, id, &old) },
		func(r loop.Reply) { old.takenOver(r) },
		func(r loop.Reply) { s.showEntered(r, id) },
	)
}

// takenOver tells a session, if there is one, that another sits at its keyboard now. When that could not be written
// nobody does: the world has stopped.
func (s *Session) takenOver(r loop.Reply) {
	switch {
	case s == nil:
	case r.Err != nil:
		s.Kick(stoppedWord, ReasonStopped)
	default:
		s.Kick(
			"Somebody else sits down at your keyboard: this character was taken over from another place.",
			ReasonTaken,
		)
	}
}

// enterStep is the step that enters. The keyboard changes hands only once the world has let the body in.
func (s *Session) enterStep(st *world.State, now world.Time, id world.ActorID, old **Session) loop.Step {
	body := st.Actors[id]
	if body == nil || s.login.account.ID != "" && body.Account != s.login.account.ID {
		return loop.Step{Refusal: &world.Refusal{Code: world.CodeNotAllowed, Text: "That character is not yours."}}
	}
	if r := st.BarredFrom(string(s.from), body, now); r != nil {
		return loop.Step{Refusal: r}
	}
	step := loop.Step{Name: loop.NameEnter, Input: &world.Input{
		Actor: id, Via: world.Via{Kind: world.ViaKeyboard}, Action: world.Enter{},
	}}
	step.Then = func(*world.State, world.Time) loop.Step {
		*old = s.hub.Sit(id, s)
		s.mu.Lock()
		s.body = id
		s.mu.Unlock()
		next := loop.Step{
			Attach: []loop.Attachment{{Actor: id, Sink: s}},
			Report: func(st *world.State, now world.Time) any {
				c := verb.Ctx{State: st, Now: now, Actor: st.Actors[id]}
				snap := s.snapshot(c, st.LookAround(id, now))
				snap.role, snap.unread = c.Actor.Role, len(c.Actor.Answers)
				snap.posts = postsFor(st, c.Actor)
				return snap
			},
		}
		if *old != nil {
			next.Detach = []loop.Attachment{{Actor: id, Sink: *old}}
		}
		return next
	}
	return step
}

func (s *Session) showEntered(r loop.Reply, id world.ActorID) {
	if r.Refusal != nil {
		s.showBarred(r.Refusal)
		return
	}
	s.actor, s.since = id, r.Seq
	s.login.stopTimer()
	by := &loop.By{Door: s.door, Session: s.by.Session, Actor: id}
	s.mu.Lock()
	s.by = by
	s.mu.Unlock()
	if s.login.account.ID == "" {
		s.sheet.Tell(id) // who had this name or body before agreed for themselves alone
		s.count(CountSignedIn, ProofGuest)
	}
	s.log = s.log.With(slog.String("actor", string(id)))
	s.log.Info("entered the world", slog.Uint64("seq", r.Seq))
	g, ok := r.Report.(snapshot)
	if ok {
		s.introduce(g.facts.Name, s.login.isNew)
		s.warn(g.role)
		s.showMotd(g.posts)
	}
	s.showSnapshot(r.Report)
	s.hearAnswers(g.unread)
	s.showNews(g.posts)
	s.showLetters(g.posts)
	s.showBoards(g.posts)
	if g.posts.draft != "" {
		s.say(prose.System, "The draft "+string(g.posts.draft)+" is open: what you edit goes there. draft off leaves it.")
	}
	for _, typed := range s.hub.begun(id) {
		s.say(prose.System, "You have not saved a text that you began. To go on: "+typed+".")
	}
}
