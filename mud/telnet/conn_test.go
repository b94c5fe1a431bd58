package telnet_test

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"net"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mudlark-mud/mudlark/mud/telnet"
	"github.com/mudlark-mud/mudlark/mud/telnet/wire"
)

// conn is a connection whose events come through a channel, which is closed behind the last.
type conn struct {
	*telnet.Conn
	events chan telnet.Event
}

// serve makes a connection and serves it.
func serve(nc net.Conn) conn { return serveWith(nc, telnet.ConnOptions{}) }

func serveWith(nc net.Conn, o telnet.ConnOptions) conn {
	c := conn{Conn: telnet.NewConn(nc, o), events: make(chan telnet.Event)}
	go func() {
		defer close(c.events)
		c.Serve(func(e telnet.Event) {
			select {
			case c.events <- e:
			case <-c.Done():
				select { // whoever still listens hears the end
				case c.events <- e:
				default:
				}
			}
		})
	}()
	return c
}

// Events is what the client did.
func (c conn) Events() <-chan telnet.Event { return c.events }

// pipe is a connection over a pipe; what the server writes is collected.
type pipe struct {
	conn
	client net.Conn
	got    *sink
	slowed atomic.Int64
}

func newPipe(t *testing.T) *pipe {
	t.Helper()
	return newPipeWith(t, telnet.ConnOptions{})
}

func newPipeWith(t *testing.T, o telnet.ConnOptions) *pipe {
	t.Helper()
	near, far := net.Pipe()
	p := &pipe{client: near, got: &sink{}}
	o.Slowed = func() { p.slowed.Add(1) }
	p.conn = serveWith(far, o)
	go func() { _, _ = io.Copy(p.got, near) }()
	t.Cleanup(func() {
		p.Close(telnet.ReasonQuit)
		p.Wait()
		_ = near.Close()
	})
	return p
}

// sink keeps what was written to it, and each write apart.
type sink struct {
	mu     sync.Mutex
	writes []string
}

func (s *sink) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.writes = append(s.writes, string(p))
	return len(p), nil
}

func (s *sink) take() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	w := s.writes
	s.writes = nil
	return w
}

func (p *pipe) says(t *testing.T, s string) {
	t.Helper()
	if _, err := io.WriteString(p.client, s); err != nil {
		t.Fatalf("write to server: %v", err)
	}
}

// wait lets the time of the bubble pass.
func wait(d time.Duration) { <-time.After(d) }

func TestGreetingGate(t *testing.T) {
	t.Run("silent-client", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p, start := newPipe(t), time.Now()
			e := <-p.Events()
			if _, ok := e.(telnet.Ready); !ok || time.Since(start) != telnet.GreetingMax {
				t.Errorf("got %s after %s", tell(e), time.Since(start))
			}
			p.says(t, "look\n")
			if got, want := tell(<-p.Events()), `line "look" secret=false cut=false`; got != want {
				t.Errorf("got %s, want %s", got, want)
			}
			p.Send(telnet.Output{Text: "A room.\n", Prompt: "> "})
			synctest.Wait()
			if got, want := strings.Join(p.got.take(), ""), firstOffers+"A room.\r\n> "; got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	})
	t.Run("a client that answers is not kept waiting", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p, start := newPipe(t), time.Now()
			p.says(t, wont+ttype+dont+charset)
			if e, ok := (<-p.Events()).(telnet.Ready); !ok || time.Since(start) != 0 {
				t.Errorf("got %+v after %s", e, time.Since(start))
			}
			wait(time.Second)
			select {
			case e := <-p.Events():
				t.Errorf("greeted twice: %s", tell(e))
			default:
			}
		})
	})
}

func TestLineFlood(t *testing.T) { // line-flood 20000
	synctest.Test(t, func(t *testing.T) {
		p, start := newPipe(t), time.Now()
		p.SetIdleMax(time.Hour)
		const lines = 20_000
		go func() { _, _ = io.WriteString(p.client, strings.Repeat("north\r\n", lines)) }()
		got, burst := 0, 0
		for got < lines {
			if _, ok := (<-p.Events()).(telnet.Line); ok {
				got++
			}
			if time.Since(start) == 0 {
				burst = got
			}
		}
		if burst != telnet.LineBurst {
			t.Errorf("burst: got %d, want %d", burst, telnet.LineBurst)
		}
		want := time.Second * (lines - telnet.LineBurst) / telnet.LinesPerSecond
		if d := time.Since(start); d != want {
			t.Errorf("%d lines took %s, want %s: slowed down, none dropped", lines, d, want)
		}
		if got, want := p.slowed.Load(), int64(lines-telnet.LineBurst); got != want {
			t.Errorf("lines that had to wait: got %d, want %d", got, want)
		}
	})
}

func TestPace(t *testing.T) {
	// takes returns how long it takes to be told of so many lines.
	takes := func(t *testing.T, p *pipe, lines int) time.Duration {
		t.Helper()
		start := time.Now()
		go func() { _, _ = io.WriteString(p.client, strings.Repeat("n\r\n", lines)) }()
		for lines > 0 {
			if _, ok := (<-p.Events()).(telnet.Line); ok {
				lines--
			}
		}
		return time.Since(start)
	}
	t.Run("an hour saves up no more than a burst", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p := newPipeWith(t, telnet.ConnOptions{IdleMax: 2 * time.Hour, Pace: telnet.Pace{LinesPerSecond: 10, Burst: 3}})
			for range 2 {
				if got, want := takes(t, p, 5), 200*time.Millisecond; got != want {
					t.Errorf("five lines at once took %s, want %s", got, want)
				}
				wait(time.Hour)
			}
		})
	})
	for _, pace := range []telnet.Pace{
		{LinesPerSecond: 1e9, Burst: 1e9}, {LinesPerSecond: 1, Burst: math.MaxInt}, {LinesPerSecond: math.MaxInt, Burst: 1},
	} {
		t.Run(fmt.Sprintf("no limit in %+v", pace), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := newPipeWith(t, telnet.ConnOptions{Pace: pace})
				if got := takes(t, p, 1000); got > time.Millisecond {
					t.Errorf("a thousand lines took %s", got)
				}
			})
		})
	}
}

func TestIdle(t *testing.T) {
	t.Run("before login", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p, start := newPipe(t), time.Now()
			<-p.Events()
			wait(30 * time.Second)
			p.says(t, "ann\r\n")
			<-p.Events()
			go func() { // keys and telnet commands without a line do not count
				for range 5 {
					wait(10 * time.Second)
					_, _ = io.WriteString(p.client, "x"+iac+"\xf1")
				}
			}()
			e := <-p.Events()
			if e, ok := e.(telnet.Closed); !ok || e.Reason != telnet.ReasonIdle {
				t.Errorf("got %s", tell(e))
			}
			if got, want := time.Since(start), telnet.GreetingMax+30*time.Second+telnet.PreLoginIdleMax; got != want {
				t.Errorf("closed after %s, want %s", got, want)
			}
			if got := strings.Join(p.got.take(), ""); !strings.Contains(got, "nothing was typed") {
				t.Errorf("was not told: %q", got)
			}
		})
	})
	t.Run("after login", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p, start := newPipe(t), time.Now()
			<-p.Events()
			p.SetIdleMax(time.Hour)
			e, _ := (<-p.Events()).(telnet.Closed)
			if e.Reason != telnet.ReasonIdle || time.Since(start) != time.Hour {
				t.Errorf("got %+v after %s", e, time.Since(start))
			}
		})
	})
	t.Run("NOP after silence", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p := newPipe(t)
			p.SetIdleMax(time.Hour)
			p.says(t, wont+ttype+dont+charset)
			wait(time.Minute)
			p.Send(telnet.Output{Text: "x\n"})
			synctest.Wait()
			p.got.take()
			wait(telnet.SilenceMax - time.Second)
			if got := p.got.take(); got != nil {
				t.Errorf("too early: %q", got)
			}
			wait(2 * time.Second)
			if got := strings.Join(p.got.take(), ""); got != iac+"\xf1" {
				t.Errorf("got %q", got)
			}
		})
	})
	t.Run("no NOP to a client without telnet", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p := newPipe(t)
			p.SetIdleMax(time.Hour)
			wait(2 * time.Second)
			p.got.take()
			wait(3 * telnet.SilenceMax)
			if got := p.got.take(); got != nil {
				t.Errorf("got %q", got)
			}
		})
	})
}

// TestKeepAlive has a program say that its player is still there.
func TestKeepAlive(t *testing.T) {
	t.Run("a program that keeps its player in play", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p := newPipe(t)
			p.says(t, do+gmcp+wont+ttype+dont+charset)
			<-p.Events()
			keep := func() {
				p.says(t, says("core.keepalive"))
				<-p.Events()
			}
			p.SetIdleMax(time.Hour)
			for range 3 {
				wait(time.Hour - 2*time.Minute)
				keep()
			}
			if got := p.Reason(); got != "" {
				t.Errorf("closed %q", got)
			}
			wait(time.Hour + time.Second)
			if got := p.Reason(); got != telnet.ReasonIdle {
				t.Errorf("closed %q, want %q", got, telnet.ReasonIdle)
			}
		})
	})
	t.Run("a stranger's program does not", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p := newPipe(t)
			p.says(t, do+gmcp+wont+ttype+dont+charset)
			<-p.Events()
			wait(telnet.PreLoginIdleMax / 2)
			p.says(t, says("Core.KeepAlive"))
			<-p.Events()
			wait(telnet.PreLoginIdleMax/2 + time.Second)
			if got := p.Reason(); got != telnet.ReasonIdle {
				t.Errorf("closed %q, want %q", got, telnet.ReasonIdle)
			}
		})
	})
}

func TestOneWrite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPipe(t)
		p.says(t, wont+ttype+dont+charset)
		<-p.Events()
		synctest.Wait()
		p.got.take()
		p.Send(telnet.Output{Text: strings.Repeat("A long room.\n", 50), Prompt: "> "})
		synctest.Wait()
		if got := p.got.take(); len(got) != 1 || !strings.HasSuffix(got[0], "> "+ga) {
			t.Errorf("got %d writes: %q", len(got), got)
		}
	})
}

func TestClose(t *testing.T) {
	t.Run("last words are written", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p := newPipe(t)
			<-p.Events()
			p.Send(telnet.Output{Text: "Bye.\n"})
			p.Close(telnet.ReasonQuit)
			p.Send(telnet.Output{Text: "too late\n"})
			p.Wait()
			synctest.Wait() // until the last of it is collected
			if got := strings.Join(p.got.take(), ""); !strings.HasSuffix(got, "Bye.\r\n") {
				t.Errorf("got %q", got)
			}
			for e := range p.Events() {
				if e, ok := e.(telnet.Closed); !ok || e.Reason != telnet.ReasonQuit {
					t.Errorf("got %s", tell(e))
				}
			}
		})
	})
	t.Run("a client that does not read holds nothing up", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			_, far := net.Pipe()
			c, start := telnet.NewConn(far, telnet.ConnOptions{}), time.Now()
			c.Send(telnet.Output{Text: "Bye.\n"})
			c.Close(telnet.ReasonQuit)
			c.Wait()
			if got := time.Since(start); got != telnet.CloseFlushMax {
				t.Errorf("took %s, want %s", got, telnet.CloseFlushMax)
			}
		})
	})
	t.Run("an owner who stopped listening", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p := newPipe(t)
			p.says(t, strings.Repeat("look\r\n", 50))
			synctest.Wait()
			p.Close(telnet.ReasonShutdown)
			p.Wait()
		})
	})
	t.Run("broken limit", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p := newPipe(t)
			go func() { _, _ = io.WriteString(p.client, strings.Repeat(do+gmcp, 10_000)) }()
			var last telnet.Event
			for e := range p.Events() {
				last = e
			}
			if e, ok := last.(telnet.Closed); !ok || e.Reason != telnet.ReasonNegotiation {
				t.Errorf("got %s", tell(last))
			}
		})
	})
}

// accept returns both ends of a TCP connection.
func accept(t *testing.T) (server, client *net.TCPConn) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("listen: %v", err)
	}
	defer func() { _ = l.Close() }()
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatalf("dial: %v", err)
	}
	s, err := l.Accept()
	if err != nil {
		t.Fatalf("accept: %v", err)
	}
	t.Cleanup(func() { _, _ = s.Close(), c.Close() })
	return s.(*net.TCPConn), c.(*net.TCPConn)
}

// open makes a connection over TCP; the client's side is returned.
func open(t *testing.T) (conn, *net.TCPConn) {
	t.Helper()
	server, client := accept(t)
	c := serve(server)
	t.Cleanup(func() {
		c.Close(telnet.ReasonQuit)
		c.Wait()
	})
	if err := client.SetDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatalf("set deadline: %v", err)
	}
	return c, client
}

// socketOwn is what the other end of a connection holds, and what was sent while it was noticed.
const socketOwn = 1 << 20

func TestReaderThatNeverReads(t *testing.T) {
	c, client := open(t)
	if err := client.SetReadBuffer(4 << 10); err != nil {
		t.Fatalf("shrink the buffer: %v", err)
	}
	text := strings.Repeat("The tide comes in. ", 50) + "\n"
	slowest, ended, sent := time.Duration(0), false, 0
	for deadline := time.Now().Add(60 * time.Second); !ended && time.Now().Before(deadline); {
		start := time.Now()
		c.Send(telnet.Output{Text: text})
		if c.Reason() == "" {
			sent += len(text)
		}
		slowest = max(slowest, time.Since(start))
		select {
		case e := <-c.Events():
			if e, ok := e.(telnet.Closed); ok {
				ended = true
				if e.Reason != telnet.ReasonSlowReader {
					t.Errorf("got %s", tell(e))
				}
			}
		default:
		}
	}
	if !ended {
		t.Error("was not cut off")
	}
	if heldMost := 2*wire.SendBufferBytes + socketOwn; sent > telnet.QueueMaxBytes+heldMost {
		t.Errorf("was cut off after %d bytes: the kernel holds more than the %d it was asked to", sent, heldMost)
	}
	if slowest > 10*time.Second { // held up by who never reads, it would take for ever
		t.Errorf("a Send took %s: the caller was held up", slowest)
	}
}

// TestQueueIsCounted fills the queue of a client that takes nothing to the last byte, what is under way included.
func TestQueueIsCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, far := net.Pipe()
		c := telnet.NewConn(far, telnet.ConnOptions{})
		synctest.Wait() // the offers are under way
		c.Send(telnet.Output{Text: strings.Repeat("x", telnet.QueueMaxBytes-len(firstOffers))})
		if got := c.Reason(); got != "" {
			t.Errorf("closed %q before the limit", got)
		}
		c.Send(telnet.Output{Text: "x"})
		if got := c.Reason(); got != telnet.ReasonSlowReader {
			t.Errorf("got %q, want %q", got, telnet.ReasonSlowReader)
		}
		c.Wait()
	})
}

// TestReaderThatPauses lets a client fall behind and catch up: what the socket does not take at once must follow whole
// and in order.
func TestReaderThatPauses(t *testing.T) {
	server, client := accept(t)
	c := serve(server)
	if err := server.SetWriteBuffer(16 << 10); err != nil {
		t.Fatalf("shrink the buffer: %v", err)
	}
	want := firstOffers
	for i := range 3 { // each more than the socket takes at once
		text := fmt.Sprintf("%d %s\n", i, strings.Repeat("The tide comes in. ", 4000))
		want += strings.ReplaceAll(text, "\n", "\r\n")
		c.Send(telnet.Output{Text: text})
	}
	c.Close(telnet.ReasonQuit)
	got, err := io.ReadAll(client)
	c.Wait()
	if err != nil || string(got) != want {
		t.Errorf("got %d bytes, %v, want %d in order", len(got), err, len(want))
	}
}

func TestHalfClose(t *testing.T) { // half-close
	c, client := open(t)
	if _, err := io.WriteString(client, "look\nquit\n"); err != nil {
		t.Fatalf("write: %v", err)
	}
	if err := client.CloseWrite(); err != nil {
		t.Fatalf("close half: %v", err)
	}
	for e := range c.Events() {
		if l, ok := e.(telnet.Line); ok {
			c.Send(telnet.Output{Text: "You " + l.Text + ".\n"})
		}
		if e, ok := e.(telnet.Closed); ok && e.Reason != telnet.ReasonGone {
			t.Errorf("got %s", tell(e))
		}
	}
	c.Close(telnet.ReasonGone)
	got, err := io.ReadAll(client)
	if want := firstOffers + "You look.\r\nYou quit.\r\n"; err != nil || string(got) != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
}

// TestLastWordsArrive quits while the client is still sending: a reset would take the last words away.
func TestLastWordsArrive(t *testing.T) {
	for range 20 {
		c, client := open(t)
		if _, err := io.WriteString(client, strings.Repeat("north\r\n", 500)); err != nil {
			t.Fatalf("write: %v", err)
		}
		<-c.Events()
		c.Send(telnet.Output{Text: "Bye.\n"})
		c.Close(telnet.ReasonQuit)
		got, err := io.ReadAll(client)
		if err != nil || !bytes.HasSuffix(got, []byte("Bye.\r\n")) {
			t.Fatalf("got %q, %v", got, err)
		}
		_ = client.Close()
		c.Wait()
	}
}

func TestChurn(t *testing.T) {
	before := runtime.NumGoroutine()
	var wg sync.WaitGroup
	for i := range 200 {
		server, client := accept(t)
		wg.Go(func() {
			c := telnet.NewConn(server, telnet.ConnOptions{})
			c.Serve(func(telnet.Event) { c.Send(telnet.Output{Text: "hello\n"}) })
			c.Close(telnet.ReasonGone)
			c.Wait()
		})
		if i%2 == 0 {
			_, _ = io.WriteString(client, will+ttype+"look\r\nlo")
		}
		if i%3 == 0 {
			_ = client.SetLinger(0)
		}
		_ = client.Close()
	}
	wg.Wait()
	poll(t, func() error {
		if now := runtime.NumGoroutine(); now > before {
			return fmt.Errorf("%d goroutines, %d before", now, before)
		}
		return nil
	})
}

// poll repeats check until it is satisfied.
func poll(t *testing.T, check func() error) {
	t.Helper()
	deadline := time.Now().Add(10 * time.Second)
	for {
		err := check()
		if err == nil {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
		wait(5 * time.Millisecond)
	}
}
