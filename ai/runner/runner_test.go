package runner_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp/examples/play"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/runner"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// stage is a door, a brain and a body in one: what is called is written down, and what the mind wants is made up.
type stage struct {
	mu     sync.Mutex
	wake   func(bool)
	calls  []string
	takes  time.Duration // of a call
	turns  []runner.Turn
	step   func(mind.Input) mind.Output
	closed int
	slept  int
	gone   bool // the body is no more once it has moved in
	driven bool // an agent plays it
	alone  bool // nobody is with it

	farewell bool // it is told something as its door closes

	consent runner.Consent // nil: nobody agrees to anything
	news    []play.Event   // it is told next
}

func (s *stage) Open(_ context.Context, _ string, wake func(bool)) (runner.Hands, error) {
	s.wake = wake
	return s, nil
}

func (s *stage) Close(string) {
	s.mu.Lock()
	s.closed++
	s.mu.Unlock()
	if s.farewell {
		s.wake(true)
	}
}

func (s *stage) Wake(context.Context, string, runner.Hands) (mind.Mind, uint64, error) {
	return s, 0, nil
}

func (s *stage) Keys(string) []string { return nil }

func (s *stage) Forget(string, string, []string) mind.Mind { return nil }

func (s *stage) Empty(string) {}

func (s *stage) Sleep(string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.slept++
}

func (s *stage) Took(_ string, turn runner.Turn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.turns = append(s.turns, turn)
}

func (s *stage) Step(in mind.Input) mind.Output { return s.step(in) }

func (s *stage) Thinks() string { return "turns the glass over once more." }

func (s *stage) Call(_ context.Context, tool string, args play.Args) (*play.View, error) {
	<-time.After(s.takes)
	s.mu.Lock()
	defer s.mu.Unlock()
	words := make([]string, 0, len(args))
	for k, v := range args { // sorted below
		words = append(words, fmt.Sprint(k, "=", v))
	}
	slices.Sort(words)
	s.calls = append(s.calls, strings.TrimSpace(tool+" "+strings.Join(words, " ")))
	v := &play.View{
		At: 1000, Entities: []play.Entity{{ID: "pc-ann", Name: "Ann", Kind: "person"}},
		Actions: []play.Action{{Tool: "say"}, {Tool: "command", Verb: "whisper", Args: map[string][]string{"to": {"Ann"}}}},
	}
	v.Events, s.news = s.news, nil
	if v.You.Driven = s.driven; s.alone {
		v.Entities = nil
	}
	if s.gone {
		v.Error = &play.Failure{Code: "absent", Text: "Your character is no more."}
	}
	return v, nil
}

// shut returns how often the door was closed.
func (s *stage) shut() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closed
}

func (s *stage) took() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.calls)
}

// run lets one mind live until the test ends.
func run(t *testing.T, s *stage, model runner.Model) {
	t.Helper()
	h, err := runner.New(runner.Config{
		Census:    func(context.Context) ([]string, error) { return []string{"npc-barkeep-01"}, nil },
		Connector: s, Brain: s, Model: model, Table: verb.New(), Consent: s.consent,
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- h.Run(ctx) }()
	pass(2 * s.takes)
	synctest.Wait()
	if calls := s.took(); !slices.Equal(calls, []string{"events"}) {
		t.Fatalf("on moving in %q was called, want one look", calls)
	}
	s.calls = nil
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// pass lets time go by in the bubble of a test, until all that happens then has happened.
func pass(d time.Duration) {
	<-time.After(d)
	synctest.Wait()
}

func wait(mind.Input) mind.Output { return mind.Output{} }

// Attention, not ticks: several things that happen at once are one turn, and nobody thinks when nothing happens.
func TestOneTurnForManyEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &stage{step: wait}
		run(t, s, nil)
		pass(10 * time.Minute)
		if calls := s.took(); len(calls) != 0 {
			t.Errorf("with nothing happening %q was called", calls)
		}
		for range 5 {
			s.wake(true)
		}
		pass(time.Second)
		if calls := s.took(); !slices.Equal(calls, []string{"events"}) {
			t.Errorf("after five events at once: %q, want one look", calls)
		}
	})
}

// What happens while a turn runs is for the next one, and two never run at once.
func TestTurnsOneAfterTheOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		running, most := 0, 0
		s := &stage{takes: time.Second}
		s.step = func(mind.Input) mind.Output {
			running++
			most = max(most, running)
			s.wake(true)
			running--
			return mind.Output{}
		}
		run(t, s, nil)
		s.wake(true)
		pass(10 * time.Second)
		if n := len(s.took()); n < 5 || n > 10 || most != 1 {
			t.Errorf("%d turns in ten seconds, %d at once; want about 8, and 1", n, most)
		}
	})
}

// A choice is done by its tool, or typed when it has none; what came of it goes back to the mind, which may speak of
// it then and not before.
func TestSpeechAfterTheDeed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &stage{}
		n := 0
		s.step = func(in mind.Input) mind.Output {
			n++
			switch {
			case in.Look != nil:
				return mind.Output{Choice: &mind.Choice{
					Action: "whisper", Params: map[string]string{"to": "Ann", "text": "the eel is off"},
				}}
			case in.Done != nil && n == 2:
				return mind.Output{Choice: &mind.Choice{Action: "say", Params: map[string]string{"text": "Pie?"}}}
			}
			return mind.Output{}
		}
		run(t, s, nil)
		s.wake(true)
		pass(time.Second)
		want := []string{"events", "command line=whisper to Ann the eel is off", "say text=Pie?"}
		if got := s.took(); !slices.Equal(got, want) {
			t.Errorf("called %q, want %q", got, want)
		}
		if len(s.turns) != 1 || len(s.turns[0].Done) != 2 || len(s.turns[0].Steps) != 3 {
			t.Errorf("kept %+v, want one turn of three steps and two deeds", s.turns)
		}
	})
}

// A mind that never has enough is stopped.
func TestChoicesAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &stage{}
		s.step = func(mind.Input) mind.Output {
			return mind.Output{Choice: &mind.Choice{Action: "say", Params: map[string]string{"text": "And another thing."}}}
		}
		run(t, s, nil)
		s.wake(true)
		pass(time.Second)
		if got, want := len(s.took()), 1+runner.ChoicesMost; got != want {
			t.Errorf("%d calls, want %d", got, want)
		}
	})
}

// slow is a model that answers after a while, or when nobody waits any longer.
type slow struct {
	after time.Duration
	calls int
	mu    sync.Mutex
}

func (m *slow) Answer(ctx context.Context, _ string, ask mind.Ask) mind.Reply {
	m.mu.Lock()
	m.calls++
	m.mu.Unlock()
	select {
	case <-time.After(m.after):
		return mind.Reply{ID: ask.ID, Text: "Pie, then."}
	case <-ctx.Done():
		return mind.Reply{ID: ask.ID, Failed: "timeout"}
	}
}

// asking is a mind that asks a model once and says what it is told.
func asking(in mind.Input) mind.Output {
	switch {
	case in.Look != nil:
		return mind.Output{Asks: []mind.Ask{{ID: 1, Purpose: "npc_dialogue"}}}
	case in.Reply != nil && in.Reply.Failed != "":
		return mind.Output{Choice: &mind.Choice{Action: "say", Params: map[string]string{"text": "Mm. " + in.Reply.Failed}}}
	case in.Reply != nil:
		return mind.Output{Choice: &mind.Choice{Action: "say", Params: map[string]string{"text": in.Reply.Text}}}
	}
	return mind.Output{}
}

// After two seconds those present see that somebody thinks; after twelve the mind goes on without its model.
func TestThinking(t *testing.T) {
	const muses = "command line=emote turns the glass over once more."
	for _, tt := range []struct {
		name  string
		takes time.Duration
		want  []string
		at    time.Duration // by which all is said
	}{
		{"quick", time.Second, []string{"events", "say text=Pie, then."}, 2 * time.Second},
		{"slow", 5 * time.Second, []string{"events", muses, "say text=Pie, then."}, 6 * time.Second},
		{"hanging", time.Hour, []string{"events", muses, "say text=Mm. timeout"}, 13 * time.Second},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &stage{step: asking}
				run(t, s, &slow{after: tt.takes})
				s.wake(true)
				pass(tt.at)
				if got := s.took(); !slices.Equal(got, tt.want) {
					t.Errorf("called %q, want %q", got, tt.want)
				}
			})
		})
	}
}

// S0-84: what would be the seventh model call of a turn is not made.
func TestAsksAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		last := ""
		s := &stage{}
		s.step = func(in mind.Input) mind.Output {
			if in.Reply != nil && in.Reply.Failed != "" {
				last = in.Reply.Failed
				return mind.Output{}
			}
			return mind.Output{Asks: []mind.Ask{{ID: 1}}}
		}
		m := &slow{}
		run(t, s, m)
		s.wake(true)
		pass(time.Second)
		if m.calls != runner.AsksMost || last != "budget" {
			t.Errorf("%d calls, then %q; want %d, then budget", m.calls, last, runner.AsksMost)
		}
	})
}

// A mind that panics stands still, and the runner goes on.
func TestPanicStaysWithin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &stage{step: func(mind.Input) mind.Output { panic("no idea") }}
		run(t, s, nil)
		s.wake(true)
		pass(time.Second)
		s.wake(true)
		pass(time.Second)
		if calls, n := s.took(), s.shut(); len(calls) != 1 || n != 1 {
			t.Errorf("called %q, closed %d times; want one look and one close", calls, n)
		}
	})
}

// A body may be told something while its door closes, and whoever tells it waits for nobody.
func TestClosingWaitsForNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &stage{step: wait, farewell: true}
		run(t, s, nil)
	})
}

// Whose body is no more is let go.
func TestDeathEndsIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &stage{step: func(mind.Input) mind.Output { t.Error("a dead mind thought"); return mind.Output{} }, gone: true}
		run(t, s, nil)
		s.wake(true)
		pass(time.Second)
		if n := s.shut(); n != 1 {
			t.Errorf("closed %d times, want once", n)
		}
	})
}

func TestNeedsItsParts(t *testing.T) {
	if _, err := runner.New(runner.Config{}); err == nil || errors.Is(err, context.Canceled) {
		t.Errorf("a runner of nothing: %v, want an error that says what is missing", err)
	}
}

// While an agent from elsewhere plays the body its mind goes on perceiving, says and does nothing, and asks no model;
// then all is as before.
func TestLent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var looks []mind.Look
		s := &stage{step: func(in mind.Input) mind.Output {
			looks = append(looks, *in.Look)
			return mind.Output{}
		}}
		run(t, s, &slow{})
		for _, lent := range []bool{false, true, false} {
			s.mu.Lock()
			s.driven = lent
			s.mu.Unlock()
			s.wake(true)
			pass(time.Second)
			seen := looks[len(looks)-1]
			if seen.Mute != lent || seen.Model == lent || (len(seen.Actions) == 0) != lent {
				t.Errorf("lent %v: mute %v, a model %v, %d actions", lent, seen.Mute, seen.Model, len(seen.Actions))
			}
		}
		if len(looks) != 3 {
			t.Errorf("it looked %d times, want 3", len(looks))
		}
	})
}
