package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/ai/mcp/tablegame"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/screens"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/data"
	"github.com/mudlark-mud/mudlark/mud/listener"
	"github.com/mudlark-mud/mudlark/mud/websocket"
)

// webFlags are how the HTTP door stands open.
type webFlags struct {
	HTTP         string   `name:"http" default:"${http}" help:"Where agents' HTTP listens; empty: not at all (PORT)."`
	Host         []string `help:"A name besides loopback ones under which agents may reach this server; * for any."`
	TLS          string   `name:"tls" help:"self: HTTPS with a certificate made once and kept in the data folder."`
	TLSCert      string   `name:"tls-cert" help:"HTTPS with this certificate (PEM, chain included), also renewed."`
	TLSKey       string   `name:"tls-key" help:"The key of --tls-cert (PEM)."`
	TrustProxy   []string `help:"Proxies (addresses, networks): alone let in over HTTP; over telnet they speak PROXY v2."`
	WebOrigin    []string `help:"Web pages besides this server's own that may open a WebSocket: https://play.example.org."`
	OpenTable    string   `enum:"off,auto,on" default:"auto" help:"The table without a token: off, auto (loopback), on."`
	InsecureHTTP bool     `name:"insecure-http" help:"Let tokens cross the network readable: for a network of your own."`
}

// selfMade is the one value of --tls.
const selfMade = "self"

// isSecure reports whether the door speaks HTTPS.
func (c *webFlags) isSecure() bool { return c.TLS != "" || c.TLSCert != "" || c.TLSKey != "" }

// check refuses what makes no sense, and plain HTTP where others could read tokens. The door would listen at addr.
func (c *webFlags) check(addr string) error {
	switch {
	case c.TLS != "" && c.TLS != selfMade:
		return command.Misuse(
			fmt.Errorf("--tls=%s: it can only be self, for a certificate that mudlark makes; one of your own "+
				"is named by --tls-cert and --tls-key", c.TLS),
		)
	case c.TLS != "" && (c.TLSCert != "" || c.TLSKey != ""):
		return command.Misuse(
			errors.New("--tls=self makes a certificate, and --tls-cert names one: give one or the other"),
		)
	case (c.TLSCert == "") != (c.TLSKey == ""):
		return command.Misuse(errors.New("--tls-cert and --tls-key belong together: give both files"))
	case c.isSecure() && len(c.TrustProxy) > 0:
		return command.Misuse(
			errors.New("--trust-proxy is for a proxy that speaks plain HTTP to this server, which speaks " +
				"HTTPS itself: give one or the other"),
		)
	}
	if _, err := guard.ReadProxies(c.TrustProxy); err != nil {
		return command.Misuse(fmt.Errorf("--trust-proxy: %w", err))
	}
	for _, origin := range c.WebOrigin {
		if !websocket.IsOrigin(origin) {
			return command.Misuse(
				fmt.Errorf("--web-origin=%s: the origin of a page is meant, as in https://play.example.org: "+
					"no path, and nothing that stands for many", origin),
			)
		}
	}
	if addr == "" || c.isSecure() || c.InsecureHTTP || len(c.TrustProxy) > 0 {
		return nil
	}
	tcp, err := net.ResolveTCPAddr("tcp", addr)
	if err != nil {
		return fmt.Errorf(
			"read the address %q of the HTTP door; a host and a port are meant, as in 127.0.0.1:7397 (PORT "+
				"gives the port alone): %w",
			addr,
			err,
		)
	}
	if tcp.IP.IsLoopback() {
		return nil
	}
	return command.Misuse(
		fmt.Errorf("agents would send their tokens to %s in plain HTTP, where everybody on the way can "+
			"read them. Choose one: --tls=self (HTTPS with a certificate that mudlark makes), --tls-cert FILE and --tls-key "+
			"FILE (with yours), --trust-proxy ADDRESS (a proxy there speaks HTTPS; only it is let in), --http 127.0.0.1:7397 "+
			"(agents of this machine only), --http= (no agents), or --insecure-http, if nobody else is on that network",
			addr),
	)
}

// webDoor is the HTTP door while it stands open.
type webDoor struct {
	net.Listener // what the server accepts from; HTTPS is spoken inside

	isSecure bool
	isLocal  bool                  // only programs on this machine reach it
	cert     *listener.Certificate // nil without HTTPS
	behind   []netip.Prefix        // proxies; none: anybody
}

// listenWeb opens the HTTP door at an address. Behind it, through lets connections in.
func (c *webFlags) listenWeb(
	ctx context.Context, d *server.Daemon, addr string, through func(net.Listener) net.Listener,
) (*webDoor, error) {
	out := &webDoor{isSecure: c.isSecure()}
	var err error
	if c.isSecure() {
		if out.cert, err = c.certificate(d.Dir, d.Log); err != nil {
			return nil, fmt.Errorf("open the agents' door: %w", err)
		}
	}
	if out.behind, err = guard.ReadProxies(c.TrustProxy); err != nil {
		return nil, command.Misuse(fmt.Errorf("--trust-proxy: %w", err))
	}
	ln, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("listen for agents: %w", err)
	}
	if tcp, ok := ln.Addr().(*net.TCPAddr); ok {
		out.isLocal = tcp.IP.IsLoopback()
	}
	out.Listener = through(ln)
	if out.cert != nil {
		out.Listener = tls.NewListener(out.Listener, out.cert.Config())
	}
	if !out.isLocal && !out.isSecure && len(out.behind) == 0 {
		d.Log.Warn("agents' tokens cross the network readable, as --insecure-http allows",
			slog.String("addr", ln.Addr().String()))
	}
	return out, nil
}

// certificate is what every door proves itself with that speaks TLS: the operator's, or one that is made once and kept.
func (c *webFlags) certificate(dir string, log *slog.Logger) (*listener.Certificate, error) {
	if c.TLSCert != "" {
		return listener.CertificateFiles(c.TLSCert, c.TLSKey, log) //nolint:wrapcheck // it says what is wrong with which file
	}
	return listener.SelfSigned(dir, c.Host, log) //nolint:wrapcheck // it says what is wrong with which file
}

// front puts before the door's handler what belongs to the way requests come.
func (w *webDoor) front(next http.Handler) http.Handler {
	if len(w.behind) == 0 {
		return next
	}
	return guard.BehindProxies(w.behind, next)
}

// url is where a path is found.
func (w *webDoor) url(path string) string {
	if w.isSecure {
		return "https://" + w.Addr().String() + path
	}
	return "http://" + w.Addr().String() + path
}

// proof is how a client knows the certificate: its SHA-256; "" without HTTPS.
func (w *webDoor) proof() string {
	if w.cert == nil {
		return ""
	}
	return w.cert.Fingerprint()
}

// openTable makes the door for calls without a token. The operators' address is an HTTP door too.
func (c *serveCmd) openTable(d *server.Daemon, web *webDoor) (*tablegame.Server, error) {
	return tablegame.New(tablegame.Config{
		World: d.Loop, Mode: tablegame.Mode(c.OpenTable), Local: web.isLocal && !c.OpsExposed,
		Gate:   guard.NewGate(c.Host, nil),
		Policy: tablegame.ReadPolicy(data.TauntPolicy()), Version: command.Version, Changes: d.Tables, Log: d.Log,
	})
}

// webSocketURL is where a page finds the door.
func (w *webDoor) webSocketURL() string {
	return "ws" + strings.TrimPrefix(w.url(screens.WebSocketPath), "http")
}
