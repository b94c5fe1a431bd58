package pack

import (
	"fmt"
	"slices"

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
		{"needs", lists("need"), "What to do, each of find, slay, outwit, say, give and reach exactly one."},
		{"needs.find", idOf("item"), "Bring one of these; it is given up at the end."},
		{"needs.slay", idOf("mob"), "Slay one of these."},
		{"needs.outwit", idOf("mob"), "Get the better of one of these by the wits of the room where it is fought."},
		{"needs.say", typed(), "Say all of these words at once to the person, or where the person is."},
		{"needs.give", idOf("item"), "Give one of these to the person, who keeps it for good."},
		{"needs.to", idOf("mob"), "The person or creature, of say and give."},
		{"needs.reach", idOf("room"), "Go there."},
		{"needs.count", whole(1, world.NeedCountMost), "How many, or how often; 1 when left out."},
		{"needs.text", text(), "Told in quests when it is its turn and afterwards, and when that comes. Until then the " +
			"list does not name what is wanted, so that nothing is told before it is found; active then says what holds of " +
			"all."},
		{"coins", whole(0, rewardCoinsMax), "Reward in pence."},
		{"xp", whole(0, rewardXPMax), "Reward in experience."},
		{"after", idOf("quest"), "It is offered only to who has done all of these."},
		{"bars", idOf("quest"), "Who is on one of these, or has done one, cannot take it, and the other way round."},
		{"again", seconds(), "It may be taken again so long after it was done. 0: never."},
		{"order", flag(), "The needs are met in the order of the list."},
		{"lends", lists("thing lent"), "Handed over on taking it, and gone when it ends or is given up."},
		{"lends.item", idOf("item"), "The thing."},
		{"lends.count", whole(1, world.QuestThingsMost), "How many; 1 when left out."},
		{"gives", lists("gift"), "Handed over at the end."},
		{"gives.item", idOf("item"), "The thing."},
		{"gives.count", whole(1, world.QuestThingsMost), "How many; 1 when left out."},
	})
}

func checkQuests(c *checker) {
	after := map[world.QuestID][]world.QuestID{}
	for i := range c.pack.Quests {
		after[c.pack.Quests[i].ID] = c.pack.Quests[i].After
	}
	each(c, "quests", c.pack.Quests, func(at site, q *world.QuestSpec) {
		if what, _ := yaml.Prose(q.Offer, "?"); what != "" && q.Offer != "" {
			c.doubt(at.at("offer"), "the offer does not end with a question", "")
		}
		for i, n := range q.Needs {
			here := at.at("needs").nth(i)
			c.exactlyOne(here, "need", map[string]bool{
				"find": n.Find != "", "slay": n.Slay != "", "outwit": n.Outwit != "", "say": len(n.Say) > 0,
				"give": n.Give != "", "reach": n.Reach != "",
			})
			c.checkNeed(here, q, n)
		}
		if waits := leadsBack(after, q.ID, q.After); waits {
			c.fault(at.at("after"), fmt.Sprintf("%q waits for itself, so nobody can ever take it", q.ID), "")
		}
		for _, id := range q.After {
			if slices.Contains(q.Bars, id) {
				c.fault(at.at("bars"), fmt.Sprintf("%q is wanted first and bars it", id), "")
			}
		}
		c.checkHandedOut(at, q)
	})
}

// leadsBack reports whether one of some quests waits for a quest, itself or by others.
func leadsBack(after map[world.QuestID][]world.QuestID, id world.QuestID, first []world.QuestID) bool {
	seen := map[world.QuestID]bool{}
	queue := slices.Clone(first)
	for len(queue) > 0 {
		next := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if next == id {
			return true
		}
		if !seen[next] {
			seen[next] = true
			queue = append(queue, after[next]...)
		}
	}
	return false
}

// checkNeed sees to it that a need can be met.
func (c *checker) checkNeed(here site, q *world.QuestSpec, n world.NeedSpec) {
	isTo := len(n.Say) > 0 || n.Give != ""
	switch {
	case isTo && n.To == "":
		c.fault(here, "it does not say to whom", `give it "to"`)
	case !isTo && n.To != "":
		c.fault(here.at("to"), "only what is said or given has somebody to whom", "")
	case n.To != "" && c.mobs[n.To] != nil:
		c.checkMade(here.at("to"), n.To, "person")
	}
	if i := slices.IndexFunc(n.Say, unsayable); i >= 0 {
		c.fault(here.at("say"), fmt.Sprintf("%q is not heard as one word", n.Say[i]),
			"give single words of letters; all of them are to be said")
	}
	if n.Count > 1 && (len(n.Say) > 0 || n.Reach != "") {
		c.doubt(here.at("count"), "what is said and where one goes counts once", "leave it out")
	}
	if n.Find != "" {
		c.checkObtainable(here.at("find"), n.Find, "quest item")
		c.checkReturns(here.at("find"), n.Find)
		if lends(q, n.Find) {
			c.fault(here.at("find"), fmt.Sprintf("what is lent, %q, is not found by it", n.Find), "")
		}
	}
	if n.Give != "" && !lends(q, n.Give) {
		c.checkObtainable(here.at("give"), n.Give, "quest item")
		c.checkReturns(here.at("give"), n.Give)
	}
	if n.Give != "" && lends(q, n.Give) && lent(q, n.Give) < max(n.Count, 1) {
		c.doubt(here.at("give"), fmt.Sprintf("fewer of %q are lent than are to be given", n.Give), "")
	}
	if n.Reach != "" && c.rooms[n.Reach] != nil {
		switch {
		case !c.open.rooms[n.Reach]:
			c.unreached(here.at("reach"), fmt.Sprintf("nobody gets to %q", n.Reach), "")
		case !c.locked.rooms[n.Reach]:
			c.doubt(here.at("reach"), fmt.Sprintf("%q lies behind a lock whose key nobody can get", n.Reach), "")
		}
	}
	if m := c.mobs[n.Slay]; m != nil {
		if m.Guarded {
			c.fault(here.at("slay"), fmt.Sprintf("the guarded %q cannot be slain", m.ID), "")
		}
		c.checkMade(here.at("slay"), n.Slay, "mob")
		c.checkReturns(here.at("slay"), n.Slay)
	}
	if n.Outwit != "" && c.mobs[n.Outwit] != nil {
		c.checkMade(here.at("outwit"), n.Outwit, "mob")
		c.checkReturns(here.at("outwit"), n.Outwit)
		if !c.hasWits(n.Outwit) {
			c.fault(here.at("outwit"), fmt.Sprintf("no room where %q is made has wits to get the better of it", n.Outwit),
				`give the room's battle "wits"`)
		}
	}
}

// hasWits reports whether a creature is made in a room where a fight can be ended by wits. One that walks may be met
// in others, of which the pack says nothing here.
func (c *checker) hasWits(id world.ProtoID) bool {
	for _, s := range c.makers[id] {
		if r := c.rooms[s.Room]; r != nil && r.Battle != nil && len(r.Battle.Wits) > 0 {
			return true
		}
	}
	return false
}

func lends(q *world.QuestSpec, id world.ProtoID) bool { return lent(q, id) > 0 }

// lent is how many of a pattern a quest lends.
func lent(q *world.QuestSpec, id world.ProtoID) (n int) {
	for _, thing := range q.Lends {
		if thing.Item == id {
			n += max(thing.Count, 1)
		}
	}
	return n
}

// checkHandedOut judges what a quest lends and gives.
func (c *checker) checkHandedOut(at site, q *world.QuestSpec) {
	for key, list := range map[string][]world.QuestThing{"lends": q.Lends, "gives": q.Gives} {
		n := 0
		for i, thing := range list {
			n += max(thing.Count, 1)
			if it := c.items[thing.Item]; it != nil && (it.Fixed || it.Coins) {
				c.fault(at.at(key).nth(i), fmt.Sprintf("%q cannot be handed over", thing.Item),
					`for coins there is "coins"`)
			}
		}
		if n > world.QuestThingsMost {
			c.fault(at.at(key), fmt.Sprintf("these are %d things, and at most %d are handed over", n, world.QuestThingsMost),
				"")
		}
	}
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
