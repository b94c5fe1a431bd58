package worldtest

import "github.com/mudlark-mud/mudlark/world"

// seasonal objects when a rule made something out of its time, or took something away in it, or from somebody: it is
// asked before the event is taken in.
func (a *Auditor) seasonal(e world.Event) {
	switch e := e.(type) {
	case world.ItemMade:
		a.inSeason(string(e.Item), e.Spawn, true)
	case world.MobMade:
		a.inSeason(string(e.Actor), e.Spawn, true)
	case world.ItemGone:
		if e.How != world.Ebbed {
			return
		}
		gone := a.thing(e.Item)
		if gone.at.Room != "" { // else it goes with what holds it
			a.inSeason(string(e.Item), gone.spawn, false)
		}
		if b := a.bodies[gone.at.Actor]; b != nil && b.player {
			a.object("the time of %s was over, and %s had it", e.Item, gone.at.Actor)
		}
	case world.MobGone:
		if e.Over {
			a.inSeason(string(e.Actor), a.who(e.Actor).spawn, false)
			a.unseen(e.Room)
		}
	default: // makes nothing, and takes nothing away
	}
}

// inSeason objects when the condition of a rule does not hold, or does; a rule without one has no times.
func (a *Auditor) inSeason(what string, rule world.SpawnID, want bool) {
	if when := a.whens[rule]; when != nil && when.Holds(nil, nil, a.now) != want {
		a.object("%s came or went, and the time of the rule %s, %s, is %t", what, rule, when, !want)
	}
}
