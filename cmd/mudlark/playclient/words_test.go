package playclient

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/mud/telnet/dialer"
	"github.com/mudlark-mud/mudlark/tui/client/profile"
)

// stranger is a player of a MUD that nobody called yet.
func stranger(t *testing.T) *player {
	t.Helper()
	shelf, err := profile.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	addr, err := profile.Parse("mud.example:4000")
	if err != nil {
		t.Fatal(err)
	}
	e := &command.Env{Ctx: t.Context(), Getenv: func(string) string { return "" }, Stdout: io.Discard}
	return newPlayer(e, shelf, shelf.Folder("x"), profile.Profile{}, addr, nil)
}

// TestWhy says in a few words why a MUD cannot be called.
func TestWhy(t *testing.T) {
	p := stranger(t)
	reset := &net.OpError{Op: "read", Net: "tcp", Err: os.NewSyscallError("read", syscall.ECONNRESET)}
	for _, tt := range []struct {
		err  error
		want string
	}{
		{&net.OpError{Op: "dial", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}, "connection refused"},
		{&net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", IsNotFound: true}}, "there is no such host"},
		{&net.OpError{Op: "dial", Err: &net.DNSError{Err: "server misbehaving"}}, "its name cannot be looked up now"},
		{&net.OpError{Op: "dial", Err: os.ErrDeadlineExceeded}, "it does not answer"},
		{fmt.Errorf("agree on TLS: %w", context.DeadlineExceeded), "it does not answer"},
		{errors.New("read the pinned certificates: torn"), "read the pinned certificates: torn"},
		{errors.New("it is valid for \x1b]2;x\x07evil\x1b[2J"), "it is valid for ]2;xevil[2J"},
	} {
		err := fmt.Errorf("call mud.example:4000: %w", tt.err)
		if got, want := p.unreached(err), "Could not reach mud.example:4000: "+tt.want+"."; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	for want, c := range map[string]dialer.Closed{
		"The server closed the connection.":                  {Reason: dialer.ReasonGone},
		"The connection was lost: connection reset by peer.": {Reason: dialer.ReasonLost, Err: reset},
		"The connection is closed: the client made a mistake: panic: no.": {
			Reason: dialer.ReasonPanic, Err: errors.New("panic: no\ngoroutine 1"),
		},
		"The connection is closed.": {},
	} {
		if got := parted(c); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	said := strings.Join(p.changedWords(&dialer.PinChanged{Pinned: dialer.Vouched, Found: "cafe"}), "\n")
	if !strings.HasSuffix(said, "\nBefore: one that an authority vouched for\nNow:    cafe") {
		t.Errorf("got %q", said)
	}
}

// TestLineTooLong says of a line that was not sent that it was not: one may be made long by the rules.
func TestLineTooLong(t *testing.T) {
	p := stranger(t)
	ours, theirs := net.Pipe()
	t.Cleanup(func() { _ = theirs.Close() })
	p.dial = func(context.Context, string, string) (net.Conn, error) { return ours, nil }
	conn, err := dialer.Dial(t.Context(), p.config())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	p.join(conn)
	go p.far.Run(t.Context())
	p.Send(strings.Repeat("x", dialer.TypedMaxBytes+1))
	for m := range p.far.Messages() {
		for _, l := range m.Lines {
			if l.String() == lineTooLong {
				return
			}
		}
	}
	t.Error("nothing was said")
}

// TestCardHasNoPortZero: a MUD without TLS says so with a 0, which is not a port.
func TestCardHasNoPortZero(t *testing.T) {
	for value, want := range map[string]string{"0": "", "4001": "TLS port: 4001", "": ""} {
		told := dialer.ParseServerInfo([]byte("\x01TLS\x02" + value))
		if got := strings.Join(cardLines(told, time.Unix(0, 0)), "\n"); got != want {
			t.Errorf("%q: got %q, want %q", value, got, want)
		}
	}
}
