package dialer_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/mud/telnet/dialer"
)

// says is a GMCP message on the wire.
func says(message string) string { return sb + gmcp + message + se }

const hello = `Core.Hello {"client":"mudlark","version":""}`

func TestGreeting(t *testing.T) {
	begin(t, dialer.Config{}, func(s *stage) {
		s.says(will + gmcp)
		expect(t, "with nothing", s.heard(), do+gmcp+says(hello))
		s.says(wont + gmcp)
		expect(t, "off", s.heard(), dont+gmcp)
		if err := s.conn.GMCP("Core.Ping", nil); !errors.Is(err, dialer.ErrNoGMCP) {
			t.Errorf("sent: %v", err)
		}
	})
	c := dialer.Config{
		Name: "Other", Version: "1.2", Supports: []string{"Char 1"},
		Login: func() (string, string, bool) { return "", "", false },
	}
	begin(t, c, func(s *stage) {
		s.says(will + gmcp + will + gmcp)
		expect(t, "with all", s.heard(), do+gmcp+says(`Core.Hello {"client":"other","version":"1.2"}`)+
			says(`Core.Supports.Set ["Char 1","Char.Login 1"]`))
	})
}

func TestMessages(t *testing.T) {
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	const dropped = "note The server sent a GMCP message that makes no sense; it was dropped.\n"
	const tooMuch = "note The server sent a message that is too large; it was dropped.\n"
	long := `"` + strings.Repeat("x", dialer.GMCPBytes-2) + `"`
	for name, tt := range map[string]struct{ in, want string }{
		"vitals":                {`Char.Vitals { "hp": "1" }`, "gmcp Char.Vitals { \"hp\": \"1\" }\n"},
		"nothing more":          {`Core.Ping`, "gmcp Core.Ping \n"},
		"a string":              {`Room.WrongDir "ne"`, "gmcp Room.WrongDir \"ne\"\n"},
		"an emoji":              {"X \"\U0001F409\"", "gmcp X \"\U0001F409\"\n"},
		"no UTF-8":              {"X \"\xe9\"", "gmcp X \"\ufffd\"\n"},
		"as deep as may be":     {"X " + deep(dialer.GMCPDepth), "gmcp X " + deep(dialer.GMCPDepth) + "\n"},
		"deeper":                {"X " + deep(dialer.GMCPDepth+1), tooMuch},
		"as long as may be":     {"X " + long, "gmcp X " + long + "\n"},
		"longer":                {"X " + long + " x", tooMuch},
		"much longer":           {"X " + long + long, tooMuch},
		"no JSON":               {"X {hp:1}", dropped},
		"two values":            {"X 1 2", dropped},
		"a raw line end":        {"X \"a\nb\"", dropped},
		"no name":               {` {"hp":1}`, dropped},
		"nothing":               {"", dropped},
		"a name of controls":    {"X\x1b[31m 1", dropped},
		"a name that is a tale": {strings.Repeat("x", 65) + " 1", dropped},
	} {
		begin(t, dialer.Config{}, func(s *stage) {
			s.says(will+gmcp, says(tt.in), says(tt.in)+"Text.\r\n")
			again := tt.want
			if strings.HasPrefix(tt.want, "note") { // once
				again = ""
			}
			expect(t, name, s.events(), tt.want+again+"line \"Text.\"\n")
		})
	}
}

func TestSending(t *testing.T) {
	begin(t, dialer.Config{}, func(s *stage) {
		s.says(will + gmcp)
		s.heard()
		for in, ok := range map[[2]string]bool{
			{"X", ""}: true, {"X.Y", `{"a":"\u00ff"}`}: true, {"X Y", "1"}: false, {"", "1"}: false, {"X", "{"}: false,
			{"X\xff", ""}: false, {"X", `"` + strings.Repeat("x", dialer.GMCPBytes) + `"`}: false,
		} {
			if err := s.conn.GMCP(in[0], []byte(in[1])); ok != (err == nil) {
				t.Errorf("%.50q: %v", in, err)
			}
			if want := says(strings.TrimSpace(in[0] + " " + in[1])); ok {
				expect(t, in[0], s.heard(), want)
			}
		}
		expect(t, "what is wrong", s.heard(), "")
		if err := s.conn.Send(strings.Repeat("x", dialer.TypedMaxBytes+1)); !errors.Is(err, dialer.ErrLong) {
			t.Errorf("a long line: %v", err)
		}
	})
}

func TestRoundTrip(t *testing.T) {
	begin(t, dialer.Config{}, func(s *stage) {
		s.says(will+gmcp, says("Core.Ping"))
		if got := s.conn.Facts().RoundTrip; got != 0 {
			t.Errorf("measured %v before anything was sent", got)
		}
		_ = s.conn.GMCP("core.ping", nil)
		s.passes(70 * time.Millisecond)
		s.says(says("Core.Ping"))
		if got := s.conn.Facts().RoundTrip; got != 70*time.Millisecond {
			t.Errorf("measured %v", got)
		}
	})
}

func TestLogin(t *testing.T) {
	const asks = `Char.Login.Default {"type":["password-credentials"]}`
	none := says("Char.Login.Credentials {}")
	asked := 0
	remembered := func() (string, string, bool) { asked++; return "ann", "p\"w\u00ff", true }
	for name, tt := range map[string]struct {
		login  func() (string, string, bool)
		server string
		want   string
		events string
	}{
		"nobody":   {nil, says(asks), none, ""},
		"nothing":  {func() (string, string, bool) { return "x", "y", false }, says(asks), none, ""},
		"another":  {remembered, says(`Char.Login.Default {"type":["oauth"]}`), "", ""},
		"nonsense": {remembered, says(`Char.Login.Default 5`), "", ""},
		"remembered, once": {remembered, says(asks) + says(asks),
			says(`Char.Login.Credentials {"account":"ann","password":"p\"w`+"\u00ff"+`"}`) + none,
			"note Entering with the login that is remembered.\n"},
		"taken": {nil, says(`char.login.result {"success":true}`), "", "note The server took the login.\n"},
		"not taken": {nil, says(`Char.Login.Result {"success":false,"message":"No\u001b[2J.\u0007\n` + "\u202e" + `"}`), "",
			"note The server did not take the login: No[2J.\n"},
		"not taken, no word": {nil, says(`Char.Login.Result {}`), "", "note The server did not take the login.\n"},
		"a tale": {nil, says(`Char.Login.Result {"message":"` + strings.Repeat("\u00e9", 999) + `"}`), "",
			"note The server did not take the login: " + strings.Repeat("\u00e9", 256) + "\n"},
	} {
		begin(t, dialer.Config{Login: tt.login}, func(s *stage) {
			s.says(will + gmcp)
			s.heard()
			s.says(tt.server)
			expect(t, name, s.heard(), tt.want)
			expect(t, name, s.events(), tt.events)
		})
	}
	if asked != 1 {
		t.Errorf("asked %d times for what is remembered", asked)
	}
}

func TestMessageIsHidden(t *testing.T) {
	m := dialer.GMCP{Package: "Char.Name", Data: []byte(`"secret"`)}
	for _, got := range []string{fmt.Sprint(m), m.LogValue().String(), slog.AnyValue(m).Resolve().String()} {
		if strings.Contains(got, "secret") {
			t.Errorf("prints as %q", got)
		}
	}
}

func TestStatus(t *testing.T) {
	status := sb + mssp + "\x01NAME\x02Lowtide\x01SSL\x024001" + se
	const note = "note Others can read this connection on its way; the server says that it speaks TLS on port 4001.\n"
	begin(t, dialer.Config{}, func(s *stage) {
		s.says(status, will+mssp, status, status)
		expect(t, "events", s.events(), "mssp \"Lowtide\"\n"+note+"mssp \"Lowtide\"\n")
		expect(t, "answers", s.heard(), do+mssp)
	})
}

// FuzzGMCP promises of any payload: what is told is named, valid JSON within the limits, and the connection goes on.
func FuzzGMCP(f *testing.F) {
	for _, in := range []string{
		"Core.Ping", `Char.Vitals {"hp":1}`, "", " ", "X \t1", "X " + strings.Repeat("[", 70), "X \"\xe9\"", "\xff\x00 {}",
		`Char.Login.Default {"type":["password-credentials"]}`, `Char.Login.Result {"message":"\u001b[2J"}`,
	} {
		f.Add([]byte(in))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		payload := strings.ReplaceAll(string(in), "\xff", "\xff\xff")
		login := func() (string, string, bool) { return "ann", "secret", true }
		c := dialer.Config{Login: login, Limits: dialer.Limits{GMCPBytes: 500}}
		events := feed(t, c, []byte(will+gmcp+says(payload)+"\r\nText.\r\n"), 1<<20)
		for _, e := range events {
			if g, ok := e.(dialer.GMCP); ok {
				if len(g.Data) > 0 && !json.Valid(g.Data) || !utf8.Valid(g.Data) || len(g.Data) > 3*500 || g.Package == "" {
					t.Errorf("told %q %q", g.Package, g.Data)
				}
			}
		}
		if got := told(events[max(len(events)-2, 0)]); got != `line "Text."` {
			t.Errorf("afterwards %s", got)
		}
	})
}
