package session_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// counted keeps what was counted.
type counted struct {
	mu   sync.Mutex
	list []string
}

func (c *counted) add(n session.Count) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.list = append(c.list, fmt.Sprintf("%s %s %s", n.Door, n.What, n.Why))
}

func (c *counted) got() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.list)
}

func TestCounted(t *testing.T) {
	var list counted
	h := newHouseWith(t, func(c *session.Config) { c.Tally = list.add })
	ann := h.come(session.Options{Door: "telnet"})
	ann.types("ann", "yes", "a long walk", "a long walk", strings.Repeat("x", verb.LineBytesMax+1), "quit")
	back := h.come(session.Options{Door: "ssh"})
	back.types("ann", "a short walk", "ann", "a long walk", "quit")
	guest := h.come(session.Options{Door: "ssh", Name: "guest"})
	guest.types("quit")
	acct, _, err := h.accounts.Find("ann")
	if err != nil {
		t.Fatal(err)
	}
	proven := h.come(session.Options{Door: "ssh", Account: acct, Proof: session.ProofKey})
	proven.types()
	proven.Closed("client_closed")
	want := []string{
		"telnet signed_in new", "telnet limit line_bytes", "telnet ended quit",
		"ssh refused wrong", "ssh signed_in password", "ssh ended quit",
		"ssh signed_in guest", "ssh ended quit",
		"ssh signed_in key", "ssh ended client_closed",
	}
	if diff := cmp.Diff(want, list.got()); diff != "" {
		t.Errorf("counted (-want +got):\n%s", diff)
	}
}

func TestCensus(t *testing.T) {
	h := newHouse(t)
	h.come(session.Options{Door: "telnet"})
	p := h.come(session.Options{Door: "telnet", Name: "guest"})
	p.types()
	q := h.come(session.Options{Door: "ssh", Name: "guest"})
	q.types()
	q.types("say one", "say two") // p does not look into the box
	doors, mail := h.hub.Census()
	want := []session.DoorCensus{{Door: "ssh", Playing: 1}, {Door: "telnet", SigningIn: 1, Playing: 1}}
	if diff := cmp.Diff(want, doors); diff != "" {
		t.Errorf("sessions (-want +got):\n%s", diff)
	}
	if mail < 2 {
		t.Errorf("the fullest mailbox: got %d, want 2 or more", mail)
	}
}

// clock fires what was to come after a time when it is told to.
type clock struct {
	mu  sync.Mutex
	due map[time.Duration][]func()
}

func (c *clock) after(d time.Duration, f func()) func() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.due == nil {
		c.due = map[time.Duration][]func(){}
	}
	on := true
	c.due[d] = append(c.due[d], func() {
		if on {
			f()
		}
	})
	return func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		was := on
		on = false
		return was
	}
}

func (c *clock) fire(d time.Duration) {
	c.mu.Lock()
	due := c.due[d]
	delete(c.due, d)
	c.mu.Unlock()
	for _, f := range due {
		f()
	}
}

// Whoever connects and does not sign in gives the place free; who plays is left alone.
func TestHalfOpen(t *testing.T) {
	var list counted
	var time clock
	h := newHouseWith(t, func(c *session.Config) { c.Tally, c.After = list.add, time.after })
	p := h.come(session.Options{Door: "telnet"})
	p.types("nobody-yet", "", "")
	playing := h.come(session.Options{Door: "telnet", Name: "guest"})
	playing.types()
	time.fire(session.SignInMax)
	p.pump("the end", p.Ended)
	if got, want := p.screen.noted(), "end no_login: You took too long to sign in."; !strings.Contains(got, want) {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := list.got(), "telnet ended no_login"; !slices.Contains(got, want) {
		t.Errorf("counted: got %v, want %s among it", got, want)
	}
	playing.types("look")
	if playing.Ended() {
		t.Error("somebody in play was sent away for not signing in")
	}
}

// Who listens has thrice as long to sign in, counted from when that is known, and once: the time has its end.
func TestWhoListensHasLongerToSignIn(t *testing.T) {
	const most = session.SignInListenTimes * session.SignInMax
	var time clock
	h := newHouseWith(t, func(c *session.Config) { c.After = time.after })
	p := h.come(session.Options{Door: "telnet"})
	p.types("screenreader")
	p.sees("Screen reader mode is on")
	time.fire(session.SignInMax)
	p.types("screenreader", "")
	if p.Ended() {
		t.Fatalf("sent away before the time was up: %s", p.screen.noted())
	}
	if n := len(time.due[most]); n != 1 {
		t.Errorf("the time began %d times", n)
	}
	time.fire(most)
	p.pump("the end", p.Ended)
	if got, want := p.screen.noted(), "end no_login: You took too long to sign in."; !strings.Contains(got, want) {
		t.Errorf("got %s, want %s", got, want)
	}
}

// While many sign in, whoever waits is told so and then comes in.
func TestWaitingIsExplained(t *testing.T) {
	var time clock
	aside := make(chan func(), 1)
	h := newHouseWith(t, func(c *session.Config) { c.After = time.after })
	h.register("ann")
	h.hub.Aside = func(slow func()) { aside <- slow }
	p := h.come(session.Options{})
	p.Line("ann")
	p.Line("a long walk")
	time.fire(session.WaitMax)
	p.sees("Many people are signing in at this moment.")
	(<-aside)()
	p.types("look")
	p.sees("Quay")
}

// One source makes so many accounts and no more; it is told when it may, and guests may enter meanwhile.
func TestNewcomersArePaced(t *testing.T) {
	var list counted
	h := newHouseWith(t, func(c *session.Config) { c.Tally = list.add })
	from := account.Source("192.0.2.7")
	for i := range newcomersMost {
		p := h.come(session.Options{Door: "telnet", From: from})
		p.types("ann"+string(rune('a'+i)), "yes", "a long walk", "a long walk", "quit")
	}
	p := h.come(session.Options{Door: "telnet", From: from})
	p.types("annother", "yes")
	p.sees("Many new accounts were made from where you are. You can make yours in 60 minutes")
	if got, want := list.got(), "telnet refused crowd"; !slices.Contains(got, want) {
		t.Errorf("counted: got %v, want %s among it", got, want)
	}
	p.types("guest")
	p.sees("Quay")
	elsewhere := h.come(session.Options{Door: "telnet", From: "192.0.2.8"})
	elsewhere.types("annother", "yes", "a long walk", "a long walk")
	elsewhere.sees("Quay")
}

// Whoever watches the loop learns who asked for which verb, and nothing of what was typed.
func TestWatched(t *testing.T) {
	h := newHouse(t)
	p := h.come(session.Options{Door: "telnet", Name: "guest"})
	p.types("say hello", "frobnicate the widget", "take moon")
	h.mu.Lock()
	defer h.mu.Unlock()
	var got []string
	var id world.ActorID
	for _, a := range h.answered {
		if a.By == nil {
			continue
		}
		id = a.By.Actor
		if (a.By.Actor == "") != (a.Name == loop.NameEnter) || a.Decide <= 0 || a.Took() < a.Decide {
			t.Errorf("got %+v by %+v", a, *a.By)
		}
		got = append(got, strings.Join([]string{a.By.Door, a.By.Session, a.Name, string(a.Code)}, "/"))
	}
	want := []string{
		"telnet/telnet-1/enter/", "telnet/telnet-1/say/", "telnet/telnet-1//unknown", "telnet/telnet-1/get/not_here",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("watched (-want +got):\n%s", diff)
	}
	if id == "" {
		t.Error("nobody was named")
	}
}
