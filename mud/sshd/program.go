package sshd

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"github.com/mudlark-mud/mudlark/mud/sshd/paint"
)

// HeldInputMax is how much input may come without completing a key or a paste before the session ends.
const HeldInputMax = paint.HeldInputMax

// RunProgram shows a Bubble Tea model on the session's terminal until it quits, the client goes or ctx ends, and
// restores the terminal in each case. It returns the last model, and nil when the model quit; otherwise the cause of
// the end: a Reason, the context's cause, or a *paint.PanicError. Package paint says what of Bubble Tea there is.
func RunProgram(ctx context.Context, s *Session, m tea.Model) (tea.Model, error) {
	in, release := s.reader()
	defer release()
	last, err := paint.Run(ctx, paint.Terminal{
		Size: s.Size, Resizes: s.Resizes, Profile: colorprofile.Env(s.environ()),
		Typed: in.taken(), Keys: in.chunks, Out: s.Out,
	}, m)
	switch {
	case errors.Is(err, paint.ErrGone):
		err = ReasonGone
	case errors.Is(err, paint.ErrFlood):
		err = ReasonInputFlood
	}
	return last, err
}

// environ is the environment that says what colours there are: never ours.
func (s *Session) environ() []string {
	env := []string{"TERM=" + s.Term}
	if s.Env.ColorTerm != "" {
		env = append(env, "COLORTERM="+s.Env.ColorTerm)
	}
	if s.Env.NoColor {
		env = append(env, "NO_COLOR=1")
	}
	return env
}
