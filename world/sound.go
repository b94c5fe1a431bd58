package world

import (
	"fmt"
	"maps"
	"slices"
)

// What content may hold, whoever writes it: the rules without which [State.Check] would fail sooner or later. A
// change of content passes them before it becomes an event, but for a pack in parts, which passed them whole.
// world/pack names the file and the line as well, and has further rules, of prose and of reach, that a state can live
// without.

// Bounds of the numbers in content. They keep sums and dice from overflowing; packs keep to narrower ones.
const (
	SpawnMost    = 50        // things or creatures that one spawn keeps
	contentMost  = 1_000_000 // of hit points, values, levels, armour, skill, sides and what is added to dice
	contentDice  = 100       // dice thrown at once
	contentHolds = 10_000    // things in one container

	textBytesMost = 2000 // of a text of the rules
	coordinates   = 3    // of a room on its map
)

// Unsound is something in content that no state may hold.
type Unsound struct {
	Kind string // of [EntryKinds], or pack
	ID   string
	Text string // what is wrong, a clause without a full stop
}

// sentence says it to whoever applied the content.
func (u Unsound) sentence() string {
	return fmt.Sprintf("The %s %q cannot be: %s.", u.Kind, u.ID, u.Text)
}

// Unsound returns what of a whole pack no state may hold, in the order of the pack; nil for a pack that may be applied.
func (p *Pack) Unsound() []Unsound {
	s := New(0)
	e := s.diff(p, false)
	return s.unsound(&e)
}

// unsound returns what no state may hold of the content that a change would make of what there is.
func (s *State) unsound(e *PackApplied) []Unsound {
	c := newContent(s, e)
	c.texts(string(e.ID), e.Info.Texts)
	for i := range e.Rooms {
		c.room(&e.Rooms[i])
	}
	for i := range e.Items {
		c.item(&e.Items[i])
	}
	for i := range e.Mobs {
		c.mob(&e.Mobs[i])
	}
	for i := range e.Doors {
		d := &e.Doors[i]
		c.unless(ValidID(string(d.ID)), "door", string(d.ID), "its id is no slug of a to z, 0 to 9 and hyphens")
	}
	for i := range e.Spawns {
		c.spawn(&e.Spawns[i])
	}
	for _, id := range c.resting() { // also those that stay, for what they rest on may have changed
		c.nested(id, c.spawnOf(id))
	}
	c.worn()
	for i := range e.Mobs {
		c.kit(&e.Mobs[i])
	}
	c.named(e)
	c.arrival(e)
	for i := range e.Tables {
		b := &e.Tables[i]
		c.unless(ValidID(string(b.ID)), "table", string(b.ID), "its id is no slug of a to z, 0 to 9 and hyphens")
		c.unless(rulesOf(b.Game) != nil, "table", string(b.ID), fmt.Sprintf("nobody knows the game %q", b.Game))
	}
	return c.found
}

// named judges the ids of what has no other rule: a file can name nothing else.
func (c *content) named(e *PackApplied) {
	one := func(kind, id string) {
		c.unless(ValidID(id), kind, id, "its id is no slug of a to z, 0 to 9 and hyphens")
	}
	for i := range e.Quests {
		one("quest", string(e.Quests[i].ID))
	}
	for i := range e.Socials {
		one("social", string(e.Socials[i].ID))
	}
	for i := range e.Help {
		one("help", e.Help[i].ID)
	}
	c.channels(e)
	for i := range e.Zones {
		c.zone(&e.Zones[i])
	}
	c.crafts(e)
	c.scripts(e)
	c.figures(e)
	c.recipes(e)
	if len(e.Items) == 0 && len(e.Mobs) == 0 {
		return
	}
	mobs := map[ProtoID]bool{}
	for i := range e.Mobs {
		id := e.Mobs[i].ID
		mobs[id] = true
		c.unless(c.itemOf(id) == nil, "mob", string(id), "an item has that id")
	}
	for i := range e.Items {
		id := e.Items[i].ID
		stays := c.s.MobSpecs[id] != nil && !slices.Contains(e.MobsGone, id)
		c.unless(mobs[id] || !stays, "item", string(id), "a mob has that id")
	}
}

// crafts judges the crafts, and the lessons in them.
func (c *content) crafts(e *PackApplied) {
	for i := range e.Crafts {
		if text := e.Crafts[i].sound(); text != "" {
			c.unless(false, kindCraft, string(e.Crafts[i].ID), text)
		}
	}
	all := maps.Clone(c.s.Crafts)
	for _, id := range e.CraftsGone {
		delete(all, id)
	}
	for i := range e.Crafts {
		all[e.Crafts[i].ID] = &e.Crafts[i]
	}
	if n := len(all); n > CraftsMost && len(e.Crafts) > 0 {
		c.unless(false, kindCraft, string(e.Crafts[0].ID), fmt.Sprintf("%d crafts are too many", n))
	}
}

// arrival judges what is changed of where people arrive: they stand on dry ground there, and can come back.
func (c *content) arrival(e *PackApplied) {
	start, isChanged := c.s.start(), false
	if e.Info.Start != "" && e.Info.Start != start {
		start, isChanged = e.Info.Start, true
	}
	room := c.s.Rooms[start]
	for i := range e.Rooms {
		if e.Rooms[i].ID == start {
			room, isChanged = &e.Rooms[i], true
		}
	}
	if room == nil {
		return
	}
	c.unless(!isChanged || room.Tidal == nil, "room", string(start), "people arrive there, and it lies under the tide")
	zone := c.s.ZoneOf(room)
	if slices.ContainsFunc(e.ZonesGone, func(id ZoneID) bool { return zone != nil && zone.ID == id }) {
		zone = nil
	}
	for i := range e.Zones {
		if room.Zone != "" && (e.Zones[i].ID == ZoneID(room.Zone) || e.Zones[i].ID == ZoneKey(room.Zone)) {
			zone, isChanged = &e.Zones[i], true
		}
	}
	if isChanged && zone != nil {
		c.unless(!zone.Closed, "zone", string(zone.ID), "people arrive there, and it is closed")
	}
}

// content is what there would be after a change, and what was found in it.
type content struct {
	s      *State
	items  map[ProtoID]*ItemSpec  // that are set, nil for those withdrawn
	spawns map[SpawnID]*SpawnSpec // likewise
	found  []Unsound
}

func newContent(s *State, e *PackApplied) *content {
	c := &content{s: s, items: map[ProtoID]*ItemSpec{}, spawns: map[SpawnID]*SpawnSpec{}}
	for _, id := range e.ItemsGone {
		c.items[id] = nil
	}
	for i := range e.Items {
		c.items[e.Items[i].ID] = &e.Items[i]
	}
	for _, id := range e.SpawnsGone {
		c.spawns[id] = nil
	}
	for i := range e.Spawns {
		c.spawns[e.Spawns[i].ID] = &e.Spawns[i]
	}
	return c
}

// itemOf returns a pattern as it would be, nil for none.
func (c *content) itemOf(id ProtoID) *ItemSpec {
	if it, changed := c.items[id]; changed {
		return it
	}
	return c.s.ItemSpecs[id]
}

// spawnOf returns a rule as it would be, nil for none.
func (c *content) spawnOf(id SpawnID) *SpawnSpec {
	if sp, changed := c.spawns[id]; changed {
		return sp
	}
	return c.s.Spawns[id]
}

// used lists the patterns that there were and that are now worn elsewhere, or are or are no more containers.
func (c *content) used() map[ProtoID]bool {
	out := map[ProtoID]bool{}
	for id, now := range anyhow(c.items) {
		was := c.s.ItemSpecs[id]
		if was != nil && now != nil && (was.Wear != now.Wear || (was.Holds == nil) != (now.Holds == nil)) {
			out[id] = true
		}
	}
	return out
}

// resting lists, in order, the rules that are set and those that rest on what is changed.
func (c *content) resting() []SpawnID {
	seen := map[SpawnID]bool{}
	add := func(id SpawnID) {
		for _, id := range append(slices.Clone(c.s.Index.Fillers[id]), id) {
			if c.spawnOf(id) != nil {
				seen[id] = true
			}
		}
	}
	for id := range anyhow(c.spawns) {
		add(id)
	}
	if used := c.used(); len(used) > 0 {
		for id, sp := range anyhow(c.s.Spawns) {
			if used[sp.Item] {
				add(id)
			}
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

func (c *content) unless(ok bool, kind, id, text string) {
	if !ok {
		c.found = append(c.found, Unsound{Kind: kind, ID: id, Text: text})
	}
}

// texts judges the words of a pack for what the rules say: they go into every record of what they tell.
func (c *content) texts(pack string, t *Texts) {
	if t == nil {
		return
	}
	for _, row := range TextRows() {
		c.unless(len(t.Text(row.Key)) <= textBytesMost, "pack", pack, fmt.Sprintf("its text %q is too long", row.Key))
	}
	for _, word := range slices.Concat(t.GuestFirst, t.GuestLast) {
		c.unless(GuestWord(word), "pack", pack, fmt.Sprintf("%q cannot be part of a guest's name", word))
	}
	c.unless((len(t.GuestFirst) == 0) == (len(t.GuestLast) == 0), "pack", pack, "guests have only half a name")
}

// unsoundWhen is said of a condition whose hours cannot be.
const unsoundWhen = "the hours of a condition are two that differ, each 0 to 23"

func (c *content) room(r *RoomSpec) {
	ok := func(holds bool, text string) { c.unless(holds, "room", string(r.ID), text) }
	ok(ValidID(string(r.ID)), "its id is no slug of a to z, 0 to 9 and hyphens")
	ok(len(r.At) == 0 || len(r.At) == coordinates, "its place on the map is not east, north and up")
	seen := map[Dir]bool{}
	for _, x := range r.Exits {
		ok(slices.Contains(Dirs(), x.Dir) && !seen[x.Dir], fmt.Sprintf("an exit cannot lead %q, or two do", x.Dir))
		seen[x.Dir] = true
	}
	ok(r.Needs.sound() && r.Fits >= 0 && r.Fits <= FitsMost, "what it needs, or how many fit in, cannot be")
	ok(soundGathers(r.Gathers), "what can be gathered there cannot be")
	ok(len(r.Also) <= AlsoMost, fmt.Sprintf("it has %d further paragraphs; at most %d can be", len(r.Also), AlsoMost))
	ok(soundDetails(r.Extras) && !slices.ContainsFunc(r.Also, func(p AlsoSpec) bool { return !p.When.sound() }),
		unsoundWhen)
	ok(r.Board.sound() == "", r.Board.sound())
}

func (c *content) item(it *ItemSpec) {
	ok := func(holds bool, text string) { c.unless(holds, "item", string(it.ID), text) }
	ok(ValidID(string(it.ID)), "its id is no slug of a to z, 0 to 9 and hyphens")
	ok(soundDetails(it.Extras), unsoundWhen)
	ok(it.Wear == "" || slices.Contains(Slots(), it.Wear), fmt.Sprintf("nobody has a place %q to wear it", it.Wear))
	ok(within(it.Value) && within(it.Armour) && it.Damage.sound(), "its value, armour or damage cannot be")
	ok(it.Effect.sound(), "its effect cannot be")
	ok(it.Power.sound(), "its power cannot be")
	ok(it.Burns >= 0 && it.Burns <= BurnsMost, fmt.Sprintf("it cannot burn for %d seconds", it.Burns))
	ok(it.Charges >= 0 && it.Charges <= ChargesMost, fmt.Sprintf("%d charges cannot be", it.Charges))
	ok(within(it.Level) && !slices.ContainsFunc(it.Serves, func(p Passage) bool { return !p.sound() }),
		"the level that it takes, or what it serves as, cannot be")
	ok(it.Bonus.sound(), fmt.Sprintf("a bonus is %d to %d of each", BonusLeast, BonusMost))
	if h := it.Holds; h != nil {
		ok(h.Most >= 1 && h.Most <= contentHolds, fmt.Sprintf("a container of %d things cannot be", h.Most))
		ok(within(h.Resets), "its lid waits for less than no time, or for ever")
	}
	ok(!it.Coins || it.Holds == nil && it.Wear == "", "coins are neither worn nor a container")
	ok(it.ID != corpseProto || it.Holds != nil, "a corpse has to be a container, for what the dead carried")
	ok(it.ID != coinProto || it.Coins, "it is what coins on the floor are made of, and has to be coins")
}

func (c *content) mob(m *MobSpec) {
	ok := func(holds bool, text string) { c.unless(holds, "mob", string(m.ID), text) }
	ok(ValidID(string(m.ID)), "its id is no slug of a to z, 0 to 9 and hyphens")
	ok(m.HP >= 1 && within(m.HP), fmt.Sprintf("%d hit points cannot be", m.HP))
	ok(within(m.Level) && within(m.Armour) && within(m.Skill) && within(m.Speed) && m.Damage.sound(),
		"its level, armour, skill, speed or damage cannot be")
	ok(m.Lies == "" || slices.Contains(Poses(), m.Lies), fmt.Sprintf("nothing lies %q", m.Lies))
	ok(within(m.Flees) && (m.Wanders == nil || within(m.Wanders.Every)), "how it wanders or flees cannot be")
	ok(!slices.ContainsFunc(m.On, func(on OnSpec) bool { return !on.When.sound() }), unsoundWhen)
	ok(m.Mind == nil || !slices.ContainsFunc(m.Mind.Teaches, func(l LessonSpec) bool { return !l.sound() }),
		"a lesson in a craft raises it by 1 to 100, and up to 1 to 100")
	ok(m.Mind == nil || m.Mind.Hire.sound(), "for what it can be hired cannot be")
	ok(m.Mind == nil || !slices.ContainsFunc(m.Mind.whens(), func(w *WhenSpec) bool { return !w.sound() }), unsoundWhen)
}

// kit judges what a ready-made body is given.
func (c *content) kit(m *MobSpec) {
	if m.Ready == nil {
		return
	}
	c.unless(len(m.Ready.Kit) <= KitMost, "mob", string(m.ID), fmt.Sprintf("it is given %d things", len(m.Ready.Kit)))
	worn := map[Slot]int{}
	for _, k := range m.Ready.Kit {
		if it := c.itemOf(k.Item); k.Worn && it != nil && it.Wear != "" {
			worn[it.Wear]++
			c.unless(worn[it.Wear] <= len(it.Wear.Places()), "mob", string(m.ID),
				fmt.Sprintf("it is given two things to wear at %q", it.Wear))
		}
	}
}

// within reports whether a number of content is neither negative nor beyond all bounds.
func within(n int) bool { return n >= 0 && n <= contentMost }

// sound reports whether dice can be thrown.
func (d Dice) sound() bool {
	return d.N >= 0 && d.N <= contentDice && within(d.S) && (d.N == 0 || d.S >= 1) &&
		d.P >= -contentMost && d.P <= contentMost
}

// spawn judges a rule by itself.
func (c *content) spawn(sp *SpawnSpec) {
	ok := func(holds bool, text string) { c.unless(holds, "spawn", string(sp.ID), text) }
	ok(ValidID(string(sp.ID)), "its id is no slug of a to z, 0 to 9 and hyphens")
	ok((sp.Item == "") != (sp.Mob == ""), "it makes exactly one, an item or a mob")
	ok(boolInt(sp.Room != "")+boolInt(sp.In != "")+boolInt(sp.On != "") == 1,
		"what it makes is in exactly one place: room, in or on")
	ok(sp.Mob == "" || sp.Room != "", "a mob can be put in a room only")
	ok(!sp.Worn || sp.On != "", "it is worn by nobody")
	ok(sp.Max >= 0 && sp.Max <= SpawnMost, fmt.Sprintf("it keeps %d; at most %d can be", sp.Max, SpawnMost))
	ok(sp.Every >= 0, "it waits for less than no time")
	ok(sp.When.sound(), unsoundWhen)
	ok(!sp.When.IsOfViewer(), "its condition asks who looks, and nobody does; it may ask for tide and hour")
	ok(sp.soundBuried(), "only things are buried, and only in rooms")
	ok(
		sp.As == "" || ValidID(sp.As) && sp.Max <= 1,
		fmt.Sprintf("what it makes cannot be called %q, or is more than one", sp.As),
	)
}

// nested judges a rule by those that it rests on: a container lies in no other, and only creatures carry.
func (c *content) nested(id SpawnID, sp *SpawnSpec) {
	if in := c.spawnOf(sp.In); in != nil {
		it := c.itemOf(in.Item)
		c.unless(
			it == nil || it.Holds != nil,
			"spawn",
			string(id),
			fmt.Sprintf("what the spawn %q makes is no container", in.ID),
		)
		c.unless(in.In == "", "spawn", string(id),
			fmt.Sprintf("the container that the spawn %q makes lies in another; only what lies in none is filled", in.ID))
	}
	if on := c.spawnOf(sp.On); on != nil {
		c.unless(on.Mob != "", "spawn", string(id), fmt.Sprintf("what the spawn %q makes is no mob", on.ID))
	}
}

// worn finds two things in one place of a body.
func (c *content) worn() {
	type place struct {
		on   SpawnID
		slot Slot
	}
	bodies := map[SpawnID]bool{}
	all := map[SpawnID]bool{}
	for _, id := range c.resting() {
		if on := c.spawnOf(id).On; on != "" {
			all[id] = true
			bodies[on] = true
		}
	}
	for on := range anyhow(bodies) {
		for _, id := range c.s.Index.Fillers[on] {
			all[id] = true
		}
	}
	worn := map[place][]SpawnID{}
	for _, id := range slices.Sorted(maps.Keys(all)) {
		sp := c.spawnOf(id)
		if sp == nil || !sp.Worn || sp.On == "" {
			continue
		}
		it := c.itemOf(sp.Item)
		if it == nil || it.Wear == "" {
			continue
		}
		at := place{sp.On, it.Wear}
		if before := worn[at]; len(before) > 0 {
			c.unless(len(before) < len(it.Wear.Places()), "spawn", string(id),
				fmt.Sprintf("what the spawn %q makes is worn at %q already", before[0], it.Wear))
		}
		c.unless(sp.Max <= 1, "spawn", string(id), "one body cannot wear more than one of the same")
		worn[at] = append(worn[at], id)
	}
}
