package runner_test

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/model"
	"github.com/mudlark-mud/mudlark/ai/model/modeltest"
	"github.com/mudlark-mud/mudlark/ai/model/usage"
	"github.com/mudlark-mud/mudlark/ai/runner"
)

// shelf keeps cassettes.
type shelf struct {
	mu   sync.Mutex
	kept map[[32]byte]model.Cassette
}

func (s *shelf) Load(key [32]byte) (model.Cassette, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, ok := s.kept[key]
	return c, ok
}

func (s *shelf) Save(c model.Cassette) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept[c.Key] = c
}

// What was answered when names were hidden is found again with the names that the reply keeps, and not without them.
func TestAnsweredAgain(t *testing.T) {
	url, stop := modeltest.New(modeltest.Says("of a boat", func(modeltest.Question) string {
		return "Aldren has a boat, and Bryony none."
	})).Start()
	t.Cleanup(stop)
	tracker, err := usage.New(usage.Config{})
	if err != nil {
		t.Fatal(err)
	}
	tape := &shelf{kept: map[[32]byte]model.Cassette{}}
	b := model.New(model.Config{BaseURL: url, Large: "large", DayTokens: 1e6}, model.Needs{
		Tape: tape, Usage: tracker, Log: slog.New(slog.DiscardHandler), Now: time.Now,
		Consent: func(string, string) bool { return false }, Alert: func(model.Alert) {},
	})
	if err := b.On(); err != nil {
		t.Fatal(err)
	}
	a := &runner.Asker{Broker: b, Named: func(context.Context, []string) ([]string, error) {
		return []string{"Zedekiah"}, nil
	}}
	ask := mind.Ask{ID: 1, Template: "speak", Names: []string{"Ann"}, Player: "pc-ann", Data: map[string]any{
		"name": []string{"Hob"}, "said": []string{"Ann: has zedekiah a boat?"},
	}}
	r := a.Answer(t.Context(), "npc-hob", ask)
	const want = "Ann has a boat, and Zedekiah none."
	if r.Failed != "" || r.Text != want {
		t.Fatalf("got %+v, want %q", r, want)
	}
	if got, err := runner.Answered("npc-hob", r.Cassette, runner.Hiding(ask, r), tape); err != nil || got != want {
		t.Errorf("again it is %q, %v, want %q", got, err, want)
	}
	if got, err := runner.Answered("npc-hob", r.Cassette, ask, tape); err == nil {
		t.Errorf("with other names hidden it is %q, want an error", got)
	}
}
