package diku

import (
	"fmt"
	"maps"
	"slices"

	"github.com/mudlark-mud/mudlark/world"
)

// Drinks: what is drunk from things.

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

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
