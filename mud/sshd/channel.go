package sshd

import (
	"fmt"
	"log/slog"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	gl "github.com/gliderlabs/ssh"
	gossh "golang.org/x/crypto/ssh"

	"github.com/mudlark-mud/mudlark/mud/sshd/renderer"
)

// Bounds of what a client may say about its terminal.
const (
	requestBytesMax = 4 * kib // a pty-req carries terminal modes, some 300 bytes
	envValueMax     = 128
	termBytesMax    = 64
	columnsMax      = 500 // a screen is columns times rows of cells in memory, and the numbers are the client's
	rowsMax         = 200
)

// Size is the size of a terminal in cells.
type Size = renderer.Size

// clamp makes a claimed size usable: 0 means unknown and is taken as 80 by 24 (RFC 4254 section 6.2).
func clamp(width, height uint32) Size {
	one := func(n uint32, unknown, most int) int {
		if n == 0 {
			return unknown
		}
		return int(min(n, uint32(most)))
	}
	return Size{Width: one(width, 80, columnsMax), Height: one(height, 24, rowsMax)}
}

// channel stands between the connection and gliderlabs/ssh's session: it answers the requests that the library would
// accept though we do not, keeps the environment bounded, and owns the window size, which the library changes under its
// readers.
type channel struct {
	peer    *peer
	conn    *gossh.ServerConn
	closed  chan struct{} // the client is done with it
	resizes chan Size     // holds the newest size not yet taken
	late    *time.Timer   // ends the connection of a client that opens sessions and asks for nothing

	mu  sync.Mutex
	env Env
	pty bool
}

// openChannel is the library's hook for a channel of type "session".
func (s *Server) openChannel(srv *gl.Server, conn *gossh.ServerConn, offer gossh.NewChannel, ctx gl.Context) {
	p, _ := ctx.Value(peerKey).(*peer)
	defer func() {
		if v := recover(); v != nil {
			s.log.Error("panic in ssh channel",
				slog.String("panic", fmt.Sprint(v)), slog.String("stack", string(debug.Stack())))
			p.end(ReasonPanic)
		}
	}()
	if p == nil || !s.welcomes(p, conn, offer) {
		return
	}
	defer p.closeSession()
	p.keepalive.Do(func() {
		if s.begin() {
			go func() {
				defer s.wg.Done()
				p.watch(conn)
			}()
		}
	})
	c := &channel{peer: p, conn: conn, closed: make(chan struct{}), resizes: make(chan Size, 1)}
	defer close(c.closed)
	c.late = time.AfterFunc(s.limits.Start, func() { p.end(ReasonIdle) })
	defer c.late.Stop()
	// Returns when the client has closed the channel or the connection is gone.
	passing := &offered{NewChannel: offer, channel: c}
	gl.DefaultSessionHandler(srv, conn, passing, &channelContext{Context: ctx, channel: c})
}

// welcomes lets a session in, or refuses it.
func (s *Server) welcomes(p *peer, conn *gossh.ServerConn, offer gossh.NewChannel) bool {
	if !p.beginOpening() {
		p.end(ReasonSessions)
		return false
	}
	defer p.endOpening()
	if _, ok := proofOf(conn); !ok {
		_ = offer.Reject(gossh.Prohibited, "not authenticated")
		return false
	}
	if !p.openSession() {
		s.counts.add(ReasonSessions)
		_ = offer.Reject(gossh.ResourceShortage, "too many sessions on this connection")
		return false
	}
	return true
}

// channelContext lets the session handler find the channel it serves.
type channelContext struct {
	gl.Context
	channel *channel
}

func (c *channelContext) Value(key any) any {
	if key == channelKey {
		return c.channel
	}
	return c.Context.Value(key)
}

// offered is a channel whose requests pass through ours.
type offered struct {
	gossh.NewChannel
	channel *channel
}

func (o *offered) Accept() (gossh.Channel, <-chan *gossh.Request, error) {
	ch, requests, err := o.NewChannel.Accept()
	if err != nil {
		return nil, nil, fmt.Errorf("accept ssh channel: %w", err)
	}
	passed := make(chan *gossh.Request)
	// Ends when the library's mux closes requests, which the connection's end brings about; DefaultSessionHandler takes
	// everything passed until passed is closed.
	go func() {
		defer close(passed)
		for r := range requests {
			if o.channel.answer(r) {
				continue
			}
			passed <- r
		}
	}()
	return ch, passed, nil
}

// answer deals with a request, or leaves it to the library by returning false. What is not named is refused.
func (c *channel) answer(r *gossh.Request) bool {
	ok := false
	switch {
	case len(r.Payload) > requestBytesMax:
	case r.Type == "shell", r.Type == "exec":
		return false
	case r.Type == "pty-req":
		return c.terminal(r)
	case r.Type == "window-change":
		ok = c.resize(r.Payload)
	case r.Type == "env":
		ok = c.setenv(r.Payload)
	}
	if r.WantReply {
		_ = r.Reply(ok, nil)
	}
	return true
}

// terminal lets the first well-formed pty-req pass.
func (c *channel) terminal(r *gossh.Request) bool {
	var req struct {
		Term                         string
		Columns, Rows, Width, Height uint32
		Modes                        string
	}
	err := gossh.Unmarshal(r.Payload, &req)
	c.mu.Lock()
	defer c.mu.Unlock()
	if err != nil || c.pty {
		if r.WantReply {
			_ = r.Reply(false, nil)
		}
		return true
	}
	c.pty = true
	return false
}

func (c *channel) resize(payload []byte) bool {
	var req struct{ Columns, Rows, Width, Height uint32 }
	if err := gossh.Unmarshal(payload, &req); err != nil {
		return false
	}
	size := clamp(req.Columns, req.Rows)
	for {
		select {
		case c.resizes <- size:
			return true
		default:
		}
		select { // nobody took the last one: only the newest matters
		case <-c.resizes:
		default:
		}
	}
}

func (c *channel) setenv(payload []byte) bool {
	var req struct{ Name, Value string }
	if err := gossh.Unmarshal(payload, &req); err != nil || len(req.Value) > envValueMax {
		return false
	}
	if strings.ContainsFunc(req.Value, func(r rune) bool { return r < ' ' || r > '~' }) {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch req.Name {
	case "NO_COLOR":
		c.env.NoColor = req.Value != "" // https://no-color.org: any value but none
	case "COLORTERM":
		c.env.ColorTerm = req.Value
	case "LANG":
		c.env.Lang = req.Value
	case "LC_ALL", "LC_CTYPE":
		c.env.Locale = req.Value
	default:
		return false
	}
	return true
}

// cleanTerm makes a terminal name safe to log and to look up.
func cleanTerm(term string) string {
	odd := func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("-_.+", r)
	}
	if term == "" || len(term) > termBytesMax || strings.ContainsFunc(term, odd) {
		return dumbTerm
	}
	return term
}
