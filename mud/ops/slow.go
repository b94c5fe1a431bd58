package ops

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/mudlark-mud/mudlark/world/loop"
)

const (
	slowQueueMost = 64               // slow commands on their way to the log
	slowBurst     = 20               // lines at once
	slowEvery     = time.Second      // between lines in the long run
	slowTellEvery = 10 * time.Second // when some were left out and no further one comes
)

// slowLog logs commands that took long. Logging may block, so it has a goroutine of its own: whoever finds a slow
// command never waits.
type slowLog struct {
	most    time.Duration
	log     *slog.Logger
	now     func() time.Time
	count   prometheus.Counter
	queue   chan loop.Answered
	leftOut atomic.Uint64
}

func newSlowLog(most time.Duration, log *slog.Logger, now func() time.Time, count prometheus.Counter) *slowLog {
	return &slowLog{most: most, log: log, now: now, count: count, queue: make(chan loop.Answered, slowQueueMost)}
}

// look takes note of an intent that took long.
func (s *slowLog) look(a loop.Answered) {
	if s.most <= 0 || a.Took() <= s.most {
		return
	}
	s.count.Inc()
	select {
	case s.queue <- a:
	default:
		s.leftOut.Add(1)
	}
}

// run logs until ctx ends.
func (s *slowLog) run(ctx context.Context) {
	tick := time.NewTicker(slowTellEvery)
	defer tick.Stop()
	full := s.now() // when slowBurst lines may be written at once again
	for {
		select {
		case <-ctx.Done():
			s.tellLeftOut()
			return
		case <-tick.C:
			s.tellLeftOut()
		case a := <-s.queue:
			now := s.now()
			if full.Before(now) {
				full = now
			}
			if full.Sub(now) > (slowBurst-1)*slowEvery {
				s.leftOut.Add(1)
				continue
			}
			full = full.Add(slowEvery)
			s.tell(a)
		}
	}
}

// tell logs one. What was said is in none of its parts.
func (s *slowLog) tell(a loop.Answered) {
	var by loop.By
	if a.By != nil {
		by = *a.By
	}
	verb := a.Name
	if verb == "" {
		verb = otherWord
	}
	attrs := []any{
		slog.String("session", by.Session), slog.String("actor", string(by.Actor)), slog.String("verb", verb),
		slog.Int64("dur_ms", a.Took().Milliseconds()), slog.Int64("wait_ms", a.Wait.Milliseconds()),
		slog.Int64("decide_ms", a.Decide.Milliseconds()), slog.Int64("commit_ms", a.Hold.Milliseconds()),
		slog.Uint64("seq", a.Seq),
	}
	if n := s.leftOut.Swap(0); n > 0 {
		attrs = append(attrs, slog.Uint64("left_out", n))
	}
	s.log.Warn("slow command", attrs...)
}

func (s *slowLog) tellLeftOut() {
	if n := s.leftOut.Swap(0); n > 0 {
		s.log.Warn("slow commands were left out of the log", slog.Uint64("left_out", n))
	}
}
