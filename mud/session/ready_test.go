package session_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/session/settings"
	"github.com/mudlark-mud/mudlark/world"
)

// Of guests who want to be Seren at the same moment one is, and the others are told so and may be somebody else.
func TestGuestsRaceForABody(t *testing.T) {
	h := newHouse(t)
	const many = 5
	people := make([]*person, many)
	for i := range people {
		people[i] = h.come(session.Options{Door: "test"})
	}
	var all sync.WaitGroup
	for i, p := range people {
		all.Go(func() { p.types([]string{"guest seren", "Seren", "guest SEREN"}[i%3]) })
	}
	all.Wait()
	won := 0
	for _, p := range people {
		if strings.Contains(p.screen.text(), "You are Seren") {
			won++
			p.sees("You are Seren for as long as you stay.")
			p.types("quit")
			continue
		}
		p.sees("Somebody else is Seren just now. Type guest to come in as somebody new.")
		if got := p.screen.noted(); strings.Contains(got, "settled") {
			t.Errorf("who was refused is no stranger any more: %s", got)
		}
		p.types("guest")
		p.sees("You are called ")
	}
	if won != 1 {
		t.Errorf("%d guests are Seren, want one", won)
	}
	next := h.come(session.Options{Door: "ssh", Name: "Seren"})
	next.sees("You are Seren for as long as you stay.")
}

// Who is Seren has agreed to nothing that the guest before them agreed to.
func TestNextSerenHasNotAgreed(t *testing.T) {
	const host = "api.example.org"
	model := &settings.Model{}
	model.Move(host)
	h := newHouseWith(t, func(c *session.Config) { c.Model = model })
	first := h.come(session.Options{Name: "seren"})
	first.types("options ai on")
	if !model.Guest("pc-seren", host) {
		t.Fatalf("the first has not agreed; shown:\n%s", first.screen.text())
	}
	first.types("quit")
	second := h.come(session.Options{Name: "seren"})
	second.sees("You are Seren")
	if model.Guest("pc-seren", host) {
		t.Error("the second has agreed without a word")
	}
	if got := read(h, func(s *world.State) string { return s.Actors["pc-seren"].Name }); got != "Seren" {
		t.Errorf("she is called %q", got)
	}
}

// Who has an account is told that everything is kept; a guest, of whom it is not true, what stays.
func TestGoodbyes(t *testing.T) {
	h := newHouse(t)
	for want, lines := range map[string][]string{
		"What you found stays in it. Goodbye.": {"guest", "quit"},
		"Everything is kept. Goodbye.":         {"ann", "yes", "a long walk", "a long walk", "quit"},
	} {
		p := h.come(session.Options{})
		p.types(lines...)
		if got := p.screen.noted(); !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %q", lines[0], got, want)
		}
	}
}
