package load

import (
	"container/heap"
	"math"
	"math/rand/v2"
	"time"
)

// Arrivals is how the moments of one are spread.
type Arrivals string

// The kinds of arrivals.
const (
	// Even gives each its own moment of the period, so that all together act in even steps.
	Even Arrivals = "even"
	// Random gives each gaps as a Poisson process has them, so that bursts come as they come in life.
	Random Arrivals = "random"
)

// Schedule is when who is to act, in order of time.
type Schedule struct {
	gap   time.Duration // between two moments of one
	queue moments
	ends  *rand.Rand // nil: even
}

type moment struct {
	at  float64 // nanoseconds
	who int
}

// NewSchedule makes the schedule of so many, each of whom acts so many times a second. The same seed makes the same
// schedule.
func NewSchedule(many int, perSecond float64, a Arrivals, seed uint64) *Schedule {
	s := &Schedule{gap: time.Duration(float64(time.Second) / perSecond), queue: make(moments, many)}
	if a == Random {
		s.ends = rand.New(rand.NewPCG(seed, uint64(many))) //nolint:gosec // chance that repeats is what is wanted
	}
	for i := range s.queue {
		first := float64(s.gap) * float64(i) / float64(many)
		if s.ends != nil {
			first = s.wait()
		}
		s.queue[i] = moment{first, i}
	}
	heap.Init(&s.queue)
	return s
}

// Next returns who acts next, and when, counted from the beginning.
func (s *Schedule) Next() (who int, at time.Duration) {
	first := &s.queue[0]
	who, at = first.who, time.Duration(first.at)
	first.at += s.wait()
	heap.Fix(&s.queue, 0)
	return who, at
}

// wait is the gap until somebody's next moment.
func (s *Schedule) wait() float64 {
	if s.ends == nil {
		return float64(s.gap)
	}
	return -math.Log(1-s.ends.Float64()) * float64(s.gap)
}

// moments are a heap by time.
type moments []moment

// Len implements heap.Interface.
func (m moments) Len() int { return len(m) }

// Less implements heap.Interface.
func (m moments) Less(i, j int) bool {
	return m[i].at < m[j].at || m[i].at == m[j].at && m[i].who < m[j].who
}

// Swap implements heap.Interface.
func (m moments) Swap(i, j int) { m[i], m[j] = m[j], m[i] }

// Push implements heap.Interface; nobody joins a schedule.
func (m *moments) Push(x any) { *m = append(*m, x.(moment)) } //nolint:errcheck,forcetypeassert // ours alone

// Pop implements heap.Interface; nobody leaves one.
func (m *moments) Pop() any {
	last := (*m)[len(*m)-1]
	*m = (*m)[:len(*m)-1]
	return last
}
