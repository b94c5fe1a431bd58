package diku

import (
	"fmt"
	"slices"

	"github.com/mudlark-mud/mudlark/world"
)

// Things.

// The types of things that mean something here; those that a pack cannot say are in typesLost.
const (
	typeLight     = 1
	typeScroll    = 2
	typeWand      = 3
	typeStaff     = 4
	typeWeapon    = 5
	typeArmour    = 9
	typePotion    = 10
	typeContainer = 15
	typeNote      = 16
	typeFood      = 19
	typeMoney     = 20
)

func typesLost() map[int]string {
	return map[int]string{
		typeScroll: "magic of a scroll", typeWand: "magic of a wand", typeStaff: "magic of a staff", 6: "furniture to sit on",
		typePotion: "magic of a potion", typePill: "magic of a pill", typePortal: "portal",
		typeWarpStone: "stone that opens portals",
		typeRoomKey:   "key of a rented room", typeJukebox: "music",
	}
}

// wearAt is a place on the body: its bit, its slot here, and ten times what armour there counts for.
type wearAt struct {
	bit    int
	slot   world.Slot
	factor int
	name   string
}

// places are in the order in which the first that a thing has is taken. Those without a slot are none here.
func places() []wearAt {
	return []wearAt{
		{13, world.SlotWield, 1, "wielded"}, {3, world.SlotBody, 3, "body"}, {4, world.SlotHead, 2, "head"},
		{2, world.SlotNeck, 1, "neck"}, {5, world.SlotLegs, 2, "legs"}, {6, world.SlotFeet, 1, "feet"},
		{7, world.SlotHands, 1, "hands"}, {1, world.SlotFinger, 1, "finger"}, {11, world.SlotWaist, 1, "waist"},
		{9, world.SlotShield, 1, "shield"}, {10, world.SlotAbout, 1, "about the body"}, {8, world.SlotArms, 1, "arms"},
		{12, world.SlotWrist, 1, "wrist"}, {14, world.SlotHold, 1, "held"}, {16, "", 1, "floating beside"},
	}
}

// Bounds of a pack for things and creatures; world/pack says the same of each key.
const (
	valueMost  = 1_000_000
	armourMost = 50
	diceMost   = 50
	sidesMost  = 100
	plusMost   = 200
	holdsMost  = 200
)

// hourSeconds is how long an hour of theirs lasts.
const hourSeconds = 75

// things makes all patterns of things. most says how many lie in a container at once.
func (c *converter) makeThings(most map[Vnum]int) {
	for i := range c.area.Things {
		o := &c.area.Things[i]
		var f fate
		e := c.thing(o, &f, most[o.Vnum])
		c.zoneOf(o.Vnum, o.Path).put("items", e)
		c.report.count(Things, f)
	}
}

func (c *converter) thing(o *Thing, f *fate, most int) (e fields) {
	article, name := f.named(o.Short, "thing")
	e.add("id", c.id(thingID, o.Vnum))
	e.add("name", name)
	e.add("a", ident(article))
	e.add("keys", f.words(o.Words))
	desc, details := o.looks(f, article, name)
	if c.procedure("OBJ", o.Vnum) == procBoard {
		desc = boardDesc
	}
	e.add("desc", text(desc))
	e.add("long", text(stopped(f.tell(prose(o.Long)))))
	if o.Type == typeNote {
		e.add("text", text(f.tell(prose(o.Action))))
	} else if o.Action != "" {
		f.idle = append(f.idle, "what using it looks like")
	}
	e.add("extras", details)
	slot := o.worn(f)
	isCoins, isFixed := o.isCoins(), o.isFixed()
	if o.Type == typeFood && !isFixed {
		e.add("eat", text(fmt.Sprintf("You eat %s.", called(article, name))))
		if o.Values[3] != 0 {
			e.add("effect", poison(o.Values[0]))
		}
	}
	isBrewed := c.brewed(o, &e, f, called(article, name)) || c.wields(o, &e, f, called(article, name))
	if o.Type == typeDrink || o.Type == typeFountain {
		e.add("drinks", c.drinks(o, f))
	}
	e.add("fixed", isFixed)
	e.add("wear", ident(slot.slot))
	o.combat(&e, f, slot)
	c.uses(&e, o, f, slot, isBrewed)
	what := c.changes(o, f, slot)
	e.add("bonus", what.bonus)
	e.add("figures", c.sum(what.figures))
	e.add("bars", c.bars(o, f, slot.slot != "" || o.Type == typeFood && !isFixed))
	if o.Type == typeLight {
		e.add("light", o.Values[2] != 0) // hours: none are left, or it never goes out
		if hours := o.Values[2]; hours > 0 && slot.slot != "" {
			e.add("burns", min(hours, world.BurnsMost/hourSeconds)*hourSeconds)
		} else if hours > 0 {
			f.lost("burns down")
		}
	}
	value := max(o.Cost, 0)
	if isCoins {
		value = o.Values[0]
	}
	if value > valueMost {
		f.lost("dearer than a pack allows")
		value = valueMost
	}
	e.add("value", value)
	e.add("kind", label(o.kind(c.area.Dialect)))
	e.add("coins", isCoins)
	if o.Type == typeContainer && !isCoins {
		e.add("holds", c.holds(o, f, most))
	}
	c.hang(&e, f, o.Triggers)
	e.add("was", c.thingWas(o, f, what, isBrewed))
	return e
}

// uses says who can use a thing, what it is for them, and whether they can part with it.
func (c *converter) uses(e *fields, o *Thing, f *fate, slot wearAt, isMagic bool) {
	isHeld := !o.isFixed() && !o.isCoins()
	switch {
	case o.Level <= 0:
	case slot.slot != "" || isMagic || o.Type == typeFood && isHeld || o.Type == typeDrink || o.Type == typeFountain:
		e.add("level", min(o.Level, levelMost))
	default:
		f.idle = append(f.idle, "a level, of what nobody wears or eats")
	}
	if !isHeld {
		return
	}
	e.add("clings", o.Flags&c.tables.clings != 0)
	var serves []string
	if o.Type == typeBoat {
		serves = append(serves, string(world.PassBoat))
	}
	if slot.slot != "" {
		for _, p := range c.tables.serves(o.Affects) {
			if !slices.Contains(serves, p) {
				serves = append(serves, p)
			}
		}
	}
	e.add("reveals", slot.slot != "" && o.Affects&c.tables.reveals != 0)
	e.add("serves", serves)
}

// poison is what poisoned food does, which would feed for so many hours: two hours for each it weakens who ate it.
func poison(hours int) (e fields) {
	e.add("name", "poisoned")
	e.add("for", min(max(hours, 1)*2*hourSeconds, world.EffectMost))
	e.add("bonus", fields{{"skill", -1}, {"damage", -2}, {"hp", -4}})
	e.add("ends", text("The poison has left you."))
	return e
}

// called names a thing in a sentence.
func called(article, name string) string {
	if article == "none" {
		return name
	}
	return "the " + name
}

// isCoins reports whether a thing is a sum of money, which anybody can take, isFixed whether it cannot be taken.
func (o *Thing) isCoins() bool { return o.Type == typeMoney && o.Values[0] > 0 }
func (o *Thing) isFixed() bool { return o.Wear&wearTake == 0 && !o.isCoins() }

// looks returns what one sees of a thing: the detail that is called as it is, if there is one, and the other details.
func (o *Thing) looks(f *fate, article, name string) (desc string, rest []fields) {
	own := words(o.Words)
	d := newDetails()
	for _, x := range o.Extras {
		keys := f.words(x.Words)
		isOwn := slices.ContainsFunc(keys, func(w string) bool { return slices.Contains(own, w) })
		if told := sentence(f.tell(prose(x.Desc)), ".!?"); desc == "" && isOwn && told != "" {
			desc = told
			continue
		}
		d.put(f, keys, x.Desc)
	}
	if desc == "" {
		desc = fmt.Sprintf("You see nothing special about %s.", called(article, name))
	}
	return desc, d.list
}

// slot returns where a thing is worn.
func (o *Thing) slot(f *fate) wearAt {
	if o.Type == typeLight && o.Wear&^wearTake == 0 {
		return wearAt{slot: world.SlotHold}
	}
	for _, p := range places() {
		if o.Wear&(1<<p.bit) == 0 {
			continue
		}
		if p.slot == "" {
			f.lost("worn where nothing is worn here: " + p.name)
		}
		return p
	}
	return wearAt{}
}

// worn is slot for a thing that can be worn here at all.
func (o *Thing) worn(f *fate) wearAt {
	at := o.slot(f)
	if o.isFixed() || o.isCoins() || o.Type == typeContainer {
		at.slot = ""
	}
	return at
}

// otherPlaces keeps where else a thing can be worn: a pack says one place.
func (o *Thing) otherPlaces(f *fate, was *fields) {
	var names []string
	for _, p := range places() {
		if o.Wear&(1<<p.bit) != 0 {
			names = append(names, p.name)
		}
	}
	const known = 1<<15 - 1 | 1<<16 // to be taken, and the bits of all places
	if o.Wear&^known != 0 {
		names = append(names, noSuchFlag)
	}
	if len(names) > 1 {
		was.add("wear", names)
		f.idle = append(f.idle, "worn in another place too")
	}
}

// combat adds what a weapon or armour is good for.
func (o *Thing) combat(e *fields, f *fate, at wearAt) {
	switch {
	case o.Type == typeArmour && at.slot != "" && at.slot != world.SlotWield:
		const tenths = 10
		armour := (o.Values[0]*at.factor + tenths/2) / tenths
		if o.Values[0] > 0 {
			armour = max(armour, 1)
		}
		e.add("armour", min(max(armour, 0), armourMost))
	case o.Type == typeWeapon && at.slot == world.SlotWield:
		e.add("damage", dice(Roll{o.Values[1], o.Values[2], 0}, f))
	}
}

// dice writes a roll within a pack's bounds, where its mean stays about the same.
func dice(r Roll, f *fate) ident {
	n, s, p := r.N, r.S, r.P
	if n > diceMost || s > sidesMost || p > plusMost {
		f.lost("more damage than a pack allows")
		n, s, p = min(n, diceMost), min(s, sidesMost), min(p, plusMost)
	}
	switch {
	case n <= 0 || s <= 0: // no die at all is a number
		n, s, p = 1, 2, p-2
	case s == 1: // and so is a die of one side
		n, s, p = 1, 2, p+n-2
	}
	p = max(min(p, plusMost), -n)
	if p == 0 {
		return ident(fmt.Sprintf("%dd%d", n, s))
	}
	return ident(fmt.Sprintf("%dd%d%+d", n, s, p))
}

// The bits of a container's second value.
const (
	lidCloses = 1 << 0
	lidClosed = 1 << 2
	lidLocked = 1 << 3
)

// holdsUsual is how many things a container takes: the original weighs them, and a pack counts.
const holdsUsual = 30

func (c *converter) holds(o *Thing, f *fate, most int) (e fields) {
	f.idle = append(f.idle, "capacity by weight, now by number")
	e.add("most", min(max(most, holdsUsual), holdsMost))
	bits := o.Values[1]
	key := c.key(Vnum(o.Values[2]))
	closed := bits&lidClosed != 0
	locked := bits&lidLocked != 0
	hasLid := bits&lidCloses != 0 || closed || locked || key != ""
	e.add("lid", hasLid)
	e.add("closed", closed || locked)
	if locked && key == "" {
		f.lost("locked without a key that can be had, so only closed")
	}
	e.add("locked", locked && key != "")
	e.add("key", key)
	return e
}

// thingWas keeps what a pack cannot say of a thing; changes are those of figures that nobody has here.
func (c *converter) thingWas(o *Thing, f *fate, what changed, isBrewed bool) (was fields) {
	was.add("from", o.from(o.Vnum))
	was.add("type", o.Type)
	if o.Action != "" && o.Type != typeNote {
		was.add("action", label(o.Action))
	}
	if why := typesLost()[o.Type]; why != "" && !isBrewed {
		f.lost(why)
	}
	was.add("values", fmt.Sprint(o.Values[0], o.Values[1], o.Values[2], o.Values[3]))
	was.add("flags", f.marked(o.Flags&^c.tables.barred(), &c.tables.things))
	f.beyond(&o.beyond, &was)
	o.otherPlaces(f, &was)
	was.add("weight", o.Weight)
	was.add("rent", o.Rent)
	if o.Rent != 0 {
		f.idle = append(f.idle, "rent")
	}
	was.add("level", o.Level)
	was.add("timer", o.Timer)
	was.add("changes", slices.Concat(what.lost, what.idle, what.unworn))
	if len(what.lost) > 0 {
		f.lost("changes figures of its wearer that nobody has here")
	}
	if len(what.idle) > 0 {
		f.idle = append(f.idle, "changes age, size, mana, moves or saves, for which nothing here asks")
	}
	if len(what.unworn) > 0 {
		f.idle = append(f.idle, "changes figures of a wearer that it cannot have")
	}
	if c.tables.beyondPasses(o.Affects) != 0 || o.Affects != 0 && o.worn(&fate{}).slot == "" {
		f.lost("puts an effect on its wearer")
		was.add("effects", fmt.Sprintf("%#x", o.Affects))
	}
	if o.Timer > 0 {
		f.lost("falls to pieces in time")
	}
	was.add("triggers", numbersOf(o.Triggers))
	return was
}
