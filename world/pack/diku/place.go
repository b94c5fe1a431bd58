package diku

import (
	"fmt"
	"slices"

	"github.com/mudlark-mud/mudlark/world"
)

// Rooms, exits and doors.

// directions are those of the files, by number; a pack has no others of them.
func directions() []world.Dir {
	return []world.Dir{world.North, world.East, world.South, world.West, world.Up, world.Down}
}

// The flags of rooms that have a meaning here.
const (
	roomDark     = 1 << 0
	roomNoMob    = 1 << 2 // in both families
	roomIndoors  = 1 << 3
	roomPeaceful = 1 << 4 // not in the Merc family
)

// Sectors: the first two are lit by night, too, and from waterSwim on one cannot simply walk.
const (
	sectorCity      = 1
	sectorWaterSwim = 6
	sectorWaterBoat = 7
	sectorAir       = 8
	sectorUnder     = 9
)

func sectors() []string {
	return []string{
		"inside", "city", "field", "forest", "hills", "mountain", "water to swim", "water for a boat", "flying",
		"under water",
	}
}

// privateFits is for how many a private room has room.
const privateFits = 2

// needs is what one needs to come into a sector.
func needs(sector int) world.Passage {
	switch sector {
	case sectorWaterBoat:
		return world.PassBoat
	case sectorAir:
		return world.PassFlight
	case sectorUnder:
		return world.PassAir
	}
	return ""
}

// tell takes over a text and what it lost.
func (f *fate) tell(c cleaned) string {
	if c.cut {
		f.lost("a text too long for a pack")
	}
	if c.drawn {
		f.lost("a drawing wider than a pack allows")
	}
	return c.text
}

// label makes a name of a line, and counts one that is too long.
func (f *fate) label(s string) string {
	name, isCut := cutLabel(s)
	if isCut {
		f.lost("a name too long for a pack")
	}
	return name
}

// words returns what may be typed for something, and counts what may not.
func (f *fate) words(s string) []string {
	out, isCut := cutWords(s)
	if isCut {
		f.idle = append(f.idle, "a word too long, or one too many")
	}
	return out
}

// room makes a room's entry.
func (c *converter) room(r *Room) {
	var f fate
	var e, was fields
	name := f.label(r.Name)
	if name == "" {
		name = fmt.Sprintf("Room %d", r.Vnum)
	}
	e.add("id", c.id(roomID, r.Vnum))
	e.add("name", name)
	desc := sentence(f.tell(prose(r.Desc)), ".!?")
	if desc == "" {
		desc = "There is nothing special to see here."
	}
	e.add("desc", text(desc))
	switch {
	case r.Flags&roomDark != 0:
		e.add("light", ident(world.LightDark))
	case r.Sector > sectorCity && r.Sector < len(sectors()) && r.Flags&roomIndoors == 0:
		e.add("light", ident(world.LightOutdoor))
	}
	e.add("safe", r.Flags&c.tables.peaceful != 0)
	e.add("tame", r.Flags&roomNoMob != 0)
	c.serves(r.Vnum, &e)
	e.add("silent", r.Flags&c.tables.silent != 0)
	e.add("needs", ident(needs(r.Sector)))
	switch {
	case r.Flags&c.tables.solitary != 0:
		e.add("fits", c.tables.alone)
	case r.Flags&c.tables.private != 0:
		e.add("fits", privateFits)
	}
	details := newDetails()
	for _, x := range r.Extras {
		details.put(&f, f.words(x.Words), x.Desc)
	}
	e.add("exits", c.exits(r, details))
	e.add("extras", details.list)
	was.add("from", r.from(r.Vnum))
	if r.Sector >= 0 && r.Sector < len(sectors()) {
		was.add("sector", sectors()[r.Sector])
	}
	switch {
	case r.Sector < 0 || r.Sector >= len(sectors()):
		f.lost("a sector that only its engine knows")
	case r.Sector == sectorWaterSwim:
		f.idle = append(f.idle, "water in which one swims, slowly")
	}
	was.add("flags", f.marked(r.Flags, &c.tables.rooms))
	f.beyond(&r.beyond, &was)
	was.add("triggers", numbersOf(r.Triggers))
	c.hang(&e, &f, r.Triggers)
	e.add("was", was)
	c.zoneOf(r.Vnum, r.Path).put("rooms", e)
	c.report.count(Rooms, f)
}

// details are the extras of a room or thing: every word of them leads to one text.
type details struct {
	list []fields
	seen map[string]bool
}

func newDetails() *details { return &details{seen: map[string]bool{}} }

// detailsMost is how many a pack allows.
const detailsMost = 200

// put adds a detail, under those of its words that no other has.
func (d *details) put(f *fate, keys []string, desc string) {
	keys = slices.DeleteFunc(keys, func(w string) bool { return d.seen[w] })
	told := sentence(f.tell(prose(desc)), ".!?")
	switch {
	case told == "":
		return
	case len(keys) == 0:
		f.lost("a detail without a word of its own")
		return
	case len(d.list) >= detailsMost:
		f.lost("more details than a pack allows")
		return
	}
	for _, w := range keys {
		d.seen[w] = true
	}
	var e fields
	e.add("keys", keys)
	e.add("desc", text(told))
	d.list = append(d.list, e)
}

// exits makes the ways out; what only can be looked at becomes a detail.
func (c *converter) exits(r *Room, d *details) (out []fields) {
	for _, x := range slices.SortedFunc(slices.Values(r.Exits), func(a, b Exit) int { return a.Dir - b.Dir }) {
		c.report.tally(Exits).Read++
		var f fate
		if e := c.exit(r, x, d, &f); len(e) > 0 {
			out = append(out, e)
		}
		c.report.count(Exits, f)
	}
	for range r.Doubles {
		c.report.tally(Exits).Read++
		c.report.count(Exits, fate{why: []string{noDoubles}, out: true})
	}
	return out
}

func (c *converter) exit(r *Room, x Exit, d *details, f *fate) (e fields) {
	if x.Dir >= len(directions()) {
		f.left("a diagonal, which mudlark does not have")
		return nil
	}
	dir := directions()[x.Dir]
	var was fields
	f.beyond(&x.beyond, &was)
	if c.leadsNowhere(x) {
		if x.Desc == "" {
			f.left("leads nowhere")
			return nil
		}
		f.lost("leads nowhere, and is a detail now")
		d.put(f, append(f.words(x.Word), string(dir)), x.Desc)
		return nil
	}
	if c.rooms[x.To] == nil {
		f.left("leads to a room that is not there")
		return nil
	}
	e.add("dir", ident(dir))
	e.add("to", c.id(roomID, x.To))
	e.add("desc", text(sentence(f.tell(prose(x.Desc)), ".!?")))
	if x.Kind > 0 {
		e.add("door", c.door(way{r.Vnum, x.Dir}, x, f))
		e.add("hidden", x.Kind > pickproof)
	}
	return e
}

// pickproof is the last kind of door that one sees; tbaMUD's two after it are the same, hidden.
const (
	pickproof       = 2
	hiddenPickproof = 4
)

// leadsNowhere reports whether an exit is one to look at only. But in CircleMUD room 0 is nowhere, too.
func (c *converter) leadsNowhere(x Exit) bool {
	return x.To < 0 || x.To == 0 && c.area.Dialect != CircleMUD
}

// door is a door that was written, and which exits stand in it.
type door struct {
	id  ident
	key Vnum
}

// doorState is what a zone's reset makes of a door, and after how many seconds again.
type doorState struct {
	closed, locked bool
	resets         int
}

// door returns the id of the door in an exit, and writes it unless it was written for its other side.
func (c *converter) door(at way, x Exit, f *fate) ident {
	if x.Kind == pickproof || x.Kind == hiddenPickproof {
		f.idle = append(f.idle, "a lock that cannot be picked")
	}
	if d := c.doors[at]; d != nil {
		if x.Key != d.key && x.Key > 0 {
			f.lost("another key on each side")
		}
		return d.id
	}
	keys := doorWords(f.words(x.Word))
	if x.Key > 0 && c.things[x.Key] == nil {
		f.idle = append(f.idle, "a key that is not there")
	}
	back, isShared := c.back(at, x)
	if isShared {
		keys = doorWords(append(keys, words(back.Word)...))
	}
	if len(keys) == 0 {
		keys = []string{"door"}
	}
	if isShared && (x.Key > 0) != (back.Key > 0) {
		f.idle = append(f.idle, "a keyhole on one side only")
	}
	if isShared && c.key(x.Key) == "" {
		x.Key = back.Key
	}
	d := &door{id: ident(fmt.Sprintf("door-%d-%s", at.room, directions()[at.dir])), key: x.Key}
	c.doors[at] = d
	state := c.states[at]
	if isShared {
		other := c.states[way{x.To, back.Dir}]
		c.doors[way{x.To, back.Dir}] = d
		if state.locked != other.locked {
			f.lost("locked from one side only")
		}
		state.closed, state.locked = state.closed || other.closed, state.locked || other.locked
		state.resets = max(state.resets, other.resets)
	} else {
		f.idle = append(f.idle, "a door on one side only")
	}
	var e fields
	e.add("id", d.id)
	e.add("name", keys[0])
	e.add("keys", keys[1:])
	e.add("closed", state.closed)
	key := c.key(x.Key)
	switch {
	case key != "":
		e.add("locked", state.locked)
		e.add("key", key)
	case state.locked:
		f.lost("locked without a key that can be had, so only closed")
	}
	e.add("resets", state.resets)
	c.zoneOf(at.room, c.rooms[at.room].Path).put("doors", e)
	return d.id
}

// doorWords are what a door is called, each word once and as many as a pack allows. Directions are no part of it: where
// a door stands says its direction, which is another one on its other side.
func doorWords(keys []string) (out []string) {
	for _, w := range keys {
		if !slices.Contains(directions(), world.Dir(w)) && !slices.Contains(out, w) && len(out) < wordsMost {
			out = append(out, w)
		}
	}
	return out
}

// back returns the exit that leads back through the same door.
func (c *converter) back(at way, x Exit) (Exit, bool) {
	other := directions()[x.Dir].Opposite()
	for _, y := range c.rooms[x.To].Exits {
		if y.To == at.room && y.Kind > 0 && y.Dir < len(directions()) && directions()[y.Dir] == other {
			return y, true
		}
	}
	return Exit{}, false
}

// key returns the id of a thing that can be a key here: one that there is and that can be taken.
func (c *converter) key(v Vnum) ident {
	if o := c.things[v]; o != nil && v > 0 && o.Wear&wearTake != 0 {
		return c.id(thingID, v)
	}
	return ""
}

// resetDoors lets the D commands of all zones run.
func (c *converter) resetDoors() {
	for i := range c.area.Zones {
		z := &c.area.Zones[i]
		for _, r := range z.Resets {
			if r.Letter == 'D' {
				c.resetDoor(z, r)
			}
		}
	}
}

func (c *converter) resetDoor(z *Zone, r Reset) {
	at := way{r.Args[0], int(r.Args[1])}
	c.states[at] = doorState{closed: r.Args[2] > 0, locked: r.Args[2] > 1, resets: z.seconds()}
	var f fate
	room := c.rooms[at.room]
	switch {
	case room == nil:
		f.left("about a room that is not there")
	case !slices.ContainsFunc(room.Exits, func(x Exit) bool { return x.Dir == at.dir && x.Kind > 0 }):
		f.left("about an exit without a door")
	}
	c.report.count(Resets, f)
}

// weekSeconds is the longest that a pack lets anything wait.
const weekSeconds = 7 * 24 * 60 * 60

// seconds returns after how long a zone is reset; 0 is never.
func (z *Zone) seconds() int {
	const minute = 60
	if z.Mode == 0 || z.Life <= 0 {
		return 0
	}
	return min(z.Life*minute, weekSeconds)
}

// wearTake is the flag of things that can be taken.
const wearTake = 1 << 0
