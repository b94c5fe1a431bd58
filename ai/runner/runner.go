package runner

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
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/verb"
	"golang.org/x/sync/semaphore"
)

// Limits of a runner.
const (
	// ThinkMost is how long a turn waits for models; then it goes on without them.
	ThinkMost = 12 * time.Second
	// musingAfter is how long models may take before those present see that somebody thinks.
	musingAfter = 2 * time.Second
	// turnMost bounds a whole turn, deeds and all.
	turnMost = 30 * time.Second
	// ChoicesMost is how many deeds one turn may come to, speech among them.
	ChoicesMost = 4
	// AsksMost is how many model calls one turn may come to (S0-84).
	AsksMost = 6
	// TurnsMost is how many minds think at a time; the others wait their turn.
	TurnsMost = 8
	// AwakeMost is after how many turns a mind wakes anew once it is alone: it is run again from there, and its ledger
	// holds no more than five times as many.
	AwakeMost = 4000
	// agentsMost is how many minds a runner runs.
	agentsMost = 1000

	soon      = 150 * time.Millisecond // after what concerns a mind: several things that happen at once are one turn
	later     = 3 * time.Second        // after what only happened near it
	idleAgain = time.Minute            // with people about, a mind looks up by itself so often
	censusGap = 15 * time.Second       // between looks at who has a mind, at least
	stirGap   = time.Second            // while somebody is missing who may be born again
)

// Connector opens the hands of a body's mind. Wake is called, and must not block, whenever the body was told something;
// now says that it concerns the body.
type Connector interface {
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

// Consent knows whose words a model may be shown. It is asked when words are heard, and not when they are shown: who
// agrees agrees to what they will say, and not to what they have said.
type Consent interface {
	// Where tells at which host the model is, and whether that is this machine, where nobody has to agree.
	Where(ctx context.Context) (host string, isHome bool)
	// Since is from when on what a player says may go to a host; false: it may not. Nobody is told that it was asked.
	Since(ctx context.Context, player, host string) (at world.Time, ok bool)
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

// Config is how a [Runner] is set up. Census, Connector, Brain and Table are needed.
type Config struct {
	// Census lists the bodies that have a mind.
	Census    func(ctx context.Context) ([]string, error)
	Connector Connector
	Brain     Brain
	Model     Model   // nil: there is none, and every mind decides for itself
	Consent   Consent // nil: nobody has agreed to anything, wherever the model is
	Table     *verb.Table
	Log       *slog.Logger
	After     func(time.Duration, func()) (stop func() bool) // time.AfterFunc when nil
}

// Runner runs the minds of a world.
type Runner struct {
	Config

	turns *semaphore.Weighted // one for each that thinks
	ctx   context.Context
	crew  sync.WaitGroup

	kick    chan struct{}       // a census is due at once
	settled chan struct{}       // closed after the first census
	gate    *semaphore.Weighted // held by a mind that comes in, and while what minds remember is being changed

	mu        sync.Mutex
	agents    map[string]*agent
	restarts  map[string]*restart
	mute      map[string]bool
	most      int  // how many minds lived here at once
	isCounted bool // a census is due
	isStale   bool // and lets everybody go first, who wake anew
	isStirred bool // one is due before long, for those who are missing
	isClosed  bool
}

// New returns a runner. The caller must [Runner.Run] it.
func New(c Config) (*Runner, error) {
	if c.Census == nil || c.Connector == nil || c.Brain == nil || c.Table == nil {
		return nil, errors.New("set up the minds: a census, a door, a brain and the verbs are needed")
	}
	c.Log = cmp.Or(c.Log, slog.New(slog.DiscardHandler))
	if c.After == nil {
		c.After = func(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop }
	}
	return &Runner{
		Config: c, turns: semaphore.NewWeighted(TurnsMost), kick: make(chan struct{}, 1), settled: make(chan struct{}),
		gate: semaphore.NewWeighted(1), agents: map[string]*agent{}, restarts: map[string]*restart{},
		mute: map[string]bool{},
	}, nil
}

// Run lets the minds live until ctx ends, and returns when none of them does anything any longer.
func (rn *Runner) Run(ctx context.Context) error {
	rn.ctx = ctx
	defer rn.close()
	if err := rn.census(ctx); err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return err
	}
	close(rn.settled)
	tick := time.NewTicker(censusGap)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-rn.kick:
		case <-tick.C:
			if !rn.due() {
				continue
			}
		}
		if err := rn.census(ctx); err != nil && ctx.Err() == nil {
			rn.Log.Warn("could not look who has a mind", slog.Any("err", err))
		}
	}
}

// Stir says that something may have been born. It never blocks. While all are here who ever were, it does nothing; else
// whoever came is let in before long, and not only at the next census.
func (rn *Runner) Stir() {
	rn.mu.Lock()
	defer rn.mu.Unlock()
	if rn.isClosed || rn.isStirred || len(rn.agents)+len(rn.restarts) >= rn.most {
		return
	}
	rn.isStirred = true
	rn.After(stirGap, func() {
		rn.mu.Lock()
		rn.isStirred = false
		rn.mu.Unlock()
		rn.Recount()
	})
}

// Renew has every mind go and wake anew, because what they are like may have changed. It never blocks; who is in the
// middle of a turn ends it first.
func (rn *Runner) Renew() {
	rn.mu.Lock()
	rn.isStale = true
	rn.mu.Unlock()
	rn.Recount()
}

// Recount has a census made at once, because other bodies have a mind here than before. It never blocks.
func (rn *Runner) Recount() {
	select {
	case rn.kick <- struct{}{}:
	default: // one is due already
	}
}

// due reports whether anything happened near a mind since the last census. While nobody is about, nobody is counted.
func (rn *Runner) due() bool {
	rn.mu.Lock()
	defer rn.mu.Unlock()
	was := rn.isCounted
	rn.isCounted = false
	return was
}

// census takes in those who are new, and lets go of those who are no more.
func (rn *Runner) census(ctx context.Context) error {
	bodies, err := rn.Census(ctx)
	if err != nil {
		return fmt.Errorf("look who has a mind: %w", err)
	}
	slices.Sort(bodies)
	if n := len(bodies); n > agentsMost {
		rn.Log.Warn("more creatures have minds than this house holds; the others are left to their reflexes",
			slog.Int("minds", n), slog.Int("most", agentsMost))
		bodies = bodies[:agentsMost]
	}
	if rn.isRenewed() {
		rn.letGo(rn.all())
	}
	come, gone := rn.compare(bodies)
	rn.letGo(gone)
	for _, id := range come {
		if err := rn.receive(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

// isRenewed reports whether everybody is to wake anew, once.
func (rn *Runner) isRenewed() bool {
	rn.mu.Lock()
	defer rn.mu.Unlock()
	was := rn.isStale
	rn.isStale = false
	return was
}

// letGo ends minds, each of which may be in the middle of a turn, which then sees to it.
func (rn *Runner) letGo(gone []*agent) {
	for _, r := range gone {
		r.leave()
		if r.still.TryAcquire(1) {
			rn.drop(r)
			r.still.Release(1)
		}
	}
}

// receive takes in the mind of a body, unless it cannot wake. An error ends the census.
func (rn *Runner) receive(ctx context.Context, id string) error {
	if err := rn.gate.Acquire(ctx, 1); err != nil {
		return err
	}
	defer rn.gate.Release(1)
	r, err := rn.moveIn(ctx, id)
	switch {
	case err == nil:
		rn.mu.Lock()
		rn.agents[id] = r
		rn.most = max(rn.most, len(rn.agents))
		rn.mu.Unlock()
		r.rest(false)
	case ctx.Err() != nil:
		return err
	default:
		rn.Log.Error("a mind could not wake", slog.String("body", id), slog.Any("err", err))
		rn.backOff(id, err.Error())
	}
	return nil
}

// compare tells who is to come in, sorted, and who is to be let go.
func (rn *Runner) compare(bodies []string) (come []string, gone []*agent) {
	rn.mu.Lock()
	defer rn.mu.Unlock()
	for _, id := range bodies {
		if f := rn.restarts[id]; rn.agents[id] == nil && (f == nil || f.isDue) {
			come = append(come, id)
		}
	}
	isNoMore := func(id string) bool {
		_, stays := slices.BinarySearch(bodies, id)
		return !stays
	}
	maps.DeleteFunc(rn.restarts, func(id string, _ *restart) bool { return isNoMore(id) })
	for id, r := range rn.agents { // each is judged by itself; the order does not matter
		if isNoMore(id) {
			gone = append(gone, r)
		}
	}
	return come, gone
}

// moveIn wakes the mind of a body. Until it is among the others, no turn of it begins.
func (rn *Runner) moveIn(ctx context.Context, id string) (r *agent, err error) {
	r = &agent{runner: rn, id: id, still: semaphore.NewWeighted(1), isRunning: true, since: time.Now()}
	defer func() {
		if what := recover(); what != nil {
			err = fmt.Errorf("wake the mind of %s: panic: %v", id, what)
			rn.Log.Error("a mind panicked as it woke", slog.String("body", id), slog.String("stack", string(debug.Stack())))
		}
		if err != nil {
			rn.Connector.Close(id)
			rn.Brain.Sleep(id)
		}
	}()
	if r.hands, err = rn.Connector.Open(ctx, id, r.wake); err != nil {
		return nil, fmt.Errorf("open a door for the mind of %s: %w", id, err)
	}
	after := uint64(0)
	if r.mind, after, err = rn.Brain.Wake(ctx, id, r.hands); err != nil {
		return nil, fmt.Errorf("wake the mind of %s: %w", id, err)
	}
	// From the first look on the body is told what it perceives.
	v, err := r.hands.Call(ctx, eventsTool, nil)
	if err != nil {
		return nil, fmt.Errorf("let %s look around: %w", id, err)
	}
	switch {
	case rn.isRestarting(id): // what brought it to grief is not given to it again
	case after > 0:
		r.after = max(after, v.Cursor-min(v.Cursor, MissedRecordsMost))
		r.wake(false)
	case v.Cursor > 0: // it wakes for the first time, and somebody may have spoken to it meanwhile
		r.after = max(1, v.Cursor-min(v.Cursor, firstRecordsMost))
		r.wake(false)
	}
	return r, nil
}

func (rn *Runner) closed() bool {
	rn.mu.Lock()
	defer rn.mu.Unlock()
	return rn.isClosed
}

// close lets go of all, and waits for turns that have begun.
func (rn *Runner) close() {
	rn.mu.Lock()
	rn.isClosed = true
	rn.mu.Unlock()
	for _, r := range rn.all() {
		r.leave()
	}
	rn.crew.Wait()
}

// begin starts a turn in a goroutine of its own, unless the runner is closed.
func (rn *Runner) begin(turn func(context.Context, *slot)) bool {
	rn.mu.Lock()
	defer rn.mu.Unlock()
	if rn.isClosed || rn.ctx == nil {
		return false
	}
	rn.isCounted = true
	rn.crew.Go(func() {
		turn(rn.ctx, &slot{turns: rn.turns})
	})
	return true
}

// slot is one of the places for minds that think. Whoever waits for a model gives it up meanwhile: some who are made to
// wait for long keep nobody else from thinking.
type slot struct {
	turns *semaphore.Weighted
	has   bool
}

func (s *slot) take(ctx context.Context) bool {
	s.has = s.turns.Acquire(ctx, 1) == nil
	return s.has
}

func (s *slot) give() {
	if s.has {
		s.turns.Release(1)
		s.has = false
	}
}

// drop lets a mind sleep whose body has no more use for it. It is held, so that no turn of it runs. Only then may the
// mind of such a body come in again.
func (rn *Runner) drop(r *agent) {
	if rn.find(r.id) != r {
		return
	}
	rn.Brain.Sleep(r.id)
	rn.mu.Lock()
	defer rn.mu.Unlock()
	delete(rn.agents, r.id)
}

// find returns the agent of a body, nil when there is none.
func (rn *Runner) find(id string) *agent {
	rn.mu.Lock()
	defer rn.mu.Unlock()
	return rn.agents[id]
}

// all lists the residents by their ids.
func (rn *Runner) all() []*agent {
	rn.mu.Lock()
	defer rn.mu.Unlock()
	out := slices.Collect(maps.Values(rn.agents))
	slices.SortFunc(out, func(a, b *agent) int { return cmp.Compare(a.id, b.id) })
	return out
}
