package screens

import (
	"log/slog"
	"net"
	"syscall"
	"testing"
)

// tired is a listener that fails so often before it takes a connection, and then is closed.
type tired struct {
	net.Listener
	failures []error
}

func (l *tired) Accept() (net.Conn, error) {
	if len(l.failures) == 0 {
		return nil, net.ErrClosed
	}
	err := l.failures[0]
	if l.failures = l.failures[1:]; err == nil {
		here, _ := net.Pipe()
		return here, nil
	}
	return nil, &net.OpError{Op: "accept", Err: err}
}

func (l *tired) Addr() net.Addr { return &net.TCPAddr{} }

// A process that has no descriptors left for a while keeps its doors.
func TestDoorsOutlastAWant(t *testing.T) {
	t.Parallel()
	ln := &tired{failures: []error{syscall.EMFILE, syscall.ECONNABORTED, nil}}
	if nc, err := accept(t.Context(), ln, slog.New(slog.DiscardHandler)); err != nil || nc == nil {
		t.Errorf("got %v, %v, want the connection behind two failures", nc, err)
	}
	if _, err := accept(t.Context(), ln, slog.New(slog.DiscardHandler)); err == nil {
		t.Error("a closed listener seems to be open")
	}
}

func TestLobbyIsBounded(t *testing.T) {
	t.Parallel()
	l := newLobby()
	for i := range HandshakesOfAddress {
		if !l.enter("192.0.2.1") {
			t.Fatalf("the %d. of an address was kept out", i+1)
		}
	}
	if l.enter("192.0.2.1") {
		t.Errorf("more than %d of an address are agreeing on keys", HandshakesOfAddress)
	}
	for range HandshakesMost - HandshakesOfAddress {
		if !l.enter("") {
			t.Fatal("a proxy is bounded as an address of somebody's")
		}
	}
	if l.enter("") || l.enter("192.0.2.2") {
		t.Errorf("more than %d are about to come in", HandshakesMost)
	}
	l.leave("192.0.2.1")
	if !l.enter("192.0.2.2") {
		t.Error("a place that was left stays taken")
	}
	l.leave("192.0.2.2")
	for range HandshakesOfAddress - 1 {
		l.leave("192.0.2.1")
	}
	for range HandshakesMost - HandshakesOfAddress {
		l.leave("")
	}
	if l.all != 0 || len(l.from) != 0 {
		t.Errorf("when all have left, %d are there, of %d addresses", l.all, len(l.from))
	}
}
