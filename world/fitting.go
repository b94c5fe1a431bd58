package world

import (
	"maps"
	"slices"
)

// Bounds of each figure of a [Bonus].
const (
	BonusLeast = -20
	BonusMost  = 50

	refitMost = 100 // bodies whose most hit points one change of content from inside settles at once
)

// Bonus is what a thing or an effect adds to somebody's figures: to the d20 of a blow, to the harm of one, to the most
// hit points they can have, and to what protects them. What it takes is negative.
type Bonus struct {
	Skill  int `json:"skill,omitempty" yaml:"skill,omitempty"`
	Damage int `json:"damage,omitempty" yaml:"damage,omitempty"`
	HP     int `json:"hp,omitempty" yaml:"hp,omitempty"`
	Armour int `json:"armour,omitempty" yaml:"armour,omitempty"`
}

// add adds another, nil for none.
func (b *Bonus) add(more *Bonus) {
	if more != nil {
		b.Skill += more.Skill
		b.Damage += more.Damage
		b.HP += more.HP
		b.Armour += more.Armour
	}
}

// sound reports whether a state may hold it.
func (b *Bonus) sound() bool {
	within := func(n int) bool { return n >= BonusLeast && n <= BonusMost }
	return b == nil || within(b.Skill) && within(b.Damage) && within(b.HP) && within(b.Armour)
}

// MostChanged says that what somebody wears, or what is upon them, now adds Extra to the most hit points they can have.
// HP is what they have of them: never more than before, and never none because of that.
type MostChanged struct {
	Actor ActorID `json:"actor"`
	Extra int     `json:"extra"`
	HP    int     `json:"hp"`
	At    Time    `json:"at"`
}

// HPMost is the most hit points somebody can have as they stand there, with what they wear.
func (a *Actor) HPMost() int { return a.HPMax + a.Extra }

// BonusOf totals what all that somebody wears, all that is upon them, and their crafts add to their figures.
func (s *State) BonusOf(who ActorID) Bonus {
	sum, _ := s.bonus(who)
	return sum
}

// bonus is [State.BonusOf] with what of it adds anything, as it is told to whoever has it.
func (s *State) bonus(who ActorID) (sum Bonus, from []string) {
	part := func(name string, add func(sum *Bonus)) {
		var b Bonus
		if add(&b); b != (Bonus{}) {
			sum.add(&b)
			from = append(from, name)
		}
	}
	part("what you wear", func(sum *Bonus) {
		for _, id := range s.Index.Held[who] {
			if it := s.Items[id]; it.Worn != "" {
				sum.add(s.spec(it).Bonus)
			}
		}
	})
	a := s.Actors[who]
	if a == nil {
		return sum, from
	}
	part("what is upon you", func(sum *Bonus) {
		for i := range a.Effects {
			sum.add(a.Effects[i].Bonus)
		}
	})
	part("your crafts", func(sum *Bonus) { s.craftBonus(a, sum) })
	part("what you have in you", func(sum *Bonus) { s.figureBonus(a, sum) })
	return sum, from
}

// extra is what somebody's bonuses add to the most hit points they can have, of which they always can have one.
func (s *State) extra(a *Actor) int { return max(1-a.HPMax, s.BonusOf(a.ID).HP) }

// refit notes that the most hit points somebody can have may have changed.
func (s *State) refit(id ActorID) {
	if s.Refit == nil {
		s.Refit = map[ActorID]bool{}
	}
	s.Refit[id] = true
}

// unworn notes it of who wears a thing that goes elsewhere.
func (s *State) unworn(it *Item) {
	s.loosen(it)
	if it.Worn != "" && it.At.Actor != "" {
		s.refit(it.At.Actor)
	}
}

// refit settles the most hit points of those for whom they may have changed, and their lights.
func (t *Turn) refit() {
	for _, id := range slices.Sorted(maps.Keys(t.s.Refit)) {
		delete(t.s.Refit, id)
		a := t.s.Actors[id]
		if a == nil {
			continue
		}
		if extra := t.s.extra(a); extra != a.Extra {
			t.emit(MostChanged{Actor: id, Extra: extra, HP: min(t.s.HPNow(a, t.now), a.HPMax+extra), At: t.now})
		}
		t.tend(id)
	}
	t.snuff()
}

// refitAll does that after a change of content. After one from inside, which is one record, it may leave some of a
// crowd to when they next put on or take off something.
func (t *Turn) refitAll() {
	for id, a := range Ordered(t.s.Actors) {
		if len(t.s.Refit) == refitMost && t.in.Via.Kind != ViaHost {
			break
		}
		if t.s.extra(a) != a.Extra {
			t.s.refit(id)
		}
	}
	for _, it := range Ordered(t.s.Items) {
		if it.Lit != 0 && !t.s.burns(it) {
			t.s.loosen(it)
		}
	}
	t.refit()
}

func (e MostChanged) fold(s *State) {
	a := s.actor(e.Actor)
	a.Extra, a.HP, a.HPAt = e.Extra, e.HP, e.At
}

func (MostChanged) scene(*State) scene { return scene{} }
func (MostChanged) traits() Traits     { return Traits{} }
