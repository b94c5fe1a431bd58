package bench

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/load"
)

// Picture is a drawing of a report.
type Picture struct {
	Name string // of a file
	Alt  string // what it shows, for who does not see it
	SVG  []byte
}

// Pictures draws a report: how long answers took over time, and how many took how long. A report without answers has
// none.
func Pictures(r *Report) []Picture {
	if r.Server == nil || len(r.Server.Histogram) == 0 {
		return nil
	}
	h := Heading{Title: r.Title, Command: r.Command}
	var out []Picture
	if curves := curvesOf(r); len(r.Server.Seconds) > 1 {
		out = append(out, Picture{
			Name: r.Scenario + "-time.svg", Alt: "How long answers took, by second: " + r.Title,
			SVG: Curves(h, curves, bandsOf(r.Server)),
		})
	}
	return append(out, Picture{
		Name: r.Scenario + "-shape.svg", Alt: "How many answers took how long: " + r.Title, SVG: shapeOf(h, r),
	})
}

// curvesOf draws what came first in front.
func curvesOf(r *Report) []Curve {
	var out []Curve
	for i, o := range []*load.Result{r.Floor, r.Server} {
		if o == nil {
			continue
		}
		tones := [][2]Tone{{Floor, FloorSoft}, {Main, MainSoft}}[i]
		p99 := Curve{Name: o.Server + " p99", Tone: tones[0]}
		p50 := Curve{Name: o.Server + " p50", Tone: tones[1]}
		for _, s := range o.Seconds {
			p50.Points = append(p50.Points, Point{Seconds: s.At, Millis: s.P50})
			p99.Points = append(p99.Points, Point{Seconds: s.At, Millis: s.P99})
		}
		out = append(out, p50, p99)
	}
	return out
}

// bandsOf marks the phases of a result, when there are several, but for those in which nothing special goes on.
func bandsOf(o *load.Result) []Band {
	var out []Band
	for _, p := range o.Phases {
		if len(o.Phases) > 1 && p.Name != "quiet" && p.Name != "without" && p.Name != "after" {
			name := p.Name
			if name == "with" {
				name = "misuse"
			}
			out = append(out, Band{Name: name, From: p.From, To: p.From + p.Seconds})
		}
	}
	return out
}

func shapeOf(h Heading, r *Report) []byte {
	var list []Bars
	var marks []Mark
	for i, o := range []*load.Result{r.Server, r.Floor} {
		if o == nil || len(o.Histogram) == 0 {
			continue
		}
		b := Bars{Name: o.Server, Tone: []Tone{Main, Floor}[i]}
		for _, bar := range o.Histogram {
			b.Bars = append(b.Bars, Bar{Millis: bar.Millis, Count: bar.Count})
		}
		if len(o.Phases) == 1 {
			l := o.Phases[0].All.Command
			b.Notes = []string{
				"p50 " + ChartMillis(l.P50), "p99 " + ChartMillis(l.P99), "p99.9 " + ChartMillis(l.P999),
				"max " + ChartMillis(l.Max),
			}
			if i == 0 {
				marks = []Mark{{Name: "p50", Millis: l.P50}, {Name: "p99", Millis: l.P99}, {Name: "p99.9", Millis: l.P999}}
			}
		}
		list = append(list, b)
	}
	return Shape(h, list, marks)
}

// WritePictures writes the pictures of a report into a folder, which must exist, and returns their paths.
func WritePictures(dir string, r *Report) ([]string, error) {
	var out []string
	for _, p := range Pictures(r) {
		path := filepath.Join(dir, p.Name)
		if err := os.WriteFile(path, p.SVG, 0o600); err != nil {
			return out, fmt.Errorf("write a picture: %w", err)
		}
		out = append(out, path)
	}
	return out, nil
}
