package model_test

import (
	"bytes"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/ai/model"
	"github.com/mudlark-mud/mudlark/ai/model/modeltest"
	"github.com/mudlark-mud/mudlark/ai/model/usage"
	"github.com/mudlark-mud/mudlark/ai/prompt"
)

const (
	key    = "sk-test-0123456789abcdef"
	player = "pc-seren"
)

// rig is a broker with its surroundings, and a fake model behind it.
type rig struct {
	*model.Broker
	fake   *modeltest.Fake
	tape   *tape
	sink   *sink
	log    *buffer
	needs  model.Needs
	config model.Config

	mu     sync.Mutex
	now    time.Time // what Needs.Now says; zero is the wall clock
	agreed map[string]bool
	asked  int // whether somebody agrees
	alerts []model.Alert
	met    []string // limits
}

// config is one that works, but for the address.
func config() model.Config {
	return model.Config{Key: key, Large: "large-1", Small: "small-1", DayTokens: 1_000_000}
}

// newRig starts a fake that behaves as a scenario says, and a broker that is on. At the end of the test nothing that
// left or was kept may tell the key.
func newRig(t testing.TB, s modeltest.Scenario, change func(*model.Config)) *rig {
	t.Helper()
	fake := modeltest.New(s)
	url, stop := fake.Start()
	t.Cleanup(stop)
	c := config()
	c.BaseURL = url
	if change != nil {
		change(&c)
	}
	r := rigFor(t, c)
	r.fake = fake
	fake.Forbid(key)
	if err := r.On(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, what := range fake.Faults() {
			t.Error("on the wire:", what)
		}
	})
	return r
}

// rigFor makes a broker, which is off.
func rigFor(t testing.TB, c model.Config) *rig {
	t.Helper()
	r := &rig{config: c, tape: &tape{}, sink: &sink{}, log: &buffer{}, agreed: map[string]bool{}}
	tracker, err := usage.New(usage.Config{Sink: r.sink})
	if err != nil {
		t.Fatal(err)
	}
	r.needs = model.Needs{
		Tape: r.tape, Usage: tracker,
		Log: slog.New(slog.NewJSONHandler(r.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Now: r.clock,
		Consent: func(player, host string) bool {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.asked++
			return r.agreed[player+" to "+host]
		},
		Alert: func(a model.Alert) {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.alerts = append(r.alerts, a)
		},
		Met: func(limit string) {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.met = append(r.met, limit)
		},
	}
	r.Broker = model.New(c, r.needs)
	t.Cleanup(func() {
		r.Off()
		if strings.Contains(r.log.String(), key) || strings.Contains(r.log.String(), "Bearer") {
			t.Errorf("the key is in the log: %s", r.log)
		}
		for _, c := range r.tape.all() {
			if bytes.Contains(c.Body, []byte(key)) {
				t.Errorf("the key is in a cassette: %s", c.Body)
			}
		}
	})
	return r
}

func (r *rig) clock() time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.now.IsZero() {
		return time.Now()
	}
	return r.now
}

// after moves the clock on.
func (r *rig) after(d time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.now = r.now.Add(d)
}

func (r *rig) told() []model.Alert {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]model.Alert(nil), r.alerts...)
}

// ask is a call that any broker answers.
func ask() model.Call {
	return model.Call{
		Purpose: usage.Dialogue, Template: prompt.Ref{ID: "speak", Version: "1", Hash: "abc"},
		System: "You are Mara, who keeps the Drowned Lantern.", User: `Seren says: "When does the tide turn?"`,
		MaxTokens: 120, Temperature: 700, Context: [32]byte{1, 2, 3}, Mind: "npc-mara", Player: player,
	}
}

// tape is one in memory.
type tape struct {
	mu   sync.Mutex
	kept map[[32]byte]model.Cassette
}

func (t *tape) Load(key [32]byte) (model.Cassette, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	c, ok := t.kept[key]
	return c, ok
}

func (t *tape) Save(c model.Cassette) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.kept == nil {
		t.kept = map[[32]byte]model.Cassette{}
	}
	t.kept[c.Key] = c
}

func (t *tape) all() []model.Cassette {
	t.mu.Lock()
	defer t.mu.Unlock()
	var all []model.Cassette
	for _, c := range t.kept {
		all = append(all, c)
	}
	return all
}

// sink keeps what the telemetry tells.
type sink struct {
	mu     sync.Mutex
	events []usage.Event
}

func (s *sink) Emit(e usage.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.events = append(s.events, e)
}

func (s *sink) all() []usage.Event {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]usage.Event(nil), s.events...)
}

// buffer may be written to by many.
type buffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}
