package sshd

import (
	"maps"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/mud/account"
)

// Limits bounds what callers may take. A zero field means the default in its comment.
type Limits struct {
	Connections           int // open at a time: 1024
	ConnectionsPerSource  int // per IPv4 address or IPv6 /64: 16
	Handshakes            int // connections at a time that have not proven who they are: 64
	HandshakesPerSource   int // of those, of one address or /64: half of ConnectionsPerSource
	SessionsPerConnection int // channels at a time on one connection: 4
	PasswordTries         int // wrong passwords before the connection ends: 3
	KeyOffers             int // failed attempts of every kind before it ends: 12; agents offer all their keys

	Handshake      time.Duration // from connecting to the end of the key exchange: 20 s
	SignIn         time.Duration // from there to the end of authentication, for people who type: 2 min
	Start          time.Duration // authenticated without a session, or in one that asked for nothing yet: 20 s
	Keepalive      time.Duration // between questions whether the client is there: 30 s
	KeepaliveGrace time.Duration // for the answer: 60 s
	Stall          time.Duration // one write that does not get on, or input that nobody takes: 30 s
	Drain          time.Duration // for sessions to end at shutdown: 5 s

	Pace *account.Pace // of connections from one source: as often as they like

	OutputBytes    int // waiting for a slow reader in line mode: 256 KiB
	BytesPerSecond int // that are read from one connection: 32 KiB
	BytesBurst     int // of those, at once after a rest: 256 KiB
}

const kib = 1024

// WithDefaults fills in what is not set.
func (l Limits) WithDefaults() Limits {
	count := func(n *int, standard int) {
		if *n <= 0 {
			*n = standard
		}
	}
	span := func(d *time.Duration, standard time.Duration) {
		if *d <= 0 {
			*d = standard
		}
	}
	count(&l.Connections, 1024)
	count(&l.ConnectionsPerSource, 16)
	count(&l.Handshakes, 64)
	count(&l.HandshakesPerSource, (l.ConnectionsPerSource+1)/2)
	count(&l.SessionsPerConnection, 4)
	count(&l.PasswordTries, 3)
	count(&l.KeyOffers, 12)
	count(&l.OutputBytes, 256*kib)
	count(&l.BytesPerSecond, 32*kib)
	count(&l.BytesBurst, 256*kib)
	span(&l.Handshake, 20*time.Second)
	span(&l.SignIn, 2*time.Minute)
	span(&l.Start, 20*time.Second)
	span(&l.Keepalive, 30*time.Second)
	span(&l.KeepaliveGrace, time.Minute)
	span(&l.Stall, 30*time.Second)
	span(&l.Drain, 5*time.Second)
	return l
}

// Reason is why a connection or session ended. It is the error that context.Cause of a session's context gives, and the
// label under which ends are counted.
type Reason string

// The reasons.
const (
	ReasonGone       Reason = "gone"        // the client closed, or the network did
	ReasonDone       Reason = "done"        // the handler returned
	ReasonShutdown   Reason = "shutdown"    // the server stops
	ReasonHandshake  Reason = "handshake"   // key exchange or authentication took too long
	ReasonIdle       Reason = "idle"        // authenticated, but no session was opened or left
	ReasonTries      Reason = "tries"       // too many wrong passwords
	ReasonSilent     Reason = "silent"      // keepalives went unanswered
	ReasonSlowReader Reason = "slow_reader" // the client does not read what it is sent
	ReasonInputFlood Reason = "input_flood" // input without an end, or that nobody takes
	ReasonFull       Reason = "full"        // no room for another connection
	ReasonSourceFull Reason = "source_full" // no room for another connection from that address
	ReasonHurried    Reason = "hurried"     // too many connections from that address in a short time
	ReasonHandshakes Reason = "handshakes"  // too many callers are proving who they are at this moment
	ReasonSessions   Reason = "sessions"    // too many sessions on one connection; only the session is refused
	ReasonPace       Reason = "pace"        // sends faster than anybody types; it is read later
	ReasonPanic      Reason = "panic"       // a defect in the handler
)

// Error makes a Reason the cause of a context's end.
func (r Reason) Error() string { return "ssh session ended: " + string(r) }

// counts counts ends by reason.
type counts struct {
	mu sync.Mutex
	by map[Reason]uint64
}

func (c *counts) add(r Reason) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.by == nil {
		c.by = map[Reason]uint64{}
	}
	c.by[r]++
}

func (c *counts) snapshot() map[Reason]uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return maps.Clone(c.by)
}
