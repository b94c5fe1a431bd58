package world

import (
	"cmp"
	"slices"
)

const (
	carryMost = 40  // things one body carries
	floorMost = 200 // things on one floor
	listMost  = 100 // things one action names
)

// Take picks things up: from the floor, or out of From. Of several, those that cannot be taken are passed over; if
// none can, the first reason is the refusal.
type Take struct {
	Items []ItemID `json:"items"`
	From  ItemID   `json:"from,omitempty"`
}

// Drop puts things down on the floor.
type Drop struct {
	Items []ItemID `json:"items"`
}

// Put lays things into a container.
type Put struct {
	Items []ItemID `json:"items"`
	Into  ItemID   `json:"into"`
}

// Give hands things to somebody here.
type Give struct {
	Items []ItemID `json:"items"`
	To    ActorID  `json:"to"`
}

// ItemTaken says that somebody picked a thing up, out of From if that is set.
type ItemTaken struct {
	Actor ActorID `json:"actor"`
	Item  ItemID  `json:"item"`
	From  ItemID  `json:"from,omitempty"`
	Of    ActorID `json:"of,omitempty"` // whose it was, see [State.OwnerOfThing]; "" for everybody's
}

// CoinsTaken says that a pile of coins went into somebody's purse and is no more; it lay inside From if that is set.
type CoinsTaken struct {
	Actor ActorID `json:"actor"`
	Item  ItemID  `json:"item"`
	From  ItemID  `json:"from,omitempty"`
	Coins int     `json:"coins"`
}

// ItemDropped says that a thing lies in a room now.
type ItemDropped struct {
	Actor ActorID `json:"actor"`
	Item  ItemID  `json:"item"`
	Room  RoomID  `json:"room"`
}

// ItemPut says that a thing lies in a container now.
type ItemPut struct {
	Actor ActorID `json:"actor"`
	Item  ItemID  `json:"item"`
	Into  ItemID  `json:"into"`
}

// ItemGiven says that a thing changed hands.
type ItemGiven struct {
	Actor ActorID `json:"actor"`
	Item  ItemID  `json:"item"`
	To    ActorID `json:"to"`
}

func (Take) needs() Role { return RoleGuest }
func (Drop) needs() Role { return RoleGuest }
func (Put) needs() Role  { return RoleGuest }
func (Give) needs() Role { return RoleGuest }

func (Take) deed() deed { return deed{verbs: []string{"get"}} }
func (Drop) deed() deed { return deed{verbs: []string{"drop"}} }
func (Put) deed() deed  { return deed{verbs: []string{"put"}} }
func (Give) deed() deed { return deed{verbs: []string{"give"}, spends: true} }

// several checks things one by one and emits for those that pass; if none passes it returns the first refusal.
func (t *Turn) several(items []ItemID, check func(ItemID) *Refusal, emit func(ItemID)) *Refusal {
	if len(items) == 0 {
		return refuse(CodeMissing, "Which thing?")
	}
	if len(items) > listMost {
		return refuse(CodeBadValue, "That is too many things at once.")
	}
	if r := t.hands(); r != nil {
		return r
	}
	var first *Refusal
	done := false
	for i, id := range items {
		if slices.Contains(items[:i], id) {
			continue
		}
		if r := check(id); r != nil {
			if first == nil {
				first = r
			}
			continue
		}
		emit(id)
		done = true
	}
	if !done {
		return first
	}
	t.handled()
	return nil
}

func (a Take) decide(t *Turn) *Refusal {
	if r := t.seeing(); r != nil {
		return r
	}
	if t.me.Fighting != "" {
		return refuse(CodeFighting, "Not in the middle of a fight! Win it, or flee.")
	}
	if a.From != "" {
		if r := t.openContainer(a.From); r != nil {
			return r
		}
	}
	return t.severally(a.Items, func(id ItemID) *Refusal {
		return cmp.Or(t.takable(id, a.From), t.mayHandle("may_get", id, nil))
	}, func(id ItemID) {
		if it := t.s.Items[id]; t.s.spec(it).Coins {
			t.emit(CoinsTaken{Actor: t.me.ID, Item: id, From: a.From, Coins: it.Coins})
			t.supply(it.Spawn)
			return
		}
		isHome := t.s.Items[id].Home
		t.emit(ItemTaken{Actor: t.me.ID, Item: id, From: a.From, Of: t.s.OwnerOfThing(t.s.Items[id])})
		if isHome {
			t.practise(t.me.ID, DoGet, t.s.protoOf(id))
		}
	})
}

// OwnerOfThing returns whose a thing is that lies about: that of the creature whose goods the pack laid there, for as
// long as they lie as they were laid. What anybody dropped, sold or won is nobody's but the one's who has it.
func (s *State) OwnerOfThing(it *Item) ActorID {
	rule := s.Spawns[it.Spawn]
	if !it.Home || rule == nil || rule.Of == "" {
		return ""
	}
	for _, id := range s.Index.Spawned[rule.Of] {
		if a := s.Actors[ActorID(id)]; a != nil {
			return a.ID
		}
	}
	return ""
}

func (t *Turn) takable(id, from ItemID) *Refusal {
	it := t.s.Items[id]
	switch {
	case it == nil || it.Buried:
		return refuse(CodeNotHere, "You do not see that here.")
	case it.At.Actor == t.me.ID:
		return refuse(CodeAlready, "You have "+t.the(it)+" already.")
	case from == "" && it.At.Room != t.me.Room, from != "" && it.At.Item != from:
		return refuse(CodeNotHere, "You do not see that here.")
	}
	sp := t.s.spec(it)
	switch {
	case it.Kit != "" && it.Kit != t.me.ID:
		return t.kept(it)
	case it.Guest != "" && it.Guest != t.me.ID:
		return t.boughtBy(it)
	case t.s.Guarded(t.me, it) != nil:
		return t.s.Guarded(t.me, it)
	case sp.Fixed && sp.Refuse != "":
		return refuse(CodeFixed, sp.Refuse)
	case sp.Fixed:
		return refuse(CodeFixed, "You cannot take "+t.the(it)+".")
	case !sp.Coins && len(t.s.Index.Held[t.me.ID]) >= carryMost:
		return refuse(CodeFull, "You cannot carry any more.")
	}
	return nil
}

func (a Drop) decide(t *Turn) *Refusal {
	return t.severally(a.Items, func(id ItemID) *Refusal {
		if r := cmp.Or(t.free(id), t.stays(t.s.Items[id], nil), t.clings(t.s.Items[id])); r != nil {
			return r
		}
		if len(t.s.Index.Floor[t.me.Room]) >= floorMost {
			return refuse(CodeFull, "There is no room left on the floor.")
		}
		return t.mayHandle("may_drop", id, nil)
	}, func(id ItemID) { t.emit(ItemDropped{Actor: t.me.ID, Item: id, Room: t.me.Room}) })
}

func (a Put) decide(t *Turn) *Refusal {
	if r := t.seeing(); r != nil {
		return r
	}
	if r := t.openContainer(a.Into); r != nil {
		return r
	}
	most := t.s.holdsMost(t.s.Items[a.Into])
	if len(a.Items) > 1 { // of everything that one has, the container itself is not meant
		a.Items = slices.DeleteFunc(slices.Clone(a.Items), func(id ItemID) bool { return id == a.Into })
	}
	return t.severally(a.Items, func(id ItemID) *Refusal {
		if r := cmp.Or(t.free(id), t.stays(t.s.Items[id], nil), t.clings(t.s.Items[id])); r != nil {
			return r
		}
		switch {
		case id == a.Into:
			return refuse(CodeCannot, "You cannot put a thing inside itself.")
		case t.s.spec(t.s.Items[id]).Holds != nil:
			return refuse(CodeCannot, "That is too bulky to go inside.")
		case len(t.s.Index.Inside[a.Into]) >= most:
			return refuse(CodeFull, "No more fits into "+t.the(t.s.Items[a.Into])+".")
		}
		return nil
	}, func(id ItemID) { t.emit(ItemPut{Actor: t.me.ID, Item: id, Into: a.Into}) })
}

func (a Give) decide(t *Turn) *Refusal {
	to := t.present(a.To)
	switch {
	case to == nil:
		return refuse(CodeNotHere, "They are not here.")
	case to == t.me:
		return refuse(CodeCannot, "You pass it from one hand to the other.")
	case to.Player() && to.Presence == Linkdead:
		return refuse(CodeCannot, "They would not notice.")
	}
	if r := t.unheard(to); r != nil {
		return r
	}
	return t.severally(a.Items, func(id ItemID) *Refusal {
		if r := cmp.Or(t.free(id), t.stays(t.s.Items[id], to), t.clings(t.s.Items[id])); r != nil {
			return r
		}
		is := func(p ProtoID) bool { return p == t.s.Items[id].Proto }
		switch {
		case t.present(a.To) == nil: // what was given first made them go
			return refuse(CodeNotHere, "They are not here.")
		case t.overladen(id, to) && !t.s.giftWanted(t.me, to, is): // the quest has it at once
			return refuse(CodeFull, "They cannot carry any more.")
		}
		return cmp.Or(t.tooEarly(id, to), t.mayHandle("may_give", id, to))
	}, func(id ItemID) {
		t.emit(ItemGiven{Actor: t.me.ID, Item: id, To: a.To})
		t.countGift(id)
	})
}

// free refuses a thing that the actor does not carry, or wears.
func (t *Turn) free(id ItemID) *Refusal {
	it := t.s.Items[id]
	switch {
	case it == nil || !t.holds(id):
		return refuse(CodeNotHeld, "You do not carry that.")
	case it.Kit != "":
		return t.kept(it)
	case it.Worn == SlotWield || it.Worn == SlotHold:
		return nil // what is in the hand is let go at once
	case it.Worn != "" && t.clings(it) != nil: // it would not come off either
		return t.clings(it)
	case it.Worn != "":
		return refuse(CodeCannot, "You are wearing "+t.the(it)+"; remove it first.")
	}
	return nil
}

// reach finds a thing in the room or carried.
func (t *Turn) reach(id ItemID) (*Item, *Refusal) {
	it := t.s.Items[id]
	if it == nil || it.Buried || it.At.Room != t.me.Room && it.At.Actor != t.me.ID || it.At.Item != "" {
		return nil, refuse(CodeNotHere, "You do not see that here.")
	}
	return it, nil
}

// openContainer refuses unless the thing is a container within reach that stands open.
func (t *Turn) openContainer(id ItemID) *Refusal {
	it, r := t.reach(id)
	switch {
	case r != nil:
		return r
	case t.s.spec(it).Holds == nil:
		return refuse(CodeCannot, "Nothing can be put into "+t.the(it)+", or taken out of it.")
	case it.Shut:
		return refuse(CodeClosed, capital(t.the(it))+" is closed.")
	}
	return nil
}

// the is a thing's name with an article, but for one that takes none: "the lamp", "Sal Tinder's lamp".
func (t *Turn) the(it *Item) string {
	name := t.s.ItemName(it)
	if it.Name == "" && article(t.s.spec(it).A, name) == "" {
		return name
	}
	return "the " + name
}

func (e ItemTaken) fold(s *State)   { s.putItem(e.Item, Place{Actor: e.Actor}) }
func (e ItemDropped) fold(s *State) { s.putItem(e.Item, Place{Room: e.Room}) }
func (e ItemPut) fold(s *State)     { s.putItem(e.Item, Place{Item: e.Into}) }
func (e ItemGiven) fold(s *State)   { s.putItem(e.Item, Place{Actor: e.To}) }

func (e CoinsTaken) fold(s *State) {
	s.dropItem(e.Item)
	s.actor(e.Actor).Coins += e.Coins
}

func (e ItemTaken) scene(s *State) scene   { return s.seen(e.Actor) }
func (e CoinsTaken) scene(s *State) scene  { return s.seen(e.Actor) }
func (e ItemDropped) scene(s *State) scene { return s.seen(e.Actor) }
func (e ItemPut) scene(s *State) scene     { return s.seen(e.Actor) }

func (e ItemGiven) scene(s *State) scene {
	sc := s.seen(e.Actor)
	sc.target = e.To
	return sc
}

func (ItemTaken) traits() Traits {
	return Traits{Public: true, Touches: AspectsUsual | AspectBelongings, Shows: AspectRoom, Cue: cue("Taken")}
}

func (CoinsTaken) traits() Traits {
	return Traits{Public: true, Touches: AspectsUsual | AspectBelongings, Shows: AspectRoom, Cue: cue("Coins taken")}
}

func (ItemDropped) traits() Traits {
	return Traits{Public: true, Touches: AspectsUsual | AspectBelongings, Shows: AspectRoom, Cue: cue("Dropped")}
}

func (ItemPut) traits() Traits {
	return Traits{Public: true, Touches: AspectsUsual | AspectBelongings, Shows: AspectRoom, Cue: cue("Put")}
}

func (ItemGiven) traits() Traits {
	return Traits{Public: true, Touches: AspectsUsual | AspectBelongings, Shows: AspectRoom, Cue: cue("Gift")}
}

// seen is the scene of a deed that one sees and does not hear.
func (s *State) seen(who ActorID) scene {
	return scene{actor: who, room: s.whereIs(who), sight: true}
}
