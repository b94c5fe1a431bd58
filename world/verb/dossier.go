package verb

import (
	"cmp"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// statMost is how many people of a zone, and how many places of what is made of a pattern, stat lists; where lists all.
const statMost = 50

type vstatArgs struct {
	What string `json:"pattern" take:"text" help:"the id of a pattern, perhaps behind object or mob"`
}

const statHelp = "What is here is meant first; then players, in the world or not, ids of all kinds, and whatever " +
	"answers to the name anywhere, creatures before patterns. stat player ann, stat mob rat, stat object lamp, stat " +
	"room hall, stat zone harbour and stat pattern lamp look for that kind alone."

func statVerbs() []*Verb {
	return []*Verb{
		tells(helped(wizard("vstat", "See a pattern, the spawn rules that use it, and where what is made of it is.",
			"vstat lamp", Reads), "vstat object lamp and vstat mob rat look for that kind alone. find tells the ids."),
			func(c Ctx, a vstatArgs) (any, *world.Refusal) { return c.statOfKind("pattern", a.What) }),
	}
}

// statKinds are the words that may stand before what is to be seen, and what each means.
func statKinds() []struct{ word, kind string } {
	return []struct{ word, kind string }{
		{"room", "room"}, {"zone", "zone"}, {"player", "player"}, {"person", "player"}, {"mob", "mob"},
		{"creature", "mob"}, {"object", "object"}, {"obj", "object"}, {"thing", "object"}, {"pattern", "pattern"},
	}
}

// statKind takes the word for a kind off some words; "" where none stands there.
func statKind(text string) (kind, rest string) {
	word, rest, _ := strings.Cut(text, " ")
	for _, k := range statKinds() {
		if rest != "" && strings.EqualFold(word, k.word) {
			return k.kind, strings.TrimSpace(rest)
		}
	}
	return "", text
}

// statOfKind shows what of one kind a text means, wherever it is.
func (c Ctx) statOfKind(kind, text string) (any, *world.Refusal) {
	text = strings.TrimSpace(text)
	low := strings.ToLower(text)
	switch kind {
	case "room":
		return c.statPlace(text)
	case "zone":
		if report, isZone := c.statZone(low); isZone {
			return report, nil
		}
		return nil, refuse(world.CodeUnknown, "There is no zone of that id. zlist lists them.")
	case "player":
		who, r := c.personCalled(text)
		if r != nil {
			return nil, r
		}
		return c.statBody(who), nil
	case "mob":
		id, r := c.bodyCalled(text, wholeWord, func(a *world.Actor) bool { return !a.Player() })
		if r != nil || id != "" {
			return c.statFound(id, r)
		}
	case "object":
		if report, r := c.statThingCalled(text); report != nil || r != nil {
			return report, r
		}
	case "pattern":
		return c.statPattern(low)
	}
	return nil, refuse(world.CodeUnknown, "There is nothing of that name. find looks among patterns.")
}

func (c Ctx) statFound(id world.ActorID, r *world.Refusal) (any, *world.Refusal) {
	if r != nil {
		return nil, r
	}
	return c.statBody(c.State.Actors[id]), nil
}

// statAfar shows whatever answers to a name, wherever it is: a body, a thing, a place.
func (c Ctx) statAfar(text string) (any, *world.Refusal) {
	id, r := c.bodyCalled(text, wholeWord, func(*world.Actor) bool { return true })
	if r != nil || id != "" {
		return c.statFound(id, r)
	}
	if report, r := c.statThingCalled(text); report != nil || r != nil {
		return report, r
	}
	if report, isZone := c.statZone(strings.ToLower(text)); isZone {
		return report, nil
	}
	return c.statPlace(text)
}

// statCreature shows the one creature of a name, wherever it is; nothing where there are others of it, or none. It
// comes before the pattern of that id, which vstat shows.
func (c Ctx) statCreature(text string) any {
	id, r := c.bodyCalled(text, wholeWord, func(a *world.Actor) bool { return !a.Player() })
	if r != nil || id == "" {
		return nil
	}
	return c.statBody(c.State.Actors[id])
}

// statThingCalled shows the thing of a name, wherever it is; nothing at all where none has it.
func (c Ctx) statThingCalled(text string) (any, *world.Refusal) {
	q := parseQuery(text)
	if len(q.words) == 0 {
		return nil, nil
	}
	look := c.lookoutFor(q)
	found := look.found(wholeWord)
	if len(found) == 0 {
		found = look.found(wordBegins)
	}
	switch {
	case len(found) == 0:
		return nil, nil
	case q.nth > len(found):
		return nil, refuse(world.CodeNotHere, "There are not that many.")
	case q.nth > 0:
		return c.statThing(found[q.nth-1]), nil
	case len(found) > 1:
		list := make([]candidate, len(found))
		for i, it := range found {
			list[i] = candidate{id: string(it.ID), name: c.State.ItemRef(it).Name}
		}
		return nil, whichPlace(list)
	}
	return c.statThing(found[0]), nil
}

// statPlace shows the room of an id, a number or a name.
func (c Ctx) statPlace(text string) (any, *world.Refusal) {
	low := strings.ToLower(text)
	for _, id := range []string{low, numberedRoom + low} {
		if r := c.State.Rooms[world.RoomID(id)]; r != nil {
			return c.statRoom(r), nil
		}
	}
	q := parseQuery(text)
	if alike := q.namesakes(c.placesLike(text)); len(alike) > 0 {
		return nil, whichPlace(alike)
	}
	id, r := q.pick(c.placesLike(text), "place")
	switch {
	case r != nil:
		return nil, r
	case id == "":
		return nil, refuse(world.CodeUnknown, "There is nothing of that name.")
	}
	return c.statRoom(c.State.Rooms[world.RoomID(id)]), nil
}

// statPattern shows a pattern with the rules that use it and what was made of it.
func (c Ctx) statPattern(text string) (any, *world.Refusal) {
	kind, id := statKind(text)
	proto := world.ProtoID(id)
	if spec := c.State.ItemSpecs[proto]; spec != nil && kind != "mob" {
		var places []string
		for _, it := range world.Ordered(c.State.Items) {
			if it.Proto == proto {
				places = append(places, withID(c.State.ItemRef(it).Name, string(it.ID))+", "+c.placeCalled(it.At))
			}
		}
		return c.statOf("item pattern "+id, spec, nil, c.madeLines(proto, places)...), nil
	}
	if spec := c.State.MobSpecs[proto]; spec != nil && kind != "object" {
		var places []string
		for _, a := range world.Ordered(c.State.Actors) {
			if a.Proto == proto {
				places = append(places, withID(c.State.ActorRef(a).Name, string(a.ID))+", in "+c.roomCalled(a.Room))
			}
		}
		return c.statOf("creature pattern "+id, spec, nil, c.madeLines(proto, places)...), nil
	}
	return nil, refuse(world.CodeUnknown, "There is no pattern of that id. find tells the ids.")
}

// madeLines say what there is of a pattern, and the rules by which more is made.
func (c Ctx) madeLines(proto world.ProtoID, places []string) []StatLine {
	var rules []string
	for _, rule := range world.Ordered(c.State.Spawns) {
		if rule.Item+rule.Mob == proto {
			rules = append(rules, c.spawnLine(rule)+", in "+c.roomCalled(c.spawnsIn(rule)))
		}
	}
	if more := len(places) - statMost; more > 0 {
		places = append(places[:statMost], strconv.Itoa(more)+" more: where "+string(proto))
	}
	return []StatLine{{Name: "In the world", List: places}, {Name: "Spawns", List: rules}}
}

// statZone shows a zone; false for what is none.
func (c Ctx) statZone(id string) (StatReport, bool) {
	inside := func(room world.RoomID) bool {
		r := c.State.Rooms[room]
		return r.InZone(id)
	}
	rooms := world.Picked(c.State.Rooms, func(room world.RoomID, _ *world.RoomSpec) bool { return inside(room) })
	if len(rooms) == 0 {
		return StatReport{}, false
	}
	id = c.State.Rooms[rooms[0]].Zone
	tidal, things, creatures, more := 0, 0, 0, 0
	var people []string
	for _, room := range rooms {
		if c.State.Rooms[room].Tidal != nil {
			tidal++
		}
		things += len(c.State.Index.Floor[room])
		for _, who := range c.State.Index.Present[room] {
			switch a := c.State.Actors[who]; {
			case !a.Player():
				creatures++
			case len(people) == statMost:
				more++
			default:
				people = append(people, c.bodyAt(a))
			}
		}
	}
	if more > 0 {
		people = append(people, strconv.Itoa(more)+" more: where lists all")
	}
	rules := world.Picked(c.State.Spawns, func(_ world.SpawnID, s *world.SpawnSpec) bool { return inside(c.spawnsIn(s)) })
	f := fields{now: c.Now}
	number := func(name string, n int, more string) {
		if n > 0 {
			f.line(StatLine{Name: name, Text: strconv.Itoa(n) + more})
		}
	}
	number("Rooms", len(rooms), ", which rlist "+id+" lists")
	number("Rooms that the sea takes at times", tidal, "")
	number("Creatures there now", creatures, "; mlist "+id+" lists the patterns")
	number("Things on its floors", things, "; olist "+id+" lists the patterns")
	number("Spawn rules", len(rules), "")
	f.line(StatLine{Name: "People", List: people})
	if z := c.State.ZoneOf(c.State.Rooms[rooms[0]]); z != nil {
		f.line(StatLine{Name: "What is said of it", List: zoneLines(z)})
	}
	return StatReport{Title: "zone " + id, Lines: f.lines}, true
}

// ownLines say what the state knows of somebody besides their body: of a person the account, the agents and what was
// decided about them, of a creature its pattern.
func (c Ctx) ownLines(a *world.Actor) []StatLine {
	if !a.Player() {
		return []StatLine{{Name: "Of its pattern", List: c.patternLines(c.State.MobSpecs[a.Proto])}}
	}
	var others, agents, decided []string
	for _, id := range c.State.Characters(a.Account) {
		if b := c.State.Actors[id]; a.Account != "" && id != a.ID {
			state := presence(b.Presence)
			if b.IsDeleted() {
				state = "deleted"
			}
			others = append(others, withID(b.Name, string(id))+", "+state)
		}
	}
	for _, g := range c.State.GrantsOf(a.ID) {
		line := withID(g.Label, string(g.ID)) + ", " + g.Role.String()
		if g.Paused {
			line += ", paused"
		}
		agents = append(agents, line)
	}
	for _, kind := range world.PersonalSanctions() {
		if x := c.State.SanctionOn(kind, a, c.Now); x != nil {
			decided = append(decided, sanctionLine(x))
		}
	}
	return []StatLine{
		{Name: "Other characters", List: others}, {Name: "Agents", List: agents}, {Name: "Sanctions", List: decided},
	}
}

// patternLines are the fields of a pattern a line each, but for its id and name; a mind is left to the pattern's own
// page, for it is long.
func (c Ctx) patternLines(pattern any) []string {
	v := reflect.ValueOf(pattern)
	if v.IsNil() {
		return nil
	}
	f := fields{now: c.Now}
	own := map[string]StatLine{"ID": {}, "Name": {}}
	if m, _ := pattern.(*world.MobSpec); m != nil && m.Mind != nil {
		own["Mind"] = StatLine{Name: "Mind", Text: yes + ", see vstat " + string(m.ID)}
	}
	f.add("", v.Elem(), own)
	var out []string
	for _, l := range f.lines {
		out = append(out, l.Name+": "+cmp.Or(l.Text, strings.Join(l.List, " / ")))
	}
	return slices.Clip(out)
}

// byTheClock is a moment by the wall clock, and how far it is past.
func (c Ctx) byTheClock(t world.Time) string {
	return world.WallDate(c.State.WallClock(t)) + ", " + ago(int64((c.Now-t)/world.Second)) + " ago"
}
