package session_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/session/settings"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// town is a small world with a player, and a wizard.
func town(t *testing.T) (*world.State, *world.Actor, *world.Actor) {
	t.Helper()
	st := world.New(0)
	for _, in := range worldtest.Genesis() {
		if _, r := st.Decide(0, in); r != nil {
			t.Fatal(r.Text)
		}
	}
	join := func(name string, role world.Role) *world.Actor {
		id := worldtest.Join(st, 1, worldtest.Person{Name: name, Account: world.AccountID("acc-" + name), Role: role})
		return st.Actors[id]
	}
	return st, join("Anna", world.RolePlayer), join("Wim", world.RoleWizard)
}

// TestPages: a page says what the verb would, at the rights of whoever asks; nothing is recorded.
func TestPages(t *testing.T) {
	st, anna, wim := town(t)
	table := verb.New()
	for _, tt := range []struct {
		who         *world.Actor
		name, topic string
		says        string // in the page
		never       string
	}{
		{anna, "who", "", "2 people in the world", ""},
		{anna, "who", "get", "2 people in the world", "take"},
		{anna, "sheet", "", "level 1", "no such page"},
		{anna, "help", "", "help get", "help goto"},
		{anna, "help", "get", "Usage: get", ""},
		{anna, "help", "GET", "Usage: get", ""},
		{anna, "help", "things", "help drop", ""},
		{anna, "help", "gestures", "help bow", ""},
		{anna, "help", "goto", "no help on goto", "Usage"},
		{wim, "help", "goto", "Usage: goto", ""},
		{wim, "help", "", "help goto", ""},
		{anna, "help", "xyzzy", "no help on xyzzy", ""},
		{anna, "help", "get\nquit", "no help on get quit", ""},
		{anna, "help", "a\x1b[2Jb", "no help on", "\x1b"},
		{anna, "quit", "", "no such page", ""},
		{anna, "", "", "no such page", ""},
		{anna, strings.Repeat("who", 200), "", "no such page", ""},
	} {
		before := st.Seq
		p := session.ReadPage(table, session.KeyboardCtx(st, tt.who, 2), tt.name, tt.topic).Page()
		got := p.Text.String()
		if !strings.Contains(got, tt.says) || tt.never != "" && strings.Contains(got, tt.never) {
			t.Errorf("%s of %q for %s says\n%s\nwant %q and not %q", tt.name, tt.topic, tt.who.Name, got, tt.says, tt.never)
		}
		if st.Seq != before {
			t.Errorf("%s of %q is in the record", tt.name, tt.topic)
		}
		if len(p.Name) > session.PageWordMaxBytes || strings.ContainsAny(p.Topic, "\x1b\n") {
			t.Errorf("%.20q of %.20q is said back", p.Name, p.Topic)
		}
	}
}

// TestHelpCanBeFollowed: whatever a help page points to is a span of its own that reads as the line to type, and every
// such line is a page.
func TestHelpCanBeFollowed(t *testing.T) {
	st, anna, _ := town(t)
	table := verb.New()
	met := map[string]bool{"": true}
	for next := []string{""}; len(next) > 0; next = next[1:] {
		p := session.ReadPage(table, session.KeyboardCtx(st, anna, 2), session.PageHelp, next[0]).Page()
		if strings.Contains(p.Text.String(), "There is no help on") || len(p.Text) < 2 {
			t.Errorf("help %s says %s", next[0], p.Text)
		}
		for _, l := range p.Text {
			for _, s := range l.Spans {
				topic, ok := strings.CutPrefix(s.Text, "help ")
				if ok && s.Role == prose.Command && !met[topic] {
					met[topic] = true
					next = append(next, topic)
				}
			}
		}
	}
	if len(met) < len(session.VerbsOf(table, world.RolePlayer)) {
		t.Errorf("%d topics were found", len(met))
	}
}

// TestVerbs: everybody is told the verbs of their own role, as they are typed.
func TestVerbs(t *testing.T) {
	table := verb.New()
	has := func(list []session.VerbInfo, name string) bool {
		return slices.ContainsFunc(list, func(v session.VerbInfo) bool { return v.Name == name })
	}
	for _, tt := range []struct {
		role               string
		give, goTo, tooFew bool
	}{
		{"player", true, false, false}, {"wizard", true, true, false}, {"guest", true, false, false},
		{"host", false, false, true}, {"", false, false, true}, {"god", false, false, true},
	} {
		list := session.VerbsOfNamed(table, tt.role)
		if has(list, "give") != tt.give || has(list, "goto") != tt.goTo || (len(list) < 40) != tt.tooFew {
			t.Errorf("%q: %d verbs", tt.role, len(list))
		}
		for _, v := range list {
			if v.Brief == "" || v.Group == "" || !strings.HasPrefix(v.Usage, v.Name) {
				t.Errorf("%+v", v)
			}
		}
	}
}

// TestComplete: lines are completed as Tab does, options among them; a line that is too long becomes nothing.
func TestComplete(t *testing.T) {
	st, anna, _ := town(t)
	c := session.KeyboardCtx(st, anna, 2)
	for line, want := range map[string]string{
		"hel": "help", "options mous": "options mouse", "options mouse o": "options mouse on",
		"tell W": "tell Wim", strings.Repeat("x", verb.LineBytesMax+1): "",
	} {
		got := ""
		if list := session.CompleteLine(verb.New(), c, line, settings.Drawn); len(list) > 0 {
			got = list[0]
		}
		if got != want {
			t.Errorf("%.20s: got %q, want %q", line, got, want)
		}
	}
}

// TestBusy: who asks too much is answered all the same.
func TestBusy(t *testing.T) {
	if p := session.BusyPage("who", "x\n"); p.Name != "who" || p.Topic != "x" || len(p.Text) != 1 {
		t.Errorf("got %+v", p)
	}
}
