package pack

import (
	"fmt"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/pack/yaml"
)

const (
	rewardCoinsMax = 1_000_000 // pence
	rewardXPMax    = 1_000_000
)

func quests() kind {
	return entry(kind{
		key: "quests", one: "quest", about: "Find or slay what it needs, then come back to where it was offered.",
		check: checkQuests,
	}, func(p *world.Pack) *[]world.QuestSpec { return &p.Quests }, []field{
		{"id", newID("quest"), "Its id."},
		{"name", name(), "Its title."},
		{"room", idOf("room"), "Where it is offered and ended."},
		{"offer", text(), "Told when it is offered; ends with the question."},
		{"active", text(), "Told while it runs."},
		{"done", text(), "Told on completion."},
		{"needs", lists("need"), "What to do, each of find and slay exactly one."},
		{"needs.find", idOf("item"), "Bring one of these; it is given up at the end."},
		{"needs.slay", idOf("mob"), "Slay one of these."},
		{"coins", whole(0, rewardCoinsMax), "Reward in pence."},
		{"xp", whole(0, rewardXPMax), "Reward in experience."},
	})
}

func checkQuests(c *checker) {
	each(c, "quests", c.pack.Quests, func(at site, q *world.QuestSpec) {
		if what, _ := yaml.Prose(q.Offer, "?"); what != "" && q.Offer != "" {
			c.doubt(at.at("offer"), "the offer does not end with a question", "")
		}
		for i, n := range q.Needs {
			here := at.at("needs").nth(i)
			c.exactlyOne(here, "need", map[string]bool{"find": n.Find != "", "slay": n.Slay != ""})
			if n.Find != "" {
				c.checkObtainable(here.at("find"), n.Find, "quest item")
				c.checkReturns(here.at("find"), n.Find)
			}
			if m := c.mobs[n.Slay]; m != nil {
				if m.Guarded {
					c.fault(here.at("slay"), fmt.Sprintf("the guarded %q cannot be slain", m.ID), "")
				}
				c.checkMade(here.at("slay"), n.Slay, "mob")
				c.checkReturns(here.at("slay"), n.Slay)
			}
		}
	})
}

// checkReturns warns of a quest that only one player could ever finish.
func (c *checker) checkReturns(at site, id world.ProtoID) {
	for _, s := range c.makers[id] {
		if s.Every > 0 {
			return
		}
	}
	if len(c.makers[id]) > 0 {
		c.doubt(at, fmt.Sprintf("once %q is gone it never comes back", id), `give its spawn "every"`)
	}
}
