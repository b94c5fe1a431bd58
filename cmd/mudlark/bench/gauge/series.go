package gauge

import (
	"sync/atomic"
	"time"
)

// secondsMost is how many seconds a series keeps; later ones are counted nowhere but in the whole.
const secondsMost = 4 * 60 * 60

// Second is what came in one second.
type Second struct {
	At    float64 `json:"s"` // seconds from the beginning of the series to the end of this second
	Count uint64  `json:"count"`
	P50   float64 `json:"p50_ms"`
	P99   float64 `json:"p99_ms"`
	Max   float64 `json:"max_ms"`
}

// Series says of each second what came in it. Add is for any number of goroutines, the rest for one. What is added in
// the very moment of a beat belongs to either second.
type Series struct {
	now     atomic.Pointer[Histogram]
	spare   *Histogram
	seconds []Second
}

// NewSeries returns an empty series.
func NewSeries() *Series {
	s := &Series{spare: &Histogram{}}
	s.now.Store(&Histogram{})
	return s
}

// Add counts a duration in the second that runs.
func (s *Series) Add(d time.Duration) { s.now.Load().Add(d) }

// Beat ends a second, at so much time from the beginning of the series.
func (s *Series) Beat(at time.Duration) {
	full := s.now.Swap(s.spare)
	l := full.Latency()
	full.Reset()
	s.spare = full
	if len(s.seconds) < secondsMost {
		s.seconds = append(s.seconds, Second{At: at.Seconds(), Count: l.Count, P50: l.P50, P99: l.P99, Max: l.Max})
	}
}

// Seconds returns what the beats ended.
func (s *Series) Seconds() []Second { return s.seconds }
