package worldtest

import (
	"fmt"
	"math"
	"slices"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/world"
)

// OddPack draws a pack that a hurried builder might write: Smallport with things, creatures and spawns beside it that
// name each other in every way there is, sensible or not. Hash makes it differ from others.
func OddPack(t *rapid.T, hash string) world.Pack {
	o := odd{t: t, spoil: new(int)}
	*o.spoil = o.int("spoilt", 99) // the draw that is spoilt, of about as many
	p := SmallPack()
	p.Hash = hash
	for range o.int("rooms without", 3) {
		p.Rooms = o.without(p.Rooms)
	}
	for i := range 1 + o.int("items", 4) {
		p.Items = append(p.Items, o.item(world.ProtoID(fmt.Sprintf("odd-item-%d", i))))
	}
	for i := range o.int("mobs", 3) {
		p.Mobs = append(p.Mobs, o.mob(world.ProtoID(fmt.Sprintf("odd-mob-%d", i))))
	}
	for i := range p.Items {
		if i == o.int("other", 30) { // a pattern that there was becomes another
			p.Items[i] = o.item(p.Items[i].ID)
		}
	}
	for i := range 1 + o.int("spawns", 8) {
		p.Spawns = append(p.Spawns, world.SpawnSpec{ID: world.SpawnID(fmt.Sprintf("odd-%d", i))})
	}
	for i := range p.Spawns {
		if p.Spawns[i].Item+p.Spawns[i].Mob == "" {
			p.Spawns[i] = o.spawn(p.Spawns[i].ID, &p)
		}
	}
	for i := range p.Doors {
		if o.oneIn(3) {
			p.Doors[i].Closed, p.Doors[i].Locked = o.oneIn(2), o.oneIn(3)
		}
	}
	for i := range p.Tables {
		if o.oneIn(4) {
			p.Tables[i].Room, p.Tables[i].House = oddOf(o, "table room", p.Rooms).ID, o.oneIn(3)
			p.Tables[i].Game = oddOf(o, "game", []string{"noughts", "noughts", "chess"})
		}
	}
	if o.oneIn(6) {
		p.Start = oddOf(o, "start", p.Rooms).ID
	}
	if o.oneIn(3) {
		p.Jail = oddOf(o, "jail", p.Rooms).ID
	}
	if o.oneIn(2) {
		o.refs(&p)
	}
	return p
}

// odd draws the parts of such a pack.
type odd struct {
	t     *rapid.T
	spoil *int // draws until the one that cannot be
}

func (o odd) int(label string, most int) int { return index(o.t, label, most+1) }

func (o odd) oneIn(n int) bool { return index(o.t, "one in", n) == 0 }

// oddOf draws an element of a list that is not empty.
func oddOf[V any](o odd, label string, from []V) V { return from[o.int(label, len(from)-1)] }

func (o odd) without(rooms []world.RoomSpec) []world.RoomSpec {
	if len(rooms) == 1 || !o.oneIn(2) {
		return rooms
	}
	i := o.int("withdrawn", len(rooms)-1)
	return append(rooms[:i:i], rooms[i+1:]...)
}

// spoilt reports whether what is drawn now should be what cannot be; at most one thing of a pack is.
func (o odd) spoilt() bool {
	*o.spoil--
	return *o.spoil == 0
}

// number draws one up to most, or the one of the pack that cannot be.
func (o odd) number(label string, most int) int {
	if o.spoilt() {
		return rapid.SampledFrom([]int{-1, math.MinInt32, math.MaxInt32}).Draw(o.t, label)
	}
	return o.int(label, most)
}

func (o odd) dice() world.Dice {
	return world.Dice{N: o.number("dice", 3), S: 1 + o.number("sides", 7), P: o.int("plus", 4) - 2}
}

func (o odd) item(id world.ProtoID) world.ItemSpec {
	it := world.ItemSpec{ID: id, Name: "odd thing", Desc: "Odd.", Fixed: o.oneIn(5), Light: o.oneIn(5)}
	if o.oneIn(2) {
		it.Holds = &world.HoldsSpec{Most: 1 + o.number("most", 3), Lid: o.oneIn(2), Closed: o.oneIn(3), Locked: o.oneIn(3)}
	}
	if o.oneIn(3) {
		it.Wear = oddOf(o, "slot", world.Slots()[:3])
	}
	if o.spoilt() {
		it.Wear = "tail"
	}
	if o.oneIn(5) {
		it.Coins, it.Holds, it.Wear = true, nil, ""
	}
	it.Value, it.Armour, it.Damage = o.number("value", 20), o.number("armour", 4), o.dice()
	return it
}

func (o odd) mob(id world.ProtoID) world.MobSpec {
	m := world.MobSpec{
		ID: id, Name: "odd body", Desc: "Odd.", Level: o.number("level", 4), HP: 1 + o.number("hp", 9), Damage: o.dice(),
		Armour: o.number("armour", 4), Speed: o.number("speed", 4), Aggressive: o.oneIn(3), Guarded: o.oneIn(4),
		Scavenges: o.oneIn(3), Remembers: o.oneIn(3),
	}
	if o.oneIn(2) {
		m.Wanders = &world.WandersSpec{Every: o.number("steps", 9), Far: o.oneIn(2)}
	}
	if o.oneIn(3) {
		m.On = []world.OnSpec{
			{Enter: true, Gives: "stone", Uses: true}, {Give: "stone", Uses: o.oneIn(2), Gives: "odd-item-0", Says: "Ah."},
			{Hour: o.number("hour", 24), Does: "yawns."}, {Dies: o.oneIn(2), Says: "Oh."},
		}
	}
	if o.oneIn(2) {
		m.Flees, m.Helps = o.number("flees", 99), []world.ProtoID{id, "rat"}
	}
	return m
}

func (o odd) spawn(id world.SpawnID, p *world.Pack) world.SpawnSpec {
	sp := world.SpawnSpec{ID: id, Max: o.number("max", 3), Every: o.number("every", 40), When: o.season(p)}
	var holders, bodies []world.SpawnID
	for _, other := range p.Spawns {
		wild := o.spoilt()
		if i := slices.IndexFunc(p.Items, func(it world.ItemSpec) bool { return it.ID == other.Item }); wild ||
			i >= 0 && p.Items[i].Holds != nil && other.In == "" {
			holders = append(holders, other.ID)
		}
		if wild || other.Mob != "" {
			bodies = append(bodies, other.ID)
		}
	}
	switch place := o.int("place", 4); {
	case place == 0 && len(holders) > 0:
		sp.In = oddOf(o, "in", holders)
	case place == 1 && len(bodies) > 0:
		sp.On, sp.Worn = oddOf(o, "on", bodies), o.oneIn(2)
	case place == 2 && len(p.Mobs) > 0:
		sp.Mob, sp.Room = oddOf(o, "mob", p.Mobs).ID, oddOf(o, "room", p.Rooms).ID
	default:
		sp.Room = oddOf(o, "room", p.Rooms).ID
	}
	if sp.Mob == "" {
		sp.Item = oddOf(o, "item", p.Items).ID
	}
	if o.oneIn(6) {
		sp.Max = 1
		sp.As = oddOf(o, "as", []string{"pearl", "odd-as", "pc-anna", "odd-item-0-1", "rat-2"})
	}
	if o.oneIn(6) {
		sp.Of = oddOf(o, "owner", p.Spawns).ID
	}
	return sp
}
