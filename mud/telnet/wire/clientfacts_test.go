package wire_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/mud/telnet/wire"
)

func TestCycle(t *testing.T) { // TTYPE cycle ends
	for name, tt := range map[string]struct {
		answers string
		asked   int // how many answers are taken before it ends
	}{
		"at MTTS":      {"MUDLET,ANSI-TRUECOLOR,MTTS 2349,more", 3},
		"at a repeat":  {"xterm,XTERM,more", 2},
		"at the last":  {"KBtin,hardcopy,unknown,KBtin-2.1,more", 4},
		"MTTS at once": {"MTTS 9,more", 1},
	} {
		var f wire.ClientFacts
		asked := 0
		for answer := range strings.SplitSeq(tt.answers, ",") {
			asked++
			if !f.Name([]byte(answer)) {
				break
			}
		}
		if asked != tt.asked || !f.Settled() || f.Settle() {
			t.Errorf("%s: ended after %d, want %d", name, asked, tt.asked)
		}
	}
}

func TestKnown(t *testing.T) {
	var f wire.ClientFacts
	for _, name := range []string{"KBtin", "hardcopy", "unknown"} {
		f.Name([]byte(name))
		if k := f.Known(); k.Client != "" || k.Terminal != "" { // half a cycle says nothing
			t.Errorf("behind %s: got %+v", name, k)
		}
	}
	f.Name([]byte("KBtin-2.1"))
	f.Hello("other", "9")
	if k := f.Known(); k.Client != "KBtin" || k.Terminal != "hardcopy" || k.Version != "9" {
		t.Errorf("got %+v", k)
	}
	f.Hello("", "")
	if k := f.Known(); k.Version != "2.1" {
		t.Errorf("version: got %q", k.Version)
	}
	f.Variable("CLIENT_VERSION", "3")
	f.Variable("CLIENT_NAME", "kbtin")
	if k := f.Known(); k.Client != "kbtin" || k.Version != "3" {
		t.Errorf("MNES counts before the others: got %+v", k)
	}
	f.Variable("CLIENT_NAME", "") // taken back
	if k := f.Known(); k.Client != "KBtin" {
		t.Errorf("got %+v", k)
	}
}

// TestOrderDoesNotMatter says the same things in any order.
func TestOrderDoesNotMatter(t *testing.T) {
	says := []func(f *wire.ClientFacts){
		func(f *wire.ClientFacts) {
			f.Name([]byte("TINTIN++"))
			f.Name([]byte("xterm"))
			f.Name([]byte("MTTS 271"))
		},
		func(f *wire.ClientFacts) { f.Variable("MTTS", "847") },
		func(f *wire.ClientFacts) { f.Variable("TERMINAL_TYPE", "linux") },
		func(f *wire.ClientFacts) { f.Variable("CHARSET", "UTF-8") },
		func(f *wire.ClientFacts) { f.Variable("IPADDRESS", "::ffff:192.0.2.1") },
		func(f *wire.ClientFacts) { f.Hello("tt++", "2.02.20") },
	}
	want := wire.KnownClient{
		Client: "TINTIN++", Version: "2.02.20", Terminal: "linux", Charset: "UTF-8", Address: "192.0.2.1",
		Colour: wire.Colour16, UTF8: true, ScreenReader: true, MTTS: 847,
	}
	rapid.Check(t, func(r *rapid.T) {
		var f wire.ClientFacts
		for _, say := range rapid.Permutation(says).Draw(r, "order") {
			say(&f)
			f.Known()
		}
		if got := f.Known(); got != want {
			r.Errorf("got %+v\nwant %+v", got, want)
		}
	})
}

func TestVariables(t *testing.T) {
	for in, want := range map[string]string{
		"":                               "",
		"\x00A\x01x\x00B\x01y":           "A=x B=y ",
		"\x00A\x00B":                     "A= B= ",
		"\x03USER\x01root\x00A\x01x":     "A=x ",
		"\x00A\x01x\x02\x01y":            "A=x\x01y ",
		"\x00A\x02\x00B\x01x":            "A\x00B=x ",
		"\x00A\x01x\x02":                 "A=x ",
		"\x00\x00A\x01x\x00\x00\x01evil": "A=x ",
		"junk\x00A\x01x":                 "A=x ",
	} {
		got := ""
		wire.EnvironVariables([]byte(in), func(name, value string) { got += fmt.Sprintf("%s=%s ", name, value) })
		if got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}
