package bots

import (
	"math/bits"
	"sync/atomic"
	"time"
)

// A histogram's buckets: exact below subBuckets microseconds, then subBuckets/2 of them for each doubling, so that a
// value is off by at most 1.6%.
const (
	subBits    = 6
	subBuckets = 1 << subBits
	doublings  = 32
	buckets    = subBuckets + doublings*subBuckets/2
)

// Histogram counts durations in microseconds. Add may be called by any number of goroutines.
type Histogram struct {
	counts [buckets]atomic.Uint32
	max    atomic.Int64
}

// Add counts one duration. A negative one counts as none.
func (h *Histogram) Add(d time.Duration) {
	micros := max(d.Microseconds(), 0)
	h.counts[bucketOf(uint64(micros))].Add(1)
	for {
		old := h.max.Load()
		if micros <= old || h.max.CompareAndSwap(old, micros) {
			return
		}
	}
}

func bucketOf(micros uint64) int {
	if micros < subBuckets {
		return int(micros) // less than subBuckets
	}
	shift := bits.Len64(micros) - subBits
	top := int(micros >> shift) // subBuckets/2 to subBuckets-1
	return min(subBuckets+(shift-1)*subBuckets/2+top-subBuckets/2, buckets-1)
}

// middleOf returns the middle of a bucket in microseconds.
func middleOf(bucket int) float64 {
	if bucket < subBuckets {
		return float64(bucket)
	}
	shift := (bucket-subBuckets)/(subBuckets/2) + 1
	top := (bucket-subBuckets)%(subBuckets/2) + subBuckets/2
	return (float64(top) + 0.5) * float64(uint64(1)<<shift)
}

// Latency is what a histogram says, in milliseconds. A percentile is off by at most 1.6%.
type Latency struct {
	Count uint64  `json:"count"`
	P50   float64 `json:"p50_ms"`
	P90   float64 `json:"p90_ms"`
	P99   float64 `json:"p99_ms"`
	Max   float64 `json:"max_ms"`
}

// Latency sums the histogram up.
func (h *Histogram) Latency() Latency {
	var l Latency
	for i := range h.counts {
		l.Count += uint64(h.counts[i].Load())
	}
	const microsPerMilli = 1000
	l.Max = float64(h.max.Load()) / microsPerMilli
	if l.Count == 0 {
		return l
	}
	at := func(share float64) float64 {
		rank := uint64(share * float64(l.Count))
		var seen uint64
		for i := range h.counts {
			if seen += uint64(h.counts[i].Load()); seen > rank {
				return min(middleOf(i)/microsPerMilli, l.Max)
			}
		}
		return l.Max
	}
	l.P50, l.P90, l.P99 = at(.5), at(.9), at(.99)
	return l
}
