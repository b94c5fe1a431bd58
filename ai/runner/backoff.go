package runner

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/world"
)

// A mind that fails is restarted after a backoff: a minute, and twice as long each time that it fails again. The input
// with which it failed is not given to it again.
const (
	backoffLeast    = time.Minute
	backoffMost     = 64 * time.Minute
	backoffWhyRunes = 120 // runes of the reason that are kept
)

// restart is what is known of a mind that failed.
type restart struct {
	why   string
	times int
	until time.Time
	isDue bool // it may be restarted
}

// Backoff is a mind that failed and is to be restarted.
type Backoff struct {
	Body, Why string
	Times     int       // that it failed since it last ran for long
	Until     time.Time // when it is restarted
}

// backOff notes that a mind failed, and sets when it is restarted.
func (rn *Runner) backOff(id, why string) {
	rn.mu.Lock()
	defer rn.mu.Unlock()
	r := rn.restarts[id]
	if r == nil {
		r = &restart{}
		rn.restarts[id] = r
	}
	wait := min(backoffLeast<<min(r.times, 10), backoffMost)
	why = strings.TrimSpace(world.Clean(why))
	if runes := []rune(why); len(runes) > backoffWhyRunes {
		why = string(runes[:backoffWhyRunes])
	}
	r.why, r.until, r.isDue = why, time.Now().Add(wait), false
	r.times++
	if rn.isClosed {
		return
	}
	rn.After(wait, func() {
		rn.mu.Lock()
		r.isDue = true
		rn.mu.Unlock()
		rn.Recount()
	})
}

// clearBackoff forgets the failures of a mind that has run for long since it was restarted.
func (rn *Runner) clearBackoff(a *agent) {
	if time.Since(a.since) < backoffMost {
		return
	}
	rn.mu.Lock()
	defer rn.mu.Unlock()
	delete(rn.restarts, a.id)
}

// isRestarting reports whether a mind failed when it was awake last.
func (rn *Runner) isRestarting(id string) bool {
	rn.mu.Lock()
	defer rn.mu.Unlock()
	return rn.restarts[id] != nil
}

// Backoffs lists the minds that failed and are not restarted yet, by their bodies.
func (rn *Runner) Backoffs() []Backoff {
	rn.mu.Lock()
	defer rn.mu.Unlock()
	var out []Backoff
	for _, id := range slices.Sorted(maps.Keys(rn.restarts)) {
		if r := rn.restarts[id]; rn.agents[id] == nil {
			out = append(out, Backoff{Body: id, Why: r.why, Times: r.times, Until: r.until})
		}
	}
	return out
}
