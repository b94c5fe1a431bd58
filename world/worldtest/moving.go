package worldtest

import (
	"slices"

	"github.com/mudlark-mud/mudlark/world"
)

// moved holds a way that somebody went against the map.
func (a *Auditor) moved(e world.Moved) {
	b := a.who(e.Actor)
	if b.room != e.From {
		a.object("%s moved from %s and was in %s", e.Actor, e.From, b.room)
	}
	to, ok := a.rooms[e.To]
	if !ok {
		a.object("%s moved to %s, which is not there", e.Actor, e.To)
	}
	a.escorts(b, e)
	sea := to.Tidal != nil && !slices.Contains(to.Tidal.Open, a.now.Tide())
	switch e.Manner {
	case world.Walked, world.Followed, world.Fled:
		i := slices.IndexFunc(a.rooms[e.From].Exits, func(x world.ExitSpec) bool { return x.Dir == e.Dir && x.To == e.To })
		if i < 0 {
			a.object("%s went %s from %s to %s, where no exit leads", e.Actor, e.Dir, e.From, e.To)
		} else {
			a.throughDoor(e, a.rooms[e.From].Exits[i].Door)
		}
		if sea {
			a.object("%s walked into the sea in %s", e.Actor, e.To)
		}
		a.walksInto(b, e)
		a.passes(b, e)
		if !b.in || b.foe != "" || a.ring.In(e.Actor) {
			a.object("%s walked, in the world: %v, fighting %q", e.Actor, b.in, b.foe)
		}
	case world.Waded:
		isWay := slices.ContainsFunc(a.rooms[e.From].Exits, func(x world.ExitSpec) bool {
			return x.Dir == e.Dir && x.To == e.To
		})
		if !isWay || !sea || a.now.Tide() != world.TideFlow || !a.knows(e.Actor, world.KnackWade) {
			a.object("%s waded %s from %s to %s, into the sea: %v", e.Actor, e.Dir, e.From, e.To, sea)
		}
		a.walksInto(b, e)
	case world.Swept:
		from := a.rooms[e.From]
		isWhere := from.Tidal != nil && e.To == from.Tidal.Swept
		if from.Tidal != nil && a.rooms[from.Tidal.Swept].ID == "" { // withdrawn
			isWhere = e.To == a.start
		}
		if !isWhere || slices.Contains(from.Tidal.Open, a.now.Tide()) {
			a.object("%s was swept from %s to %s, where no sea sweeps now", e.Actor, e.From, e.To)
		}
	case world.Woke:
		if !b.player || !a.mayWake(e) {
			a.object("%s woke in %s", e.Actor, e.To)
		}
	case world.Settled:
		if b.player || b.foe != "" || sea || !a.minds[b.kind] {
			a.object("%s is elsewhere because of the hour, a player's: %v, fighting %q, into the sea: %v",
				e.Actor, b.player, b.foe, sea)
		}
		a.unseen(e.From)
	case world.Conjured:
		if !a.wakes && !a.locked(e) && !a.isSent(e) && !a.wilds.ruled {
			a.object("%s was moved by magic that nobody worked", e.Actor)
		}
	default:
		a.object("%s moved in an unknown manner: %s", e.Actor, e.Manner)
	}
	b.room = e.To
	if b.player {
		a.came = e.Actor
	} else if e.Manner == world.Settled {
		a.unseen(e.To)
	}
}
