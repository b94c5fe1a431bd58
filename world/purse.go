package world

import "cmp"

// Purses. Coins in a purse are a number and no things, so that handing them on, laying them down and putting them away
// are deeds of their own. The sum stays what it was: a pile holds what left the purse, and [CoinsTaken] brings it back.
//
// A guest's coins leave the purse for wares alone, and go with the guest, as the wares do: see guestware.go. What a
// guest carries otherwise falls where the guest stood.

// GiveCoins hands coins to another player.
type GiveCoins struct {
	Coins int     `json:"coins"`
	To    ActorID `json:"to"`
}

// LayCoins lays coins in a pile on the floor, or into an open container.
type LayCoins struct {
	Coins int    `json:"coins"`
	Into  ItemID `json:"into,omitempty"`
}

// CoinsGiven says that coins went from one purse into another.
type CoinsGiven struct {
	Actor ActorID `json:"actor"`
	To    ActorID `json:"to"`
	Coins int     `json:"coins"`
}

// CoinsLaid says that coins out of somebody's purse are a pile now, in a room or in a container.
type CoinsLaid struct {
	Actor ActorID `json:"actor"`
	Item  ItemID  `json:"item"`
	Place Place   `json:"place"`
	Coins int     `json:"coins"`
}

func (GiveCoins) needs() Role { return RoleGuest }
func (LayCoins) needs() Role  { return RoleGuest }

func (GiveCoins) deed() deed { return deed{verbs: []string{"give"}, spends: true} }

func (a LayCoins) deed() deed {
	if a.Into != "" {
		return deed{verbs: []string{"put"}, spends: true}
	}
	return deed{verbs: []string{"drop"}, spends: true}
}

// purse refuses a sum that somebody cannot let go of.
func (t *Turn) purse(coins int) *Refusal {
	switch {
	case !t.me.Player():
		return refuse(CodeCannot, "You keep no purse.")
	case t.me.Coins == 0:
		return refuse(CodePoor, "Your purse is empty.")
	case coins < 1:
		return refuse(CodeBadValue, "That is no sum of coins.")
	case coins > t.me.Coins:
		return refuse(CodePoor, "You have only "+count(t.me.Coins, "coin")+".")
	case t.me.Guest():
		return refuse(CodeCannot, "A guest's coins buy things, and go with the guest. To hand coins on, come in again "+
			"under a name of your own.")
	}
	return t.hands()
}

func (a GiveCoins) decide(t *Turn) *Refusal {
	to := t.present(a.To)
	switch {
	case to == nil:
		return refuse(CodeNotHere, "They are not here.")
	case to == t.me:
		return refuse(CodeCannot, "You pass them from one hand to the other.")
	case !to.Player() && t.s.Trades(to):
		return refuse(CodeCannot, capital(t.whom(to))+" takes coins for what is on the list, and for nothing else. "+
			"Type list.")
	case !to.Player() && !t.bribable(to):
		return refuse(CodeCannot, capital(t.whom(to))+" keeps no purse.")
	case to.Presence == Linkdead:
		return refuse(CodeCannot, "They would not notice.")
	}
	if r := cmp.Or(t.unheard(to), t.purse(a.Coins)); r != nil {
		return r
	}
	t.emit(CoinsGiven{Actor: t.me.ID, To: a.To, Coins: a.Coins})
	t.handled()
	return nil
}

func (a LayCoins) decide(t *Turn) *Refusal {
	at, list := Place{Room: t.me.Room}, len(t.s.Index.Floor[t.me.Room])
	switch {
	case a.Into == "" && list >= floorMost:
		return refuse(CodeFull, "There is no room left on the floor.")
	case a.Into != "":
		if r := t.seeing(); r != nil {
			return r
		}
		if r := t.openContainer(a.Into); r != nil {
			return r
		}
		into := t.s.Items[a.Into]
		if len(t.s.Index.Inside[a.Into]) >= t.s.holdsMost(into) {
			return refuse(CodeFull, "No more fits into "+t.the(into)+".")
		}
		at = Place{Item: a.Into}
	}
	if r := t.purse(a.Coins); r != nil {
		return r
	}
	t.emit(CoinsLaid{Actor: t.me.ID, Item: ItemID(t.newID(string(coinProto))), Place: at, Coins: a.Coins})
	t.handled()
	return nil
}

func (e CoinsGiven) fold(s *State) {
	s.actor(e.Actor).Coins -= e.Coins
	if to := s.actor(e.To); to.Player() { // what a creature takes leaves the world
		to.Coins += e.Coins
	}
}

func (e CoinsLaid) fold(s *State) {
	s.Made++
	s.actor(e.Actor).Coins -= e.Coins
	s.Items[e.Item] = &Item{ID: e.Item, Proto: coinProto, At: e.Place, Order: s.Made, Coins: e.Coins}
	s.touch(kindItem, string(e.Item))
	s.indexItem(s.Items[e.Item])
}

func (e CoinsGiven) scene(s *State) scene {
	sc := s.seen(e.Actor)
	sc.target = e.To
	return sc
}

func (e CoinsLaid) scene(s *State) scene { return s.seen(e.Actor) }

func (CoinsGiven) traits() Traits {
	return Traits{Public: true, Touches: AspectsUsual | AspectBelongings, Shows: AspectRoom, Cue: cue("Coins given")}
}

func (CoinsLaid) traits() Traits {
	return Traits{Public: true, Touches: AspectsUsual | AspectBelongings, Shows: AspectRoom, Cue: cue("Coins laid")}
}
