package world

import (
	"slices"
	"strings"
)

// What scripts in DG make, remove, and put in the place of something else.

// load is %load% obj NUMBER or mob NUMBER: things in the creature's hands, or those of whoever is named, else on the
// floor.
func (l *liveScript) load(rest string) {
	kind, rest := firstWord(rest)
	number, where := firstWord(rest)
	if l.acts++; l.dry {
		return
	}
	switch kind = strings.ToLower(kind); {
	case strings.HasPrefix(kind, "m"):
		l.t.scriptBeast(protoNumbered(l.t.s.MobSpecs, "mob-", number), l.room())
	case strings.HasPrefix(kind, "o"):
		to, place := firstWord(where)
		_, id := cutEntry(l.r.self)
		holder := l.t.s.Actors[ActorID(id)]
		if to != "" {
			holder = l.who(to)
		}
		it := l.t.scriptItem(l.r.id, protoNumbered(l.t.s.ItemSpecs, "item-", number), l.room(), holder)
		if it != "" && holder != nil && l.t.s.wild(holder) != nil && place != "" && !strings.HasPrefix(place, "inv") {
			l.doAs(holder, Wear{Items: []ItemID{it}})
		}
	}
}

// Limits of what scripts make.
const (
	beastsAtMost   = 5  // creatures of one pattern in a room where a script makes another
	beastsZoneMost = 20 // and in its zone
)

// scriptBeast makes a creature. It goes the way of all that no rule made: when it dies, or is removed.
func (t *Turn) scriptBeast(proto ProtoID, room RoomID) {
	m, zone, here, near := t.s.MobSpecs[proto], t.s.zoneAt(room), 0, 0
	switch {
	case m == nil || m.Ready != nil || m.Mind != nil:
		return
	case t.s.spares(room, m):
		return
	case t.s.Rooms[room] == nil || len(t.s.Index.Present[room]) >= roamRoomMost:
		return
	}
	for _, a := range anyhow(t.s.Actors) {
		if a.Proto == proto && a.Presence == Here {
			here += boolInt(a.Room == room)
			near += boolInt(t.s.zoneAt(a.Room) == zone)
		}
	}
	if here >= beastsAtMost || near >= beastsZoneMost {
		return
	}
	t.emit(MobMade{
		Actor: ActorID(t.newID("npc-" + string(proto))), Num: t.s.nextNum(), Name: m.Name, Proto: proto, Room: room,
		HP: m.HP, Level: max(m.Level, 1), At: t.now,
	})
}

// spares reports whether a script makes no such creature in a room: one that attacks by itself, where nobody may be
// attacked.
func (s *State) spares(room RoomID, m *MobSpec) bool {
	r := s.Rooms[room]
	return r != nil && r.Safe && m != nil && m.Aggressive
}

// scriptItem makes a thing: in somebody's hands, else on the floor. No coins, and none where three are already.
func (t *Turn) scriptItem(script ScriptID, proto ProtoID, room RoomID, holder *Actor) ItemID {
	spec := t.s.ItemSpecs[proto]
	if spec == nil || spec.Coins || proto == corpseProto || room == "" {
		return ""
	}
	place, around := Place{Room: room}, t.s.Index.Floor[room]
	if holder != nil && holder.Presence != Away && !spec.Fixed && len(t.s.Index.Held[holder.ID]) < carryMost {
		place, around = Place{Actor: holder.ID}, t.s.Index.Held[holder.ID]
	}
	n := 0
	for _, id := range around {
		n += boolInt(t.s.Items[id].Proto == proto)
	}
	if n >= scriptMakesMost || place.Room != "" && len(around) >= floorMost {
		return ""
	}
	made := ItemMade{Item: ItemID(t.newID(string(proto))), Proto: proto, Place: place, Script: script,
		Built: !t.s.Vouched(Key{kindScript, string(script)})}
	if spec.Holds != nil {
		made.Shut, made.Bolt = spec.Holds.Closed || spec.Holds.Locked, spec.Holds.Locked
	}
	t.emit(made)
	return made.Item
}

// purge removes a thing or a creature; with nothing named, all that a script may remove in the room. People stay, and
// so do their things, but for one that is named.
func (l *liveScript) purge(rest string) {
	if l.acts++; l.dry {
		return
	}
	if word, _ := firstWord(rest); word != "" {
		ref := l.find(word)
		kind, id := cutEntry(strings.TrimPrefix(ref, refMark))
		if l.reaches(l.t.s.Actors[ActorID(id)]) || l.handles(l.t.s.Items[ItemID(id)]) {
			l.purgeOne(kind, id)
		}
		return
	}
	for _, id := range slices.Clone(l.t.s.Index.Floor[l.room()]) {
		l.t.scriptRemove("item", string(id))
	}
	for _, id := range slices.Clone(l.t.s.Index.Present[l.room()]) {
		if "actor:"+string(id) != l.r.self {
			l.t.scriptRemove("actor", string(id))
		}
	}
}

// purgeOne removes what is named. Of what a player has it removes only what a script made, or what a rule of its own
// zone did, and tells whoever has it.
func (l *liveScript) purgeOne(kind, id string) {
	t, it := l.t, l.t.s.Items[ItemID(id)]
	holder := (*Actor)(nil)
	for in := it; kind == "item" && in != nil; in = t.s.Items[in.At.Item] {
		holder = t.s.Actors[in.At.Actor]
	}
	if holder == nil || !holder.Player() {
		t.scriptRemove(kind, id)
		return
	}
	sp := t.s.Spawns[it.Spawn]
	if it.Script == "" && (sp == nil || !l.within(t.s.spawnRoom(sp))) {
		t.traceLost(l.r, "no script takes from a player what neither a script nor its own zone made")
		return
	}
	gone := capital(t.the(it)) + " is no more."
	if t.scriptRemove(kind, id) == "" {
		t.emit(Narrated{Room: holder.Room, To: holder.ID, Text: gone})
	}
}

// scriptRemove removes a creature without a mind, or a thing that is no corpse of a person and no body's own.
func (t *Turn) scriptRemove(kind, id string) string {
	switch kind {
	case "item":
		it := t.s.Items[ItemID(id)]
		if it == nil || it.Kit != "" || it.Proto == corpseProto {
			return "it is not there, or nobody's to remove"
		}
		t.purgeItem(it.ID)
		return ""
	case "actor":
		a := t.s.Actors[ActorID(id)]
		if a == nil || t.s.wild(a) == nil || a.Driver != "" || t.dying == a.ID || t.s.Battled(a.ID) {
			return "no script removes that"
		}
		t.endFights(a)
		t.purgeMob(a)
		return ""
	}
	return "it is not there"
}

// transform puts a creature of another pattern, or such a thing, in place of what the script is of.
func (l *liveScript) transform(rest string) {
	number, _ := firstWord(strings.TrimPrefix(strings.TrimSpace(rest), "-"))
	if l.acts++; l.dry {
		return
	}
	kind, id := cutEntry(l.r.self)
	room := l.room()
	switch kind {
	case "actor":
		proto := protoNumbered(l.t.s.MobSpecs, "mob-", number)
		if proto == "" || l.t.s.spares(room, l.t.s.MobSpecs[proto]) {
			return
		}
		if l.t.scriptRemove(kind, id) == "" {
			l.t.scriptBeast(proto, room)
		}
	case "item":
		it := l.t.s.Items[ItemID(id)]
		if proto := protoNumbered(l.t.s.ItemSpecs, "item-", number); proto != "" && it != nil {
			holder := l.t.s.Actors[it.At.Actor]
			if l.t.scriptRemove(kind, id) == "" {
				l.t.scriptItem(l.r.id, proto, room, holder)
			}
		}
	}
}

// junk has a creature destroy what it holds.
func (l *liveScript) junk(rest string) {
	_, id := cutEntry(l.r.self)
	if l.acts++; l.dry {
		return
	}
	word, _ := firstWord(strings.ToLower(rest))
	word = strings.TrimPrefix(word, "all.")
	for _, held := range slices.Clone(l.t.s.Index.Held[ActorID(id)]) {
		it := l.t.s.Items[held]
		if it != nil && (word == "all" || slices.Contains(l.t.s.ItemWords(it), word)) {
			l.t.scriptRemove("item", string(held))
		}
	}
}
