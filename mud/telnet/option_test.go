package telnet_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/mud/telnet"
	"github.com/mudlark-mud/mudlark/mud/telnet/wire"
)

// newPicky is a client whose dropped messages are counted, with the first offers taken off the output.
func newPicky(t *testing.T, o telnet.Options) (*client, map[string]int) {
	t.Helper()
	dropped := map[string]int{}
	o.Dropped = func(limit string) { dropped[limit]++ }
	c := &client{Machine: telnet.New(o)}
	c.Out()
	return c, dropped
}

// TestNeverOffered asks for everything that this server must not do and does not: each is refused once for each
// request, and not answered when the client turns it off.
func TestNeverOffered(t *testing.T) {
	for name, option := range map[string]string{
		"BINARY": "\x00", "SGA": sga, "STATUS": "\x05", "LINEMODE": linemode, "TSPEED": "\x20", "STARTTLS": "\x2e",
		"MSDP": "\x45", "MCCP1": "\x55", "MCCP3": "\x57", "MCCPX": "\x58", "MSP": "\x5a", "MXP": "\x5b", "ZMP": "\x5d",
		"ATCP": "\xc8", "MPLEX": "\x70", "MPCP": "\xca", "ECHO": echo,
	} {
		t.Run(name, func(t *testing.T) {
			c, _ := newPicky(t, telnet.Options{Status: true})
			offers := firstOffers + will + mssp + c.says(iac+"\xf1")
			if strings.Contains(offers, will+option) || strings.Contains(offers, do+option) {
				t.Errorf("offered in %q", offers)
			}
			for range 3 {
				wantAnswer(t, c.says(do+option), wont+option)
				wantAnswer(t, c.says(will+option), dont+option)
				wantAnswer(t, c.says(wont+option+dont+option), "")
			}
			c.says(sb + option + "\x01x" + se + "look\r\n")
			wantLines(t, c, "look")
		})
	}
}

// TestPuTTY refuses what PuTTY asks for, each by itself: DO ECHO / DO SGA / WILL SGA from PuTTY refused.
func TestPuTTY(t *testing.T) {
	c := newClient(t)
	c.says(wont + ttype)
	wantAnswer(t, c.says(do+echo), wont+echo)
	wantAnswer(t, c.says(do+sga), wont+sga)
	wantAnswer(t, c.says(will+sga), dont+sga)
}

// mccp3-bomb, mccp3-garbage: what a client would send compressed is never inflated.
func TestNothingIsInflated(t *testing.T) {
	c := newClient(t)
	c.says(wont + ttype)
	wantAnswer(t, c.says(do+"\x57"+sb+"\x57"+se), wont+"\x57")
	c.says("\x15look\r\n")
	wantLines(t, c, "look")
}

func TestGMCP(t *testing.T) { // `gmcp`
	t.Run("both ways", func(t *testing.T) {
		c := newClient(t)
		c.Expire()
		c.says("")
		send := func(m *telnet.Machine) {
			m.Send(telnet.Output{
				GMCP: [][]byte{[]byte(`Char.Vitals {"hp":9}`), []byte("Core.Ping")}, Text: "Hi.\n", Prompt: "> ",
			})
		}
		wantAnswer(t, c.shows(send), "Hi.\r\n> ") // before it is agreed
		c.says(do + gmcp)
		if !c.Capabilities().GMCP {
			t.Error("not known as agreed")
		}
		wantAnswer(t, c.shows(send), says(`Char.Vitals {"hp":9}`)+says("Core.Ping")+"\r\nHi.\r\n> "+ga)
		c.events = nil
		c.says("lo" + says(`Char.Login.Credentials {"account":"ann"}`) + says("Core.Ping") + says("core.ping  ") + "ok\r\n")
		want := `{Char.Login.Credentials {"account":"ann"}}{Core.Ping }{core.ping }`
		if got := messages(c); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		wantLines(t, c, "look")
		wantAnswer(t, c.says(dont+gmcp), wont+gmcp)
		wantAnswer(t, c.shows(send), "Hi.\r\n> "+ga)
	})
	t.Run("255 doubled", func(t *testing.T) {
		c := newClient(t)
		c.says(do + gmcp)
		got := c.shows(func(m *telnet.Machine) { m.Send(telnet.Output{GMCP: [][]byte{[]byte("X \xff")}}) })
		wantAnswer(t, got, says("X "+iac+iac))
		c.says(says("X " + iac + iac + "\xf0"))
		if got := messages(c); got != "{X \xff\xf0}" {
			t.Errorf("got %q", got)
		}
	})
	t.Run("Core.Hello in any case", func(t *testing.T) {
		for _, hello := range []string{
			`Core.Hello { "client": "Mudlet", "version": "4.19"}`, `core.hello {"Client":"Mudlet","Version":"4.19"}`,
		} {
			c := newClient(t)
			c.says(do + gmcp + says(hello))
			if got := c.Capabilities(); got.Client != "Mudlet" || got.Version != "4.19" {
				t.Errorf("%s: got %q %q", hello, got.Client, got.Version)
			}
		}
	})
	t.Run("a program that speaks is not greeted for it", func(t *testing.T) { // Mudlet, whose player listens
		c := newClient(t)
		c.says(will + ttype + do + gmcp + says(`Core.Hello {"client":"Mudlet"}`) + says(`Core.Supports.Set ["Char 1"]`))
		c.says(do + charset + sb + charset + "\x02UTF-8" + se + is("MUDLET") + is("ANSI-TRUECOLOR"))
		if got := tellAll(c.events); len(c.events) != 2 || len(messages(c)) == 0 {
			t.Errorf("before its terminal is known: got %s", got)
		}
		c.says(is("MTTS 2413"))
		if r, ok := c.events[len(c.events)-1].(telnet.Ready); len(c.events) != 3 || !ok || !r.ScreenReader {
			t.Errorf("got %s", tellAll(c.events))
		}
	})
	t.Run("never printed", func(t *testing.T) {
		g := telnet.GMCP{Package: "Char.Login.Credentials", Data: []byte(`{"password":"hunter2"}`)}
		if got := fmt.Sprintf("%v %+v %#v %s", g, g, g, g.LogValue()); strings.Contains(got, "hunter2") {
			t.Errorf("printed: %s", got)
		}
	})
}

// messages are the GMCP messages that came, in order.
func messages(c *client) string {
	var b strings.Builder
	for _, e := range c.events {
		if g, ok := e.(telnet.GMCP); ok {
			fmt.Fprintf(&b, "{%s %s}", g.Package, g.Data)
		}
	}
	return b.String()
}

func TestBadMessages(t *testing.T) { // `gmcp-bad`
	for name, tt := range map[string]struct {
		message string
		drop    string // the limit that is told; empty: the message is taken
	}{
		"longest data":     {"A " + strings.Repeat("x", telnet.GMCPMaxBytes), ""},
		"too much data":    {"A " + strings.Repeat("x", telnet.GMCPMaxBytes+1), telnet.LimitGMCPBytes},
		"far too much":     {"A " + strings.Repeat("x", 60<<10), telnet.LimitGMCPBytes},
		"longest name":     {strings.Repeat("x", telnet.GMCPPackageMaxBytes) + " 1", ""},
		"name too long":    {strings.Repeat("x", telnet.GMCPPackageMaxBytes+1) + " 1", telnet.LimitGMCPPackage},
		"no name":          {" {}", telnet.LimitGMCPPackage},
		"name with escape": {"a\x1b[2J 1", telnet.LimitGMCPPackage},
		"name not ASCII":   {"caf\u00e9 1", telnet.LimitGMCPPackage},
		"deepest":          {"A " + strings.Repeat("[", telnet.GMCPDepthMax) + strings.Repeat("]", telnet.GMCPDepthMax), ""},
		"too deep":         {"A " + strings.Repeat(`{"a":[`, telnet.GMCPDepthMax), telnet.LimitGMCPDepth},
		"deep in a string": {`A "` + strings.Repeat(`[\"`, 1000) + `"`, ""},
		"not JSON":         {"A }{", ""}, // whoever reads it says so
	} {
		t.Run(name, func(t *testing.T) {
			c, dropped := newPicky(t, telnet.Options{})
			c.says(do + gmcp + says(tt.message) + says("Core.Ping") + "look\r\n")
			if got, want := strings.Count(messages(c), "{Core.Ping }"), 1; got != want {
				t.Error("the next message did not come")
			}
			if got, want := dropped[tt.drop], len(tt.drop); (got == 1) != (want > 0) || len(dropped) > 1 {
				t.Errorf("dropped %v, want %q", dropped, tt.drop)
			}
			if got, want := len(c.events) == 4, tt.drop == ""; got != want {
				t.Errorf("got %s", tellAll(c.events))
			}
			wantLines(t, c, "look")
		})
	}
}

func TestMSSP(t *testing.T) { // `mssp`
	c, _ := newPicky(t, telnet.Options{Status: true})
	vars := []telnet.Variable{
		{Name: "NAME", Values: []string{"Low\x01tide"}}, {Name: "UPTIME", Values: []string{"1"}},
		{Name: "PORT", Values: []string{"4001", "4000"}},
	}
	status := func(m *telnet.Machine) { m.SendStatus(vars) }
	wantAnswer(t, c.shows(status), "") // no SB before agreement
	wantAnswer(t, c.says(do+mssp), secondOffers)
	if !c.StatusAsked() || c.StatusAsked() {
		t.Error("not asked for once")
	}
	want := sb + mssp + "\x01NAME\x02Lowtide\x01UPTIME\x021\x01PORT\x024001\x024000" + se
	wantAnswer(t, c.shows(status), want)
	wantAnswer(t, c.says(do+mssp), "") // an acknowledgement of what is on
	if c.StatusAsked() {
		t.Error("asked for by an acknowledgement")
	}
}

// env is an answer to the question for variables, or what has changed since.
func env(s string) string { return sb + environ + s + se }

func TestEnviron(t *testing.T) {
	t.Run("MNES", func(t *testing.T) {
		c := newClient(t)
		c.says(iac + "\xf1")
		wantAnswer(t, c.says(will+environ), askEnviron)
		if len(askEnviron) > 256 { // inetutils' telnet takes no more
			t.Errorf("asks with %d bytes", len(askEnviron))
		}
		c.says(will + ttype + is("TINTIN++") + is("xterm") + is("MTTS 271"))
		for _, v := range []string{ // TinTin++ answers each by itself
			"CLIENT_NAME\x01TinTin++", "CLIENT_VERSION\x012.02.20", "CHARSET\x01UTF-8", "MTTS\x01783",
			"TERMINAL_TYPE\x01screen", "IPADDRESS\x01::ffff:192.0.2.7",
		} {
			c.says(env("\x00\x00" + v))
		}
		got := c.Capabilities()
		want := telnet.Capabilities{
			Telnet: true, Client: "TinTin++", Version: "2.02.20", TerminalName: "screen", Colour: wire.ColourTrue,
			UTF8: true, Charset: "UTF-8", MTTS: 783, Address: "192.0.2.7", Width: 80, Height: 24,
		}
		if got != want {
			t.Errorf("got %+v\nwant %+v", got, want)
		}
	})
	t.Run("environ-bad", func(t *testing.T) {
		c, dropped := newPicky(t, telnet.Options{})
		c.says(will + environ)
		for _, bad := range []string{
			"\x00", "\x00\x00", "\x00\x01", "\x01\x00CHARSET", "\x07\x00CLIENT_NAME\x01evil", "\x00\x02", "\x00\x00\x02",
			"\x00\x03CLIENT_NAME\x01evil", "\x00\x00CLIENT_NAME", "\x00\x01evil\x01evil", "\x00CLIENT_NAME\x01evil",
		} {
			wantAnswer(t, c.says(env(bad)), "")
		}
		c.says(env("\x00\x00CLIENT_NAME\x01" + strings.Repeat("x", wire.EnvironValueMaxBytes+1)))
		c.says(env("\x00\x00MTTS\x01lots\x00IPADDRESS\x01nowhere"))
		c.says(env("\x00\x00CLIENT_VERSION\x01" + strings.Repeat("x", telnet.SubMaxBytes)))
		if got := c.Capabilities(); got.Client != "" || got.Version != "" || got.Address != "" || got.MTTS != 0 {
			t.Errorf("got %+v", got)
		}
		if dropped[telnet.LimitVariable] != 3 || dropped[telnet.LimitSubBytes] != 1 {
			t.Errorf("dropped %v", dropped)
		}
		c.says(env("\x00\x00CLIENT_NAME\x01\x1b[2J\u202emud\x02\x01" + strings.Repeat("x", 200)))
		c.says(env("\x00\x00IPADDRESS\x01fe80::1%\x1b[2J")) // a zone may be anything
		if got := c.Capabilities().Address; got != "fe80::1" {
			t.Errorf("kept %q", got)
		}
		if got := c.Capabilities().Client; len(got) > wire.TerminalNameMaxBytes || strings.ContainsAny(got, "\x1b\x01\x02") {
			t.Errorf("kept %q", got)
		}
	})
}

// TestEnvironUpdates has a client change its mind, by INFO.
func TestEnvironUpdates(t *testing.T) {
	c := newClient(t)
	c.says(will + environ + env("\x00\x00MTTS\x0179\x00CHARSET\x01UTF-8"))
	if got := c.Capabilities(); !got.ScreenReader || got.Charset != "UTF-8" {
		t.Errorf("got %+v", got)
	}
	c.says(env("\x02\x00MTTS\x0115\x00CHARSET\x01ISO-8859-1"))
	if got := c.Capabilities(); got.ScreenReader || got.Charset != "ISO-8859-1" {
		t.Errorf("got %+v", got)
	}
	wantAnswer(t, c.shows(func(m *telnet.Machine) { m.Text("\u00e9") }), "\xe9")
	c.says(env("\x02\x00MTTS\x01\x00CHARSET\x01utf8"))
	if got := c.Capabilities(); !got.UTF8 || got.Charset != "UTF-8" {
		t.Errorf("got %+v", got)
	}
	c.says(env("\x02\x00CHARSET\x01BIG5")) // of which nothing is known
	if got := c.Capabilities(); got.UTF8 || got.Charset != "UTF-8" {
		t.Errorf("got %+v", got)
	}
}

func TestCharset(t *testing.T) {
	answer := func(s string) string { return sb + charset + s + se }
	ask := func(name string) string { return answer("\x01;" + name) }
	text := func(m *telnet.Machine) { m.Text("caf\u00e9 \u2014 \u00ff\n") }
	t.Run("rejected again and again", func(t *testing.T) {
		c := newClient(t)
		c.says(wont + ttype)
		wantAnswer(t, c.says(do+charset), ask("UTF-8"))
		wantAnswer(t, c.says(answer("\x03")), ask("ISO-8859-1"))
		wantAnswer(t, c.says(answer("\x03 ISO-8859-1")), ask("US-ASCII"))
		if len(c.events) != 0 {
			t.Errorf("greeted before it was settled: %s", tellAll(c.events))
		}
		wantAnswer(t, c.says(answer("\x03")), "")
		wantAnswer(t, c.says(answer("\x03")+answer("\x02US-ASCII")), "")
		wantAnswer(t, c.shows(text), "caf\u00e9 \u2014 \u00ff\r\n") // no other sign: still UTF-8
		if got := c.Capabilities(); got.UTF8 || got.Charset != "UTF-8" {
			t.Errorf("got %+v", got)
		}
	})
	t.Run("Latin-1 both ways", func(t *testing.T) {
		c := newClient(t)
		c.says(wont + ttype + do + charset + answer("\x03") + answer("\x02ISO-8859-1"))
		wantAnswer(t, c.shows(text), "caf\xe9 -- \xff\xff\r\n")
		c.says("say caf\xe9\xe9\b \xff\xff\x9b2J\xc3\xa9\b\r\n") // the last two are one rune of UTF-8
		wantLines(t, c, "say caf\u00e9 \u00ff2J\u00c3")
	})
	t.Run("ASCII", func(t *testing.T) {
		c := newClient(t)
		c.says(do + charset + answer("\x03") + answer("\x03") + answer("\x02US-ASCII"))
		wantAnswer(t, c.shows(text), "cafe -- y\r\n")
	})
	t.Run("TinTin++ puts a blank before the name", func(t *testing.T) {
		c := newClient(t)
		c.says(do + charset + answer("\x02 UTF-8"))
		if !c.Capabilities().UTF8 {
			t.Error("not taken")
		}
	})
	t.Run("chosen by the player", func(t *testing.T) {
		c := newClient(t)
		c.says(do + charset + answer("\x03") + answer("\x02ISO-8859-1"))
		for set, want := range map[telnet.Charset]string{
			telnet.CharsetASCII: "cafe -- y\r\n", telnet.CharsetUTF8: "caf\u00e9 \u2014 \u00ff\r\n",
			telnet.CharsetAgreed: "caf\xe9 -- \xff\xff\r\n",
		} {
			c.SetCharset(set)
			wantAnswer(t, c.shows(text), want)
		}
	})
}

func TestPromptsComeAgain(t *testing.T) {
	c := newClient(t)
	prompt := func(m *telnet.Machine) { m.Prompt("90 > ") }
	c.says(wont + ttype + do + endOfRecord)
	wantAnswer(t, c.shows(prompt), "90 > "+eor)
	wantAnswer(t, c.says("lo"+iac+"\xf6"), "\r\n[Yes]\r\n90 > "+eor)
	c.says("ok\r\n")
	wantAnswer(t, c.says(iac+"\xf6"), "[Yes]\r\n") // the answer is under way, and its prompt with it
}

func TestAgreed(t *testing.T) {
	c := newClient(t)
	c.says(will + ttype + will + naws + window(100, 30) + do + gmcp + dont + endOfRecord + do + charset +
		is("MUDLET") + is("ANSI-TRUECOLOR") + is("MTTS 2349") + sb + charset + "\x02UTF-8" + se + wont + environ)
	want := "TTYPE: on, MUDLET, ANSI-TRUECOLOR, MTTS 2349\nNAWS: on, 100 by 30\nEOR: refused\nGMCP: on\n" +
		"MSSP: not offered\nNEW-ENVIRON: refused\nCHARSET: on, UTF-8\nMCCP2: no answer\n" +
		"ECHO: not offered, as no secret is typed\n"
	tell := func() string {
		var b strings.Builder
		for _, a := range c.Agreed() {
			b.WriteString(a.String() + "\n")
		}
		return b.String()
	}
	if got := tell(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	c.shows(begin)
	c.says(do + echo)
	c.shows(end) // the client refused nothing
	if got, want := tell(), "offered, as no secret is typed\n"; !strings.HasSuffix(got, want) {
		t.Errorf("got\n%swant %s", got, want)
	}
	c.says(do + mccp2)
	c.shows(func(m *telnet.Machine) { m.Text(strings.Repeat("The tide comes in. ", 500)) })
	if got, want := tell(), "MCCP2: on, 9.5 KB sent as 0."; !strings.Contains(got, want) {
		t.Errorf("got\n%swant %s", got, want)
	}
	c.says(dont + mccp2)
	if got, want := tell(), "MCCP2: refused, 9.5 KB sent as 0."; !strings.Contains(got, want) {
		t.Errorf("got\n%swant %s", got, want)
	}
	c.says(will + charset)
	if got, want := tell(), "CHARSET of the client: on\n"; !strings.Contains(got, want) {
		t.Errorf("got\n%swant %s", got, want)
	}
}
