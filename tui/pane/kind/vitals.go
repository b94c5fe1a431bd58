package kind

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/view"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// vitals are all gauges, and what one is worth.
type vitals struct {
	list
	gauges                   []view.Gauge
	level, xp, xpNext, coins int
	fighting                 string
}

// NewVitals makes the pane of how one is.
func NewVitals() Pane {
	return &vitals{list: list{
		name: Vitals, title: "You", none: "Nobody has told how you are.", keys: "Arrows scroll",
	}}
}

func (p *vitals) See(v *view.View) bool {
	next := vitals{
		gauges: v.Gauges, level: v.Level, xp: v.XP, xpNext: v.XPNext, coins: v.Coins, fighting: v.Fighting,
	}
	if slices.Equal(p.gauges, next.gauges) && p.level == next.level && p.xp == next.xp && p.xpNext == next.xpNext &&
		p.coins == next.coins && p.fighting == next.fighting {
		return false
	}
	p.gauges, p.level, p.xp, p.xpNext = next.gauges, next.level, next.xp, next.xpNext
	p.coins, p.fighting = next.coins, next.fighting
	p.set(p.lines())
	return true
}

func (p *vitals) lines() []item {
	var items []item
	put := func(role cell.Token, words string) {
		items = append(items, item{line: cell.Line{Indent: wrapIndent, Spans: []cell.Span{{Text: words, Role: role}}}})
	}
	for _, g := range p.gauges {
		lead, role := "  ", prose.Plain
		if g.Low {
			lead, role = foeSign, prose.Loss
		}
		words := []string{lead + g.Name, points(g), gaugeWord(g)}
		if g.Most > 0 {
			words = append(words, Meter(g.Now, g.Most))
		}
		words = slices.DeleteFunc(words, func(w string) bool { return w == "" })
		put(role, strings.Join(words, " "))
	}
	if p.fighting != "" {
		put(prose.Foe, foeSign+"fighting "+p.fighting)
	}
	if words := worth(p.level, p.xp, p.xpNext, p.coins); words != "" {
		put(prose.Plain, "  "+words)
	}
	return items
}

// worth tells level, experience and coins, as far as there are any.
func worth(level, xp, next, coins int) string {
	var words []string
	if level > 0 {
		words = append(words, fmt.Sprintf("level %d", level))
	}
	switch {
	case next > 0:
		words = append(words, fmt.Sprintf("%d of %d experience", xp, next))
	case xp > 0:
		words = append(words, fmt.Sprintf("%d experience", xp))
	}
	if level > 0 && coins >= 0 || coins > 0 {
		words = append(words, fmt.Sprintf("%d %s", coins, plural(coins, "coin")))
	}
	return strings.Join(words, ", ")
}

func plural(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}

// points tells a gauge in numbers.
func points(g view.Gauge) string {
	switch {
	case g.Most > 0:
		return fmt.Sprintf("%d/%d", g.Now, g.Most)
	case g.Now == 0 && g.Word != "": // nobody counts these
		return ""
	}
	return fmt.Sprintf("%d", g.Now)
}

// gaugeWord says in words what a gauge shows.
func gaugeWord(g view.Gauge) string {
	switch {
	case g.Word != "":
		return g.Word
	case g.Most <= 0 && g.Low:
		return "low"
	case g.Most <= 0:
		return ""
	case g.Name == view.Health:
		return HealthWord(g.Now, g.Most)
	case g.Now <= 0:
		return "spent"
	case g.Now >= g.Most:
		return "full"
	case g.Low:
		return "low"
	case g.Now*2 >= g.Most:
		return "good"
	}
	return "fair"
}

// meterCells is how long a gauge is.
const meterCells = 10

// HealthWord says in words what the gauge shows. most is greater than 0.
func HealthWord(points, most int) string {
	switch {
	case points <= 0:
		return "down"
	case points >= most:
		return "unhurt"
	case points*4 >= most*3:
		return "scratched"
	case points*2 >= most:
		return "hurt"
	case points*4 >= most:
		return "badly hurt"
	}
	return "near death"
}

// Meter draws points as a row of signs, empty only at nothing and full only at everything.
func Meter(points, most int) string {
	filled := min(max(points*meterCells/most, 0), meterCells)
	if filled == 0 && points > 0 {
		filled = 1
	}
	return "[" + strings.Repeat("#", filled) + strings.Repeat("-", meterCells-filled) + "]"
}
