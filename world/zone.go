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
		return z.Lets(who) || named(z.Testers, who)
	}
	return s.ZoneOf(s.Rooms[who.Room]) == z
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

// resupply makes what a spawn rule lacks, or waits once more while its zone rests.
func (t *Turn) resupply(id SpawnID) {
	if sp := t.s.Spawns[id]; sp != nil && t.s.rests(sp) {
		t.supply(id)
		return
	}
	t.respawn(id)
}

// builds refuses an edit of what is in a zone in which others build. Who is no builder but allowed to edit is judged
// like one.
func (t *Turn) builds(keys []Key, set *Entries) *Refusal {
	if t.me == nil || t.me.Rank() >= RoleWizard {
		return nil
	}
	for _, k := range keys {
		was, now := t.s.Entry(k.Kind, k.ID), set.Entry(k.Kind, k.ID)
		if k.Kind == "zone" {
			if r := t.rules(k.ID, was != nil); r != nil {
				return r
			}
			continue
		}
		if len(t.s.Zones) == 0 {
			continue
		}
		for _, entry := range []any{was, now} {
			for _, room := range t.s.standsIn(entry, set) {
				if z := t.s.ZoneOf(room); z != nil && !z.Lets(t.me) {
					return refuse(CodeNotAllowed, z.beyond(k))
				}
			}
		}
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

// rules refuses to say of a zone who builds there to whoever does not build there already, or, of one of which nothing
// is said, while it has rooms: else anybody could take it from the others.
func (t *Turn) rules(id string, isSaid bool) *Refusal {
	if z := t.s.Zones[ZoneID(id)]; isSaid {
		if !z.Lets(t.me) {
			return refuse(CodeNotAllowed, z.beyond(Key{"zone", id}))
		}
		return nil
	}
	for _, r := range anyhow(t.s.Rooms) {
		if r.Zone == id || ZoneKey(r.Zone) == ZoneID(id) {
			return refuse(CodeNotAllowed, "The zone "+id+" has rooms already; a wizard says who builds there.")
		}
	}
	return nil
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
