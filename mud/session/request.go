package session

import (
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// What a client asks for by itself. Like Line, these methods are called from the session's goroutine.

// RefreshView reads the view anew, for a screen that wants one only now.
func (s *Session) RefreshView() {
	s.view.stale = true
	s.flush()
}

// ConsultsMost is how many questions of a client may be unanswered.
const ConsultsMost = 8

// Consult reads something that the character may know, and hands it to then on the session's goroutine, in the order of
// the questions. It reports whether it could: not before play, nor while ConsultsMost others are unanswered.
func (s *Session) Consult(read func(*world.State, *world.Actor, world.Time) any, then func(any)) bool {
	if s.ended || s.actor == "" || s.consults == ConsultsMost {
		return false
	}
	id, by := s.actor, s.by
	s.consults++
	err := s.hub.World.Offer(s.ctx, loop.Intent{Do: func(*world.State, world.Time) loop.Step {
		return loop.Step{By: by, Name: loop.NameView, Report: func(st *world.State, now world.Time) any {
			if body := st.Actors[id]; body != nil && s.hub.Sits(id, s) {
				return read(st, body, now)
			}
			return nil
		}}
	}, Reply: func(r loop.Reply) {
		s.later(func() {
			s.consults--
			if r.Report != nil {
				then(r.Report)
			}
		})
	}})
	if err != nil {
		s.consults-- // the world stops; whoever stops it says so
	}
	return err == nil
}

// Since is the sequence up to which all was told before the session sat down at its body's keyboard.
func (s *Session) Since() uint64 { return s.since }

// AsksName reports whether the session asks who is there.
func (s *Session) AsksName() bool {
	return !s.ended && !s.busy && s.onLine != nil && s.prompt.shown == namePrompt
}

// SignIn answers the question who is there with credentials. It is judged as if they had been typed. It reports whether
// the question is being asked.
func (s *Session) SignIn(c Credentials) bool {
	if !s.AsksName() {
		return false
	}
	s.onLine = nil
	s.signInWith(c)
	s.flush()
	return true
}
