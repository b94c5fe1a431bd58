package session_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/mud/session"
)

// shows is what a line is answered with.
func (p *person) shows(line string) string {
	p.screen.clear()
	p.types(line)
	return p.screen.text()
}

// PLAYERS 4.3, 4.6: who listens is told a place in full once, and in brief when they walk there again; look tells all.
// What was told can be read back, the last of it too.
func TestWhoListensIsNotToldAllAgain(t *testing.T) {
	h := newHouse(t)
	p := h.come(session.Options{Name: "guest"})
	p.sees("<[30/30] > >")
	p.types("options screenreader on")
	full := p.shows("look")
	var there, back string
	for line := range strings.SplitSeq(full, "\n") {
		if rest, ok := strings.CutPrefix(line, "Exits: "); ok {
			there, _, _ = strings.Cut(strings.TrimRight(rest, "."), ",")
			there, _, _ = strings.Cut(strings.ToLower(there), " ")
		}
	}
	back = map[string]string{"north": "south", "south": "north", "east": "west", "west": "east"}[there]
	if back == "" {
		t.Fatalf("no way out of %q", full)
	}
	p.types(there)
	brief := p.shows(back)
	if len(brief) >= len(full) || !strings.Contains(brief, "Exits: ") {
		t.Errorf("again: got %q, in full %q", brief, full)
	}
	if got := p.shows("look"); len(got) < len(full) {
		t.Errorf("look: got %q, want %q", got, full)
	}
	p.types("say the last word")
	if got := p.shows("again"); !strings.Contains(got, "the last word") || strings.Contains(got, "Exits: ") {
		t.Errorf("again: got %q", got)
	}
	if got := p.shows("history all"); !strings.Contains(got, "the last word") || !strings.Contains(got, "Exits: ") {
		t.Errorf("history all: got %q", got)
	}
	if got := p.shows("again"); !strings.Contains(got, "the last word") {
		t.Errorf("what was read back is no news: got %q", got)
	}
}

// Who sees can look further up, and there are many of them: they are read back the last that was told, and who listens
// the last sixty paragraphs.
func TestWhoSeesIsReadBackLess(t *testing.T) {
	h := newHouse(t)
	p := h.come(session.Options{Name: "guest"})
	p.sees("<[30/30] > >")
	kept := func() (string, int) {
		for i := range 100 {
			p.types("say nothing much, " + strconv.Itoa(i))
		}
		said := p.pages() // the keeper answers each
		return said, strings.Count(said, "nothing much") + strings.Count(said, "The keeper says")
	}
	got, n := kept()
	if n == 0 || n > 2 || !strings.Contains(got, "options screenreader on") {
		t.Errorf("who sees: got %d lines, want the last and how to have more kept: %q", n, got)
	}
	p.types("options screenreader on")
	if got, n := kept(); n != 60 || strings.Contains(got, "options screenreader on") {
		t.Errorf("who listens: got %d lines, want 60: %q", n, got)
	}
}

// pages is all that is read back, the newest page first.
func (p *person) pages() string {
	var b strings.Builder
	for page, line := 2, "history all"; ; page++ {
		shown := p.shows(line)
		b.WriteString(shown)
		if line = "history all " + strconv.Itoa(page); !strings.Contains(shown, line) {
			return b.String()
		}
	}
}

// What was told is read back a page at a time, which says how to hear what came before it. No page has more lines than
// it should, unless one thing alone has; nothing is left out, and nothing is in two pages.
func TestWhatWasToldIsReadBackByThePage(t *testing.T) {
	h := newHouse(t)
	p := h.come(session.Options{Name: "guest"})
	p.sees("<[30/30] > >")
	p.types("options screenreader on")
	for i := range 40 {
		p.types("emote counts to " + strconv.Itoa(i))
	}
	first := p.shows("history all")
	if n := strings.Count(strings.TrimSpace(first), "\n"); n > session.RecallPageLines+1 {
		t.Errorf("%d lines at once:\n%s", n, first)
	}
	if !strings.Contains(first, "counts to 39") || strings.Contains(first, "counts to 9.") {
		t.Errorf("the newest page: got\n%s", first)
	}
	if want := "That was not all: history all 2 tells what came before it."; !strings.Contains(first, want) {
		t.Errorf("nothing says how to hear more:\n%s", first)
	}
	all := p.pages()
	for i := range 40 {
		if n := strings.Count(all, "counts to "+strconv.Itoa(i)+"."); n != 1 {
			t.Errorf("%d was read back %d times", i, n)
		}
	}
	if got := p.shows("history all 99"); !strings.Contains(got, "No more is kept") {
		t.Errorf("history all 99: got %q", got)
	}
	if got := p.shows("again"); strings.Contains(got, "No more is kept") {
		t.Errorf("what was read back is no news: got %q", got)
	}
}

// PLAYERS C29: a new name where yes or no was asked is a name.
func TestAnotherNameAtYesOrNo(t *testing.T) {
	h := newHouse(t)
	p := h.come(session.Options{})
	p.types("sandling")
	p.sees("Shall sandling be a new account?")
	p.types("yorick")
	p.sees("Nobody called yorick has been here yet.")
	p.types("no")
	p.types("guest")
	p.sees("<[30/30] > >")
}
