package screens

import (
	"context"
	"crypto/tls"
	"log/slog"
	"net"
	"net/netip"
	"strings"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/gmcp"
	"github.com/mudlark-mud/mudlark/mud/ops"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/telnet"
	"github.com/mudlark-mud/mudlark/mud/telnet/wire"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// The limits of which the doors of this package tell the meter themselves.
const (
	limitWebSocketPace = "websocket_pace"

	LimitTelnetLine = "telnet_line_bytes"
	LimitTelnetPace = "telnet_line_pace"
	LimitSSHLine    = "ssh_line_bytes"
	LimitSSHScreen  = "ssh_screen_queue"
)

// IdleMax is how long somebody in play may type nothing.
const IdleMax = 4 * time.Hour

// TelnetDoor serves connections that speak telnet, whatever they come through.
type TelnetDoor struct {
	name    string // of the door: telnet, telnets or websocket
	Hub     *session.Hub
	log     *slog.Logger
	gate    *server.Gate
	meter   *ops.Meter
	pace    telnet.Pace
	media   gmcp.Media
	workers *server.WorkerPool
	lobby   *lobby

	lately *missedReader // nil: nobody is told what they missed

	proxies []netip.Prefix           // who say for whom they connect
	TLS     *tls.Config              // nil: what comes is not encrypted, or no more
	sealed  bool                     // nobody on the way can read it
	Secure  string                   // the port of TLS, for whoever could use it; "": there is none, or this is it
	about   func() []telnet.Variable // what lists of MUDs are told
}

// Connection serves one connection from its own goroutine, which reads what is typed, and says why it ended.
func (d *TelnetDoor) Connection(ctx context.Context, nc net.Conn, from net.Addr) telnet.Reason {
	own, cancel := context.WithCancel(ctx)
	defer cancel()
	conn := telnet.NewConn(nc, telnet.ConnOptions{
		Pace: d.pace, Slowed: func() { d.meter.LimitMet(LimitTelnetPace) }, Dropped: d.meter.LimitMet,
		Encrypted: d.sealed, MSSP: d.about,
	})
	seat := &telnetSeat{door: d, ctx: own, from: from, conn: conn}
	seat.free.L = &seat.mu
	wire := &telnetWire{conn: conn}
	seat.lines = session.NewLineScreen(wire,
		session.LineClient{Width: telnet.WidthDefault, Depth: prose.Colours16})
	seat.aside = newAside(seat)
	wire.aside = seat.aside
	unhook := context.AfterFunc(ctx, seat.shut)
	conn.Serve(seat.take)
	unhook()
	seat.leave("client_closed")
	conn.Close(telnet.ReasonGone)
	conn.Wait()
	return conn.Reason()
}

// telnetSeat is a session at a telnet connection. Its lock makes the session one goroutine's at a time: the reader's
// with what was typed, or a worker's with what was told.
type telnetSeat struct {
	door  *TelnetDoor
	ctx   context.Context //nolint:containedctx // of the connection, for a session that is made once the client is known
	from  net.Addr
	conn  *telnet.Conn
	lines *session.LineScreen
	aside *aside

	mu   sync.Mutex
	free sync.Cond // the session takes another line, or is over
	s    *session.Session
	over bool
}

// take takes what the client did. While the session is busy with a line it waits, and with it the client.
func (t *telnetSeat) take(e telnet.Event) {
	t.mu.Lock()
	defer t.mu.Unlock()
	defer t.rescue()
	for t.s != nil && t.s.Busy() && !t.over {
		t.free.Wait()
	}
	if t.over {
		return
	}
	switch e := e.(type) {
	case telnet.Ready:
		learn(t.lines, e.Capabilities)
		if t.door.Secure != "" && e.MTTS&wire.MTTSTLS != 0 {
			t.conn.Send(telnet.Output{Paragraphs: []string{"TLS on port " + t.door.Secure + "."}})
		}
		t.aside.learn(e.Capabilities)
		t.aside.greet()
		t.s = t.door.Hub.New(t.ctx, t.lines, session.Options{
			Door: t.door.name, From: account.SourceOf(t.from), Remote: t.from,
			Woken: func() { t.door.workers.Add(t) }, Protocol: t.protocol, Listed: t.conn.SendStatus,
		})
	case telnet.Terminal:
		learn(t.lines, e.Capabilities)
		t.aside.learn(e.Capabilities)
	case telnet.GMCP:
		t.aside.take(e)
	case telnet.Resized:
		t.lines.Resize(e.Width)
	case telnet.Line:
		if e.Cut {
			t.door.meter.LimitMet(LimitTelnetLine)
		}
		t.s.Line(e.Text)
	case telnet.Interrupt:
	case telnet.Closed:
		if t.s != nil {
			t.s.Closed(string(e.Reason))
		}
	}
}

// protocol says what was negotiated, for the curious.
func (t *telnetSeat) protocol() []string {
	var out []string
	for _, a := range t.conn.Agreed() {
		out = append(out, a.String())
	}
	return out
}

// Work implements server.Worker: it shows what the session was told.
func (t *telnetSeat) Work() {
	t.mu.Lock()
	defer t.mu.Unlock()
	defer t.rescue()
	if t.s == nil {
		return // opening it met a panic
	}
	t.s.Pump()
	t.over = t.over || t.s.Ended()
	if t.over || !t.s.Busy() {
		t.free.Signal()
	}
}

// shut ends the session because the door closes; who is in play was told already.
func (t *telnetSeat) shut() {
	t.mu.Lock()
	defer t.mu.Unlock()
	defer t.rescue()
	if t.s != nil {
		t.s.Kick(server.ClosingWord, session.ReasonShutdown)
		t.s.Pump()
	}
	t.end(session.ReasonShutdown)
}

// leave ends the session if nothing else did.
func (t *telnetSeat) leave(reason string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	defer t.rescue()
	if t.s != nil {
		t.s.Closed(reason)
	}
}

// rescue turns a panic into the end of this session alone. mu is held.
func (t *telnetSeat) rescue() {
	p := recover()
	if p == nil {
		return
	}
	t.door.log.Error("session panicked", slog.String("remote", string(account.SourceOf(t.from))), slog.Any("panic", p))
	t.end(telnet.ReasonPanic)
}

// end closes the connection, so that its reader ends. mu is held.
func (t *telnetSeat) end(r telnet.Reason) {
	t.over = true
	t.free.Signal()
	t.conn.Close(r)
}

func learn(l *session.LineScreen, c telnet.Capabilities) {
	client := session.LineClient{
		Width: c.Width, Depth: prose.Depth(c.Colour), Reader: c.ScreenReader, Charset: strings.ToLower(c.Charset),
	}
	client.Draws = c.UTF8 && client.Charset == "utf-8"
	l.Learn(client)
}

// telnetWire lets a line screen write to a telnet connection.
type telnetWire struct {
	conn   *telnet.Conn
	aside  *aside
	secret bool
}

// Send implements session.LineConn.
func (w *telnetWire) Send(o session.LineOutput) {
	w.conn.Send(telnet.Output{Paragraphs: o.Paragraphs, Prompt: o.Prompt, GMCP: o.OutOfBand})
}

// Secret implements session.LineConn.
func (w *telnetWire) Secret(on bool) {
	if on == w.secret {
		return
	}
	w.secret = on
	if on {
		w.conn.BeginSecret()
		return
	}
	w.conn.EndSecret()
}

// Charset implements session.LineConn.
func (w *telnetWire) Charset(name string) { w.conn.SetCharset(charsetOf(name)) }

// charsetOf is what somebody chose, as telnet calls it.
func charsetOf(name string) telnet.Charset {
	switch name {
	case "utf-8":
		return telnet.CharsetUTF8
	case "latin-1":
		return telnet.CharsetLatin1
	case "ascii":
		return telnet.CharsetASCII
	}
	return telnet.CharsetAgreed
}

// Settled implements session.LineConn.
func (w *telnetWire) Settled() { w.conn.SetIdleMax(IdleMax) }

// Close implements session.LineConn.
func (w *telnetWire) Close(reason string) {
	w.aside.goodbye(reason)
	w.conn.Close(telnet.Reason(reason))
}
