package session

import (
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// WalkPace is the time between two steps of a walk that was typed as one line.
const WalkPace = 500 * time.Millisecond

// walk is what is left of a walk that was typed as one line, such as 3n2e. Every step is a line of its own. What is
// refused ends it, and so does whatever else is typed.
type walk struct {
	left []world.Dir
	n    int // which walk it is: a timer of an older one does nothing
}

// walks begins a walk, if the line is one, and ends the one that was under way.
func (s *Session) walks(line string) bool {
	s.walk = walk{n: s.walk.n + 1}
	steps, r := verb.ReadWalk(line)
	switch {
	case r != nil:
		s.show(prose.RefusalText(r))
		s.frame.Prompt = s.playPrompt()
		return true
	case steps == nil:
		return false
	}
	s.walk.left = steps
	s.step()
	return true
}

// step takes the next step of a walk.
func (s *Session) step() {
	next := s.walk.left[0]
	s.walk.left = s.walk.left[1:]
	s.run(string(next), nil, nil)
}

// stepped goes on with a walk after a step, unless that led nowhere.
func (s *Session) stepped(r loop.Reply) {
	if len(s.walk.left) == 0 {
		return
	}
	snap, _ := r.Report.(snapshot)
	if _, hasArrived := snap.answer.(world.RoomReport); r.Refusal != nil || !hasArrived {
		s.walk.left = nil
		return
	}
	n := s.walk.n
	s.after(WalkPace, func() {
		if s.walk.n != n || s.busy || s.onLine != nil || s.actor == "" {
			return
		}
		s.frame.Prompt = s.prompt.shown
		s.step()
	})
}
