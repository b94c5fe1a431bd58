package pack

import (
	"fmt"

	"github.com/mudlark-mud/mudlark/world"
)

// askedLeast is in how many ways a fact that everybody knows can be asked for, at the least: nobody hits upon one only.
const askedLeast = 2

func lore() kind {
	return entry(kind{
		key: "lore", one: "fact",
		about: "What everybody with a mind knows. Each says it behind one of their lines on lore that hold {what} and no " +
			"other placeholder. Who has a line of their own on answer with one of its questions says that instead.",
		check: checkLore,
	}, func(p *world.Pack) *[]world.FactSpec { return &p.Lore }, []field{
		{"id", newID("fact"), "Its id."},
		{"asked", typed(), `Questions that it answers, two or more: "how many guards are there".`},
		{"text", text(), "The answer, as anybody could say it."},
		{"not", idOf("mob"), "Who does not say it."},
	})
}

func checkLore(c *checker) {
	seen := map[string]world.LoreID{}
	each(c, "lore", c.pack.Lore, func(at site, f *world.FactSpec) {
		if len(f.Asked) < askedLeast {
			c.fault(at, fmt.Sprintf("the fact %q is asked for in one way", f.ID), "write two questions or more")
		}
		for i, q := range f.Asked {
			here := at.at("asked").nth(i)
			switch other, ok := seen[q]; {
			case !world.IsQuestion(q):
				c.fault(here, fmt.Sprintf("%q is no question", q), `begin it as one: "who rings the bell"`)
			case ok:
				c.fault(here, fmt.Sprintf("%q is answered by %q already", q, other), "")
			}
			seen[q] = f.ID
		}
		c.strangeMarks(at.at("text"), f.Text, nil)
		said := 0
		for i := range c.pack.Mobs {
			if m := &c.pack.Mobs[i]; m.Mind.Attends() {
				if _, ok := f.Spread(m); ok {
					said++
				}
			}
		}
		if said == 0 {
			c.doubt(at, fmt.Sprintf("nobody says the fact %q", f.ID), "")
		}
	})
}
