package sshd

import (
	"context"
	"errors"
	"regexp"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"github.com/mudlark-mud/mudlark/mud/sshd/renderer"
)

// Bounds of input to a screen that is not complete; more ends the session.
const (
	HeldInputMax = renderer.HeldInputMax // of a paste
	SequenceMax  = renderer.SequenceMax  // of a key, or an answer of the terminal
)

// RunProgram shows a Bubble Tea model on the session's terminal until it quits, the client goes or ctx ends, and
// restores the terminal in each case. It returns the last model, and nil when the model quit; otherwise the cause of
// the end: a Reason, the context's cause, or a *renderer.PanicError, with which a handler may panic in its turn once it
// has put its things away. Package renderer says what of Bubble Tea there is.
func RunProgram(ctx context.Context, s *Session, m tea.Model) (tea.Model, error) {
	in, release := s.reader()
	defer release()
	profile := colorprofile.Env(s.environ())
	last, err := renderer.Run(ctx, renderer.Terminal{
		Size: s.Size, Resizes: s.Resizes, Profile: profile, Asks: s.asks(profile),
		Typed: in.taken(), Keys: in.chunks, Out: s.Out,
	}, m)
	switch {
	case errors.Is(err, renderer.ErrGone):
		err = ReasonGone
	case errors.Is(err, renderer.ErrFlood):
		err = ReasonInputFlood
	}
	return last, err
}

// asks reports whether there may be more colours than the client said: OpenSSH sends COLORTERM only if told to. GNU
// screen is not asked, since it prints the question onto the terminal that it runs in.
func (s *Session) asks(profile colorprofile.Profile) bool {
	return profile >= colorprofile.ANSI && profile < colorprofile.TrueColor && !strings.HasPrefix(s.Term, "screen")
}

// environ is the environment that says what colours there are: never ours.
func (s *Session) environ() []string {
	env := []string{"TERM=" + s.Term}
	if s.Env.ColorTerm != "" {
		env = append(env, "COLORTERM="+s.Env.ColorTerm)
	}
	if s.Env.NoColor || Colourless(s.Term) {
		env = append(env, "NO_COLOR=1")
	}
	return env
}

// Colourless reports whether terminals of that name, one of terminfo's, show no colours: the old ones of DEC.
func Colourless(term string) bool {
	return colourless.MatchString(term)
}

var colourless = regexp.MustCompile(`^vt(52|[1-4][0-9][0-9])(-|$)|-(m|mono)$`) // immutable
