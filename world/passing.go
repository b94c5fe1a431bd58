package world

import (
	"slices"
	"strconv"
)

// What a room asks of whoever walks into it: a boat on deep water, wings over a void, and that there is room for one
// more. Who is in a room that asks something can always leave it.

// Passage is what a room may need of whoever comes in: something they have with them, or can do.
type Passage string

// The passages.
const (
	PassBoat   Passage = "boat"   // over deep water
	PassFlight Passage = "flight" // through the air
	PassAir    Passage = "air"    // to breathe under water
)

// FitsMost bounds for how many people a room may say that it has room.
const FitsMost = 100

// Passages lists them.
func Passages() []Passage { return []Passage{PassBoat, PassFlight, PassAir} }

// sound reports whether there is such a passage; none is one.
func (p Passage) sound() bool { return p == "" || slices.Contains(Passages(), p) }

// serves reports whether somebody has what a room needs: of their own kind, for a time, worn, or, of what nobody
// wears, in hand.
func (s *State) serves(who *Actor, p Passage) bool {
	if m := s.mob(who); m != nil && slices.Contains(m.Serves, p) {
		return true
	}
	if slices.ContainsFunc(who.Effects, func(e Effect) bool { return slices.Contains(e.Serves, p) }) {
		return true
	}
	return slices.ContainsFunc(s.Index.Held[who.ID], func(id ItemID) bool {
		it := s.Items[id]
		sp := s.spec(it)
		return (it.Worn != "" || sp.Wear == "") && slices.Contains(sp.Serves, p)
	})
}

// Wants is what a room needs that somebody who comes there has not; "" for nothing. A wizard needs nothing.
func (s *State) Wants(who *Actor, to *RoomSpec) Passage {
	if to.Needs == "" || who == nil || who.Role >= RoleWizard || s.serves(who, to.Needs) {
		return ""
	}
	return to.Needs
}

// bars says in a clause why a room lets somebody not come in, and under which code; "" when it does.
func (s *State) bars(who *Actor, to *RoomSpec) (Code, string) {
	if to.Fits > 0 && who.Player() && who.Role < RoleWizard && s.people(to.ID) >= to.Fits {
		return CodeFull, "there is no room for another person"
	}
	switch s.Wants(who, to) {
	case "":
		return "", ""
	case PassFlight:
		return CodeCannot, "there is nothing to stand on, and you would have to fly"
	case PassAir:
		return CodeCannot, "you could not breathe there"
	default:
		return CodeCannot, "the water is too deep to go without a boat"
	}
}

// people counts the persons in a room.
func (s *State) people(room RoomID) (n int) {
	for _, id := range s.Index.Present[room] {
		n += boolInt(s.Actors[id].Player())
	}
	return n
}

// unpractised refuses somebody a thing that is for those of a higher level, or not for such as they are.
func (t *Turn) unpractised(it *Item) *Refusal {
	if level := t.s.spec(it).Level; t.me.Player() && t.me.Level < level {
		return refuse(CodeCannot, "You are not practised enough for "+t.the(it)+": it takes level "+strconv.Itoa(level)+".")
	}
	return t.barred(it)
}

// Clings reports whether a thing does not let go of whoever has it.
func (s *State) Clings(it *Item) bool { return s.spec(it).Clings && !it.Loose }

// clings refuses somebody who is no wizard to part with a thing that does not let go of whoever has it.
func (t *Turn) clings(it *Item) *Refusal {
	if it != nil && t.me.Player() && t.me.Role < RoleWizard && t.s.Clings(it) {
		return refuse(CodeCannot, "You cannot bring yourself to part with "+t.the(it)+".")
	}
	return nil
}

// silenced refuses to shout, or to speak over a distance, where a law of silence is; nil of somebody is nobody.
func (t *Turn) silenced(to *Actor) *Refusal {
	switch {
	case to != nil && to.Room == t.me.Room:
		return nil
	case t.s.silent(t.me.Room):
		return refuse(CodeCannot, "This place keeps every word that is spoken in it. None gets out.")
	case to != nil && t.s.silent(to.Room):
		return refuse(CodeCannot, t.s.ActorName(to)+" is where no word from outside is heard.")
	}
	return nil
}

// silent reports whether a room is under a law of silence.
func (s *State) silent(room RoomID) bool { r := s.Rooms[room]; return r != nil && r.Silent }
