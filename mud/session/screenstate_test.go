package session_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/session/settings"
)

// TestScreenState: what comes is written at once, and what comes soon after it, once and the newest, when the rest is
// over.
func TestScreenState(t *testing.T) {
	c := newSolo(t, solo{kept: []byte(`{"v":1,"set":{"theme":"dark"}}`)})
	c.passes(session.ScreenStateRest)
	keep := func(states ...string) {
		for _, state := range states {
			c.s.KeepScreen(state)
		}
	}
	want := func(states ...string) {
		t.Helper()
		if !slices.Equal(c.wrote, states) || strings.Contains(c.log.String(), "not kept") {
			t.Fatalf("wrote %q; want %q; log: %s", c.wrote, states, c.log.String())
		}
	}
	keep("a", "b", "c")
	want("a")
	c.passes(session.ScreenStateRest)
	want("a", "c")
	keep("c")
	c.passes(session.ScreenStateRest)
	want("a", "c")
	if len(c.rings) > 0 {
		t.Error("it rests for ever")
	}
	keep("d", "e", "d")
	c.passes(session.ScreenStateRest)
	want("a", "c", "d")
	keep("f", "g")
	c.s.Closed("gone")
	want("a", "c", "d", "f", "g")
	if c.passes(session.ScreenStateRest); len(c.wrote) != 5 {
		t.Error("the same is written twice")
	}
	if got := string(c.kept); got != `{"v":1,"set":{"theme":"dark"},"screen":"g"}` {
		t.Errorf("what else was chosen: %s", got)
	}
}

// TestScreenStateRefuses: what is too long or no text is never written, nor what a guest's screen remembers, nor
// anything into settings that cannot be read.
func TestScreenStateRefuses(t *testing.T) {
	c := newSolo(t, solo{})
	for _, state := range []string{
		"", "a\x00", "a\nb", "\x1b[2J", "\xff", "a\u0085", "a\u2028", strings.Repeat("x", settings.ScreenBytesMax+1),
	} {
		c.s.KeepScreen(state)
	}
	if len(c.wrote) > 0 {
		t.Errorf("wrote %q", c.wrote)
	}
	for _, full := range []string{`"`, `\`, "<", "é"} {
		state := strings.Repeat(full, settings.ScreenBytesMax/len(full))
		c := newSolo(t, solo{kept: []byte(`{"v":1,"set":{"prompt":"` + strings.Repeat("x", 500) + `"}}`)})
		if c.s.KeepScreen(state); len(c.wrote) != 1 || c.wrote[0] != state {
			t.Errorf("as much of %s as may be is not kept: %s", full, c.log.String())
		}
		if len(c.kept) > account.SettingsBytesMax {
			t.Errorf("%d bytes of %s at rest", len(c.kept), full)
		}
	}
	guest := newSolo(t, solo{guest: true})
	if guest.s.KeepScreen("a"); len(guest.wrote) > 0 {
		t.Error("what a guest's screen remembers is kept")
	}
	newer := newSolo(t, solo{kept: []byte(`{"v":2}`)})
	if newer.s.KeepScreen("b"); len(newer.wrote) > 0 || string(newer.kept) != `{"v":2}` {
		t.Errorf("what nobody can read became %s", newer.kept)
	}
}
