package session

import (
	"context"
	"errors"
	"log/slog"

	"github.com/mudlark-mud/mudlark/mud/session/asking"
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
	q := verb.Asked{Actor: s.actor, Via: world.Via{Kind: world.ViaKeyboard}, Ask: a}
	asked := s.hub.asking.Ask(s.ctx, q, asking.Caller{
		Host: s.hub.Host, Aside: s.hub.Aside, After: s.hub.After, Later: s.later, Waits: WaitMax, Answer: s.recall,
		Slow: func() {
			s.say(prose.System, "It is a long record. You can go on; the answer comes when it is found.")
		},
	})
	if !asked {
		s.say(prose.Refusal, "You are still waiting for an answer from the record; ask again when it is here.")
	}
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
