package wire_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/mud/telnet/wire"
)

// TestClean promises of any bytes: what is left can act on nobody's screen, is valid, composed, and clean already.
func TestClean(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		in := append([]byte(rapid.String().Draw(r, "text")), rapid.SliceOf(rapid.Byte()).Draw(r, "bytes")...)
		got := wire.CleanLine(in)
		if !utf8.ValidString(got) || !norm.NFC.IsNormalString(got) {
			r.Errorf("%q became %q", in, got)
		}
		for _, c := range got {
			if unicode.IsControl(c) && c != '\t' || unicode.Is(unicode.Bidi_Control, c) {
				r.Errorf("%q keeps %U", in, c)
			}
		}
		if again := wire.CleanLine([]byte(got)); again != got {
			r.Errorf("%q became %q and then %q", in, got, again)
		}
	})
}

func TestLine(t *testing.T) {
	var l wire.LineBuffer
	l.Add([]byte(strings.Repeat("x", wire.LineMaxBytes-1) + "\u00e9"))
	if got := len(l.Bytes()); got != wire.LineMaxBytes-1 || !l.Cut() {
		t.Errorf("kept %d bytes, cut %t", got, l.Cut())
	}
	l.EraseRune() // the end of what was cut is gone already
	l.EraseByte()
	l.EraseWord()
	if got := len(l.Bytes()); got != wire.LineMaxBytes-1 {
		t.Errorf("took back what was kept: %d bytes", got)
	}
	l.Reset()
	l.Add([]byte("caf\u00e9"))
	l.EraseRune()
	if got := string(l.Bytes()); got != "caf" || l.Cut() {
		t.Errorf("got %q", got)
	}
	l.EraseByte()
	l.EraseWord()
	l.EraseByte()
	l.EraseRune()
	if got := l.Bytes(); len(got) != 0 {
		t.Errorf("got %q", got)
	}
}
