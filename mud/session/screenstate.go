package session

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/session/settings"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// ScreenStateRest is the least time between two writes of a screen's state. Of what comes meanwhile the newest is
// written then.
const ScreenStateRest = 3 * time.Second

// screenState is what a screen remembers of itself: how it is arranged, its aliases. It changes often and matters
// little: it is written at once, and after that at most once in [ScreenStateRest], and nobody waits for it. It is no
// part of the world and in no record of it.
type screenState struct {
	newest  string
	written string
	resting bool // it was written a moment ago
}

// KeepScreen keeps with the account what a screen remembers, for its owner's next: see settings.Sheet.Screen. A guest's
// is dropped, and what is not settings.Keepable.
func (s *Session) KeepScreen(state string) {
	if s.ended || s.actor == "" || s.login.account.ID == "" || !settings.Keepable(state) {
		return
	}
	if s.screenState.newest = state; !s.screenState.resting {
		s.writeScreenStateAndRest()
	}
}

// writeScreenStateAndRest writes what waits and comes again after a while, until nothing waits.
func (s *Session) writeScreenStateAndRest() {
	if s.screenState.resting = s.writeScreenState(); s.screenState.resting {
		s.after(ScreenStateRest, s.writeScreenStateAndRest)
	}
}

// writeScreenState writes what waits now, as at the end of a session. It reports whether anything did.
func (s *Session) writeScreenState() bool {
	if s.screenState.newest == s.screenState.written {
		return false
	}
	id, state, by, log := s.login.account.ID, s.screenState.newest, s.by, s.log
	s.screenState.written = state
	var staged []account.Put
	ctx, cancel := context.WithTimeout(context.WithoutCancel(s.ctx), leaveTimeout) // the session's own may have ended
	defer cancel()
	err := s.hub.World.Offer(ctx, loop.Intent{Do: func(*world.State, world.Time) loop.Step {
		raw, err := s.hub.Accounts.Settings(id)
		if err == nil {
			raw, err = settings.Remember(raw, state)
		}
		if err == nil {
			staged, err = s.hub.Accounts.KeepSettings(id, raw)
		}
		if err != nil {
			log.Warn("settings not kept", slog.Any("err", err))
			return loop.Step{}
		}
		return loop.Step{By: by, Name: loop.NameSignIn, Puts: s.hub.stage(staged)}
	}, Reply: func(loop.Reply) { s.hub.Staged.Settled(staged) }})
	if err != nil && !errors.Is(err, loop.ErrStopped) {
		log.Warn("settings not kept", slog.Any("err", err))
	}
	return true
}
