package dialer_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/mud/telnet/dialer"
)

// The commands of telnet, for the scripts below.
const (
	will = "\xff\xfb"
	wont = "\xff\xfc"
	do   = "\xff\xfd"
	dont = "\xff\xfe"
	sb   = "\xff\xfa"
	se   = "\xff\xf0"
	ttyp = "\x18"
	naws = "\x1f"
	envi = "\x27"
	chst = "\x2a"
	mssp = "\x46"
	mccp = "\x56"
	gmcp = "\xc9"
)

// TestOptions plays what a server negotiates and compares what is answered.
func TestOptions(t *testing.T) {
	size := sb + naws + "\x00\x50\x00\x18" + se
	send := sb + ttyp + "\x01" + se
	for name, tt := range map[string]struct{ server, want string }{
		"nothing by itself": {"Welcome.\r\n", ""},
		"what is unknown, once each": {will + "\x01" + will + "\x5b" + do + "\x5b" + will + "\x5b" + do + "\x5b",
			do + "\x01" + dont + "\x5b" + wont + "\x5b"},
		"a denial of what is off": {wont + "\x05" + dont + "\x05" + wont + "\x01" + dont + ttyp, ""},
		"STARTTLS, LINEMODE, MCCP3": {do + "\x2e" + do + "\x22" + will + "\x57",
			wont + "\x2e" + wont + "\x22" + dont + "\x57"},
		"we never echo":    {do + "\x01" + do + "\x01", wont + "\x01"},
		"acknowledgements": {strings.Repeat(will+"\x19", 50), do + "\x19"},
		"off and on": {will + "\x19" + wont + "\x19" + will + "\x19",
			do + "\x19" + dont + "\x19" + do + "\x19"},
		"go-ahead, either way":       {will + "\x03" + do + "\x03", do + "\x03" + will + "\x03"},
		"each timing mark":           {do + "\x06" + do + "\x06", will + "\x06" + will + "\x06"},
		"the size, 255 doubled":      {do + naws, will + naws + size},
		"no answer before agreement": {send + sb + envi + "\x01" + se, ""},
		"are you there, and nothing": {"\xff\xf6\xff\xf1\xff\xf9", ""},
		"an empty subnegotiation":    {sb + se + sb + ttyp + se + do + ttyp + sb + ttyp + se, will + ttyp},
		"a charset, UTF-8 before all": {will + chst + sb + chst + "\x01;ISO-8859-1;UTF-8" + se,
			do + chst + sb + chst + "\x02UTF-8" + se},
		"a charset that is known": {do + chst + sb + chst + "\x01 KOI8-R latin1" + se,
			will + chst + sb + chst + "\x02latin1" + se},
		"no charset that is known":     {will + chst + sb + chst + "\x01;KOI8-R" + se, do + chst + sb + chst + "\x03" + se},
		"a table of characters":        {will + chst + sb + chst + "\x04\x01" + se, do + chst + sb + chst + "\x05" + se},
		"an answer that nobody wanted": {will + chst + sb + chst + "\x02UTF-8" + se + sb + chst + se, do + chst},
		"the SE was lost": {do + ttyp + sb + ttyp + "\x01" + do + naws,
			will + ttyp + sb + ttyp + "\x00MUDLARK" + se + will + naws + size},
	} {
		t.Run(name, func(t *testing.T) {
			begin(t, dialer.Config{}, func(s *stage) {
				s.says(tt.server)
				expect(t, "answers", s.heard(), tt.want)
			})
			begin(t, dialer.Config{}, func(s *stage) {
				s.says(strings.Split(tt.server, "")...)
				expect(t, "answers to single bytes", s.heard(), tt.want)
			})
		})
	}
}

func TestTerminal(t *testing.T) {
	is := func(name string) string { return sb + ttyp + "\x00" + name + se }
	for name, tt := range map[string]struct {
		c    dialer.Config
		want []string
	}{
		"nothing said": {dialer.Config{}, []string{"MUDLARK", "XTERM", "MTTS 2565", "MTTS 2565", "MUDLARK"}},
		"a reader, 256": {dialer.Config{Reader: true, Depth: dialer.Depth256, Name: "Lark\xff\x1b", Version: "1"},
			[]string{"LARK", "XTERM-256COLOR", "MTTS 2637"}},
		"true colour": {dialer.Config{Depth: dialer.DepthTrue}, []string{"MUDLARK", "XTERM-TRUECOLOR", "MTTS 2829"}},
		"no colour":   {dialer.Config{Depth: dialer.DepthNone}, []string{"MUDLARK", "DUMB", "MTTS 2564"}},
	} {
		begin(t, tt.c, func(s *stage) {
			s.says(do + ttyp)
			expect(t, name, s.heard(), will+ttyp)
			for _, want := range tt.want {
				s.says(sb + ttyp + "\x01" + se)
				expect(t, name, s.heard(), is(want))
			}
			s.says(dont+ttyp, do+ttyp, sb+ttyp+"\x01"+se)
			expect(t, name+", anew", s.heard(), wont+ttyp+will+ttyp+is(tt.want[0]))
		})
	}
}

func TestResize(t *testing.T) {
	begin(t, dialer.Config{Width: 255, Height: 70_000}, func(s *stage) {
		s.conn.Resize(100, 30)
		expect(t, "before it is wanted", s.heard(), "")
		s.conn.Resize(255, 70_000)
		s.says(do + naws)
		expect(t, "at first", s.heard(), will+naws+sb+naws+"\x00\xff\xff\xff\xff\xff\xff"+se)
		s.conn.Resize(100, 30)
		s.conn.Resize(100, 30)
		expect(t, "once", s.heard(), sb+naws+"\x00\x64\x00\x1e"+se)
		s.says(dont + naws)
		s.conn.Resize(80, 24)
		expect(t, "no more", s.heard(), wont+naws)
	})
}

// TestEnviron: of all that could be asked for only what the program says of itself is told.
func TestEnviron(t *testing.T) {
	const name, version, rest = "\x00CLIENT_NAME\x01MUDLARK", "\x00CLIENT_VERSION\x010.2",
		"\x00TERMINAL_TYPE\x01XTERM\x00CHARSET\x01UTF-8\x00MTTS\x012565"
	for asked, want := range map[string]string{
		"":                            name + version + rest,
		"\x00":                        name + version + rest,
		"\x00\x03":                    name + version + rest,
		"\x00CLIENT_NAME":             name,
		"\x00USER\x00CLIENT_VERSION":  version,
		"\x00USER\x00IPADDRESS":       "",
		"\x03CLIENT_NAME":             "",
		"\x03SSH_AUTH_SOCK\x03HOME":   "",
		"\x00HOME\x00PATH\x00DISPLAY": "",
	} {
		begin(t, dialer.Config{Version: "0.2"}, func(s *stage) {
			s.says(do+envi, sb+envi+"\x01"+asked+se)
			expect(t, asked, s.heard(), will+envi+sb+envi+"\x00"+want+se)
		})
	}
}

func TestHidden(t *testing.T) {
	begin(t, dialer.Config{}, func(s *stage) {
		for range 2 { // the second password of a session too
			s.says(will+"\x01Password: \xff\xf9", wont+"\x01\r\n")
			expect(t, "events", s.events(), "hidden true\nprompt \"Password: \"\nhidden false\n")
			expect(t, "answers", s.heard(), do+"\x01"+dont+"\x01")
		}
	})
}

func TestCharset(t *testing.T) {
	begin(t, dialer.Config{}, func(s *stage) {
		s.says("caf\xc3\xa9\r\n", will+chst, sb+chst+"\x01;ISO-8859-1"+se, "caf\xe9 \xff\xff\r\n")
		expect(t, "agreed", s.events(), "line \"café\"\nline \"café ÿ\"\n")
		s.heard()
		if err := s.conn.Send("caf\u00e9 \u2014\x1b[2J\r\nquit"); err != nil {
			t.Error(err)
		}
		expect(t, "typed", s.heard(), "caf\xe9 --[2Jquit\r\n")
		expect(t, "known", s.conn.Facts().Charset, "ISO-8859-1")
	})
	begin(t, dialer.Config{}, func(s *stage) {
		_ = s.conn.Send("\u00e9")
		s.says("caf\xe9\r\nna\xefve\r\n")
		_ = s.conn.Send("\u00e9\u00ff")
		expect(t, "not agreed", s.events(), "note Some of this server's text is not UTF-8; it is read as Latin-1.\n"+
			"line \"café\"\nline \"naïve\"\n")
		expect(t, "answered in kind", s.heard(), "\u00e9\r\n\xe9\xff\xff\r\n")
		s.says("caf\xc3\xa9\r\n")
		_ = s.conn.Send("\u00e9")
		expect(t, "it was only a slip", s.heard(), "\u00e9\r\n")
	})
	begin(t, dialer.Config{}, func(s *stage) {
		s.says(will+chst, sb+chst+"\x01;UTF-8"+se, "caf\xe9\r\n")
		s.heard()
		_ = s.conn.Send("\u00e9")
		expect(t, "what was agreed stands", s.heard(), "\u00e9\r\n")
	})
}

func TestStorms(t *testing.T) {
	begin(t, dialer.Config{}, func(s *stage) {
		s.says(strings.Repeat(do+"\x06", dialer.Negotiations))
		s.passes(dialer.NegotiationWindow)
		s.says(strings.Repeat(do+"\x06", dialer.Negotiations))
		expect(t, "as much as may be", s.events(), "")
		_, _ = s.nc.Write([]byte(do + "\x06" + "more\r\n"))
		expect(t, "more", s.events(), "closed the server negotiates without end\n")
	})
	for asks, agrees := range map[string]string{ // each of which would be answered
		sb + ttyp + "\x01" + se: do + ttyp, sb + envi + "\x01" + se: do + envi, sb + chst + "\x01;UTF-8" + se: will + chst,
		says(`Char.Login.Default {"type":["password-credentials"]}`): will + gmcp,
	} {
		begin(t, dialer.Config{}, func(s *stage) {
			_, _ = s.nc.Write([]byte(agrees + strings.Repeat(asks, dialer.Negotiations)))
			expect(t, asks, s.events(), "closed the server negotiates without end\n")
		})
	}
	begin(t, dialer.Config{}, func(s *stage) {
		_, _ = s.nc.Write([]byte(sb + gmcp + strings.Repeat("x", dialer.SubEndlessBytes+1)))
		expect(t, "without end", s.events(), "closed the server sent a message without end\n")
	})
}
