package audit

import (
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// TradeWitness says what else is known when an event is taken in.
type TradeWitness struct {
	Now    world.Time
	Proto  func(world.ItemID) world.ProtoID                 // of a thing
	Kind   func(world.ActorID) world.ProtoID                // of a creature; "" for people
	Pay    func(who world.ActorID, coins int)               // puts coins into a purse, or takes them out
	Carry  func(it world.ItemID, from, to world.ActorID)    // moves a thing from hand to hand
	Stands func(world.ActorID) (room world.RoomID, in bool) // where somebody is
	Object func(format string, args ...any)
}

// TradeLedger is what the events told of all bargains and promises so far.
type TradeLedger struct {
	minds    map[world.ProtoID]*world.MindSpec
	shops    map[world.ProtoID]*world.TradeSpec
	things   map[world.ProtoID]world.ItemSpec
	deals    map[world.DealID]*deal
	promises map[string]bool // by three names: whether it was kept
	lessons  map[world.ActorID][]string
}

type deal struct {
	offer, price int
	until        world.Time
}

// NewTradeLedger returns the ledger of a world in which nobody trades yet.
func NewTradeLedger() *TradeLedger {
	return &TradeLedger{
		minds: map[world.ProtoID]*world.MindSpec{}, deals: map[world.DealID]*deal{}, promises: map[string]bool{},
		lessons: map[world.ActorID][]string{}, shops: map[world.ProtoID]*world.TradeSpec{},
		things: map[world.ProtoID]world.ItemSpec{},
	}
}

// Pack takes in who deals in what.
func (l *TradeLedger) Pack(e world.PackApplied) {
	for _, id := range e.MobsGone {
		delete(l.minds, id)
		delete(l.shops, id)
	}
	for _, m := range e.Mobs {
		l.minds[m.ID], l.shops[m.ID] = m.Mind, m.Trade
	}
	for _, it := range e.Items {
		l.things[it.ID] = it
	}
}

// TradeDoer returns who did something over a counter that bystanders may perceive.
func TradeDoer(e world.Event) (world.ActorID, bool) {
	switch e := e.(type) {
	case world.Bought:
		return e.Actor, true
	case world.Sold:
		return e.Actor, true
	case world.Haggled:
		return e.Actor, true
	case world.Quoted:
		return e.Actor, true
	case world.Taught:
		return e.Actor, true
	case world.Promised:
		return e.Actor, true
	default: // nobody's, or nobody else's business
		return "", false
	}
}

// KnowsTrade reports whether an event is one of a counter.
func KnowsTrade(e world.Event) bool {
	switch e.(type) {
	case world.DealGone, world.PromiseKept, world.PromiseGone:
		return true
	default: // those that bystanders may perceive
		_, ok := TradeDoer(e)
		return ok
	}
}

// Apply takes an event of a counter in.
func (l *TradeLedger) Apply(e world.Event, w TradeWitness) {
	switch e := e.(type) {
	case world.Bought:
		l.paid(e.Actor, e.From, w.Proto(e.Item), true, e.Coins, w)
		w.Carry(e.Item, e.From, e.Actor)
		w.Pay(e.Actor, -e.Coins)
	case world.Sold:
		l.paid(e.Actor, e.To, w.Proto(e.Item), false, e.Coins, w)
		w.Carry(e.Item, e.Actor, e.To)
		w.Pay(e.Actor, e.Coins)
	case world.Haggled:
		l.together(e.Actor, e.To, w)
		l.open(e.Actor, e.To, e.Item, e.Sell).offer = e.Coins
		l.open(e.Actor, e.To, e.Item, e.Sell).until = e.Until
		if e.Coins < 1 {
			w.Object("%s offered %d coins", e.Actor, e.Coins)
		}
	case world.Quoted:
		l.quoted(e, w)
	case world.DealGone:
		if l.deals[e.Deal] == nil {
			w.Object("the bargain %s ended and was never made", e.Deal)
		}
		delete(l.deals, e.Deal)
	case world.Taught:
		l.taught(e, w)
	case world.Promised:
		l.together(e.Actor, e.To, w)
		mind := l.minds[w.Kind(e.Actor)]
		fits := func(p world.PromiseSpec) bool { return p.ID == e.Promise && p.Item == e.Item && p.Text == e.Text }
		if mind == nil || !slices.ContainsFunc(mind.Promises, fits) {
			w.Object("%s promised %s, which is not its to promise", e.Actor, e.Promise)
		}
		if kept, made := l.promises[lessonKey(e.Actor, e.To, e.Promise)]; made && !kept {
			w.Object("%s promised %s twice", e.Actor, e.Promise)
		}
		l.promises[lessonKey(e.Actor, e.To, e.Promise)] = false
	case world.PromiseKept:
		if kept, made := l.promises[lessonKey(e.Actor, e.To, e.Promise)]; !made || kept {
			w.Object("%s kept %s, made %v, kept before %v", e.Actor, e.Promise, made, kept)
		}
		l.promises[lessonKey(e.Actor, e.To, e.Promise)] = true
	case world.PromiseGone:
		if _, made := l.promises[string(e.Promise)]; !made {
			w.Object("the promise %s was forgotten and never made", e.Promise)
		}
		delete(l.promises, string(e.Promise))
	default: // Knows says no others
	}
}

func lessonKey(by, to world.ActorID, which string) string {
	return string(by) + ":" + string(to) + ":" + which
}

func dealID(of, with world.ActorID, item world.ProtoID, sell bool) world.DealID {
	way := "b"
	if sell {
		way = "s"
	}
	return world.DealID(strings.Join([]string{string(of), string(with), way, string(item)}, ":"))
}

func (l *TradeLedger) open(of, with world.ActorID, item world.ProtoID, sell bool) *deal {
	d := l.deals[dealID(of, with, item, sell)]
	if d == nil {
		d = &deal{}
		l.deals[dealID(of, with, item, sell)] = d
	}
	return d
}

func (l *TradeLedger) together(x, y world.ActorID, w TradeWitness) {
	one, here := w.Stands(x)
	two, there := w.Stands(y)
	if one != two || !here || !there {
		w.Object("%s in %s (%v) dealt with %s in %s (%v)", x, one, here, y, two, there)
	}
}

// limits are the lowest and the highest price that a pack allows.
func (l *TradeLedger) limits(of world.ProtoID, item world.ProtoID, sell bool) (low, high int) {
	mind, shop := l.minds[of], l.shops[of]
	if mind == nil && shop == nil {
		return 0, 0
	}
	if mind == nil {
		mind = &world.MindSpec{Sells: shop.Sells}
	}
	if sell {
		for _, x := range mind.Sells {
			if x.Item == item {
				if x.Least == 0 {
					return x.Price, x.Price
				}
				return x.Least, x.Price
			}
		}
		return 0, 0
	}
	for _, x := range mind.Buys {
		if x.Item == item {
			return x.Price, max(x.Price, x.Most)
		}
	}
	return l.shopPays(mind, shop, item)
}

// shopPays is what a thing brings for the sake of its kind, and never more than it can be had for where it is sold.
func (l *TradeLedger) shopPays(mind *world.MindSpec, shop *world.TradeSpec, item world.ProtoID) (low, high int) {
	it := l.things[item]
	if shop == nil || it.Value == 0 {
		return 0, 0
	}
	for _, k := range shop.Buys {
		words := append(strings.Fields(strings.ToLower(it.Name)), it.Keys...)
		if k.Kind == it.ThingKind() && (k.Word == "" || slices.Contains(words, k.Word)) {
			low = max(low, 1, k.Pays*it.Value/100)
		}
	}
	for _, x := range mind.Sells {
		if x.Item == item && x.Least > 0 {
			low = min(low, x.Least)
		} else if x.Item == item {
			low = min(low, x.Price)
		}
	}
	return low, low
}

// paid holds a price that was paid against the list, and against what was named for it.
func (l *TradeLedger) paid(who, dealer world.ActorID, item world.ProtoID, sell bool, coins int, w TradeWitness) {
	l.together(who, dealer, w)
	low, high := l.limits(w.Kind(dealer), item, sell)
	if coins < low || coins > high || coins < 1 {
		w.Object("%s dealt with %s in %s for %d coins; the list says %d to %d", who, dealer, item, coins, low, high)
		return
	}
	want := high
	if !sell {
		want = low
	}
	d := l.deals[dealID(who, dealer, item, sell)]
	if d != nil && d.price != 0 && w.Now < d.until {
		want = d.price
	}
	if coins != want {
		w.Object("%s dealt with %s in %s for %d coins, and the price was %d", who, dealer, item, coins, want)
	}
}

func (l *TradeLedger) quoted(e world.Quoted, w TradeWitness) {
	l.together(e.Actor, e.To, w)
	low, high := l.limits(w.Kind(e.Actor), e.Item, e.Sell)
	if e.Coins < low || e.Coins > high || e.Coins < 1 {
		w.Object("%s named %d coins for %s; the list says %d to %d", e.Actor, e.Coins, e.Item, low, high)
	}
	d := l.open(e.To, e.Actor, e.Item, e.Sell)
	if d.price != 0 && w.Now < d.until && (e.Sell && e.Coins > d.price || !e.Sell && e.Coins < d.price) {
		w.Object("%s named %d coins for %s and had named %d", e.Actor, e.Coins, e.Item, d.price)
	}
	if e.Until-w.Now != 10*world.Minute {
		w.Object("the price of %s holds from %d until %d", e.Actor, w.Now, e.Until)
	}
	d.price, d.until = e.Coins, e.Until
}

func (l *TradeLedger) taught(e world.Taught, w TradeWitness) {
	l.together(e.Actor, e.To, w)
	mind := l.minds[w.Kind(e.Actor)]
	fits := func(x world.LessonSpec) bool {
		return string(w.Kind(e.Actor))+"/"+x.ID == e.Lesson && x.Price == e.Coins && x.Text == e.Text
	}
	if mind == nil || !slices.ContainsFunc(mind.Teaches, fits) || slices.Contains(l.lessons[e.To], e.Lesson) {
		w.Object("%s taught %s %s for %d coins", e.Actor, e.To, e.Lesson, e.Coins)
	}
	l.lessons[e.To] = append(l.lessons[e.To], e.Lesson)
	w.Pay(e.To, -e.Coins)
}

// Forget drops what somebody learned who is no more.
func (l *TradeLedger) Forget(who world.ActorID) { delete(l.lessons, who) }

// Compare objects to what of a state differs from what was told.
func (l *TradeLedger) Compare(s *world.State, w TradeWitness) {
	for id, d := range world.Ordered(s.Deals) {
		if told := l.deals[id]; told == nil || told.price != d.Price || told.offer != d.Offer || told.until != d.Until {
			w.Object("the bargain %s is %+v; told was %+v", id, *d, told)
		}
	}
	for id := range l.deals {
		if s.Deals[id] == nil {
			w.Object("the bargain %s is lost", id)
		}
	}
	for id, p := range world.Ordered(s.Promises) {
		if kept, made := l.promises[string(id)]; !made || kept != (p.Kept != 0) {
			w.Object("the promise %s is %+v; told was made %v, kept %v", id, *p, made, kept)
		}
	}
	for id := range l.promises {
		if s.Promises[world.PromiseID(id)] == nil {
			w.Object("the promise %s is lost", id)
		}
	}
	for id, a := range world.Ordered(s.Actors) {
		if len(a.Lessons) != len(l.lessons[id]) {
			w.Object("%s learned %v; told was %v", id, a.Lessons, l.lessons[id])
		}
	}
}
