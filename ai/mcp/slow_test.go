package mcp_test

import (
	"context"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
)

// pipes is a listener whose connections have two ends in this process, so that their time can be the test's.
type pipes struct {
	made chan net.Conn
	over chan struct{}
}

func (p pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.made:
		return c, nil
	case <-p.over:
		return nil, net.ErrClosed
	}
}

func (p pipes) Close() error { close(p.over); return nil }

func (pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)} }

// A client that sends a byte a second is answered and hung up on, whoever it is: a body that is not read to its end
// must not keep its connection.
func TestSlowBody(t *testing.T) {
	for name, token := range map[string]string{"with a token": annToken, "with a guess": "guess"} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { checkSlow(t, token) })
		})
	}
}

func checkSlow(t *testing.T, token string) {
	t.Helper()
	s, err := mcp.New(mcp.Options{Game: newCottage(), Guard: guard.Config{
		Principals: newTokens(), Key: guard.SealKey([]byte("a secret of this test")),
	}})
	if err != nil {
		t.Fatal(err)
	}
	l := pipes{made: make(chan net.Conn), over: make(chan struct{})}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, l) }()
	near, far := net.Pipe()
	l.made <- far
	began := time.Now()
	var writes sync.WaitGroup
	writes.Go(func() {
		_, err := io.WriteString(near, "POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "+token+
			"\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n")
		for err == nil {
			<-time.After(time.Second)
			_, err = io.WriteString(near, " ")
		}
	})
	answer, err := io.ReadAll(near)
	_ = near.Close()
	took := time.Since(began)
	if most := guard.BodyReadMax + 2*mcp.LingerMax; took > most || err != nil {
		t.Errorf("hung up on after %s, want at most %s: %v", took, most, err)
	}
	if !strings.HasPrefix(string(answer), "HTTP/1.1 40") {
		t.Errorf("answered %q", answer)
	}
	cancel()
	writes.Wait()
	if err := <-done; err != nil {
		t.Error(err)
	}
}
