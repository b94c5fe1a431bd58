package server

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// garbageLeastMiB is how much garbage may gather before it is collected, at least. Go collects when there is as much
// garbage as there is live memory (GOGC=100); a small world is a few MiB and makes more than a hundred a second under
// load, so it would be collected thirty times a second, which took a fifth of the processor.
const garbageLeastMiB = 64

// collector sets after each collection when the next is due: when there is as much garbage as live memory, but not
// before there is garbageLeastMiB of it.
type collector struct {
	live    []metrics.Sample
	percent int
}

// CollectLess lets garbage gather while it is little, unless the operator has decided with GOGC. Call it once, as early
// as can be: reading a world pack makes a hundred MiB of garbage, which took a sixth of a start to collect.
func CollectLess(getenv func(string) string) {
	if getenv("GOGC") != "" {
		return
	}
	c := &collector{live: []metrics.Sample{{Name: "/gc/heap/live:bytes"}}}
	c.collected()
}

// collected is called once after each collection.
func (c *collector) collected() {
	const whole, tolerated = 100, 10
	const least = 4 << 20 // Go itself takes less for so much, and before the first collection there is nothing
	metrics.Read(c.live)
	if c.live[0].Value.Kind() != metrics.KindUint64 {
		return // another Go: its own default stays
	}
	live := max(c.live[0].Value.Uint64(), least)
	percent := int(max(whole, whole*(garbageLeastMiB<<20)/live)) // at most 1,600
	if off := percent - c.percent; off < -c.percent/tolerated || off > c.percent/tolerated {
		c.percent = percent
		debug.SetGCPercent(percent)
	}
	type sentinel struct{ _ [64]byte } // too large to share its memory with anything that lives longer
	runtime.AddCleanup(new(sentinel), (*collector).collected, c)
}
