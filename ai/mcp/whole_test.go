package mcp_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
)

// counting is a listener that counts what is written on its connections, and can refuse to.
type counting struct {
	net.Listener

	mu     sync.Mutex
	writes []int
	isDead bool
	closed chan struct{}
}

func (l *counting) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	return &counted{Conn: c, of: l}, err
}

func (l *counting) taken() []int {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := l.writes
	l.writes = nil
	return out
}

type counted struct {
	net.Conn
	of   *counting
	once sync.Once
}

func (c *counted) Write(p []byte) (int, error) {
	c.of.mu.Lock()
	c.of.writes = append(c.of.writes, len(p))
	isDead := c.of.isDead
	c.of.mu.Unlock()
	if isDead {
		return 0, errors.New("nobody takes it")
	}
	return c.Conn.Write(p)
}

func (c *counted) Close() error {
	c.once.Do(func() { close(c.of.closed) })
	return c.Conn.Close()
}

// An answer leaves in one piece up to a bound, in a few beyond it, whole in any case; and a connection that does not
// take it is closed.
func TestWholeAnswers(t *testing.T) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &counting{Listener: ln, closed: make(chan struct{})}
	var answer []byte
	g, err := guard.NewGuard(guard.Config{
		Principals: newTokens(), Key: guard.SealKey([]byte("k")), RequestsPerSecond: 1e6, RequestsBurst: 1e6,
	})
	if err != nil {
		t.Fatal(err)
	}
	web := &http.Server{ConnContext: guard.WithConn, ReadHeaderTimeout: time.Minute,
		Handler: g.Before(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(answer) }))}
	done := make(chan error, 1)
	go func() { done <- web.Serve(guard.Whole(l)) }()
	t.Cleanup(func() {
		_ = web.Close()
		<-done
	})
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 1}, Timeout: time.Minute}
	ask := func() ([]byte, error) {
		a := modern("1", "tools/call", "noop", `"name":"noop"`)
		r, err := http.NewRequestWithContext(context.Background(), http.MethodPost, "http://"+ln.Addr().String()+"/mcp",
			strings.NewReader(a.body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+annToken)
		response, err := client.Do(r)
		if err != nil {
			return nil, err
		}
		defer func() { _ = response.Body.Close() }()
		return io.ReadAll(response.Body)
	}
	for _, c := range []struct{ bytes, pieces int }{
		{2, 1}, {3000, 1}, {4096, 1}, {12_345, 1}, {63 << 10, 1}, {64 << 10, 2}, {70 << 10, 2}, {1 << 20, 17},
	} {
		answer = bytes.Repeat([]byte("x"), c.bytes)
		got, err := ask()
		if err != nil || !bytes.Equal(got, answer) {
			t.Errorf("%d bytes: got %d, %v", c.bytes, len(got), err)
		}
		if pieces := l.taken(); len(pieces) > c.pieces {
			t.Errorf("%d bytes left in pieces of %v, want at most %d", c.bytes, pieces, c.pieces)
		}
	}
	answer = answer[:2] // less than a piece: it is refused when net/http has forgotten it
	l.mu.Lock()
	l.isDead = true
	l.mu.Unlock()
	got, err := ask()
	if e, isNet := errors.AsType[net.Error](err); err == nil || isNet && e.Timeout() {
		t.Errorf("over a dead connection: got %d bytes, %v", len(got), err)
	}
	select {
	case <-l.closed:
	case <-time.After(time.Second):
		t.Error("the connection stays open")
	}
}
