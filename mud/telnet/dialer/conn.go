package dialer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime/debug"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/mud/telnet/wire"
)

// Facts are what is known of a connection.
type Facts struct {
	Addr string
	// Encrypted says that it speaks TLS, Fingerprint is that of the server's certificate, and Vouched says that an
	// authority vouches for it.
	Encrypted, Vouched bool
	Fingerprint        string
	// Charset is that of the text.
	Charset string
	// Compressed, GMCP and Hidden say what is on now.
	Compressed, GMCP, Hidden bool
	// RoundTrip is how long the last Core.Ping took that was sent, 0 before.
	RoundTrip time.Duration
}

// Conn is one connection to a server. Make one with Dial, take its Events until they end, and call Close.
type Conn struct {
	nc     net.Conn
	login  func() (account, password string, ok bool)
	wait   time.Duration // Limits.Silence
	events chan Event
	done   chan struct{} // closed by Close
	wake   chan struct{} // something is to be sent
	read   chan struct{} // closed when nothing more is read
	wg     sync.WaitGroup

	mu      sync.Mutex
	m       *machine
	closing bool
	buried  bool // Closed was told; the reader's alone
	deaf    bool // the server takes nothing more
}

// What can be wrong with a line.
var (
	// ErrClosed says that the connection has ended.
	ErrClosed = errors.New("the connection is closed")
	// ErrLong says that a line is longer than TypedMaxBytes.
	ErrLong = errors.New("that line is too long to be sent")
)

// Dial calls a server. It returns when the connection stands, and TLS where that is wanted; ctx bounds that, as
// Limits.Dial does, and means nothing afterwards.
func Dial(ctx context.Context, c Config) (*Conn, error) {
	m := newMachine(c)
	ctx, cancel := context.WithTimeout(ctx, m.c.Limits.Dial)
	defer cancel()
	host, _, err := net.SplitHostPort(c.Addr)
	if err != nil {
		return nil, fmt.Errorf("call %q: %w", c.Addr, err)
	}
	encrypts, err := c.encrypts()
	if err != nil {
		return nil, fmt.Errorf("call %s: %w", c.Addr, err)
	}
	dial := c.Dial
	if dial == nil {
		dial = (&net.Dialer{}).DialContext
	}
	nc, err := dial(ctx, "tcp", c.Addr)
	if err != nil {
		return nil, fmt.Errorf("call %s: %w", c.Addr, err)
	}
	wire.TuneSocket(nc, net.KeepAliveConfig{
		Enable: true, Idle: keepAliveIdle, Interval: keepAliveInterval, Count: keepAliveProbes,
	})
	m.facts.Addr = c.Addr
	if encrypts {
		t, s, err := c.secure(ctx, nc, host)
		if err != nil {
			_ = nc.Close()
			return nil, fmt.Errorf("call %s: %w", c.Addr, err)
		}
		nc = t
		m.facts.Encrypted, m.facts.Vouched, m.facts.Fingerprint = true, s.vouched, s.fingerprint
		if s.note != "" {
			m.emit(Note{Text: s.note})
		}
	}
	conn := &Conn{
		nc: nc, login: c.Login, wait: m.c.Limits.Silence, m: m, events: make(chan Event, EventsMax),
		done: make(chan struct{}), wake: make(chan struct{}, 1), read: make(chan struct{}),
	}
	conn.wg.Go(conn.reads)
	conn.wg.Go(conn.writes)
	return conn, nil
}

// encrypts reports whether TLS is to be spoken.
func (c Config) encrypts() (known bool, err error) {
	switch c.TLS {
	case On:
		return true, nil
	case Off:
		return false, nil
	case Auto:
	}
	if c.Pins != nil {
		_, known, err = c.Pins.Pinned(c.Addr)
	}
	return known, err
}

// Events is what the server says. Nothing is read while nobody takes them. Closed is the last, if it is waited for.
func (c *Conn) Events() <-chan Event { return c.events }

// Facts is what is known now.
func (c *Conn) Facts() Facts {
	c.mu.Lock()
	defer c.mu.Unlock()
	f := c.m.facts
	f.Charset = c.m.charset.String()
	return f
}

// Send sends a line as if it were typed. Control characters in it are left out, so that it is one line.
func (c *Conn) Send(line string) error {
	if len(line) > TypedMaxBytes {
		return ErrLong
	}
	text := wire.CleanLine([]byte(line))
	return c.do(func(m *machine) error {
		m.out = m.charset.Append(m.out, text+"\n")
		m.answered()
		return nil
	})
}

// GMCP sends a message; data is JSON, or empty.
func (c *Conn) GMCP(pkg string, data []byte) error {
	return c.do(func(m *machine) error { return m.sendGMCP(pkg, data) })
}

// Resize tells the size of the window.
func (c *Conn) Resize(width, height int) {
	_ = c.do(func(m *machine) error { // it is no loss where nobody is there to be told
		m.resize(width, height)
		return nil
	})
}

// do lets f queue something, and has it sent.
func (c *Conn) do(f func(*machine) error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closing || c.deaf || c.m.over {
		return ErrClosed
	}
	if err := f(c.m); err != nil {
		return err
	}
	c.flush()
	return nil
}

// flush wakes the writer, or ends a connection that leaves too much waiting. mu is held.
func (c *Conn) flush() {
	if len(c.m.out) > c.m.c.Limits.OutBytes {
		c.m.out = nil
		c.hangUp(ReasonDeaf, nil)
		return
	}
	if len(c.m.out) > 0 {
		select {
		case c.wake <- struct{}{}:
		default:
		}
	}
}

// hangUp ends the machine and frees the reader. mu is held.
func (c *Conn) hangUp(r Reason, err error) {
	c.m.close(r, err)
	_ = c.nc.SetDeadline(time.Unix(1, 0))
}

// Close hangs up: what is queued is sent, then the connection ends. It returns when all has ended.
func (c *Conn) Close() error {
	c.mu.Lock()
	if !c.closing {
		c.closing = true
		c.m.close(ReasonClosed, nil)
		close(c.done)
		_ = c.nc.SetReadDeadline(time.Unix(1, 0))
	}
	c.mu.Unlock()
	c.wg.Wait()
	return nil
}

// writes sends what is queued, until the reader has ended.
func (c *Conn) writes() {
	defer c.rescue()
	var spare []byte
	for open := true; open; {
		select {
		case <-c.wake:
		case <-c.read:
			open = false
		}
		c.mu.Lock()
		p := c.m.out
		c.m.out = spare
		c.mu.Unlock()
		var err error
		if len(p) > 0 {
			_, err = c.nc.Write(p)
		}
		clear(p) // it may have been a password
		if err != nil {
			c.deafen(err)
			break
		}
		if spare = p[:0]; cap(p) > keepOutBytes {
			spare = nil
		}
	}
	<-c.read
	c.part()
}

// part closes the socket. What was sent last must not be lost to a reset, which the kernel sends for what is unread.
func (c *Conn) part() {
	if half, ok := c.nc.(interface{ CloseWrite() error }); ok && half.CloseWrite() == nil {
		_ = c.nc.SetReadDeadline(time.Now().Add(LingerMax))
		_, _ = io.Copy(io.Discard, c.nc)
	}
	_ = c.nc.Close()
}

// deafen notes that the server takes nothing more. It may still have last words.
func (c *Conn) deafen(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.deaf = true
	time.AfterFunc(LastWordsMax, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.hangUp(ReasonDeaf, err)
	})
}

// rescue turns a panic of one goroutine into the end of its connection alone.
func (c *Conn) rescue() {
	if r := recover(); r != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.hangUp(ReasonPanic, fmt.Errorf("panic: %v\n%s", r, debug.Stack()))
		_ = c.nc.Close()
	}
}
