package session

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/mudlark-mud/mudlark/world/prose"
)

// waitAside runs slow in another goroutine, and what it returns on the session's. The session is busy meanwhile; why is
// shown when that takes longer than WaitMax.
func (s *Session) waitAside(why string, slow func(context.Context) func()) {
	s.busy = true
	waits := true
	stopTimer := s.hub.After(WaitMax, func() {
		s.later(func() {
			if waits {
				s.say(prose.System, why)
			}
		})
	})
	s.hub.Aside(func() {
		then := s.recovered(slow)
		stopTimer()
		s.later(func() {
			s.busy, waits = false, false
			then()
		})
	})
}

// background runs slow in another goroutine while the session goes on, and what it returns on the session's.
func (s *Session) background(slow func(context.Context) func()) {
	s.hub.Aside(func() { s.later(s.recovered(slow)) })
}

// recovered runs slow. A panic in it ends the session and nothing else.
func (s *Session) recovered(slow func(context.Context) func()) (then func()) {
	defer func() {
		if p := recover(); p != nil {
			s.log.Error("session panicked beside", slog.String("panic", fmt.Sprint(p)))
			then = func() { s.end("Something went wrong at our end.", "panic") }
		}
	}()
	return slow(s.ctx)
}

// after runs f on the session's goroutine after a time.
func (s *Session) after(wait time.Duration, f func()) {
	s.hub.After(wait, func() { s.later(f) })
}
