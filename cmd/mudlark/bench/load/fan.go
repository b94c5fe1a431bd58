package load

import (
	"context"
	"sync"
	"time"
)

// rounds are the words of the one speaker that are on their way to its listeners. When the last listener has heard
// some, the speaker says the next.
type rounds struct {
	run    *run
	window int

	mu   sync.Mutex
	open []round
}

type round struct {
	micros int64 // in its token
	left   int   // who has not heard it
	at     time.Time
}

func newRounds(r *run, window int) *rounds { return &rounds{run: r, window: window} }

// watch lets the speaker begin, and gives up what some listener never hears.
func (rs *rounds) watch(ctx context.Context) {
	for range rs.window {
		rs.next()
	}
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		for range rs.expire(time.Now().Add(-rs.run.c.Patience)) {
			rs.next()
		}
	}
}

// expire gives up what was said before a moment, and returns how many words that were.
func (rs *rounds) expire(before time.Time) (n int) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	kept := rs.open[:0]
	for _, o := range rs.open {
		if o.at.After(before) {
			kept = append(kept, o)
			continue
		}
		n++
		if t := rs.run.groups[0].now.Load(); t != nil {
			t.unheard.Add(uint64(max(o.left, 0)))
		}
	}
	rs.open = kept
	return n
}

// next lets the speaker say something.
func (rs *rounds) next() {
	if !rs.run.sending.Load() {
		return
	}
	speaker, ok := rs.run.players[0].(*bot)
	if !ok {
		return
	}
	speaker.mu.Lock()
	defer speaker.mu.Unlock()
	if speaker.stage != playing {
		return
	}
	now := time.Now()
	// The token that the speaker is about to make, so that nobody hears of it before it is open.
	micros := max(speaker.last+1, now.Sub(rs.run.began).Microseconds())
	rs.mu.Lock()
	rs.open = append(rs.open, round{micros: micros, left: int(rs.run.ready()) - 1, at: now})
	rs.mu.Unlock()
	speaker.send(now)
}

// delivered counts that one listener heard something. The caller is a listener, whose own lock is never the speaker's.
func (rs *rounds) delivered(micros int64) {
	if rs.heardByAll(micros) {
		rs.next()
	}
}

func (rs *rounds) heardByAll(micros int64) bool {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	for i := range rs.open {
		if o := &rs.open[i]; o.micros == micros {
			if o.left--; o.left > 0 {
				return false
			}
			rs.open = append(rs.open[:i], rs.open[i+1:]...)
			return true
		}
	}
	return false
}
