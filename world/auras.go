package world

import "slices"

// Auras: what one is while an effect is upon one, beyond what it adds to figures; creatures may be so by nature.

// Aura is such a thing.
type Aura string

// The auras.
const (
	AuraWarded      Aura = "warded"      // every blow costs half
	AuraDiscerning  Aura = "discerning"  // one sees what hides
	AuraDarksighted Aura = "darksighted" // one needs no light
	AuraBlind       Aura = "blind"       // one sees nothing; a creature notices nobody
)

// Auras lists them.
func Auras() []Aura { return []Aura{AuraWarded, AuraDiscerning, AuraDarksighted, AuraBlind} }

// Sending is where an effect moves whoever it comes upon.
type Sending string

// The sendings.
const (
	SendsHome   Sending = "home"   // to where people arrive
	SendsAstray Sending = "astray" // to some room of the zone, by the dice
)

// Sendings lists them.
func Sendings() []Sending { return []Sending{SendsHome, SendsAstray} }

const curesMost = 10 // names of effects that one effect ends

// IsUnder reports whether an aura is about somebody: of an effect, or by nature.
func (s *State) IsUnder(a *Actor, x Aura) bool {
	if m := s.mob(a); m != nil && slices.Contains(m.Auras, x) {
		return true
	}
	return slices.ContainsFunc(a.Effects, func(e Effect) bool { return slices.Contains(e.Auras, x) })
}

// softened is what a blow costs somebody who may be warded.
func (t *Turn) softened(who *Actor, harm int) int {
	if t.s.IsUnder(who, AuraWarded) {
		return (harm + 1) / 2
	}
	return harm
}

// cure ends the effects of these names upon somebody.
func (t *Turn) cure(a *Actor, names []string) {
	for _, e := range slices.Clone(a.Effects) {
		if slices.Contains(names, e.Name) {
			t.emit(EffectEnded{Actor: a.ID, Name: e.Name, Text: e.Ends, Cured: true})
		}
	}
	if len(names) > 0 {
		t.timeEffects(a)
	}
}

// loosen lets what clings to somebody let go of them.
func (t *Turn) loosen(a *Actor) {
	var items []ItemID
	for _, id := range t.s.Index.Held[a.ID] {
		if it := t.s.Items[id]; t.s.spec(it).Clings && !it.Loose {
			items = append(items, id)
		}
	}
	if len(items) > 0 {
		t.emit(Loosed{Actor: a.ID, Items: items})
	}
}

// send moves somebody where an effect sends them, if there is such a place.
func (t *Turn) send(a *Actor, where Sending) {
	to := a.Room
	switch where {
	case SendsHome:
		to = t.s.wakesIn(a, t.now)
	case SendsAstray:
		if rooms := t.astray(a); len(rooms) > 0 {
			to = rooms[t.roll("astray", string(a.ID), len(rooms))-1]
		}
	default:
	}
	if to == a.Room || t.s.EncounterOf(a.ID) != nil {
		return
	}
	t.endFights(a)
	t.emit(Moved{Actor: a.ID, From: a.Room, To: to, Manner: Conjured, By: a.ID})
}

// astray lists the rooms of the zone to which somebody may be sent.
func (t *Turn) astray(a *Actor) []RoomID {
	if t.s.jailed(a, t.now) != nil {
		return nil
	}
	zone := t.s.zoneAt(a.Room)
	return Picked(t.s.Rooms, func(id RoomID, r *RoomSpec) bool {
		return id != a.Room && t.s.zoneAt(id) == zone && r.Needs == "" && r.Fits == 0 && r.Tidal == nil && t.s.Admits(a, r)
	})
}

// unsent refuses what does nothing but send its user, where it would send them nowhere, so that it is not used up.
func (t *Turn) unsent(e *EffectSpec) *Refusal {
	switch {
	case e == nil || e.Sends == "" || e.Name != "" || e.Heals > 0 || len(e.Cures) > 0 || e.Frees:
		return nil
	case t.s.jailed(t.me, t.now) != nil:
		return refuse(CodeCannot, "It would take you away from here, and you are held here.")
	case e.Sends == SendsHome && t.s.wakesIn(t.me, t.now) == t.me.Room:
		return refuse(CodeAlready, "It would bring you here, and you are here already.")
	case e.Sends == SendsAstray && len(t.astray(t.me)) == 0:
		return refuse(CodeCannot, "There is no other place to which it could take you.")
	}
	return nil
}

// auraSound reports whether a state may hold what an effect does beyond figures.
func (e *EffectSpec) auraSound() bool {
	odd := func(x Aura) bool { return !slices.Contains(Auras(), x) }
	return !slices.ContainsFunc(e.Auras, odd) && len(e.Cures) <= curesMost &&
		(e.Sends == "" || slices.Contains(Sendings(), e.Sends)) &&
		!slices.ContainsFunc(e.Serves, func(p Passage) bool { return p == "" || !p.sound() }) &&
		(e.Name != "" || len(e.Auras)+len(e.Serves) == 0)
}
