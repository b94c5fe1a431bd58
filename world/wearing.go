package world

import "cmp"

// Wear puts things on, wields or holds them ready: whatever slot their pattern names.
type Wear struct {
	Items []ItemID `json:"items"`
}

// Remove takes things off, or lowers them.
type Remove struct {
	Items []ItemID `json:"items"`
}

// ItemWorn says that somebody now wears or wields a thing.
type ItemWorn struct {
	Actor ActorID `json:"actor"`
	Item  ItemID  `json:"item"`
	Slot  Slot    `json:"slot"`
}

// ItemRemoved says that somebody no longer wears or wields a thing.
type ItemRemoved struct {
	Actor ActorID `json:"actor"`
	Item  ItemID  `json:"item"`
	Slot  Slot    `json:"slot"`
}

func (Wear) needs() Role   { return RoleGuest }
func (Remove) needs() Role { return RoleGuest }

func (Wear) deed() deed   { return deed{verbs: []string{"wear"}} }
func (Remove) deed() deed { return deed{verbs: []string{"remove"}} }

func (a Wear) decide(t *Turn) *Refusal {
	return t.several(a.Items, func(id ItemID) *Refusal {
		it := t.s.Items[id]
		if it == nil || !t.holds(id) {
			return refuse(CodeNotHeld, "You do not carry that.")
		}
		slot := t.s.spec(it).Wear
		switch {
		case slot == "":
			return refuse(CodeCannot, "You cannot wear or wield "+t.the(it)+".")
		case it.Worn != "":
			return refuse(CodeAlready, "You are using "+t.the(it)+" already.")
		case t.unpractised(it) != nil:
			return t.unpractised(it)
		case t.s.place(t.me.ID, slot) == "":
			return refuse(CodeAlready, "You would have to remove "+t.the(t.s.worn(t.me.ID, slot))+" first.")
		}
		return t.mayWear("may_wear", id)
	}, func(id ItemID) {
		t.emit(ItemWorn{Actor: t.me.ID, Item: id, Slot: t.s.place(t.me.ID, t.s.spec(t.s.Items[id]).Wear)})
	})
}

func (a Remove) decide(t *Turn) *Refusal {
	return t.several(a.Items, func(id ItemID) *Refusal {
		it := t.s.Items[id]
		switch {
		case it == nil || !t.holds(id):
			return refuse(CodeNotHeld, "You do not carry that.")
		case it.Worn == "":
			return refuse(CodeAlready, "You are not wearing "+t.the(it)+".")
		}
		return cmp.Or(t.clings(it), t.mayWear("may_remove", id))
	}, func(id ItemID) { t.emit(ItemRemoved{Actor: t.me.ID, Item: id, Slot: t.s.Items[id].Worn}) })
}

func (e ItemWorn) fold(s *State) {
	s.item(e.Item).Worn = e.Slot
	s.refit(e.Actor)
}

func (e ItemRemoved) fold(s *State) {
	s.item(e.Item).Worn = ""
	s.refit(e.Actor)
}

func (e ItemWorn) scene(s *State) scene    { return s.seen(e.Actor) }
func (e ItemRemoved) scene(s *State) scene { return s.seen(e.Actor) }

func (ItemWorn) traits() Traits {
	return Traits{Public: true, Touches: AspectsUsual | AspectBelongings, Shows: AspectRoom, Cue: cue("Worn")}
}

func (ItemRemoved) traits() Traits {
	return Traits{Public: true, Touches: AspectsUsual | AspectBelongings, Shows: AspectRoom, Cue: cue("Taken off")}
}
