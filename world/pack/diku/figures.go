package diku

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// Figures: the abilities of people, their alignment and their class, of which a pack says what they are and what they
// do. Whatever of them nothing in the engines does to others in a fight, or to what one wears, is shown by score alone.

// FiguresFile is where figures and liquids stand in a pack.
const FiguresFile = "figures.yaml"

// The ids of figures.
const (
	figAlign = "alignment"
	figClass = "class" // the choice, no figure
)

// What both engines call good and evil: from there on, and below 0.
const (
	alignMost = 1000
	alignGood = 350
)

// applyFigures leads from what a thing changes, as the servers number it, to figures.
func (d Dialect) applyFigures() map[string]string {
	out := map[string]string{
		"1": "strength", "2": "dexterity", "3": "intelligence", "4": "wisdom", "5": "constitution",
	}
	if d != ROM {
		out["6"] = "charisma"
	}
	return out
}

// inertApply reports whether a change is of something that nothing here asks for: age, weight, height, mana, moves, and
// saves against spells. Score shows none of it, and no rule would tell the thing from one without it.
func inertApply(where string) bool {
	n, err := strconv.Atoi(where)
	return err == nil && (n >= 9 && n <= 12 || n == 14 || n >= 20 && n <= 24)
}

// barBit is a flag of things that are not for some.
type barBit struct {
	bit      uint64
	figure   string
	from, to int
}

// barBits are those of alignments, which all engines have.
func barBits() []barBit {
	return []barBit{
		{1 << 9, figAlign, alignGood, alignMost}, {1 << 10, figAlign, -alignMost, -alignGood},
		{1 << 11, figAlign, 1 - alignGood, alignGood - 1},
	}
}

// classBits are those of classes in CircleMUD and tbaMUD.
func classBits() (out []barBit) {
	for i, class := range classes() {
		out = append(out, barBit{1 << (12 + i), class, 1, 1}) //nolint:mnd // the bit of the first of them
	}
	return out
}

func classes() []string { return []string{"magic-user", "cleric", "thief", "warrior"} }

// sum says what is added to figures, and notes that there are these.
func (c *converter) sum(sums map[string]int) (out []fields) {
	for _, id := range sortedKeys(sums) {
		if by := min(max(sums[id], world.FigureLeast), world.FigureMost); by != 0 {
			c.figures[id] = true
			out = append(out, fields{{"figure", ident(id)}, {"by", by}})
		}
	}
	return out
}

// bars says for whom a thing is not. Of one that nobody wears the engines ask nothing.
func (c *converter) bars(o *Thing, f *fate, isWorn bool) (out []fields) {
	for _, b := range c.tables.bars {
		if o.Flags&b.bit == 0 {
			continue
		}
		if !isWorn {
			f.idle = append(f.idle, "not for some, of what nobody wears")
			continue
		}
		out = append(out, c.span(b))
	}
	return out
}

func (c *converter) span(b barBit) (e fields) {
	c.figures[b.figure] = true
	e.add("figure", ident(b.figure))
	e.add("from", b.from)
	e.add("to", b.to)
	return e
}

// hates says whom a creature attacks for their alignment, unless it attacks nobody here.
func (c *converter) hates(m *Creature, isPeaceful bool, f *fate) (out []fields) {
	for i, why := range []string{"attacks the evil", "attacks the good", "attacks the neutral"} {
		if c.area.Dialect == ROM || m.Act&(1<<(8+i)) == 0 { //nolint:mnd // the bit of the first of them
			continue
		}
		if isPeaceful {
			f.lost(why)
			continue
		}
		out = append(out, c.span(barBits()[[]int{1, 0, 2}[i]]))
	}
	return out
}

// align says of a creature's alignment.
func (c *converter) align(m *Creature) []fields {
	return c.sum(map[string]int{figAlign: min(max(m.Alignment, -alignMost), alignMost)})
}

// figureEntries are the figures that something of the pack names. Whoever chooses one class could have chosen another,
// and so all of them are there when one is.
func (c *converter) figureEntries() (out []fields) {
	const begins, least, most = 13, 0, 25
	height := func(at int, what string, by int) fields { return fields{{"at", at}, {what, by}} }
	abilities := []struct {
		id, about string
		bonus     []fields
	}{
		{"strength", "It is in every blow.", []fields{
			height(16, "damage", 1), height(17, "skill", 1), height(18, "damage", 1), height(19, "damage", 1),
			height(24, "skill", 1),
		}},
		{"dexterity", "Who has much of it is hard to hit.", []fields{
			height(15, "armour", 1), height(16, "armour", 1), height(17, "armour", 1), height(18, "armour", 1),
		}},
		{"constitution", "Who has much of it bears much.", []fields{
			height(15, "hp", 10), height(16, "hp", 10), height(18, "hp", 10),
		}},
		{"intelligence", "How quickly one learns.", nil},
		{"wisdom", "How well one judges.", nil},
		{"charisma", "How one is taken by others.", nil},
	}
	for _, a := range abilities {
		if !c.figures[a.id] {
			continue
		}
		e := fields{{"id", ident(a.id)}, {"name", strings.ToUpper(a.id[:1]) + a.id[1:]}, {"about", a.about}}
		e.add("least", least)
		e.add("most", most)
		e.add("begins", begins)
		e.add("bonus", a.bonus)
		out = append(out, e)
	}
	if c.figures[figAlign] {
		out = append(out, c.alignment())
	}
	if slices.ContainsFunc(classes(), func(id string) bool { return c.figures[id] }) {
		for _, id := range classes() {
			out = append(out, fields{
				{"id", ident(id)}, {"name", strings.ToUpper(id[:1]) + id[1:]},
				{"about", fmt.Sprintf("Some things are not for a %s.", id)}, {"most", 1}, {"choice", figClass},
			})
		}
	}
	return out
}

// alignment moves with whom one slays: by a sixteenth of the way to the opposite of each.
func (c *converter) alignment() fields {
	const swings = 16
	return fields{
		{"id", ident(figAlign)}, {"name", "Alignment"}, {"about",
			"Whether one is good or evil, which whom one slays decides."},
		{"least", -alignMost}, {"most", alignMost}, {"swings", swings},
		{"words", []fields{
			{{"from", -alignMost}, {"to", -alignGood}, {"word", "evil"}},
			{{"from", 1 - alignGood}, {"to", alignGood - 1}, {"word", "neutral"}},
			{{"from", alignGood}, {"to", alignMost}, {"word", "good"}},
		}},
	}
}

// figureSheet writes the figures and liquids; nil when there are none.
func (c *converter) figureSheet() []byte {
	var b fields
	b.add("imported", true)
	b.add("figures", c.figureEntries())
	b.add("liquids", c.liquidEntries())
	if len(b) == 1 {
		return nil
	}
	return b.yaml()
}
