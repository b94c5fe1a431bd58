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
	sharers := t.s.sharers(me)
	for _, foe := range foes {
		t.questOutwitted(foe.ID, sharers)
		t.yields(foe, sharers)
	}
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
