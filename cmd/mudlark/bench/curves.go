package bench

import (
	"fmt"
	"math"
	"strings"
)

// Point is a value at a time; a value of 0 is a gap.
type Point struct{ Seconds, Millis float64 }

// Curve is one line of a picture.
type Curve struct {
	Name   string
	Tone   Tone
	Points []Point
}

// Band is a stretch of time that has a name.
type Band struct {
	Name     string
	From, To float64 // seconds
}

// Curves draws times over time, on a logarithmic scale.
func Curves(h Heading, curves []Curve, bands []Band) []byte {
	c := begin(h, "latency over time")
	var values []float64
	end := 1.0
	for _, curve := range curves {
		for _, p := range curve.Points {
			values, end = append(values, p.Millis), max(end, p.Seconds)
		}
	}
	scale := decades(values...)
	x := func(seconds float64) float64 { return left + plotWidth*min(seconds/end, 1) }
	y := func(ms float64) float64 { return top + plotHeight*(1-scale.at(ms)) }
	for _, b := range bands {
		fmt.Fprintf(&c.b, `<rect class="band" x="%s" y="%s" width="%s" height="%s"/>`+"\n",
			num(x(b.From)), num(top), num(x(b.To)-x(b.From)), num(plotHeight))
		c.text((x(b.From)+x(b.To))/2, top-7, "quiet", tiny, "middle", b.Name)
	}
	for _, v := range scale.ticks() {
		c.path("grid", fmt.Sprintf("M%s %sH%s", num(left), num(y(v)), num(left+plotWidth)))
		c.text(left-8, y(v)+4, "quiet", tiny, "end", ChartMillis(v))
	}
	c.path("axis", fmt.Sprintf("M%s %sH%s", num(left), num(top+plotHeight), num(left+plotWidth)))
	step := niceStep(end)
	for s := 0.0; s <= end+step/100; s += step {
		c.path("axis", fmt.Sprintf("M%s %sv5", num(x(s)), num(top+plotHeight)))
		c.text(x(s), top+plotHeight+19, "quiet", tiny, "middle", short(s)+" s")
	}
	c.text(left+plotWidth/2, height-12, "quiet", textSize, "middle", "time")
	var names []name
	for _, curve := range curves {
		if n, ok := c.curve(curve, x, y); ok {
			names = append(names, n)
		}
	}
	c.names(names)
	return c.end()
}

// curve draws one line, broken where there is nothing.
func (c *canvas) curve(curve Curve, x, y func(float64) float64) (name, bool) {
	var d strings.Builder
	move := "M"
	n, drawn := name{tone: curve.Tone, text: curve.Name}, false
	for _, p := range curve.Points {
		if p.Millis <= 0 {
			move = "M"
			continue
		}
		d.WriteString(move + num(x(p.Seconds)) + " " + num(y(p.Millis)))
		move, n.y, drawn = "L", y(p.Millis), true
	}
	if drawn {
		c.path("line "+string(curve.Tone), d.String())
	}
	return n, drawn
}

// niceStep returns a step of 1, 2 or 5 times a power of ten that gives five to ten ticks.
func niceStep(end float64) float64 {
	raw := end / 8
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, m := range []float64{1, 2, 5} {
		if raw <= m*power {
			return m * power
		}
	}
	return 10 * power
}
