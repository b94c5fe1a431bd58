package world

import (
	"fmt"
	"slices"
	"strings"
)

// A zone is the rooms that name it. What they have in common is said once, by an entry of content of the zone's own:
// for whom it is meant, who builds in it, whether its rules rest, and whether it is closed. A closed zone is part of
// the world like all else, but for its doors: only those who build there walk in, and whom they let try it.

// Resets says when the rules of a zone make anew what is gone. The empty one is always, after the time of each.
type Resets string

// When the rules of a zone rest.
const (
	ResetsEmpty Resets = "empty" // they wait until no player is there
	ResetsNever Resets = "never" // they make nothing anew
)

// ZoneResets lists when the rules of a zone may rest.
func ZoneResets() []Resets { return []Resets{ResetsEmpty, ResetsNever} }

// Limits of what is said of a zone.
const (
	ZoneNamesMost = 50  // builders, and testers
	ZoneLevelMost = 100 // a level for which it is meant
)

// ZoneKey is the id of the entry that is about a zone as rooms name it: what is no small letter or digit is a hyphen.
func ZoneKey(zone string) ZoneID {
	words := strings.FieldsFunc(strings.ToLower(zone), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
	return ZoneID(strings.Join(words, "-"))
}

// ZoneOf returns what is said of the zone of a room; nil when nothing is.
func (s *State) ZoneOf(r *RoomSpec) *ZoneSpec {
	if r == nil || r.Zone == "" || len(s.Zones) == 0 {
		return nil
	}
	if z := s.Zones[ZoneID(r.Zone)]; z != nil {
		return z
	}
	return s.Zones[ZoneKey(r.Zone)]
}

// InZone reports whether a room is in the zone of a name, or of an id, in letters of any case.
func (r *RoomSpec) InZone(zone string) bool {
	return r != nil && r.Zone != "" &&
		(strings.EqualFold(r.Zone, zone) || strings.EqualFold(string(ZoneKey(r.Zone)), zone))
}

// Lets reports whether somebody may change what is in a zone; nil is a zone of which nothing is said.
func (z *ZoneSpec) Lets(a *Actor) bool {
	switch {
	case a.Rank() >= RoleWizard:
		return true
	case a.Rank() < RoleBuilder:
		return false
	case z == nil:
		return true
	}
	return !z.Locked && (len(z.Builders) == 0 || named(z.Builders, a))
}

// named reports whether somebody is one of those a list names.
func named(names []string, a *Actor) bool {
	return slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, a.Name) })
}

// Admits reports whether somebody may walk into a room as far as its zone goes: into a closed one go those who build
// there or try it, and the creatures that are there already. Nil is nobody in particular.
func (s *State) Admits(who *Actor, r *RoomSpec) bool {
	z := s.ZoneOf(r)
	switch {
	case z == nil || !z.Closed:
		return true
	case who == nil:
		return false
	case who.Player():
		return z.Admits(who)
	}
	return s.ZoneOf(s.Rooms[who.Room]) == z
}

// Admits reports whether a player may walk into a zone: everybody into an open one, and into a closed one who may
// change it, or tries it.
func (z *ZoneSpec) Admits(who *Actor) bool { return !z.Closed || z.Lets(who) || named(z.Testers, who) }

// shown reports whether somebody can see a way out: it is not hidden, leads somewhere, and not into a closed zone.
func (s *State) shown(e ExitSpec, who *Actor) bool {
	to := s.Rooms[e.To]
	return !e.Hidden && to != nil && s.Admits(who, to)
}

// rests reports whether a rule makes nothing anew for now.
func (s *State) rests(sp *SpawnSpec) bool {
	z := s.ZoneOf(s.Rooms[s.spawnRoom(sp)])
	if z == nil {
		return false
	}
	switch z.Resets {
	case ResetsNever:
		return true
	case ResetsEmpty:
		return slices.ContainsFunc(s.Index.Awake, func(id ActorID) bool { return s.ZoneOf(s.Rooms[s.Actors[id].Room]) == z })
	default:
		return false
	}
}

// resupply makes what a spawn rule lacks, or waits once more while its zone rests. One that rests for ever waits for
// nothing: an idle world writes nothing.
func (t *Turn) resupply(id SpawnID) {
	switch sp := t.s.Spawns[id]; {
	case sp == nil || !t.s.rests(sp):
		t.respawn(id)
	case !t.s.restsForEver(sp):
		t.supply(id)
	}
}

func (s *State) restsForEver(sp *SpawnSpec) bool {
	z := s.ZoneOf(s.Rooms[s.spawnRoom(sp)])
	return z != nil && z.Resets == ResetsNever
}

// atRest lists the rules that rest for ever, in order.
func (s *State) atRest() (out []SpawnID) {
	if len(s.Zones) == 0 {
		return nil
	}
	for id, sp := range anyhow(s.Spawns) {
		if s.restsForEver(sp) {
			out = append(out, id)
		}
	}
	slices.Sort(out)
	return out
}

// supplyAgain has those of some rules that rest no more wait for what they lack.
func (t *Turn) supplyAgain(rested []SpawnID) {
	for _, id := range rested {
		if sp := t.s.Spawns[id]; sp != nil && !t.s.restsForEver(sp) && t.s.supplied(sp) < max(sp.Max, 1) {
			t.supply(id)
		}
	}
}

// callsOtherwise makes zones name somebody as they are called from now on, or, with no name, nobody: a name may be
// another's next. A zone whose only builder is gone is locked, for without builders it would be everybody's.
func (t *Turn) callsOtherwise(was, name string) {
	isThey := func(n string) bool { return strings.EqualFold(n, was) }
	renamed := func(names []string) (out []string) {
		for _, n := range names {
			if !isThey(n) {
				out = append(out, n)
			} else if name != "" {
				out = append(out, name)
			}
		}
		return out
	}
	var set Entries
	for id, z := range Ordered(t.s.Zones) {
		if !slices.ContainsFunc(slices.Concat(z.Builders, z.Testers), isThey) {
			continue
		}
		now := *z
		now.Builders, now.Testers = renamed(z.Builders), renamed(z.Testers)
		now.Locked = z.Locked || len(z.Builders) > 0 && len(now.Builders) == 0
		set.Put("zone", string(id), now)
	}
	if len(set.Zones) > 0 {
		t.sets(ContentChanged{Now: set})
	}
}

// builds refuses an edit of what is in a zone in which others build. A pattern is also whose it is who made it: others
// may put it where they build, and take it from nobody by that. Who is no builder but allowed to edit is judged like
// one.
func (t *Turn) builds(keys []Key, set *Entries) *Refusal {
	if t.me == nil || t.me.Rank() >= RoleWizard {
		return nil
	}
	for _, k := range keys {
		was, now := t.s.Entry(k.Kind, k.ID), set.Entry(k.Kind, k.ID)
		if m, is := now.(MobSpec); is {
			if r := t.s.passesFor(&m); r != nil {
				return r
			}
		}
		if k.Kind == "zone" {
			if r := t.rules(k.ID, was != nil, now); r != nil {
				return r
			}
			continue
		}
		if len(t.s.Zones) == 0 {
			continue
		}
		isMine := t.s.Edits[k.entry()].madeBy(t.me)
		if r := t.s.takes(was, now, isMine); r != nil {
			return r
		}
		isMine = isMine && (k.Kind == "item" || k.Kind == "mob")
		for _, entry := range []any{was, now} {
			for _, room := range t.s.standsIn(entry, set) {
				if z := t.s.ZoneOf(room); z != nil && !z.Lets(t.me) && (z.Locked || !isMine) {
					return refuse(CodeNotAllowed, z.beyond(k))
				}
			}
		}
	}
	return nil
}

// passesFor refuses to call a creature as a player is called: what it says would be read as theirs.
func (s *State) passesFor(m *MobSpec) *Refusal {
	name, _, _ := strings.Cut(m.Name, " ")
	if who := s.PlayerNamed(name); who != nil && who.Name == name {
		return refuse(CodeTaken, name+" is a player. Call the creature otherwise.")
	}
	return nil
}

// beyond says why somebody may not change an entry.
func (z *ZoneSpec) beyond(k Key) string {
	text := fmt.Sprintf("The %s %s belongs to the zone %s", k.Kind, k.ID, z.ID)
	if z.Locked {
		return text + ", which is locked: only wizards change it."
	}
	return text + ", where only these build: " + strings.Join(z.Builders, ", ") + "."
}

// takes refuses to bring a room that everybody may change into a zone that is only for some: whoever has a zone could
// take the world from the others, room by room. Who made it may.
func (s *State) takes(was, now any, isMine bool) *Refusal {
	old, isRoom := was.(RoomSpec)
	room, stays := now.(RoomSpec)
	if !isRoom || !stays || isMine {
		return nil
	}
	from, to := s.ZoneOf(&old), s.ZoneOf(&room)
	if to == nil || to == from || len(to.Builders) == 0 && !to.Closed || from != nil && len(from.Builders) > 0 {
		return nil
	}
	return refuse(CodeNotAllowed, fmt.Sprintf("The room %s is everybody's: only who made it brings it into the zone %s, "+
		"or a wizard.", room.ID, to.ID))
}

// madeBy reports whether somebody made an entry from inside. Nil is one as its pack has it.
func (e *Edited) madeBy(a *Actor) bool {
	return e != nil && e.Base == "" && e.Maker != 0 && e.Maker == a.Num
}

// rules refuses to say of a zone who builds there to whoever does not build there already, or, of one that is
// everybody's and has rooms, for whom it is: else anybody could take it from the others. It refuses to be given away as
// well, which is mostly a name that was mistyped; the next builder can take the first one's out.
func (t *Turn) rules(id string, isSaid bool, now any) *Refusal {
	z := t.s.Zones[ZoneID(id)]
	if isSaid && !z.Lets(t.me) {
		return refuse(CodeNotAllowed, z.beyond(Key{"zone", id}))
	}
	then, stays := now.(ZoneSpec)
	if stays && len(then.Builders) > 0 && !named(then.Builders, t.me) {
		return refuse(CodeNotAllowed, "You would build there no longer. Name yourself, too, with a comma between names: "+
			strings.Join(append([]string{t.me.Name}, then.Builders...), ", ")+".")
	}
	takes := stays && (len(then.Builders) > 0 || then.Locked || then.Closed && !(isSaid && z.Closed))
	if isTheirs := isSaid && (len(z.Builders) > 0 || !takes); !isTheirs && t.s.HasRooms(ZoneID(id)) {
		return refuse(CodeNotAllowed, "The zone "+id+" has rooms already; a wizard says who builds there.")
	}
	return nil
}

// HasRooms reports whether a room is in a zone.
func (s *State) HasRooms(id ZoneID) bool {
	for _, r := range anyhow(s.Rooms) {
		if r.Zone != "" && (r.Zone == string(id) || ZoneKey(r.Zone) == id) {
			return true
		}
	}
	return false
}

// standsIn returns the rooms that an entry is about, as they are or as an edit makes them. A pattern is about all rooms
// in which rules put it.
func (s *State) standsIn(entry any, set *Entries) (out []*RoomSpec) {
	room := func(id RoomID) {
		for i := range set.Rooms {
			if set.Rooms[i].ID == id {
				out = append(out, &set.Rooms[i])
			}
		}
		if r := s.Rooms[id]; r != nil {
			out = append(out, r)
		}
	}
	made := func(id ProtoID) {
		for _, sp := range anyhow(s.Spawns) {
			if sp.Item == id || sp.Mob == id {
				room(s.spawnRoom(sp))
			}
		}
	}
	switch e := entry.(type) {
	case RoomSpec:
		out = append(out, &e)
	case DoorSpec:
		for _, id := range s.sides(e.ID) {
			room(id)
		}
	case SpawnSpec:
		room(s.spawnRoom(&e))
	case QuestSpec:
		room(e.Room)
	case TableSpec:
		room(e.Room)
	case ItemSpec:
		made(e.ID)
	case MobSpec:
		made(e.ID)
	}
	return out
}

// zone judges what is said of a zone.
func (c *content) zone(z *ZoneSpec) {
	id := string(z.ID)
	c.unless(ValidID(id), "zone", id, "its id is no slug of a to z, 0 to 9 and hyphens")
	c.unless(z.Resets == "" || slices.Contains(ZoneResets(), z.Resets), "zone", id,
		fmt.Sprintf("its resets are %q, which nobody knows", z.Resets))
	c.unless(len(z.Builders) <= ZoneNamesMost && len(z.Testers) <= ZoneNamesMost, "zone", id,
		fmt.Sprintf("it names more than %d people", ZoneNamesMost))
	c.unless(z.From >= 0 && z.From <= ZoneLevelMost && z.To <= ZoneLevelMost && (z.To == 0 || z.To >= z.From), "zone", id,
		"its levels are no span")
}
