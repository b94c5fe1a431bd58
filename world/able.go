package world

import "slices"

// What somebody could do with things and people now, for lists of what makes sense. The rules themselves are asked
// again when it is done.

// QuestReady reports whether somebody could end a quest where they stand.
func (s *State) QuestReady(a *Actor, id QuestID) bool {
	q := s.Quests[id]
	if q == nil || a.Quests[id].Stage != QuestActive || q.Room != a.Room {
		return false
	}
	_, no := s.handing(a, q)
	return no == nil
}

// Passable reports whether somebody can walk by an exit from where they stand: it is there, no door stands shut in it,
// and neither water nor a guard.
func (s *State) Passable(who *Actor, dir Dir, now Time) bool {
	_, no := s.way(who, dir, now)
	return no == nil
}

// HandsFree reports whether a fight by turns leaves somebody's hands free; to take something up they are bound before
// it comes to blows, too.
func (s *State) HandsFree(a *Actor, takes bool) bool {
	e := s.EncounterOf(a.ID)
	switch {
	case e == nil:
		return true
	case e.Mode == ModeExploration:
		return !takes
	}
	return e.Active == a.ID && !e.Fighter(a.ID).Struck
}

// HasRoom reports whether somebody could carry one thing more.
func (s *State) HasRoom(id ActorID) bool { return len(s.Index.Held[id]) < carryMost }

// Accepts reports whether somebody would notice what is handed to them and could carry it. Of creatures those do that
// speak, deal or have a mind.
func (s *State) Accepts(id ActorID) bool {
	a := s.Actors[id]
	switch {
	case a == nil || !s.HasRoom(id) || s.Fights(a):
		return false
	case a.Player():
		return a.Presence == Here
	}
	m := s.mob(a)
	return m != nil && (m.Mind != nil || len(m.Says) > 0 ||
		slices.ContainsFunc(m.On, func(on OnSpec) bool { return on.Give != "" }))
}

// LetsGo reports whether somebody who carries a thing could hand it over or put it down at once.
func (s *State) LetsGo(it *Item) bool {
	return it.Kit == "" && !s.Clings(it) && (it.Worn == "" || it.Worn == SlotWield || it.Worn == SlotHold)
}

// Fits reports whether a thing stands open and has room for one thing more.
func (s *State) Fits(it *Item) bool {
	h := s.spec(it).Holds
	return h != nil && !it.Shut && len(s.Index.Inside[it.ID]) < s.holdsMost(it)
}

// Wearable reports whether somebody who carries a thing could put it on.
func (s *State) Wearable(who ActorID, it *Item) bool {
	sp, a := s.spec(it), s.Actors[who]
	return it.Worn == "" && s.place(who, sp.Wear) != "" && (a == nil || !a.Player() || a.Level >= sp.Level)
}
