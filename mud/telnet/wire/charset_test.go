package wire_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/mud/telnet/wire"
)

func TestAppend(t *testing.T) {
	const text = "caf\u00e9 \u2014 \u00ff \u4e16\r\x00\u009b\xff\n"
	for c, want := range map[wire.Charset]string{
		wire.UTF8:          "caf\u00e9 \u2014 \u00ff \u4e16\ufffd\r\n",
		wire.AgreedCharset: "caf\u00e9 \u2014 \u00ff \u4e16\ufffd\r\n",
		wire.Latin1:        "caf\xe9 -- \xff\xff ??\r\n",
		wire.ASCII:         "cafe -- y ??\r\n",
	} {
		if got := string(c.Append(nil, text)); got != want {
			t.Errorf("%s: got %q, want %q", c, got, want)
		}
	}
}

// TestWire promises of any text: 255 stands only doubled, CR only before LF, no NUL, and UTF-8 is valid.
func TestWire(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		text := rapid.String().Draw(r, "text") + string(rapid.SliceOf(rapid.Byte()).Draw(r, "bytes"))
		c := rapid.SampledFrom([]wire.Charset{wire.UTF8, wire.ASCII, wire.Latin1}).Draw(r, "charset")
		got := string(c.Append(nil, text))
		rest := strings.ReplaceAll(strings.ReplaceAll(got, "\xff\xff", ""), "\r\n", "")
		if strings.ContainsAny(rest, "\r\n\x00") || strings.Contains(rest, "\xff") {
			r.Errorf("%s: %q became %q", c, text, got)
		}
		if c == wire.UTF8 && !utf8.ValidString(got) {
			r.Errorf("not UTF-8: %q", got)
		}
		if c == wire.ASCII && strings.ContainsFunc(got, func(r rune) bool { return r >= utf8.RuneSelf }) {
			r.Errorf("not ASCII: %q", got)
		}
	})
}

func TestLatin1ReadsWhatItWrites(t *testing.T) {
	var all []rune
	for r := rune(0xA0); r < 0xFF; r++ {
		all = append(all, r)
	}
	sent := wire.Latin1.Append(nil, string(all))
	if got := string(wire.Latin1.Decode(sent)); got != string(all) || len(sent) != len(all) {
		t.Errorf("got %q", got)
	}
}

func TestTalk(t *testing.T) {
	var talk wire.CharsetTalk
	for _, want := range []string{"\x01;UTF-8", "\x01;ISO-8859-1", "\x01;US-ASCII"} {
		if got := string(talk.Ask()); got != want {
			t.Errorf("asks %q, want %q", got, want)
		}
	}
	if got := talk.Ask(); got != nil || !talk.Done() {
		t.Errorf("asks %q without end", got)
	}
	if c, ok := talk.Agreed(); ok || c != wire.UTF8 {
		t.Errorf("agreed to %s", c)
	}
}
