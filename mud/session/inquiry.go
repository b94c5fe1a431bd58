package session

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// inquire asks the record for what a verb wants to know. Play goes on meanwhile, and the answer is shown when it is
// there. Each character asks one thing at a time, whatever keyboards it had.
func (s *Session) inquire(ask verb.Ask) {
	host := s.hub.Host
	if host == nil {
		s.say(prose.Refusal, "There is no record to read here.")
		return
	}
	question := verb.Asked{Actor: s.actor, Via: world.Via{Kind: world.ViaKeyboard}, Ask: ask}
	if !s.hub.inquiries.begin(question.Actor) {
		s.say(prose.Refusal, "You are still waiting for an answer from the record; ask again when it is here.")
		return
	}
	waits := true
	stopTimer := s.hub.After(WaitMax, func() {
		s.later(func() {
			if waits {
				s.say(prose.System, "It is a long record. You can go on; the answer comes when it is found.")
			}
		})
	})
	s.hub.Aside(func() {
		report, err := askHost(s.ctx, host, question)
		s.hub.inquiries.end(question.Actor)
		stopTimer()
		s.later(func() {
			waits = false
			s.showInquiry(report, err)
		})
	})
}

// hearAnswers has whoever came in told how so many reports of theirs were answered while they were away. What cannot be
// told now waits for the next time.
func (s *Session) hearAnswers(unread int) {
	host := s.hub.Host
	if host == nil || unread == 0 {
		return
	}
	question := verb.Asked{
		Actor: s.actor, Via: world.Via{Kind: world.ViaHost}, Ask: verb.Ask{Kind: verb.AskAnswers},
	}
	s.background(func(ctx context.Context) func() {
		_, err := askHost(ctx, host, question)
		return func() {
			if err != nil && !errors.Is(err, context.Canceled) {
				s.log.Error("session error", slog.String("doing", "tell of answers"), slog.Any("err", err))
			}
		}
	})
}

// showInquiry shows what the record answered.
func (s *Session) showInquiry(report any, err error) {
	no := (*world.Refusal)(nil)
	switch {
	case err == nil:
		s.show(verb.Words(report, s.style()))
	case errors.As(err, &no):
		s.show(prose.RefusalText(no))
	case errors.Is(err, context.Canceled):
	default:
		s.showFault("read the record", err)
	}
}

// askHost asks the host. A panic of the host ends nothing but the answer.
func askHost(ctx context.Context, host verb.Host, q verb.Asked) (report any, err error) {
	defer func() {
		if p := recover(); p != nil {
			report, err = nil, fmt.Errorf("panic: %v", p)
		}
	}()
	return host(ctx, q)
}

// inquiries are the characters that wait for an answer of the record. The zero value is ready, and may be used from any
// goroutine.
type inquiries struct {
	mu      sync.Mutex
	waiting map[world.ActorID]bool
}

// begin notes that a character waits; false if it does so already.
func (q *inquiries) begin(id world.ActorID) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.waiting[id] {
		return false
	}
	if q.waiting == nil {
		q.waiting = map[world.ActorID]bool{}
	}
	q.waiting[id] = true
	return true
}

func (q *inquiries) end(id world.ActorID) {
	q.mu.Lock()
	defer q.mu.Unlock()
	delete(q.waiting, id)
}
