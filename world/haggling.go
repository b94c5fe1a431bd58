package world

import "strings"

// Haggling. Between one person and one creature there is at most one bargain over one kind of thing: what was offered
// last, and what the creature named. What it named holds for that person, for one thing, and for ten minutes; it never
// lies outside what the pack allows, whoever chose it: a mind that can be talked into anything cannot be talked into
// that. A creature with a mind to attend has five seconds to name a price itself; otherwise, and for every other
// creature, a rule does.

// Limits of bargains.
const (
	QuoteLasts   = 10 * Minute // that a price which was named holds
	dealsOfOne   = 12          // open at a time for one person
	dealsMost    = 200         // and with one creature
	quoteWait    = 5 * Second  // that a mind has to name a price
	haggleSteps  = 3           // serious offers after which a creature is at its last price
	haggleMost   = 1_000_000   // coins that can be offered
	insultFactor = 2           // an offer as far from the last price as this moves nobody
)

// DealID names a bargain: who, with whom, and over what.
type DealID string

// dealID names the bargain of a person with a creature over a kind of thing.
func dealID(of, with ActorID, k side) DealID {
	way := "b"
	if k.sell {
		way = "s"
	}
	return DealID(strings.Join([]string{string(of), string(with), way, string(k.item)}, ":"))
}

// Deal is a bargain that is open.
type Deal struct {
	ID    DealID  `json:"id"`
	Of    ActorID `json:"of"`   // the person
	With  ActorID `json:"with"` // the creature
	Item  ProtoID `json:"item"`
	Sell  bool    `json:"sell,omitempty"`  // the creature sells it; else it buys it
	Price int     `json:"price,omitempty"` // what the creature named; 0: nothing yet
	Offer int     `json:"offer,omitempty"` // what the person offered last
	Asks  int     `json:"asks,omitempty"`  // how many serious offers were made
	Until Time    `json:"until"`
}

func (d *Deal) lapsed(now Time) bool { return now >= d.Until }

// Haggle offers coins for a Ware of somebody here, or asks coins for an Item of one's own: one of the two is set.
type Haggle struct {
	To    ActorID `json:"to"`
	Ware  ProtoID `json:"ware,omitempty"`
	Item  ItemID  `json:"item,omitempty"`
	Coins int     `json:"coins"`
}

// Quote names a price to somebody here, for a kind of thing that the creature sells, or with Sell unset buys.
type Quote struct {
	To    ActorID `json:"to"`
	Item  ProtoID `json:"item"`
	Coins int     `json:"coins"`
	Sell  bool    `json:"sell,omitempty"`
}

// Haggled says that somebody made an offer. A and Name are what the thing is called.
type Haggled struct {
	Actor ActorID `json:"actor"`
	To    ActorID `json:"to"`
	Item  ProtoID `json:"item"`
	Name  string  `json:"name" words:"fixed"`
	A     string  `json:"a,omitempty" words:"fixed"`
	Sell  bool    `json:"sell,omitempty"` // To sells it; else Actor does
	Coins int     `json:"coins"`
	Asks  int     `json:"asks"`
	Until Time    `json:"until"`
}

// Quoted says that a creature named a price to somebody, which holds until then.
type Quoted struct {
	Actor  ActorID `json:"actor"`
	To     ActorID `json:"to"`
	Item   ProtoID `json:"item"`
	Name   string  `json:"name" words:"fixed"`
	A      string  `json:"a,omitempty" words:"fixed"`
	Sell   bool    `json:"sell,omitempty"` // Actor sells it; else To does
	Coins  int     `json:"coins"`
	Agreed bool    `json:"agreed,omitempty"` // it is what To offered
	Firm   bool    `json:"firm,omitempty"`   // it is what Actor said before
	Until  Time    `json:"until"`
}

// DealGone says that a bargain is no more: the thing was bought or sold, or it lapsed.
type DealGone struct {
	Deal DealID `json:"deal" words:"fixed"`
}

func (Haggle) needs() Role { return RoleGuest }
func (Quote) needs() Role  { return RoleGuest }

func (Haggle) deed() deed { return deed{verbs: []string{"offer"}} }
func (Quote) deed() deed  { return deed{verbs: []string{"quote"}} }

func (a Haggle) decide(t *Turn) *Refusal {
	d, m, r := t.dealer(a.To)
	if r != nil {
		return r
	}
	k, r := t.haggled(a, d)
	if r != nil {
		return r
	}
	w, _ := t.s.ware(d, k)
	id := dealID(t.me.ID, d.ID, k)
	if t.s.Timers[timerID(TimerQuote, string(id))] != nil {
		return refuse(CodeTooSoon, capital(t.whom(d))+" is still thinking about your last offer.")
	}
	if r := t.openDeal(id, d.ID, t.me.ID); r != nil {
		return r
	}
	asks := 0
	if deal := t.s.Deals[id]; deal != nil {
		asks = deal.Asks
	}
	if !w.insulting(a.Coins, k.sell) {
		asks = min(asks+1, haggleSteps)
	}
	e := Haggled{
		Actor: t.me.ID, To: d.ID, Item: k.item, Sell: k.sell, Coins: a.Coins, Asks: asks, Until: t.now + QuoteLasts,
	}
	e.Name, e.A = t.s.wareName(k.item)
	t.emit(e)
	if m.Attends() {
		t.after(quoteWait, TimerQuote, string(id))
	} else {
		t.answerDeal(id)
	}
	return nil
}

// haggled returns over what an offer is made, or why it cannot be.
func (t *Turn) haggled(a Haggle, d *Actor) (side, *Refusal) {
	k := side{a.Ware, true}
	switch {
	case (a.Ware == "") == (a.Item == ""):
		return k, refuse(CodeMissing, "Offer it for what?")
	case a.Coins < 1 || a.Coins > haggleMost:
		return k, refuse(CodeBadValue, "Offer a number of coins, such as 3.")
	case a.Item != "":
		if r := t.free(a.Item); r != nil {
			return k, r
		}
		k = side{t.s.Items[a.Item].Proto, false}
	}
	price, deals := t.s.price(d, t.me.ID, k, t.now)
	switch {
	case !deals && k.sell:
		return k, refuse(CodeNotHere, capital(t.whom(d))+" does not sell that. Type list to see what there is.")
	case !deals:
		return k, refuse(CodeCannot, capital(t.whom(d))+" does not buy "+t.the(t.s.Items[a.Item])+".")
	case k.sell && a.Coins >= price:
		return k, refuse(CodeAlready, "It can be had for "+count(price, "coin")+" as it is. Type buy.")
	case !k.sell && a.Coins <= price:
		return k, refuse(CodeAlready, capital(t.whom(d))+" pays "+count(price, "coin")+" for it as it is. Type sell.")
	case k.sell && a.Coins > t.me.Coins:
		return k, refuse(CodePoor, "You have not got "+count(a.Coins, "coin")+".")
	}
	return k, nil
}

func (a Quote) decide(t *Turn) *Refusal {
	m := t.s.Minded(t.me)
	k := side{a.Item, a.Sell}
	w, deals := t.s.ware(t.me, k)
	to := t.present(a.To)
	switch {
	case m == nil:
		return refuse(CodeCannot, "You keep no shop.")
	case !deals:
		return refuse(CodeNotAllowed, "That is nothing that you deal in.")
	case to == nil || !to.Player():
		return refuse(CodeNotHere, "They are not here.")
	}
	low, high := min(w.Price, w.bound(a.Sell)), max(w.Price, w.bound(a.Sell))
	if a.Coins < low || a.Coins > high {
		return refuse(CodeNotAllowed, "Your price for that is from "+count(low, "coin")+" to "+count(high, "coin")+".")
	}
	id := dealID(a.To, t.me.ID, k)
	standing, _ := t.s.price(t.me, a.To, k, t.now)
	waits := t.s.Timers[timerID(TimerQuote, string(id))] != nil
	deal := t.s.Deals[id]
	named := deal != nil && deal.Price != 0 && !deal.lapsed(t.now)
	switch {
	case named && (a.Sell && a.Coins > standing || !a.Sell && a.Coins < standing):
		return refuse(CodeAlready, "You have named "+count(standing, "coin")+" already, and that holds.")
	case named && a.Coins == standing && !waits:
		return refuse(CodeAlready, "You have said so already.")
	}
	if r := t.openDeal(id, t.me.ID, a.To); r != nil {
		return r
	}
	t.cancel(TimerQuote, string(id))
	t.name(naming{of: a.To, with: t.me.ID, side: k, coins: a.Coins, standing: standing})
	return nil
}

// openDeal drops what lapsed of the bargains of two, and refuses a new one where there are too many.
func (t *Turn) openDeal(id DealID, with, of ActorID) *Refusal {
	var lapsed []DealID
	his, hers := 0, 0
	for _, other := range Picked(t.s.Deals, func(_ DealID, d *Deal) bool { return d.With == with || d.Of == of }) {
		d := t.s.Deals[other]
		switch {
		case d.lapsed(t.now):
			lapsed = append(lapsed, other)
			continue
		case other == id:
			continue
		}
		if d.With == with {
			his++
		}
		if d.Of == of {
			hers++
		}
	}
	switch {
	case hers >= dealsOfOne:
		return refuse(CodeFull, "There are too many bargains open already. Close one, or let them lapse.")
	case his >= dealsMost:
		return refuse(CodeFull, "Too many people are bargaining there at once. Come back in a while.")
	}
	for _, other := range lapsed {
		t.endDeal(other)
	}
	return nil
}

// endDeal drops a bargain if there is one.
func (t *Turn) endDeal(id DealID) {
	if t.s.Deals[id] == nil {
		return
	}
	t.cancel(TimerQuote, string(id))
	t.emit(DealGone{Deal: id})
}

// answerDeal lets the rule answer an offer, if the two are still together.
func (t *Turn) answerDeal(id DealID) {
	deal := t.s.Deals[id]
	if deal == nil || deal.lapsed(t.now) || deal.Offer == 0 {
		return
	}
	d, who := t.s.Actors[deal.With], t.s.Actors[deal.Of]
	if d == nil || who == nil || d.Presence == Away || who.Presence == Away || d.Room != who.Room {
		return
	}
	k := side{deal.Item, deal.Sell}
	w, ok := t.s.ware(d, k)
	standing, deals := t.s.price(d, who.ID, k, t.now)
	if !ok || !deals {
		return
	}
	t.name(naming{of: who.ID, with: d.ID, side: k, coins: w.answer(deal, standing), standing: standing})
}

// naming is a price that is being named.
type naming struct {
	of, with ActorID
	side
	coins    int
	standing int // what it was
}

// name has a creature name a price.
func (t *Turn) name(n naming) {
	deal := t.s.Deals[dealID(n.of, n.with, n.side)]
	e := Quoted{
		Actor: n.with, To: n.of, Item: n.item, Sell: n.sell, Coins: n.coins, Until: t.now + QuoteLasts,
		Agreed: deal != nil && deal.Offer == n.coins, Firm: n.coins == n.standing,
	}
	e.Name, e.A = t.s.wareName(n.item)
	t.emit(e)
}

// insulting reports whether an offer is so far from what a creature would settle for that it does not count.
func (w WareSpec) insulting(offer int, sell bool) bool {
	if sell {
		return offer*insultFactor < w.bound(true)
	}
	return offer > w.bound(false)*insultFactor
}

// answer is the rule: the price that a creature names after an offer, when standing is what it stood at. With each
// serious offer it gives up a third of what it may, and never more than half of what is between the two.
func (w WareSpec) answer(deal *Deal, standing int) int {
	left, last := haggleSteps-deal.Asks, w.bound(deal.Sell)
	switch {
	case w.insulting(deal.Offer, deal.Sell):
		return standing
	case deal.Sell:
		floor := last + (w.Price-last)*left/haggleSteps
		if deal.Offer >= floor {
			return min(deal.Offer, standing)
		}
		return min(standing, max(floor, (standing+deal.Offer+1)/2))
	default:
		top := last - (last-w.Price)*left/haggleSteps
		if deal.Offer <= top {
			return max(deal.Offer, standing)
		}
		return max(standing, min(top, (standing+deal.Offer)/2))
	}
}

// Attends reports whether somebody may choose for a creature: its mind is more than lists of what it trades. Who only
// keeps a shop goes on answering with its says.
func (m *MindSpec) Attends() bool {
	return m != nil && (m.Voice != "" || len(m.Traits)+len(m.Wants)+len(m.Lines) > 0)
}

// wareName returns what a kind of thing is called, and its article.
func (s *State) wareName(id ProtoID) (name, a string) {
	sp := s.ItemSpecs[id]
	if sp == nil {
		return string(id), ""
	}
	return sp.Name, article(sp.A, sp.Name)
}

// deal returns a bargain for changing; a new one has nothing in it yet.
func (s *State) deal(of, with ActorID, k side) *Deal {
	id := dealID(of, with, k)
	s.touch(kindDeal, string(id))
	d := s.Deals[id]
	if d == nil {
		d = &Deal{ID: id, Of: of, With: with, Item: k.item, Sell: k.sell}
		s.Deals[id] = d
	}
	return d
}

func (e Haggled) fold(s *State) {
	d := s.deal(e.Actor, e.To, side{e.Item, e.Sell})
	d.Offer, d.Asks, d.Until = e.Coins, e.Asks, e.Until
}

func (e Quoted) fold(s *State) {
	d := s.deal(e.To, e.Actor, side{e.Item, e.Sell})
	d.Price, d.Until = e.Coins, e.Until
}

func (e DealGone) fold(s *State) {
	delete(s.Deals, e.Deal)
	s.touch(kindDeal, string(e.Deal))
}

func (e Haggled) scene(s *State) scene { return s.between(e.Actor, e.To) }
func (e Quoted) scene(s *State) scene  { return s.between(e.Actor, e.To) }
func (DealGone) scene(*State) scene    { return scene{} }

func (Haggled) traits() Traits  { return Traits{Public: true, Touches: AspectsNone, Cue: cue("Offer")} }
func (Quoted) traits() Traits   { return Traits{Public: true, Touches: AspectsNone, Cue: cue("Price")} }
func (DealGone) traits() Traits { return Traits{} }
