package pace_test

import (
	"math"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/mud/telnet/pace"
)

func TestBucket(t *testing.T) {
	now := time.Unix(1, 0)
	b := pace.New(pace.Rate{PerSecond: 10, Burst: 3})
	for i, want := range []time.Duration{0, 0, 0, 100 * time.Millisecond, 200 * time.Millisecond} {
		if got := b.Take(now); got != want {
			t.Errorf("%d at once: waits %s, want %s", i+1, got, want)
		}
	}
	now = now.Add(500 * time.Millisecond) // all that was owed
	if got := b.Take(now); got != 0 {
		t.Errorf("after a rest: waits %s", got)
	}
	now = now.Add(time.Hour) // an hour saves up no more than a burst
	for range 3 {
		b.Take(now)
	}
	if got := b.Take(now); got != 100*time.Millisecond {
		t.Errorf("after an hour the fourth waits %s", got)
	}
	for _, r := range []pace.Rate{
		{PerSecond: 1e9, Burst: 1e9}, {PerSecond: 1, Burst: math.MaxInt}, {PerSecond: math.MaxInt, Burst: 1},
	} {
		b = pace.New(r)
		for range 1000 {
			if got := b.Take(now); got > time.Millisecond {
				t.Fatalf("without a limit one waits %s", got)
			}
		}
	}
}
