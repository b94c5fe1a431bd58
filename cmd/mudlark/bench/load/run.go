package load

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/bots"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/gauge"
)

// player is a bot of any door.
type player interface {
	// live plays until the connection or the context ends. entered is called once, when the bot is past the door.
	live(ctx context.Context, entered func()) error
	// command sends the next command of the mix, which was meant to be sent at that moment.
	command(due time.Time)
	// waiting is how many commands have no answer yet.
	waiting() int
	// end gives those up.
	end()
}

// run is one run.
type run struct {
	c       Config
	deck    []*bots.Kind
	shown   []*bots.Kind // those whose answers can be told apart on a screen
	groups  []*group
	players []player
	http    *http.Client // of agents
	series  *gauge.Series
	rounds  *rounds // of a speaker; nil: there is none

	sending  atomic.Bool
	mu       sync.Mutex
	names    []string
	firstErr error
	began    time.Time
	allIn    time.Duration
	idle     usages
}

// Run plays and measures. It returns an error when nobody got in; bots that failed are counted in the result.
func Run(ctx context.Context, c Config) (*Result, error) {
	r, err := newRun(c)
	if err != nil {
		return nil, err
	}
	r.idle = r.usages()
	ctx, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	defer func() {
		if r.http != nil {
			r.http.CloseIdleConnections()
		}
	}()
	if err := r.enter(ctx, &wg); err != nil {
		return nil, err
	}
	r.allIn = time.Since(r.began)
	r.c.Told(fmt.Sprintf("%d of %d bots are at their places after %s", r.ready(), r.c.Crowd.Total(),
		r.allIn.Round(time.Millisecond)))
	windows, err := r.measure(ctx, &wg)
	if err != nil {
		return nil, err
	}
	return r.result(windows), nil
}

// newRun checks a config and makes the bots, apart from agents.
func newRun(c Config) (*run, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	if err := gauge.RaiseFiles(c.Crowd.Total()); err != nil {
		return nil, err
	}
	r := &run{
		c: c, deck: c.Mix.Deck(), names: make([]string, c.Crowd.Total()), began: time.Now(), series: gauge.NewSeries(),
	}
	for _, k := range r.deck {
		if k.Shown != "" {
			r.shown = append(r.shown, k)
		}
	}
	if len(r.shown) == 0 {
		r.shown = bots.Mix{"say": 1}.Deck()
	}
	for _, g := range []struct {
		door    string
		players int
	}{{DoorTelnet, c.Crowd.Telnet}, {DoorSSH, c.Crowd.SSH}, {DoorScreen, c.Crowd.Screens}, {DoorMCP, c.Crowd.Agents}} {
		if g.players > 0 {
			r.add(&group{door: g.door, players: g.players, series: r.series})
		}
	}
	if c.Window > 0 {
		r.rounds = newRounds(r, c.Window)
	}
	return r, nil
}

// add makes the bots of a group.
func (r *run) add(g *group) {
	r.groups = append(r.groups, g)
	for range g.players {
		id := len(r.players)
		if g.door == DoorMCP {
			r.players = append(r.players, newAgent(r, g, id))
			continue
		}
		r.players = append(r.players, newBot(r, g, id))
	}
}

// room is where a bot lives in a town: as many in each room, but for the first, through which everybody comes.
func (r *run) room(id int) int {
	if r.c.Town.Rooms < 2 {
		return 0
	}
	return 1 + id%(r.c.Town.Rooms-1)
}

// enter lets all bots in, so many at a time, and waits until each is at its place or failed.
func (r *run) enter(ctx context.Context, wg *sync.WaitGroup) error {
	if err := r.signUp(ctx); err != nil {
		return err
	}
	r.began = time.Now()
	doors := make(chan struct{}, max(r.c.Logins, 1))
	id := 0
	for _, g := range r.groups {
		for range g.players {
			p := r.players[id]
			id++
			select {
			case doors <- struct{}{}:
			case <-ctx.Done():
				return context.Cause(ctx)
			}
			wg.Go(func() {
				leave := sync.OnceFunc(func() { <-doors })
				err := p.live(ctx, leave)
				leave()
				if ctx.Err() == nil {
					r.noted(fmt.Errorf("a bot at the door %s: %w", g.door, err))
					g.failed.Add(1)
				}
			})
		}
	}
	looked := time.Now()
	await(ctx, func() bool {
		if now := time.Now(); now.Sub(looked) > nudgeAfter {
			looked = now
			r.nudge()
		}
		return r.ready()+r.failed() >= int64(len(r.players))
	})
	if r.ready() == 0 {
		return fmt.Errorf("%w: %w", errNobody, errors.Join(r.firstErr, ctx.Err()))
	}
	return ctx.Err()
}

// nudge reminds those who are still on their way.
func (r *run) nudge() {
	for _, p := range r.players {
		if b, ok := p.(*bot); ok {
			b.nudge()
		}
	}
}

// errNobody says that a run has nobody left to measure.
var errNobody = errors.New("no bot reached its place")

func (r *run) ready() (n int64) {
	for _, g := range r.groups {
		n += g.ready.Load()
	}
	return n
}

func (r *run) failed() (n int64) {
	for _, g := range r.groups {
		n += g.failed.Load()
	}
	return n
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
func (r *run) arrived(g *group, id int, name string) {
	r.mu.Lock()
	r.names[id] = name
	r.mu.Unlock()
	g.ready.Add(1)
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

// usages are what server and bots have used by now.
type usages struct {
	at           time.Time
	server, bots gauge.Usage
	known        bool // the server's
}

func (r *run) usages() usages {
	u := usages{at: time.Now()}
	u.bots, _ = gauge.UsageOf(os.Getpid()) // where there is none, none is reported
	if r.c.PID == 0 {
		return u
	}
	var err error
	if u.server, err = gauge.UsageOf(r.c.PID); err == nil {
		u.known = true
	} else if !errors.Is(err, gauge.ErrUnknown) {
		r.noted(err)
	}
	return u
}

// window is a phase that was measured.
type window struct {
	phase         Phase
	tallies       []*tally // of each group
	before, after usages
}

// measure lets everybody send, warms up, measures each phase, and waits for the last answers.
func (r *run) measure(ctx context.Context, wg *sync.WaitGroup) ([]window, error) {
	sendCtx, stop := context.WithCancel(ctx)
	defer stop()
	r.sending.Store(true)
	switch {
	case r.rounds != nil:
		wg.Go(func() { r.rounds.watch(sendCtx) })
	case r.c.Loop == Open:
		wg.Go(func() { r.pace(sendCtx) })
	case r.c.Loop == Closed:
		now := time.Now()
		for _, p := range r.players {
			p.command(now)
		}
	}
	wait(ctx, r.c.WarmUp)
	began := time.Now()
	beatCtx, still := context.WithCancel(ctx)
	beats := make(chan struct{})
	go func() { defer close(beats); r.beat(beatCtx, began) }()
	var windows []window
	var err error
	for _, p := range r.c.Phases {
		var w window
		if w, err = r.window(ctx, p); err != nil {
			break
		}
		windows = append(windows, w)
	}
	for _, g := range r.groups {
		g.now.Store(nil)
	}
	still()
	<-beats
	if err != nil {
		return nil, err
	}
	r.sending.Store(false)
	stop()
	grace, cancel := context.WithTimeout(ctx, r.c.Patience)
	defer cancel()
	await(grace, r.quiet)
	for _, p := range r.players {
		p.end()
	}
	return windows, ctx.Err()
}

// beat ends the seconds of the series.
func (r *run) beat(ctx context.Context, began time.Time) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			r.series.Beat(time.Since(began))
		case <-ctx.Done():
			return
		}
	}
}

// window measures one phase.
func (r *run) window(ctx context.Context, p Phase) (window, error) {
	if p.Name != "" {
		r.c.Told(p.Name + ": " + p.Time.String() + " at least")
	}
	w := window{phase: p, before: r.usages()}
	for _, g := range r.groups {
		t := &tally{patience: r.c.Patience}
		w.tallies = append(w.tallies, t)
		g.now.Store(t)
	}
	var err error
	if p.Do != nil {
		err = p.Do(ctx)
	}
	wait(ctx, time.Until(w.before.at.Add(p.Time)))
	w.after = r.usages()
	return w, errors.Join(err, ctx.Err())
}

// quiet reports whether every command has its answer.
func (r *run) quiet() bool {
	for _, p := range r.players {
		if p.waiting() > 0 {
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

// pace lets each bot send at its moments.
func (r *run) pace(ctx context.Context) {
	runtime.LockOSThread() // and never unlocks: the thread was sharpened, and ends with the goroutine
	Sharpen()
	s := NewSchedule(len(r.players), r.c.PerSecond, r.c.Arrivals, r.c.Seed)
	began := time.Now()
	for {
		who, at := s.Next()
		due := began.Add(at)
		if !Until(ctx, due) {
			return
		}
		r.players[who].command(due)
	}
}
