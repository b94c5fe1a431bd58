package session_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/session/surroundings"
	"github.com/mudlark-mud/mudlark/world"
)

// TestCredentialsAreJudgedAsIfTyped: what a client brings by itself passes and fails as at the prompt, counts among the
// same tries, is taken only while the session asks who is there, and stands in no log.
func TestCredentialsAreJudgedAsIfTyped(t *testing.T) {
	h := newHouse(t)
	h.register("Ann")
	var heard []string
	bring := func(p *person, name, password string) bool {
		return p.SignIn(session.Credentials{
			Account: name, Password: account.NewSecret(password),
			Answered: func(passed bool, word string) {
				if passed {
					word = "passed"
				}
				heard = append(heard, word)
			},
		})
	}

	p := h.come(session.Options{})
	if !p.AsksName() || !bring(p, "Ann", "a long walk") {
		t.Fatal("credentials are not taken while a name is asked for")
	}
	if bring(p, "Ann", "a long walk") {
		t.Error("credentials are taken while others are tried")
	}
	p.sees("[30/30]")
	if p.AsksName() || bring(p, "Ann", "a long walk") {
		t.Error("credentials are taken in play")
	}

	typing := h.come(session.Options{})
	typing.types("ann")
	if typing.AsksName() || bring(typing, "Ann", "a long walk") {
		t.Error("credentials are taken while a password is asked for")
	}

	q := h.come(session.Options{})
	const wrong = "That name and that password do not belong together."
	for _, name := range []string{"Ann", "Nobody", "no\x00name"} {
		if !bring(q, name, "another walk") {
			t.Fatalf("%s: credentials are not taken", name)
		}
		q.pump("an answer", func() bool { return !q.Busy() })
	}
	q.pump("the end of tries", q.Ended)
	if got, want := strings.Join(heard, "|"), "passed|"+strings.Join([]string{wrong, wrong, wrong}, "|"); got != want {
		t.Errorf("answered %s\nwant %s", got, want)
	}
	if got := q.screen.text(); strings.Count(got, wrong) != session.TriesMost {
		t.Errorf("the screen shows\n%s", got)
	}
	if strings.Contains(h.log.String(), "another walk") {
		t.Error("a password stands in the log")
	}
}

// TestCredentialsName: they may name which of an account's characters is meant.
func TestCredentialsName(t *testing.T) {
	h := newHouse(t)
	acct := h.register("Ann")
	h.act(world.Input{
		Via:    world.Via{Kind: world.ViaHost},
		Action: world.Create{Account: acct.ID, Name: "Nell", Role: world.RolePlayer},
	})
	for _, tt := range []struct{ character, sees string }{
		{"nell", "Which"}, {"", "Which of them, or new: "}, {"Somebody", "Which of them, or new: "},
	} {
		p := h.come(session.Options{})
		p.SignIn(session.Credentials{
			Account: "Ann", Character: tt.character, Password: account.NewSecret("a long walk"),
		})
		if tt.character == "nell" {
			p.sees("[30/30]")
			if got, want := h.presence("pc-nell"), world.Here; got != want {
				t.Errorf("Nell is %v, want %v", got, want)
			}
		} else {
			p.sees(tt.sees)
		}
		p.Closed("test")
	}
}

// TestAnewAndConsult: a screen that wants a view only now gets one, and what a client asks is answered in play alone,
// in order, and so many questions at once.
func TestAnewAndConsult(t *testing.T) {
	h := newHouse(t)
	h.register("Ann")
	s := &screen{}
	p := h.comeTo(s, session.Options{})
	name := func(_ *world.State, a *world.Actor, _ world.Time) any { return a.Name }
	if p.Consult(name, func(any) {}) {
		t.Error("something is read before play")
	}
	p.types("Ann", "a long walk")
	views := func() int {
		s.mu.Lock()
		defer s.mu.Unlock()
		n := 0
		for _, f := range s.frames {
			if f.View != nil {
				n++
			}
		}
		return n
	}
	if views() != 0 {
		t.Error("a screen that wants no view was given one")
	}
	s.wants = surroundings.Sight
	p.RefreshView()
	p.pump("a view", func() bool { return views() == 1 })

	var got, want []any
	goOn := h.disk.stop()
	for i := range session.ConsultsMost {
		want = append(want, "Ann", i)
		if !p.Consult(name, func(a any) { got = append(got, a, i) }) {
			t.Errorf("question %d is not taken", i)
		}
	}
	if p.Consult(name, func(any) {}) {
		t.Error("one question too many is taken")
	}
	goOn()
	p.pump("the answers", func() bool { return len(got) == len(want) })
	if !slices.Equal(got, want) {
		t.Errorf("read %v, want %v", got, want)
	}
	if !p.Consult(name, func(any) {}) {
		t.Error("no question is taken after the answers")
	}
}

// TestWrongWay: a screen is told where somebody tried to go in vain, and not where a shut door was.
func TestWrongWay(t *testing.T) {
	h := newHouse(t)
	p := h.come(session.Options{})
	p.types("guest", "in", "west")
	p.sees("hatch is closed")
	p.screen.mu.Lock()
	defer p.screen.mu.Unlock()
	if got := p.screen.frames[len(p.screen.frames)-1].Wrong; got != world.West {
		t.Errorf("wrong way %q, want west", got)
	}
	for _, f := range p.screen.frames[:len(p.screen.frames)-1] {
		if f.Wrong != "" {
			t.Errorf("wrong way %q before", f.Wrong)
		}
	}
}
