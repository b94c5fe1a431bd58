package screens

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/session/settings"
	"github.com/mudlark-mud/mudlark/mud/session/surroundings"
	"github.com/mudlark-mud/mudlark/mud/sshd"
	"github.com/mudlark-mud/mudlark/mud/sshd/renderer"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// errListens ends a screen whose viewer turns out to be a listener.
var errListens = errors.New("somebody listens")

// turning is the screen of somebody of whom it is not known whether they see: a drawn one, until they choose the screen
// reader mode, by the first question, as an option, or long ago with the account. From then on it is lines. A screen
// that is drawn again and again says nothing to an ear.
type turning struct {
	drawn  *pane
	lines  *session.LineScreen
	turned atomic.Bool // set by the session's goroutine
}

func (t *turning) now() session.Screen {
	if t.turned.Load() {
		return t.lines
	}
	return t.drawn
}

// Apply implements session.Screen.
func (t *turning) Apply(chosen *settings.Sheet) {
	if chosen.Value(settings.ScreenReader) == settings.On {
		t.turned.Store(true)
	}
	t.now().Apply(chosen)
}

// Show implements session.Screen.
func (t *turning) Show(f session.Frame) { t.now().Show(f) }

// Secret implements session.Screen.
func (t *turning) Secret(on bool) { t.now().Secret(on) }

// Style implements session.Screen.
func (t *turning) Style() prose.Style { return t.now().Style() }

// Wants implements session.Screen.
func (t *turning) Wants() surroundings.Want { return t.now().Wants() }

// End implements session.Screen.
func (t *turning) End(word, reason string) { t.now().End(word, reason) }

// Face implements session.Screen.
func (t *turning) Face() settings.Face { return t.now().Face() }

// Now implements session.Screen.
func (t *turning) Now(name string) string { return t.now().Now(name) }

// Settled implements session.Screen.
func (t *turning) Settled() { t.now().Settled() }

// sshLines is a session in lines: the line that is typed on, the screen, and what was shown before there was a line.
// But for the reading it belongs to the session's goroutine.
type sshLines struct {
	screen *session.LineScreen
	cancel context.CancelFunc
	meter  func(limit string)

	line   *sshd.LineIO // nil: a drawn screen still has the terminal
	early  []session.LineOutput
	hidden bool
	over   bool
	defect *renderer.PanicError // in reading; known once that has ended
}

// newSSHLines makes the screen of a session in lines. cancel ends the session's context.
func newSSHLines(s *sshd.Session, meter func(limit string), cancel context.CancelFunc) *sshLines {
	l := &sshLines{cancel: cancel, meter: meter}
	client := session.LineClient{
		Width: s.Size.Width, Depth: prose.Colours16, Draws: s.Env.UTF8(), Reader: s.Reader, Cuts: s.PTY,
	}
	if !s.PTY {
		client.Width = 0
	}
	if !s.PTY || s.Env.NoColor || s.Reader {
		client.Depth = prose.NoColour
	}
	l.screen = session.NewLineScreen(l, client)
	return l
}

// serve lets a session go on in lines until it ends. typed is what was typed before.
func (l *sshLines) serve(ctx context.Context, s *sshd.Session, sess *session.Session, typed []string) {
	defer sess.Closed("client_closed")
	l.line = sshd.NewLineIO(s, sess.Complete)
	defer func() { _ = l.line.Close() }()
	l.follow()
	if l.hidden {
		l.line.Hide()
	}
	for _, o := range l.early {
		l.Send(o)
	}
	l.early = nil
	if l.over {
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	var reading sync.WaitGroup
	defer func() {
		cancel()
		if reading.Wait(); l.defect != nil {
			panic(l.defect) // the door tells, counts and logs it as any other
		}
	}()
	in := make(chan string)
	reading.Go(func() { l.read(ctx, in) })
	for !sess.Ended() {
		next := in
		if sess.Busy() {
			next = nil
		} else if len(typed) > 0 {
			l.take(s, sess, typed[0])
			typed = typed[1:]
			continue
		}
		select {
		case line, ok := <-next:
			if !ok {
				return
			}
			l.take(s, sess, line)
		case <-sess.Wake():
			sess.Pump()
		case <-ctx.Done():
			return
		}
		l.follow()
	}
}

func (l *sshLines) take(s *sshd.Session, sess *session.Session, line string) {
	if s.PTY {
		l.screen.Resize(l.line.Width())
	}
	sess.Line(line)
	l.follow()
}

// follow has the line wait for whoever listens by now.
func (l *sshLines) follow() { _ = l.line.Wait(l.screen.Style().ScreenReader) }

// read hands over what is typed, until no more is.
func (l *sshLines) read(ctx context.Context, in chan<- string) {
	defer close(in)
	for {
		line, err := l.line.ReadLine(ctx)
		switch {
		case errors.Is(err, sshd.ErrLineTooLong):
			l.meter(LimitSSHLine)
			_ = l.line.Say("That line is too long.\n", "")
			continue
		case err != nil:
			_ = errors.As(err, &l.defect)
			return
		}
		select {
		case in <- line:
		case <-ctx.Done():
			return
		}
	}
}

// Send implements session.LineConn; a client that is gone is noticed by whoever reads.
func (l *sshLines) Send(o session.LineOutput) {
	if l.line == nil {
		o.Paragraphs = append([]string(nil), o.Paragraphs...) // they are the screen's
		l.early = append(l.early, o)
		return
	}
	text := ""
	if len(o.Paragraphs) > 0 {
		text = strings.Join(o.Paragraphs, "\n") + "\n"
	}
	_ = l.line.Say(text, o.Prompt)
}

// Secret implements session.LineConn.
func (l *sshLines) Secret(on bool) {
	switch l.hidden = on; {
	case l.line == nil:
	case on:
		l.line.Hide()
	default:
		l.line.Show()
	}
}

// Charset implements session.LineConn; SSH clients say theirs when they connect.
func (l *sshLines) Charset(string) {}

// Settled implements session.LineConn.
func (l *sshLines) Settled() {}

// Close implements session.LineConn.
func (l *sshLines) Close(string) {
	l.over = true
	l.cancel()
}
