package diku

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// Shops. What a shop produces is for sale without end, and so are the wares of a trade; what it buys is said by kinds
// of things there and here.

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

// counter is the trade of a keeper, as entries of a pack.
type counter struct {
	sells, buys, open, bars []fields
	rooms                   []string
	says                    fields
	isOpenToBlows           bool // its keeper may be attacked
}

// entry is a trade as a pack has it; nothing for one who neither sells nor buys anything.
func (k *counter) entry() (e fields) {
	if k == nil || len(k.sells)+len(k.buys) == 0 {
		return nil
	}
	sells := slices.Clone(k.sells)
	slices.Reverse(sells) // as the engines list them: what was given to the keeper last stands first
	e.add("sells", sells)
	e.add("buys", k.buys)
	e.add("open", k.open)
	e.add("rooms", k.rooms)
	e.add("bars", k.bars)
	e.add("says", k.says)
	return e
}

// keeps reports whether a creature keeps a shop that it can keep here.
func (c *converter) keeps(v Vnum) bool { return c.shops[v].entry() != nil }

func (c *converter) shop(s *Shop, f *fate) {
	m := c.creatures[s.Keeper]
	if m == nil {
		f.left("without a keeper")
		return
	}
	was := s.was()
	f.beyond(&s.beyond, &was)
	c.trades[s.Keeper] = append(c.trades[s.Keeper], was)
	k := c.shops[s.Keeper]
	if k == nil {
		k = &counter{}
		c.shops[s.Keeper] = k
	}
	c.wares(s, k, f)
	c.bought(s, k, f)
	k.open = s.open()
	k.bars = c.refuses(s)
	for _, r := range s.Rooms {
		switch {
		case c.rooms[r] == nil:
			f.idle = append(f.idle, "a room that is not there")
		case len(s.Rooms) > 1 || m.Act&actSentinel == 0: // who never walks trades where it stands
			k.rooms = append(k.rooms, string(c.id(roomID, r)))
		}
	}
	k.says = s.says(f)
	k.isOpenToBlows = s.Bits&shopFights != 0
	s.tempers(f)
	if k.entry() == nil {
		f.left("nothing is left to sell, and it buys nothing")
	}
}

// wares adds what a shop sells.
func (c *converter) wares(s *Shop, k *counter, f *fate) {
	has := map[ident]bool{}
	for _, w := range k.sells {
		has[w[0].value.(ident)] = true //nolint:forcetypeassert,errcheck // the first of a ware is its item
	}
	for _, v := range s.Products {
		o := c.things[v]
		switch {
		case v <= 0: // a blank in a list of a fixed length
			continue
		case o == nil:
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
		k.sells = append(k.sells, fields{{"item", c.id(thingID, v)}, {"price", int(price)}})
	}
}

// bought adds the kinds of things that a shop buys. An engine lets a keyword behind a type be an expression; of these a
// pack has the single word.
func (c *converter) bought(s *Shop, k *counter, f *fate) {
	const hundred = 100
	pays := min(int(math.Round(s.ProfitSell*hundred)), world.PaysMost)
	for _, what := range s.Buys {
		kind, words := c.area.Dialect.kindOf(what)
		switch {
		case kind == "" && !isWord(what): // of no thing that anybody could sell
			f.idle = append(f.idle, "buys what nobody can sell")
			continue
		case kind == "":
			f.lost("buys a type that only its engine knows")
			continue
		case pays < 1:
			f.idle = append(f.idle, "buys for nothing")
			continue
		case strings.ContainsAny(words, "!&|^()") || len(strings.Fields(words)) > 1:
			f.lost("buys by an expression of words")
			continue
		case len(k.buys) >= kindsMost:
			f.lost("buys more kinds of things than a pack allows")
			continue
		}
		var e fields
		e.add("kind", label(kind))
		e.add("word", strings.ToLower(words))
		e.add("pays", pays)
		k.buys = append(k.buys, e)
	}
}

// kindsMost is how many kinds of things somebody buys in a pack.
const kindsMost = 40

// thingKinds are what a pack calls the types of things, by number; those without one are never for sale.
func thingKinds() map[int]string {
	return map[int]string{
		typeLight: "light", typeScroll: "scroll", typeWand: "wand", typeStaff: "staff", typeWeapon: "weapon",
		typeFurniture: "furniture", 8: "treasure", typeArmour: "armour", typePotion: "potion", typeClothing: "clothes",
		12: "other", 13: "trash", 14: "trap", typeContainer: "container", typeNote: "note", typeDrink: "drink",
		typeKey: "key", typeFood: "food", 21: "pen", typeBoat: "boat", typePill: "pill", typeProtect: "ward",
		typeMap: "map", typePortal: "portal", typeWarpStone: "warp stone", typeRoomKey: "room key", typeGem: "gem",
		typeJewelry: "jewelry", typeJukebox: "jukebox",
	}
}

// typeNames are the names by which files of shops call types, and the numbers they stand for.
func typeNames() map[string]int {
	return map[string]int{
		"light": typeLight, "scroll": typeScroll, "wand": typeWand, "staff": typeStaff, "weapon": typeWeapon,
		"fire weapon": 6, "furniture": typeFurniture, "treasure": 8, "armor": typeArmour, "potion": typePotion,
		"worn": typeClothing, "other": 12, "trash": 13, "trap": 14, "container": typeContainer, "note": typeNote,
		"liq container": typeDrink, "key": typeKey, "food": typeFood, "pen": 21, "boat": typeBoat,
	}
}

// kindOf understands what a shop buys: a number or a name, and the words behind it.
func (d Dialect) kindOf(what string) (kind, words string) {
	digits := len(what) - len(strings.TrimLeft(what, "0123456789"))
	if digits > 0 {
		n, _ := strconv.Atoi(what[:digits]) // one that is too large is no type
		if d == ROM {
			n = mercType(n)
		}
		return thingKinds()[n], strings.TrimSpace(what[digits:])
	}
	low, best := strings.ToLower(what), ""
	for name := range typeNames() {
		if strings.HasPrefix(low, name) && len(name) > len(best) {
			best = name
		}
	}
	if best == "" {
		return "", ""
	}
	return thingKinds()[typeNames()[best]], strings.TrimSpace(what[len(best):])
}

// isWord reports whether a type is none of the numbers that the engines know.
func isWord(what string) bool {
	n, err := strconv.Atoi(strings.TrimSpace(what))
	return err != nil || n > typeRemains
}

// unsold is what a thing is to traders that none of them buys.
const unsold = "not for sale"

// kind is what traders take a thing for.
func (o *Thing) kind(dialect Dialect) string {
	const noSell = 1 << 16 // in the Merc family another flag has the bit
	switch {
	case o.isFixed() || o.isCoins():
		return ""
	case dialect != ROM && o.Flags&noSell != 0:
		return unsold
	}
	return thingKinds()[o.Type]
}

// open lists the spans of hours of a shop; none if it is always open. Hours there go from 0 to 28, and what is past
// midnight is never reached.
func (s *Shop) open() (out []fields) {
	const day = 24
	for i := 0; i < len(s.Hours); i += 2 {
		from, to := max(s.Hours[i], 0), s.Hours[i+1]
		if from >= day || to <= from {
			continue
		}
		if from == 0 && to >= day {
			return nil
		}
		out = append(out, fields{{"from", from}, {"to", to % day}})
		if to > day {
			out[len(out)-1] = fields{{"from", from}, {"to", 0}}
		}
	}
	return out
}

// refuses says with whom a shop does not trade: the good, the evil, the neutral, and the classes in their order.
func (c *converter) refuses(s *Shop) (out []fields) {
	who := []barBit{barBits()[0], barBits()[1], barBits()[2]}
	who = append(who, classBits()...)
	for i, b := range who {
		if s.Trades&(1<<i) != 0 {
			out = append(out, c.span(b))
		}
	}
	return out
}

// says are the messages of a shop that somebody hears here. Each is told to a name, and has a price.
func (s *Shop) says(f *fate) (e fields) {
	for _, x := range []struct {
		key string
		at  int
	}{{"lacks", 0}, {"unwanted", 2}, {"poor", 4}, {"bought", 5}, {"sold", 6}} {
		if x.at >= len(s.Messages) {
			continue
		}
		m := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(s.Messages[x.at]), "%s"))
		hasPrice := x.key == "bought" || x.key == "sold"
		if hasPrice {
			m = strings.Replace(m, "%d", "{price}", 1)
		}
		if strings.Contains(m, "%") {
			f.idle = append(f.idle, "a message that its engine alone can say")
			continue
		}
		if said := sentence(f.tell(prose(m)), ".!?"); said != "" && len(said) <= world.TradeTexts {
			e.add(x.key, text(said))
		}
	}
	return e
}

// The flags of a shop.
const (
	shopFights  = 1 << 0
	shopBanks   = 1 << 1
	shopHasCash = 1 << 2
)

// tempers counts how the keeper behaves.
func (s *Shop) tempers(f *fate) {
	if s.Bits&shopBanks != 0 {
		f.idle = append(f.idle, "its keeper banks the money")
	}
	if s.Bits&shopHasCash != 0 {
		f.idle = append(f.idle, "its keeper never runs out of money")
	}
	if s.Bits&^(shopFights|shopBanks|shopHasCash) != 0 {
		f.idle = append(f.idle, noSuchFlag)
	}
	if len(s.Messages) > 0 {
		f.idle = append(f.idle, "what its keeper says of things that nobody has, and of its own purse")
	}
	if s.Temper != 0 {
		f.idle = append(f.idle, "its keeper's temper with whoever cannot pay")
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
