package sshd

import (
	"context"
	"log/slog"
	"net"
	"sync"
	"time"

	gl "github.com/gliderlabs/ssh"
	gossh "golang.org/x/crypto/ssh"

	"github.com/mudlark-mud/mudlark/mud/account"
)

// contextKey keeps our values in the library's contexts apart from others.
type contextKey int

const (
	peerKey contextKey = iota
	channelKey
	proofKey
)

// gate counts open connections, in all, by source, and those that have proven nothing yet.
type gate struct {
	limits Limits

	mu       sync.Mutex
	peers    map[*peer]struct{}
	bySource map[account.Source]int
	unproven map[account.Source]int
	waiting  int // the sum of unproven
	accepted uint64
}

// Census is what an operator watches of the door.
type Census struct {
	Open       int    // at this moment
	Handshakes int    // of those, how many have not proven who they are
	Accepted   uint64 // since the start, refused ones apart
}

func newGate(l Limits) gate {
	return gate{
		limits: l, peers: map[*peer]struct{}{}, bySource: map[account.Source]int{}, unproven: map[account.Source]int{},
	}
}

// enter lets a peer in, or says why not.
func (g *gate) enter(p *peer) (Reason, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.peers) >= g.limits.Connections {
		return ReasonFull, false
	}
	if g.bySource[p.source] >= g.limits.ConnectionsPerSource {
		return ReasonSourceFull, false
	}
	if g.waiting >= g.limits.Handshakes || g.unproven[p.source] >= g.limits.HandshakesPerSource {
		return ReasonHandshakes, false
	}
	if g.limits.Pace.Take(p.source, time.Now()) > 0 {
		return ReasonHurried, false
	}
	g.peers[p] = struct{}{}
	g.bySource[p.source]++
	g.unproven[p.source]++
	g.waiting++
	g.accepted++
	return "", true
}

// proven says that a peer has shown who it is.
func (g *gate) proven(p *peer) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if _, in := g.peers[p]; in && !p.proven {
		g.provenLocked(p)
	}
}

func (g *gate) provenLocked(p *peer) {
	p.proven = true
	g.waiting--
	if g.unproven[p.source]--; g.unproven[p.source] <= 0 {
		delete(g.unproven, p.source)
	}
}

func (g *gate) leave(p *peer) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if _, in := g.peers[p]; !in {
		return
	}
	delete(g.peers, p)
	if !p.proven {
		g.provenLocked(p)
	}
	if g.bySource[p.source]--; g.bySource[p.source] <= 0 {
		delete(g.bySource, p.source)
	}
}

func (g *gate) census() Census {
	g.mu.Lock()
	defer g.mu.Unlock()
	return Census{Open: len(g.peers), Handshakes: g.waiting, Accepted: g.accepted}
}

func (g *gate) closeAll(r Reason) {
	g.mu.Lock()
	peers := make([]*peer, 0, len(g.peers))
	for p := range g.peers {
		peers = append(peers, p)
	}
	g.mu.Unlock()
	for _, p := range peers {
		p.end(r)
	}
}

// peer is one connection. It is the net.Conn that the library reads and writes, so that however the library closes
// it, we know.
type peer struct {
	net.Conn
	server *Server
	source account.Source
	ctx    context.Context
	cancel context.CancelCauseFunc

	flow      flow // of what is read; the reading goroutine's
	hurried   sync.Once
	keepalive sync.Once
	proven    bool // the gate's
	closing   sync.Once
	closeErr  error

	mu       sync.Mutex
	deadline *time.Timer
	sessions int
	opening  int // sessions that are being opened or refused
	tries    int
}

// admit is the library's hook for a new connection: nil turns it away.
func (s *Server) admit(ctx gl.Context, conn net.Conn) net.Conn {
	p := &peer{
		Conn: conn, server: s, source: account.SourceOf(conn.RemoteAddr()),
		flow: flow{perSecond: s.limits.BytesPerSecond, burst: s.limits.BytesBurst},
	}
	if why, ok := s.gate.enter(p); !ok {
		s.counts.add(why)
		s.log.Info("ssh connection refused",
			slog.String("remote", conn.RemoteAddr().String()), slog.String("reason", string(why)))
		// RFC 4253 section 4.2 lets a server send lines before its version; OpenSSH shows this one with -v.
		_ = conn.SetWriteDeadline(time.Now().Add(time.Second))
		_, _ = conn.Write([]byte("Too many connections. Please try again later.\r\n"))
		return nil
	}
	p.ctx, p.cancel = context.WithCancelCause(s.ctx)
	p.within(s.limits.Handshake, ReasonHandshake)
	ctx.SetValue(peerKey, p)
	if s.ctx.Err() != nil { // admitted while the door was closing
		p.end(ReasonShutdown)
	}
	return p
}

// SetDeadline does nothing: the library clears deadlines before every read and write, and ours is a timer.
func (p *peer) SetDeadline(time.Time) error { return nil }

// within gives the peer so long to get to its next step, replacing the time it had for the last one. Zero is for ever.
func (p *peer) within(d time.Duration, otherwise Reason) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.withinLocked(d, otherwise)
}

func (p *peer) withinLocked(d time.Duration, otherwise Reason) {
	if p.deadline != nil {
		p.deadline.Stop()
		p.deadline = nil
	}
	if d > 0 {
		p.deadline = time.AfterFunc(d, func() { p.end(otherwise) })
	}
}

// end closes the connection for a reason. The first reason counts.
func (p *peer) end(r Reason) {
	p.closing.Do(func() {
		p.within(0, "")
		p.cancel(r)
		p.server.gate.leave(p)
		p.server.counts.add(r)
		p.server.log.Info("ssh connection ended",
			slog.String("remote", p.RemoteAddr().String()), slog.String("reason", string(r)))
		p.closeErr = p.Conn.Close()
	})
}

// Close is how the library ends a connection: the client went, or the handshake failed.
func (p *peer) Close() error {
	p.end(ReasonGone)
	return p.closeErr
}

// openSession counts a session in, or says that there are enough.
func (p *peer) openSession() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.sessions >= p.server.limits.SessionsPerConnection {
		return false
	}
	p.sessions++
	p.withinLocked(0, "")
	return true
}

// closeSession counts a session out; a connection left without any has little time.
func (p *peer) closeSession() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.sessions--; p.sessions == 0 && p.ctx.Err() == nil {
		p.withinLocked(p.server.limits.Start, ReasonIdle)
	}
}

// spendTry counts one password tried and tells how many that makes.
func (p *peer) spendTry() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tries++
	return p.tries
}

// watch asks the client now and then whether it is there. A laptop that was closed must not keep its place for hours.
func (p *peer) watch(conn gossh.Conn) {
	l := p.server.limits
	tick := time.NewTicker(l.Keepalive)
	defer tick.Stop()
	for {
		select {
		case <-p.ctx.Done():
			return
		case <-tick.C:
		}
		late := time.AfterFunc(l.KeepaliveGrace, func() { p.end(ReasonSilent) })
		// Any answer will do; OpenSSH refuses the request, and so says that it is there.
		_, _, err := conn.SendRequest("keepalive@openssh.com", true, nil)
		late.Stop()
		if err != nil {
			return
		}
	}
}
