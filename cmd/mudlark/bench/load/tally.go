package load

import (
	"sync/atomic"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/gauge"
)

// tally is what one group of bots felt in one phase.
type tally struct {
	patience time.Duration
	latency  gauge.Histogram // of commands that were meant to be sent in the phase
	delivery gauge.Histogram // from the moment a word was meant to be said until another heard it
	lag      gauge.Histogram // how late the bots themselves sent
	replies  atomic.Uint64
	heard    atomic.Uint64
	refused  atomic.Uint64
	lost     atomic.Uint64
	in, out  atomic.Uint64 // bytes
	frames   atomic.Uint64
	unheard  atomic.Uint64 // words that a listener never heard, in a run with a speaker
}

// lose counts a command that was never answered.
func (t *tally) lose() {
	if t == nil {
		return
	}
	t.lost.Add(1)
	t.latency.Add(t.patience)
}

// group is the bots of one door.
type group struct {
	door          string
	players       int
	ready, failed atomic.Int64
	login         gauge.Histogram
	now           atomic.Pointer[tally] // of the phase that runs; nil: nothing is measured
	series        *gauge.Series
}

// answered counts an answer.
func (g *group) answered(p pending) {
	took := time.Since(p.at)
	if p.tally != nil {
		p.tally.latency.Add(took)
		g.series.Add(took)
	}
	if t := g.now.Load(); t != nil {
		t.replies.Add(1)
	}
}

// bytesIn counts what came.
func (g *group) bytesIn(n int) {
	if t := g.now.Load(); t != nil && n > 0 {
		t.in.Add(uint64(n))
	}
}

// bytesOut counts what was sent.
func (g *group) bytesOut(n int) {
	if t := g.now.Load(); t != nil && n > 0 {
		t.out.Add(uint64(n))
	}
}
