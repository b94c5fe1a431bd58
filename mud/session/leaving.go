package session

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// leaveBody leaves the keyboard of the body. Which body that is, if any, is asked on the writer: an intent to enter may
// still be on its way there, before this one.
func (s *Session) leaveBody() {
	watching := watchAttachments(s.watch)
	if s.watch != nil {
		s.hub.Watches.Drop(s.watch)
	}
	in := loop.Intent{Do: func(*world.State, world.Time) loop.Step {
		s.mu.Lock()
		id := s.body
		s.mu.Unlock()
		if id == "" {
			return loop.Step{}
		}
		step := loop.Step{
			By: s.by, Name: loop.NameLeave, Detach: append(watching, loop.Attachment{Actor: id, Sink: s}),
		}
		if sat, sole := s.hub.Rise(id, s); sat && sole {
			step.Input = &world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.Sever{Body: id}}
		}
		return step
	}, Reply: func(r loop.Reply) {
		if r.Err != nil {
			s.leaveKeyboard()
		}
	}}
	// The connection's own context has ended with it.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(s.ctx), leaveTimeout)
	defer cancel()
	if err := s.hub.World.Offer(ctx, in); err != nil {
		s.leaveKeyboard()
		if !errors.Is(err, loop.ErrStopped) { // then there is nothing to let go of, and why was logged once
			s.log.Warn("could not let go of a body", slog.Any("err", err))
		}
	}
}

// leaveKeyboard leaves the keyboard of a world that has stopped.
func (s *Session) leaveKeyboard() {
	s.mu.Lock()
	id := s.body
	s.mu.Unlock()
	s.hub.Rise(id, s)
}

const leaveTimeout = 10 * time.Second
