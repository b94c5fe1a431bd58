package pack

import (
	"fmt"
	"slices"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/pack/yaml"
)

func crafts() kind {
	return entry(kind{
		key: "crafts", one: "craft",
		about: "What one grows surer in by doing it, from 0 to 100, all crafts together to 300. A deed teaches a point at " +
			"most, seldomer the more one has, nothing twice in one place within an hour of the world, and four times within " +
			"one. A mind's lessons raise a craft as well (mobs.mind.teaches.craft).",
		check: checkCrafts,
	}, func(p *world.Pack) *[]world.CraftSpec { return &p.Crafts }, slices.Concat([]field{
		{"id", newID("craft"), "Its id, by which wizards set it."},
		{"name", name(), `What people call it: "Mudding".`},
		{"about", text(), "What it is good for, a sentence."},
		{"teacher", idOf("mob"), "Whom one is sent to who lacks it."},
		{"grows", lists("way to grow"), "The deeds by which one grows in it."},
		{"grows.do", oneOf(world.Doings()...), "The deed. Get is of what lies as it was laid; search of what is dug up; go " +
			"is to walk into a place; open and unlock are of doors and lids; outwit is by the wits of a ground."},
		{"grows.where", oneOf(world.Locales()...), "Only in such a place. Left out: anywhere."},
		{"grows.of", thingOrMob(), "Only with a thing or creature of one of these patterns. Left out: with any."},
	}, whenFields("grows.when", "Only then, and only who it holds for."), []field{
		{"knacks", lists("knack"), "The verbs that it opens."},
		{"knacks.at", whole(1, world.CraftMost), "At this height."},
		{"knacks.knack", oneOf(world.Knacks()...), "Listen: how long until the water comes, anywhere. Probe: is anything " +
			"hidden or buried here; who has it digs it up by search. Sieve: what it is that is buried. Wade: one place in the " +
			"flow. Hark: a thing's story, and whose it is."},
		{"bonus", lists("bonus"), "What it adds to one's figures, all that were reached together. A fight stays fair: " +
			"little."},
		{"bonus.at", whole(1, world.CraftMost), "From this height on."},
		{"bonus.skill", whole(0, world.CraftBonusMost), "To the d20 of a blow."},
		{"bonus.damage", whole(0, world.CraftBonusMost), "To the harm of one."},
		{"bonus.hp", whole(0, world.CraftHPMost), "To the most hit points."},
		{"bonus.armour", whole(0, world.CraftBonusMost), "To what protects."},
	}))
}

// thingOrMob is a class of ids of patterns of both kinds; [checkCrafts] looks whether there are such.
func thingOrMob() class {
	return class{shown: "id of an item or a mob", check: yaml.Slug, form: slug(), flat: true}
}

func checkCrafts(c *checker) {
	if n := len(c.pack.Crafts); n > world.CraftsMost {
		c.fault(c.sites["crafts"][world.CraftsMost], fmt.Sprintf("%d crafts; at most %d can be", n, world.CraftsMost), "")
	}
	taught := map[world.CraftID]bool{}
	for i := range c.pack.Mobs {
		if m := c.pack.Mobs[i].Mind; m != nil {
			for _, l := range m.Teaches {
				taught[l.Craft] = true
			}
		}
	}
	each(c, "crafts", c.pack.Crafts, func(at site, s *world.CraftSpec) {
		for i, g := range s.Grows {
			for _, id := range g.Of {
				if c.items[id] == nil && c.mobs[id] == nil {
					c.fault(at.at("grows").nth(i), fmt.Sprintf("there is no item and no mob %q", id), "")
				}
			}
		}
		seen := map[world.Knack]bool{}
		for i, k := range s.Knacks {
			if seen[k.Knack] {
				c.fault(at.at("knacks").nth(i), fmt.Sprintf("it opens %q twice", k.Knack), "leave one out")
			}
			seen[k.Knack] = true
		}
		if len(s.Grows) == 0 && !taught[s.ID] {
			c.doubt(at, fmt.Sprintf("nobody can grow in the craft %q", s.ID), "say which deeds teach it, or have a mind do")
		}
	})
}

// checkLessons looks into a mind's lessons in crafts.
func (c *mindCheck) checkLessons() {
	for i, l := range c.m.Mind.Teaches {
		switch {
		case l.Craft == "" && l.Raises+l.Upto+l.From > 0:
			c.fault("teaches", i, "a lesson that raises, and no craft", `name it as "craft"`)
		case l.Craft != "" && (l.Raises == 0 || l.Upto == 0):
			c.fault("teaches", i, "a lesson in a craft that does not say by how much it raises it, and up to where",
				`give both: "raises: 5" and "upto: 15"`)
		case l.Craft != "" && l.From >= l.Upto:
			c.fault("teaches", i, fmt.Sprintf("a lesson for who stands at %d that raises nobody above %d", l.From, l.Upto),
				`make "from" the lower`)
		}
	}
}
