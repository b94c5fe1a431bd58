package sshd_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"github.com/mudlark-mud/mudlark/mud/sshd"
)

// One address cannot take all the places of those who have proven nothing.
func TestHandshakesOfOneAddressAreBounded(t *testing.T) {
	d := open(t, sshd.Limits{HandshakesPerSource: 2}, hold)
	for range 2 {
		raw := dialFrom(t, d, "127.0.0.2")
		if _, err := io.WriteString(raw, "SSH-2.0-slow\r\n"); err != nil {
			t.Fatal(err)
		}
	}
	waitFor(t, "two handshakes", func() bool { return d.Census().Handshakes == 2 })
	third := dialFrom(t, d, "127.0.0.2")
	if said, err := io.ReadAll(third); err != nil || !strings.HasPrefix(string(said), "Too many connections.") {
		t.Errorf("got %q, %v, want a word and the end", said, err)
	}
	fourth := dialFrom(t, d, "127.0.0.2")
	asBob := d.config("bob", &banners{}, answering("", new(int)))
	if _, _, _, err := gossh.NewClientConn(fourth, "", asBob); err == nil {
		t.Error("a client of ssh was let in")
	}
	d.dial(t, "bob") // from another address
	if got := d.Ended()[sshd.ReasonHandshakes]; got != 2 {
		t.Errorf("%d handshakes were refused, want 2", got)
	}
}

func dialFrom(t *testing.T, d *door, addr string) net.Conn {
	t.Helper()
	from := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(addr)}}
	conn, err := from.DialContext(t.Context(), "tcp", d.Addr().String())
	if err != nil {
		t.Skipf("no second address on this machine: %v", err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// Whatever a stranger says in place of a handshake, it ends, and takes nobody with it.
func TestNonsenseForAHandshake(t *testing.T) {
	d := open(t, sshd.Limits{Handshake: 2 * time.Second, HandshakesPerSource: 16}, who)
	var strangers sync.WaitGroup
	for what, say := range map[string]string{
		"another protocol":       "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
		"an endless version":     "SSH-2.0-" + strings.Repeat("x", 1<<16),
		"lines before a version": strings.Repeat("hello\r\n", 1<<12),
		"an old version":         "SSH-1.5-old\r\n",
		"a packet of 4 GiB":      "SSH-2.0-x\r\n\xff\xff\xff\xff\x04\x14",
		"a packet of nothing":    "SSH-2.0-x\r\n\x00\x00\x00\x00",
		"padding over the end":   "SSH-2.0-x\r\n\x00\x00\x00\x0c\xff\x14" + strings.Repeat("\x00", 10),
		"keys without lists":     "SSH-2.0-x\r\n\x00\x00\x00\x0c\x0a\x14" + strings.Repeat("\x00", 10),
		"zeros":                  strings.Repeat("\x00", 1<<16),
	} {
		strangers.Go(func() {
			conn, err := net.Dial("tcp", d.Addr().String())
			if err != nil {
				t.Errorf("%s: %v", what, err)
				return
			}
			_, _ = io.WriteString(conn, say) // the server may hang up in the middle
			_, _ = io.Copy(io.Discard, conn)
			_ = conn.Close()
		})
	}
	strangers.Wait()
	waitFor(t, "the places to be free", func() bool { return d.Connections() == 0 })
	if got := d.shell(t, d.dial(t, "bob")); !strings.Contains(got, "user=bob") {
		t.Errorf("the next visitor got %q", got)
	}
	if strings.Contains(d.log.String(), "panic") {
		t.Error(d.log)
	}
}

// A session that was opened and asks for nothing is no session.
func TestSessionsThatNeverBeginAreCut(t *testing.T) {
	d := open(t, sshd.Limits{Start: 150 * time.Millisecond}, who)
	if _, _, err := d.dial(t, "bob").OpenChannel("session", nil); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "the cut", func() bool { return d.Connections() == 0 && d.Ended()[sshd.ReasonIdle] == 1 })
}

// What a session is sent and does not take would gather for ever.
func TestInputThatNobodyTakesEnds(t *testing.T) {
	d := open(t, sshd.Limits{Stall: 150 * time.Millisecond}, hold)
	s := d.session(t, d.dial(t, "bob"))
	in, err := s.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Shell(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(in, "look\n"); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "the cut", func() bool { return d.Ended()[sshd.ReasonInputFlood] == 1 })
}

// A flood of any kind is read at a pace, and others come in meanwhile.
func TestFloodsArePaced(t *testing.T) {
	var took atomic.Int64
	d := open(t, sshd.Limits{BytesPerSecond: 1 << 10, BytesBurst: 64 << 10}, func(ctx context.Context, s *sshd.Session) {
		buf := make([]byte, 4096)
		for s.User == "mad" {
			n, err := s.In.Read(buf)
			took.Add(int64(n))
			if err != nil {
				return
			}
		}
		who(ctx, s)
	})
	s := d.session(t, d.dial(t, "mad"))
	in, err := s.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Shell(); err != nil {
		t.Fatal(err)
	}
	go func() {
		for {
			if _, err := in.Write(make([]byte, 32<<10)); err != nil {
				return
			}
		}
	}()
	waitFor(t, "the pace to be met", func() bool { return took.Load() > 32<<10 && d.Ended()[sshd.ReasonPace] == 1 })
	for range 3 {
		if got := d.shell(t, d.dial(t, "bob")); !strings.Contains(got, "user=bob") {
			t.Errorf("another visitor got %q", got)
		}
	}
	if got := took.Load(); got > 256<<10 { // in as many seconds as it would take to type all that
		t.Errorf("%d bytes of the flood were read", got)
	}
}

// narrow is a listener whose connections hold little on their way out.
type narrow struct{ net.Listener }

func (n narrow) Accept() (net.Conn, error) {
	c, err := n.Listener.Accept()
	if tcp, ok := c.(*net.TCPConn); ok {
		err = errors.Join(err, tcp.SetWriteBuffer(1))
	}
	return c, err
}

// deaf is a connection whose owner may stop reading.
type deaf struct {
	net.Conn
	stopped chan struct{}
	ended   chan struct{}
}

func (c *deaf) Read(p []byte) (int, error) {
	select {
	case <-c.stopped:
		<-c.ended
		return 0, io.EOF
	default:
	}
	return c.Conn.Read(p) //nolint:wrapcheck // it is the connection's own
}

// A client that opens sessions and reads no answers gathers nothing behind itself.
func TestOpeningsAreBounded(t *testing.T) {
	on, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	d := openOn(t, narrow{on}, sshd.Limits{}, hold)
	near, err := net.Dial("tcp", on.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	if err := near.(*net.TCPConn).SetReadBuffer(1); err != nil {
		t.Fatal(err)
	}
	conn := &deaf{Conn: near, stopped: make(chan struct{}), ended: make(chan struct{})}
	c, _, requests, err := gossh.NewClientConn(conn, "", d.config("bob", &banners{}, answering("", new(int))))
	if err != nil {
		t.Fatal(err)
	}
	go gossh.DiscardRequests(requests)
	for range 4 {
		if _, _, err := c.OpenChannel("session", nil); err != nil {
			t.Fatal(err)
		}
	}
	before := runtime.NumGoroutine()
	close(conn.stopped)
	for range 2000 {
		go func() { _, _, _ = c.OpenChannel("session", nil) }()
	}
	waitFor(t, "the cut", func() bool { return d.Ended()[sshd.ReasonSessions] > 0 && d.Connections() == 0 })
	close(conn.ended)
	waitFor(t, "the goroutines to end", func() bool { return runtime.NumGoroutine() <= before })
}

// Everything that a client may ask again and again is answered again and again, and the session goes on.
func TestStorms(t *testing.T) {
	const times = 2000
	d := open(t, sshd.Limits{BytesPerSecond: 1 << 30, BytesBurst: 1 << 30}, talk)
	c := d.dial(t, "bob")
	s := d.terminal(t, c, "xterm", "plain")
	s.waitFor(t, "> ")
	for i := range times {
		size := gossh.Marshal(struct{ W, H, X, Y uint32 }{uint32(i), uint32(1 << 31), 0, 0})
		if _, err := s.SendRequest("window-change", i%2 == 0, size); err != nil {
			t.Fatal(err)
		}
		name := fmt.Sprintf("LC_%d", i)
		if ok, err := s.SendRequest("env", true, gossh.Marshal(struct{ N, V string }{name, "x"})); ok || err != nil {
			t.Fatalf("%s was taken: %v", name, err)
		}
		if ok, _, err := c.SendRequest("tcpip-forward", i%2 == 0, gossh.Marshal(struct {
			A string
			P uint32
		}{"0.0.0.0", uint32(i)})); ok || err != nil {
			t.Fatalf("forwarding: %v, %v", ok, err)
		}
		if _, _, err := c.OpenChannel("direct-tcpip", []byte("x")); err == nil {
			t.Fatal("a forwarded port was opened")
		}
	}
	s.press(t, "look\r")
	s.waitFor(t, "You said \"look\".")
}

// A client may exchange keys as often as it likes; it costs it a kibibyte each time, of which it has so many a second.
func TestRekeying(t *testing.T) {
	d := open(t, sshd.Limits{}, talk)
	cfg := d.config("bob", &banners{}, answering("", new(int)))
	cfg.RekeyThreshold = 256 // bytes, the least there may be
	c, err := gossh.Dial("tcp", d.Addr().String(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	s := d.terminal(t, c, "xterm", "plain")
	for i := range 40 {
		s.press(t, fmt.Sprintf("say %d\r", i))
		s.waitFor(t, fmt.Sprintf("You said \"say %d\".", i))
	}
	if err := c.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
		t.Error(err)
	}
}
