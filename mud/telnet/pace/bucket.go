// Package pace slows down what comes too fast. A [Bucket] keeps no counter and runs no timer, only the time at which it
// will be full again; it belongs to one goroutine at a time.
package pace

import "time"

// The fastest pace; a faster one is none.
const (
	perSecondMost = 1e6
	burstMost     = 1e6
)

// Bucket is a token bucket. The zero value holds nothing back; make one with New.
type Bucket struct {
	full     time.Time
	interval time.Duration // between two in the long run
	burst    time.Duration // what may be owed before one waits
}

// Rate is how much may come: PerSecond in the long run, Burst at once before any waits.
type Rate struct{ PerSecond, Burst int }

// New makes a full bucket. Both numbers of the rate must be positive.
func New(r Rate) Bucket {
	interval := time.Second / time.Duration(min(r.PerSecond, perSecondMost))
	return Bucket{interval: interval, burst: interval * time.Duration(min(r.Burst, burstMost))}
}

// Take books one and returns how long it must wait.
func (b *Bucket) Take(now time.Time) time.Duration { return b.TakeMany(now, 1) }

// TakeMany books several at once and returns how long they must wait.
func (b *Bucket) TakeMany(now time.Time, n int) time.Duration {
	if b.full.Before(now) {
		b.full = now
	}
	b.full = b.full.Add(time.Duration(n) * b.interval)
	return max(0, b.full.Sub(now)-b.burst)
}
