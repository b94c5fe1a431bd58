package world

import "cmp"

// Consume eats or drinks a thing that one carries or that lies here. Nobody has to: when it was for the last time it is
// gone afterwards, and there was its taste, and what its pattern says that it does.
type Consume struct {
	Item ItemID `json:"item"`
}

// Consumed says that somebody ate or drank a thing, which is no more unless something is Left of it. Text is what its
// pattern says of that.
type Consumed struct {
	Actor ActorID `json:"actor"`
	Item  ItemID  `json:"item"`
	Drunk bool    `json:"drunk,omitempty"`
	Text  string  `json:"text,omitempty" words:"fixed"`
	Left  int     `json:"left,omitempty"` // how often one can still do it
}

func (Consume) needs() Role { return RoleGuest }

func (Consume) deed() deed { return deed{verbs: []string{"eat", "drink"}} }

func (a Consume) decide(t *Turn) *Refusal {
	return t.several([]ItemID{a.Item}, func(id ItemID) *Refusal {
		it, r := t.reach(id)
		if r != nil {
			return r
		}
		check := func() *Refusal { return t.takable(id, "") }
		if t.holds(id) {
			check = func() *Refusal { return t.free(id) }
		} else if r := t.seeing(); r != nil {
			return r
		}
		sp := t.s.spec(it)
		if sp.Eat == "" && sp.Drink == "" {
			return refuse(CodeCannot, capital(t.the(it))+" is nothing to eat or drink.")
		}
		if r := t.unpractised(it); r != nil {
			return r
		}
		return cmp.Or(t.unsent(sp.Effect), check())
	}, func(id ItemID) {
		it := t.s.Items[id]
		sp := t.s.spec(it)
		spawn, text := it.Spawn, sp.Eat
		if sp.Eat == "" {
			text = sp.Drink
		}
		left := t.s.ChargesLeft(it) - 1
		t.emit(Consumed{Actor: t.me.ID, Item: id, Drunk: sp.Eat == "", Text: text, Left: left})
		t.affect(t.me, id, sp.Effect)
		if left == 0 {
			t.supply(spawn)
		}
	})
}

// ChargesLeft says how often a thing can still be eaten or drunk: at least once.
func (s *State) ChargesLeft(it *Item) int { return max(1, s.spec(it).Charges-it.Used) }

func (e Consumed) fold(s *State) {
	if e.Left == 0 {
		s.dropItem(e.Item)
		return
	}
	s.item(e.Item).Used++
}

func (e Consumed) scene(s *State) scene { return s.seen(e.Actor) }

func (Consumed) traits() Traits {
	return Traits{Public: true, Touches: AspectsUsual | AspectBelongings, Shows: AspectRoom, Cue: cue("Consumed")}
}
