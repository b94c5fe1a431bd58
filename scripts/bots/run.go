package bots

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

const (
	warmUp    = 2 * time.Second // of commands before the measured time
	graceMax  = 5 * time.Second // for the last answers
	pollEvery = 20 * time.Millisecond
)

// Config is what a run does.
type Config struct {
	Addr      string // of the telnet server
	MCP       string // URL of its door for agents, for RunAgents
	Players   int
	PerSecond float64 // commands of each bot; 0: the next when the last is answered
	Time      time.Duration
	Mix       Mix
	Logins    int    // at a time
	Town      Town   // that the server serves; zero: another world
	Echo      bool   // the server sends lines back and knows nothing else
	PID       int    // of the server, for its CPU and memory; 0: unknown
	Seed      uint64 // of what bots choose
	// Told is given a line about what the run is at; nil: nobody.
	Told func(string)
}

// run is one run.
type run struct {
	c    Config
	deck []Kind
	bots []*bot
	http *http.Client // of agents

	login, latency, lag        Histogram
	replies, perceived         atomic.Uint64
	in, out, skipped, refused  atomic.Uint64
	measuring, sending         atomic.Bool
	ready, failed              atomic.Int64
	mu                         sync.Mutex
	names                      []string
	firstErr                   error
	began                      time.Time
	allIn                      time.Duration
	usageIdle, usageAt, usageZ Usage
}

// Run plays and measures. It returns an error when nobody got in; bots that failed are counted in the report.
func Run(ctx context.Context, c Config) (*Report, error) {
	r, err := newRun(c)
	if err != nil {
		return nil, err
	}
	if err := r.usage(&r.usageIdle); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	r.enter(ctx, &wg)
	if r.ready.Load() == 0 {
		return nil, fmt.Errorf("%w: %w", errNobody, errors.Join(r.firstErr, ctx.Err()))
	}
	r.allIn = time.Since(r.began)
	r.c.Told(fmt.Sprintf("%d of %d bots are at their places after %s", r.ready.Load(), c.Players,
		r.allIn.Round(time.Millisecond)))
	return r.measure(ctx, &wg)
}

// newRun checks a config and makes room for its connections.
func newRun(c Config) (*run, error) {
	if c.Players < 1 || len(c.Mix.deck()) == 0 || c.Time <= 0 {
		return nil, errors.New("a run needs a player, a mix and some time")
	}
	if err := RaiseFiles(c.Players); err != nil {
		return nil, err
	}
	if c.Told == nil {
		c.Told = func(string) {}
	}
	return &run{c: c, deck: c.Mix.deck(), names: make([]string, c.Players), began: time.Now()}, nil
}

func (r *run) usage(u *Usage) (err error) {
	if r.c.PID != 0 {
		*u, err = UsageOf(r.c.PID)
	}
	return err
}

// room is where a bot lives in a town: as many in each room, but for the first, through which everybody comes.
func (r *run) room(id int) int {
	if r.c.Town.Rooms < 2 {
		return 0
	}
	return 1 + id%(r.c.Town.Rooms-1)
}

// enter lets all bots in, so many at a time, and waits until each is at its place or failed.
func (r *run) enter(ctx context.Context, wg *sync.WaitGroup) {
	doors := make(chan struct{}, max(r.c.Logins, 1))
	for id := range r.c.Players {
		select {
		case doors <- struct{}{}:
		case <-ctx.Done():
			return
		}
		b := &bot{run: r, id: id, uses: map[string]int{}, chance: NewChance(r.c.Seed, uint64(id))}
		switch {
		case r.c.Echo:
		case r.c.Town.Rooms > 0:
			b.path = r.c.Town.path(r.room(id))
		default:
			b.path = make([]string, strollSteps)
		}
		r.bots = append(r.bots, b)
		wg.Go(func() {
			if err := b.live(ctx, func() { <-doors }); ctx.Err() == nil {
				r.fail(b, err)
			}
		})
	}
	await(ctx, func() bool { return r.ready.Load()+r.failed.Load() >= int64(r.c.Players) })
}

// await polls until something is so, or the context ends.
func await(ctx context.Context, so func() bool) {
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for !so() {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// arrived counts a bot that is at its place.
func (r *run) arrived(b *bot) {
	r.mu.Lock()
	r.names[b.id] = b.name
	r.mu.Unlock()
	r.ready.Add(1)
}

// fail counts a bot whose connection ended before the run did.
func (r *run) fail(b *bot, err error) {
	b.mu.Lock()
	if b.phase == playing {
		r.ready.Add(-1)
	}
	b.phase = ended
	b.mu.Unlock()
	r.noted(fmt.Errorf("bot %d: %w", b.id, err))
	r.failed.Add(1)
}

// noted keeps the first thing that went wrong.
func (r *run) noted(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.firstErr == nil {
		r.firstErr = err
	}
}

// friend returns the name of the next bot that has one.
func (r *run) friend(id int) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := 1; i <= len(r.names); i++ {
		if name := r.names[(id+i)%len(r.names)]; name != "" {
			return name
		}
	}
	return "nobody"
}

// answered counts an answer.
func (r *run) answered(p pending) {
	if p.timed {
		r.latency.Add(time.Since(p.at))
	}
	if r.measuring.Load() {
		r.replies.Add(1)
	}
}

// counters are what is read at both ends of the measured time.
type counters struct{ replies, perceived, in, out, skipped, refused uint64 }

func (r *run) counters() counters {
	return counters{
		replies: r.replies.Load(), perceived: r.perceived.Load(), in: r.in.Load(), out: r.out.Load(),
		skipped: r.skipped.Load(), refused: r.refused.Load(),
	}
}

// measure lets everybody send, warms up, measures, and waits for the last answers.
func (r *run) measure(ctx context.Context, wg *sync.WaitGroup) (*Report, error) {
	r.sending.Store(true)
	sendCtx, stop := context.WithCancel(ctx)
	defer stop()
	if r.c.PerSecond > 0 {
		wg.Go(func() { r.pace(sendCtx) })
	} else {
		for _, b := range r.bots {
			b.command()
		}
	}
	wait(ctx, warmUp)
	w, err := r.window(ctx)
	if err != nil {
		return nil, err
	}
	r.sending.Store(false)
	stop()
	grace, cancel := context.WithTimeout(ctx, graceMax)
	defer cancel()
	await(grace, r.quiet)
	unanswered := 0
	for _, b := range r.bots {
		unanswered += b.end()
	}
	return r.report(w, unanswered), nil
}

// window is the measured time.
type window struct {
	before, after counters
	took          time.Duration
}

// window measures for the time of the run.
func (r *run) window(ctx context.Context) (w window, err error) {
	if err := r.usage(&r.usageAt); err != nil {
		return w, err
	}
	began := time.Now()
	w.before = r.counters()
	r.measuring.Store(true)
	wait(ctx, r.c.Time)
	r.measuring.Store(false)
	w.after, w.took = r.counters(), time.Since(began)
	return w, r.usage(&r.usageZ)
}

// quiet reports whether every command has its answer.
func (r *run) quiet() bool {
	for _, b := range r.bots {
		b.mu.Lock()
		n := len(b.pending)
		b.mu.Unlock()
		if n > 0 {
			return false
		}
	}
	return true
}

// wait waits for a time or for the end of the context.
func wait(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// pace lets each bot send at its own moment of the period, so that commands come evenly.
func (r *run) pace(ctx context.Context) {
	gap := time.Duration(float64(time.Second) / (r.c.PerSecond * float64(len(r.bots))))
	timer := time.NewTimer(0)
	defer timer.Stop()
	began := time.Now()
	for n := 0; ; n++ {
		due := began.Add(time.Duration(n) * gap)
		if ahead := time.Until(due); ahead > 0 {
			timer.Reset(ahead)
			select {
			case <-timer.C:
			case <-ctx.Done():
				return
			}
		} else if ctx.Err() != nil {
			return
		}
		if r.measuring.Load() {
			r.lag.Add(time.Since(due))
		}
		r.bots[n%len(r.bots)].command()
	}
}
