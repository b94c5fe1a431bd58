package world

import (
	"maps"
	"slices"
)

// Lights that burn down: one of them gives light while somebody wears it or holds it ready, and burns for as many
// seconds as its pattern says, all together; then it is out for good. A creature's does not burn down, and nobody's
// does while they are out of the world: no clock runs where nobody is.

// BurnsMost bounds the seconds of light in one thing.
const BurnsMost = 7 * 24 * 60 * 60

// Kindled says that a light that burns down gives light from now on.
type Kindled struct {
	Actor ActorID `json:"actor"`
	Item  ItemID  `json:"item"`
	At    Time    `json:"at"`
}

// Doused says that such a light gives light no more. Burnt is for how many seconds it has burnt in all; Out says that
// nothing is left to burn.
type Doused struct {
	Actor ActorID `json:"actor"` // who had it
	Item  ItemID  `json:"item"`
	Burnt int     `json:"burnt"`
	Out   bool    `json:"out,omitempty"`
}

// Shines reports whether a thing gives light where it is.
func (s *State) Shines(it *Item) bool {
	sp := s.spec(it)
	if !sp.Light || sp.Burns == 0 {
		return sp.Light
	}
	by := s.Actors[it.At.Actor]
	return it.Lit != 0 || it.Worn != "" && by != nil && !by.Player() && it.Burnt < sp.Burns
}

// LightLeft is for how many seconds there is light in a thing that burns down; 0 also for one that does not.
func (s *State) LightLeft(it *Item, now Time) int {
	left := s.spec(it).Burns - it.Burnt
	if it.Lit != 0 {
		left -= int((now - it.Lit) / Second)
	}
	return max(0, left)
}

// burns reports whether a thing should burn: a person in the world has it ready, and there is something left of it.
func (s *State) burns(it *Item) bool {
	by := s.Actors[it.At.Actor]
	return it.Worn != "" && by != nil && by.Player() && by.Presence != Away && s.spec(it).Light &&
		it.Burnt < s.spec(it).Burns
}

// tend lights and puts out what somebody has ready.
func (t *Turn) tend(id ActorID) {
	for _, thing := range slices.Clone(t.s.Index.Held[id]) {
		it := t.s.Items[thing]
		switch should := t.s.burns(it); {
		case should && it.Lit == 0:
			t.emit(Kindled{Actor: id, Item: thing, At: t.sometime()})
			t.after(Time(t.s.LightLeft(it, t.now))*Second, TimerBurn, string(thing))
		case !should && it.Lit != 0:
			t.douse(id, it)
		}
	}
}

// douse puts out a light that burns, wherever it is now.
func (t *Turn) douse(by ActorID, it *Item) {
	burnt := it.Burnt + int((t.now-it.Lit)/Second)
	t.cancel(TimerBurn, string(it.ID))
	t.emit(Doused{Actor: by, Item: it.ID, Burnt: burnt, Out: burnt >= t.s.spec(it).Burns})
}

// burnOut ends a light of which nothing is left.
func (t *Turn) burnOut(id ItemID) {
	if it := t.s.Items[id]; it != nil && it.Lit != 0 {
		burnt := max(t.s.spec(it).Burns, it.Burnt+int((t.now-it.Lit)/Second))
		t.emit(Doused{Actor: it.At.Actor, Item: id, Burnt: burnt, Out: true})
	}
}

// snuff puts out what was lit when it left the hands of whoever had it.
func (t *Turn) snuff() {
	for _, id := range slices.Sorted(maps.Keys(t.s.Loose)) {
		by := t.s.Loose[id]
		delete(t.s.Loose, id)
		switch it := t.s.Items[id]; {
		case it == nil:
			t.cancel(TimerBurn, string(id))
		case it.Lit != 0 && !t.s.burns(it):
			t.douse(by, it)
		}
	}
}

// loosen notes that a light that burns goes elsewhere.
func (s *State) loosen(it *Item) {
	if it.Lit == 0 {
		return
	}
	if s.Loose == nil {
		s.Loose = map[ItemID]ActorID{}
	}
	s.Loose[it.ID] = it.At.Actor
}

// burning looks into a light: what burns is ready in the hands of a person in the world, and its end is timed.
func (c *checker) burning(it *Item) {
	isTimed := c.s.Timers[timerID(TimerBurn, string(it.ID))] != nil
	if it.Burnt < 0 || it.Lit < 0 || isTimed != (it.Lit != 0) || it.Lit != 0 && !c.s.burns(it) {
		c.bad("item %s burns since %d, has burnt %d, and its end is timed: %v", it.ID, it.Lit, it.Burnt, isTimed)
	}
}

func (e Kindled) fold(s *State) { s.item(e.Item).Lit = e.At }

func (e Doused) fold(s *State) {
	it := s.item(e.Item)
	it.Lit, it.Burnt = 0, e.Burnt
}

func (e Kindled) scene(s *State) scene { return s.seen(e.Actor) }
func (e Doused) scene(s *State) scene  { return s.heard(e.Actor) }

func (Kindled) traits() Traits {
	return Traits{Public: true, Touches: AspectsUsual | AspectBelongings, Shows: AspectRoom, Cue: befalls("Light")}
}

func (Doused) traits() Traits {
	return Traits{Public: true, Touches: AspectsUsual | AspectBelongings, Shows: AspectRoom, Cue: befalls("Light gone")}
}
