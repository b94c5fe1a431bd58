package world

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Counters. How a creature trades, beyond a price for one thing: the kinds of things that it buys, when, where and with
// whom it trades, and what it says of it. Whoever has a mind deals by that as well; a creature without one keeps a shop
// by its trade alone.

// Bounds of a trade.
const (
	PaysMost     = 200 // per cent of its value for a thing of a kind
	PaysUsual    = 50  // of those, where a keeper does not say
	TradeTexts   = 200 // characters of what is said over a counter
	tradeKinds   = 40  // kinds of things that one buys
	tradeOpen    = 4   // spans of hours of a day
	tradePriceIn = "{price}"
)

// TradeSpec is how a creature trades.
type TradeSpec struct {
	Sells []WareSpec   `json:"sells,omitempty" yaml:"sells,omitempty"` // of one without a mind; see [MindSpec] for others
	Buys  []KindSpec   `json:"buys,omitempty" yaml:"buys,omitempty"`   // whatever is of a kind
	Open  []HoursSpec  `json:"open,omitempty" yaml:"open,omitempty"`   // when it trades; none: always
	Rooms []RoomID     `json:"rooms,omitempty" yaml:"rooms,omitempty"` // where; none: wherever it stands
	Bars  []FigureSpan `json:"bars,omitempty" yaml:"bars,omitempty"`   // whom it does not serve
	Says  TradeSays    `json:"says,omitzero" yaml:"says,omitempty"`
}

// KindSpec is a kind of things that a creature buys, for so many per cent of what one is worth. With a Word it buys
// such alone as go by it.
type KindSpec struct {
	Kind string `json:"kind" yaml:"kind"`
	Word string `json:"word,omitempty" yaml:"word,omitempty"`
	Pays int    `json:"pays,omitempty" yaml:"pays,omitempty"`
}

// HoursSpec is a part of the game day: from an hour, and to which it lasts. Past midnight To is the lower.
type HoursSpec struct {
	From int `json:"from" yaml:"from"`
	To   int `json:"to" yaml:"to"`
}

// TradeSays is what a creature says over its counter; {price} is what is paid. What is empty it does not say.
type TradeSays struct {
	Lacks    string `json:"lacks,omitempty" yaml:"lacks,omitempty"`       // asked for what it has not
	Unwanted string `json:"unwanted,omitempty" yaml:"unwanted,omitempty"` // offered what it does not buy
	Poor     string `json:"poor,omitempty" yaml:"poor,omitempty"`         // to who cannot pay
	Bought   string `json:"bought,omitempty" yaml:"bought,omitempty"`     // to who bought something
	Sold     string `json:"sold,omitempty" yaml:"sold,omitempty"`         // to who sold something
}

// ThingKind is what kind of a thing traders take one for: what its pattern says, or else what it is good for.
func (it *ItemSpec) ThingKind() string {
	switch {
	case it.Kind != "":
		return it.Kind
	case it.Damage.N > 0:
		return "weapon"
	case it.Holds != nil:
		return "container"
	case it.Light:
		return "light"
	case it.Eat != "":
		return "food"
	case it.Drinks != nil || it.Drink != "":
		return "drink"
	case it.Text != "":
		return "note"
	case it.Armour > 0:
		return "armour"
	case it.Wear != "":
		return "clothes"
	}
	return "other"
}

// trade returns how a creature trades; nil for one that does not, or only by its mind.
func (s *State) trade(a *Actor) *TradeSpec {
	if a == nil || a.Player() {
		return nil
	}
	if m := s.mob(a); m != nil {
		return m.Trade
	}
	return nil
}

// Trades reports whether a creature deals in anything, or teaches.
func (s *State) Trades(a *Actor) bool {
	c := s.trade(a)
	return s.Minded(a).trades() || c != nil && len(c.Sells)+len(c.Buys) > 0
}

// Stock lists for what a creature has a price of its own, when it sells and when it buys. The lists are the pack's.
func (s *State) Stock(a *Actor) (sells, buys []WareSpec) {
	if m := s.Minded(a); m != nil {
		sells, buys = m.Sells, m.Buys
	}
	if c := s.trade(a); c != nil && len(c.Sells) > 0 {
		sells = append(slices.Clone(sells), c.Sells...)
	}
	return sells, buys
}

// ware returns what a creature asks or offers for a kind of thing. What it buys by its kind it never pays more for than
// it can be had for at the same counter.
func (s *State) ware(a *Actor, k side) (WareSpec, bool) {
	sells, buys := s.Stock(a)
	is := func(w WareSpec) bool { return w.Item == k.item }
	sold := slices.IndexFunc(sells, is)
	if k.sell {
		if sold < 0 {
			return WareSpec{}, false
		}
		return sells[sold], true
	}
	if i := slices.IndexFunc(buys, is); i >= 0 {
		return buys[i], true
	}
	c, sp := s.trade(a), s.ItemSpecs[k.item]
	if c == nil || sp == nil {
		return WareSpec{}, false
	}
	price := c.PaysFor(sp)
	if sold >= 0 {
		price = min(price, sells[sold].bound(true))
	}
	return WareSpec{Item: k.item, Price: price}, price > 0
}

// PaysFor returns what is paid for a thing for the sake of its kind; 0 for nothing.
func (c *TradeSpec) PaysFor(sp *ItemSpec) int {
	const hundred = 100
	if sp.Coins || sp.Fixed || sp.Value < 1 {
		return 0
	}
	best := 0
	for _, k := range c.Buys {
		if k.Kind == sp.ThingKind() && (k.Word == "" || sp.goesBy(k.Word)) {
			best = max(best, sp.Value*cmp.Or(k.Pays, PaysUsual)/hundred, 1)
		}
	}
	return best
}

// goesBy reports whether a word is one for a thing.
func (it *ItemSpec) goesBy(word string) bool {
	is := func(w string) bool { return strings.EqualFold(w, word) }
	return slices.ContainsFunc(it.Keys, is) || slices.ContainsFunc(strings.Fields(it.Name), is)
}

// shut says why a creature does not trade with somebody now, in words for them; "" when it does.
func (s *State) shut(a, with *Actor, now Time) string {
	c := s.trade(a)
	if c == nil {
		return ""
	}
	name := capital(s.TheActor(a))
	isOpen := func(h HoursSpec) bool { return h.lasts(now.Hour()) }
	if len(c.Open) > 0 && !slices.ContainsFunc(c.Open, isOpen) {
		return name + " does not trade at this hour. Come back at " + strconv.Itoa(c.opens(now.Hour())) + "."
	}
	if len(c.Rooms) > 0 && !slices.Contains(c.Rooms, a.Room) {
		return name + " does not trade here."
	}
	for _, span := range c.Bars {
		if s.within(with, span) {
			return name + " does not trade with the likes of you."
		}
	}
	return ""
}

func (h HoursSpec) lasts(hour int) bool {
	if h.From < h.To {
		return hour >= h.From && hour < h.To
	}
	return hour >= h.From || hour < h.To
}

// opens returns the next hour at which a counter opens.
func (c *TradeSpec) opens(hour int) int {
	best := hoursPerDay
	for _, h := range c.Open {
		best = min(best, (h.From-hour+hoursPerDay)%hoursPerDay)
	}
	return (hour + best) % hoursPerDay
}

// priced is what is said over a counter, with the price in it.
func priced(text string, price int) string {
	return strings.ReplaceAll(text, tradePriceIn, strconv.Itoa(price))
}

// spoken puts what somebody says over a counter before a refusal: with whose words they are, if there are any.
func (t *Turn) spoken(a *Actor, words, refusal string) string {
	if words == "" {
		return refusal
	}
	return capital(t.whom(a)) + " says: \"" + words + "\" " + refusal
}

// thanks has somebody say what it says of a bargain, if anything.
func (t *Turn) thanks(a *Actor, words string) {
	if words != "" {
		t.emit(Said{Actor: a.ID, Text: words})
	}
}

// TradeSays is what a creature says over its counter; nothing for one that has none.
func (s *State) TradeSays(a *Actor) TradeSays {
	if c := s.trade(a); c != nil {
		return c.Says
	}
	return TradeSays{}
}

// boughtKinds lists the kinds of things that a creature buys, in words: "weapon", "armour (leather)".
func (s *State) boughtKinds(a *Actor) (out []string) {
	c := s.trade(a)
	if c == nil {
		return nil
	}
	for _, k := range c.Buys {
		word := k.Kind
		if k.Word != "" {
			word += " (" + k.Word + ")"
		}
		if !slices.Contains(out, word) {
			out = append(out, word)
		}
	}
	return out
}

// refs names what a trade names.
func (c *TradeSpec) refs(to refer) {
	if c == nil {
		return
	}
	for _, w := range c.Sells {
		to("item", string(w.Item))
	}
	for _, r := range c.Rooms {
		to("room", string(r))
	}
	figureRefs(nil, c.Bars, to)
}

// sound says what of a trade cannot be; "" for nothing.
func (c *TradeSpec) sound() string {
	if c == nil {
		return ""
	}
	isHour := func(h int) bool { return h >= 0 && h < hoursPerDay }
	for _, h := range c.Open {
		if !isHour(h.From) || !isHour(h.To) || h.From == h.To {
			return "trades at hours that are none"
		}
	}
	for _, k := range c.Buys {
		if k.Kind == "" || k.Pays < 0 || k.Pays > PaysMost {
			return "buys a kind of things for " + strconv.Itoa(k.Pays) + " per cent"
		}
	}
	for _, w := range c.Sells {
		if w.Price < 1 || w.Least < 0 || w.Least > w.Price || w.Most != 0 {
			return "sells " + string(w.Item) + " at a price that is none"
		}
	}
	if len(c.Buys) > tradeKinds || len(c.Open) > tradeOpen {
		return "has more to its trade than there can be"
	}
	return figuresSound(nil, c.Bars)
}
