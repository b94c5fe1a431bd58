package sshd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"runtime/debug"
	"strings"
	"time"

	gl "github.com/gliderlabs/ssh"

	"github.com/mudlark-mud/mudlark/mud/sshd/renderer"
)

const (
	dumbTerm = "dumb"

	flushMax  = 3 * time.Second  // for the last words of a session to be taken
	lingerMax = 15 * time.Second // for the client to take the end of a session and close its side
	readBytes = 4 * kib
)

// Env is what we take from the client's environment; everything else is refused.
type Env struct {
	NoColor   bool   // NO_COLOR was set to something
	ColorTerm string // COLORTERM, such as "truecolor"
	Lang      string // LANG
	Locale    string // LC_ALL or LC_CTYPE; beats Lang
}

// UTF8 reports whether the client can be expected to show UTF-8: unless it names a locale that is not.
func (e Env) UTF8() bool {
	locale := e.Locale
	if locale == "" {
		locale = e.Lang
	}
	locale = strings.ToLower(locale)
	return locale == "" || strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
}

// Session is one visit. Its fields do not change; sizes that come later are sent to Resizes, where only the newest
// waits. A test may fill one in by hand.
type Session struct {
	ID       string // for logs; unique since the start
	User     string // the name the client gave; proves nothing
	Identity Identity
	Remote   net.Addr
	Client   string // the client's version string
	PTY      bool   // a terminal is there
	Reader   bool   // listens: came as "reader", asked for it by the command, or has a dumb terminal
	Plain    bool   // wants lines rather than screens: listens, has no terminal, or asked for it by the command
	Term     string // TERM, "dumb" when unknown
	Env      Env
	Size     Size // 80 by 24 when unknown
	Resizes  <-chan Size

	// In gives what the client sends. Only one goroutine may read at a time.
	In io.Reader
	// Out takes what the client shall show; line ends are "\n". A write waits while the client is behind, and fails
	// once the session is over.
	Out io.Writer
}

// serveSession is the library's hook for a session that began. It runs in a goroutine of its own.
func (s *Server) serveSession(raw gl.Session) {
	c, _ := raw.Context().Value(channelKey).(*channel)
	if c == nil || !s.begin() {
		_ = raw.Exit(1)
		return
	}
	defer s.wg.Done()
	c.late.Stop()
	if !runnable(raw.RawCommand()) {
		linger := time.AfterFunc(lingerMax, func() { c.peer.end(ReasonIdle) })
		defer linger.Stop()
		_, _ = io.WriteString(raw.Stderr(), noCommands)
		_ = raw.Exit(1)
		return
	}
	ctx, cancel := context.WithCancelCause(c.peer.ctx)
	defer cancel(ReasonDone)
	box := newOutbox(raw, s.limits, c.peer.end)
	in := newInput(raw, s.limits.Stall, func() { c.peer.end(ReasonInputFlood) })
	session := s.describe(raw, c, in, box)

	stop := context.AfterFunc(ctx, func() {
		if !errors.Is(context.Cause(ctx), ReasonShutdown) {
			box.fail(context.Cause(ctx)) // nobody is there to read; at a shutdown there is, and gets the last words
		}
	})
	defer stop()
	go func() {
		select {
		case <-c.closed:
			cancel(ReasonGone)
		case <-ctx.Done():
		}
	}()
	code := s.runHandler(ctx, session)
	box.drain(flushMax)
	linger := time.AfterFunc(lingerMax, func() { c.peer.end(ReasonIdle) })
	defer linger.Stop()
	box.fail(ReasonDone)
	_ = raw.Exit(code)
	in.stop()
	select {
	case <-c.closed:
	case <-c.peer.ctx.Done():
	}
	box.wait()
}

const noCommands = "mudlark runs no commands over SSH. Connect without one to play, " +
	"with \"reader\" if you use a screen reader, or with \"plain\" for lines instead of screens.\n"

// readerCommand reports whether a command asks for the screen reader mode.
func readerCommand(command string) bool { return command == readerName || command == "--"+readerName }

func runnable(command string) bool {
	return command == "" || command == "plain" || command == "--plain" || readerCommand(command)
}

func (s *Server) describe(raw gl.Session, c *channel, in *input, box *outbox) *Session {
	id, _ := proofOf(c.conn)
	c.mu.Lock()
	env := c.env
	c.mu.Unlock()
	out := &Session{
		ID: s.sessionID(), User: raw.User(), Identity: id, Remote: raw.RemoteAddr(),
		Client: string(c.conn.ClientVersion()), Term: dumbTerm, Env: env, Size: clamp(0, 0),
		Resizes: c.resizes, In: in, Out: box,
	}
	if pty, _, ok := raw.Pty(); ok {
		out.PTY, out.Term = true, cleanTerm(pty.Term)
		out.Size = clamp(uint32(max(0, pty.Window.Width)), uint32(max(0, pty.Window.Height)))
	}
	out.Reader = strings.EqualFold(raw.User(), readerName) || readerCommand(raw.RawCommand()) ||
		out.PTY && out.Term == dumbTerm
	out.Plain = out.Reader || !out.PTY || raw.RawCommand() != ""
	if out.Reader && strings.EqualFold(raw.User(), readerName) {
		out.User = "" // it says how, not who
	}
	return out
}

// runHandler runs the handler and gives the exit code.
func (s *Server) runHandler(ctx context.Context, session *Session) (code int) {
	begin := time.Now()
	log := s.log.With(slog.String("session", session.ID), slog.String("remote", session.Remote.String()))
	log.Info("ssh session began", slog.String("account", string(session.Identity.Account)),
		slog.Bool("pty", session.PTY), slog.String("term", session.Term), slog.Bool("plain", session.Plain))
	defer func() {
		if v := recover(); v != nil {
			stack := debug.Stack()
			if p, ok := v.(*renderer.PanicError); ok { // passed on from a screen that was given back
				v, stack = p.Value, p.Stack
			}
			s.counts.add(ReasonPanic)
			log.Error("panic in ssh session", slog.String("panic", fmt.Sprint(v)), slog.String("stack", string(stack)))
			_, _ = io.WriteString(session.Out, "\nSomething went wrong on our side. Your session ends here; sorry.\n")
			code = 1
		}
		cause := ReasonDone
		_ = errors.As(context.Cause(ctx), &cause)
		log.Info("ssh session ended",
			slog.String("reason", string(cause)), slog.Int64("dur_ms", time.Since(begin).Milliseconds()))
	}()
	s.handler(ctx, session)
	return 0
}
