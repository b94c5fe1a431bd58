package worldtest

import (
	"slices"

	"github.com/mudlark-mud/mudlark/world"
)

// learner is what the auditor knows of somebody's crafts.
type learner struct {
	values map[world.CraftID]int
	places map[world.PractisedIn]world.Time // where a craft was last practised, without the time, and when
	wades  world.Time                       // until when the flow lets them be
}

// total is how sure somebody is of all crafts together.
func (l *learner) total() int {
	sum := 0
	for _, n := range l.values {
		sum += n
	}
	return sum
}

// learned makes a craft so sure, within the bounds.
func (a *Auditor) learned(id world.ActorID, craft world.CraftID, value int) {
	b := a.who(id)
	if b.craft.values == nil {
		b.craft.values, b.craft.places = map[world.CraftID]int{}, map[world.PractisedIn]world.Time{}
	}
	b.craft.values[craft] = value
	if value == 0 {
		delete(b.craft.values, craft)
	}
	const craftMost, totalMost = 100, 300
	if value < 0 || value > craftMost || b.craft.total() > totalMost || !b.player {
		a.object("%s has %d of the craft %s and %d of all, a player: %v", id, value, craft, b.craft.total(), b.player)
	}
}

// practised takes in a rise in a craft: by a deed of this record, where it was not taught within the hour, or by a
// lesson of this record.
func (a *Auditor) practised(e world.Practised) {
	b := a.who(e.Actor)
	spec, isThere := a.crafts[e.Craft]
	if was := b.craft.values[e.Craft]; !isThere || e.Value-e.Rise != was || e.Rise < 0 || e.Name != spec.Name || !b.in {
		a.object("%s practised %s and has %d, %d more than before; it was %d", e.Actor, e.Craft, e.Value, e.Rise, was)
	}
	if !a.worth(e, spec) {
		a.object("%s practised %s without a deed: %v", e.Actor, e.Craft, a.deeds)
	}
	a.learned(e.Actor, e.Craft, e.Value)
	for _, k := range spec.Knacks {
		if isOpened := e.Value-e.Rise < k.At && k.At <= e.Value; isOpened != slices.Contains(e.Knacks, k.Knack) {
			a.object("%s grew in %s to %d, which opens %v", e.Actor, e.Craft, e.Value, e.Knacks)
		}
	}
	if e.Room == "" {
		return
	}
	if e.Rise > 1 || e.Room != b.room {
		a.object("%s grew in %s by %d at once, in %s, and is in %s", e.Actor, e.Craft, e.Rise, e.Room, b.room)
	}
	here := world.PractisedIn{Craft: e.Craft, Room: e.Room}
	n := 0
	for at, when := range b.craft.places {
		if at.Craft == e.Craft && when+world.GameHour > a.now {
			n++
		}
	}
	const placesMost = 4
	if when, before := b.craft.places[here]; before && when+world.GameHour > a.now || n >= placesMost {
		a.object("%s practised %s in %s at %d, and last at %d, in %d places", e.Actor, e.Craft, e.Room, a.now, when, n)
	}
	b.craft.places[here] = a.now
}

// worth reports whether something that somebody did in this record teaches a craft.
func (a *Auditor) worth(e world.Practised, spec world.CraftSpec) bool {
	for _, d := range a.deeds {
		switch {
		case d.by != e.Actor:
		case d.lesson:
			if e.Room == "" && e.Rise > 0 {
				return true
			}
		case e.Room != "" && slices.ContainsFunc(spec.Grows, func(g world.GrowSpec) bool { return g.Do == d.do }):
			return true
		}
	}
	return false
}

// done is a deed of the present record that may teach something.
type done struct {
	by     world.ActorID
	do     world.Doing
	lesson bool
}

// deed notes what an event is to crafts.
func (a *Auditor) deed(e world.Event) {
	add := func(by world.ActorID, do world.Doing) { a.deeds = append(a.deeds, done{by: by, do: do}) }
	switch e := e.(type) {
	case world.ItemTaken:
		add(e.Actor, world.DoGet)
	case world.Unearthed:
		add(e.Actor, world.DoSearch)
	case world.Gathered:
		add(e.Actor, world.DoGather)
	case world.Crafted:
		add(e.Actor, world.DoMake)
	case world.Moved:
		if e.Manner == world.Walked {
			add(e.Actor, world.DoGo)
		} else if e.Manner == world.Waded {
			add(e.Actor, world.DoWade)
		}
	case world.DoorWorked:
		add(e.Actor, map[world.Work]world.Doing{world.WorkOpen: world.DoOpen, world.WorkUnlock: world.DoUnlock}[e.Work])
	case world.LidWorked:
		add(e.Actor, map[world.Work]world.Doing{world.WorkOpen: world.DoOpen, world.WorkUnlock: world.DoUnlock}[e.Work])
	case world.Died:
		add(e.By, world.DoSlay)
	case world.Bought:
		add(e.Actor, world.DoBuy)
	case world.Sold:
		add(e.Actor, world.DoSell)
	case world.ItemGiven:
		add(e.Actor, world.DoGive)
	case world.Said:
		add(e.Actor, world.DoSay)
	case world.Probed:
		add(e.Actor, world.DoProbe)
	case world.Harked:
		add(e.Actor, world.DoHark)
	case world.Outwitted:
		add(e.Actor, world.DoOutwit)
	case world.Taught:
		a.deeds = append(a.deeds, done{by: e.To, lesson: true})
	default: // teaches nobody
	}
}

// crafted takes in what the knacks do.
func (a *Auditor) crafted(e world.Event) {
	switch e := e.(type) {
	case world.Practised:
		a.practised(e)
	case world.Probed:
		n := 0
		for _, t := range a.things {
			if t.buried && t.at.Room == e.Room {
				n++
			}
		}
		if b := a.who(e.Actor); b.room != e.Room || n != e.Buried || !a.knows(e.Actor, world.KnackProbe) {
			a.object("%s probed %s and found %d things of %d, in %s", e.Actor, e.Room, e.Buried, n, b.room)
		}
	case world.Unearthed:
		t := a.thing(e.Item)
		if !t.buried || t.at.Room != e.Room || a.who(e.Actor).room != e.Room || !a.knows(e.Actor, world.KnackProbe) {
			a.object("%s dug up %s in %s: %+v", e.Actor, e.Item, e.Room, t)
		}
		a.place(e.Item, world.Place{Room: e.Room})
	case world.WadeBegan:
		b := a.who(e.Actor)
		r := a.rooms[e.Room]
		const half = 30*world.Second + 100
		if b.room != e.Room || r.Tidal == nil || e.Until <= a.now || e.Until > a.now+half ||
			!a.knows(e.Actor, world.KnackWade) {
			a.object("%s wades in %s until %d, and is in %s at %d", e.Actor, e.Room, e.Until, b.room, a.now)
		}
		b.craft.wades = e.Until
	case world.Harked:
		if t := a.thing(e.Item); a.specs[t.proto].Story != e.Text || !a.knows(e.Actor, world.KnackHark) {
			a.object("%s harked to %s, and was told %q", e.Actor, e.Item, e.Text)
		}
		a.within(e.Actor, e.Item)
	default: // no knack
	}
}

// knows reports whether a craft of somebody's opens a verb.
func (a *Auditor) knows(id world.ActorID, k world.Knack) bool {
	for craft, spec := range a.crafts {
		for _, step := range spec.Knacks {
			if step.Knack == k && a.who(id).craft.values[craft] >= step.At {
				return true
			}
		}
	}
	return false
}

// craftHP is what somebody's crafts add to the hit points they can have.
func (a *Auditor) craftHP(id world.ActorID) int {
	sum := 0
	for craft, n := range a.who(id).craft.values {
		for _, h := range a.crafts[craft].Bonus {
			if h.At <= n {
				sum += h.HP
			}
		}
	}
	return sum
}

// compareCrafts objects when somebody's crafts are not what was told.
func (a *Auditor) compareCrafts(who *world.Actor, b *body) {
	isSame := len(who.Crafts) == len(b.craft.values)
	for craft, n := range who.Crafts {
		isSame = isSame && b.craft.values[craft] == n
	}
	if !isSame {
		a.object("%s has the crafts %v; told was %v", who.ID, who.Crafts, b.craft.values)
	}
}

// drawCraft draws what knacks do.
func (g *Gamer) drawCraft(who world.ActorID, kind world.Action) world.Action {
	switch kind.(type) {
	case world.Probe, world.Unearth:
		return kind
	case world.Attempt:
		return world.Attempt{Word: pick(g, "word", []string{"pull", "push", "look", ""}),
			Rest: pick(g, "rest", []string{"", "rope"})}
	case world.Wade:
		return world.Wade{Dir: pick(g, "dir", append(g.exits(who), pick(g, "any dir", world.Dirs()), "sideways"))}
	case world.Hark:
		for _, id := range g.things(slices.Concat(g.held(who), g.floor(who))) {
			return world.Hark{Item: id}
		}
		return world.Hark{}
	default: // of another topic, see Fill
		return nil
	}
}
