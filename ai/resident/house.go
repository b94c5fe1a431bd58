package resident

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// Limits of a house.
const (
	// ThinkMost is how long a turn waits for models; then it goes on without them.
	ThinkMost = 12 * time.Second
	// MusingAfter is how long models may take before those present see that somebody thinks.
	MusingAfter = 2 * time.Second
	// TurnMost bounds a whole turn, deeds and all.
	TurnMost = 30 * time.Second
	// ChoicesMost is how many deeds one turn may come to, speech among them.
	ChoicesMost = 4
	// AsksMost is how many model calls one turn may come to (S0-84).
	AsksMost = 6
	// TurnsMost is how many minds think at a time; the others wait their turn.
	TurnsMost = 8
	// ResidentsMost is how many minds a house holds.
	ResidentsMost = 1000

	soon      = 150 * time.Millisecond // after what concerns a mind: several things that happen at once are one turn
	later     = 3 * time.Second        // after what only happened near it
	idleAgain = time.Minute            // with people about, a mind looks up by itself so often
	censusGap = 15 * time.Second       // between looks at who has a mind, at least
)

// Door opens the hands of a body's mind. Wake is called, and must not block, whenever the body was told something;
// now says that it concerns the body.
type Door interface {
	Open(ctx context.Context, body string, wake func(now bool)) (Hands, error)
	Close(body string)
}

// Brain makes a mind for a body, from what its hands tell of itself and what it remembers, and keeps what becomes of
// it.
type Brain interface {
	// Wake makes it. What happened behind the record after, while nobody looked, is what it takes in first; 0: nothing.
	Wake(ctx context.Context, body string, h Hands) (m mind.Mind, after uint64, err error)
	// Keys are the words that the body of a mind which is awake answers to, beside its name.
	Keys(body string) []string
	// Forget has the mind of a body forget somebody, and returns the mind that goes on; nil when it is not awake.
	Forget(body, person string) mind.Mind
	// Took is told each input that a mind was given and what it wanted then, in order, once the turn is over.
	Took(body string, turn Turn)
}

// Model answers what minds ask of models. It returns by the deadline of ctx, and a failure is an answer too.
type Model interface {
	Answer(ctx context.Context, body string, ask mind.Ask) mind.Reply
}

// Turn is one turn of a mind.
type Turn struct {
	Steps []Step
	Mused bool // those present saw it think
	Done  []Deed
}

// Step is one input of a mind and what it wanted then.
type Step struct {
	In  mind.Input
	Out mind.Output
}

// Deed is a choice that was carried out, and the records that the world made of it.
type Deed struct {
	Choice  mind.Choice `json:"choice"`
	Refused string      `json:"refused,omitempty"`
	Seqs    []uint64    `json:"seqs,omitempty"`
}

// Config is how a [House] is set up. Census, Door, Brain and Table are needed.
type Config struct {
	// Census lists the bodies that have a mind.
	Census func(ctx context.Context) ([]string, error)
	Door   Door
	Brain  Brain
	Model  Model // nil: there is none, and every mind decides for itself
	Table  *verb.Table
	Log    *slog.Logger
	After  func(time.Duration, func()) (stop func() bool) // time.AfterFunc when nil
}

// House holds the minds of a world.
type House struct {
	Config

	turns chan struct{} // one for each that thinks
	ctx   context.Context
	crew  sync.WaitGroup

	mu        sync.Mutex
	residents map[string]*resident
	isCounted bool // a census is due
	isClosed  bool
}

// New returns a house. The caller must [House.Run] it.
func New(c Config) (*House, error) {
	if c.Census == nil || c.Door == nil || c.Brain == nil || c.Table == nil {
		return nil, errors.New("set up the minds: a census, a door, a brain and the verbs are needed")
	}
	c.Log = cmp.Or(c.Log, slog.New(slog.DiscardHandler))
	if c.After == nil {
		c.After = func(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop }
	}
	return &House{Config: c, turns: make(chan struct{}, TurnsMost), residents: map[string]*resident{}}, nil
}

// Run lets the minds live until ctx ends, and returns when none of them does anything any longer.
func (h *House) Run(ctx context.Context) error {
	h.ctx = ctx
	defer h.close()
	if err := h.census(ctx); err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return err
	}
	tick := time.NewTicker(censusGap)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
			if !h.due() {
				continue
			}
			if err := h.census(ctx); err != nil && ctx.Err() == nil {
				h.Log.Warn("could not look who has a mind", slog.Any("err", err))
			}
		}
	}
}

// due reports whether anything happened near a mind since the last census. While nobody is about, nobody is counted.
func (h *House) due() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	was := h.isCounted
	h.isCounted = false
	return was
}

// census takes in those who are new, and lets go of those who are no more.
func (h *House) census(ctx context.Context) error {
	bodies, err := h.Census(ctx)
	if err != nil {
		return fmt.Errorf("look who has a mind: %w", err)
	}
	slices.Sort(bodies)
	if n := len(bodies); n > ResidentsMost {
		h.Log.Warn("more creatures have minds than this house holds; the others are left to their reflexes",
			slog.Int("minds", n), slog.Int("most", ResidentsMost))
		bodies = bodies[:ResidentsMost]
	}
	h.mu.Lock()
	var come []string
	for _, id := range bodies {
		if h.residents[id] == nil {
			come = append(come, id)
		}
	}
	var gone []*resident
	for id, r := range h.residents { // each is judged by itself; the order does not matter
		if _, stays := slices.BinarySearch(bodies, id); !stays {
			gone = append(gone, r)
			delete(h.residents, id)
		}
	}
	h.mu.Unlock()
	for _, r := range gone {
		r.leave()
	}
	for _, id := range come {
		r, err := h.moveIn(ctx, id)
		if err != nil {
			if ctx.Err() != nil {
				return err
			}
			h.Log.Error("a mind could not wake", slog.String("body", id), slog.Any("err", err))
			continue // it is tried again at the next census
		}
		h.mu.Lock()
		h.residents[id] = r
		h.mu.Unlock()
	}
	return nil
}

func (h *House) moveIn(ctx context.Context, id string) (*resident, error) {
	r := &resident{house: h, id: id}
	var err error
	if r.hands, err = h.Door.Open(ctx, id, r.wake); err != nil {
		return nil, fmt.Errorf("open a door for the mind of %s: %w", id, err)
	}
	if r.mind, r.after, err = h.Brain.Wake(ctx, id, r.hands); err != nil {
		h.Door.Close(id)
		return nil, fmt.Errorf("wake the mind of %s: %w", id, err)
	}
	// From the first look on the body is told what it perceives.
	if _, err := r.hands.Call(ctx, "events", nil); err != nil {
		h.Door.Close(id)
		return nil, fmt.Errorf("let %s look around: %w", id, err)
	}
	if r.after > 0 {
		r.wake(false)
	}
	return r, nil
}

// close lets go of all, and waits for turns that have begun.
func (h *House) close() {
	h.mu.Lock()
	h.isClosed = true
	all := slices.Collect(maps.Values(h.residents))
	h.mu.Unlock()
	for _, r := range all {
		r.leave()
	}
	h.crew.Wait()
}

// begin starts a turn in a goroutine of its own, unless the house is closed.
func (h *House) begin(turn func(context.Context)) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.isClosed || h.ctx == nil {
		return false
	}
	h.isCounted = true
	h.crew.Go(func() {
		select {
		case h.turns <- struct{}{}:
			defer func() { <-h.turns }()
			turn(h.ctx)
		case <-h.ctx.Done():
		}
	})
	return true
}

// Residents lists the bodies whose minds live here, sorted.
func (h *House) Residents() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	out := make([]string, 0, len(h.residents))
	for id := range h.residents { // sorted below
		out = append(out, id)
	}
	slices.Sort(out)
	return out
}

// find returns the resident of a body, nil when there is none.
func (h *House) find(id string) *resident {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.residents[id]
}

// keys returns what a body answers to beside its name, and whether its mind lives here.
func (h *House) keys(id string) ([]string, bool) {
	if h.find(id) == nil {
		return nil, false
	}
	return h.Brain.Keys(id), true
}

// Still calls f between two turns of a mind, and reports false when no mind of that body lives here.
func (h *House) Still(id string, f func()) bool {
	r := h.find(id)
	if r == nil {
		return false
	}
	r.turns.Lock()
	defer r.turns.Unlock()
	f()
	return true
}

// Forget has a mind forget somebody, between two turns. It reports false when no mind of that body lives here.
func (h *House) Forget(id, person string) bool {
	r := h.find(id)
	if r == nil {
		return false
	}
	r.turns.Lock()
	defer r.turns.Unlock()
	if m := h.Brain.Forget(id, person); m != nil {
		r.mind = m
	}
	return true
}

// Mute keeps a mind from speaking and acting out until it is unmuted; it goes on perceiving. It reports false when
// nobody of that id lives here.
func (h *House) Mute(id string, is bool) bool {
	r := h.find(id)
	if r == nil {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.isMute = is
	return true
}
