package session_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/session/settings"
	"github.com/mudlark-mud/mudlark/world"
)

// remembered is what the owner of an account has a screen remember.
func (h *house) remembered(name string) string {
	h.t.Helper()
	acct, _, err := h.accounts.Find(name)
	if err != nil {
		h.t.Fatal(err)
	}
	raw, err := h.accounts.Settings(acct.ID)
	if err != nil {
		h.t.Fatal(err)
	}
	sheet, err := settings.Decode(raw)
	if err != nil {
		h.t.Fatal(err)
	}
	return sheet.Screen()
}

// TestKeep: what a screen remembers is kept with the account, beside what was chosen, without a word and without a
// record; the owner's next screen has it when they sign in. A guest's goes with them.
func TestKeep(t *testing.T) {
	h := newHouse(t)
	acct := h.register("ann")
	p := h.come(session.Options{Account: acct})
	p.KeepScreen("before play")
	p.sees("[30/30]")
	before := h.machine.State().Seq
	p.KeepScreen(`{"panes":["map"]}`)
	p.pump("what is kept", func() bool { return h.remembered("ann") != "" })
	if got := h.remembered("ann"); got != `{"panes":["map"]}` {
		t.Errorf("kept %q", got)
	}
	p.KeepScreen("a\x1b[2J")
	p.KeepScreen(strings.Repeat("x", settings.ScreenBytesMax+1))
	p.KeepScreen(`{"panes":["chat"]}`) // too soon to be written at once
	p.types("options theme dark")
	p.sees("theme: dark")
	if got := read(h, func(st *world.State) uint64 { return st.Seq }); got != before {
		t.Errorf("the record grew from %d to %d", before, got)
	}
	p.Closed("client_closed")                               // so it is written now,
	read(h, func(st *world.State) uint64 { return st.Seq }) // and has been when the world answers
	again := h.come(session.Options{Account: acct})
	again.sees("[30/30]")
	if got, want := again.screen.remembers(), `{"panes":["chat"]}`; got != want {
		t.Errorf("her next screen remembers %q, want %q", got, want)
	}
	if got := again.screen.value(settings.Theme); got != "dark" {
		t.Errorf("the theme is %s", got)
	}
	again.types("options theme default")
	again.sees("theme: ")
	if got := h.remembered("ann"); got != `{"panes":["chat"]}` {
		t.Errorf("an option was set, and remembered is %q", got)
	}
	guest := h.come(session.Options{Name: "guest"})
	guest.sees("[30/30]")
	guest.KeepScreen("x")
	guest.types("look")
	if guest.Since() == 0 || guest.Since() <= again.Since() {
		t.Errorf("a guest came at %d, and she before at %d", guest.Since(), again.Since())
	}
}
