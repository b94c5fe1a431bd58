package account

import (
	"sync"
	"time"
)

// Pace limits how often something may be begun from one source: so often in the long run, and a burst at once. Its
// memory is bounded whoever fills it, and a restart forgives. A nil Pace limits nothing. It may be used from any
// goroutine.
type Pace struct {
	every time.Duration
	burst int

	mu   sync.Mutex
	full recent[Source, time.Time] // when the source's bucket will be full again
}

// NewPace lets each source begin one thing every so often and burst of them at once. It returns nil, which limits
// nothing, when every or burst is not positive.
func NewPace(every time.Duration, burst int) *Pace {
	if every <= 0 || burst <= 0 {
		return nil
	}
	return &Pace{every: every, burst: burst, full: recent[Source, time.Time]{rowsMax: DefaultThrottleRows}}
}

// Take books one beginning. When it comes too soon nothing is booked, and Take returns how long to wait.
func (p *Pace) Take(from Source, now time.Time) (wait time.Duration) {
	if p == nil {
		return 0
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	full := p.full.at(from)
	if full.Before(now) {
		*full = now
	}
	if most := now.Add(time.Duration(p.burst) * p.every); full.After(most) { // the clock was set back
		*full = most
	}
	next := full.Add(p.every)
	if wait = next.Sub(now) - time.Duration(p.burst)*p.every; wait > 0 {
		return wait
	}
	*full = next
	return 0
}
