package wirestorm_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"time"
)

// target is where the doors are.
type target struct{ telnet, tls, web string }

// kind is one way to attack. Each runs from an address of its own, with so many connections at a time; one that ends is
// made anew.
type kind struct {
	name  string
	conns int
	run   func(ctx context.Context, a *attacker) error
	door  func(t target) string // nil: telnet
	from  string                // "": an address of its own

	// marks are the counters of which one must move, as labels of /metrics; those behind a time show only in a phase
	// that lasts longer.
	marks []string
	after time.Duration
}

// attacker is one connection of a kind.
type attacker struct {
	nc net.Conn
	at target
}

// Telnet's bytes.
const (
	iac, dont, do, wont, will, sb, se = "\xff", "\xfe", "\xfd", "\xfc", "\xfb", "\xfa", "\xf0"

	proxyAddr = "127.0.0.9" // which the server trusts to be a proxy
)

func ended(reason string) string { return `reason="` + reason + `"` }
func met(limit string) string    { return `limit="` + limit + `"` }

func kinds() []kind {
	full, hurried := ended("source_full"), ended("hurried")
	web := func(t target) string { return t.web }
	return []kind{
		{name: "slowloris", conns: 80, run: idle, marks: []string{full}},
		{name: "byte a second", conns: 60, run: dribble("x"), marks: []string{ended("idle")}, after: 65 * time.Second},
		{name: "100,000 options", conns: 4, run: flood(options()), marks: []string{ended("negotiation_storm")}},
		{name: "toggle storm", conns: 4, run: flood(iac + will + "\x1f" + iac + wont + "\x1f"),
			marks: []string{ended("negotiation_storm")}},
		{name: "half-open", conns: 8, run: halfOpen, marks: []string{ended("client_closed")}},
		{name: "never reads", conns: 8, run: deaf, marks: []string{ended("slow_reader")}, after: 60 * time.Second},
		{name: "endless SB", conns: 4, run: after(iac+sb+"\x18", strings.Repeat("x", 4000)),
			marks: []string{ended("endless_subnegotiation")}},
		{name: "huge GMCP", conns: 4, run: flood(gmcp(`Core.Hello "` + strings.Repeat("x", 30_000) + `"`)),
			marks: []string{met("telnet_gmcp_bytes")}},
		{name: "deep GMCP", conns: 4, run: flood(gmcp("Core.Hello " + strings.Repeat("[", 7000))),
			marks: []string{met("telnet_gmcp_depth")}},
		{name: "NAWS storm", conns: 4, run: flood(iac + will + "\x1f" + strings.Repeat(naws(80)+naws(81), 200)),
			marks: []string{met("telnet_line_pace")}},
		{name: "TTYPE liar", conns: 4, run: flood(iac + will + "\x18" + strings.Repeat(iac+sb+"\x18\x00xterm"+iac+se, 200)),
			marks: []string{met("telnet_line_pace")}},
		{name: "environ flood", conns: 4, run: flood(environ()),
			marks: []string{met("telnet_sub_bytes"), met("telnet_variable")}},
		{name: "long line", conns: 4, run: flood(strings.Repeat("x", 4000)), marks: []string{ended("idle")},
			after: 65 * time.Second},
		{name: "line flood", conns: 8, run: after("guest\r\n", strings.Repeat("look\r\n", 500)),
			marks: []string{met("telnet_line_pace")}},
		{name: "IAC flood", conns: 4, run: flood(strings.Repeat(iac+"\xf1"+iac+"\xf6"+iac+iac, 500)),
			marks: []string{ended("negotiation_storm")}},
		{name: "bad UTF-8", conns: 4, run: flood(strings.Repeat("\xc3\x28\xed\xa0\x80\xf8\r\n", 200)),
			marks: []string{met("telnet_line_pace")}},
		{name: "escapes", conns: 1, run: after("guest\r\n", strings.Repeat("say \x1b]0;x\x07\x1b[2J\u202e\u009b1m\r\n", 5)),
			marks: []string{met("telnet_line_pace")}},
		{name: "churn", conns: 16, run: func(context.Context, *attacker) error { return nil }, marks: []string{hurried}},
		{name: "half a TLS handshake", conns: 40, run: dribble("\x16\x03\x01\x02\x00\x01"),
			door: func(t target) string { return t.tls }, marks: []string{ended("handshakes"), ended("tls_handshake_time")}},
		{name: "PROXY garbage", conns: 8, run: flood("\r\n\r\n\x00\r\nQUIT\n\x21\x11\xff\xff" + strings.Repeat("x", 60_000)),
			from: proxyAddr, marks: []string{ended("proxy_header")}},
		{name: "WebSocket flood", conns: 8, run: after(upgrade, strings.Repeat("\x89\x80\x00\x00\x00\x00", 500)), door: web,
			marks: []string{met("websocket_pace")}},
		{name: "WebSocket, slow", conns: 30, run: webSocketSlow, door: web, marks: []string{ended("slow_message")},
			after: 35 * time.Second},
	}
}

func gmcp(message string) string {
	return iac + will + "\xc9" + iac + do + "\xc9" + iac + sb + "\xc9" + message + iac + se
}

func naws(width byte) string {
	return iac + sb + "\x1f\x00" + string([]byte{width}) + "\x00\x18" + iac + se
}

func options() string {
	var b strings.Builder
	for i := range 100_000 {
		b.WriteString(iac)
		b.WriteByte([]byte{251, 252, 253, 254}[i%4])
		b.WriteByte(byte(i / 4 % 240))
	}
	return b.String()
}

func environ() string {
	one := "\x00" + strings.Repeat("V", 40) + "\x01" + strings.Repeat("x", 300)
	return iac + will + "\x27" + iac + sb + "\x27\x00" + one + iac + se +
		iac + sb + "\x27\x00" + strings.Repeat(one, 40) + iac + se
}

// attack lets kinds loose until ctx ends.
func attack(ctx context.Context, at target, kinds []kind) {
	var wg sync.WaitGroup
	for i, k := range kinds {
		from := k.from
		if from == "" {
			from = fmt.Sprintf("127.3.%d.1", i)
		}
		for range k.conns {
			wg.Go(func() {
				for ctx.Err() == nil {
					_ = one(ctx, k, from, at) // that the server hangs up is what it is for
					pause(ctx, againAfter)
				}
			})
		}
	}
	wg.Wait()
}

// againAfter is when an attacker tries again that was sent away: twenty times a second.
const againAfter = 50 * time.Millisecond

func one(ctx context.Context, k kind, from string, at target) error {
	addr := at.telnet
	if k.door != nil {
		addr = k.door(at)
	}
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}, Timeout: 5 * time.Second}
	nc, err := d.DialContext(ctx, "tcp", addr)
	if err != nil {
		return err
	}
	defer func() { _ = nc.Close() }()
	defer context.AfterFunc(ctx, func() { _ = nc.Close() })()
	return k.run(ctx, &attacker{nc: nc, at: at})
}

func pause(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}

// listen throws away what comes until the server hangs up.
func (a *attacker) listen() { _, _ = io.Copy(io.Discard, a.nc) }

// idle says nothing until the server hangs up.
func idle(_ context.Context, a *attacker) error {
	a.listen()
	return nil
}

// dribble sends a byte a second.
func dribble(text string) func(context.Context, *attacker) error {
	return func(ctx context.Context, a *attacker) error {
		go a.listen()
		for i := 0; ctx.Err() == nil; i++ {
			if _, err := a.nc.Write([]byte{text[i%len(text)]}); err != nil {
				return err
			}
			pause(ctx, time.Second)
		}
		return nil
	}
}

// flood sends the same as fast as the server takes it.
func flood(text string) func(context.Context, *attacker) error {
	return func(ctx context.Context, a *attacker) error {
		go a.listen()
		for ctx.Err() == nil {
			if _, err := io.WriteString(a.nc, text); err != nil {
				return err
			}
		}
		return nil
	}
}

// halfOpen ends its own side at once and keeps the connection.
func halfOpen(_ context.Context, a *attacker) error {
	if tcp, ok := a.nc.(*net.TCPConn); ok {
		_ = tcp.CloseWrite()
	}
	a.listen()
	return nil
}

// after floods after something else; who says the name of a guest comes into play.
func after(first, text string) func(context.Context, *attacker) error {
	return func(ctx context.Context, a *attacker) error {
		if _, err := io.WriteString(a.nc, first); err != nil {
			return err
		}
		return flood(text)(ctx, a)
	}
}

// deaf comes into play, goes where others of its kind are, says long things to them, and reads nothing: there is enough
// to fill what the machine itself keeps for a connection, which is megabytes.
func deaf(ctx context.Context, a *attacker) error {
	if tcp, ok := a.nc.(*net.TCPConn); ok {
		_ = tcp.SetReadBuffer(4 << 10)
	}
	if _, err := io.WriteString(a.nc, "guest\r\nnorth\r\n"); err != nil {
		return err
	}
	for ctx.Err() == nil {
		if _, err := io.WriteString(a.nc, strings.Repeat("say "+strings.Repeat("x", 900)+"\r\n", 20)); err != nil {
			return err
		}
		pause(ctx, time.Second)
	}
	return nil
}

const upgrade = "GET /ws/telnet HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
	"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
	"Sec-WebSocket-Protocol: telnet.mudstandards.org\r\n\r\n"

// webSocketSlow sends a message a byte a second.
func webSocketSlow(ctx context.Context, a *attacker) error {
	if _, err := io.WriteString(a.nc, upgrade+"\x82\xfe\x10\x00\x00\x00\x00\x00"); err != nil {
		return err
	}
	return dribble("x")(ctx, a)
}
