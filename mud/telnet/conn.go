package telnet

import (
	"fmt"
	"net"
	"runtime/debug"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/mudlark-mud/mudlark/mud/telnet/wire"
)

// ConnOptions configure a Conn. The zero value is ready.
type ConnOptions struct {
	// IdleMax is how long a connection may stay without a line before SetIdleMax; 0 means PreLoginIdleMax. Where it is
	// longer than that, GMCP's Core.KeepAlive counts like a line.
	IdleMax time.Duration
	// Pace is how fast lines are taken.
	Pace Pace
	// Slowed is called, from the reading goroutine, when a line, a GMCP message or the next read has to wait for its
	// turn; nil means nobody is told.
	Slowed func()
	// Dropped is called with the name of a limit (LimitGMCPBytes...) when something of the client was dropped for it.
	// It must not call the connection.
	Dropped func(limit string)
	// Encrypted says that the client's bytes come encrypted, as over TLS. Nothing is compressed then: lengths would
	// tell an eavesdropper of words.
	Encrypted bool
	// MSSP is called from the reading goroutine when a client asks for the server's status; nil means that none is
	// offered. It is called before Ready too: who asks is often a crawler and never more.
	MSSP func() []Variable
}

// Pace is how fast a connection's lines are taken, and apart from them its GMCP messages: faster ones wait in the
// client's own buffers, and none is dropped.
type Pace struct {
	LinesPerSecond int // in the long run; 0 means the constant of that name
	Burst          int // lines that may come at once before they wait; 0 means LineBurst
}

// limiter makes a full limiter of the pace, after it has filled in what the pace leaves open.
func (p Pace) limiter() *rate.Limiter {
	if p.LinesPerSecond <= 0 {
		p.LinesPerSecond = LinesPerSecond
	}
	if p.Burst <= 0 {
		p.Burst = LineBurst
	}
	return rate.NewLimiter(rate.Limit(p.LinesPerSecond), p.Burst)
}

// Conn is one telnet connection. Its owner calls Serve, and must call Close, then Wait, however it ends. All methods
// may be called by any goroutine, and none but Serve and Wait blocks on the client.
type Conn struct {
	nc   net.Conn
	done chan struct{} // closed by Close: nobody wants events any more
	wg   sync.WaitGroup
	now  func([]byte) (int, error) // writes what the socket takes at once; nil where that cannot be asked

	turn sync.Mutex  // one event at a time, in order: the reader's, and the timer's first; taken before mu
	take func(Event) // set by Serve

	mu         sync.Mutex
	machine    *Machine
	inFlight   int  // bytes that the writer has taken and not yet written
	writing    bool // the writer runs
	readerDone bool
	closing    bool // nothing more is queued; what is, is still written
	dead       bool // the socket is being closed
	reason     Reason
	err        error
	left       OutPiece // taken and not yet written, for the writer
	spare      []byte

	timer    *time.Timer
	opened   time.Time
	heard    time.Time // the last line, for the idle limit, or what keeps a player in play like one
	traffic  time.Time // the last byte either way, for the NOP
	idleMax  time.Duration
	lines    *rate.Limiter // used by the reader alone, as the next four are
	messages *rate.Limiter
	bytes    *rate.Limiter
	slowed   func()
	status   func() []Variable
	asked    bool // for the status; under turn
}

// NewConn sets the socket's options (urgent data in line, keepalive) and sends the first offers. It takes nc over.
// Connections per address are the listener's to limit.
func NewConn(nc net.Conn, o ConnOptions) *Conn {
	now := time.Now()
	c := &Conn{
		nc: nc, now: wire.ImmediateWriter(nc), done: make(chan struct{}), machine: New(Options{
			Encrypted: o.Encrypted, Status: o.MSSP != nil, Dropped: o.Dropped,
		}),
		idleMax: o.IdleMax, lines: o.Pace.limiter(), messages: o.Pace.limiter(), slowed: o.Slowed,
		bytes:  rate.NewLimiter(BytesPerSecond, BytesBurst),
		status: o.MSSP, opened: now, heard: now, traffic: now,
	}
	if c.idleMax <= 0 {
		c.idleMax = PreLoginIdleMax
	}
	wire.TuneSocket(nc, net.KeepAliveConfig{
		Enable: true, Idle: keepAliveIdle, Interval: keepAliveInterval, Count: keepAliveProbes,
	})
	c.mu.Lock()
	defer c.mu.Unlock()
	c.timer = time.AfterFunc(GreetingMax, c.onTimer)
	c.flush()
	return c
}

// Done is closed by Close.
func (c *Conn) Done() <-chan struct{} { return c.done }

// Capabilities is what is known about the client now.
func (c *Conn) Capabilities() Capabilities {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.machine.Capabilities()
}

// Agreed says where each option stands, for the curious.
func (c *Conn) Agreed() []Agreement {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.machine.Agreed()
}

// Send queues text and prompt in one piece. A client that leaves more than QueueMaxBytes unread is cut off. After the
// connection has closed it does nothing.
func (c *Conn) Send(o Output) { c.do(func(m *Machine) { m.Send(o) }) }

// SendStatus tells the client the server's status in plain text, if there is one to tell.
func (c *Conn) SendStatus() {
	if c.status == nil {
		return
	}
	vars := c.status()
	c.do(func(m *Machine) { m.SendPlainStatus(vars) })
}

// BeginSecret hides what is typed from now on; see Machine.BeginSecret.
func (c *Conn) BeginSecret() { c.do((*Machine).BeginSecret) }

// EndSecret shows again what is typed; see Machine.EndSecret.
func (c *Conn) EndSecret() { c.do((*Machine).EndSecret) }

// SetCharset overrides the charset that was negotiated; see Machine.SetCharset.
func (c *Conn) SetCharset(charset Charset) { c.do(func(m *Machine) { m.SetCharset(charset) }) }

// SetIdleMax replaces IdleMax, for a player who has logged in; 0 or less restores PreLoginIdleMax.
func (c *Conn) SetIdleMax(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.idleMax = d; d <= 0 {
		c.idleMax = PreLoginIdleMax
	}
	if !c.closing {
		c.rearm(time.Now())
	}
}

// do runs f on the machine and sends what comes of it.
func (c *Conn) do(f func(*Machine)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closing {
		return
	}
	f(c.machine)
	c.flush()
}

// Close stops input and closes the connection once what is queued has been written, or after CloseFlushMax. It does not
// wait for that; Wait does. Only the first reason counts.
func (c *Conn) Close(r Reason) {
	c.mu.Lock()
	defer c.mu.Unlock()
	select {
	case <-c.done:
	default:
		close(c.done)
	}
	c.hangUp(r)
}

// Reason says why the connection closes or has closed, "" while it is open.
func (c *Conn) Reason() Reason {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.reason
}

// Wait returns when Serve has and every goroutine of the connection has ended. Call it after Close.
func (c *Conn) Wait() { c.wg.Wait() }

// hangUp begins to close. mu is held.
func (c *Conn) hangUp(r Reason) {
	if c.closing {
		if c.readerDone && !c.writing {
			c.closeSocket()
		}
		return
	}
	c.closing, c.reason = true, r
	c.timer.Reset(CloseFlushMax)
	c.startWriter()
}

// fail closes at once and drops what is queued. mu is held.
func (c *Conn) fail(r Reason, err error) {
	if !c.closing {
		c.closing, c.reason, c.err = true, r, err
	}
	c.machine.out = Outbox{}
	c.left = OutPiece{}
	c.closeSocket()
}

// closeSocket frees whoever reads or writes. mu is held, so the closing itself, which may block for TLS, is done by a
// goroutine that Wait waits for.
func (c *Conn) closeSocket() {
	if c.dead {
		return
	}
	c.dead = true
	c.timer.Stop()
	c.wg.Go(func() { _ = c.nc.Close() })
}

// rescue turns a panic of one goroutine into the end of its connection alone.
func (c *Conn) rescue() {
	if r := recover(); r != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.fail(ReasonPanic, fmt.Errorf("panic: %v\n%s", r, debug.Stack()))
	}
}

// onTimer does what has become due. Nothing is ever waited for with a deadline on the socket, so any net.Conn will do.
func (c *Conn) onTimer() {
	defer c.rescue()
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	switch {
	case c.dead:
		return
	case c.closing:
		c.closeSocket()
		return
	case c.readerDone: // its owner has been told and will close
		return
	case now.Sub(c.heard) >= c.idleMax:
		c.machine.Text("[Closed: nothing was typed for too long.]\n")
		c.hangUp(ReasonIdle)
		return
	case now.Sub(c.traffic) >= SilenceMax:
		c.machine.ping()
		c.traffic = now
		c.flush()
	}
	if now.Sub(c.opened) >= GreetingMax && !c.machine.ready {
		c.machine.Expire()
		c.wg.Go(func() {
			defer c.rescue()
			c.feed(nil) // unless the reader is faster
		})
	}
	c.rearm(now)
}

// rearm sets the one timer to what is due next. mu is held.
func (c *Conn) rearm(now time.Time) {
	if c.dead {
		return
	}
	next := min(c.heard.Add(c.idleMax).Sub(now), c.traffic.Add(SilenceMax).Sub(now))
	if !c.machine.ready {
		next = min(next, c.opened.Add(GreetingMax).Sub(now))
	}
	c.timer.Reset(max(next, 0))
}
