package session

import (
	"slices"
	"time"

	"github.com/mudlark-mud/mudlark/mud/session/settings"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// addTold adds something told to the frame, or to the round of a fight if its owner wants one line a round.
func (s *Session) addTold(t *loop.Told) {
	now := s.hub.Now()
	s.talk.recent.Hear(t, now)
	if s.display.quiet && s.recall.hushes(t, now, s.prompt.facts.Name) {
		return
	}
	if s.sumsRounds() && s.talk.recent.Blow(t) {
		return
	}
	if s.talk.recent.Fights() {
		s.showRound(now) // what came before this is shown before it
	}
	s.frame.Parts = append(s.frame.Parts, Part{Told: t, Stamp: s.stamp(now)})
}

// isSilent reports whether all that was told are turns of a fight which nobody announces: no prompt has to follow them.
func isSilent(parts []Part) bool {
	return len(parts) > 0 && !slices.ContainsFunc(parts, func(p Part) bool {
		if p.Told == nil {
			return true
		}
		return !world.TraitsOf(p.Told.Event).Wordless || len(prose.Of(p.Told.Notice, p.Told.Sense)) > 0
	})
}

// stamp returns the time that is shown before an event; "" if timestamps are off.
func (s *Session) stamp(at time.Time) string {
	if !s.display.stamps {
		return ""
	}
	return at.UTC().Format("15:04 ")
}

// sumsRounds reports whether blows are told by the round.
func (s *Session) sumsRounds() bool {
	return s.display.combat == settings.Few || s.display.combat == settings.Auto && s.screen.Style().ScreenReader
}

// flushRound tells the blows that came in, or sees to it that they are told when the round may be over.
func (s *Session) flushRound() {
	if !s.talk.recent.Fights() || s.talk.roundPending || s.ended {
		return
	}
	now := s.hub.Now()
	rest := s.talk.recent.Rests(now)
	if rest == 0 {
		s.showRound(now)
		return
	}
	s.talk.roundPending = true
	s.hub.After(rest, func() { s.later(func() { s.talk.roundPending = false }) }) // and Pump tells it
}

func (s *Session) showRound(now time.Time) {
	if text := s.talk.recent.Round(now); len(text) > 0 {
		s.frame.Parts = append(s.frame.Parts, Part{Text: text, Stamp: s.stamp(now)})
	}
}

// showHeard reads back what was told lately: all of it a page at a time, the last of it, or the talk of one kind.
func (s *Session) showHeard(kind talkKind, page string) {
	switch kind {
	case recallAll:
		s.showLately(page)
	case recallAgain:
		s.showAgain()
	case TalkSay, TalkTell, TalkChannel:
		s.showRecentTalk(kind, world.Channel(page))
	}
}

// showRecentTalk shows the talk of one kind that was heard lately, or what of it was heard on one channel.
func (s *Session) showRecentTalk(kind talkKind, on world.Channel) {
	s.recall.mute = true
	heard := s.talk.recent.Back(kind)
	if on != "" {
		heard = slices.DeleteFunc(heard, func(h heardTalk) bool {
			return world.TraitsOf(h.Told.Event).Speech.Channel != on
		})
	}
	if len(heard) == 0 {
		s.say(prose.System, "You have heard nothing of that kind since you came.")
		return
	}
	for _, h := range heard {
		s.frame.Parts = append(s.frame.Parts, Part{Text: prose.Of(h.Told.Notice, h.Told.Sense), Stamp: s.stamp(h.At)})
	}
}
