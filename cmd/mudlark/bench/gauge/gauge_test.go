package gauge_test

import (
	"errors"
	"math"
	"os"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/gauge"
)

func TestLatency(t *testing.T) {
	var h gauge.Histogram
	if got := h.Latency(); got != (gauge.Latency{}) {
		t.Errorf("of nothing: got %+v", got)
	}
	if got := h.Bars(); got != nil {
		t.Errorf("of nothing: got bars %v", got)
	}
	for i := 1; i <= 1000; i++ {
		h.Add(time.Duration(i) * time.Millisecond)
	}
	h.Add(-time.Second)
	got := h.Latency()
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"p50", got.P50, 500}, {"p90", got.P90, 900}, {"p99", got.P99, 990}, {"p99.9", got.P999, 999}, {"max", got.Max, 1000},
	} {
		if math.Abs(c.got-c.want) > c.want*.01 {
			t.Errorf("%s: got %v ms, want %v within 1%%", c.name, c.got, c.want)
		}
	}
	if got.Count != 1001 {
		t.Errorf("count: got %d, want 1001", got.Count)
	}
	h.Add(math.MaxInt64) // a lifetime is counted among the longest
	if got := h.Latency(); got.Count != 1002 || got.Max != math.MaxInt64/1e6 {
		t.Errorf("after a lifetime: got %+v", got)
	}
	h.Reset()
	if got := h.Latency(); got != (gauge.Latency{}) {
		t.Errorf("after a reset: got %+v", got)
	}
}

// TestPercentilesOfAnything holds histograms against the sorted list, which is what they stand for.
func TestPercentilesOfAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Int64Range(1, int64(15*time.Minute)), 1, 300).Draw(t, "nanos")
		var all, part gauge.Histogram
		for i, v := range values {
			if i%2 == 0 {
				all.Add(time.Duration(v))
				continue
			}
			part.Add(time.Duration(v))
		}
		all.Merge(&part)
		slices.Sort(values)
		got, bars := all.Latency(), uint64(0)
		for _, c := range []struct {
			name  string
			share float64
			got   float64
		}{{"p50", .5, got.P50}, {"p90", .9, got.P90}, {"p99", .99, got.P99}, {"p99.9", .999, got.P999}} {
			want := float64(values[int(c.share*float64(len(values)))]) / 1e6
			if math.Abs(c.got-want) > want*.008+1e-6 {
				t.Errorf("%s: got %v ms, want %v within 0.8%%", c.name, c.got, want)
			}
		}
		if want := float64(values[len(values)-1]) / 1e6; got.Max != want {
			t.Errorf("max: got %v ms, want %v", got.Max, want)
		}
		before := 0.0
		for _, b := range all.Bars() {
			if b.Millis <= before {
				t.Errorf("bar up to %v ms comes after one up to %v", b.Millis, before)
			}
			before, bars = b.Millis, bars+b.Count
		}
		var long uint64
		for _, v := range values {
			if v >= 64 { // nanoseconds; shorter ones have no bar
				long++
			}
		}
		if bars != long {
			t.Errorf("the bars hold %d of %d values", bars, long)
		}
	})
}

func TestBarsBound(t *testing.T) {
	for _, d := range []time.Duration{64, 127, 128, 1000, 12345, time.Millisecond, time.Second - 1, time.Minute} {
		var h gauge.Histogram
		h.Add(d)
		bars := h.Bars()
		if len(bars) != 1 || bars[0].Count != 1 {
			t.Fatalf("%d ns: got %v", d, bars)
		}
		at := float64(d) / 1e6
		if up := bars[0].Millis; at > up || at < up/math.Pow(2, 1./8)*.97 {
			t.Errorf("%v ms lies in the bar up to %v", at, up)
		}
	}
}

func TestHistogramTakesManyAtOnce(t *testing.T) {
	var h gauge.Histogram
	var wg sync.WaitGroup
	const writers, each = 8, 1000
	for range writers {
		wg.Go(func() {
			for i := range each {
				h.Add(time.Duration(i) * time.Microsecond)
			}
		})
	}
	wg.Wait()
	if got := h.Count(); got != writers*each {
		t.Errorf("got %d, want %d", got, writers*each)
	}
}

func TestSeries(t *testing.T) {
	s := gauge.NewSeries()
	s.Add(time.Millisecond)
	s.Add(3 * time.Millisecond)
	s.Beat(time.Second)
	s.Beat(2 * time.Second)
	s.Add(7 * time.Millisecond)
	s.Beat(3 * time.Second)
	got := s.Seconds()
	if len(got) != 3 || got[0].Count != 2 || got[1].Count != 0 || got[2].Count != 1 {
		t.Fatalf("got %+v", got)
	}
	if got[0].Max != 3 || got[1].Max != 0 || got[2].Max != 7 || got[2].At != 3 {
		t.Errorf("got %+v", got)
	}
}

func TestUsage(t *testing.T) {
	before, err := gauge.UsageOf(os.Getpid())
	if errors.Is(err, gauge.ErrUnknown) && runtime.GOOS != "linux" {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	memory := make([]byte, 32<<20)
	for i := range memory { // so that it is in use, and takes some time
		memory[i] = byte(i)
	}
	after := before
	for began := time.Now(); after.Since(before).CPU() < 30*time.Millisecond; {
		for range 1 << 20 {
			memory[0]++
		}
		if after, err = gauge.UsageOf(os.Getpid()); err != nil {
			t.Fatal(err)
		}
		if time.Since(began) > 20*time.Second {
			t.Fatalf("20 s of work: got %v of CPU", after.Since(before).CPU())
		}
	}
	runtime.KeepAlive(memory)
	if used := after.Since(before); used.Busy < used.CPU()/2 {
		t.Errorf("got %v of CPU, but %v on the whole machine", used.CPU(), used.Busy)
	}
	if after.Anonymous-before.Anonymous < 16<<20 || after.File == 0 || after.Resident() <= after.Anonymous {
		t.Errorf("memory: got %+v after %+v", after, before)
	}
	if after.Voluntary == 0 {
		t.Error("no thread has ever waited")
	}
	if _, err := gauge.UsageOf(1 << 30); err == nil {
		t.Error("a process that is not there has a usage")
	}
}

func TestDisk(t *testing.T) {
	dir := t.TempDir()
	// A hundred rows a transaction are more rows a second than one; but the disk may have been busier with the hundred.
	const tries = 20
	for try := 1; ; try++ {
		d, err := gauge.MeasureDisk(t.Context(), dir, 20*time.Millisecond)
		if err != nil {
			t.Fatal(err)
		}
		if d.Append > 0 && d.Bolt1 > 0 && d.Bolt100 > d.Bolt1 && d.Bolt100P99 >= d.Bolt100P50 {
			break
		}
		if try == tries {
			t.Fatalf("at last: got %+v", d)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestMachine(t *testing.T) {
	if m := gauge.ThisMachine(); m.Cores < 1 || m.Go == "" || m.System == "" {
		t.Errorf("got %+v", m)
	}
}

func BenchmarkHistogramAdd(b *testing.B) {
	var h gauge.Histogram
	d := time.Duration(0)
	for b.Loop() {
		h.Add(d)
		d += 997
	}
}
