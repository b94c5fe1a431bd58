package npc

import (
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/mind/dialogue"
	"github.com/mudlark-mud/mudlark/world"
)

// Trade in words: who asks what somebody is for is told it, and how it is done. Nothing changes hands here; what is
// named is on the list, and buy and sell do the rest.

// waresTold is how many of its wares somebody is told at once.
const waresTold = 6

// trading are the words of trade, which say nothing of what is traded.
var trading = []string{ //nolint:gochecknoglobals // immutable: never written
	"sell", "selling", "buy", "buying", "price", "prices", "cost", "costs", "charge", "afford", "wares", "sale", "pay",
	"give", "offer", "worth", "take", "coin", "coins", "money", "stock", "goods", "shop", "recommend",
}

// traded are the stems of what is traded, in words of trade.
func (m *Mind) traded(h dialogue.Heard) []string {
	list := slices.DeleteFunc(slices.Clone(h.Words), func(w string) bool { return slices.Contains(trading, w) })
	return m.topic(dialogue.Topic(list))
}

// kindsOf are the kinds of some wares.
func kindsOf(list []world.WareSpec) (out []string) {
	for _, w := range list {
		out = append(out, string(w.Item))
	}
	return out
}

// dealt returns which of the things that it deals in words are about, and whether it would buy it.
func (m *Mind) dealt(h dialogue.Heard) (kind string, buys, ok bool) {
	buying := h.Act == dialogue.Sell || dialogue.Has(h.Words, "my")
	sold, isSold := m.config.Town.asked(h.Stems, kindsOf(m.config.Spec.Sells))
	bought, isBought := m.config.Town.asked(h.Stems, kindsOf(m.config.Spec.Buys))
	if isBought && (buying || !isSold) {
		return bought, true, true
	}
	return sold, false, isSold
}

// bids answers who names a price in words for something that it deals in, or for what the two talked about last.
func (m *Mind) bids(o *occasion) []*Option {
	if o.heard.Offer == 0 || len(m.config.Spec.Sells)+len(m.config.Spec.Buys) == 0 {
		return nil
	}
	kind, buys, ok := m.dealt(o.heard)
	if t := o.who.thread; !ok && t.at.isWithin(threadFor, m.now) {
		kind, buys, ok = t.ware, t.buys, t.ware != ""
	}
	if !ok {
		return nil
	}
	b := *o
	b.thing, b.proto, b.coins = m.config.Town.called(kind), kind, o.heard.Offer
	if buys {
		b.how = "buys"
	}
	return m.haggle(&b)
}

// prices answers what something costs, and what there is to be had.
func (m *Mind) prices(o *occasion) []*Option {
	kinds := kindsOf(m.config.Spec.Sells)
	for _, w := range m.config.Spec.Teaches {
		if w.Price > 0 {
			kinds = append(kinds, w.Name)
		}
	}
	if kind, ok := m.config.Town.asked(o.heard.Stems, kinds); ok {
		slots := map[string]string{"thing": m.config.Town.called(kind), "price": dialogue.Coins(m.asks(o.who, kind))}
		return m.say(o, worthTrade, "", dialogue.Query{On: "price", Slots: slots})
	}
	topic := m.traded(o.heard)
	if len(topic) == 0 && len(kinds) == 0 && dialogue.Has(o.heard.Words, "recommend") {
		return m.tells(o, dialogue.Query{On: string(dialogue.Advice)})
	}
	if len(topic) == 0 && len(kinds) > 0 {
		return m.tells(o, dialogue.Query{On: "wares", Slots: map[string]string{"what": m.listed(kinds)}})
	}
	if list := m.sends(o, topic, false); len(list) > 0 {
		return list
	}
	if dialogue.Has(o.heard.Words, "anything") && len(kinds) > 0 {
		return m.tells(o, dialogue.Query{On: "wares", Slots: map[string]string{"what": m.listed(kinds)}})
	}
	return m.explains(o, "unknown")
}

// stocks answers whether it has something: at what price, if it sells that.
func (m *Mind) stocks(o *occasion) []*Option {
	isAsked := o.heard.Act == dialogue.Question && slices.ContainsFunc([]string{
		"do you have", "have you", "you got", "got any", "any", "is there a", "is there an",
	}, func(p string) bool { return dialogue.Has(o.heard.Words, p) })
	if _, sells := m.config.Town.asked(m.traded(o.heard), kindsOf(m.config.Spec.Sells)); !isAsked || !sells {
		return nil
	}
	return m.prices(o)
}

// listed names some kinds of things, as many as one can listen to.
func (m *Mind) listed(kinds []string) string {
	var names []string
	for _, k := range kinds[:min(len(kinds), waresTold)] {
		names = append(names, m.config.Town.called(k))
	}
	if n := len(names) - 1; n > 0 {
		return strings.Join(names[:n], ", ") + " and " + names[n]
	}
	return strings.Join(names, "")
}

// buysIt answers whether it buys something, and for how much.
func (m *Mind) buysIt(o *occasion) []*Option {
	kinds, topic := kindsOf(m.config.Spec.Buys), m.traded(o.heard)
	kind, ok := m.config.Town.asked(o.heard.Stems, kinds)
	switch {
	case ok:
		slots := map[string]string{"thing": m.config.Town.called(kind), "price": dialogue.Coins(m.pays(o.who, kind))}
		return m.say(o, worthTrade, "", dialogue.Query{On: "sell", Slots: slots})
	case len(topic) == 0 && len(kinds) > 0:
		return m.tells(o, dialogue.Query{On: "buys", Slots: map[string]string{"what": m.listed(kinds)}})
	}
	if list := m.sends(o, topic, true); len(list) > 0 {
		return list
	}
	if len(kinds) == 0 {
		if n := m.dealer(); n != nil {
			return m.sendsTo(o, n)
		}
	}
	return m.say(o, worthTrade, "", dialogue.Query{On: "sell-no"})
}

// dealer is who buys most of all in town; nil when nobody else buys.
func (m *Mind) dealer() *Neighbour {
	var best *Neighbour
	for i := range m.config.Town.Folk {
		n := &m.config.Town.Folk[i]
		if n.ID != m.config.ID && len(n.Buys) > 0 && (best == nil || len(n.Buys) > len(best.Buys)) {
			best = n
		}
	}
	return best
}

// sold reports whether anybody else in town sells a thing of some stems.
func (m *Mind) sold(topic []string) bool {
	return slices.ContainsFunc(m.config.Town.Folk, func(n Neighbour) bool {
		_, ok := m.config.Town.asked(topic, n.Sells)
		return ok && n.ID != m.config.ID
	})
}

// sends sends somebody to whoever sells, or buys, a thing of some stems.
func (m *Mind) sends(o *occasion, topic []string, buys bool) []*Option {
	for i := range m.config.Town.Folk {
		n := &m.config.Town.Folk[i]
		kinds := n.Sells
		if buys {
			kinds = n.Buys
		}
		if _, ok := m.config.Town.asked(topic, kinds); ok && n.ID != m.config.ID {
			return m.sendsTo(o, n)
		}
	}
	return nil
}

// sendsTo sends somebody to somebody.
func (m *Mind) sendsTo(o *occasion, n *Neighbour) []*Option {
	room, here := m.whereabouts(n)
	what := m.config.Town.name(room)
	switch {
	case here:
		return m.leads(o, "here", n.Name, "", "")
	case what == "":
		return nil
	}
	return m.leads(o, "refer", n.Name, what, "")
}

// deals says how somebody gets what they take at the price that was named last.
func (m *Mind) deals(o *occasion) []*Option {
	t := o.who.thread
	if !t.at.isWithin(threadFor, m.now) || t.ware == "" {
		return m.explains(o, "nod")
	}
	on, price := "deal", m.asks(o.who, t.ware)
	if t.buys {
		on, price = "sell", m.pays(o.who, t.ware)
	}
	slots := map[string]string{"thing": m.config.Town.called(t.ware), "price": dialogue.Coins(price)}
	return m.say(o, worthTrade, "", dialogue.Query{On: on, Slots: slots})
}

// pays is what it gives somebody for a thing now.
func (m *Mind) pays(p *person, kind string) int {
	if d := p.deal(bargainOver(kind, false), m.now); d.price > 0 {
		return d.price
	}
	for _, w := range m.config.Spec.Buys {
		if string(w.Item) == kind {
			return w.Price
		}
	}
	return 0
}
