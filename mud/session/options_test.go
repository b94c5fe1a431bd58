package session_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/session/settings"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// What somebody chose is kept with the account once they are told so, and applies when they come again; a guest's
// choices go with them.
func TestOptionsAreKept(t *testing.T) {
	h := newHouse(t)
	acct := h.register("ann")
	p := h.come(session.Options{Account: acct})
	p.sees("<[30/30] > >")
	p.types("options theme dark", "options prompt %h/%H %r >", "options timestamps on")
	p.sees("timestamps: on")
	if got := p.screen.value(settings.Theme); got != "dark" {
		t.Errorf("the screen shows the theme %q", got)
	}
	p.sees("<30/30 Quay > >")
	again := h.come(session.Options{Account: acct})
	again.sees("<30/30 Quay > >")
	if got := again.screen.value(settings.Theme); got != "dark" {
		t.Errorf("when she comes again the theme is %q", got)
	}
	if got := again.Setting(settings.Timestamps); got != "on" {
		t.Errorf("timestamps are %s", got)
	}
	again.types("options theme default", "options mauve", "options theme mauve")
	again.sees(`There is no option "mauve"`)
	if raw, err := h.accounts.Settings(acct.ID); err != nil || strings.Contains(string(raw), "theme") {
		t.Errorf("kept: %s, %v", raw, err)
	}
	guest := h.come(session.Options{Name: "guest"})
	guest.sees("<[30/30] > >")
	guest.types("options brief on")
	guest.sees("brief: on")
	other := h.come(session.Options{Name: "guest"})
	other.sees("<[30/30] > >")
	if got := other.Setting(settings.Brief); got != "off" {
		t.Errorf("another guest has brief %s", got)
	}
}

// Who plays two characters at once loses nothing of what they choose at either.
func TestOptionsOfTwoSessions(t *testing.T) {
	h := newHouse(t)
	acct := h.register("ann")
	h.act(world.Input{
		Via:    world.Via{Kind: world.ViaHost},
		Action: world.Create{Account: acct.ID, Name: "Nell", Role: world.RolePlayer},
	})
	p, q := h.come(session.Options{Account: acct}), h.come(session.Options{Account: acct})
	p.types("ann")
	q.types("nell")
	p.types("options theme dark")
	q.types("options brief on")
	p.types("options width 60", "options theme default")
	raw, err := h.accounts.Settings(acct.ID)
	if want := `{"v":1,"set":{"brief":"on","width":"60"}}`; err != nil || string(raw) != want {
		t.Errorf("kept: %s, %v; want %s", raw, err, want)
	}
	if got := p.Setting(settings.Brief); got != "off" {
		t.Errorf("what was chosen at the one shows at the other: brief %s", got)
	}
}

// A row that nobody can read stays as it is, and its owner comes in all the same.
func TestUnreadableSettings(t *testing.T) {
	h := newHouse(t)
	acct := h.register("ann")
	h.keep(acct.ID, `{"v":9,"set":{}}`)
	p := h.come(session.Options{Account: acct})
	p.sees("<[30/30] > >")
	if raw, err := h.accounts.Settings(acct.ID); err != nil || string(raw) != `{"v":9,"set":{}}` {
		t.Errorf("kept: %s, %v", raw, err)
	}
	if !strings.Contains(h.log.String(), "settings not read") {
		t.Error("the operator is not told")
	}
}

// The first question comes before anything is drawn, takes yes, no, the word, or a name, and is remembered.
func TestFirstQuestion(t *testing.T) {
	const question = "Smallport. Do you use a screen reader? Answer yes or no, or go straight on with your name.\n"
	art := prose.Picture("~ ~ ~")
	h := newHouseWith(t, func(c *session.Config) { c.Art = []prose.Text{art} })
	acct := h.register("ann")
	for _, tt := range []struct{ answer, mode, says string }{
		{"yes", "on", "Screen reader mode is on"},
		{"Screenreader", "on", "Screen reader mode is on"},
		{"no", "off", "Mind the tide."},
		{"guest", "auto", "You are called"},
	} {
		p := h.come(session.Options{})
		if got := p.screen.text(); got != question+"<Your name, or guest: >\n" {
			t.Errorf("it begins with %q", got)
		}
		if p.screen.arts() != 0 {
			t.Error("something was drawn before the question was answered")
		}
		p.types("", tt.answer)
		p.sees(tt.says)
		if got := p.screen.value(settings.ScreenReader); got != tt.mode {
			t.Errorf("%s: the mode is %s, want %s", tt.answer, got, tt.mode)
		}
		p.sees("Mind the tide.")
		if got := p.screen.arts(); got != 1 {
			t.Errorf("%s: %d drawings were handed to the screen, want 1", tt.answer, got)
		}
	}
	p := h.come(session.Options{})
	p.types("yes", "ann", "a long walk")
	p.sees("Quay")
	if got := strings.Count(p.screen.text(), "Mind the tide."); got != 1 {
		t.Errorf("she is welcomed %d times", got)
	}
	if raw, err := h.accounts.Settings(acct.ID); err != nil || string(raw) != `{"v":1,"set":{"screenreader":"on"}}` {
		t.Errorf("kept: %s, %v", raw, err)
	}
	again := h.come(session.Options{})
	again.types("ann", "a long walk")
	again.sees("Quay")
	if got := again.screen.value(settings.ScreenReader); got != "on" {
		t.Errorf("she answered once, and the mode is %s", got)
	}
	if text := again.screen.text(); strings.Contains(text, "[30/30]") {
		t.Errorf("a prompt is read out:\n%s", text)
	}
	ear := h.comeTo(&screen{listens: true}, session.Options{})
	if got := ear.screen.text(); strings.Contains(got, "Do you use") || !strings.Contains(got, "Mind the tide.") {
		t.Errorf("whose client says that they listen is asked, or is not welcomed:\n%s", got)
	}
	known := h.come(session.Options{Account: acct})
	known.sees("Quay")
	if strings.Contains(known.screen.text(), "Do you use") {
		t.Error("somebody whose answer is kept was asked")
	}
}

// The blows of a round are one line for those who want that, and others see each.
func TestRounds(t *testing.T) {
	h := newHouse(t)
	p, other := h.come(session.Options{Name: "guest"}), h.come(session.Options{Name: "guest"})
	for _, who := range []*person{p, other} {
		who.sees("<[30/30] > >")
	}
	p.types("options combat brief", "options timestamps on")
	p.types("north", "north", "attack rat")
	p.sees("Round: ")
	if _, stamp := p.screen.part("Round: "); stamp == "" {
		t.Error("a round is told without the time")
	}
	if strings.Contains(p.screen.text(), "Your blow goes wide") || strings.Contains(p.screen.text(), "You hit ") {
		t.Errorf("single blows are told:\n%s", p.screen.text())
	}
}

// What was said is read back, and protocol says what the door knows.
func TestReadBack(t *testing.T) {
	h := newHouse(t)
	p := h.come(session.Options{Name: "guest", Protocol: func() []string {
		return []string{"TTYPE: on", "GMCP: refused"}
	}})
	p.sees("<[30/30] > >")
	p.types("history say")
	p.sees("You have heard nothing of that kind since you came.")
	p.types("say mind the step", "shout ahoy", "look")
	p.screen.clear()
	p.types("history say", "history channel", "protocol", "history rat")
	for _, want := range []string{
		`You say: "mind the step"`, `You shout: "ahoy"`, "TTYPE: on\nGMCP: refused", "Three kinds of talk can be read back",
	} {
		if !strings.Contains(p.screen.text(), want) {
			t.Errorf("want %q in:\n%s", want, p.screen.text())
		}
	}
	plain := h.come(session.Options{Name: "guest"})
	plain.sees("<[30/30] > >")
	plain.types("protocol", "options combat brief")
	plain.sees("Nothing is negotiated on the way you came in.")
	if got := strings.Join(plain.Complete("options com"), "|"); got != "options combat" {
		t.Errorf("options com completes to %q", got)
	}
	if got := strings.Join(plain.Complete("opt combat a"), "|"); got != "opt combat auto|opt combat all" {
		t.Errorf("opt combat a completes to %q", got)
	}
}

// The time stands before what happens, and not before what one asked for.
func TestTimestamps(t *testing.T) {
	h := newHouseWith(t, func(c *session.Config) {
		c.Now = func() time.Time { return time.Date(2026, 5, 4, 14, 5, 0, 0, time.UTC) }
	})
	p := h.come(session.Options{Name: "guest"})
	p.sees("<[30/30] > >")
	p.types("options timestamps on", "say hello", "inventory")
	var stamped []string
	p.screen.mu.Lock()
	for _, f := range p.screen.frames {
		for _, part := range f.Parts {
			if part.Stamp != "" {
				stamped = append(stamped, part.Stamp+part.Words().String())
			}
		}
	}
	p.screen.mu.Unlock()
	if got := strings.Join(stamped, "|"); !strings.HasPrefix(got, `14:05 You say: "hello"`) || len(stamped) > 2 {
		t.Errorf("got %q", got)
	}
}

// PLAYERS 4.1: the world knows who listens, for they have more time for a turn; and who looks again.
func TestTheWorldKnowsWhoListens(t *testing.T) {
	h := newHouse(t)
	p := h.come(session.Options{Name: "guest"})
	p.sees("<[30/30] > >")
	listens := func() (found bool) {
		if _, err := h.loop.Do(t.Context(), func(s *world.State, _ world.Time) loop.Step {
			found = slices.ContainsFunc(s.Index.Awake, func(id world.ActorID) bool { return s.Actors[id].Listens })
			return loop.Step{}
		}); err != nil {
			t.Fatal(err)
		}
		return found
	}
	p.types("look")
	if listens() {
		t.Error("who looks is known to listen")
	}
	p.types("options screenreader on", "look")
	if !listens() {
		t.Error("who listens is not known to")
	}
	p.types("options screenreader off", "say hello")
	p.sees(`You say: "hello"`)
	if listens() {
		t.Error("who looks again is known to listen")
	}
}

// The pages of options can be listened to.
func TestOptionsCanBeHeard(t *testing.T) {
	h := newHouse(t)
	p := h.come(session.Options{Name: "guest"})
	p.sees("<[30/30] > >")
	p.types("options screenreader on")
	p.screen.clear()
	p.types("options")
	for _, set := range settings.Table() {
		p.types("options " + set.Name)
	}
	p.screen.mu.Lock()
	defer p.screen.mu.Unlock()
	for _, f := range p.screen.frames {
		if f.Prompt != "" {
			t.Errorf("a prompt: %q", f.Prompt)
		}
		for _, part := range f.Parts {
			for _, fault := range worldtest.HardToHear(prose.ReaderText(part.Words())) {
				t.Error(fault)
			}
		}
	}
}

// The prompt's sign of a fight is for those who fight, and not for those who look on.
func TestPromptOfAFight(t *testing.T) {
	h := newHouse(t)
	p, other := h.come(session.Options{Name: "guest"}), h.come(session.Options{Name: "guest"})
	for _, who := range []*person{p, other} {
		who.types("north", "north")
	}
	p.types("attack rat")
	if got := p.screen.text(); !strings.HasSuffix(got, "]! > >\n") {
		t.Errorf("whoever fights is shown\n%s", got)
	}
	other.sees("turns on rat 1") // there are two
	if got := other.screen.text(); strings.Contains(got, "]! >") {
		t.Errorf("whoever looks on is shown\n%s", got)
	}
}

// A prompt that is chosen while the view rests shows at once what it is made of.
func TestPromptIsChosenWhileTheViewRests(t *testing.T) {
	h := newHouseWith(t, func(c *session.Config) {
		c.After = func(time.Duration, func()) func() bool { return func() bool { return true } } // it rests for ever
	})
	p := h.come(session.Options{Name: "guest"})
	p.sees("<[30/30] > >")
	p.types("options prompt %r:")
	p.sees("<Quay: >")
	p.types("options prompt %e at %r:")
	p.sees(" at Quay: >")
	if strings.Contains(p.screen.text(), "< at") {
		t.Errorf("the prompt knows no ways out:\n%s", p.screen.text())
	}
}

// part finds a part that begins with some words, and the time before it.
func (s *screen) part(words string) (text, stamp string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.frames {
		for _, p := range f.Parts {
			if text = p.Words().String(); strings.HasPrefix(text, words) {
				return text, p.Stamp
			}
		}
	}
	return "", ""
}

// value is what the screen was told of a setting.
func (s *screen) value(name string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.chosen.Value(name)
}

// arts counts the drawings that were handed over.
func (s *screen) arts() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, f := range s.frames {
		for _, p := range f.Parts {
			if p.Art != nil {
				n++
			}
		}
	}
	return n
}

// keep writes the settings of an account as some other program would.
func (h *house) keep(id world.AccountID, raw string) {
	h.t.Helper()
	puts, err := h.accounts.KeepSettings(id, []byte(raw))
	if err != nil {
		h.t.Fatal(err)
	}
	_, err = h.loop.Do(h.t.Context(), func(*world.State, world.Time) loop.Step {
		return loop.Step{Puts: []journal.Put{{Bucket: puts[0].Bucket, Key: puts[0].Key, Value: puts[0].Value}}}
	})
	if err != nil {
		h.t.Fatal(err)
	}
}

// Who wants no hints is shown none under a report either, and help is what it was.
func TestReportsWithoutHints(t *testing.T) {
	h := newHouse(t)
	p := h.come(session.Options{Name: "guest"})
	p.sees("<[30/30] > >")
	hasHint := func(text string) bool {
		return strings.Contains(text, "help quests") || strings.Contains(text, "type accept")
	}
	if got := p.shows("quests"); !hasHint(got) {
		t.Fatalf("there is no hint to leave out: %q", got)
	}
	help := p.shows("help quests")
	p.types("options hints off")
	p.sees("hints: off")
	if got := p.shows("quests"); hasHint(got) || strings.TrimSpace(got) == "" {
		t.Errorf("quests: got %q", got)
	}
	if got := p.shows("help quests"); got != help {
		t.Errorf("help: got %q, want %q", got, help)
	}
}
