package world

import "cmp"

// Trading. What a creature deals in is content ([MindSpec]); nothing is in stock. What somebody buys is made there and
// then and handed over, so that its story can be told; what somebody sells goes out of the world into the dealer's
// trade, for a counter that keeps what it is sold fills up in a year, and whatever it came from makes another in its
// own time. A dealer has no purse either: coins paid leave the world, and coins earned come into it. Both numbers stand
// in the event, and nowhere else do coins pass. What a price may be is in haggling.go, what people are shown in
// wares.go.

// Buy buys one thing of a kind from somebody here who deals in it.
type Buy struct {
	From ActorID `json:"from"`
	Item ProtoID `json:"item"`
}

// Sell sells things to somebody here who buys such. Of several, those that cannot be sold are passed over.
type Sell struct {
	To    ActorID  `json:"to"`
	Items []ItemID `json:"items"`
}

// Bought says that somebody bought a thing: it came out of From's hands, and the coins went out of the world.
type Bought struct {
	Actor ActorID `json:"actor"`
	From  ActorID `json:"from"`
	Item  ItemID  `json:"item"`
	Coins int     `json:"coins"`
	Guest bool    `json:"guest,omitempty"` // Actor is a guest, with whom it goes
}

// Sold says that somebody sold a thing: it went into To's hands, and the coins came into the world.
type Sold struct {
	Actor ActorID `json:"actor"`
	To    ActorID `json:"to"`
	Item  ItemID  `json:"item"`
	Coins int     `json:"coins"`
}

func (Buy) needs() Role  { return RoleGuest }
func (Sell) needs() Role { return RoleGuest }

func (Buy) deed() deed  { return deed{verbs: []string{"buy"}, spends: true} }
func (Sell) deed() deed { return deed{verbs: []string{"sell"}, spends: true} }

// trades reports whether a mind deals in anything, or teaches.
func (m *MindSpec) trades() bool { return m != nil && len(m.Sells)+len(m.Buys)+len(m.Teaches) > 0 }

// dealer returns somebody here with whom the actor can do business now.
func (t *Turn) dealer(id ActorID) (*Actor, *MindSpec, *Refusal) {
	if r := t.seeing(); r != nil {
		return nil, nil, r
	}
	if r := t.calm(); r != nil {
		return nil, nil, r
	}
	d := t.present(id)
	switch {
	case !t.me.Player():
		return nil, nil, refuse(CodeCannot, "You keep no purse.")
	case d == nil:
		return nil, nil, refuse(CodeNotHere, "They are not here.")
	}
	m := t.s.Minded(d)
	switch {
	case !t.s.Trades(d):
		return nil, nil, refuse(CodeCannot, capital(t.whom(d))+" does not trade.")
	case t.s.Fights(d):
		return nil, nil, refuse(CodeFighting, capital(t.whom(d))+" is in the middle of a fight.")
	}
	if why := t.s.shut(d, t.me, t.now); why != "" {
		return nil, nil, refuse(CodeCannot, why)
	}
	return d, m, nil
}

// whom names somebody in a sentence: "the barkeep", "Widow Tarry", "rat 2".
func (t *Turn) whom(a *Actor) string { return t.s.TheActor(a) }

func (a Buy) decide(t *Turn) *Refusal {
	d, _, r := t.dealer(a.From)
	if r != nil {
		return r
	}
	price, sells := t.s.price(d, t.me.ID, side{a.Item, true}, t.now)
	spec := t.s.ItemSpecs[a.Item]
	switch {
	case !sells || spec == nil || spec.Coins || spec.Fixed:
		return refuse(CodeNotHere, capital(t.whom(d))+" does not sell that. Type list to see what there is.")
	case price > t.me.Coins:
		return refuse(CodePoor, t.spoken(d, priced(t.s.TradeSays(d).Poor, price), t.short(price)))
	case len(t.s.Index.Held[t.me.ID]) >= carryMost:
		return refuse(CodeFull, "You cannot carry any more.")
	}
	if r := t.affords(); r != nil {
		return r
	}
	made := ItemMade{Item: ItemID(t.newID(string(a.Item))), Proto: a.Item, Place: Place{Actor: d.ID}}
	if spec.Holds != nil {
		made.Shut, made.Bolt = spec.Holds.Closed || spec.Holds.Locked, spec.Holds.Locked
	}
	t.emit(made)
	t.emit(Bought{Actor: t.me.ID, From: d.ID, Item: made.Item, Coins: price, Guest: t.me.Guest()})
	t.endDeal(dealID(t.me.ID, d.ID, side{a.Item, true}))
	t.thanks(d, priced(t.s.TradeSays(d).Bought, price))
	return nil
}

// short says that somebody has not the coins for a price.
func (t *Turn) short(price int) string {
	switch t.me.Coins {
	case 0:
		return "That costs " + count(price, "coin") + ", and your purse is empty."
	default:
		return "That costs " + count(price, "coin") + ", and you have " + count(t.me.Coins, "coin") + "."
	}
}

func (a Sell) decide(t *Turn) *Refusal {
	d, _, r := t.dealer(a.To)
	if r != nil {
		return r
	}
	return t.several(a.Items, func(id ItemID) *Refusal {
		if r := cmp.Or(t.free(id), t.clings(t.s.Items[id])); r != nil {
			return r
		}
		it := t.s.Items[id]
		if _, buys := t.s.price(d, t.me.ID, side{it.Proto, false}, t.now); !buys {
			return refuse(CodeCannot, t.spoken(d, priced(t.s.TradeSays(d).Unwanted, 0),
				capital(t.whom(d))+" does not buy "+t.the(it)+"."))
		}
		if it.Built {
			return refuse(CodeCannot, capital(t.the(it))+" was made by a builder's work that no "+
				"wizard has approved: no shop buys it.")
		}
		if it.Lent {
			return refuse(CodeCannot, capital(t.the(it))+" was only lent to whoever is on a quest with it.")
		}
		if len(t.s.Index.Inside[id]) > 0 {
			return refuse(CodeFull, "There is something in "+t.the(it)+"; take it out first.")
		}
		return nil
	}, func(id ItemID) {
		kind := side{t.s.Items[id].Proto, false}
		price, _ := t.s.price(d, t.me.ID, kind, t.now)
		t.emit(Sold{Actor: t.me.ID, To: d.ID, Item: id, Coins: price})
		t.emit(ItemGone{Item: id, How: Traded, By: d.ID})
		t.endDeal(dealID(t.me.ID, d.ID, kind))
		t.thanks(d, priced(t.s.TradeSays(d).Sold, price))
	})
}

// Lookups of content.

// side is a kind of thing, and on which side of the counter it begins: whether the creature sells it, or buys it.
type side struct {
	item ProtoID
	sell bool
}

// bound returns how far a price may go towards a customer: down to it when the creature sells, up to it when it buys.
func (w WareSpec) bound(sell bool) int {
	switch {
	case sell && w.Least > 0:
		return min(w.Least, w.Price)
	case !sell && w.Most > 0:
		return max(w.Most, w.Price)
	}
	return w.Price
}

// price returns for how much a creature deals in a kind of thing with somebody now: what it quoted them, while that
// holds, or else what it asks of everybody.
func (s *State) price(d *Actor, with ActorID, k side, now Time) (coins int, deals bool) {
	w, ok := s.ware(d, k)
	if !ok || w.Price < 1 || s.shut(d, s.Actors[with], now) != "" {
		return 0, false
	}
	deal := s.Deals[dealID(with, d.ID, k)]
	switch {
	case deal == nil || deal.Price == 0 || deal.lapsed(now):
		return w.Price, true
	case k.sell: // the pack may have become cheaper meanwhile
		return min(deal.Price, w.Price), true
	}
	return max(deal.Price, w.Price), true
}

func (e Bought) fold(s *State) {
	if e.Guest {
		s.item(e.Item).Guest = e.Actor
	}
	s.putItem(e.Item, Place{Actor: e.Actor})
	s.actor(e.Actor).Coins -= e.Coins
}

func (e Sold) fold(s *State) {
	s.putItem(e.Item, Place{Actor: e.To})
	s.actor(e.Actor).Coins += e.Coins
}

func (e Bought) scene(s *State) scene { return s.between(e.Actor, e.From) }
func (e Sold) scene(s *State) scene   { return s.between(e.Actor, e.To) }

func (Bought) traits() Traits {
	return Traits{Public: true, Touches: AspectsUsual | AspectBelongings, Shows: AspectRoom, Cue: cue("Bought")}
}

func (Sold) traits() Traits {
	return Traits{Public: true, Touches: AspectsUsual | AspectBelongings, Shows: AspectRoom, Cue: cue("Sold")}
}

// between is the scene of what passes between two over a counter, in words and by hand.
func (s *State) between(actor, target ActorID) scene {
	return scene{actor: actor, target: target, room: s.whereIs(actor), sight: true, sound: true}
}
