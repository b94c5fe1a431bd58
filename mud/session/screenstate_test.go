package session_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/session/settings"
	"github.com/mudlark-mud/mudlark/world"
)

// desk is a session that writes when it is told to.
type desk struct {
	owner  world.AccountID
	kept   []byte
	wrote  []string // what the screen remembers, after each write
	errs   []error
	timers []func()
}

func (d *desk) Account() world.AccountID { return d.owner }

func (d *desk) Write(rows func() ([]account.Put, error)) {
	puts, err := rows()
	if err != nil {
		d.errs = append(d.errs, err)
		return
	}
	d.kept = puts[0].Value
	sheet, err := settings.Decode(d.kept)
	if err != nil {
		d.errs = append(d.errs, err)
	}
	d.wrote = append(d.wrote, sheet.Screen())
}

func (d *desk) After(wait time.Duration, f func()) {
	if wait == session.ScreenStateRest {
		d.timers = append(d.timers, f)
	}
}

func (d *desk) Settings(world.AccountID) ([]byte, error) { return d.kept, nil }

func (d *desk) KeepSettings(id world.AccountID, raw []byte) ([]account.Put, error) {
	if id != d.owner {
		return nil, errors.New("somebody else's")
	}
	return []account.Put{{Value: raw}}, nil
}

// rest lets a rest be over.
func (d *desk) rest() {
	timers := d.timers
	d.timers = nil
	for _, f := range timers {
		f()
	}
}

// TestShelf: what comes is written at once, and what comes soon after it, once and the newest, when the rest is over.
func TestShelf(t *testing.T) {
	d := &desk{owner: "acc-1", kept: []byte(`{"v":1,"set":{"theme":"dark"}}`)}
	var s session.ScreenState
	put := func(states ...string) {
		for _, state := range states {
			s.Put(d, d, state)
		}
	}
	want := func(states ...string) {
		t.Helper()
		if !slices.Equal(d.wrote, states) || len(d.errs) > 0 {
			t.Fatalf("wrote %q, %v; want %q", d.wrote, d.errs, states)
		}
	}
	put("a", "b", "c")
	want("a")
	d.rest()
	want("a", "c")
	put("c")
	d.rest()
	want("a", "c")
	if len(d.timers) > 0 {
		t.Error("it rests for ever")
	}
	put("d", "e", "d")
	d.rest()
	want("a", "c", "d")
	put("f", "g")
	s.Write(d, d)
	want("a", "c", "d", "f", "g")
	if s.Write(d, d) {
		t.Error("the same is written twice")
	}
	if got := string(d.kept); got != `{"v":1,"set":{"theme":"dark"},"screen":"g"}` {
		t.Errorf("what else was chosen: %s", got)
	}
}

// TestShelfRefuses: what is too long or no text is never written, nor what a guest's screen remembers, nor anything
// into settings that cannot be read.
func TestShelfRefuses(t *testing.T) {
	d := &desk{owner: "acc-1"}
	var s session.ScreenState
	for _, state := range []string{
		"", "a\x00", "a\nb", "\x1b[2J", "\xff", "a\u0085", "a\u2028", strings.Repeat("x", settings.ScreenBytesMax+1),
	} {
		s.Put(d, d, state)
	}
	if len(d.wrote) > 0 {
		t.Errorf("wrote %q", d.wrote)
	}
	for _, full := range []string{`"`, `\`, "<", "é"} {
		state := strings.Repeat(full, settings.ScreenBytesMax/len(full))
		d := &desk{owner: "acc-1", kept: []byte(`{"v":1,"set":{"prompt":"` + strings.Repeat("x", 500) + `"}}`)}
		var s session.ScreenState
		if s.Put(d, d, state); len(d.errs) > 0 || len(d.wrote) != 1 || d.wrote[0] != state {
			t.Errorf("as much of %s as may be is not kept: %v", full, d.errs)
		}
		if len(d.kept) > account.SettingsBytesMax {
			t.Errorf("%d bytes of %s at rest", len(d.kept), full)
		}
	}
	guest := &desk{}
	if s.Put(guest, guest, "a"); len(guest.wrote) > 0 {
		t.Error("a guest has a shelf")
	}
	newer := &desk{owner: "acc-1", kept: []byte(`{"v":2}`)}
	if s.Put(newer, newer, "b"); len(newer.wrote) > 0 || string(newer.kept) != `{"v":2}` {
		t.Errorf("what nobody can read became %s", newer.kept)
	}
}
