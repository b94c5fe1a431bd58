package read

import (
	"sync"
	"time"
)

// Limits of reading.
const (
	ReadsPerSecond = 5  // of each principal, beside what the guard allows
	ReadsBurst     = 20 // so many at once

	principalsMost = 10_000 // remembered; then all begin anew
)

// pace holds each principal to its rate of reading.
type pace struct {
	mu  sync.Mutex
	had map[string]allowance
}

// allowance is how many reads are left, as of a time.
type allowance struct {
	left float64
	at   time.Time
}

// take uses one read up, or returns how long to wait for one.
func (p *pace) take(who string, now time.Time) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.had) >= principalsMost {
		clear(p.had)
	}
	a, ok := p.had[who]
	if !ok {
		a = allowance{ReadsBurst, now}
	}
	a.left = min(a.left+now.Sub(a.at).Seconds()*ReadsPerSecond, ReadsBurst)
	a.at = now
	if a.left < 1 {
		p.had[who] = a
		return time.Duration((1 - a.left) / ReadsPerSecond * float64(time.Second)).Round(time.Millisecond)
	}
	a.left--
	p.had[who] = a
	return 0
}
