package server

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
	ReasonFull       = string(sshd.ReasonFull)
	ReasonSourceFull = string(sshd.ReasonSourceFull)
	ReasonHurried    = string(sshd.ReasonHurried)
	reasonClosed     = "closed" // an agent's connection has ended; HTTP has no other reasons
)

// ConnectBurst is how many times its connections a second one address may make at once.
const ConnectBurst = 5

// keeper knows the doors: how many may come in, how often, and how each door stands.
type keeper struct {
	perSource int
	Pace      *account.Pace // of connections from one address, at all doors but the agents'

	mu     sync.Mutex
	doors  []func() ops.Door
	agents func() ops.Agents
}

// NewKeeper takes how many connections one address may have, and how many it may make in a second; 0: any.
func NewKeeper(perSource, perSecond int) *keeper {
	k := &keeper{perSource: perSource}
	if n := perSecond; n > 0 {
		k.Pace = account.NewPace(time.Second/time.Duration(n), n*ConnectBurst)
	}
	return k
}

// Keep adds a door.
func (k *keeper) Keep(door func() ops.Door) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.doors = append(k.doors, door)
}

func (k *keeper) KeepAgents(agents func() ops.Agents) {
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

// AgentCensus says how the agents' door stands.
func (k *keeper) AgentCensus() ops.Agents {
	k.mu.Lock()
	agents := k.agents
	k.mu.Unlock()
	if agents == nil {
		return ops.Agents{}
	}
	return agents()
}

// Gate makes the gate of a door; pace may be nil.
func (k *keeper) Gate(name string, most int, pace *account.Pace) *Gate {
	g := &Gate{
		name: name, most: most, perSource: k.perSource, pace: pace,
		open: map[account.Source]int{}, ended: map[string]uint64{},
	}
	k.Keep(g.census)
	return g
}

// Gate bounds a door's connections, in all, from one address and in one second, and counts what becomes of them.
type Gate struct {
	name            string
	most, perSource int
	pace            *account.Pace

	mu       sync.Mutex
	open     map[account.Source]int
	all      int
	accepted uint64
	ended    map[string]uint64
}

// Enter counts a connection in, or says why it may not come in.
func (g *Gate) Enter(from account.Source, now time.Time) (reason string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.all >= g.most:
		reason = ReasonFull
	case g.open[from] >= g.perSource:
		reason = ReasonSourceFull
	case g.pace.Take(from, now) > 0:
		reason = ReasonHurried
	default:
		g.all++
		g.open[from]++
		g.accepted++
		return ""
	}
	g.ended[reason]++
	return reason
}

// Leave counts a connection out.
func (g *Gate) Leave(from account.Source, reason string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.all--
	if g.open[from]--; g.open[from] <= 0 {
		delete(g.open, from)
	}
	g.ended[reason]++
}

// TurnAway counts a connection that never came to the gate.
func (g *Gate) TurnAway(reason string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.ended[reason]++
}

func (g *Gate) census() ops.Door {
	g.mu.Lock()
	defer g.mu.Unlock()
	return ops.Door{Name: g.name, Open: g.all, Accepted: g.accepted, Ended: maps.Clone(g.ended)}
}

// RefusedWord is what somebody is told whom a gate does not let in.
func RefusedWord(reason string) string {
	switch reason {
	case ReasonSourceFull:
		return "Too many connections are open from your address. Please close one, or try again later."
	case ReasonHurried:
		return "Too many connections came from your address in a short time. Please try again in a few seconds."
	}
	return "Every place here is taken at this moment. Please try again later."
}

// gatedListener lets through a gate what an HTTP server accepts.
type gatedListener struct {
	net.Listener
	gate  *Gate
	sorry chan struct{} // holds a place for each who is being told why
}

const (
	sorryMost = 64          // who are told why at a time, after they have asked; others are told at once
	sorryTime = time.Second // that they have for asking
)

// NewGatedListener lets what l accepts through a gate.
func NewGatedListener(l net.Listener, g *Gate) *gatedListener {
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
		reason := l.gate.Enter(from, time.Now())
		if reason == "" {
			leave := sync.OnceFunc(func() { l.gate.Leave(from, reasonClosed) })
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
		"Retry-After: 5\r\nConnection: close\r\n\r\n"+RefusedWord(reason)+"\n")
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
