package gauge

import (
	"math"
	"math/bits"
	"sync/atomic"
	"time"
)

// A histogram's buckets are those of HDR histograms: exact below subBuckets nanoseconds, then subBuckets/2 of them for
// each doubling, up to longestKept. The middle of a bucket is off by at most 0.8% of a value in it.
const (
	subBits     = 7
	subBuckets  = 1 << subBits
	valueBits   = 40 // of the longest value that has a bucket of its own: 2^40 ns are 18 minutes
	buckets     = subBuckets + (valueBits-subBits)*subBuckets/2
	longestKept = 1<<valueBits - 1
)

// Histogram counts durations in 18 KiB, however many. Add may be called by any number of goroutines. The zero value is
// empty.
type Histogram struct {
	counts [buckets]atomic.Uint64
	max    atomic.Int64
}

// Add counts one duration. A negative one counts as none; one of more than 18 minutes counts among the longest, and
// only [Latency.Max] knows how long it was.
func (h *Histogram) Add(d time.Duration) {
	nanos := max(int64(d), 0)
	h.counts[bucketOf(uint64(min(nanos, longestKept)))].Add(1)
	for {
		old := h.max.Load()
		if nanos <= old || h.max.CompareAndSwap(old, nanos) {
			return
		}
	}
}

// bucketOf finds the bucket of a value of at most longestKept.
func bucketOf(nanos uint64) int {
	if nanos < subBuckets {
		return int(nanos) // less than subBuckets
	}
	shift := bits.Len64(nanos) - subBits
	top := int(nanos >> shift) // subBuckets/2 to subBuckets-1
	return subBuckets + (shift-1)*subBuckets/2 + top - subBuckets/2
}

// middleOf returns the middle of a bucket in nanoseconds.
func middleOf(bucket int) float64 {
	if bucket < subBuckets {
		return float64(bucket)
	}
	shift := (bucket-subBuckets)/(subBuckets/2) + 1
	top := (bucket-subBuckets)%(subBuckets/2) + subBuckets/2
	return (float64(top) + 0.5) * float64(uint64(1)<<shift)
}

// Merge adds what another histogram counted.
func (h *Histogram) Merge(other *Histogram) {
	for i := range other.counts {
		if n := other.counts[i].Load(); n > 0 {
			h.counts[i].Add(n)
		}
	}
	h.max.Store(max(h.max.Load(), other.max.Load()))
}

// Reset empties the histogram. What is added meanwhile may be lost.
func (h *Histogram) Reset() {
	for i := range h.counts {
		if h.counts[i].Load() > 0 {
			h.counts[i].Store(0)
		}
	}
	h.max.Store(0)
}

// Count is how many durations were added.
func (h *Histogram) Count() uint64 {
	var n uint64
	for i := range h.counts {
		n += h.counts[i].Load()
	}
	return n
}

// Latency is what a histogram says, in milliseconds. A percentile is off by at most 0.8%; Max is exact.
type Latency struct {
	Count uint64  `json:"count"`
	P50   float64 `json:"p50_ms"`
	P90   float64 `json:"p90_ms"`
	P99   float64 `json:"p99_ms"`
	P999  float64 `json:"p99_9_ms"`
	Max   float64 `json:"max_ms"`
}

// Latency sums the histogram up; it is all zero when nothing was added.
func (h *Histogram) Latency() Latency {
	l := Latency{Count: h.Count()}
	if l.Count == 0 {
		return l
	}
	l.Max = millis(float64(h.max.Load()))
	at := h.quantiles(l.Count, .5, .9, .99, .999)
	l.P50, l.P90, l.P99, l.P999 = min(at[0], l.Max), min(at[1], l.Max), min(at[2], l.Max), min(at[3], l.Max)
	return l
}

// quantiles returns the values, in milliseconds, below which these shares of count lie; shares ascend.
func (h *Histogram) quantiles(count uint64, shares ...float64) []float64 {
	out := make([]float64, 0, len(shares))
	var seen uint64
	for i := range h.counts {
		seen += h.counts[i].Load()
		for len(out) < len(shares) && seen > uint64(shares[len(out)]*float64(count)) {
			out = append(out, millis(middleOf(i)))
		}
	}
	for len(out) < len(shares) { // somebody added meanwhile
		out = append(out, millis(float64(h.max.Load())))
	}
	return out
}

func millis(nanos float64) float64 { return nanos / float64(time.Millisecond) }

// Bar is one bar of a histogram's picture: what took at most Millis and more than the bar before.
type Bar struct {
	Millis float64 `json:"upto_ms"`
	Count  uint64  `json:"count"`
}

// barsPerDoubling is how fine the bars are.
const barsPerDoubling = 8

// Bars returns bars that are about equally wide on a logarithmic scale, eight for each doubling, from the first that is
// not empty to the last.
func (h *Histogram) Bars() []Bar {
	const octave = subBuckets / 2
	var out []Bar
	for first := octave; first < buckets; first += octave { // below lie less than 64 ns, which nothing takes
		from := 0
		for n := 1; n <= barsPerDoubling; n++ {
			to := int(math.Round(octave*math.Exp2(float64(n)/barsPerDoubling))) - octave
			var b Bar
			for ; from < to; from++ {
				b.Count += h.counts[first+from].Load()
			}
			if b.Count > 0 || len(out) > 0 {
				shift := (first - octave) / octave // see bucketOf
				b.Millis = millis(float64((octave + to) << shift))
				out = append(out, b)
			}
		}
	}
	for len(out) > 0 && out[len(out)-1].Count == 0 {
		out = out[:len(out)-1]
	}
	return out
}
