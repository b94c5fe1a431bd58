package bench

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// The picture's measures, in pixels.
const (
	width, height             = 880.0, 388.0
	left, right, top, bottom  = 74.0, 168.0, 84.0, 52.0
	plotWidth, plotHeight     = width - left - right, height - top - bottom
	labelGap                  = 15.0 // between two names beside lines
	titleSize, textSize, tiny = 16.0, 12.0, 11.0
)

// Tone is how something is drawn: what is measured in colour, what it is measured beside in grey.
type Tone string

// The tones.
const (
	Main      Tone = "main"       // the most telling line of what is measured
	MainSoft  Tone = "main-soft"  // another of the same
	Floor     Tone = "floor"      // what it is measured beside
	FloorSoft Tone = "floor-soft" // another of the same
)

// style gives the tones their colours on a light page and on a dark one. The classes are spelled out, because not every
// reader of SVG knows CSS variables.
const style = `<style>
text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","DejaVu Sans",sans-serif;fill:#374151}
.title{font-weight:600}text.head{fill:#111827}
.mono{font-family:ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace}
.quiet{fill:#6b7280}.page{fill:#ffffff}.grid{stroke:#e5e7eb;fill:none}.axis{stroke:#9ca3af;fill:none}
.band{fill:#f59e0b;fill-opacity:.10}.line{fill:none;stroke-width:2;stroke-linejoin:round}
.main{stroke:#1d4ed8}.main-soft{stroke:#60a5fa}.floor{stroke:#6b7280}.floor-soft{stroke:#b6bcc6}
.fill-main,.fill-main-soft{fill:#3b82f6;fill-opacity:.30}.fill-floor,.fill-floor-soft{fill:#9ca3af;fill-opacity:.35}
.name-main{fill:#1d4ed8}.name-main-soft{fill:#2f80ed}.name-floor{fill:#4b5563}.name-floor-soft{fill:#7b8494}
.mark{stroke:#1d4ed8;stroke-dasharray:2 3;fill:none}
@media (prefers-color-scheme:dark){
text{fill:#c9d1d9}text.head{fill:#f0f6fc}.quiet{fill:#8b949e}
.page{fill:#0d1117}.grid{stroke:#21262d}.axis{stroke:#484f58}
.main{stroke:#79b8ff}.main-soft{stroke:#2f6fb5}.floor{stroke:#9aa4af}.floor-soft{stroke:#596370}.mark{stroke:#79b8ff}
.name-main{fill:#79b8ff}.name-main-soft{fill:#539bf5}.name-floor{fill:#b1bac4}.name-floor-soft{fill:#8b949e}}
</style>
`

// Heading is what stands above a picture.
type Heading struct {
	Title   string
	Command string // that repeats it
}

// canvas is a picture under way.
type canvas struct{ b strings.Builder }

// begin opens a picture and writes its heading.
func begin(h Heading, alt string) *canvas {
	c := &canvas{}
	c.b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" role="img" `)
	fmt.Fprintf(&c.b, `viewBox="0 0 %g %g" width="%g" height="%g">`+"\n", width, height, width, height)
	fmt.Fprintf(&c.b, "<title>%s</title>\n<desc>%s</desc>\n%s", escape(h.Title), escape(alt), style)
	fmt.Fprintf(&c.b, `<rect class="page" width="%g" height="%g"/>`+"\n", width, height)
	c.text(20, 30, "title head", titleSize, "start", h.Title)
	if h.Command != "" {
		c.text(20, 50, "mono quiet", tiny, "start", "$ "+h.Command)
	}
	return c
}

// end closes the picture.
func (c *canvas) end() []byte {
	c.b.WriteString("</svg>\n")
	return []byte(c.b.String())
}

func (c *canvas) text(x, y float64, class string, size float64, anchor, text string) {
	fmt.Fprintf(&c.b, `<text x="%s" y="%s" class="%s" font-size="%g" text-anchor="%s">%s</text>`+"\n",
		num(x), num(y), class, size, anchor, escape(text))
}

func (c *canvas) path(class, d string) { fmt.Fprintf(&c.b, `<path class="%s" d="%s"/>`+"\n", class, d) }

// names writes the names of lines beside their ends, apart from each other.
func (c *canvas) names(list []name) {
	slices.SortStableFunc(list, func(a, b name) int { return cmp.Compare(a.y, b.y) })
	for i := range list {
		list[i].y = max(list[i].y, top+4)
		if i > 0 {
			list[i].y = max(list[i].y, list[i-1].y+labelGap)
		}
	}
	if over := len(list); over > 0 {
		if beyond := list[over-1].y - (top + plotHeight + 4); beyond > 0 {
			for i := range list {
				list[i].y -= beyond
			}
		}
	}
	for _, n := range list {
		c.text(left+plotWidth+10, n.y+4, "name-"+string(n.tone), textSize, "start", n.text)
	}
}

type name struct {
	y    float64
	tone Tone
	text string
}

// logScale maps values to pixels, by their logarithm, from decade to decade.
type logScale struct{ low, high float64 } // powers of ten

// decades returns the scale that holds these values.
func decades(values ...float64) logScale {
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if v > 0 {
			low, high = min(low, math.Floor(math.Log10(v))), max(high, math.Ceil(math.Log10(v)))
		}
	}
	if math.IsInf(low, 0) {
		low, high = -1, 0
	}
	if high == low {
		high++
	}
	return logScale{low, high}
}

// at returns how far along the scale a value lies, from 0 to 1.
func (s logScale) at(v float64) float64 {
	if v <= 0 {
		return 0
	}
	return min(max((math.Log10(v)-s.low)/(s.high-s.low), 0), 1)
}

// ticks are the powers of ten.
func (s logScale) ticks() []float64 {
	var out []float64
	for e := s.low; e <= s.high; e++ {
		out = append(out, math.Pow(10, e))
	}
	return out
}

// ChartMillis writes a time in milliseconds with the unit that suits it.
func ChartMillis(ms float64) string {
	switch {
	case ms >= 1000:
		return short(ms/1000) + " s"
	case ms >= 1:
		return short(ms) + " ms"
	case ms > 0:
		return short(ms*1000) + " µs"
	}
	return "0"
}

// short writes a number with three digits that count, and without zeros at its end.
func short(v float64) string {
	text := fmt.Sprintf("%.3g", v)
	if v >= 1000 {
		text = fmt.Sprintf("%.0f", v)
	}
	return text
}

// num writes a coordinate to a tenth of a pixel.
func num(v float64) string {
	text := fmt.Sprintf("%.1f", v)
	return strings.TrimSuffix(text, ".0")
}

func escape(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(text)
}
