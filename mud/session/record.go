package session

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// inquire asks the record. It takes its time: play goes on meanwhile, and the answer comes when it is there. Each
// character asks one thing at a time.
func (s *Session) inquire(a verb.Ask) {
	if s.hub.Host == nil {
		s.say(prose.Refusal, "There is no record to read here.")
		return
	}
	id := s.actor
	if !s.hub.askOne(id) {
		s.say(prose.Refusal, "You are still waiting for an answer from the record; ask again when it is here.")
		return
	}
	waits := true
	told := s.hub.After(WaitMax, func() {
		s.later(func() {
			if waits {
				s.say(prose.System, "It is a long record. You can go on; the answer comes when it is found.")
			}
		})
	})
	s.hub.Aside(func() {
		report, err := s.recalled(verb.Asked{Actor: id, Via: world.Via{Kind: world.ViaKeyboard}, Ask: a})
		s.hub.answeredOne(id)
		told()
		s.later(func() {
			waits = false
			s.recall(report, err)
		})
	})
}

// recalled asks the host. A defect of the host's ends nothing but the answer.
func (s *Session) recalled(q verb.Asked) (report any, err error) {
	defer func() {
		if p := recover(); p != nil {
			report, err = nil, fmt.Errorf("panic: %v", p)
		}
	}()
	return s.hub.Host(s.ctx, q)
}

// recall shows what the record says.
func (s *Session) recall(report any, err error) {
	no := (*world.Refusal)(nil)
	switch {
	case err == nil:
		s.print(verb.Words(report, s.style()))
	case errors.As(err, &no):
		s.print(prose.RefusalText(no))
	case errors.Is(err, context.Canceled):
	default:
		s.log.Error("session error", slog.String("doing", "read the record"), slog.Any("err", err))
		s.say(prose.Refusal, "Something went wrong at our end; it was written down.")
	}
}

// askOne marks that a character asks the record; false when it does already.
func (h *Hub) askOne(id world.ActorID) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.asking[id] {
		return false
	}
	h.asking[id] = true
	return true
}

func (h *Hub) answeredOne(id world.ActorID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.asking, id)
}
