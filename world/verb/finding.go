package verb

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// The kinds of what find lists, as vnum names them.
const (
	kindRoom   = "room"
	kindObject = "object"
	kindMob    = "mob"
	kindZone   = "zone"
	kindScript = "script"
)

type findArgs struct {
	What string `json:"word" take:"text" help:"words of an id, a name or further words; then, perhaps, page and a number"`
}

type zoneArgs struct {
	What string `json:"word" take:"text" opt:"yes" help:"words, or a zone; nothing for this zone; page N"`
}

type zlistArgs struct {
	What string `json:"word" take:"text" opt:"yes" help:"a beginning of a zone's id; nothing for all; page N"`
}

type vnumArgs struct {
	Kind string `json:"kind" take:"word" enum:"room,object,mob,zone" help:"what is looked for"`
	What string `json:"word" take:"text" help:"words of an id, a name or further words; page N"`
}

// findingVerbs look among what the world is made of: the ids that load and goto take.
func findingVerbs() []*Verb {
	const ids = "The first word of a line is the kind, the second the id. "
	list := func(name, brief, kind, of string) *Verb {
		return tells(helped(builder(name, brief, name, Reads), name+" alone lists those of the zone that you are in, "+name+
			" and a zone's id those of that one; any other words are looked for in ids and names. "+of+pageHelp),
			func(c Ctx, a zoneArgs) (any, *world.Refusal) { return c.find(name, a.What, kind) })
	}
	return []*Verb{
		tells(helped(builder("find", "Find rooms, zones and patterns of things and creatures by a word.", "find lamp", Reads),
			"The word may be of an id, a name or the further words of a pattern, and need not be whole; of several words "+
				"all must be there. "+ids+"load makes a thing or a creature from the id of its pattern, goto goes to a room. "+
				"What there is of a pattern, where lists. "+pageHelp),
			func(c Ctx, a findArgs) (any, *world.Refusal) {
				return c.find("find", a.What, kindZone, kindRoom, kindObject, kindMob)
			}),
		list("rlist", "List rooms, with their ids.", kindRoom, ""),
		list("olist", "List patterns of things, with their ids.", kindObject, "Of a zone are things that it brings forth. "),
		list("mlist", "List patterns of creatures, with their ids.", kindMob, "Of a zone are those that it brings forth. "),
		tells(helped(builder("qlist", "List quests, with their ids and where they are offered.", "qlist", Reads),
			"qlist and a word lists those with it in id, name or room. "+pageHelp),
			func(c Ctx, a zlistArgs) (any, *world.Refusal) { return c.questList(a.What) }),
		tells(helped(builder("zlist", "List zones, with their ids and how many rooms each has.", "zlist", Reads), pageHelp),
			func(c Ctx, a zlistArgs) (any, *world.Refusal) { return c.find("zlist", a.What, kindZone) }),
		tells(helped(builder("vnum", "Find a room, an object, a mob or a zone by a word.", "vnum object lamp", Reads),
			"As find does, of one kind: vnum obj lamp. "+ids+pageHelp),
			func(c Ctx, a vnumArgs) (any, *world.Refusal) { return c.find("vnum "+a.Kind, a.What, a.Kind) }),
	}
}

// find lists what of some kinds a text names. Of one kind alone no words mean the zone in which the asker is.
func (c Ctx) find(typed, text string, kinds ...string) (any, *world.Refusal) {
	text, page := askedPage(text)
	what := plain(clip(text))
	s := search{c: c, words: strings.Fields(strings.ToLower(text))}
	again := strings.TrimSpace(typed + " " + what)
	title, none := "Found: ", "Nothing of that word is there."
	if len(s.words) == 0 && kinds[0] != kindZone {
		s.zone = c.State.Rooms[c.Actor.Room].Zone
		if s.zone == "" {
			return nil, refuse(world.CodeMissing, "You are in no zone. Type a zone or a word behind "+typed+
				"; zlist lists the zones.")
		}
		title, none = "In zone "+s.zone+": ", "There is nothing of the kind in this zone."
	} else if len(s.words) == 1 && len(kinds) == 1 {
		s.zone = s.words[0]
	}
	var lines []string
	for _, k := range kinds {
		switch k {
		case kindZone:
			lines = append(lines, s.zones()...)
		case kindRoom:
			lines = append(lines, s.rooms()...)
		case kindObject:
			lines = append(lines, s.things()...)
		case kindMob:
			lines = append(lines, s.creatures()...)
		}
	}
	return pageOf(title+strconv.Itoa(len(lines)), lines, page, again, none)
}

// search is what somebody looks for among what the world is made of: by words, or all of a zone.
type search struct {
	c     Ctx
	words []string // lower case; all must be there
	zone  string   // what belongs to it is found too; "" for none
}

// fits reports whether all the words begin a word of an id, of a name or of further words.
func (s search) fits(id, name string, more []string) bool {
	id, name = strings.ToLower(id), strings.ToLower(name)
	for _, w := range s.words {
		isWord := func(text string) bool { return beginsWord(text, w) }
		if !isWord(id) && !isWord(name) && !slices.ContainsFunc(more, isWord) {
			return false
		}
	}
	return len(s.words) > 0
}

// beginsWord reports whether a word of a text, or some that follow each other, begin so. A hyphen parts words too.
func beginsWord(text, w string) bool {
	for from := 0; ; {
		at := strings.Index(text[from:], w)
		if at < 0 {
			return false
		}
		if at += from; at == 0 || text[at-1] == ' ' || text[at-1] == '-' {
			return true
		}
		from = at + 1
	}
}

func (s search) rooms() []string {
	var out []string
	for _, id := range world.Picked(s.c.State.Rooms, func(id world.RoomID, r *world.RoomSpec) bool {
		return s.zone != "" && r.InZone(s.zone) || s.fits(string(id), r.Name, nil)
	}) {
		r := s.c.State.Rooms[id]
		line := kindRoom + " " + string(id) + ": " + r.Name
		if r.Zone != "" && !r.InZone(s.zone) { // a list of a zone does not name it on each line
			line += ", in zone " + r.Zone
		}
		out = append(out, line)
	}
	return out
}

// zones lists the zones: no words mean all of them.
func (s search) zones() []string {
	count, first := map[string]int{}, map[string]world.RoomID{}
	var ids []string
	world.Picked(s.c.State.Rooms, func(id world.RoomID, r *world.RoomSpec) bool { // they are counted, and none is picked
		if count[r.Zone]++; count[r.Zone] == 1 {
			ids = append(ids, r.Zone)
		}
		if was := first[r.Zone]; was == "" || id < was {
			first[r.Zone] = id
		}
		return false
	})
	slices.Sort(ids)
	var out []string
	for _, z := range ids {
		spec := s.c.State.ZoneOf(s.c.State.Rooms[first[z]])
		if z != "" && (len(s.words) == 0 || s.fits(z, "", nil)) {
			line := kindZone + " " + z + ": " + countOf(count[z], "room") + ", one of them " + s.c.roomCalled(first[z])
			out = append(out, strings.Join(slices.Concat([]string{line}, zoneLines(spec)), "; "))
		}
	}
	for id, z := range world.Ordered(s.c.State.Zones) {
		isEmpty := !slices.ContainsFunc(ids, func(other string) bool { return world.ZoneKey(other) == id })
		if isEmpty && (len(s.words) == 0 || s.fits(string(id), z.Name, nil)) {
			line := kindZone + " " + string(id) + ": no rooms yet"
			out = append(out, strings.Join(slices.Concat([]string{line}, zoneLines(z)), "; "))
		}
	}
	return out
}

func (s search) things() []string {
	items, _ := s.broughtForth()
	ids := world.Picked(s.c.State.ItemSpecs, func(id world.ProtoID, p *world.ItemSpec) bool {
		return items[id] || s.fits(string(id), p.Name, p.Keys)
	})
	if len(ids) == 0 {
		return nil
	}
	count := map[world.ProtoID]int{}
	world.Picked(s.c.State.Items, func(_ world.ItemID, it *world.Item) bool { // they are counted, and none is picked
		count[it.Proto]++
		return false
	})
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = kindObject + " " + string(id) + ": " + s.c.State.ItemSpecs[id].Name + ", " + inWorld(count[id])
	}
	return out
}

func (s search) creatures() []string {
	_, mobs := s.broughtForth()
	ids := world.Picked(s.c.State.MobSpecs, func(id world.ProtoID, p *world.MobSpec) bool {
		return mobs[id] || s.fits(string(id), p.Name, p.Keys)
	})
	if len(ids) == 0 {
		return nil
	}
	count := map[world.ProtoID]int{}
	world.Picked(s.c.State.Actors, func(_ world.ActorID, a *world.Actor) bool { // as the things are
		count[a.Proto]++
		return false
	})
	out := make([]string, len(ids))
	for i, id := range ids {
		p := s.c.State.MobSpecs[id]
		out[i] = kindMob + " " + string(id) + ": " + p.Name
		if p.Level > 0 {
			out[i] += ", level " + strconv.Itoa(p.Level)
		}
		if p.Ready != nil {
			out[i] += ", a body for guests"
			continue
		}
		out[i] += ", " + inWorld(count[id])
	}
	return out
}

func inWorld(n int) string {
	if n == 0 {
		return "none in the world"
	}
	return strconv.Itoa(n) + " in the world"
}

// broughtForth are the patterns of which the zone's spawn rules make things and creatures.
func (s search) broughtForth() (items, mobs map[world.ProtoID]bool) {
	items, mobs = map[world.ProtoID]bool{}, map[world.ProtoID]bool{}
	if s.zone == "" {
		return items, mobs
	}
	for _, rule := range world.Ordered(s.c.State.Spawns) {
		room := s.c.State.Rooms[s.c.spawnsIn(rule)]
		if !room.InZone(s.zone) {
			continue
		}
		if rule.Item != "" {
			items[rule.Item] = true
		} else {
			mobs[rule.Mob] = true
		}
	}
	return items, mobs
}

// spawnsIn is the room in which a spawn rule makes what it makes, be it inside or on what others make there.
func (c Ctx) spawnsIn(rule *world.SpawnSpec) world.RoomID {
	const deepMost = 8 // a container on a creature is 2 deep
	for range deepMost {
		if rule == nil || rule.Room != "" {
			break
		}
		rule = c.State.Spawns[rule.In+rule.On]
	}
	if rule == nil {
		return ""
	}
	return rule.Room
}

// questList lists quests, all of them or those with words in their id, name or room's id.
func (c Ctx) questList(text string) (any, *world.Refusal) {
	text, page := askedPage(text)
	s := search{c: c, words: strings.Fields(strings.ToLower(text))}
	var lines []string
	for id, q := range world.Ordered(c.State.Quests) {
		if len(s.words) == 0 || s.fits(string(id), q.Name, []string{string(q.Room)}) {
			lines = append(lines, "quest "+string(id)+": "+q.Name+", offered in "+string(q.Room))
		}
	}
	return pageOf("Quests: "+strconv.Itoa(len(lines)), lines, page, strings.TrimSpace("qlist "+plain(clip(text))),
		"There is no quest of that word.")
}
