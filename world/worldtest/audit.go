package worldtest

import (
	"slices"

	"github.com/mudlark-mud/mudlark/world"
)

// applyThing takes in what happened to a thing: each is in exactly one place, and goes from where it was.
func (a *Auditor) applyThing(e world.Event) {
	switch e := e.(type) {
	case world.ItemMade:
		made := thing{
			at: e.Place, coins: e.Coins, proto: e.Proto, guest: e.Guest, worn: e.Worn, spawn: e.Spawn, buried: e.Buried,
		}
		if e.Kit {
			made.kit = e.Place.Actor
		}
		a.make(e.Item, made)
		if e.Coins != 0 && !a.specs[e.Proto].Coins {
			a.object("%s is made of coins and is no coin", e.Item)
		}
	case world.CorpseLeft:
		a.corpse(e)
	case world.ItemMoved:
		a.place(e.Item, e.Place)
	case world.ItemGone:
		a.goes(e)
	case world.ItemRestored:
		if !a.lost[e.Item] {
			a.object("%s was brought back and was never lost", e.Item)
		}
		delete(a.lost, e.Item)
		a.make(e.Item, thing{at: e.Place, proto: e.Proto, guest: e.Guest})
	case world.CoinsTaken, world.CoinsGiven, world.CoinsLaid:
		a.applyCoins(e)
	case world.ItemTaken:
		a.unguardedThing(e.Actor, e.Item)
		from := world.Place{Room: a.who(e.Actor).room}
		if e.From != "" {
			from = world.Place{Item: e.From}
			a.within(e.Actor, e.Item)
		}
		a.carry(e.Item, from, world.Place{Actor: e.Actor})
	case world.Consumed:
		if a.thing(e.Item).at.Actor != e.Actor {
			a.unguardedThing(e.Actor, e.Item)
		}
		if t := a.thing(e.Item); t.at.Actor != e.Actor && t.at.Room != a.who(e.Actor).room {
			a.object("%s ate or drank %s, which is elsewhere", e.Actor, e.Item)
		}
		a.unpractised(e.Actor, e.Item)
		a.consumed(e)
	case world.ItemDropped:
		if a.who(e.Actor).owner != "" { // what a guest has lies where they went
			a.clings(e.Actor, e.Item)
		}
		if e.Room != a.who(e.Actor).room {
			a.object("%s dropped %s in %s, and was elsewhere", e.Actor, e.Item, e.Room)
		}
		a.carry(e.Item, world.Place{Actor: e.Actor}, world.Place{Room: e.Room})
	case world.ItemPut:
		a.clings(e.Actor, e.Item)
		a.carry(e.Item, world.Place{Actor: e.Actor}, world.Place{Item: e.Into})
		a.within(e.Actor, e.Item)
	case world.ItemGiven:
		a.clings(e.Actor, e.Item)
		if from, to := a.who(e.Actor), a.who(e.To); from.room != to.room || !to.in {
			a.object("%s gave %s to %s, who is not there", e.Actor, e.Item, e.To)
		}
		a.carry(e.Item, world.Place{Actor: e.Actor}, world.Place{Actor: e.To})
	default: // moves no thing from one place to another
	}
}

// goes takes in that a thing is no more.
func (a *Auditor) goes(e world.ItemGone) {
	if t := a.thing(e.Item); e.How == world.Worked {
		if t.at.Actor != e.By || t.guest != "" || t.kit != "" || t.worn != "" {
			a.object("%s used up %s, which is %+v", e.By, e.Item, t)
		}
		a.usedUp = append(a.usedUp, t.proto)
	}
	a.destroy(e.Item)
	a.lost[e.Item] = true
}

// corpse takes in that somebody left one, with all that they had in it.
func (a *Auditor) corpse(e world.CorpseLeft) {
	a.make(e.Item, thing{at: world.Place{Room: e.Room}, proto: "corpse"})
	for _, id := range e.Holds {
		a.carry(id, world.Place{Actor: e.Actor}, world.Place{Item: e.Item})
	}
	if left := a.in(world.Place{Actor: e.Actor}); left != 0 {
		a.object("%s died and still holds %d things", e.Actor, left)
	}
}

// applyCoins takes in that coins went from one purse or pile to another.
func (a *Auditor) applyCoins(e world.Event) {
	switch e := e.(type) {
	case world.CoinsTaken:
		a.unguardedThing(e.Actor, e.Item)
		if t := a.thing(e.Item); t.coins != e.Coins {
			a.object("%s took %d coins from a pile of %d", e.Actor, e.Coins, t.coins)
		}
		a.within(e.Actor, e.Item)
		a.who(e.Actor).coins += e.Coins
		a.destroy(e.Item)
	case world.CoinsGiven:
		a.sameRoom(e.Actor, e.To)
		if from, to := a.who(e.Actor), a.who(e.To); !from.player || from == to || e.Coins < 1 {
			a.object("%s gave %d coins to %s", e.Actor, e.Coins, e.To)
		}
		a.who(e.Actor).coins -= e.Coins
		if to := a.who(e.To); to.player {
			to.coins += e.Coins
		}
		a.bounds(e.Actor)
	case world.CoinsLaid:
		a.who(e.Actor).coins -= e.Coins
		a.bounds(e.Actor)
		if e.Coins < 1 {
			a.object("%s laid down %d coins", e.Actor, e.Coins)
		}
		a.make(e.Item, thing{at: e.Place, coins: e.Coins, proto: "coins"})
		a.within(e.Actor, e.Item)
	default: // moves no coins
	}
}

func (a *Auditor) make(id world.ItemID, t thing) {
	if a.things[id] != nil {
		a.object("%s was made twice", id)
	}
	made := t
	a.things[id] = &t
	a.place(id, t.at)
	t.worn, t.buried = made.worn, made.buried
}

func (a *Auditor) destroy(id world.ItemID) {
	if n := a.in(world.Place{Item: id}); n != 0 {
		a.object("%s was destroyed with %d things inside", id, n)
	}
	a.thing(id)
	delete(a.things, id)
}

// carry moves a thing from where it must have been.
func (a *Auditor) carry(id world.ItemID, from, to world.Place) {
	if t := a.thing(id); t.buried {
		a.object("%s went to %+v, and is buried", id, to)
	} else if t.at != from {
		a.object("%s went from %+v to %+v, and was at %+v", id, from, to, t.at)
	} else if t.kit != "" && to.Actor != "" && to.Actor != t.kit {
		a.object("%s has %s, which belongs to %s", to.Actor, id, t.kit)
	} else if b := a.bodies[to.Actor]; t.guest != "" && to.Actor != t.guest && (b == nil || b.player) {
		a.leftBehind(id, to)
	}
	a.place(id, to)
}

// leftBehind objects to what a guest bought lying about, or in another player's hands, unless it lies in a corpse.
func (a *Auditor) leftBehind(id world.ItemID, to world.Place) {
	if box := a.things[to.Item]; box == nil || box.proto != "corpse" {
		a.object("%s is at %+v, and %s bought it, who is a guest", id, to, a.things[id].guest)
	}
}

// bought takes in with whom a thing goes that was bought: with a guest, if one bought it.
func (a *Auditor) bought(e world.Bought) {
	b := a.who(e.Actor)
	if isGuest := b.player && b.owner == ""; e.Guest != isGuest {
		a.object("%s bought %s, goes with them: %v, a guest: %v", e.Actor, e.Item, e.Guest, isGuest)
	}
	if e.Guest {
		a.thing(e.Item).guest = e.Actor
	}
}

// place puts a thing somewhere that exists.
func (a *Auditor) place(id world.ItemID, at world.Place) {
	t := a.thing(id)
	t.at, t.worn, t.buried = at, "", false
	_, room := a.rooms[at.Room]
	if !room && a.bodies[at.Actor] == nil && a.things[at.Item] == nil || at.Item == id {
		a.object("%s was put nowhere: %+v", id, at)
	}
}

// in counts the things in a place.
func (a *Auditor) in(at world.Place) int {
	n := 0
	for _, t := range a.things {
		if t.at == at {
			n++
		}
	}
	return n
}

// within objects unless a thing is within somebody's reach: carried, on the floor, or in something that is.
func (a *Auditor) within(who world.ActorID, id world.ItemID) {
	at := a.thing(id).at
	if outer := a.things[at.Item]; outer != nil {
		at = outer.at
	}
	if at.Actor != who && at.Room != a.who(who).room {
		a.object("%s handled %s, which is at %+v", who, id, at)
	}
}

// applyNumbers takes in fights, hit points and purses.
func (a *Auditor) applyNumbers(e world.Event) {
	switch e := e.(type) {
	case world.FightBegan:
		a.turnsOn(e)
	case world.BlowLanded:
		a.sameRoom(e.Actor, e.Target)
		b := a.who(e.Target)
		if want := max(0, b.hp-e.Harm); e.HP != want || e.Harm < 1 || a.who(e.Actor).foe != e.Target {
			a.object("%s hit %s for %d and left %d of %d", e.Actor, e.Target, e.Harm, e.HP, b.hp)
		}
		b.hp = e.HP
		a.bounds(e.Target)
	case world.BlowMissed:
		a.sameRoom(e.Actor, e.Target)
	case world.FightEnded:
		b := a.who(e.Actor)
		if b.foe == "" || b.hp != e.HP {
			a.object("%s stopped fighting %q with %d hp, and had %d", e.Actor, b.foe, e.HP, b.hp)
		}
		b.foe = ""
	case world.Healed:
		b := a.who(e.Actor)
		if e.HP < b.hp {
			a.object("%s was healed from %d to %d hp", e.Actor, b.hp, e.HP)
		}
		b.hp = e.HP
		a.bounds(e.Actor)
	case world.Learned:
		b := a.who(e.Actor)
		if e.HPMax < b.top || e.XP < 0 {
			a.object("%s learned %d and shrank from %d to %d hp", e.Actor, e.XP, b.top, e.HPMax)
		}
		a.shared(e)
		b.top, b.level = e.HPMax, e.Level
	case world.SeaHurt:
		b := a.who(e.Actor)
		b.hp = e.HP
		if e.HP < 1 || e.Harm < 1 {
			a.object("the sea hurt %s by %d and left %d hp", e.Actor, e.Harm, e.HP)
		}
		a.bounds(e.Actor)
	case world.ScriptHurt:
		b := a.who(e.Actor)
		b.hp = e.HP
		if e.HP < 0 || e.HP == 0 && b.player || e.Harm < 1 {
			a.object("a script hurt %s by %d and left %d hp", e.Actor, e.Harm, e.HP)
		}
		if e.HP > 0 {
			a.bounds(e.Actor)
		}
	case world.FieldSet:
		a.set(e)
	case world.CharacterRestored:
		b := a.who(e.Actor)
		if !b.player || b.foe != "" {
			a.object("%s was restored, a player's: %v, fighting %q", e.Actor, b.player, b.foe)
		}
		b.top, b.coins, b.level = e.HPMax, e.Coins, e.Level
		b.hp = min(e.HP, max(1, b.most()))
		a.bounds(e.Actor)
	case world.QuestDone:
		a.who(e.Actor).coins += e.Coins
	default: // changes no hit points and no purse; coins that are things are counted by applyThing
	}
}

// turnsOn takes in that somebody fights another.
func (a *Auditor) turnsOn(e world.FightBegan) {
	one, two := a.who(e.Actor), a.who(e.Target)
	a.sameRoom(e.Actor, e.Target)
	if one.player && two.player || e.Actor == e.Target {
		a.object("%s fights %s", e.Actor, e.Target)
	}
	one.foe, one.hp, two.hp = e.Target, e.ActorHP, e.TargetHP
	a.bounds(e.Actor)
	a.bounds(e.Target)
}

func (a *Auditor) set(e world.FieldSet) {
	b := a.who(e.Actor)
	switch e.Field {
	case "hp":
		b.hp = e.Value
	case "hpmax":
		b.top = e.Value
		b.hp = min(b.hp, max(1, b.most()))
	case "coins":
		b.coins = e.Value
	case "role":
		b.role = world.Role(e.Value)
	case "level":
		b.level = e.Value
	case "xp":
	default:
		a.learned(e.Actor, world.CraftID(e.Field), e.Value)
	}
	a.bounds(e.Actor)
}

func (a *Auditor) bounds(id world.ActorID) {
	if b := a.who(id); b.hp < 0 || b.hp > b.most() || b.coins < 0 {
		a.object("%s has %d of %d hp and %d coins", id, b.hp, b.most(), b.coins)
	}
}

func (a *Auditor) sameRoom(x, y world.ActorID) {
	if one, two := a.who(x), a.who(y); one.room != two.room || !one.in || !two.in {
		a.object("%s and %s are not in one place", x, y)
	}
}

// audience is who may perceive an event: in these rooms; or, with far, from this far away; or only those named.
type audience struct {
	only  []world.ActorID         // when not nil, nobody else
	never []world.ActorID         // when bystanders have another notice of their own
	rooms []world.RoomID          // bystanders here
	far   func(world.RoomID) bool // and people in such rooms, as Far
	who   func(*body) bool        // and such people, as Far
	felt  func(world.RoomID) bool // and people in such rooms, as Far, if they only feel it
}

// perceived holds who was told of an event against who may be.
func (a *Auditor) perceived(n *world.Notice) {
	aud := a.audience(n.Event)
	told := map[uint32]bool{}
	for _, g := range n.To {
		for _, num := range g.Who {
			id := a.numbered(num)
			b := a.bodies[id]
			switch {
			case !a.listens(b):
				a.object("%T was told to number %d (%s), who is not in the world or does not listen", n.Event, num, id)
				continue
			case told[num]:
				a.object("%T was told to %s twice", n.Event, id)
			}
			told[num] = true
			a.mayPerceive(n.Event, aud, id, g.Sense)
		}
	}
	for _, id := range aud.only {
		if b := a.bodies[id]; a.listens(b) && !told[b.num] && !a.starts {
			a.object("%T was not told to %s, whom it concerns", n.Event, id)
		}
	}
}

// numbered returns whose number that is, "" when it is nobody's. Numbers are few and asked for often, so it remembers.
func (a *Auditor) numbered(num uint32) world.ActorID {
	if b := a.bodies[a.nums[num]]; b != nil && b.num == num {
		return a.nums[num]
	}
	for id, b := range a.bodies {
		if b.num == num {
			a.nums[num] = id
			return id
		}
	}
	return ""
}

func (a *Auditor) mayPerceive(e world.Event, aud audience, id world.ActorID, sense world.Sense) {
	b := a.bodies[id]
	here := slices.Contains(aud.rooms, b.room)
	if a.deafTo(b, voice(e)) {
		a.object("%T was told to %s, who ignores %s", e, id, voice(e))
	}
	switch {
	case slices.Contains(aud.only, id):
	case aud.only != nil || slices.Contains(aud.never, id):
		a.object("%T was told to %s, whom it does not concern", e, id)
	case sense&world.Far != 0 && aud.who != nil && aud.who(b):
	case sense == world.Far && aud.felt != nil && aud.felt(b.room):
	case sense&world.Far != 0 && (aud.far == nil || !aud.far(b.room)):
		a.object("%T was told to %s from afar, in %s", e, id, b.room)
	case sense&world.Far == 0 && !here && sense&(world.Did|world.Mine) == 0:
		a.object("%T was told to %s in %s, where it did not happen", e, id, b.room)
	}
	a.hidden(e, b, sense)
	if sense&world.Saw != 0 && sense&world.Did == 0 && !b.has(world.PowerHolyLight) && !a.bright(b.room) {
		a.object("%T was seen by %s in the dark of %s", e, id, b.room)
	}
}

// bright says whether there is light in a room, by the records.
func (a *Auditor) bright(room world.RoomID) bool {
	r := a.rooms[room]
	if r.Light == world.LightLit || r.Light == world.LightOutdoor && a.now.Daylight() {
		return true
	}
	for _, t := range a.things {
		holder := a.bodies[t.at.Actor]
		if a.shines(t) && (t.at.Room == room || holder != nil && holder.in && holder.room == room) {
			return true
		}
	}
	return false
}
