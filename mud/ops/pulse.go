package ops

import (
	"bytes"
	"context"
	"log/slog"
	"runtime/pprof"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

const (
	// BeatEvery is how often the writer is asked whether it is there.
	BeatEvery = time.Second
	// StallMax is how long it may take to answer; then it counts as stalled and every goroutine's stack is logged.
	StallMax = 5 * time.Second

	stacksEvery    = 10 * time.Minute // between two logs of all stacks
	stacksBytesMax = 128 << 10
)

// pulse asks the writer, once a second, whether it is there.
type pulse struct {
	now    func() time.Time
	log    *slog.Logger
	began  time.Time    // with the monotonic clock, so that one that is set does not look like a stall
	asked  atomic.Int64 // when the question under way was asked, nanoseconds since began; 0 when it was answered
	took   atomic.Int64 // how long the last answer took, nanoseconds
	stalls atomic.Uint64
}

func newPulse(now func() time.Time, log *slog.Logger) *pulse {
	return &pulse{now: now, log: log, began: now().Add(-1)}
}

// last returns how long the last answer took.
func (p *pulse) last() time.Duration { return time.Duration(p.took.Load()) }

// waiting returns for how long the writer has owed an answer.
func (p *pulse) waiting() time.Duration {
	asked := p.asked.Load()
	if asked == 0 {
		return 0
	}
	return max(0, p.now().Sub(p.began)-time.Duration(asked))
}

// forDisk reports whether the writer waits because a commit has been under way for as long: its intake is full by then,
// or somebody's account must be read between two commits.
func forDisk(d loop.Depth, waits time.Duration) bool {
	return d.Committing > 0 && d.Committing+2*BeatEvery >= waits
}

// run asks until ctx ends or the world has stopped.
func (p *pulse) run(ctx context.Context, l Loop) {
	ctx, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	tick := time.NewTicker(BeatEvery)
	defer tick.Stop()
	answered := make(chan struct{}, 1)
	var dumped time.Time // when stacks were logged last
	stalled := false
	for {
		select {
		case <-ctx.Done():
			return
		case <-l.Done():
			p.asked.Store(0)
			return
		case <-answered:
			took := p.waiting()
			p.took.Store(int64(took))
			p.asked.Store(0)
			if stalled {
				stalled = false
				p.log.Warn("the writer answers again", slog.Int64("dur_ms", took.Milliseconds()))
			}
		case <-tick.C:
			if p.asked.Load() == 0 {
				p.asked.Store(int64(p.now().Sub(p.began)))
				wg.Go(func() { p.ask(ctx, l, answered) })
				continue
			}
			if waits := p.waiting(); waits < StallMax || stalled || forDisk(l.Depth(), waits) {
				continue
			}
			stalled = true
			p.stalls.Add(1)
			p.tell(l.Depth(), dumped)
			dumped = p.now()
		}
	}
}

// ask offers the writer an intent that does nothing. It may wait for a place in the intake.
func (p *pulse) ask(ctx context.Context, l Loop, answered chan<- struct{}) {
	err := l.Offer(ctx, loop.Intent{Do: func(*world.State, world.Time) loop.Step {
		answered <- struct{}{} // there is room: one question is under way at a time
		return loop.Step{Name: loop.NameHost}
	}})
	if err != nil {
		p.log.Debug("the writer could not be asked", slog.Any("err", err)) // it stops, or we do
	}
}

// tell logs that the writer does not answer, with what everybody is doing if that was not logged a moment ago.
func (p *pulse) tell(d loop.Depth, dumped time.Time) {
	attrs := []any{
		slog.Int64("stall_ms", p.waiting().Milliseconds()), slog.Int64("commit_ms", d.Committing.Milliseconds()),
		slog.Int("intake", d.Intake), slog.Int("releases", d.Releases),
	}
	if dumped.IsZero() || p.now().Sub(dumped) >= stacksEvery {
		attrs = append(attrs, slog.String("stacks", stacks()))
	}
	p.log.Error("the writer does not answer", attrs...)
}

// stacks returns what every goroutine does, equal ones once.
func stacks() string {
	var b bytes.Buffer
	if err := pprof.Lookup("goroutine").WriteTo(&b, 1); err != nil {
		return "could not be read: " + err.Error()
	}
	if b.Len() > stacksBytesMax {
		b.Truncate(stacksBytesMax)
		b.WriteString("\n[the rest was left out]")
	}
	return b.String()
}
