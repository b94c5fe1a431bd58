package telnet_test

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/mud/telnet"
	"github.com/mudlark-mud/mudlark/mud/telnet/wire"
)

// The wire, spelled out so that the tests do not depend on the names of the code.
const (
	iac  = "\xff"
	dont = "\xff\xfe"
	do   = "\xff\xfd"
	wont = "\xff\xfc"
	will = "\xff\xfb"
	sb   = "\xff\xfa"
	se   = "\xff\xf0"
	ga   = "\xff\xf9"
	eor  = "\xff\xef"

	echo, sga, timingMark, ttype, endOfRecord, naws = "\x01", "\x03", "\x06", "\x18", "\x19", "\x1f"
	linemode, environ, charset, mssp, mccp2, gmcp   = "\x22", "\x27", "\x2a", "\x46", "\x56", "\xc9"

	firstOffers  = do + ttype + do + naws + will + endOfRecord + will + gmcp
	secondOffers = do + environ + will + charset + will + mccp2
	marker       = sb + mccp2 + se
	sendType     = sb + ttype + "\x01" + se
	askEnviron   = sb + environ + "\x01\x00CLIENT_NAME\x00CLIENT_VERSION\x00CHARSET\x00MTTS\x00TERMINAL_TYPE" +
		"\x00IPADDRESS" + se
	askCharset = sb + charset + "\x01;UTF-8" + se
)

// client is a machine with what it has said so far.
type client struct {
	*telnet.Machine
	events []telnet.Event
	sent   []byte
}

// newClient has taken the first offers off the output.
func newClient(t *testing.T) *client {
	t.Helper()
	c := &client{Machine: telnet.New(telnet.Options{})}
	if got := string(c.Out()); got != firstOffers {
		t.Fatalf("first offers: got %q, want %q", got, firstOffers)
	}
	return c
}

// says feeds bytes and returns what the machine answers to them.
func (c *client) says(s string) string {
	for e := range c.Feed([]byte(s)) {
		c.events = append(c.events, e)
	}
	out := c.Out()
	c.sent = append(c.sent, out...)
	return string(out)
}

// shows returns the bytes of what f sends.
func (c *client) shows(f func(*telnet.Machine)) string {
	f(c.Machine)
	return string(c.Out())
}

func (c *client) lines() []string {
	var lines []string
	for _, e := range c.events {
		if l, ok := e.(telnet.Line); ok {
			lines = append(lines, l.Text)
		}
	}
	return lines
}

func (c *client) closed() telnet.Reason {
	for _, e := range c.events {
		if e, ok := e.(telnet.Closed); ok {
			return e.Reason
		}
	}
	return ""
}

// tell is an event in words, with the text that a Line hides.
func tell(e telnet.Event) string {
	if l, ok := e.(telnet.Line); ok {
		return fmt.Sprintf("line %q secret=%t cut=%t", l.Text, l.Secret, l.Cut)
	}
	return fmt.Sprintf("%T %+v", e, e)
}

func tellAll(events []telnet.Event) string {
	var b strings.Builder
	for _, e := range events {
		b.WriteString(tell(e) + "\n")
	}
	return b.String()
}

func wantAnswer(t *testing.T, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("answer: got %q, want %q", got, want)
	}
}

func wantLines(t *testing.T, c *client, want ...string) {
	t.Helper()
	if got := c.lines(); !slices.Equal(got, want) {
		t.Errorf("lines: got %q, want %q", got, want)
	}
}

// decoded is what a client reads of what was sent: with what is compressed inflated.
func decoded(t testing.TB, sent []byte) string {
	t.Helper()
	i := bytes.Index(sent, []byte(marker))
	if i < 0 {
		return string(sent)
	}
	plain, packed := sent[:i+len(marker)], bytes.NewReader(sent[i+len(marker):])
	if packed.Len() == 0 {
		return string(plain)
	}
	r, err := zlib.NewReader(packed)
	if err != nil {
		t.Fatalf("open the stream: %v", err)
	}
	text, err := io.ReadAll(r)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) { // a stream that goes on
		t.Fatalf("inflate: %v", err)
	}
	rest, _ := io.ReadAll(packed)
	return string(plain) + string(text) + string(rest)
}

func is(name string) string { return sb + ttype + "\x00" + name + se }

func window(w, h int) string {
	b := []byte{byte(w >> 8), byte(w), byte(h >> 8), byte(h)}
	return sb + naws + string(bytes.ReplaceAll(b, []byte(iac), []byte(iac+iac))) + se
}

func TestNegotiation(t *testing.T) {
	t.Run("refuse-all", func(t *testing.T) {
		c := newClient(t)
		wantAnswer(t, c.says(wont+ttype), secondOffers)
		const others = wont + naws + dont + endOfRecord + dont + gmcp + wont + environ + dont + charset + dont + mccp2
		wantAnswer(t, c.says(others), "")
		wantAnswer(t, c.says(wont+ttype+others), "")
		if len(c.events) != 1 {
			t.Errorf("got %s, want Ready alone", tellAll(c.events))
		}
	})
	t.Run("accept-all", func(t *testing.T) {
		c := newClient(t)
		wantAnswer(t, c.says(will+ttype+will+naws+do+endOfRecord+do+gmcp), sendType+secondOffers)
		wantAnswer(t, c.says(will+environ+do+charset), askEnviron+askCharset)
		wantAnswer(t, c.says(is("MUDLET")), sendType)
		wantAnswer(t, c.says(is("ANSI-TRUECOLOR")), sendType)
		wantAnswer(t, c.says(do+mccp2), marker)
		wantAnswer(t, c.says(is("MTTS 2349")), "")
		if len(c.events) != 0 {
			t.Errorf("before CHARSET is answered: got %s", tellAll(c.events))
		}
		wantAnswer(t, c.says(sb+charset+"\x02UTF-8"+se), "")
		if _, ok := c.events[0].(telnet.Ready); len(c.events) != 1 || !ok {
			t.Errorf("got %s, want Ready", tellAll(c.events))
		}
	})
	t.Run("unknown-options", func(t *testing.T) {
		c := newClient(t)
		c.says(iac + "\xf1")
		for _, option := range []string{linemode, "\x20", "\x17", mssp, "\xff", "\x7f"} {
			wantAnswer(t, c.says(do+option), wont+option)
			wantAnswer(t, c.says(will+option), dont+option)
			wantAnswer(t, c.says(wont+option+dont+option), "")
		}
	})
	t.Run("timing-mark", func(t *testing.T) {
		c := newClient(t)
		c.says(wont + ttype)
		for range 5 {
			wantAnswer(t, c.says(iac+"\xf4"+do+timingMark), wont+timingMark)
		}
	})
}

func TestStorms(t *testing.T) {
	t.Run("ack-storm", func(t *testing.T) {
		c := newClient(t)
		c.says(will + ttype + will + naws + do + endOfRecord)
		wantAnswer(t, c.says(strings.Repeat(will+naws+do+endOfRecord, 25)), "")
		wantAnswer(t, c.says(strings.Repeat(dont+echo, 50)), "")
		wantAnswer(t, c.says(strings.Repeat(wont+environ, 50)), "")
	})
	t.Run("toggle-storm", func(t *testing.T) {
		c := newClient(t)
		got := c.says(strings.Repeat(will+naws+wont+naws, 100_000))
		if len(got) > 3*(telnet.NegotiationMax+10) {
			t.Errorf("answered with %d bytes", len(got))
		}
		if c.closed() != telnet.ReasonNegotiation {
			t.Errorf("got %q, want %q", c.closed(), telnet.ReasonNegotiation)
		}
		wantAnswer(t, c.says("look\r\n"+do+gmcp), "")
		wantLines(t, c)
	})
	t.Run("slow toggles are legal", func(t *testing.T) {
		now := time.Unix(0, 0)
		c := &client{Machine: telnet.New(telnet.Options{Now: func() time.Time { return now }})}
		for range 10 * telnet.NegotiationMax {
			now = now.Add(telnet.NegotiationWindow/telnet.NegotiationMax + time.Millisecond)
			c.says(do + gmcp)
			now = now.Add(telnet.NegotiationWindow/telnet.NegotiationMax + time.Millisecond)
			c.says(dont + gmcp)
		}
		if c.closed() != "" {
			t.Errorf("closed: %s", c.closed())
		}
	})
}

func TestAgreement(t *testing.T) {
	t.Run("no SB before agreement", func(t *testing.T) {
		c := newClient(t)
		c.says(iac + "\xf1")
		wantAnswer(t, c.says(is("MUDLET")+window(100, 30)+sb+charset+"\x01;UTF-8"+se), "")
		if got, want := c.Capabilities().Width, telnet.WidthDefault; got != want {
			t.Errorf("width from an option that is off: got %d, want %d", got, want)
		}
		wantAnswer(t, c.says(will+charset+sb+charset+"\x03"+se), do+charset) // to a question that we did not ask
		if bytes.Contains(c.sent, []byte(sb)) {
			t.Errorf("sent a subnegotiation: %q", c.sent)
		}
	})
	t.Run("a client that turns an option off is answered", func(t *testing.T) {
		c := newClient(t)
		c.says(do + endOfRecord)
		wantAnswer(t, c.says(dont+endOfRecord), wont+endOfRecord)
		wantAnswer(t, c.says(do+endOfRecord), will+endOfRecord)
		c.says(will + ttype)
		wantAnswer(t, c.says(wont+ttype+will+ttype), dont+ttype+do+ttype) // its names are not asked for again
	})
	t.Run("fixed order", func(t *testing.T) {
		for range 20 {
			c := newClient(t)
			wantAnswer(t, c.says(iac+"\xf1"), secondOffers)
		}
	})
}

func TestUnsolicited(t *testing.T) {
	t.Run("plink opens by itself", func(t *testing.T) {
		c := newClient(t)
		const terminalSpeed = "\x20"
		got := c.says(will + naws + will + terminalSpeed + will + ttype + will + environ +
			do + echo + will + sga + do + sga)
		want := secondOffers + dont + terminalSpeed + sendType + askEnviron + wont + echo + dont + sga + wont + sga
		wantAnswer(t, got, want)
	})
	t.Run("options that are not offered yet", func(t *testing.T) {
		c := newClient(t)
		wantAnswer(t, c.says(do+charset), will+charset+askCharset+do+environ+will+mccp2)
		wantAnswer(t, c.says(do+mssp), wont+mssp) // nobody can say how the server is
	})
	t.Run("a client that asks for UTF-8 itself", func(t *testing.T) {
		c := newClient(t)
		c.says(dont + charset)
		wantAnswer(t, c.says(will+charset), do+charset)
		wantAnswer(t, c.says(sb+charset+"\x01 ISO-8859-1 utf-8"+se), sb+charset+"\x02utf-8"+se)
		if got := c.Capabilities(); !got.UTF8 || got.Charset != "UTF-8" {
			t.Errorf("got %+v", got)
		}
	})
	t.Run("a client that takes ASCII alone", func(t *testing.T) {
		c := newClient(t)
		c.says(dont + charset + will + charset)
		wantAnswer(t, c.says(sb+charset+"\x01[TTABLE]\x01;BIG5;US-ASCII"+se), sb+charset+"\x02US-ASCII"+se)
		if got := c.Capabilities(); got.UTF8 || got.Charset != "US-ASCII" {
			t.Errorf("got %+v", got)
		}
		wantAnswer(t, c.says(sb+charset+"\x01;BIG5"+se), sb+charset+"\x03"+se)
		wantAnswer(t, c.says(sb+charset+"\x04\x01"+se), sb+charset+"\x05"+se)
	})
	t.Run("both ask at once", func(t *testing.T) { // RFC 2066: the server refuses, the client answers
		c := newClient(t)
		c.says(do + charset + will + charset)
		wantAnswer(t, c.says(sb+charset+"\x01;UTF-8"+se), sb+charset+"\x03"+se)
	})
}

func begin(m *telnet.Machine) { m.BeginSecret(); m.Prompt("Password: ") }

func end(m *telnet.Machine) { m.EndSecret() }

func TestPassword(t *testing.T) {
	// Second password masked although WONT ECHO was never acknowledged: TinTin++.
	t.Run("WONT ECHO is never acknowledged", func(t *testing.T) {
		c := newClient(t)
		c.says(will + naws)
		for range 20 {
			wantAnswer(t, c.shows(begin), will+echo+"Password: "+ga)
			wantAnswer(t, c.says(do+echo), "")
			wantAnswer(t, c.says("hunter2\r\n"), "")
			wantAnswer(t, c.shows(end), wont+echo+"\r\n")
		}
	})
	t.Run("every answer", func(t *testing.T) {
		c := newClient(t)
		c.says(will + naws)
		for range 20 {
			wantAnswer(t, c.shows(begin), will+echo+"Password: "+ga)
			wantAnswer(t, c.says(do+echo+"hunter2\r\n"), "")
			wantAnswer(t, c.shows(end), wont+echo+"\r\n")
			wantAnswer(t, c.says(dont+echo), "")
		}
	})
	t.Run("answers come late and together", func(t *testing.T) {
		c := newClient(t)
		c.says(will + naws)
		c.shows(func(m *telnet.Machine) { m.BeginSecret(); m.EndSecret(); m.BeginSecret() })
		wantAnswer(t, c.says(do+echo+dont+echo+do+echo), "")
		wantAnswer(t, c.shows(end), wont+echo+"\r\n")
	})
	t.Run("no answer at all", func(t *testing.T) {
		c := newClient(t)
		for range 20 {
			wantAnswer(t, c.shows(begin), will+echo+"Password: ")
			wantAnswer(t, c.shows(end), wont+echo+"\r\n")
		}
	})
}

func TestPasswordToOddClients(t *testing.T) {
	t.Run("refused", func(t *testing.T) {
		c := newClient(t)
		c.says(will + naws)
		c.shows(begin)
		const warning = "\r\n[Your client shows what you type here. See that nobody looks on.]\r\n"
		wantAnswer(t, c.says(dont+echo), warning)
		wantAnswer(t, c.says(dont+echo), "")
		wantAnswer(t, c.shows(end), wont+echo+"\r\n")
		wantAnswer(t, c.shows(begin), will+echo+"Password: "+ga)
	})
	t.Run("WONT final, late DO draws one WONT", func(t *testing.T) {
		c := newClient(t)
		c.says(will + naws)
		c.shows(begin)
		c.shows(end)
		wantAnswer(t, c.says(do+echo), wont+echo)
		wantAnswer(t, c.says(dont+echo+dont+echo), "")
	})
	t.Run("asked twice in one secret", func(t *testing.T) { // the client has not echoed Enter
		c := newClient(t)
		wantAnswer(t, c.shows(begin), will+echo+"Password: ")
		c.says("hunter2\r\n")
		wantAnswer(t, c.shows(func(m *telnet.Machine) { m.Prompt("Again: ") }), "\r\nAgain: ")
		c.says("hunter2\r\n")
		wantAnswer(t, c.shows(end), wont+echo+"\r\n")
	})
	t.Run("twice on, twice off", func(t *testing.T) {
		c := newClient(t)
		wantAnswer(t, c.shows(end), "")
		wantAnswer(t, c.shows(func(m *telnet.Machine) { m.BeginSecret(); m.BeginSecret() }), will+echo)
	})
	t.Run("password never echoed, never printed", func(t *testing.T) {
		c := newClient(t)
		c.shows(begin)
		if got := c.says("hunter2\r\n"); strings.Contains(got, "hunter2") {
			t.Errorf("echoed: %q", got)
		}
		line, _ := c.events[1].(telnet.Line)
		if line.Text != "hunter2" || !line.Secret {
			t.Fatalf("got %s", tell(line))
		}
		var log bytes.Buffer
		slog.New(slog.NewTextHandler(&log, nil)).Info("line", "event", line)
		fmt.Fprintf(&log, "%v %+v %#v %s", line, line, line, telnet.Event(line))
		if strings.Contains(log.String(), "hunter2") {
			t.Errorf("printed: %s", log.String())
		}
	})
}

func TestLines(t *testing.T) {
	for name, tt := range map[string]struct {
		in   string
		want []string
	}{
		"line-end CR LF":         {"a\r\nb\r\n", []string{"a", "b"}},
		"line-end CR NUL":        {"a\r\x00b\r\x00", []string{"a", "b"}},
		"line-end LF":            {"a\nb\n", []string{"a", "b"}},
		"line-end CR":            {"a\rb\r", []string{"a", "b"}},
		"line-end-same":          {"\r\n\r\n\n\r\x00\r", []string{"", "", "", "", ""}},
		"LF LF":                  {"a\n\nb\n", []string{"a", "", "b"}},
		"NUL elsewhere":          {"l\x00oo\x00k\x00\r\n\x00", []string{"look"}},
		"backspace":              {"lookk\b\r\nx\x7f\x7f\x7fok\r\n", []string{"look", "ok"}},
		"backspace takes a rune": {"caf\u00e9\u20ac\U0001F409\b\b\be\r\n", []string{"cafe"}},
		"^U":                     {"get all\x15look\r\n", []string{"look"}},
		"^W":                     {"get the  lamp  \x17\x17coin\r\n\x17\r\n", []string{"get coin", ""}},
		"commands-in-line": {
			"l" + iac + "\xf1o" + iac + "\xf2" + do + gmcp + "o" + iac + "\xf9k\r" + iac + "\xf1\n", []string{"look"},
		},
		"IAC EC and EL":           {"x\xff\xf8lookx\xff\xf7\r\n", []string{"look"}},
		"IAC IP forgets the line": {"drop all\xff\xf4look\r\n", []string{"look"}},
		"unknown command":         {"lo\xff\x20ok\r\n", []string{"look"}},
		"byte 255":                {"lo\xff\xffok\r\n", []string{"look"}},
		"empty-sb":                {"lo" + sb + se + "ok\r\n", []string{"look"}},
		"SB of option 255":        {"lo" + sb + iac + iac + "xx" + se + "ok\r\n", []string{"look"}},
		"sb-no-payload": {
			will + ttype + will + naws + "lo" + sb + ttype + se + sb + naws + se + "ok\r\n", []string{"look"},
		},
		"lost SE": {
			will + naws + sb + naws + "\x00\x64\x00\x1e" + iac + "\xf1look\r\n", []string{"look"},
		},
		"lost SE before another SB": {
			will + naws + sb + naws + "\x00" + window(90, 30) + "look\r\n", []string{"look"},
		},
		"lost SE before a negotiation": {
			will + ttype + sb + ttype + "\x00x" + do + gmcp + "look\r\n", []string{"look"},
		},
		"0xF0 inside SB": {
			will + naws + sb + naws + "\x00\xf0\x00\xf0" + se + "look\r\n", []string{"look"},
		},
		"tab stays": {"a\tb\r\n", []string{"a\tb"}},
		"bad-utf8": {
			"a\xc3(\xe2\x82 \xc0\xaf\xed\xa0\x80\xf8b\r\n",
			[]string{"a\ufffd(\ufffd\ufffd \ufffd\ufffd\ufffd\ufffd\ufffd\ufffdb"},
		},
		"escape-injection ESC":              {"\x1b[2J\x1b]0;x\x07hi\r\n", []string{"[2J]0;xhi"}},
		"escape-injection C1":               {"\u009b2Jhi\u0085\r\n", []string{"2Jhi"}},
		"escape-injection raw C1":           {"\x9b2J\r\n", []string{"\ufffd2J"}},
		"escape-injection separators":       {"a\u2028b\u2029c\ufeff\r\n", []string{"abc"}},
		"escape-injection bidi":             {"\u202eabc\u202c\u2066d\u2069\u200f\u061c\r\n", []string{"abcd"}},
		"escape-injection invisible letter": {"hi\U000E0041\U000E007F\r\n", []string{"hi"}},
		"joiners of emoji stay": {
			"\U0001F469\u200d\U0001F680\ufe0f\r\n", []string{"\U0001F469\u200d\U0001F680\ufe0f"},
		},
		"NFC": {"cafe\u0301\r\n", []string{"caf\u00e9"}},
	} {
		t.Run(name, func(t *testing.T) {
			c := newClient(t)
			c.says(tt.in)
			wantLines(t, c, tt.want...)
		})
	}
}

func TestSplitLine(t *testing.T) { // split-line (CR | LF)
	c := newClient(t)
	c.says("look\r")
	wantLines(t, c, "look") // at once: the LF may be long in coming
	c.says("\n")
	c.says("north\r")
	c.says("\x00")
	c.says("\n")
	wantLines(t, c, "look", "north", "")
}

// TestSplitBytes is split-bytes: whole conversations cut at every byte. What comes of them may not depend on packets.
func TestSplitBytes(t *testing.T) {
	for name, in := range conversations() {
		t.Run(name, func(t *testing.T) {
			whole := newClient(t)
			whole.says(in)
			single := newClient(t)
			for i := range len(in) {
				single.says(in[i : i+1])
			}
			wantSame(t, "byte by byte", single, whole)
			for i := range len(in) {
				c := newClient(t)
				c.says(in[:i])
				c.says(in[i:])
				wantSame(t, fmt.Sprintf("cut at %d", i), c, whole)
			}
		})
	}
}

func wantSame(t *testing.T, how string, got, want *client) {
	t.Helper()
	if got, want := decoded(t, got.sent), decoded(t, want.sent); got != want {
		t.Fatalf("%s: sent %q, want %q", how, got, want)
	}
	if got, want := tellAll(got.events), tellAll(want.events); got != want {
		t.Fatalf("%s: got %s\nwant %s", how, got, want)
	}
}

func TestAreYouThere(t *testing.T) { // ayt
	c := newClient(t)
	c.says(wont + ttype)
	wantAnswer(t, c.says("lo"+iac+"\xf6ok\r\n"), "[Yes]\r\n")
	wantLines(t, c, "look")
}

func TestInterrupt(t *testing.T) {
	c := newClient(t)
	c.says("drop all" + iac + "\xf4")
	if got, want := tellAll(c.events[1:]), "telnet.Interrupt {}\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestAbuse(t *testing.T) {
	t.Run("huge-sb", func(t *testing.T) {
		for _, option := range []string{ttype, gmcp, naws} {
			c := newClient(t)
			c.says(will + ttype + will + naws + sb + option)
			c.says(strings.Repeat("x", 4<<20))
			if c.closed() != telnet.ReasonSubnegotiation {
				t.Errorf("option %q: got %q, want %q", option, c.closed(), telnet.ReasonSubnegotiation)
			}
		}
	})
	t.Run("an SB beyond its limit is dropped alone", func(t *testing.T) {
		c := newClient(t)
		c.says(will + ttype)
		c.says(is(strings.Repeat("x", telnet.SubMaxBytes)))
		c.says(is("MUDLET") + is("MTTS 9") + "look\r\n")
		wantLines(t, c, "look")
		if got := c.Capabilities().Client; got != "MUDLET" {
			t.Errorf("client: got %q", got)
		}
	})
}

func TestLongLines(t *testing.T) {
	t.Run("long-line", func(t *testing.T) {
		c := newClient(t)
		got := c.says(strings.Repeat("x", 4<<20) + "\b\x17\r\nlook\r\n")
		if !strings.Contains(got, fmt.Sprint(telnet.LineMaxBytes)) {
			t.Errorf("was not told: %q", got)
		}
		wantLines(t, c, strings.Repeat("x", telnet.LineMaxBytes), "look")
		if l, _ := c.events[1].(telnet.Line); !l.Cut {
			t.Error("not marked as cut")
		}
	})
	t.Run("long-line cut in a rune", func(t *testing.T) {
		c := newClient(t)
		c.says("x" + strings.Repeat("\u20ac", telnet.LineMaxBytes/3+1) + "\r\n")
		wantLines(t, c, "x"+strings.Repeat("\u20ac", telnet.LineMaxBytes/3))
	})
	t.Run("line of exactly the limit", func(t *testing.T) {
		c := newClient(t)
		wantAnswer(t, c.says(strings.Repeat("x", telnet.LineMaxBytes)+"\r\n"), "")
	})
}

func TestFloods(t *testing.T) {
	t.Run("iac-flood", func(t *testing.T) {
		for _, command := range []string{do + gmcp, iac + "\xf6", iac + "\xf4", do + timingMark} {
			c := newClient(t)
			got := c.says(strings.Repeat(command, 100_000))
			if len(got) > 10*telnet.NegotiationMax || c.closed() != telnet.ReasonNegotiation {
				t.Errorf("%q: answered with %d bytes, closed %q", command, len(got), c.closed())
			}
		}
		c := newClient(t)
		c.says(strings.Repeat(iac+"\xf1", 100_000) + "look\r\n")
		wantLines(t, c, "look") // a NOP draws nothing and is nobody's harm
	})
	t.Run("environ-flood", func(t *testing.T) {
		c := newClient(t)
		c.Expire()
		c.says(will + environ)
		for i := range 10_000 {
			c.says(fmt.Sprintf("%s\x02\x00CLIENT_NAME\x01%d%s", sb+environ, i, se))
		}
		if len(c.events) > telnet.NegotiationMax+2 || c.closed() != telnet.ReasonNegotiation {
			t.Errorf("%d events, closed %q", len(c.events), c.closed())
		}
	})
	t.Run("charset-flood", func(t *testing.T) {
		c := newClient(t)
		c.says(will + charset + dont + charset)
		got := c.says(strings.Repeat(sb+charset+"\x01;UTF-8"+se, 10_000))
		if len(got) > 20*telnet.NegotiationMax || c.closed() != telnet.ReasonNegotiation {
			t.Errorf("answered with %d bytes, closed %q", len(got), c.closed())
		}
	})
}

func TestBadAnswers(t *testing.T) {
	t.Run("naws-bad", func(t *testing.T) {
		for name, tt := range map[string]struct {
			payload       string
			width, height int
		}{
			"short":         {"\x00\x50\x00", 80, 24},
			"long":          {"\x00\x64\x00\x1e\x00", 80, 24},
			"zero":          {"\x00\x00\x00\x00", 80, 24},
			"zero width":    {"\x00\x00\x00\x1e", 80, 30},
			"tiny":          {"\x00\x01\x00\x01", 20, 5},
			"huge":          {"\xff\xff\xff\xff\xff\xff\xff\xff", 500, 200},
			"doubled 255":   {"\x00\xff\xff\x00\x28", 255, 40},
			"undoubled 255": {"\x00\xff\x00\x28", 80, 24},
		} {
			c := newClient(t)
			c.says(will + naws + sb + naws + tt.payload + se + "\x15look\r\n")
			got := c.Capabilities()
			if got.Width != tt.width || got.Height != tt.height {
				t.Errorf("%s: got %dx%d, want %dx%d", name, got.Width, got.Height, tt.width, tt.height)
			}
			wantLines(t, c, "look")
		}
	})
	t.Run("ttype-bad", func(t *testing.T) {
		c := newClient(t)
		c.says(will + ttype)
		wantAnswer(t, c.says(sb+ttype+"\x01"+se+sb+ttype+"\x07x"+se), "")
		wantAnswer(t, c.says(is("")), sendType)
		wantAnswer(t, c.says(is("\x1b[31m\u00e9\r\n"+strings.Repeat("x", 200))), sendType)
		wantAnswer(t, c.says(is("MTTS x")), sendType)
		wantAnswer(t, c.says(is("MTTS 99999999999999999999")), "")
		wantAnswer(t, c.says(is("again")+is("again")), "")
		caps := c.Capabilities()
		for _, name := range []string{caps.Client, caps.TerminalName} {
			odd := func(r rune) bool { return r < ' ' || r > '~' }
			if len(name) > wire.TerminalNameMaxBytes || strings.ContainsFunc(name, odd) {
				t.Errorf("kept %q", name)
			}
		}
	})
	t.Run("charset-bad", func(t *testing.T) {
		c := newClient(t)
		c.says(do + charset)
		c.says(sb + charset + "\x02" + se + sb + charset + "\x09" + se + sb + charset + se)
		if c.Capabilities().UTF8 {
			t.Error("accepted nothing and got UTF-8")
		}
		c.says(sb + charset + "\x02UTF-8" + se) // answers nothing any more
		if c.Capabilities().UTF8 {
			t.Error("took a second answer")
		}
		c.says(will + charset)
		wantAnswer(t, c.says(sb+charset+"\x01"+se), sb+charset+"\x03"+se)
		wantAnswer(t, c.says(sb+charset+"\x01[TTABLE]"+se), sb+charset+"\x03"+se)
	})
}

func TestReady(t *testing.T) {
	t.Run("Expire greets once", func(t *testing.T) {
		c := newClient(t)
		c.Expire()
		c.Expire()
		c.says("")
		if len(c.events) != 1 {
			t.Errorf("got %s", tellAll(c.events))
		}
	})
	t.Run("a line greets", func(t *testing.T) {
		c := newClient(t)
		c.says("ann\r\n")
		if _, ok := c.events[0].(telnet.Ready); !ok || len(c.events) != 2 {
			t.Errorf("got %s", tellAll(c.events))
		}
	})
	t.Run("what comes late is told", func(t *testing.T) {
		c := newClient(t)
		c.Expire()
		c.says(will + naws + will + ttype + window(100, 30))
		c.says(is("MUDLET") + is("ANSI-TRUECOLOR") + is("MTTS 13"))
		c.says(window(100, 30))
		want := "telnet.Resized {Width:100 Height:30}\ntelnet.Terminal"
		if got := tellAll(c.events[1:]); !strings.HasPrefix(got, want) || len(c.events) != 3 {
			t.Errorf("got %s", got)
		}
	})
}

func TestOutput(t *testing.T) {
	text := func(s string) func(*telnet.Machine) { return func(m *telnet.Machine) { m.Text(s) } }
	prompt := func(m *telnet.Machine) { m.Prompt("> \n") }
	t.Run("all line ends CR LF", func(t *testing.T) {
		wantAnswer(t, newClient(t).shows(text("a\nb\r\nc\rd\x00\n\n")), "a\r\nb\r\ncd\r\n\r\n")
	})
	t.Run("valid UTF-8", func(t *testing.T) {
		got := newClient(t).shows(text("\xff\xc3(caf\u00e9 \u4e16\u754c\u009bx\x1b[1m\n"))
		if want := "\ufffd\ufffd(caf\u00e9 \u4e16\u754cx\x1b[1m\r\n"; got != want || !utf8.ValidString(got) {
			t.Errorf("got %q, want %q", got, want)
		}
	})
	t.Run("255 in a request does not come back bare", func(t *testing.T) {
		c := newClient(t)
		c.says(dont + charset + will + charset)
		wantAnswer(t, c.says(sb+charset+"\x01"+iac+iac+"utf-8"+se), sb+charset+"\x02utf-8"+se)
	})
	t.Run("EOR only if agreed, GA otherwise", func(t *testing.T) {
		c := newClient(t)
		wantAnswer(t, c.shows(prompt), "> ") // nothing to a dumb client
		c.says("look\r\n" + wont + ttype)
		wantAnswer(t, c.shows(prompt), "> "+ga)
		c.says("look\r\n" + do + endOfRecord)
		wantAnswer(t, c.shows(prompt), "> "+eor)
	})
	t.Run("text behind a prompt begins a line", func(t *testing.T) {
		c := newClient(t)
		send := func(m *telnet.Machine) { m.Send(telnet.Output{Text: "Ann waves.\n", Prompt: "> "}) }
		wantAnswer(t, c.shows(send), "Ann waves.\r\n> ")
		wantAnswer(t, c.shows(send), "\r\nAnn waves.\r\n> ")
		c.says("look\r\n")
		wantAnswer(t, c.shows(send), "Ann waves.\r\n> ")
	})
	t.Run("ASCII", func(t *testing.T) {
		c := newClient(t)
		m := c.Machine
		m.SetCharset(telnet.CharsetASCII)
		wantAnswer(t, c.shows(text("caf\u00e9 \u2014 \u4e16\n\x00\r")), "cafe -- ?\r\n")
		m.SetCharset(telnet.CharsetUTF8)
		wantAnswer(t, c.shows(text("\u00e9")), "\u00e9")
	})
}

func TestColour(t *testing.T) {
	for _, tt := range []struct {
		names string // in the order of the answers
		want  wire.Colour
	}{
		{"", wire.Colour16},
		{"TINTIN++,xterm,MTTS 271", wire.ColourTrue},
		{"TINTIN++,linux,MTTS 271", wire.Colour16},
		{"TINTIN++,vt220,MTTS 271", wire.Colour16},
		{"TINTIN++,vt100,MTTS 271", wire.Colour16},
		{"TINTIN++,dumb,MTTS 271", wire.ColourNone},
		{"TINTIN++,screen,MTTS 335", wire.ColourTrue},
		{"MUDLET,ANSI-TRUECOLOR,MTTS 2349", wire.ColourTrue},
		{"TINYFUGUE,ANSI-ATTR,ANSI,UNKNOWN", wire.Colour16},
		{"KBtin,hardcopy,unknown,KBtin-2.1", wire.Colour16},
		{"KildClient,KildClient", wire.Colour16},
		{"new client,xterm-256color,MTTS 13", wire.Colour256},
		{"new client,xterm-256color,MTTS 5", wire.Colour256},
		{"new client,ansi,MTTS 1", wire.Colour16},
		{"reader,ansi,MTTS 64", wire.ColourNone},
		{"XTERM-256COLOR,XTERM-256COLOR", wire.Colour256},
		{"xterm-kitty,xterm-kitty", wire.ColourTrue},
		{"xterm-direct,xterm-direct", wire.ColourTrue},
		{"xterm,xterm", wire.Colour16},
		{"putty,putty", wire.Colour16},
		{"dumb,dumb", wire.ColourNone},
		{"DUMB,DUMB", wire.ColourNone},
		{"something,dumb,something", wire.ColourNone},
		{"something,hardcopy,something", wire.ColourNone},
		{"unknown,unknown", wire.Colour16},
	} {
		t.Run(tt.names, func(t *testing.T) {
			c := newClient(t)
			c.says(will + ttype)
			for name := range strings.SplitSeq(tt.names, ",") {
				c.says(is(name))
			}
			if got := c.Capabilities().Colour; got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func TestCapabilities(t *testing.T) {
	c := newClient(t)
	c.says(will + naws + will + ttype + window(120, 40) + do + charset)
	c.says(is("TINTIN++") + is("xterm") + is("MTTS 335") + sb + charset + "\x02UTF-8" + se)
	want := telnet.Capabilities{
		Telnet: true, Client: "TINTIN++", TerminalName: "xterm", Colour: wire.ColourTrue,
		UTF8: true, ScreenReader: true, Width: 120, Height: 40, Charset: "UTF-8", MTTS: 335,
	}
	if got := c.events[0]; got != telnet.Event(telnet.Ready{Capabilities: want}) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
