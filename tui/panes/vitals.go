package panes

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
	gauges   []view.Gauge
	worth    [4]int // level, experience, that of the next level, coins
	fighting string
	words    string // what one is worth
}

// newVitals makes the pane of how one is.
func newVitals() pane {
	return &vitals{list: list{
		name: Vitals, title: "You", none: "Nobody has told how you are.", keys: "Arrows scroll",
	}}
}

func (p *vitals) See(v *view.View) bool {
	worth := [...]int{v.Level, v.XP, v.XPNext, v.Coins}
	if slices.Equal(p.gauges, v.Gauges) && p.worth == worth && p.fighting == v.Fighting {
		return false
	}
	p.gauges, p.worth, p.fighting, p.words = v.Gauges, worth, v.Fighting, worthText(v)
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
			lead, role = lowSign, prose.Loss
		}
		words := []string{lead + g.Name, points(g), gaugeWord(g)}
		if g.Most > 0 {
			words = append(words, meter(g.Now, g.Most, meterCells))
		}
		words = slices.DeleteFunc(words, func(w string) bool { return w == "" })
		put(role, strings.Join(words, " "))
	}
	if p.fighting != "" {
		put(prose.Foe, foeSign+"fighting "+p.fighting)
	}
	if p.words != "" {
		put(prose.Plain, "  "+p.words)
	}
	return items
}

// lowSign marks a gauge that is low, so that no colour has to.
const lowSign = "! "

// worthText tells level, experience and coins, as far as there are any.
func worthText(v *view.View) string {
	level, xp, next, coins := v.Level, v.XP, v.XPNext, v.Coins
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
		return healthWord(g.Now, g.Most)
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

// healthWord says in words what the gauge shows. most is greater than 0.
func healthWord(points, most int) string {
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

// meter draws points as a row of so many signs, empty only at nothing and full only at everything.
func meter(points, most, signs int) string {
	filled := min(max(points*signs/most, 0), signs)
	if filled == 0 && points > 0 {
		filled = 1
	}
	return "[" + strings.Repeat("#", filled) + strings.Repeat("-", signs-filled) + "]"
}
