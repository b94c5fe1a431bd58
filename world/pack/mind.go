package pack

import (
	"slices"

	"github.com/mudlark-mud/mudlark/world"
)

// How far what is said of a mind may go.
const (
	hourMax   = 23
	weightMax = 10
	feelsMax  = 5
)

// mindFields says what the keys of a creature's mind mean.
func mindFields() []field {
	return append([]field{
		{"mind", group("mind"), "It thinks for itself, and does only what is listed here."},
		{"mind.traits", oneOf(world.MindTraits()...), "What it is like."},
		{"mind.wants", lists("want"), "What it is about."},
		{"mind.wants.id", freeID(), "Its id, one of a kind for this mind."},
		{"mind.wants.text", text(), `In words: "Keep the lantern lit."`},
		{"mind.wants.weight", whole(1, weightMax), "How much it matters."},
		{"mind.wants.verb", typed(), "The command that does something about it."},
		{"mind.wants.arg", writing(), "What stands behind the command."},
		{"mind.voice", text(), "How it talks, in a sentence or two, for whoever writes its words."},
		{"mind.thinks", text(), `What is seen of it while it thinks: "turns the glass over once more."`},
		{"mind.relations", lists("relation"), "What others are to it."},
		{"mind.relations.to", idOf("mob"), "Whom."},
		{"mind.relations.is", name(), `In a word: "sister", "rival".`},
		{"mind.relations.feels", whole(-feelsMax, feelsMax), "From hatred to love."},
		{"mind.relations.note", text(), "What is between them."},
		{"mind.rounds", lists("round"), "Where it is at which hour. Left out: where it was made."},
		{"mind.rounds.hour", whole(0, hourMax), "From this hour of the game day on; the hours ascend."},
		{"mind.rounds.room", idOf("room"), "Where it is then."},
		{"mind.rounds.doing", text(), `How it stands there, in place of long: "The barkeep counts the till."`},
		{"mind.lines", lists("line"), "What it says."},
		{"mind.lines.on", oneOf(world.LineTimes()...), "When."},
		{"mind.lines.about", typed(), "Words that make it fit; needed for answer. Of who, when and many, " +
			"the one for which it is an answer though its text names nobody, no time and no number. For answer also " +
			"whole questions, which begin as one does: \"who taught you\". It answers whatever asks much the same."},
		{"mind.lines.mood", typed(), "Only in this mood."},
		{"mind.lines.text", text(), "The words. {name} is who is spoken to; {thing}, {price}, {other} and " +
			"{what} stand for what it is about, {part} for the part of the day, and {night} for last night, if " +
			"they met then. A line of which something is missing is not said."},
		{"mind.secrets", text(), "What it knows and never says."},
		{"mind.gives", lists("gift"), "What it may give away, of what it carries. Nothing else leaves its hands but wares."},
		{"mind.gives.item", idOf("item"), "What."},
		{"mind.gives.to", oneOf(world.GiftTos()...),
			"To whom. A friend has completed a quest that is offered in its zone, or was promised something by it."},
		{"mind.gives.every", seconds(), "How long from one to the next, whoever gets it."},
		{"mind.sells", lists("ware"), "What it sells."},
		{"mind.sells.item", idOf("item"), "What."},
		{"mind.sells.price", whole(1, valueMax), "What it asks, in pence."},
		{"mind.sells.least", whole(1, valueMax), "Down to what it lets itself be haggled; the price when left out."},
		{"mind.sells.most", whole(1, valueMax), "Not here: it is for what it buys."},
		{"mind.buys", lists("ware"), "What it buys."},
		{"mind.buys.item", idOf("item"), "What."},
		{"mind.buys.price", whole(1, valueMax), "What it offers, in pence."},
		{"mind.buys.most", whole(1, valueMax), "Up to what it lets itself be haggled; the price when left out."},
		{"mind.buys.least", whole(1, valueMax), "Not here: it is for what it sells."},
		{"mind.guards", flag(), "It may fight for people of the world, and for anybody against a beast."},
		{"mind.fights", idOf("mob"), "Creatures with whom it may open a fight by turns, or join one against; else none."},
		{"mind.shuns", idOf("room"), "Where it never walks. It stays in its zone, those of its rounds, and above the tide."},
		{"mind.unlocks", idOf("door"), "Which locks of doors it works, with the key that it carries."},
		{"mind.opens", idOf("item"), "Which containers it opens, closes, locks and unlocks."},
		{"mind.teaches", lists("lesson"), "What it can teach. A lesson that costs nothing it may offer."},
		{"mind.teaches.id", freeID(), "Its id, one of a kind for this mind."},
		{"mind.teaches.name", name(), `What people ask for: "the tides".`},
		{"mind.teaches.text", text(), "What is learned."},
		{"mind.teaches.about", typed(), "Words that ask for it."},
		{"mind.teaches.room", idOf("room"), "A place that is known from then on."},
		{"mind.teaches.price", whole(0, valueMax), "In pence."},
		{"mind.teaches.craft", idOf("craft"), "It is a lesson in this craft."},
		{"mind.teaches.raises", whole(1, world.CraftMost), "By so much it raises the craft."},
		{"mind.teaches.upto", whole(1, world.CraftMost), "And no higher than this."},
		{"mind.teaches.from", whole(1, world.CraftMost), "It is for who is so sure of the craft. Left out: for anybody."},
		{"mind.promises", lists("promise"), "What it can promise."},
		{"mind.promises.id", freeID(), "Its id, one of a kind for this mind."},
		{"mind.promises.text", text(), "The promise in words."},
		{"mind.promises.item", idOf("item"), "What keeps it when it is given."},
		{"mind.promises.for", group("deed"), "What somebody must have done to be promised it, and to be given it."},
		{"mind.promises.for.beats", idOf("mob"), "They won a game at a table against this one."},
	}, slices.Concat(hireFields(), mindWhens())...)
}

// checkMind checks the mind of a creature.
func (c *checker) checkMind(at site, m *world.MobSpec) {
	known := packLookup{
		item: func(id world.ProtoID) *world.ItemSpec { return c.items[id] },
		door: func(id world.DoorID) *world.DoorSpec { return c.doors[id] },
	}
	mind := at.at("mind")
	for _, f := range mindFaults(m, known) {
		if f.key == "says" {
			c.below(at, f)
		} else {
			c.below(mind, f)
		}
	}
	c.conditions(mind, m)
	c.checkMindWhens(mind, m.Mind)
	for _, s := range c.makers[m.ID] {
		if s.As == "" && m.Mind.Attends() {
			c.doubt(mind, "it is another one each time it is made", `give its spawn an "as", so that it remembers`)
		}
	}
}

// soldItems are the patterns of which somebody sells or is given things, which makes them as well as a spawn does.
func soldItems(p *world.Pack) map[world.ProtoID]bool {
	sold := map[world.ProtoID]bool{}
	wares := func(list []world.WareSpec) {
		for i := range list {
			sold[list[i].Item] = true
		}
	}
	for i := range p.Mobs {
		m := &p.Mobs[i]
		for n := range m.On {
			sold[m.On[n].Gives] = true
		}
		if m.Trade != nil {
			wares(m.Trade.Sells)
		}
		if m.Mind != nil {
			wares(m.Mind.Sells)
		}
		if m.Ready != nil {
			for n := range m.Ready.Kit {
				sold[m.Ready.Kit[n].Item] = true
			}
		}
	}
	return sold
}
