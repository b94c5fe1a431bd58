package pack

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/mudlark-mud/mudlark/world"
)

// kindsAlone are the kinds of things of which a pack does not say what kind they are, as [world.ItemSpec.ThingKind] has
// them.
const kindsAlone = "weapon, container, light, food, drink, note, armour, clothes or other"

// tradeFields says what the keys of a creature's trade mean.
func tradeFields() []field {
	return slices.Concat([]field{
		{"trade", group("trade"), "It keeps a shop. One with a mind sells what stands under mind.sells, and this says how."},
		{"trade.sells", lists("ware"), "What it sells, as often as somebody buys it."},
		{"trade.sells.item", idOf("item"), "What."},
		{"trade.sells.price", whole(1, valueMax), "What it asks, in pence."},
		{"trade.sells.least", whole(1, valueMax), "Down to what it lets itself be haggled; the price when left out."},
		{"trade.sells.most", whole(1, valueMax), "Not here: it is for what a mind buys."},
		{"trade.buys", lists("kind of things"), "What it buys, whatever it is called. For a thing that it sells as well it " +
			"never pays more than it asks."},
		{"trade.buys.kind", name(), "The kind of the things, see items.kind."},
		{"trade.buys.word", typed(), "Only those of them that go by this word."},
		{"trade.buys.pays", whole(1, world.PaysMost), "For so many per cent of what a thing is worth; 50 when left out."},
		{"trade.open", lists("span of hours"), "When it trades. Left out: at all hours."},
		{"trade.open.from", whole(0, hourMax), "From this hour of the game day on."},
		{"trade.open.to", whole(0, hourMax), "To this one."},
		{"trade.rooms", idOf("room"), "Where it trades. Left out: wherever it stands."},
		{"trade.says", group("words"), "What it says over its counter; {price} is what is paid."},
		{"trade.says.lacks", text(), "To who asks for what it has not."},
		{"trade.says.unwanted", text(), "To who offers what it does not buy."},
		{"trade.says.poor", text(), "To who cannot pay."},
		{"trade.says.bought", text(), "To who has bought something."},
		{"trade.says.sold", text(), "To who has sold something."},
	}, spanFields("trade.bars", "It does not trade with those of whom one of these holds."))
}

// checkTrade holds what a creature trades against what it is.
func (c *checker) checkTrade(at site, m *world.MobSpec) {
	x := m.Trade
	if x == nil {
		return
	}
	if m.Mind != nil && len(x.Sells) > 0 {
		c.fault(at.at("sells"), "it has a mind, and that says what it sells", `write it under "mind"`)
	}
	if len(x.Sells)+len(x.Buys) == 0 && m.Mind == nil {
		c.fault(at, "a trade in nothing", `say what: "sells" or "buys"`)
	}
	if !m.Guarded {
		c.doubt(at, fmt.Sprintf("anybody may kill %q, and its shop is shut until it is there again", m.ID),
			`somebody who trades is "guarded: true"`)
	}
	seen := map[world.ProtoID]bool{}
	for i, w := range x.Sells {
		is := at.at("sells").nth(i)
		if it := c.items[w.Item]; it != nil && (it.Fixed || it.Coins) {
			c.fault(is, fmt.Sprintf("nobody deals in %q", w.Item), "it is fixed, or coins")
		}
		switch {
		case seen[w.Item]:
			c.fault(is, fmt.Sprintf("%q has a price already", w.Item), "")
		case w.Most != 0:
			c.fault(is, "a thing for sale has no most", `it goes down to "least"`)
		case w.Least > w.Price:
			c.fault(is, fmt.Sprintf("the least, %d, is above the price, %d", w.Least, w.Price), "")
		}
		seen[w.Item] = true
	}
	for i, h := range x.Open {
		if h.From == h.To {
			c.fault(at.at("open").nth(i), "hours that are none", `from 6 to 20; leave "open" out for all hours`)
		}
	}
	c.checkSpans(at, "bars", x.Bars)
}

// offer is for how little a creature sells something.
type offer struct {
	mob   world.ProtoID
	price int
}

// cheapest says of what is sold for how little it can be had.
func cheapest(p *world.Pack) map[world.ProtoID]offer {
	asked := map[world.ProtoID]offer{}
	for i := range p.Mobs {
		m := &p.Mobs[i]
		var wares []world.WareSpec
		if m.Trade != nil {
			wares = m.Trade.Sells
		}
		if m.Mind != nil {
			wares = slices.Concat(wares, m.Mind.Sells)
		}
		for _, w := range wares {
			price := min(cmp.Or(w.Least, w.Price), w.Price)
			if old, is := asked[w.Item]; !is || price < old.price {
				asked[w.Item] = offer{m.ID, price}
			}
		}
	}
	return asked
}

// checkGains doubts that a creature pays more for something than another asks for it, as often as one likes.
func (c *checker) checkGains(at site, m *world.MobSpec) {
	if m.Trade == nil && m.Mind == nil {
		return
	}
	for _, id := range slices.Sorted(maps.Keys(c.asked)) {
		from, it, pays := c.asked[id], c.items[id], 0
		if it == nil || from.mob == m.ID {
			continue
		}
		if m.Trade != nil {
			pays = m.Trade.PaysFor(it)
		}
		if m.Mind != nil {
			for _, w := range m.Mind.Buys {
				if w.Item == id {
					pays = max(pays, w.Price, w.Most)
				}
			}
		}
		if pays > from.price {
			c.doubt(at, fmt.Sprintf("it pays %d for %q, which %q sells for %d: coins without end", pays, id, from.mob,
				from.price), "pay less, or ask more")
		}
	}
}
