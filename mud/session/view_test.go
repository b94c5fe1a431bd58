package session_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/session/surroundings"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// hold keeps the writer busy until the returned function is called, which waits until it has come to what was asked
// meanwhile.
func (h *house) hold() (goOn func()) {
	h.t.Helper()
	gate := make(chan struct{})
	err := h.loop.Offer(h.t.Context(), loop.Intent{Do: func(*world.State, world.Time) loop.Step {
		<-gate
		return loop.Step{}
	}})
	if err != nil {
		h.t.Fatal(err)
	}
	return func() {
		close(gate)
		read(h, func(*world.State) bool { return true })
	}
}

// atOnce lets things rest for no time at all.
func atOnce(c *session.Config) {
	c.After = func(d time.Duration, f func()) func() bool {
		if d == session.ViewRest {
			f()
		}
		return func() bool { return true }
	}
}

// asked counts how often a screen is asked whether it draws a view.
type asked struct {
	*screen
	times atomic.Int64
}

// Wants implements session.Screen.
func (a *asked) Wants() surroundings.Want {
	a.times.Add(1)
	return surroundings.Survey
}

// A screen belongs to its session's goroutine: the writer, who reads what it shows, asks it nothing.
func TestTheWriterAsksNoScreen(t *testing.T) {
	h := newHouseWith(t, atOnce)
	a := &asked{screen: &screen{}}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	p := &person{t: t, Session: h.hub.New(ctx, a, session.Options{Door: "test", Name: "guest"}), screen: a.screen}
	p.types("look")
	other := h.come(session.Options{Name: "guest"})
	other.types("north")
	p.sees("leaves north")
	for _, ask := range []struct {
		what string
		do   func()
	}{
		{"a command", func() { p.Line("look") }},
		{"a view that is read anew", p.RefreshView},
	} {
		goOn := h.hold()
		ask.do()
		before := a.times.Load()
		goOn()
		if n := a.times.Load() - before; n != 0 {
			t.Errorf("%s: the writer asked %d times", ask.what, n)
		}
		p.types("say so")
	}
}

// views lists what the screen was given to draw.
func (s *screen) views() []*surroundings.View {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []*surroundings.View
	for _, f := range s.frames {
		if f.View != nil {
			out = append(out, f.View)
		}
	}
	return out
}

// Whoever speaks while the view is being read is not left with the view from before.
func TestSpeakingKeepsTheNewestView(t *testing.T) {
	h := newHouseWith(t, atOnce)
	p := h.comeTo(&screen{wants: surroundings.Sight}, session.Options{Name: "guest"})
	p.types("look")
	other := h.come(session.Options{Name: "guest"})
	other.types("look")
	others := func() int {
		all := p.screen.views()
		return len(all[len(all)-1].Others())
	}
	p.pump("the other in view", func() bool { return others() == 2 }) // the keeper is always there
	p.screen.mu.Lock()
	for _, f := range p.screen.frames {
		if f.View != nil && len(f.Parts) == 0 && f.Prompt != "" {
			t.Error("a view without words brings a prompt")
		}
	}
	p.screen.mu.Unlock()
	other.types("north")
	goOn := h.hold()
	<-p.Wake()
	p.Pump() // reads the view anew
	p.Line("say mind the step")
	goOn()
	p.types("say and the next")
	if got := others(); got != 1 {
		t.Errorf("%d others are seen, want the keeper alone", got)
	}
}
