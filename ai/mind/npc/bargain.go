package npc

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/dialogue"
	"github.com/mudlark-mud/mudlark/world"
)

// Haggling is a small game within the list: each serious offer moves a creature by a third of the way that its temper
// and its liking let it go, and at the most half of what lies between the two. What is no offer moves it not at all,
// nor does one that is worse than the last; and after three it is at its last price.

// Bounds of a bargain.
const (
	asksMost  = 3 // serious offers that move it
	jestsMost = 2 // offers that are none, after which nothing moves it
	hundred   = 100
)

// haggle answers an offer.
func (m *Mind) haggle(o *occasion) []*Option {
	ware, sell, ok := m.ware(o)
	if !ok || o.coins <= 0 {
		return m.say(o, worthTrade, "an offer for what it does not deal in", dialogue.Query{On: "refuse"})
	}
	kind, who, now := string(ware.Item), o.who, m.now
	over := bargainOver(kind, sell)
	deal, on := m.counter(ware, sell, who.deal(over, now), o)
	deal.at = at(now)
	then := func() { who.deals[over] = deal }
	slots := map[string]string{"thing": o.thing, "price": dialogue.Coins(deal.price)}
	c, can := m.quote(o, kind, deal.price)
	if isNamed := o.kind == onSpeech && who.deal(over, now).price == deal.price; !can || isNamed {
		list := m.say(o, worthTrade, "an offer", dialogue.Query{On: on, Slots: slots})
		for _, d := range list {
			d.then = then
		}
		return list
	}
	done, refused := m.when(o, dialogue.Query{On: on, Slots: slots}), m.when(o, dialogue.Query{On: "failed"})
	return []*Option{{
		choice: c, score: worthTrade, why: "an offer of " + dialogue.Coins(o.coins), who: who, private: o.private,
		done:    &done,
		refused: &refused, then: then,
	}}
}

// counter returns how far a bargain has come after an offer, and on which occasion that is. Whoever buys counts below
// zero, so that for both sides more is better for the person, and less is a step towards them.
func (m *Mind) counter(w world.WareSpec, sell bool, d deal, o *occasion) (next deal, on string) {
	sign, last := 1, w.Price
	switch {
	case sell && w.Least > 0:
		last = min(w.Least, w.Price)
	case !sell:
		sign, last = -1, max(w.Most, w.Price)
	}
	first, offer, isJest := sign*w.Price, sign*o.coins, o.coins*2 < last
	if !sell {
		isJest = o.coins > last*2
	}
	if d.price == 0 {
		d.price = w.Price
	}
	named, span := sign*d.price, first-sign*last
	switch {
	case isJest:
		d.jests++
		return d, "haggle-low"
	case d.best != 0 && offer < sign*d.best:
		return d, "haggle-worse"
	}
	d.best = o.coins
	if d.jests <= jestsMost {
		d.asks = min(d.asks+1, asksMost)
	}
	give := span * m.gives100(o) * d.asks // of three hundred
	low := first - (2*give+asksMost*hundred)/(2*asksMost*hundred)
	if offer >= low {
		d.price = sign * min(offer, named)
		return d, "haggle-yes"
	}
	to := min(named, max(low, offer+(named-offer+1)/2))
	d.price = sign * to
	if d.asks == asksMost || to == named && span == 0 {
		return d, "haggle-last"
	}
	return d, "haggle-no"
}

// gives100 is how much of what its list lets it give up it will give up for somebody, of a hundred.
func (m *Mind) gives100(o *occasion) int {
	const usual, feeling, most = 60, 10, 4
	feel := o.who.feelFor(o.private != "")
	if feel <= foeMost {
		return 0
	}
	give := usual + feeling*min(feel, most)
	for trait, by := range map[string]int{
		"generous": 20, "kind": 20, "lazy": 20, "gentle": 10, "greedy": -20, "stubborn": -30, "proud": -10, "suspicious": -10,
	} {
		if m.hasTrait(trait) {
			give += by // a sum, whatever the order
		}
	}
	return min(max(give, 0), hundred)
}

// quote makes the choice of naming a price, by whichever name the thing is offered.
func (m *Mind) quote(o *occasion, kind string, coins int) (*mind.Choice, bool) {
	values := map[string]string{"to": o.who.name, "coins": strconv.Itoa(coins)}
	for _, name := range []string{o.thing, kindName(kind), kind} {
		values["item"] = name
		if c, ok := fillChoice(m.Look, "quote", values); ok {
			return c, true
		}
	}
	return nil, false
}

// ware returns what an offer is for, and on which side of the counter.
func (m *Mind) ware(o *occasion) (w world.WareSpec, sell, ok bool) {
	fits := func(w world.WareSpec) bool {
		return string(w.Item) == o.proto || o.proto == "" && strings.EqualFold(kindName(string(w.Item)), o.thing)
	}
	if i := slices.IndexFunc(m.config.Spec.Sells, fits); i >= 0 && o.how != "buys" {
		return m.config.Spec.Sells[i], true, true
	}
	if i := slices.IndexFunc(m.config.Spec.Buys, fits); i >= 0 {
		return m.config.Spec.Buys[i], false, true
	}
	return world.WareSpec{}, false, false
}

// asks is what it asks of somebody for a thing now.
func (m *Mind) asks(p *person, kind string) int {
	if d := p.deal(bargainOver(kind, true), m.now); d.price > 0 {
		return d.price
	}
	for _, w := range m.config.Spec.Sells {
		if string(w.Item) == kind {
			return w.Price
		}
	}
	for _, l := range m.config.Spec.Teaches {
		if l.Name == kind {
			return l.Price
		}
	}
	return 0
}
