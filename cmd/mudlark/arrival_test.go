package main

import (
	"log/slog"
	"net"
	"strconv"
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
	for i := range handshakesOfAddress {
		if !l.enter("192.0.2.1") {
			t.Fatalf("the %d. of an address was kept out", i+1)
		}
	}
	if l.enter("192.0.2.1") {
		t.Errorf("more than %d of an address are agreeing on keys", handshakesOfAddress)
	}
	for range handshakesMost - handshakesOfAddress {
		if !l.enter("") {
			t.Fatal("a proxy is bounded as an address of somebody's")
		}
	}
	if l.enter("") || l.enter("192.0.2.2") {
		t.Errorf("more than %d are about to come in", handshakesMost)
	}
	l.leave("192.0.2.1")
	if !l.enter("192.0.2.2") {
		t.Error("a place that was left stays taken")
	}
	l.leave("192.0.2.2")
	for range handshakesOfAddress - 1 {
		l.leave("192.0.2.1")
	}
	for range handshakesMost - handshakesOfAddress {
		l.leave("")
	}
	if l.all != 0 || len(l.from) != 0 {
		t.Errorf("when all have left, %d are there, of %d addresses", l.all, len(l.from))
	}
}

// The door of TLS that nobody asked for is done without where somebody else has its address; one that was named is
// not.
func TestTakenAddressOfTLS(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	_, port, _ := net.SplitHostPort(taken.Addr().String())
	n, err := strconv.Atoi(port)
	if err != nil {
		t.Fatal(err)
	}
	d := &daemon{log: slog.New(slog.DiscardHandler)}
	c := &serveCmd{Telnet: net.JoinHostPort("127.0.0.1", strconv.Itoa(n-1)), Telnets: autoAddr}
	if ln, err := c.listenTLS(t.Context(), d); ln != nil || err != nil || c.Telnets != "" {
		t.Errorf("beside: got %v, %v at %q, want none", ln, err, c.Telnets)
	}
	c.Telnets = taken.Addr().String()
	if ln, err := c.listenTLS(t.Context(), d); ln != nil || err == nil {
		t.Errorf("by name: got %v, %v, want an error", ln, err)
	}
	for _, tt := range []struct{ addr, want string }{
		{"127.0.0.1:4000", "127.0.0.1:4001"}, {"[::1]:0", "[::1]:0"}, {":4000", ":4001"}, {"127.0.0.1:65535", ""},
		{"", ""}, {"nowhere", ""}, {"127.0.0.1:telnet", ""},
	} {
		if got := beside(tt.addr); got != tt.want {
			t.Errorf("beside %q: got %q, want %q", tt.addr, got, tt.want)
		}
	}
}

// Who is trusted to say for whom it connects is told by the address it connects from, however that is written.
func TestIsProxy(t *testing.T) {
	t.Parallel()
	door, err := (&serveCmd{webFlags: webFlags{TrustProxy: []string{"192.0.2.0/24", "fe80::7"}}}).telnetDoors(
		&daemon{keeper: (&serveCmd{}).keeper()}, nil, &listing{})
	if err != nil {
		t.Fatal(err)
	}
	for addr, want := range map[string]bool{
		"192.0.2.9": true, "::ffff:192.0.2.9": true, "fe80::7%eth0": true, "198.51.100.1": false, "fe80::8": false,
	} {
		ip, zone := net.ParseIP(addr), ""
		if ip == nil {
			ip, zone = net.ParseIP("fe80::7"), "eth0"
		}
		nc := from{addr: &net.TCPAddr{IP: ip, Port: 5, Zone: zone}}
		if got := door(doorTelnet).isProxy(nc); got != want {
			t.Errorf("%s: got %t, want %t", addr, got, want)
		}
		if door(doorWebSocket).isProxy(nc) {
			t.Errorf("%s is taken for a proxy where the request says so", addr)
		}
	}
}

// from is a connection from an address.
type from struct {
	net.Conn
	addr net.Addr
}

func (f from) RemoteAddr() net.Addr { return f.addr }
