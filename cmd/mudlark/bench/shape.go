package bench

import (
	"fmt"
	"slices"
	"strings"
)

// Bar says how often what took at most so many milliseconds, and more than the bar before, came.
type Bar struct {
	Millis float64
	Count  uint64
}

// Bars are one histogram of a picture.
type Bars struct {
	Name  string
	Notes []string // short lines below the name
	Tone  Tone
	Bars  []Bar
}

// Mark is a value worth a line of its own.
type Mark struct {
	Name   string
	Millis float64
}

// Shape draws histograms of times over each other, both scales logarithmic, so that a rare long wait is seen as well as
// the crowd of short ones.
func Shape(h Heading, list []Bars, marks []Mark) []byte {
	c := begin(h, "how many answers took how long")
	var times, shares []float64
	totals := make([]float64, len(list))
	for i, s := range list {
		for _, b := range s.Bars {
			totals[i] += float64(b.Count)
		}
		for _, b := range s.Bars {
			if b.Count > 0 {
				// Half of it, so that the rarest has a height.
				times, shares = append(times, b.Millis), append(shares, float64(b.Count)/totals[i]/2)
			}
		}
	}
	across, upward := decades(times...), decades(shares...)
	upward.high = 0 // all of them
	x := func(ms float64) float64 { return left + plotWidth*across.at(ms) }
	y := func(share float64) float64 { return top + plotHeight*(1-upward.at(share)) }
	for _, v := range upward.ticks() {
		c.path("grid", fmt.Sprintf("M%s %sH%s", num(left), num(y(v)), num(left+plotWidth)))
		c.text(left-8, y(v)+4, "quiet", tiny, "end", short(v*100)+" %")
	}
	for _, v := range across.ticks() {
		c.path("grid", fmt.Sprintf("M%s %sV%s", num(x(v)), num(top), num(top+plotHeight)))
		c.text(x(v), top+plotHeight+19, "quiet", tiny, "middle", ChartMillis(v))
	}
	c.path("axis", fmt.Sprintf("M%s %sH%s", num(left), num(top+plotHeight), num(left+plotWidth)))
	c.text(left+plotWidth/2, height-12, "quiet", textSize, "middle", "time from the intended moment to the answer")
	for i, s := range slices.Backward(list) { // the first lies on top
		if totals[i] > 0 {
			c.bars(s, totals[i], x, y)
		}
	}
	c.marks(marks, x)
	c.legend(list)
	return c.end()
}

// bars draws one histogram as a filled line with steps.
func (c *canvas) bars(s Bars, total float64, x, y func(float64) float64) {
	const barsPerDoubling = 8 // of what gauge gives; the first bar has none before it
	first := s.Bars[0].Millis / (1 + 1./barsPerDoubling)
	floor := top + plotHeight
	var d strings.Builder
	fmt.Fprintf(&d, "M%s %s", num(x(first)), num(floor))
	for _, b := range s.Bars {
		at := floor
		if b.Count > 0 {
			at = y(float64(b.Count) / total)
		}
		fmt.Fprintf(&d, "V%sH%s", num(at), num(x(b.Millis)))
	}
	fmt.Fprintf(&d, "V%s", num(floor))
	c.path("fill-"+string(s.Tone), d.String()+"Z")
	c.path("line "+string(s.Tone), d.String())
}

// legend writes the names of histograms and what is noted of them beside the plot.
func (c *canvas) legend(list []Bars) {
	at := top + textSize
	for _, s := range list {
		c.text(left+plotWidth+14, at, "title name-"+string(s.Tone), textSize, "start", s.Name)
		for _, n := range s.Notes {
			at += labelGap + 1
			c.text(left+plotWidth+14, at, "", textSize, "start", n)
		}
		at += 2 * labelGap
	}
}

// marks draws upright lines with their names above the plot; a name that would run into the one before stands higher.
func (c *canvas) marks(marks []Mark, x func(float64) float64) {
	const apart, higher = 34.0, 13.0
	before, up := -apart, 0.0
	for _, m := range marks {
		if m.Millis <= 0 {
			continue
		}
		at := x(m.Millis)
		if up = 0; at-before < apart {
			up = higher
		}
		c.path("mark", fmt.Sprintf("M%s %sV%s", num(at), num(top-4-up), num(top+plotHeight)))
		c.text(at, top-8-up, "name-main", tiny, "middle", m.Name)
		if up == 0 {
			before = at
		}
	}
}
