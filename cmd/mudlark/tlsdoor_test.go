package main

import (
	"log/slog"
	"net"
	"strconv"
	"testing"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/screens"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/world/verb"
)

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
	d := &server.Daemon{Log: slog.New(slog.DiscardHandler)}
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
		&serving{d: &server.Daemon{Keeper: server.NewKeeper(0, 0)}, table: verb.New()})
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
		if got := door(screens.DoorTelnet).IsProxy(nc); got != want {
			t.Errorf("%s: got %t, want %t", addr, got, want)
		}
		if door(screens.DoorWebSocket).IsProxy(nc) {
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
