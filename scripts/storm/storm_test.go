package storm_test

import (
	"flag"
	"runtime"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/scripts/storm"
	"github.com/mudlark-mud/mudlark/world/verb"
)

var (
	seeds = flag.Int("storm.seeds", 0, "how many storms are played; 0: 40, or 20 under the race detector")
	seed  = flag.Uint64("storm.seed", 1, "the seed of the first")
	last  = flag.Int("storm.last", 0, "how many of the last steps a failure shows; 0: 60")
)

const (
	seedsUsual = 40  // make storm plays more
	seedsRaced = 20  // a storm is one goroutine, so the race detector finds little and takes its time
	seedsMany  = 500 // so many must meet all there is to meet
)

// TestStorm plays storms and wants every promise kept in all of them, and all that can happen to happen.
func TestStorm(t *testing.T) {
	count := *seeds
	switch {
	case count > 0:
	case isRaced || testing.Short():
		count = seedsRaced
	default:
		count = seedsUsual
	}
	began := time.Now()
	var all storm.Cover
	var sum storm.Report
	o := storm.Options{Seed: *seed, Table: verb.New(), Last: *last}
	played := 0
	err := storm.Many(o, count, runtime.GOMAXPROCS(0), func(r storm.Report) {
		played++
		all.Add(r.Cover)
		sum.Steps += r.Steps
		sum.Lives += r.Lives
		sum.Records += r.Records
		sum.Calm = max(sum.Calm, r.Calm)
	})
	took := time.Since(began)
	t.Logf("%d storms from seed %d in %s, %.0f a second; each of about %d steps, %.1f lives and %d records; all were "+
		"answered, quiet and stopped at most %d steps after the faults ceased. What was met:\n%v", played, *seed,
		took.Round(time.Millisecond), float64(played)/took.Seconds(), sum.Steps/played, float64(sum.Lives)/float64(played),
		int(sum.Records)/played, sum.Calm, &all)
	if err != nil {
		t.Fatal(err)
	}
	if missing := all.Missing(); len(missing) > 0 && played >= seedsMany {
		t.Errorf("never met: %v", missing)
	}
}

// TestSameStorm plays seeds twice and wants the same storms: neither the order of a map nor the clock may leak in.
func TestSameStorm(t *testing.T) {
	twice := uint64(20)
	if isRaced {
		twice = 4
	}
	table := verb.New()
	for n := range twice {
		first, err := storm.Run(storm.Options{Seed: *seed + n, Table: table})
		if err != nil {
			t.Fatal(err)
		}
		second, err := storm.Run(storm.Options{Seed: *seed + n})
		if err != nil {
			t.Fatal(err)
		}
		if first != second {
			t.Errorf("seed %d: %+v, and the second time %+v", *seed+n, first, second)
		}
	}
}
