package worldtest

import (
	"slices"

	"github.com/mudlark-mud/mudlark/world"
)

// made takes in that somebody is at work, leaves it off, or made something: at the right workshop, of what the recipe
// takes and no more, which this record took away, and what it says comes of it.
func (a *Auditor) made(e world.Event) {
	switch e := e.(type) {
	case world.MakeBegan:
		b, r := a.who(e.Actor), a.recipes[e.Recipe]
		if b.work != "" || r.Seconds == 0 || b.room != e.Room || !a.hasStation(b.room, r.Station) || e.For != r.Seconds {
			a.object("%s is at work on %s in %s: %+v", e.Actor, e.Recipe, e.Room, r)
		}
		b.work = e.Recipe
	case world.MakeStopped:
		b := a.who(e.Actor)
		if b.work != e.Recipe {
			a.object("%s stopped work on %s, and is at %q", e.Actor, e.Recipe, b.work)
		}
		b.work = ""
	case world.Crafted:
		a.finished(e)
	case world.Gathered:
		a.gathered(e)
	case world.CoinsBanked:
		a.banks(e.Actor, e.Coins, e.Total)
	case world.CoinsDrawn:
		a.banks(e.Actor, -e.Coins, e.Total)
	default: // makes nothing
	}
}

// unable reports whether somebody is not sure enough of a craft. Between two parts of a pack there may be a recipe with
// a craft that is gone already: then nobody can be asked for it.
func (a *Auditor) unable(b *body, craft world.CraftID, from int) bool {
	_, isThere := a.crafts[craft]
	return isThere && b.craft.values[craft] < from
}

func (a *Auditor) finished(e world.Crafted) {
	b := a.who(e.Actor)
	r, isThere := a.recipes[e.Recipe]
	if !isThere || !a.hasStation(b.room, r.Station) || a.unable(b, r.Craft, r.From) ||
		r.Seconds > 0 && b.work != r.ID {
		a.object("%s made %s in %s, and is at work on %q", e.Actor, e.Recipe, b.room, b.work)
	}
	b.work = ""
	want := 0
	for _, p := range r.Parts {
		if !p.Kept {
			want += max(p.Count, 1)
		}
	}
	if e.Used != want || len(a.usedUp) != want {
		a.object("%s made %s of %d things, %d are gone, and it takes %d", e.Actor, e.Recipe, e.Used, len(a.usedUp), want)
	}
	for _, proto := range a.usedUp {
		isPart := func(p world.PartSpec) bool { return !p.Kept && slices.Contains(p.Of, proto) }
		if !slices.ContainsFunc(r.Parts, isPart) {
			a.object("%s made %s of a %s", e.Actor, e.Recipe, proto)
		}
	}
	a.usedUp = nil
	if len(e.Items) == 0 {
		if r.Spoils == 0 {
			a.object("%s spoilt %s, which cannot be spoilt", e.Actor, e.Recipe)
		}
		return
	}
	proto := r.Makes
	if e.Fine {
		proto = r.Fine
	}
	if len(e.Items) != max(r.Count, 1) {
		a.object("%s made %d of %s", e.Actor, len(e.Items), e.Recipe)
	}
	for _, id := range e.Items {
		if t := a.thing(id); t.proto != proto || t.at.Actor != e.Actor {
			a.object("%s made %s, which is %+v", e.Actor, id, t)
		}
	}
}

// gathered takes in that somebody gathered a thing: where there is such, when there is, and while there were some left.
func (a *Auditor) gathered(e world.Gathered) {
	b := a.who(e.Actor)
	i := slices.IndexFunc(a.rooms[e.Room].Gathers, func(g world.GatherSpec) bool { return g.Item == e.Proto })
	if t := a.thing(e.Item); i < 0 || b.room != e.Room || t.proto != e.Proto || t.at.Actor != e.Actor {
		a.object("%s gathered %s in %s, and is in %s", e.Actor, e.Proto, e.Room, b.room)
		return
	}
	g := a.rooms[e.Room].Gathers[i]
	id := world.PlotID(string(e.Room) + "/" + string(e.Proto))
	most, every, had := max(g.Most, 1), world.Time(g.Every)*world.Second, max(g.Most, 1)
	if every == 0 {
		every = 300 * world.Second
	}
	if was, isKnown := a.plots[id]; isKnown {
		had = min(most, was.Left+int((a.now-was.At)/every))
	}
	if had < 1 || e.Left != had-1 || e.At > a.now || a.unable(b, g.Craft, g.From) ||
		g.When != nil && len(g.When.Tide) > 0 && !slices.Contains(g.When.Tide, a.now.Tide()) {
		a.object("%s gathered %s and left %d of %d", e.Actor, e.Proto, e.Left, had)
	}
	a.plots[id] = world.Plot{Left: e.Left, At: e.At}
}

// banks takes in that coins went into the bank, or out of it.
func (a *Auditor) banks(id world.ActorID, coins, total int) {
	b := a.who(id)
	b.coins -= coins
	b.bank += coins
	isBank := a.rooms[b.room].Bank
	for _, other := range a.bodies {
		isBank = isBank || other.in && other.room == b.room && a.wilds.kinds[other.kind].Bank
	}
	if coins == 0 || b.bank != total || total < 0 || !b.player || b.owner == "" || !isBank {
		a.object("%s banked %d coins and has %d there, told is %d; a bank: %v", id, coins, b.bank, total, isBank)
	}
	a.bounds(id)
}

// hasStation reports whether a room is such a workshop, or something that lies there.
func (a *Auditor) hasStation(room world.RoomID, station string) bool {
	if station == "" || a.rooms[room].Station == station {
		return true
	}
	for _, t := range a.things {
		if t.at.Room == room && !t.buried && a.specs[t.proto].Station == station {
			return true
		}
	}
	return false
}

// drawTrade draws what is made.
func (g *Gamer) drawTrade(who world.ActorID, kind world.Action) world.Action {
	switch kind.(type) {
	case world.Make:
		return world.Make{Recipe: pick(g, "recipe", append(keys(g.s.Recipes), "no-recipe"))}
	case world.Glean:
		out := []world.ProtoID{"no-thing"}
		if b := g.s.Actors[who]; b != nil {
			for _, x := range g.s.Gathers(b.Room) {
				out = append(out, x.Item, x.Item)
			}
		}
		return world.Glean{Item: pick(g, "gathered", out)}
	case world.Deposit:
		return world.Deposit{Coins: g.sum(who)}
	case world.Withdraw:
		return world.Withdraw{Coins: g.sum(who)}
	case world.StopMaking:
		return kind
	default: // of another topic, see Fill
		return nil
	}
}
