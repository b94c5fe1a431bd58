package dialer_test

import (
	"context"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mudlark-mud/mudlark/mud/telnet/dialer"
)

// lingering is a connection of which each side can be closed by itself, and which keeps what it was given to write.
type lingering struct {
	net.Conn
	fails bool

	mu      sync.Mutex
	written [][]byte
}

func (l *lingering) CloseWrite() error { return nil }

func (l *lingering) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.written = append(l.written, p)
	if l.fails {
		return 0, errBroken
	}
	return len(p), nil
}

// left is what is still in memory of what was written.
func (l *lingering) left() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var b strings.Builder
	for _, p := range l.written {
		b.Write(p)
	}
	return b.String()
}

// linger calls a server that closes nothing.
func linger(t *testing.T, fails bool) (*dialer.Conn, *lingering) {
	t.Helper()
	ours, theirs := net.Pipe()
	t.Cleanup(func() { _ = theirs.Close() })
	nc := &lingering{Conn: ours, fails: fails}
	conn, err := dialer.Dial(t.Context(), dialer.Config{
		Addr: "mud.example:4000", Dial: func(context.Context, string, string) (net.Conn, error) { return nc, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	return conn, nc
}

// TestNothingTypedStays: what was typed may have been a password, and is gone from memory once it is sent, or was not.
func TestNothingTypedStays(t *testing.T) {
	for _, fails := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			conn, nc := linger(t, fails)
			if err := conn.Send("secret"); err != nil {
				t.Error(err)
			}
			synctest.Wait()
			if want := strings.Repeat("\x00", len("secret\r\n")); nc.left() != want {
				t.Errorf("failing %t: %q stays", fails, nc.left())
			}
			_ = conn.Close()
		})
	}
}

// TestHowLongPartingTakes: neither a server that keeps its side open nor one that reads nothing is waited for longer
// than is said.
func TestHowLongPartingTakes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		conn, _ := linger(t, false)
		began := time.Now()
		_ = conn.Close()
		if took := time.Since(began); took != dialer.LingerMax {
			t.Errorf("a server that keeps its side open: %v", took)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		s := dial(t, dialer.Config{})
		defer s.nc.Close()
		began := time.Now()
		if err := s.conn.Send("quit"); err != nil {
			t.Error(err)
		}
		_ = s.conn.Close()
		if took := time.Since(began); took != dialer.CloseMax {
			t.Errorf("a server that reads nothing: %v", took)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		conn, _ := linger(t, true)
		began := time.Now()
		if err := conn.Send("look"); err != nil {
			t.Error(err)
		}
		for range conn.Events() {
		}
		if took := time.Since(began); took != dialer.LastWordsMax {
			t.Errorf("the last words: %v", took)
		}
		_ = conn.Close()
	})
}
