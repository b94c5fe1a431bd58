package dialer_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/mud/telnet/dialer"
	"github.com/mudlark-mud/mudlark/mud/telnet/wire"
)

// shown is a card on one line.
func shown(c dialer.ServerInfo) string {
	var b strings.Builder
	for _, v := range c.Variables {
		fmt.Fprintf(&b, "%s=%s;", v.Name, strings.Join(v.Values, ","))
	}
	return b.String()
}

func xs(n int) string { return strings.Repeat("x", n) }

func TestParse(t *testing.T) {
	for name, tt := range map[string]struct{ in, want string }{
		"ours": {wire.FormatMSSP([]wire.MSSPVariable{
			{Name: "NAME", Values: []string{"Lowtide"}}, {Name: "PORT", Values: []string{"23", "4000"}},
		}), "NAME=Lowtide;PORT=23,4000;"},
		"any case, and again":   {"\x01name\x02A\x01NAME\x02B", "NAME=A,B;"},
		"no value":              {"\x01NAME\x01PORT\x02", "NAME=;PORT=;"},
		"no name":               {"\x01\x02x\x01 \x02y", ""},
		"before the first name": {"junk\x02junk\x01NAME\x02A", "NAME=A;"},
		"nothing":               {"", ""},
		"what could harm":       {"\x01NA\x1b[mME\x02A\x1b[2J\r\nB\u202e\u009bC\xff", "NA[MME=A[2J  BC;"},
		"a long name":           {"\x01" + strings.Repeat("x", dialer.InfoNameMaxBytes+1) + "\x02A\x01B\x02C", "B=C;"},
		"a long value":          {"\x01A\x02" + xs(dialer.InfoValueMaxBytes+1), "A=" + xs(dialer.InfoValueMaxBytes) + ";"},
		"a character cut in two": {"\x01A\x02" + xs(dialer.InfoValueMaxBytes-1) + "\u00e9",
			"A=" + xs(dialer.InfoValueMaxBytes-1) + ";"},
		"many values": {"\x01A" + strings.Repeat("\x02b", dialer.InfoValuesMax+9),
			"A=b" + strings.Repeat(",b", dialer.InfoValuesMax-1) + ";"},
	} {
		if got := shown(dialer.ParseServerInfo([]byte(tt.in))); got != tt.want {
			t.Errorf("%s: got %q, want %q", name, got, tt.want)
		}
	}
	var many strings.Builder
	for i := range 2 * dialer.InfoVariablesMax {
		fmt.Fprintf(&many, "\x01N%d\x02x", i)
	}
	if got := len(dialer.ParseServerInfo([]byte(many.String())).Variables); got != dialer.InfoVariablesMax {
		t.Errorf("%d variables", got)
	}
}

func TestValue(t *testing.T) {
	for in, want := range map[string]int{
		"\x01SSL\x024001": 4001, "\x01TLS\x021\x02992": 992, "\x01SSL\x021": 0, "\x01SSL\x020": 0, "\x01SSL\x02-1": 0,
		"\x01TLS\x02yes\x01SSL\x0299": 99, "\x01SSL\x0265536": 0, "": 0, "\x01SSL": 0,
	} {
		if got := dialer.ParseServerInfo([]byte(in)).TLSPort(); got != want {
			t.Errorf("%q: port %d, want %d", in, got, want)
		}
	}
	c := dialer.ParseServerInfo([]byte("\x01PORT\x0223\x024000"))
	if got := c.Value("port") + "," + c.Value("NAME"); got != "4000," {
		t.Errorf("got %q", got)
	}
}

func TestReader(t *testing.T) {
	var r dialer.InfoReader
	for _, line := range []string{"NAME\tToo soon", "> MSSP-REPLY-START", "NAME\tLowtide", "junk", " PORT\t23\t4000"} {
		if _, ok := r.Line(line); ok || r.Over() {
			t.Fatalf("complete with %q", line)
		}
	}
	c, ok := r.Line("MSSP-REPLY-END")
	if got := shown(c); !ok || got != "NAME=Lowtide;PORT=23,4000;" {
		t.Errorf("got %q", got)
	}
	for range dialer.InfoLinesMax {
		r.Line("more")
	}
	if !r.Over() {
		t.Error("listens for ever")
	}
}

// FuzzCard promises of any payload that its card is bounded and may be shown.
func FuzzCard(f *testing.F) {
	f.Add([]byte("\x01NAME\x02Lowtide\x01PORT\x0223\x024000"))
	f.Add([]byte("\x02\x01\x01\x02\x02\x1b[2J\xff\u202e"))
	f.Fuzz(func(t *testing.T, in []byte) {
		c := dialer.ParseServerInfo(in)
		if len(c.Variables) > dialer.InfoVariablesMax {
			t.Errorf("%d variables", len(c.Variables))
		}
		for _, v := range c.Variables {
			if len(v.Name) > dialer.InfoNameMaxBytes || v.Name == "" || len(v.Values) > dialer.InfoValuesMax {
				t.Errorf("%q has %d values", v.Name, len(v.Values))
			}
			for _, s := range append(v.Values, v.Name) {
				if len(s) > dialer.InfoValueMaxBytes || !utf8.ValidString(s) ||
					strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsGraphic(r) }) {
					t.Errorf("%q", s)
				}
			}
		}
	})
}
