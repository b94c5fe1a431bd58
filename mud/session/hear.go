package session

import (
	"slices"
	"time"

	"github.com/mudlark-mud/mudlark/mud/session/settings"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// hear adds something told to the frame, or to the round of a fight if its owner wants one line a round.
func (s *Session) hear(t *loop.Told) {
	now := s.hub.Now()
	s.ear.Hear(t, now)
	if s.fewBlows() && s.ear.Blow(t) {
		return
	}
	if s.ear.Fights() {
		s.round(now) // what came before it is told before it
	}
	s.frame.Parts = append(s.frame.Parts, Part{Told: t, Stamp: s.stamp(now)})
}

// isSilent reports whether all that was told are turns of a fight which nobody announces: no prompt has to follow them.
func isSilent(parts []Part) bool {
	return len(parts) > 0 && !slices.ContainsFunc(parts, func(p Part) bool {
		if p.Told == nil {
			return true
		}
		switch p.Told.Event.(type) {
		case world.TurnEnded, world.FighterJoined, world.MoveApplied:
			return len(prose.Of(p.Told.Notice, p.Told.Sense)) > 0
		default:
			return true
		}
	})
}

// stamp is the time as it stands before what happened, if that is wanted.
func (s *Session) stamp(at time.Time) string {
	if !s.shows.stamps {
		return ""
	}
	return at.UTC().Format("15:04 ")
}

// fewBlows reports whether blows are told by the round.
func (s *Session) fewBlows() bool {
	return s.shows.combat == settings.Few || s.shows.combat == settings.Auto && s.screen.Style().ScreenReader
}

// tellRound tells the blows that came in, or sees to it that they are told when the round may be over.
func (s *Session) tellRound() {
	if !s.ear.Fights() || s.summing || s.ended {
		return
	}
	now := s.hub.Now()
	rest := s.ear.Rests(now)
	if rest == 0 {
		s.round(now)
		return
	}
	s.summing = true
	s.hub.After(rest, func() { s.later(func() { s.summing = false }) }) // and Pump tells it
}

func (s *Session) round(now time.Time) {
	if text := s.ear.Round(now); len(text) > 0 {
		s.frame.Parts = append(s.frame.Parts, Part{Text: text, Stamp: s.stamp(now)})
	}
}

// readBack tells what was heard lately of one kind.
func (s *Session) readBack(kind TalkKind) {
	heard := s.ear.Back(kind)
	if len(heard) == 0 {
		s.say(prose.System, "You have heard nothing of that kind since you came.")
		return
	}
	for _, h := range heard {
		s.frame.Parts = append(s.frame.Parts, Part{Text: prose.Of(h.Told.Notice, h.Told.Sense), Stamp: s.stamp(h.At)})
	}
}
