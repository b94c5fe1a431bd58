package diku

import (
	"fmt"
	"maps"
	"slices"

	"github.com/mudlark-mud/mudlark/world"
)

// Drinks: what is drunk from things, and what potions do.

// liquid is something to drink: what it is called, how it looks, and how much of it goes to the head.
type liquid struct {
	name, looks string
	heady       int
}

// liquids are those of CircleMUD and tbaMUD by their numbers, which the others have too.
func liquids() []liquid {
	return []liquid{
		{"water", "clear", 0}, {"beer", "brown", 1}, {"wine", "clear", 1}, {"ale", "brown", 1}, {"dark ale", "dark", 1},
		{"whisky", "golden", 2}, {"lemonade", "red", 0}, {"firebreather", "green", 2}, {"local speciality", "clear", 1},
		{"slime mold juice", "light green", 0}, {"milk", "white", 0}, {"tea", "brown", 0}, {"coffee", "black", 0},
		{"blood", "red", 0}, {"salt water", "clear", 0}, {"clear water", "crystal clear", 0},
	}
}

// pours is what a thing has in it: a liquid, and whether it is poisoned.
type pours struct {
	name     string
	poisoned bool
}

func (p pours) id() ident {
	id := slug(p.name, "liquid")
	if p.poisoned {
		id = "poisoned-" + id
	}
	return ident(id)
}

// gulpsOf makes gulps of the engines' measure, of which a drink takes five on average.
func gulpsOf(units int) int {
	const gulp = 5
	return min(max((units+gulp-1)/gulp, 1), world.GulpsMost)
}

// drinks says of a vessel or fountain what is in it.
func (c *converter) drinks(o *Thing, f *fate) (e fields) {
	p := pours{name: o.Liquid, poisoned: o.Values[3] != 0}
	if n := o.Values[2]; p.name == "" && n >= 0 && n < len(liquids()) {
		p.name = liquids()[n].name
	}
	if p.name == "" {
		f.idle = append(f.idle, "a liquid that only its engine knows, now water")
		p.name = liquids()[0].name
	}
	if o.Type == typeFountain || o.Values[0] < 0 {
		c.liquids[p] = true
		e.add("liquid", p.id())
		e.add("endless", true)
		return e
	}
	most := gulpsOf(o.Values[0])
	e.add("most", most)
	if o.Values[1] != 0 {
		c.liquids[p] = true
		e.add("liquid", p.id())
		begins := most
		if o.Values[1] > 0 {
			begins = min(gulpsOf(o.Values[1]), most)
		}
		e.add("begins", begins)
	}
	return e
}

// liquidEntries are the liquids that something has in it.
func (c *converter) liquidEntries() (out []fields) {
	all := slices.SortedFunc(maps.Keys(c.liquids), func(x, y pours) int {
		if x.id() < y.id() {
			return -1
		}
		return 1
	})
	for i, p := range all {
		if i > 0 && all[i-1].id() == p.id() {
			continue
		}
		e := fields{{"id", p.id()}, {"name", p.name}}
		heady := 0
		for _, l := range liquids() {
			if l.name == p.name {
				e.add("looks", l.looks)
				heady = l.heady
			}
		}
		switch {
		case p.poisoned:
			e.add("text", "It tastes rather strange.")
			e.add("effect", poison(1))
		case heady > 0:
			e.add("text", "It goes to your head.")
			e.add("effect", fields{
				{"name", []string{"tipsy", "drunk"}[heady-1]}, {"for", 2 * heady * hourSeconds},
				{"bonus", fields{{"skill", -heady}}},
			})
		default:
			e.add("text", fmt.Sprintf("It is %s, and does you good.", p.name))
		}
		out = append(out, e)
	}
	return out
}

// brew is what a potion's spell does that can be said here.
type brew struct {
	heals int
	name  string
	hours int
	bonus world.Bonus
}

// brews are spells by their numbers in CircleMUD and tbaMUD, and by their names, at a level.
func brews(level int) (byNumber map[int]brew, byName map[string]brew) {
	byName = map[string]brew{
		"armor":            {name: "armoured", hours: 24, bonus: world.Bonus{Armour: 2}},
		"bless":            {name: "blessed", hours: 6, bonus: world.Bonus{Skill: 2}},
		"cure critical":    {heals: 13 + level/4},
		"cure serious":     {heals: 9 + level/3},
		"cure light":       {heals: 5 + level/4},
		"heal":             {heals: 113},
		"poison":           {name: "poisoned", hours: 2 * max(level, 1), bonus: world.Bonus{Skill: -1, Damage: -2}},
		"strength":         {name: "strong", hours: level/2 + 4, bonus: world.Bonus{Damage: 1}},
		"giant strength":   {name: "strong", hours: level/2 + 4, bonus: world.Bonus{Damage: 1}},
		"curse":            {name: "cursed", hours: level/2 + 1, bonus: world.Bonus{Skill: -1, Damage: -1}},
		"chill touch":      {name: "chilled", hours: 4, bonus: world.Bonus{Damage: -1}},
		"shield":           {name: "shielded", hours: 8 + level, bonus: world.Bonus{Armour: 2}},
		"stone skin":       {name: "hard as stone", hours: level, bonus: world.Bonus{Armour: 4}},
		"weaken":           {name: "weak", hours: level/2 + 1, bonus: world.Bonus{Damage: -1}},
		"refresh":          {},
		"detect magic":     {},
		"detect poison":    {},
		"detect alignment": {},
	}
	byName["cure critic"] = byName["cure critical"]
	const armor, bless, chill, critic, light, curse, magic, venom, heal, poison, strong = 1, 3, 8, 15, 16, 17, 20,
		21, 28, 33, 39
	return map[int]brew{
		armor: byName["armor"], bless: byName["bless"], chill: byName["chill touch"], critic: byName["cure critical"],
		light: byName["cure light"], curse: byName["curse"], magic: byName["detect magic"], venom: byName["detect poison"],
		heal: byName["heal"], poison: byName["poison"], strong: byName["strength"],
	}, byName
}

// potion says what a potion does, or that it does what cannot be said here. A spell that finds what no rule here hides
// does nothing.
func (o *Thing) potion(f *fate) (e fields, ok bool) {
	byNumber, byName := brews(min(max(o.Values[0], 1), levelMost))
	var sum brew
	add := func(b brew, known bool) bool {
		sum.heals += b.heals
		sum.bonus.Skill += b.bonus.Skill
		sum.bonus.Damage += b.bonus.Damage
		sum.bonus.Armour += b.bonus.Armour
		if b.name != "" {
			sum.hours = max(sum.hours, b.hours)
			if sum.name != "" {
				sum.name += " and "
			}
			sum.name += b.name
		}
		if known && b == (brew{}) {
			f.idle = append(f.idle, "a spell that finds what nothing here hides")
		}
		return known
	}
	for _, name := range o.Spells {
		if b, known := byName[name]; !add(b, known) {
			return nil, false
		}
	}
	for _, n := range o.Values[1:4] {
		if n <= 0 || len(o.Spells) > 0 {
			continue
		}
		if b, known := byNumber[n]; !add(b, known) {
			return nil, false
		}
	}
	e.add("name", sum.name)
	if sum.name != "" {
		e.add("for", min(sum.hours*hourSeconds, world.EffectMost))
	}
	e.add("heals", min(sum.heals, world.HealsMost))
	var bonus fields
	bonus.add("skill", sum.bonus.Skill)
	bonus.add("damage", sum.bonus.Damage)
	bonus.add("armour", sum.bonus.Armour)
	e.add("bonus", bonus)
	return e, true
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
