package world

import "slices"

// What ends a fight by wits may be said or given before there is one, where the pack has it so ([WitSpec.Anytime]): the
// one who would be fought goes, and counts as if the fight had been settled.

// Outwitted says that somebody was talked round, or given what they wanted, before it came to a fight.
type Outwitted struct {
	Actor ActorID `json:"actor"`
	Foe   ActorID `json:"foe"`
	Text  string  `json:"text" words:"fixed"`
}

// outwitAtPeace is outwit for somebody who stands in no fight. It is said to any of those who would be fought here, or
// given to one.
func (t *Turn) outwitAtPeace(who ActorID, is func(WitSpec) bool) {
	me := t.s.Actors[who]
	if me == nil || !me.Player() || t.s.Fights(me) {
		return
	}
	room := t.s.Rooms[me.Room]
	if room == nil || room.Battle == nil || t.s.EncounterIn(me.Room) != nil {
		return
	}
	i := slices.IndexFunc(room.Battle.Wits, func(w WitSpec) bool { return w.Anytime && is(w) })
	if i < 0 {
		return
	}
	var foes []*Actor
	for _, id := range t.s.Index.Present[me.Room] {
		if a := t.s.Actors[id]; slices.Contains(room.Battle.Foes, a.Proto) && a.Proto != "" && t.mayYield(a) {
			foes = append(foes, a)
		}
	}
	if len(foes) == 0 || slices.ContainsFunc(foes, t.s.Fights) {
		return
	}
	t.emit(Outwitted{Actor: who, Foe: foes[0].ID, Text: room.Battle.Wits[i].Text})
	c := t.s.creditOf(me)
	for _, foe := range foes {
		t.questOutwitted(foe.ID, c)
		t.yields(foe, c)
	}
}

// credit is who has something of it when somebody is got the better of by wits: who shares in what it teaches, and for
// whose quests it counts.
type credit struct{ shares, counts []ActorID }

// creditOf returns who has something of what somebody brings about by wits. A word is said once, and whoever it was
// said to is gone: it counts as well for those of the group who are in the room, or next door with the way open.
func (s *State) creditOf(by *Actor) credit {
	c := credit{shares: s.sharers(by)}
	c.counts = slices.Clone(c.shares)
	if g := s.PartyOf(by.ID); g != nil {
		for _, id := range g.Members {
			o := s.Actors[id]
			if !slices.Contains(c.counts, id) && o.Player() && o.Presence == Here && s.adjoins(by.Room, o.Room) {
				c.counts = append(c.counts, id)
			}
		}
	}
	return c
}

// adjoins reports whether two rooms are the same, or a way leads from the first to the second with no shut door in it.
func (s *State) adjoins(from, to RoomID) bool {
	return from == to || slices.ContainsFunc(s.exitsOf(from), func(e ExitSpec) bool {
		return e.To == to && !s.doorShut(e)
	})
}

// mayYield reports whether a creature goes away when it is outwitted: people of the town stay where they are.
func (t *Turn) mayYield(a *Actor) bool {
	m := t.s.mob(a)
	return !a.Player() && t.s.Minded(a) == nil && (m == nil || !m.Guarded) // nil: its pattern was withdrawn
}

func (Outwitted) fold(*State) {}

func (e Outwitted) scene(s *State) scene { return s.clash(e.Actor, e.Foe) }

func (Outwitted) traits() Traits {
	return Traits{Public: true, Weight: WeightHeavy, Cue: Cues{Did: "Settled", Mine: "Settled", Others: "Settled"}}
}
