package session_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/session/settings"
	"github.com/mudlark-mud/mudlark/mud/session/surroundings"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

const patience = 60 * time.Second

// newcomersMost is how many accounts one source of a house may make.
const newcomersMost = 5

// house is a small world with real accounts, a real loop and a journal in memory.
type house struct {
	t        *testing.T
	hub      *session.Hub
	loop     *loop.Loop
	machine  *loop.Machine
	disk     *disk
	accounts *account.Registrar
	refuse   atomic.Pointer[func(world.Input) bool] // what the world refuses as poison
	revoked  chan world.GrantID
	log      *lockedBuffer
	mu       sync.Mutex
	answered []loop.Answered
}

// watch keeps what the loop tells of intents.
func (h *house) watch(a loop.Answered) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.answered = append(h.answered, a)
}

// disk is a journal whose commits can be held back.
type disk struct {
	*journal.Memory
	mu   sync.Mutex
	hold chan struct{} // while not nil, commits wait for it
	here chan struct{} // told when a commit waits
	fail error
}

// Commit implements loop.Journal.
func (d *disk) Commit(b journal.Batch) error {
	d.mu.Lock()
	hold, fail := d.hold, d.fail
	d.mu.Unlock()
	if fail != nil {
		return fail
	}
	if hold != nil {
		select {
		case d.here <- struct{}{}:
		default:
		}
		<-hold
	}
	return d.Memory.Commit(b)
}

// stop holds commits back until the returned function is called.
func (d *disk) stop() (goOn func()) {
	hold := make(chan struct{})
	d.mu.Lock()
	d.hold = hold
	d.mu.Unlock()
	return sync.OnceFunc(func() {
		d.mu.Lock()
		d.hold = nil
		d.mu.Unlock()
		close(hold)
	})
}

type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

func newHouse(t *testing.T) *house {
	t.Helper()
	return newHouseWith(t, func(*session.Config) {})
}

func newHouseWith(t *testing.T, change func(*session.Config)) *house {
	t.Helper()
	h := &house{
		t: t, disk: &disk{Memory: journal.NewMemory(), here: make(chan struct{}, 1)}, revoked: make(chan world.GrantID, 1),
		log: &lockedBuffer{},
	}
	h.machine = loop.NewMachine(world.New(0), loop.MachineOptions{Refused: func(in world.Input) bool {
		refuse := h.refuse.Load()
		return refuse != nil && (*refuse)(in)
	}})
	h.loop = loop.New(h.machine, h.disk, loop.Options{Answered: h.watch})
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- h.loop.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		<-ended
		if err := h.machine.State().Check(); err != nil {
			t.Error(err)
		}
	})
	for _, in := range worldtest.Genesis() {
		h.act(in)
	}
	staged := account.NewStaged(h.disk)
	hasher, err := account.NewHasher(account.HasherConfig{MemoryKiB: 8, Passes: 1})
	if err != nil {
		t.Fatal(err)
	}
	h.accounts, err = account.New(account.Config{
		Rows: staged, Hasher: hasher, Throttle: account.NewThrottle(0), Newcomers: account.NewPace(time.Hour, newcomersMost),
	})
	if err != nil {
		t.Fatal(err)
	}
	config := session.Config{
		World: h.loop, Table: verb.New(), Accounts: h.accounts, Staged: staged,
		Welcome: func() string { return "Smallport\n\nMind the tide." },
		Log:     slog.New(slog.NewTextHandler(h.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	}
	change(&config)
	h.hub = session.NewHub(config)
	return h
}

// act lets the host act.
func (h *house) act(in world.Input) {
	h.t.Helper()
	r, err := h.loop.Do(h.t.Context(), func(*world.State, world.Time) loop.Step { return loop.Step{Input: &in} })
	if err != nil || r.Refusal != nil {
		h.t.Fatalf("act: %v %+v", err, r.Refusal)
	}
}

// read asks the world something.
func read[T any](h *house, ask func(*world.State) T) T {
	h.t.Helper()
	r, err := h.loop.Do(context.Background(), func(*world.State, world.Time) loop.Step {
		return loop.Step{Report: func(s *world.State, _ world.Time) any { return ask(s) }}
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return r.Report.(T)
}

func (h *house) presence(id world.ActorID) world.Presence {
	h.t.Helper()
	return read(h, func(s *world.State) world.Presence {
		if a := s.Actors[id]; a != nil {
			return a.Presence
		}
		return world.Away
	})
}

// register makes an account with one character of the same name and returns its proof.
func (h *house) register(name string) account.Account {
	h.t.Helper()
	p := h.come(session.Options{})
	p.types(name, "yes", "a long walk", "a long walk", "quit")
	acct, ok, err := h.accounts.Find(name)
	if err != nil || !ok {
		h.t.Fatalf("register %s: %v; shown:\n%s", name, err, p.screen.text())
	}
	return acct
}

// screen is a Screen that writes down what it was told.
type screen struct {
	mu     sync.Mutex
	frames []session.Frame
	notes  []string // hide, show, settled, end REASON
	wants  surroundings.Want
	chosen settings.Sheet

	listens bool // the client says so
}

func (s *screen) note(n string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.notes = append(s.notes, n)
}

// Show implements session.Screen.
func (s *screen) Show(f session.Frame) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f.Parts = slices.Clone(f.Parts)
	s.frames = append(s.frames, f)
}

// Secret implements session.Screen.
func (s *screen) Secret(on bool) {
	if on {
		s.note("hide")
		return
	}
	s.note("show")
}

// Style implements session.Screen.
func (s *screen) Style() prose.Style {
	s.mu.Lock()
	defer s.mu.Unlock()
	return prose.Style{ScreenReader: s.listens || s.chosen.Value(settings.ScreenReader) == settings.On}
}

// Wants implements session.Screen.
func (s *screen) Wants() surroundings.Want { return s.wants }

// End implements session.Screen.
func (s *screen) End(word, reason string) { s.note("end " + reason + ": " + word) }

// Face implements session.Screen.
func (s *screen) Face() settings.Face { return settings.Lines }

// Apply implements session.Screen.
func (s *screen) Apply(chosen *settings.Sheet) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.chosen = chosen.Clone()
}

// remembers is what the screen was told that it remembers.
func (s *screen) remembers() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.chosen.Screen()
}

// Now implements session.Screen.
func (s *screen) Now(name string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if value := s.chosen.Value(name); name == settings.Width && value != settings.Auto {
		return value
	}
	return ""
}

// Settled implements session.Screen.
func (s *screen) Settled() { s.note("settled") }

// text returns all that was shown, prompts in brackets of their own.
func (s *screen) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var b strings.Builder
	for _, f := range s.frames {
		for _, p := range f.Parts {
			for _, l := range p.Words() {
				for _, span := range l.Spans {
					b.WriteString(span.Text)
				}
				b.WriteByte('\n')
			}
		}
		if f.Prompt != "" {
			b.WriteString("<" + f.Prompt + ">\n")
		}
	}
	return b.String()
}

// clear forgets what was shown.
func (s *screen) clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.frames, s.notes = nil, nil
}

func (s *screen) noted() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(s.notes, ", ")
}

func (s *screen) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.frames)
}

// person drives a session the way its connection's goroutine does.
type person struct {
	t *testing.T
	*session.Session
	screen *screen
	hangUp context.CancelFunc
}

func (h *house) come(o session.Options) *person {
	h.t.Helper()
	return h.comeTo(&screen{}, o)
}

func (h *house) comeTo(s *screen, o session.Options) *person {
	h.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	h.t.Cleanup(cancel)
	if o.Door == "" {
		o.Door = "test"
	}
	return &person{t: h.t, Session: h.hub.New(ctx, s, o), screen: s, hangUp: cancel}
}

// pump shows what comes in until something holds.
func (p *person) pump(what string, holds func() bool) {
	p.t.Helper()
	late := time.After(patience)
	for !holds() {
		select {
		case <-p.Wake():
			p.Pump()
		case <-late:
			p.t.Fatalf("%s did not come to pass; shown:\n%s\nnoted: %s", what, p.screen.text(), p.screen.noted())
		}
	}
}

// types enters lines one after the other, each when the session is ready for it.
func (p *person) types(lines ...string) {
	p.t.Helper()
	for _, l := range lines {
		p.pump("readiness", func() bool { return !p.Busy() })
		p.Line(l)
	}
	p.pump("an answer", func() bool { return !p.Busy() })
}

// sees pumps until some words were shown.
func (p *person) sees(words string) {
	p.t.Helper()
	p.pump("seeing "+words, func() bool { return strings.Contains(p.screen.text(), words) })
}

var errDisk = errors.New("the disk is full")
