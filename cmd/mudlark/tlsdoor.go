package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net"
	"strconv"
	"sync"
	"syscall"

	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/screens"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/mud/telnet"
)

// telnetDoors makes doors that speak telnet and differ in what it comes through.
func (c *serveCmd) telnetDoors(s *serving) (func(name string) *screens.TelnetDoor, error) {
	proxies, err := guard.ReadProxies(c.TrustProxy)
	if err != nil {
		return nil, command.Misuse(fmt.Errorf("--trust-proxy: %w", err))
	}
	media, err := c.media()
	if err != nil {
		return nil, err
	}
	about := screens.NewListing(
		s.d,
		s.hub,
		s.table,
		c.MSSP,
		func() (plain, secure string) { return c.Telnet, c.Telnets },
	)
	return screens.TelnetDoors(s.d, s.hub, screens.TelnetOptions{
		Connections: c.Connections, Pace: telnet.Pace{LinesPerSecond: c.LinesPerSec, Burst: c.LinesBurst},
		Proxies: proxies, Media: media, SecureWeb: c.isSecure(), About: about.Variables,
	}), nil
}

// openTelnet opens the doors of telnet, plain and over TLS, and prints their addresses.
func (c *serveCmd) openTelnet(
	ctx context.Context,
	e *command.Env,
	d *server.Daemon,
	door func(name string) *screens.TelnetDoor,
	doors *sync.WaitGroup,
) error {
	secure, err := c.listenTLS(ctx, d)
	if err != nil {
		return err
	}
	if secure != nil {
		context.AfterFunc(ctx, func() { _ = secure.Close() })
	}
	if addr := c.open(c.Telnet); addr != "" {
		ln, err := net.Listen("tcp", addr)
		if err != nil {
			return fmt.Errorf("listen for telnet: %w", err)
		}
		plain := door(screens.DoorTelnet)
		plain.Secure = screens.PortNumber(c.Telnets)
		context.AfterFunc(ctx, func() { _ = ln.Close() })
		c.Telnet = ln.Addr().String() // the port may have been 0; whoever comes in may ask for it
		doors.Go(func() { plain.Serve(ctx, ln) })
		e.Println("telnet", ln.Addr())
	}
	if secure == nil {
		return nil
	}
	source, err := c.certificate(d.Dir, d.Log)
	if err != nil {
		return fmt.Errorf("open the door of telnet over TLS: %w", err)
	}
	sealed := door(screens.DoorTelnets)
	sealed.TLS = source.Config()
	sealed.TLS.NextProtos = nil // telnet has no name among them, and a client may ask for any
	doors.Go(func() { sealed.Serve(ctx, secure) })
	d.Proof = source.Fingerprint
	e.Println("telnets", secure.Addr(), "sha256", source.Fingerprint())
	return nil
}

// autoAddr is the port behind that of plain telnet.
const autoAddr = "auto"

// listenTLS opens the listener of telnet over TLS. Without an address of its own it is beside the plain one, and does
// without if somebody else is there already.
func (c *serveCmd) listenTLS(ctx context.Context, d *server.Daemon) (net.Listener, error) {
	addr, isAuto := c.Telnets, c.Telnets == autoAddr
	if isAuto {
		addr = beside(c.Telnet)
	}
	addr = c.open(addr)
	c.Telnets = ""
	if addr == "" {
		return nil, nil //nolint:nilnil // none is wanted
	}
	ln, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	switch {
	case err == nil:
		c.Telnets = ln.Addr().String()
		return ln, nil
	case isAuto && errors.Is(err, syscall.EADDRINUSE):
		d.Log.Warn("telnet over TLS has no address: name a free one with --telnets, or none with --telnets=",
			slog.String("addr", addr))
		return nil, nil //nolint:nilnil // what nobody asked for is done without
	}
	return nil, fmt.Errorf("listen for telnet over TLS: %w", err)
}

// beside is the address with the port behind that of another; any port is beside any. There may be none.
func beside(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return "" // whoever listens there says what is wrong
	}
	n, err := strconv.ParseUint(port, 10, 16)
	switch {
	case err != nil || n == math.MaxUint16:
		return ""
	case n > 0:
		n++
	}
	return net.JoinHostPort(host, strconv.FormatUint(n, 10))
}
