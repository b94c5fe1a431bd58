package main

import (
	"io"
	"maps"
	"net"
	"slices"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/ops"
	"github.com/mudlark-mud/mudlark/mud/sshd"
)

// Reasons why a gate lets nobody in; those of the SSH door have the same words.
const (
	reasonFull       = string(sshd.ReasonFull)
	reasonSourceFull = string(sshd.ReasonSourceFull)
	reasonHurried    = string(sshd.ReasonHurried)
	reasonClosed     = "closed" // an agent's connection has ended; HTTP has no other reasons
)

// connectBurst is how many times its connections a second one address may make at once.
const connectBurst = 5

// keeper knows the doors: how many may come in, how often, and how each door stands.
type keeper struct {
	perSource int
	pace      *account.Pace // of connections from one address, at all doors but the agents'

	mu     sync.Mutex
	doors  []func() ops.Door
	agents func() ops.Agents
}

func (c *serveCmd) keeper() *keeper {
	k := &keeper{perSource: c.PerAddress}
	if n := c.ConnectsPerSec; n > 0 {
		k.pace = account.NewPace(time.Second/time.Duration(n), n*connectBurst)
	}
	return k
}

// keep adds a door.
func (k *keeper) keep(door func() ops.Door) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.doors = append(k.doors, door)
}

func (k *keeper) keepAgents(agents func() ops.Agents) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.agents = agents
}

// census says how the doors stand.
func (k *keeper) census() []ops.Door {
	k.mu.Lock()
	doors := slices.Clone(k.doors)
	k.mu.Unlock()
	out := make([]ops.Door, len(doors))
	for i, door := range doors {
		out[i] = door()
	}
	return out
}

// agentCensus says how the agents' door stands.
func (k *keeper) agentCensus() ops.Agents {
	k.mu.Lock()
	agents := k.agents
	k.mu.Unlock()
	if agents == nil {
		return ops.Agents{}
	}
	return agents()
}

// gate makes the gate of a door; pace may be nil.
func (k *keeper) gate(name string, most int, pace *account.Pace) *gate {
	g := &gate{
		name: name, most: most, perSource: k.perSource, pace: pace,
		open: map[account.Source]int{}, ended: map[string]uint64{},
	}
	k.keep(g.census)
	return g
}

// gate bounds a door's connections, in all, from one address and in one second, and counts what becomes of them.
type gate struct {
	name            string
	most, perSource int
	pace            *account.Pace

	mu       sync.Mutex
	open     map[account.Source]int
	all      int
	accepted uint64
	ended    map[string]uint64
}

// enter counts a connection in, or says why it may not come in.
func (g *gate) enter(from account.Source, now time.Time) (reason string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.all >= g.most:
		reason = reasonFull
	case g.open[from] >= g.perSource:
		reason = reasonSourceFull
	case g.pace.Take(from, now) > 0:
		reason = reasonHurried
	default:
		g.all++
		g.open[from]++
		g.accepted++
		return ""
	}
	g.ended[reason]++
	return reason
}

// leave counts a connection out.
func (g *gate) leave(from account.Source, reason string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.all--
	if g.open[from]--; g.open[from] <= 0 {
		delete(g.open, from)
	}
	g.ended[reason]++
}

// turnAway counts a connection that never came to the gate.
func (g *gate) turnAway(reason string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.ended[reason]++
}

func (g *gate) census() ops.Door {
	g.mu.Lock()
	defer g.mu.Unlock()
	return ops.Door{Name: g.name, Open: g.all, Accepted: g.accepted, Ended: maps.Clone(g.ended)}
}

// refusedWord is what somebody is told whom a gate does not let in.
func refusedWord(reason string) string {
	switch reason {
	case reasonSourceFull:
		return "Too many connections are open from your address. Please close one, or try again later."
	case reasonHurried:
		return "Too many connections came from your address in a short time. Please try again in a few seconds."
	}
	return "Every place here is taken at this moment. Please try again later."
}

// gatedListener lets through a gate what an HTTP server accepts.
type gatedListener struct {
	net.Listener
	gate  *gate
	sorry chan struct{} // holds a place for each who is being told why
}

const (
	sorryMost = 64          // who are told why at a time, after they have asked; others are told at once
	sorryTime = time.Second // that they have for asking
)

func newGatedListener(l net.Listener, g *gate) *gatedListener {
	return &gatedListener{Listener: l, gate: g, sorry: make(chan struct{}, sorryMost)}
}

// Accept implements net.Listener.
func (l *gatedListener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		from := account.SourceOf(c.RemoteAddr())
		reason := l.gate.enter(from, time.Now())
		if reason == "" {
			leave := sync.OnceFunc(func() { l.gate.leave(from, reasonClosed) })
			return &gatedConn{Conn: c, leave: leave}, nil
		}
		select {
		case l.sorry <- struct{}{}:
			go func() {
				defer func() { <-l.sorry }()
				_ = c.SetDeadline(time.Now().Add(sorryTime))
				_, _ = c.Read(make([]byte, 4096)) // an answer that comes before the question confuses clients
				refuseHTTP(c, reason)
			}()
		default:
			refuseHTTP(c, reason)
		}
	}
}

// refuseHTTP tells a client why it is not let in, and hangs up.
func refuseHTTP(c net.Conn, reason string) {
	_, _ = io.WriteString(c, "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\n"+
		"Retry-After: 5\r\nConnection: close\r\n\r\n"+refusedWord(reason)+"\n")
	_ = c.Close()
}

// gatedConn gives its place free when it is closed.
type gatedConn struct {
	net.Conn
	leave func()
}

// Close implements net.Conn.
func (c *gatedConn) Close() error {
	c.leave()
	return c.Conn.Close()
}
