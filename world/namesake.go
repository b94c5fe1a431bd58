package world

import "strconv"

// Those who fight and are called the same are told apart by a number, in what is told and by whoever types it: "rat 2"
// is the second rat. In a fight by turns the number is by the order in which they came into it, and stays; elsewhere it
// is by the order of arrival in the room, as everything is that is named there by a number.

// ActorName is what somebody is called where they are, with an article if that is no name of their own: "Ann", "a rat",
// or of several rats who are there "rat 2".
func (s *State) ActorName(a *Actor) string {
	if n := s.namesake(a); n > 0 {
		return a.Name + " " + strconv.Itoa(n)
	}
	if m := s.mob(a); m != nil {
		return withArticle(article(m.A, m.Name), m.Name)
	}
	return a.Name
}

// TheActor is ActorName of somebody who is known: "Ann", "the rat", "rat 2".
func (s *State) TheActor(a *Actor) string {
	if s.namesake(a) > 0 {
		return s.ActorName(a)
	}
	return s.nameOf(string(a.ID), "ActorID")
}

// fighterName is TheActor of a fighter, who may be no more.
func (s *State) fighterName(k *Skirmish, f *Fighter) string {
	if a := s.Actors[f.ID]; a != nil && s.namesake(a) > 0 {
		return s.ActorName(a)
	}
	return k.the(f)
}

// tellApart numbers the captions of those who have namesakes where they are.
func (s *State) tellApart(list []Caption) {
	for i := range list {
		c := &list[i]
		if a := s.Actors[ActorID(c.ID)]; c.Kind == KindCreature && a != nil {
			if n := s.namesake(a); n > 0 {
				c.A, c.Name = "", c.Name+" "+strconv.Itoa(n)
			}
		}
	}
}

// namesake is which of those of one name somebody is where they are, from 1; 0 when nobody else has it. Of players
// nobody has another's.
func (s *State) namesake(a *Actor) int {
	if a.Player() {
		return 0
	}
	n, of := 0, 0
	count := func(id ActorID, name string) {
		if name != a.Name {
			return
		}
		if of++; id == a.ID {
			n = of
		}
	}
	e := s.EncounterIn(a.Room)
	if e != nil {
		for i := range e.Fighters {
			count(e.Fighters[i].ID, e.Fighters[i].Name)
		}
	}
	for _, id := range s.Index.Present[a.Room] {
		if e == nil || e.Fighter(id) == nil {
			count(id, s.Actors[id].Name)
		}
	}
	if of == 1 {
		return 0
	}
	return n
}
