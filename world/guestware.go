package world

// What a guest buys. A guest costs nothing to make, and the reward of a quest is fresh for each; only wares are made
// for whoever pays. So what a guest bought goes with the guest, wherever it lies by then, and until then nobody else
// can have it: it is not handed to another player, laid down or put away. A guest uses it, eats it, sells it again, or
// hands it to a person or creature of the world who wants it. What a guest found or was given was in the world before,
// and stays in it.

const (
	// guestWaresMost is how many things that a guest bought there are at once; all go in one record.
	guestWaresMost = 20
	// guestWareHolds is how many things lie inside one of them: what lay there falls out in that same record.
	guestWareHolds = 10
)

// affords refuses a guest who has bought as much as can go with them.
func (t *Turn) affords() *Refusal {
	if !t.me.Guest() || len(t.s.Index.Wares[t.me.ID]) < guestWaresMost {
		return nil
	}
	return refuse(CodeFull, "A guest can have "+count(guestWaresMost, "thing")+" that were bought, wherever they are by "+
		"now. Eat, drink or sell some first, or come in again under a name of your own.")
}

// stays refuses to leave to others what a guest bought. To is who is to have it: "" when it is laid down or put away.
func (t *Turn) stays(it *Item, to *Actor) *Refusal {
	switch {
	case it == nil || it.Guest == "", to != nil && (!to.Player() || to.ID == it.Guest):
		return nil
	case it.Guest != t.me.ID:
		return t.boughtBy(it)
	}
	return refuse(CodeCannot, "What a guest buys goes with the guest. To leave things to others, come in again under a "+
		"name of your own.")
}

// boughtBy refuses somebody else what a guest bought.
func (t *Turn) boughtBy(it *Item) *Refusal {
	owner := t.s.Actors[it.Guest].Name
	return refuse(CodeCannot, "That is "+owner+"'s, who bought it here, and goes when "+owner+" goes.")
}

// holdsMost is how many things a container takes.
func (s *State) holdsMost(it *Item) int {
	most := s.spec(it).Holds.Most
	if it.Guest != "" {
		return min(most, guestWareHolds)
	}
	return most
}

// Leaves reports whether somebody who carries a thing could put it down or away at once.
func (s *State) Leaves(it *Item) bool { return s.LetsGo(it) && it.Guest == "" }

// GivesAway is Leaves for handing it to somebody who is where they stand: what a guest bought only people of the world
// take.
func (s *State) GivesAway(who *Actor, it *Item) bool {
	if it.Guest != who.ID || !s.LetsGo(it) {
		return s.Leaves(it)
	}
	for _, id := range s.Index.Present[who.Room] {
		if !s.Actors[id].Player() && s.Accepts(id) {
			return true
		}
	}
	return false
}
