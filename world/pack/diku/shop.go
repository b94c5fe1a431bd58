package diku

import (
	"fmt"
	"math"
	"strconv"
)

// Shops. What a shop produces is for sale without end, and so are the wares of a mind; what it buys is said by kinds of
// things there, and by single things here.

// waresMost is how many a pack allows.
const waresMost = 200

func (c *converter) makeShops() {
	for i := range c.area.Shops {
		s := &c.area.Shops[i]
		var f fate
		c.shop(s, &f)
		c.report.count(Shops, f)
	}
}

func (c *converter) shop(s *Shop, f *fate) {
	if c.creatures[s.Keeper] == nil {
		f.left("without a keeper")
		return
	}
	was := s.was()
	f.beyond(&s.beyond, &was)
	c.trades[s.Keeper] = append(c.trades[s.Keeper], was)
	has := map[ident]bool{}
	for _, w := range c.shops[s.Keeper] {
		has[w[0].value.(ident)] = true //nolint:forcetypeassert,errcheck // the first of a ware is its item
	}
	for _, v := range s.Products {
		o := c.things[v]
		switch {
		case o == nil || v <= 0:
			f.lost("a ware that is not there")
			continue
		case o.isFixed() || o.isCoins():
			f.lost("a ware that nobody can carry, or money")
			continue
		case has[c.id(thingID, v)]:
			continue
		case len(has) >= waresMost:
			f.lost("more wares than a pack allows")
			continue
		}
		has[c.id(thingID, v)] = true
		price := min(max(math.Round(float64(o.Cost)*s.ProfitBuy), 1), valueMost)
		c.shops[s.Keeper] = append(c.shops[s.Keeper], fields{{"item", c.id(thingID, v)}, {"price", int(price)}})
	}
	if len(s.Buys) > 0 {
		f.lost("buys by kinds of things")
	}
	if s.Hours[0] > 0 || s.Hours[1] > 0 && s.Hours[1] < 24 {
		f.lost("closes at times")
	}
	if s.Trades != 0 {
		f.lost("does not trade with everybody")
	}
	if len(s.Rooms) > 1 {
		f.lost("has several rooms")
	}
	s.tempers(f)
	if len(c.shops[s.Keeper]) == 0 {
		f.left("nothing is left to sell")
	}
}

// The flags of a shop.
const (
	shopFights  = 1 << 0
	shopBanks   = 1 << 1
	shopHasCash = 1 << 2
)

// tempers counts how the keeper behaves.
func (s *Shop) tempers(f *fate) {
	if s.Bits&shopFights != 0 {
		f.lost("its keeper may be attacked")
	}
	if s.Bits&shopBanks != 0 {
		f.idle = append(f.idle, "its keeper banks the money")
	}
	if s.Bits&shopHasCash != 0 {
		f.idle = append(f.idle, "its keeper never runs out of money")
	}
	if s.Bits&^(shopFights|shopBanks|shopHasCash) != 0 {
		f.idle = append(f.idle, noSuchFlag)
	}
	if s.Temper != 0 {
		f.idle = append(f.idle, "its keeper's temper with whoever cannot pay")
	}
	if len(s.Messages) > 0 {
		f.idle = append(f.idle, "what its keeper says")
	}
}

// was keeps what a pack cannot say of a shop.
func (s *Shop) was() (f fields) {
	f.add("from", s.from(s.Vnum))
	var kinds, rooms []string
	for _, what := range s.Buys {
		kinds = append(kinds, label(what))
	}
	for _, v := range s.Rooms {
		rooms = append(rooms, strconv.Itoa(int(v)))
	}
	f.add("buys", kinds)
	f.add("pays", strconv.FormatFloat(s.ProfitSell, 'g', -1, 64))
	f.add("hours", fmt.Sprint(s.Hours[0], s.Hours[1], s.Hours[2], s.Hours[3]))
	f.add("refuses", s.Trades)
	f.add("rooms", rooms)
	f.add("temper", s.Temper)
	f.add("bits", int(s.Bits))
	var says []string
	for _, m := range s.Messages {
		says = append(says, prose(m).text)
	}
	f.add("says", says)
	return f
}
