package worldtest

import (
	"slices"

	"github.com/mudlark-mud/mudlark/world"
)

// most is the most hit points a body can have.
func (b *body) most() int { return b.top + b.extra }

// fitted takes in what is put on and taken off, and what that makes of hit points.
func (a *Auditor) fitted(e world.Event) {
	switch e := e.(type) {
	case world.ItemWorn:
		a.unpractised(e.Actor, e.Item)
		t := a.thing(e.Item)
		if t.at.Actor != e.Actor || t.worn != "" || !slices.Contains(a.specs[t.proto].Wear.Places(), e.Slot) {
			a.object("%s put on %s at %q, which is at %+v, worn at %q", e.Actor, e.Item, e.Slot, t.at, t.worn)
		}
		for id, other := range a.things {
			if other.at.Actor == e.Actor && other.worn == e.Slot {
				a.object("%s put on %s where %s is", e.Actor, e.Item, id)
			}
		}
		if a.isBarred(e.Actor, t.proto) {
			a.object("%s put on %s, which is not for them", e.Actor, e.Item)
		}
		t.worn = e.Slot
	case world.ItemRemoved:
		a.clings(e.Actor, e.Item)
		t := a.thing(e.Item)
		if t.at.Actor != e.Actor || t.worn != e.Slot || e.Slot == "" {
			a.object("%s took off %s from %q, which is at %+v, worn at %q", e.Actor, e.Item, e.Slot, t.at, t.worn)
		}
		t.worn = ""
	case world.MostChanged:
		b := a.who(e.Actor)
		if want := a.wornHP(e.Actor); e.Extra != want || e.Extra == b.extra {
			a.object("%s can have %d hp more, which were %d and should be %d", e.Actor, e.Extra, b.extra, want)
		}
		if e.HP < min(b.hp, b.top+e.Extra) || e.HP > b.most() || e.HP < 1 && b.hp > 0 {
			a.object("%s had %d of %d hp, and has %d of %d by what they wear",
				e.Actor, b.hp, b.most(), e.HP, b.top+e.Extra)
		}
		b.extra, b.hp = e.Extra, e.HP
		a.bounds(e.Actor)
	default: // puts on nothing
	}
}

// consumed takes in that a thing was eaten or drunk, of which something may be left.
func (a *Auditor) consumed(e world.Consumed) {
	t := a.thing(e.Item)
	if want := max(1, a.specs[t.proto].Charges-t.used) - 1; e.Left != want {
		a.object("%s ate or drank of %s for the last time but %d, and it should be %d", e.Actor, e.Item, e.Left, want)
	}
	if t.used++; e.Left > 0 {
		return
	}
	a.lost[e.Item] = true
	a.destroy(e.Item)
}

// affected takes in what begins and ends to be upon somebody.
func (a *Auditor) affected(e world.Event) {
	switch e := e.(type) {
	case world.EffectBegan:
		b := a.who(e.Actor)
		if _, isUpon := b.effects[e.Name]; isUpon != e.Renewed || e.Until <= a.now || !a.does(e) {
			a.object("%s is %s until %d, again: %v; upon them is %v", e.Actor, e.Name, e.Until, e.Renewed, b.effects)
		}
		if b.effects == nil {
			b.effects = map[string]world.Effect{}
		}
		b.effects[e.Name] = world.Effect{Name: e.Name, Until: e.Until, Bonus: e.Bonus, Ends: e.Ends, Auras: e.Auras}
	case world.EffectEnded:
		b := a.who(e.Actor)
		was, isUpon := b.effects[e.Name]
		if !isUpon || was.Until > a.now && !e.Dead && !e.Cured && e.By == "" && len(b.effects) < world.EffectsMost {
			a.object("%s is no longer %s, at %d; upon them is %v", e.Actor, e.Name, a.now, b.effects)
		}
		delete(b.effects, e.Name)
	case world.Refreshed:
		b := a.who(e.Actor)
		if e.Gained < 1 || e.HP-e.Gained < b.hp || e.HP > b.most() {
			a.object("%s was refreshed by %d to %d, from %d of %d", e.Actor, e.Gained, e.HP, b.hp, b.most())
		}
		b.hp = e.HP
	default: // is upon nobody
	}
}

// burning takes in that a light that burns down is lit and goes out.
func (a *Auditor) burning(e world.Event) {
	switch e := e.(type) {
	case world.Kindled:
		t := a.thing(e.Item)
		if t.at.Actor != e.Actor || t.worn == "" || t.lit != 0 || t.burnt >= a.specs[t.proto].Burns || !a.who(e.Actor).in {
			a.object("%s lit %s, which is at %+v, worn at %q, and has burnt %d", e.Actor, e.Item, t.at, t.worn, t.burnt)
		}
		t.lit = e.At
	case world.Doused:
		t := a.thing(e.Item)
		if t.lit == 0 || e.Burnt < t.burnt || e.Burnt < int((a.now-t.lit)/world.Second) {
			a.object("%s goes out after %d seconds, and had burnt %d and since %d", e.Item, e.Burnt, t.burnt, t.lit)
		}
		t.lit, t.burnt = 0, e.Burnt
	default: // lights nothing
	}
}

// shines reports whether a thing gives light.
func (a *Auditor) shines(t *thing) bool {
	sp := a.specs[t.proto]
	if !sp.Light || sp.Burns == 0 {
		return sp.Light
	}
	by := a.bodies[t.at.Actor]
	return t.lit != 0 || t.worn != "" && by != nil && !by.player && t.burnt < sp.Burns
}

// does reports whether some pattern does what is upon somebody.
func (a *Auditor) does(e world.EffectBegan) bool {
	for _, sp := range a.specs {
		if x := sp.Effect; x != nil && x.Name == e.Name && (x.Bonus == nil) == (e.Bonus == nil) &&
			(x.Bonus == nil || *x.Bonus == *e.Bonus) {
			return true
		}
	}
	for _, l := range a.liquids {
		if x := l.Effect; x != nil && x.Name == e.Name {
			return true
		}
	}
	return false
}

// compareEffects objects when what is upon somebody is not what was told.
func (a *Auditor) compareEffects(who *world.Actor, b *body) {
	isSame := len(who.Effects) == len(b.effects)
	for _, e := range who.Effects {
		isSame = isSame && b.effects[e.Name].Until == e.Until
	}
	if !isSame {
		a.object("upon %s is %v; told was %v", who.ID, who.Effects, b.effects)
	}
}

// wornHP sums up what somebody wears, and what is upon them, adds to the hit points they can have.
func (a *Auditor) wornHP(id world.ActorID) int {
	sum := 0
	for _, t := range a.things {
		if bonus := a.specs[t.proto].Bonus; t.at.Actor == id && t.worn != "" && bonus != nil {
			sum += bonus.HP
		}
	}
	for _, e := range a.who(id).effects {
		if e.Bonus != nil {
			sum += e.Bonus.HP
		}
	}
	return max(1-a.who(id).top, sum+a.craftHP(id)+a.figureHP(id))
}
