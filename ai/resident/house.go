package resident

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/resident/latch"
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
	// AwakeMost is after how many turns a mind wakes anew once it is alone: it is run again from there, and its ledger
	// holds no more than five times as many.
	AwakeMost = 4000
	// ResidentsMost is how many minds a house holds.
	ResidentsMost = 1000

	soon      = 150 * time.Millisecond // after what concerns a mind: several things that happen at once are one turn
	later     = 3 * time.Second        // after what only happened near it
	idleAgain = time.Minute            // with people about, a mind looks up by itself so often
	censusGap = 15 * time.Second       // between looks at who has a mind, at least
	stirGap   = time.Second            // while somebody is missing who may be born again
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
	// Forget has the mind of a body forget somebody, by their id and their names, and returns the mind that goes on; nil
	// when it is not awake.
	Forget(body, person string, names []string) mind.Mind
	// Empty drops all that the mind of a body remembers; it is woken anew afterwards.
	Empty(body string)
	// Sleep ends the mind of a body, which may be woken again.
	Sleep(body string)
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

	turns latch.Latch // one for each that thinks
	ctx   context.Context
	crew  sync.WaitGroup

	kick    chan struct{} // a census is due at once
	settled chan struct{} // closed after the first census
	gate    latch.Latch   // held by a mind that comes in, and while none may, because what minds remember is being changed

	mu        sync.Mutex
	residents map[string]*resident
	fallen    map[string]*fall
	mute      map[string]bool
	most      int  // how many minds lived here at once
	isCounted bool // a census is due
	isStirred bool // one is due before long, for those who are missing
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
	return &House{
		Config: c, turns: latch.New(TurnsMost), kick: make(chan struct{}, 1), settled: make(chan struct{}),
		gate: latch.New(1), residents: map[string]*resident{}, fallen: map[string]*fall{}, mute: map[string]bool{},
	}, nil
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
	close(h.settled)
	tick := time.NewTicker(censusGap)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-h.kick:
		case <-tick.C:
			if !h.due() {
				continue
			}
		}
		if err := h.census(ctx); err != nil && ctx.Err() == nil {
			h.Log.Warn("could not look who has a mind", slog.Any("err", err))
		}
	}
}

// Stir says that something may have been born. It never blocks. While all are here who ever were, it does nothing; else
// whoever came is let in before long, and not only at the next census.
func (h *House) Stir() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.isClosed || h.isStirred || len(h.residents)+len(h.fallen) >= h.most {
		return
	}
	h.isStirred = true
	h.After(stirGap, func() {
		h.mu.Lock()
		h.isStirred = false
		h.mu.Unlock()
		h.Recount()
	})
}

// Recount has a census made at once, because other bodies have a mind here than before. It never blocks.
func (h *House) Recount() {
	select {
	case h.kick <- struct{}{}:
	default: // one is due already
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
	come, gone := h.compare(bodies)
	for _, r := range gone {
		r.leave()
		if r.still.Try() { // else its turn sees to it
			h.drop(r)
			r.still.Release()
		}
	}
	for _, id := range come {
		if err := h.receive(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

// receive takes in the mind of a body, unless it cannot wake. An error ends the census.
func (h *House) receive(ctx context.Context, id string) error {
	if !h.gate.Hold(ctx) {
		return ctx.Err()
	}
	defer h.gate.Release()
	r, err := h.moveIn(ctx, id)
	switch {
	case err == nil:
		h.mu.Lock()
		h.residents[id] = r
		h.most = max(h.most, len(h.residents))
		h.mu.Unlock()
		r.rest(false)
	case ctx.Err() != nil:
		return err
	default:
		h.Log.Error("a mind could not wake", slog.String("body", id), slog.Any("err", err))
		h.fell(id, err.Error())
	}
	return nil
}

// compare tells who is to come in, sorted, and who is to be let go.
func (h *House) compare(bodies []string) (come []string, gone []*resident) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, id := range bodies {
		if f := h.fallen[id]; h.residents[id] == nil && (f == nil || f.isDue) {
			come = append(come, id)
		}
	}
	isNoMore := func(id string) bool {
		_, stays := slices.BinarySearch(bodies, id)
		return !stays
	}
	maps.DeleteFunc(h.fallen, func(id string, _ *fall) bool { return isNoMore(id) })
	for id, r := range h.residents { // each is judged by itself; the order does not matter
		if isNoMore(id) {
			gone = append(gone, r)
		}
	}
	return come, gone
}

// moveIn wakes the mind of a body. Until it is among the others, no turn of it begins.
func (h *House) moveIn(ctx context.Context, id string) (r *resident, err error) {
	r = &resident{house: h, id: id, still: latch.New(1), isRunning: true, since: time.Now()}
	defer func() {
		if what := recover(); what != nil {
			err = fmt.Errorf("wake the mind of %s: panic: %v", id, what)
			h.Log.Error("a mind came to grief as it woke", slog.String("body", id), slog.String("stack", string(debug.Stack())))
		}
		if err != nil {
			h.Door.Close(id)
			h.Brain.Sleep(id)
		}
	}()
	if r.hands, err = h.Door.Open(ctx, id, r.wake); err != nil {
		return nil, fmt.Errorf("open a door for the mind of %s: %w", id, err)
	}
	after := uint64(0)
	if r.mind, after, err = h.Brain.Wake(ctx, id, r.hands); err != nil {
		return nil, fmt.Errorf("wake the mind of %s: %w", id, err)
	}
	// From the first look on the body is told what it perceives.
	v, err := r.hands.Call(ctx, eventsTool, nil)
	if err != nil {
		return nil, fmt.Errorf("let %s look around: %w", id, err)
	}
	switch {
	case h.isFallen(id): // what brought it to grief is not given to it again
	case after > 0:
		r.after = max(after, v.Cursor-min(v.Cursor, MissedRecordsMost))
		r.wake(false)
	case v.Cursor > 0: // it wakes for the first time, and somebody may have spoken to it meanwhile
		r.after = max(1, v.Cursor-min(v.Cursor, FirstRecordsMost))
		r.wake(false)
	}
	return r, nil
}

func (h *House) closed() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.isClosed
}

// close lets go of all, and waits for turns that have begun.
func (h *House) close() {
	h.mu.Lock()
	h.isClosed = true
	h.mu.Unlock()
	for _, r := range h.all() {
		r.leave()
	}
	h.crew.Wait()
}

// begin starts a turn in a goroutine of its own, unless the house is closed.
func (h *House) begin(turn func(context.Context, *slot)) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.isClosed || h.ctx == nil {
		return false
	}
	h.isCounted = true
	h.crew.Go(func() {
		turn(h.ctx, &slot{turns: h.turns})
	})
	return true
}

// slot is one of the places for minds that think. Whoever waits for a model gives it up meanwhile: some who are made to
// wait for long keep nobody else from thinking.
type slot struct {
	turns latch.Latch
	has   bool
}

func (s *slot) take(ctx context.Context) bool {
	s.has = s.turns.Hold(ctx)
	return s.has
}

func (s *slot) give() {
	if s.has {
		s.turns.Release()
		s.has = false
	}
}

// drop lets a mind sleep whose body has no more use for it. It is held, so that no turn of it runs. Only then may the
// mind of such a body come in again.
func (h *House) drop(r *resident) {
	if h.find(r.id) != r {
		return
	}
	h.Brain.Sleep(r.id)
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.residents, r.id)
}

// find returns the resident of a body, nil when there is none.
func (h *House) find(id string) *resident {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.residents[id]
}

// all lists the residents by their ids.
func (h *House) all() []*resident {
	h.mu.Lock()
	defer h.mu.Unlock()
	out := slices.Collect(maps.Values(h.residents))
	slices.SortFunc(out, func(a, b *resident) int { return cmp.Compare(a.id, b.id) })
	return out
}
