package resident

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/world"
)

// A mind that came to grief rests, and is let in again: after a minute, and after twice as long each time that it falls
// again. What it was given as it fell it is not given again.
const (
	fallRest    = time.Minute
	fallRestMax = 64 * time.Minute
	fallWhyMax  = 120 // runes of the reason that are kept
)

// fall is what is known of a mind that came to grief.
type fall struct {
	why   string
	times int
	until time.Time
	isDue bool // it may be let in again
}

// Fallen is a mind that came to grief and is to be let in again.
type Fallen struct {
	Body, Why string
	Times     int       // that it fell since it last lived for long
	Until     time.Time // when it is let in again
}

// fell notes that a mind came to grief, and sets when it is let in again. It is no resident any longer.
func (h *House) fell(id, why string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	f := h.fallen[id]
	if f == nil {
		f = &fall{}
		h.fallen[id] = f
	}
	wait := min(fallRest<<min(f.times, 10), fallRestMax)
	why = strings.TrimSpace(world.Clean(why))
	if runes := []rune(why); len(runes) > fallWhyMax {
		why = string(runes[:fallWhyMax])
	}
	f.why, f.until, f.isDue = why, time.Now().Add(wait), false
	f.times++
	if h.isClosed {
		return
	}
	h.After(wait, func() {
		h.mu.Lock()
		f.isDue = true
		h.mu.Unlock()
		h.Recount()
	})
}

// risen forgets that a mind fell which lived for long since it came in again.
func (h *House) risen(r *resident) {
	if time.Since(r.since) < fallRestMax {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.fallen, r.id)
}

// isFallen reports whether a mind came to grief when it was awake last.
func (h *House) isFallen(id string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.fallen[id] != nil
}

// Fallen lists the minds that came to grief and are not in again, by their bodies.
func (h *House) Fallen() []Fallen {
	h.mu.Lock()
	defer h.mu.Unlock()
	var out []Fallen
	for _, id := range slices.Sorted(maps.Keys(h.fallen)) {
		if f := h.fallen[id]; h.residents[id] == nil {
			out = append(out, Fallen{Body: id, Why: f.why, Times: f.times, Until: f.until})
		}
	}
	return out
}
