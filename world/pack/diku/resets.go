package diku

import (
	"fmt"

	"github.com/mudlark-mud/mudlark/world"
)

// Resets. All zones run once, in the order of the index and by the original's rules; every command that makes something
// becomes a spawn that keeps the place supplied.

// spawn is what one command made.
type spawn struct {
	id    string
	vnum  Vnum   // of the creature
	thing *Thing // nil of a creature
	on    bool   // a creature carries it
	in    bool   // it lies in a container
	count int    // what lies in it
	holds map[Vnum]int
	room  Vnum // where it lies, below 0 when it does not
	worn  map[world.Slot]int
}

// reset is a run of the commands.
type reset struct {
	*converter

	zone      *Zone
	file      *zone
	every     int
	ok        bool // the last command that was tried
	before    bool // and the one before it
	mob       *spawn
	creatures map[Vnum]int // how many there are in the world
	things    map[Vnum]int
	newest    map[Vnum]*spawn
	lie       map[way]int // how many things of a number (dir) were laid into a room, or creatures (below 0) brought
	names     map[string]int
	most      map[Vnum]int // how much a container holds at once, by its pattern
	coins     map[int]ident
	keepers   map[Vnum]bool
	made      int // spawns of things
}

// thingsMost is how many spawns of things are made: ROM's whole world has 5,000, and a pack's 32 MB hold 200,000.
const thingsMost = 100_000

// makeSpawns lets all zones run, and returns how much lies in containers at once.
func (c *converter) makeSpawns() map[Vnum]int {
	r := &reset{
		converter: c, creatures: map[Vnum]int{}, things: map[Vnum]int{}, newest: map[Vnum]*spawn{}, names: map[string]int{},
		most: map[Vnum]int{}, coins: map[int]ident{}, lie: map[way]int{}, keepers: map[Vnum]bool{},
	}
	for i := range c.area.Shops {
		r.keepers[c.area.Shops[i].Keeper] = true
	}
	for i := range c.area.Zones {
		z := &c.area.Zones[i]
		r.zone, r.every, r.mob, r.ok = z, z.seconds(), nil, false
		r.file = c.zoneNamed(z)
		for range z.Wrong {
			c.report.tally(Resets).Read++
			c.report.count(Resets, fate{why: []string{"not understood"}, out: true})
		}
		for _, x := range z.Resets {
			c.report.tally(Resets).Read++
			if x.Letter == 'D' {
				r.ok = true
				continue // counted with the doors
			}
			var f fate
			r.run(x, &f)
			c.report.count(Resets, f)
		}
	}
	return r.most
}

// zoneNamed returns the file of a zone.
func (c *converter) zoneNamed(z *Zone) *zone {
	if one := c.files[z.Path]; one != nil {
		return one
	}
	for _, one := range c.zones {
		if one.vnum == z.Vnum && one.top == z.Top {
			return one
		}
	}
	return c.zoneOf(z.Top, z.Path)
}

func (r *reset) run(x Reset, f *fate) {
	if x.If && !r.ok {
		f.left("its condition is not met when the world begins")
		return
	}
	switch x.Letter {
	case 'M':
		r.creature(x, f)
	case 'O', 'G', 'E', 'P':
		r.thing(x, f)
	case 'R':
		if r.area.Dialect == ROM {
			f.left("shuffles the exits of a room")
			return
		}
		r.ok = true // what it takes away is made anew by a spawn, and only then
	case 'T', 'V':
		f.left("scripts")
	}
}

// creature runs M: a creature in a room.
func (r *reset) creature(x Reset, f *fate) {
	m := r.converter.creatures[x.Args[0]]
	if m == nil || r.rooms[x.Args[2]] == nil {
		f.left("about a creature or room that is not there")
		r.ok = false
		return
	}
	here := way{x.Args[2], -1 - int(m.Vnum)}
	if r.ok = r.creatures[m.Vnum] < int(x.Args[1]) && (x.Here == 0 || r.lie[here] < x.Here); !r.ok {
		f.left("there are enough when the world begins")
		return
	}
	r.creatures[m.Vnum]++
	r.lie[here]++
	s := &spawn{vnum: m.Vnum, room: nowhere, worn: map[world.Slot]int{}}
	s.id = r.name(fmt.Sprintf("m%d-r%d", m.Vnum, x.Args[2]))
	var e fields
	e.add("id", ident(s.id))
	e.add("mob", r.id(creatureID, m.Vnum))
	e.add("room", r.id(roomID, x.Args[2]))
	e.add("every", r.every)
	r.file.put("spawns", e)
	r.mob = s
	if m.Gold > 0 {
		if m.Gold > valueMost {
			f.lost("more coins than a pack allows")
		}
		var e fields
		e.add("id", ident(s.id+"-coins"))
		e.add("item", r.purse(min(m.Gold, valueMost)))
		e.add("on", ident(s.id))
		e.add("every", r.every)
		r.file.put("spawns", e)
	}
}

// purse returns the pattern of a sum of coins.
func (r *reset) purse(sum int) ident {
	if id, ok := r.coins[sum]; ok {
		return id
	}
	id := ident(fmt.Sprintf("coins-of-%d-pence", sum))
	r.coins[sum] = id
	var e fields
	e.add("id", id)
	e.add("name", "coins")
	e.add("a", ident("some"))
	e.add("keys", []string{"coin", "gold", "money"})
	e.add("desc", "They have been through many hands.")
	e.add("value", sum)
	e.add("coins", true)
	r.file.put("items", e)
	return id
}

// name returns a new id of a spawn.
func (r *reset) name(s string) string {
	if r.names[s]++; r.names[s] > 1 {
		return fmt.Sprintf("%s-%d", s, r.names[s])
	}
	return s
}

// thing runs O, G, E and P: a thing in a room, on the last creature, or in the newest container of a kind.
func (r *reset) thing(x Reset, f *fate) {
	o := r.converter.things[x.Args[0]]
	if o == nil {
		f.left("about a thing that is not there")
		r.ok = false
		return
	}
	r.before = r.ok
	if r.ok = !r.isEnough(x, o); !r.ok {
		f.left("there are enough when the world begins")
		if r.area.Dialect == ROM && x.Letter != 'O' && x.Letter != 'P' {
			r.ok = r.before // what follows is still for the creature
		}
		return
	}
	if r.made >= thingsMost {
		f.left("more than a pack can hold")
		return
	}
	s := &spawn{thing: o, room: nowhere}
	var e fields
	if where := r.place(x, o, s, &e, f); where == "" {
		return
	}
	r.made++
	r.things[o.Vnum]++
	r.newest[o.Vnum] = s
	e.add("every", r.every)
	r.file.put("spawns", e)
	if in := r.newest[x.Args[2]]; x.Letter == 'P' && in.holds[o.Vnum] < x.Here { // as many as it is to hold
		var unheard fate
		r.thing(x, &unheard)
	}
}

// isEnough reports whether a command makes nothing, for there are as many things as it wants. The Merc family asks so
// of a room when it lays something there, and lets keepers of shops have all that they sell.
func (r *reset) isEnough(x Reset, o *Thing) bool {
	most := int(x.Args[1])
	if r.area.Dialect == ROM {
		isWare := r.mob != nil && r.keepers[r.mob.vnum]
		in := r.newest[x.Args[2]]
		switch {
		case x.Letter == 'P' && in != nil && in.holds[o.Vnum] >= x.Here:
			return true
		case x.Letter == 'O':
			at := way{x.Args[2], int(o.Vnum)}
			r.lie[at]++
			return r.lie[at] > 1
		case x.Letter != 'P' && !r.before: // the creature was not made, so nothing is given to it
			return true
		case x.Letter != 'P' && isWare, most == -1, x.Letter != 'P' && most == 0:
			return false
		case most > romLimitOld:
			most = romLimitNow
		}
	}
	return r.things[o.Vnum] >= most
}

// What a limit means that ROM has from older engines: above romLimitOld it is romLimitNow.
const (
	romLimitOld = 50
	romLimitNow = 6
)

// place adds to a spawn's entry where its thing goes, and returns the place; "" when it can go nowhere. A command
// that finds nobody to give to, or nothing to put into, leaves ok as the one before left it.
func (r *reset) place(x Reset, o *Thing, s *spawn, e *fields, f *fate) string {
	key, id := "", ident("")
	switch x.Letter {
	case 'O':
		if r.rooms[x.Args[2]] == nil {
			f.left("about a room that is not there")
			r.ok = x.Args[2] == nowhere // which makes it nowhere
			return ""
		}
		key, id, s.room = "room", r.id(roomID, x.Args[2]), x.Args[2]
		s.id = r.name(fmt.Sprintf("o%d-r%d", o.Vnum, x.Args[2]))
	case 'P':
		in := r.newest[x.Args[2]]
		switch {
		case in == nil:
			f.left("into a container that is not there")
			r.ok = r.before && r.converter.things[x.Args[2]] != nil
			return ""
		case r.area.Dialect == ROM && in.room < 0 && (r.zone.isMerc || !r.before):
			f.left("into a container that lies in no room")
			r.ok = false
			return ""
		case in.thing.Type != typeContainer:
			f.left("into what is no container")
			return ""
		case in.in:
			f.left("into a container within another")
			return ""
		case in.count >= holdsMost:
			f.left("into a container that is full")
			return ""
		}
		in.count++
		if in.holds == nil {
			in.holds = map[Vnum]int{}
		}
		in.holds[o.Vnum]++
		r.most[in.thing.Vnum] = max(r.most[in.thing.Vnum], in.count)
		key, id, s.in = "in", ident(in.id), true
		s.id = r.name(fmt.Sprintf("%s-o%d", in.id, o.Vnum))
	default:
		if r.mob == nil {
			f.left("for a creature that is not there")
			r.ok = r.before
			return ""
		}
		if o.isFixed() {
			f.left("carried, though it cannot be taken")
			return ""
		}
		key, id, s.on = "on", ident(r.mob.id), true
		s.id = r.name(fmt.Sprintf("%s-o%d", r.mob.id, o.Vnum))
	}
	e.add("id", ident(s.id))
	e.add("item", r.id(thingID, o.Vnum))
	e.add(key, id)
	if x.Letter == 'E' {
		e.add("worn", r.wears(o, f))
	}
	return key
}

// wears reports whether the last creature can put a thing on here.
func (r *reset) wears(o *Thing, f *fate) bool {
	var unheard fate // what the thing loses is counted with the thing
	slot := o.slot(&unheard).slot
	switch {
	case slot == "" || o.Type == typeContainer || o.isCoins():
		f.lost("worn where nothing is worn here, so carried")
		return false
	case r.mob.worn[slot] >= len(slot.Places()):
		f.lost("a second thing in one place, so carried")
		return false
	}
	r.mob.worn[slot]++
	return true
}
