package dialer_test

import (
	"context"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/mudlark-mud/mudlark/mud/telnet/dialer"
)

// stage is a server of which the test plays the part, with a client that calls it. It is for use within synctest.
type stage struct {
	t    *testing.T
	conn *dialer.Conn
	nc   net.Conn

	mu   sync.Mutex
	sent []byte // by the client
}

// begin calls the server with a configuration, in a bubble of its own, and runs the play.
func begin(t *testing.T, c dialer.Config, play func(s *stage)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := dial(t, c)
		var wg sync.WaitGroup
		wg.Go(s.listen)
		play(s)
		if err := s.conn.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
		_ = s.nc.Close()
		wg.Wait()
	})
}

// dial calls a server that neither listens nor speaks yet.
func dial(t *testing.T, c dialer.Config) *stage {
	t.Helper()
	ours, theirs := net.Pipe()
	if c.Addr == "" {
		c.Addr = "mud.example:4000"
	}
	if c.Dial == nil {
		c.Dial = func(context.Context, string, string) (net.Conn, error) { return ours, nil }
	}
	conn, err := dialer.Dial(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return &stage{t: t, conn: conn, nc: theirs}
}

func (s *stage) listen() {
	buf := make([]byte, 4096)
	for {
		n, err := s.nc.Read(buf)
		s.mu.Lock()
		s.sent = append(s.sent, buf[:n]...)
		s.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// says has the server send each part by a write of its own, and waits until all has been taken in.
func (s *stage) says(parts ...string) {
	s.t.Helper()
	for _, p := range parts {
		if _, err := s.nc.Write([]byte(p)); err != nil {
			s.t.Errorf("the server writes %q: %v", p, err)
		}
	}
	synctest.Wait()
}

// heard is what the client has sent since it was last asked for.
func (s *stage) heard() string {
	synctest.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	sent := string(s.sent)
	s.sent = nil
	return sent
}

// events are those that wait, one a line.
func (s *stage) events() string {
	synctest.Wait()
	var b strings.Builder
	for {
		select {
		case e, open := <-s.conn.Events():
			if !open {
				return b.String()
			}
			b.WriteString(told(e) + "\n")
			synctest.Wait()
		default:
			return b.String()
		}
	}
}

// told is an event in words.
func told(e dialer.Event) string {
	switch e := e.(type) {
	case dialer.Line:
		return fmt.Sprintf("line %q", e.Text)
	case dialer.Prompt:
		return fmt.Sprintf("prompt %q", e.Text)
	case dialer.Hidden:
		return fmt.Sprintf("hidden %t", e.On)
	case dialer.GMCP:
		return fmt.Sprintf("gmcp %s %s", e.Package, e.Data)
	case dialer.MSSP:
		return fmt.Sprintf("mssp %q", e.Value("NAME"))
	case dialer.Note:
		return "note " + e.Text
	case dialer.Closed:
		if e.Err != nil {
			return fmt.Sprintf("closed %s: %v", e.Reason, e.Err)
		}
		return "closed " + string(e.Reason)
	}
	return "unknown"
}

// expect compares, and says in what.
func expect(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\ngot  %q\nwant %q", what, got, want)
	}
}
