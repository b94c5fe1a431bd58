package bench_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench"
)

// chartGolden holds a picture against the one that was last looked at, and wants it to be well-formed.
func chartGolden(t *testing.T, name string, got []byte) {
	t.Helper()
	wellFormed(t, got)
	golden(t, name, string(got))
}

func wellFormed(t *testing.T, svg []byte) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		switch _, err := d.Token(); {
		case errors.Is(err, io.EOF):
			return
		case err != nil:
			t.Fatalf("the picture is no XML: %v", err)
		}
	}
}

var heading = bench.Heading{
	Title: "Open loop: 1,000 players, one command a second each", Command: "mudlark bench open --players=1000",
}

// wave is a curve that goes up and down, with a gap.
func wave(name string, tone bench.Tone, level float64) bench.Curve {
	c := bench.Curve{Name: name, Tone: tone}
	for s := 1.0; s <= 30; s++ {
		ms := level * (1.5 + math.Sin(s))
		if s == 20 {
			ms = 0
		}
		c.Points = append(c.Points, bench.Point{Seconds: s, Millis: ms})
	}
	return c
}

// hill is a histogram with a lonely bar far off.
func hill(low float64) []bench.Bar {
	var out []bench.Bar
	for i := range 40 {
		n := uint64(10_000 * math.Exp(-math.Pow(float64(i-15)/5, 2)))
		if i == 39 {
			n = 1
		}
		out = append(out, bench.Bar{Millis: low * math.Pow(2, float64(i)/8), Count: n})
	}
	return out
}

func TestCurves(t *testing.T) {
	chartGolden(t, "curves.svg", bench.Curves(heading, []bench.Curve{
		wave("echo p50", bench.FloorSoft, .03), wave("echo p99", bench.Floor, .2),
		wave("mudlark p50", bench.MainSoft, .4), wave("mudlark p99", bench.Main, 3),
	}, []bench.Band{{Name: "login storm", From: 10, To: 18}}))
}

func TestShape(t *testing.T) {
	chartGolden(t, "shape.svg", bench.Shape(heading, []bench.Bars{
		{Name: "mudlark", Notes: []string{"p50 399 µs", "p99 1.64 ms"}, Tone: bench.Main, Bars: hill(.1)},
		{Name: "echo", Notes: []string{"p50 30 µs"}, Tone: bench.Floor, Bars: hill(.01)},
	}, []bench.Mark{{Name: "p50", Millis: .4}, {Name: "p99", Millis: 1.6}, {Name: "p99.9", Millis: 2}}))
}

// TestOddInput wants a picture of whatever there is, and never one with a number that is none.
func TestOddInput(t *testing.T) {
	odd := bench.Heading{Title: `a < b & "c"`, Command: "x > y"}
	for name, svg := range map[string][]byte{
		"nothing":       bench.Curves(odd, nil, nil),
		"one point":     bench.Curves(odd, []bench.Curve{{Name: "<", Points: []bench.Point{{1, 5}}}}, nil),
		"only gaps":     bench.Curves(odd, []bench.Curve{{Points: []bench.Point{{1, 0}, {2, 0}}}}, nil),
		"a long time":   bench.Curves(odd, []bench.Curve{{Points: []bench.Point{{1, .001}, {1e6, 1e6}}}}, nil),
		"no bars":       bench.Shape(odd, nil, nil),
		"empty bars":    bench.Shape(odd, []bench.Bars{{Name: "x"}, {Bars: []bench.Bar{{1, 0}}}}, []bench.Mark{{"p50", 0}}),
		"one bar":       bench.Shape(odd, []bench.Bars{{Bars: []bench.Bar{{1, 7}}}}, []bench.Mark{{"p50", 1}}),
		"marks outside": bench.Shape(odd, []bench.Bars{{Bars: []bench.Bar{{1, 7}}}}, []bench.Mark{{"p50", 1e9}}),
	} {
		t.Run(name, func(t *testing.T) {
			wellFormed(t, svg)
			for _, bad := range []string{"NaN", "Inf"} {
				if strings.Contains(string(svg), bad) {
					t.Errorf("%s in %s", bad, svg)
				}
			}
		})
	}
}

func TestMillis(t *testing.T) {
	for _, c := range []struct {
		ms   float64
		want string
	}{
		{0, "0"}, {.00123, "1.23 µs"}, {.0456, "45.6 µs"}, {.999, "999 µs"}, {1, "1 ms"}, {12.34, "12.3 ms"},
		{1500, "1.5 s"}, {1e7, "10000 s"},
	} {
		if got := bench.ChartMillis(c.ms); got != c.want {
			t.Errorf("%v ms: got %q, want %q", c.ms, got, c.want)
		}
	}
}
