package npc

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/words"
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
func (m *Mind) haggle(o *Occasion) []*Deed {
	ware, sell, ok := m.ware(o)
	if !ok || o.Coins <= 0 {
		return m.Say(o, worthTrade, "an offer for what it does not deal in", words.When{On: "refuse"})
	}
	kind, who, now := string(ware.Item), o.Who, m.Now
	over := Over(kind, sell)
	deal, on := m.counter(ware, sell, who.Deal(over, now), o)
	deal.At = now
	then := func() { who.Deals[over] = deal }
	slots := map[string]string{"thing": o.Thing, "price": words.Coins(deal.Price)}
	c, can := m.quote(o, kind, deal.Price)
	if !can {
		list := m.Say(o, worthTrade, "an offer", words.When{On: on, Slots: slots})
		for _, d := range list {
			d.Then = then
		}
		return list
	}
	done, refused := m.When(o, words.When{On: on, Slots: slots}), m.When(o, words.When{On: "failed"})
	return []*Deed{{
		Choice: c, Score: worthTrade, Why: "an offer of " + words.Coins(o.Coins), Who: who, Private: o.Private, Done: &done,
		Refused: &refused, Then: then,
	}}
}

// counter returns how far a bargain has come after an offer, and on which occasion that is. Whoever buys counts below
// zero, so that for both sides more is better for the person, and less is a step towards them.
func (m *Mind) counter(w world.WareSpec, sell bool, d Deal, o *Occasion) (next Deal, on string) {
	sign, last := 1, w.Price
	switch {
	case sell && w.Least > 0:
		last = min(w.Least, w.Price)
	case !sell:
		sign, last = -1, max(w.Most, w.Price)
	}
	first, offer, isJest := sign*w.Price, sign*o.Coins, o.Coins*2 < last
	if !sell {
		isJest = o.Coins > last*2
	}
	if d.Price == 0 {
		d.Price = w.Price
	}
	named, span := sign*d.Price, first-sign*last
	switch {
	case isJest:
		d.Jests++
		return d, "haggle-low"
	case d.Best != 0 && offer < sign*d.Best:
		return d, "haggle-worse"
	}
	d.Best = o.Coins
	if d.Jests <= jestsMost {
		d.Asks = min(d.Asks+1, asksMost)
	}
	give := span * m.gives100(o) * d.Asks // of three hundred
	low := first - (2*give+asksMost*hundred)/(2*asksMost*hundred)
	if offer >= low {
		d.Price = sign * min(offer, named)
		return d, "haggle-yes"
	}
	to := min(named, max(low, offer+(named-offer+1)/2))
	d.Price = sign * to
	if d.Asks == asksMost || to == named && span == 0 {
		return d, "haggle-last"
	}
	return d, "haggle-no"
}

// gives100 is how much of what its list lets it give up it will give up for somebody, of a hundred.
func (m *Mind) gives100(o *Occasion) int {
	const usual, feeling, most = 60, 10, 4
	feel := o.Who.FeelFor(o.Private != "")
	if feel <= FoeFrom {
		return 0
	}
	give := usual + feeling*min(feel, most)
	for trait, by := range map[string]int{
		"generous": 20, "kind": 20, "lazy": 20, "gentle": 10, "greedy": -20, "stubborn": -30, "proud": -10, "suspicious": -10,
	} {
		if m.Has(trait) {
			give += by // a sum, whatever the order
		}
	}
	return min(max(give, 0), hundred)
}

// quote makes the choice of naming a price, by whichever name the thing is offered.
func (m *Mind) quote(o *Occasion, kind string, coins int) (*mind.Choice, bool) {
	values := map[string]string{"to": o.Who.Name, "coins": strconv.Itoa(coins)}
	for _, name := range []string{o.Thing, Called(kind), kind} {
		values["item"] = name
		if c, ok := Fill(m.Look, "quote", values); ok {
			return c, true
		}
	}
	return nil, false
}

// ware returns what an offer is for, and on which side of the counter.
func (m *Mind) ware(o *Occasion) (w world.WareSpec, sell, ok bool) {
	fits := func(w world.WareSpec) bool {
		return string(w.Item) == o.Proto || o.Proto == "" && strings.EqualFold(Called(string(w.Item)), o.Thing)
	}
	if i := slices.IndexFunc(m.C.Spec.Sells, fits); i >= 0 && o.How != "buys" {
		return m.C.Spec.Sells[i], true, true
	}
	if i := slices.IndexFunc(m.C.Spec.Buys, fits); i >= 0 {
		return m.C.Spec.Buys[i], false, true
	}
	return world.WareSpec{}, false, false
}

// asks is what it asks of somebody for a thing now.
func (m *Mind) asks(p *Person, kind string) int {
	if d := p.Deal(Over(kind, true), m.Now); d.Price > 0 {
		return d.Price
	}
	for _, w := range m.C.Spec.Sells {
		if string(w.Item) == kind {
			return w.Price
		}
	}
	for _, l := range m.C.Spec.Teaches {
		if l.Name == kind {
			return l.Price
		}
	}
	return 0
}
