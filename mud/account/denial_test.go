package account_test

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/mud/account"
)

// denials is a log of failed sign-ins, its lines without the time, and how many were left out.
func denials() (log *account.DenialLog, lines *bytes.Buffer, leftOut *int) {
	lines, leftOut = &bytes.Buffer{}, new(int)
	h := slog.NewTextHandler(lines, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}})
	return account.NewDenialLog(slog.New(h), func() { *leftOut++ }), lines, leftOut
}

func TestDenialIsOneLine(t *testing.T) {
	m := newTable()
	register(t, m, newRegistrar(t, m), "Ann", rightPassword)
	log, lines, _ := denials()
	r, err := account.New(account.Config{Rows: m, Hasher: cheap(t), Throttle: account.NewThrottle(0), Denials: log})
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		what, name, password, want string
		remote                     net.Addr
	}{
		{"a wrong password", "ann", "wrong", "remote=192.0.2.7 door=telnet reason=wrong name=Ann", tcp("192.0.2.7:4711")},
		{"another case", " ANN ", "wrong", "remote=2001:db8::7 door=telnet reason=wrong name=Ann", tcp("[2001:db8::7]:1")},
		{"a mapped one", "ann", "wrong", "remote=192.0.2.8 door=telnet reason=wrong name=Ann", tcp("[::ffff:192.0.2.8]:1")},
		{"nobody's name", "hunter2", "wrong", "remote=192.0.2.9 door=telnet reason=wrong", tcp("192.0.2.9:1")},
		{"no name", "a\nlevel=WARN", "wrong", "remote=192.0.2.10 door=telnet reason=wrong", tcp("192.0.2.10:1")},
		{"no address", "ann", "wrong", "remote=unknown door=telnet reason=wrong name=Ann", nil},
		{"the right password", "ann", rightPassword, "", tcp("192.0.2.11:1")},
	}
	for _, tt := range tests {
		t.Run(tt.what, func(t *testing.T) {
			lines.Reset()
			_, _ = r.SignIn(context.Background(), account.Attempt{
				Name: tt.name, Password: account.NewSecret(tt.password), From: account.SourceOf(tt.remote), Now: noon(),
				Remote: tt.remote, Door: "telnet",
			})
			want := ""
			if tt.want != "" {
				want = "level=WARN msg=\"sign-in refused\" " + tt.want + "\n"
			}
			if got := lines.String(); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

func tcp(addr string) net.Addr { return account.TextAddr(addr) }

// However often somebody tries, the log has as many lines as there may be wrong passwords.
func TestDenialsDoNotFlood(t *testing.T) {
	const tries = 1000
	m := newTable()
	log, lines, leftOut := denials()
	r, err := account.New(account.Config{Rows: m, Hasher: cheap(t), Throttle: account.NewThrottle(0), Denials: log})
	if err != nil {
		t.Fatal(err)
	}
	passwords, rest := tcp("192.0.2.7:1"), tcp("192.0.2.8:1")
	for range tries {
		_, _ = r.SignIn(context.Background(), account.Attempt{
			Name: "ann", Password: account.NewSecret("wrong"), From: account.SourceOf(passwords), Now: noon(), Remote: passwords,
		})
		log.Free(account.Denial{Remote: rest, Door: "mcp", Reason: account.CodeBadToken}, noon())
	}
	const most = account.FailuresFree + 1
	for _, from := range []string{"192.0.2.7", "192.0.2.8"} {
		if got := strings.Count(lines.String(), "remote="+from+" "); got != most {
			t.Errorf("got %d lines of %s, want %d", got, from, most)
		}
	}
	if *leftOut != tries-most {
		t.Errorf("got %d lines left out, want %d", *leftOut, tries-most)
	}
	log.Free(account.Denial{Remote: rest, Door: "mcp", Reason: account.CodeBadToken}, noon().Add(time.Second))
	if got := strings.Count(lines.String(), "bad_token"); got != most+1 {
		t.Errorf("after the wait: got %d lines, want %d", got, most+1)
	}
	log.Free(account.Denial{Remote: tcp("192.0.2.9:1"), Door: "mcp", Reason: account.CodeBadToken}, noon())
	if got := strings.Count(lines.String(), "remote=192.0.2.9 "); got != 1 {
		t.Errorf("beside the flood of another address: got %d lines of 192.0.2.9, want 1", got)
	}
	var none *account.DenialLog
	none.Free(account.Denial{}, noon())
	none.Throttled(account.Denial{})
}
