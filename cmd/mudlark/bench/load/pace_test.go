package load_test

import (
	"context"
	"math"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/load"
)

func TestEvenSchedule(t *testing.T) {
	s := load.NewSchedule(4, 2, load.Even, 0)
	var who []int
	for i := range 12 {
		n, at := s.Next()
		who = append(who, n)
		if want := time.Duration(i) * 125 * time.Millisecond; at != want {
			t.Errorf("moment %d: got %v, want %v", i, at, want)
		}
	}
	if want := []int{0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3}; !slices.Equal(who, want) {
		t.Errorf("got %v, want %v", who, want)
	}
}

func TestRandomSchedule(t *testing.T) {
	const many, perSecond, draws = 50, 10.0, 50_000
	s, same := load.NewSchedule(many, perSecond, load.Random, 7), load.NewSchedule(many, perSecond, load.Random, 7)
	var last time.Duration
	var before [many]time.Duration
	var sum, squares float64
	counts := [many]int{}
	for range draws {
		who, at := s.Next()
		if n, again := same.Next(); n != who || again != at {
			t.Fatalf("the same seed gave %d at %v and %d at %v", who, at, n, again)
		}
		if at < last {
			t.Fatalf("%v comes after %v", at, last)
		}
		gap := (at - before[who]).Seconds()
		sum, squares = sum+gap, squares+gap*gap
		last, before[who] = at, at
		counts[who]++
	}
	mean := sum / draws
	deviation := math.Sqrt(squares/draws - mean*mean)
	if math.Abs(mean-1/perSecond) > .005 || math.Abs(deviation-mean) > .005 {
		t.Errorf("gaps: got a mean of %v and a deviation of %v, want %v of both", mean, deviation, 1/perSecond)
	}
	if slices.Min(counts[:]) < draws/many*8/10 {
		t.Errorf("somebody acted only %d times", slices.Min(counts[:]))
	}
}

// TestScheduleDoesNotWait is the point of an open loop: whoever is slow to ask for the next moment gets the one that
// was meant, and so can see how late it is.
func TestScheduleDoesNotWait(t *testing.T) {
	s := load.NewSchedule(2, 100, load.Even, 0)
	_, first := s.Next()
	load.Until(t.Context(), time.Now().Add(30*time.Millisecond)) // slow
	_, second := s.Next()
	if got, want := second-first, 5*time.Millisecond; got != want {
		t.Errorf("got %v between two moments, want %v", got, want)
	}
}

func TestUntil(t *testing.T) {
	runtime.LockOSThread()
	load.Sharpen()
	late := make([]time.Duration, 0, 50)
	for range cap(late) {
		at := time.Now().Add(1300 * time.Microsecond)
		if !load.Until(t.Context(), at) {
			t.Fatal("it gave up")
		}
		if d := time.Since(at); d >= 0 {
			late = append(late, d)
			continue
		}
		t.Fatal("too early")
	}
	slices.Sort(late)
	if late[0] > time.Millisecond { // the rest says how busy the machine is
		t.Errorf("late by %v at the very least", late[0])
	}
	t.Logf("late by %v, half of the times", late[len(late)/2])
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if load.Until(ctx, time.Now().Add(time.Hour)) {
		t.Error("it waited for an hour in no time")
	}
	if !load.Until(t.Context(), time.Now().Add(-time.Hour)) {
		t.Error("what is over has not come")
	}
}
