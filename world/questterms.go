package world

import "slices"

// Who may take a quest on, and what it hands over.

// QuestThingsMost is how many things a quest lends, and how many it gives.
const QuestThingsMost = 10

// QuestOpen refuses somebody a quest that they may not take on now, wherever they stand.
func (s *State) QuestOpen(a *Actor, q *QuestSpec, now Time) *Refusal {
	run := a.Quests[q.ID]
	switch {
	case run.Stage == QuestActive:
		return refuse(CodeAlready, "You are on that quest already.")
	case run.Stage == QuestCompleted && q.Again <= 0:
		return refuse(CodeAlready, "You have done that, and it need not be done twice.")
	}
	if wait := run.spentWait(q, now); wait > 0 {
		return refuse(CodeTooSoon, "You used what was lent you for that. It is lent again in "+Span(wait)+".")
	}
	if wait := s.QuestWait(a, q, now); wait > 0 {
		return refuse(CodeTooSoon, "You have done that, and it need not be done again for "+Span(wait)+".")
	}
	for _, id := range q.After {
		if first := s.Quests[id]; first != nil && !a.Quests[id].Done() {
			return refuse(CodeCannot, "That is for whoever has done something else first: "+first.Name+".")
		}
	}
	if other := s.barredBy(a, q); other != nil {
		return refuse(CodeCannot, "Nobody takes that on who has taken on this: "+other.Name+".")
	}
	return nil
}

// QuestWait is how long it is until somebody may take on again a quest that they have done; 0 when they may now, or
// never will.
func (s *State) QuestWait(a *Actor, q *QuestSpec, now Time) Time {
	run := a.Quests[q.ID]
	if run.Stage != QuestCompleted || q.Again <= 0 || run.At == 0 {
		return 0
	}
	return max(0, run.At+Time(q.Again)*Second-now)
}

// barredBy returns a quest that somebody is on, or has done, and that bars them from another.
func (s *State) barredBy(a *Actor, q *QuestSpec) *QuestSpec {
	for id, run := range Ordered(a.Quests) {
		other := s.Quests[id]
		if other == nil || id == q.ID || run.Stage != QuestActive && !run.Done() {
			continue
		}
		if slices.Contains(q.Bars, id) || slices.Contains(other.Bars, q.ID) {
			return other
		}
	}
	return nil
}

// Span says how long a time is, in the largest unit of which there are at least two: "90 minutes". It is rounded up.
func Span(n Time) string {
	switch {
	case n >= 2*60*Minute:
		return count(int((n+60*Minute-1)/(60*Minute)), "hour")
	case n >= 2*Minute:
		return count(int((n+Minute-1)/Minute), "minute")
	}
	return count(int((n+Second-1)/Second), "second")
}

// portable lists the patterns of what a quest hands over, one for each thing. What there is no pattern of, and what
// nobody can carry, is left out.
func (s *State) portable(list []QuestThing) (out []ProtoID) {
	for _, thing := range list {
		sp := s.ItemSpecs[thing.Item]
		if sp == nil || sp.Fixed || sp.Coins {
			continue
		}
		for range min(max(thing.Count, 1), QuestThingsMost-len(out)) {
			out = append(out, thing.Item)
		}
	}
	return out
}

// there returns those of some things that are still there.
func (s *State) there(things []ItemID) (out []ItemID) {
	for _, id := range things {
		if s.Items[id] != nil {
			out = append(out, id)
		}
	}
	return out
}

// handOut makes a thing that a quest hands over. What a guest gets goes with the guest, as what a guest buys.
func (t *Turn) handOut(proto ProtoID, at Place, isLent bool) ItemID {
	e := ItemMade{Item: ItemID(t.newID(string(proto))), Proto: proto, Place: at, Lent: isLent}
	if t.me.Guest() {
		e.Guest = t.me.ID
	}
	if h := t.s.ItemSpecs[proto].Holds; h != nil {
		e.Shut, e.Bolt = h.Closed || h.Locked, h.Locked
	}
	t.emit(e)
	return e.Item
}

// carriesMore refuses somebody who holds so many things and so many more.
func (t *Turn) carriesMore(more, held int) *Refusal {
	switch {
	case more == 0:
		return nil
	case t.me.Guest() && len(t.s.Index.Wares[t.me.ID])+more > guestWaresMost:
		return refuse(CodeFull, "A guest can have "+count(guestWaresMost, "thing")+" that were bought or handed out. "+
			"Come in again under a name of your own.")
	case held+more > carryMost:
		return refuse(CodeFull, "You are to be handed "+count(more, "thing")+", and cannot carry as much. "+
			"Put something down first.")
	}
	return nil
}

// fitting returns how many of so many gifts go into the hands of whoever hands over some things; the others are laid at
// their feet. It refuses where there is no room either, and a guest, whose things may not lie about.
func (t *Turn) fitting(gifts int, give []ItemID) (int, *Refusal) {
	held := len(t.s.Index.Held[t.me.ID])
	for _, id := range give {
		if t.s.Items[id].At.Actor == t.me.ID {
			held--
		}
		for _, in := range t.s.Index.Inside[id] {
			held += boolInt(!slices.Contains(give, in))
		}
	}
	no := t.carriesMore(gifts, held)
	if no == nil {
		return gifts, nil
	}
	fits := min(max(carryMost-held, 0), gifts)
	switch {
	case t.me.Guest():
		return 0, no
	case len(t.s.Index.Floor[t.me.Room])+gifts-fits > floorMost:
		return 0, refuse(CodeFull, "There is no room left for what you are to be given, in your hands or on the floor.")
	}
	return fits, nil
}

// quests judges how far somebody has come with quests.
func (c *checker) quests(a *Actor) {
	for id, run := range all(c, a.Quests) {
		switch {
		case run.Stage != QuestActive && run.Stage != QuestCompleted && (run.Stage != QuestNone || run.At == 0),
			len(run.Asks) != 0 && len(run.Asks) != len(run.Found),
			len(run.Counts) != 0 && len(run.Counts) != len(run.Found), len(run.Lent) > QuestThingsMost,
			run.Stage != QuestActive && len(run.Lent) > 0, run.Times < 0, run.At < 0, run.At > c.s.Now+1:
			c.bad("actor %s has come as far with %s as nobody can: %+v", a.ID, id, run)
		}
	}
}
