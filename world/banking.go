package world

// Banks: coins that somebody leaves in one are theirs alone. They are neither in their purse nor anywhere else, so that
// whoever dies, is robbed or lays down a purse has them still. A room is a bank, or a creature is where it stands.

// Deposit leaves coins in a bank; Withdraw takes some out.
type Deposit struct {
	Coins int `json:"coins"`
}

// Withdraw takes coins out of a bank.
type Withdraw struct {
	Coins int `json:"coins"`
}

// CoinsBanked says that coins went out of somebody's purse into a bank, where they now have Total.
type CoinsBanked struct {
	Actor ActorID `json:"actor"`
	Coins int     `json:"coins"`
	Total int     `json:"total"`
}

// CoinsDrawn says that coins went out of a bank into somebody's purse, and Total are left there.
type CoinsDrawn struct {
	Actor ActorID `json:"actor"`
	Coins int     `json:"coins"`
	Total int     `json:"total,omitempty"`
}

func (Deposit) needs() Role  { return RolePlayer }
func (Withdraw) needs() Role { return RolePlayer }

func (Deposit) deed() deed  { return deed{verbs: []string{"deposit"}} }
func (Withdraw) deed() deed { return deed{verbs: []string{"withdraw"}} }

// HasBank reports whether there is a bank where somebody stands: the room, or somebody who is there and is no foe.
func (s *State) HasBank(who *Actor) bool {
	if r := s.Rooms[who.Room]; r != nil && r.Bank {
		return true
	}
	for _, id := range s.Index.Present[who.Room] {
		a := s.Actors[id]
		if m := s.mob(a); m != nil && m.Bank && !s.Fights(a) && (!s.hides(a) || s.Sees(who, a)) {
			return true
		}
	}
	return false
}

// counter refuses whoever is not at a bank, or in no state to do business there.
func (t *Turn) counter() *Refusal {
	switch {
	case !t.me.Player():
		return refuse(CodeCannot, "You keep no purse.")
	case !t.s.HasBank(t.me):
		return refuse(CodeNotHere, "There is no bank here.")
	}
	return t.calm()
}

func (a Deposit) decide(t *Turn) *Refusal {
	if r := t.counter(); r != nil {
		return r
	}
	if r := t.purse(a.Coins); r != nil {
		return r
	}
	t.emit(CoinsBanked{Actor: t.me.ID, Coins: a.Coins, Total: t.me.Bank + a.Coins})
	return nil
}

func (a Withdraw) decide(t *Turn) *Refusal {
	if r := t.counter(); r != nil {
		return r
	}
	switch {
	case t.me.Bank == 0:
		return refuse(CodePoor, "You have nothing in the bank.")
	case a.Coins < 1:
		return refuse(CodeBadValue, "That is no sum of coins.")
	case a.Coins > t.me.Bank:
		return refuse(CodePoor, "You have only "+count(t.me.Bank, "coin")+" in the bank.")
	}
	t.emit(CoinsDrawn{Actor: t.me.ID, Coins: a.Coins, Total: t.me.Bank - a.Coins})
	return nil
}

func (e CoinsBanked) fold(s *State) {
	a := s.actor(e.Actor)
	a.Coins -= e.Coins
	a.Bank = e.Total
}

func (e CoinsDrawn) fold(s *State) {
	a := s.actor(e.Actor)
	a.Coins += e.Coins
	a.Bank = e.Total
}

func (e CoinsBanked) scene(*State) scene { return scene{actor: e.Actor, closed: true} }
func (e CoinsDrawn) scene(*State) scene  { return scene{actor: e.Actor, closed: true} }

func (CoinsBanked) traits() Traits {
	return Traits{OnlyTold: true, Touches: AspectSelf, Cue: befalls("Banked")}
}
func (CoinsDrawn) traits() Traits {
	return Traits{OnlyTold: true, Touches: AspectSelf, Cue: befalls("From the bank")}
}

// banked looks into what somebody has in the bank.
func (c *checker) banked(a *Actor) {
	if a.Bank < 0 || a.Bank > 0 && (!a.Player() || a.Guest()) {
		c.bad("actor %s has %d coins in the bank, which cannot be", a.ID, a.Bank)
	}
}

// BalanceReport says what somebody has in the bank, and in their purse.
type BalanceReport struct {
	Bank  int  `json:"bank"`
	Purse int  `json:"purse"`
	Here  bool `json:"here"` // there is a bank where they stand
}
