package verb

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// bindRaw turns the raw words of each argument into a call: names become ids, by one path for typed lines and
// called tools.
func (v *Verb) bindRaw(c Ctx, raw given) Call {
	if r := c.listed(v); r != nil {
		return Call{Verb: v, Refusal: r}
	}
	for _, a := range v.args {
		if text, there := raw.of(a.name); strings.TrimSpace(text) == "" && (there || !a.opt) {
			return Call{Verb: v, Refusal: v.missing(a)}
		}
	}
	val := reflect.New(v.kind).Elem()
	for _, a := range v.order {
		text, there := raw.of(a.name)
		if !there {
			continue
		}
		if r := v.set(c, a, val, text); r != nil {
			return Call{Verb: v, Refusal: r}
		}
	}
	call := v.bind(c, val)
	call.Verb = v
	return call
}

// inOrder returns arguments as they have to be resolved: containers first, for the things are looked for inside them.
func inOrder(args []arg) []arg {
	return slices.SortedStableFunc(slices.Values(args), func(a, b arg) int {
		switch {
		case a.in == "boxes" && b.in != "boxes":
			return -1
		case b.in == "boxes" && a.in != "boxes":
			return 1
		}
		return 0
	})
}

// missing asks for an argument that was left out.
func (v *Verb) missing(a arg) *world.Refusal {
	what := strings.ToUpper(v.Name[:1]) + v.Name[1:]
	later := a.field != v.args[0].field
	whom := "what"
	if a.take == "actor" {
		whom = "whom"
	}
	switch {
	case a.take == "dir":
		what = "Which way?"
	case a.take == "way":
		what += " where?"
	case later && len(a.preps) > 0 && !a.loose:
		what += " it " + a.preps[0] + " " + whom + "?"
	case later && a.take == "text" && v.args[0].take == "actor":
		what += " them what?"
	default:
		what += " " + whom + "?"
	}
	return refuse(world.CodeMissing, what+" (Usage: "+v.Usage()+")")
}

func (v *Verb) set(c Ctx, a arg, val reflect.Value, text string) *world.Refusal {
	field := val.Field(a.field)
	str := func(id string, r *world.Refusal) *world.Refusal {
		field.SetString(id)
		return r
	}
	switch a.take {
	case "item":
		return str(c.oneItem(a, parseQuery(text), text, v.from(val)))
	case "items":
		ids, r := c.someItems(a, text, v.from(val))
		field.Set(reflect.ValueOf(ids))
		return r
	case "handful":
		g, r := c.handful(a, text)
		field.Set(reflect.ValueOf(g))
		return r
	case "actor":
		return str(c.oneActor(a, text))
	case "dir":
		d, r := c.wayCalled(text)
		return str(string(d), r)
	case "lid", "target":
		c.word = v.Name
		t, r := c.target(a.take, text)
		if r == nil && a.in == "namesakes" {
			r = c.namesakes(t, text)
		}
		field.Set(reflect.ValueOf(t))
		return r
	case "place":
		return str(c.onePlace(text))
	case "quest":
		return str(c.oneQuest(a, text))
	case "table":
		return str(c.oneTable(a, text))
	case "way":
		cells, r := c.way(text)
		field.Set(reflect.ValueOf(cells))
		return r
	case "square":
		at, r := squareOf(text)
		field.Set(reflect.ValueOf(at))
		return r
	case "number":
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil {
			return refuse(world.CodeBadValue, "A whole number is wanted there, such as 10.")
		}
		field.SetInt(int64(n))
		return nil
	case "word":
		return str(a.oneOf(strings.TrimSpace(text)))
	case "channel":
		return str(c.channelNamed(text))
	case "social":
		return str(c.oneSocial(strings.TrimSpace(text)))
	default: // text
		return str(strings.TrimSpace(text), nil)
	}
}

// from returns the container that an earlier field named From holds.
func (v *Verb) from(val reflect.Value) world.ItemID {
	if v.box == nil {
		return ""
	}
	return world.ItemID(val.FieldByIndex(v.box).String())
}

func (a arg) oneOf(text string) (string, *world.Refusal) {
	if len(a.enum) == 0 {
		return text, nil
	}
	low := strings.ToLower(text)
	for _, e := range a.enum {
		if strings.HasPrefix(e, low) && low != "" {
			return e, nil
		}
	}
	return "", refuse(world.CodeBadValue, "One can say "+strings.Join(a.enum, ", ")+" there.")
}

func notHere(text string) *world.Refusal {
	return refuse(world.CodeNotHere, "You see no "+bareName(text)+" here.")
}

const nameShownMost = 40 // bytes of somebody's words that a refusal repeats

func clip(text string) string {
	text = strings.TrimSpace(text)
	if len(text) > nameShownMost {
		return strings.ToValidUTF8(text[:nameShownMost], "") + "…"
	}
	return text
}

func (c Ctx) oneSocial(text string) (string, *world.Refusal) {
	if id := c.social(strings.ToLower(text)); id != "" {
		return string(id), nil
	}
	return "", refuse(world.CodeUnknown, "There is no gesture called "+plain(clip(text))+". Type socials for the list.")
}

// isIt reports whether a word means the thing spoken of last.
func isIt(word string) bool { return strings.EqualFold(strings.TrimSpace(word), "it") }

// it returns the thing spoken of last if it is within reach, or among those a verb looks at.
func (c Ctx) it(among []candidate) (world.ItemID, *world.Refusal) {
	if c.Memory == nil || c.Memory.It == "" {
		return "", refuse(world.CodeUnclear, "What do you mean by it? Say its name.")
	}
	is := func(x candidate) bool { return x.id == string(c.Memory.It) }
	if slices.ContainsFunc(among, is) || slices.ContainsFunc(c.items("reach", ""), is) {
		return c.Memory.It, nil
	}
	return "", refuse(world.CodeNotHere, "You do not see it any more.")
}

// them returns whoever was spoken of last if they are among those a verb looks at.
func (c Ctx) them(among []candidate) (world.ActorID, *world.Refusal) {
	if c.Memory == nil || c.Memory.Them == "" {
		return "", refuse(world.CodeUnclear, "Whom do you mean? Say a name.")
	}
	if slices.ContainsFunc(among, func(x candidate) bool { return x.id == string(c.Memory.Them) }) {
		return c.Memory.Them, nil
	}
	return "", refuse(world.CodeNotHere, "They are not here any more.")
}

// oneItem finds the thing that is meant by a text, of which q is the reading.
func (c Ctx) oneItem(a arg, q query, text string, from world.ItemID) (string, *world.Refusal) {
	list := c.items(a.in, from)
	if isIt(text) {
		id, r := c.it(list)
		return string(id), r
	}
	if a.name == "from" && a.in == "boxes" {
		list = c.holding(list, q)
	}
	id, r := q.pick(list, "thing")
	if r == nil && id == "" && a.in == "inside" && from == "" {
		id, r = q.pick(c.items("boxed", ""), "thing")
	}
	if r == nil && id == "" {
		r = c.lacking(a, q, text)
		if from != "" {
			r = refuse(world.CodeNotHere, "There is no "+bareName(text)+" in the "+c.State.ItemName(c.State.Items[from])+".")
		}
	}
	c.remember(world.ItemID(id), "")
	return id, r
}

// lacking says that a thing is not where it would have to be.
func (c Ctx) lacking(a arg, q query, text string) *world.Refusal {
	where := "reach"
	switch a.in {
	case "held", "wear", "worn", "unworn":
		return refuse(world.CodeNotHeld, "You have no "+bareName(text)+".")
	case "inside":
		where = "held"
	}
	id, r := q.pick(c.items(where, ""), "thing")
	switch {
	case a.in == "lids":
		return refuse(world.CodeNotHere, "There is no "+bareName(text)+" here that opens or closes.")
	case r != nil || id == "":
		return notHere(text)
	case a.in == "boxes":
		return refuse(world.CodeCannot, "Nothing can be put into that, or taken out of it.")
	case a.in == "inside":
		name := c.State.ItemName(c.State.Items[world.ItemID(id)])
		return refuse(world.CodeAlready, "You have the "+name+" already.")
	}
	return notHere(text)
}

func (c Ctx) oneActor(a arg, text string) (string, *world.Refusal) {
	if isMe(text) || strings.EqualFold(strings.TrimSpace(text), c.Actor.Name) {
		return string(c.Actor.ID), nil
	}
	if (a.in == "everybody" || a.in == "anybody") && strings.EqualFold(strings.TrimSpace(text), wordAll) {
		return wordAll, nil
	}
	if isThem(text) || isIt(text) {
		name := ""
		if c.Memory != nil && c.State.Actors[c.Memory.Them] != nil {
			name = c.State.Actors[c.Memory.Them].Name
		}
		id, r := c.them(c.actorsLike(a.in, name))
		return string(id), r
	}
	id, r := parseQuery(text).pick(c.actorsLike(a.in, text), "person")
	if r == nil && id == "" {
		switch a.in {
		case "world", "players":
			r = c.noPlayer(text)
		case "hired":
			r = refuse(world.CodeNotHere, "Nobody called "+bareName(text)+" goes with you for hire.")
		case "everybody", "known":
			r = refuse(world.CodeAbsent, "There is nobody called "+bareName(text)+".")
		case "anywhere", "anybody":
			r = refuse(world.CodeAbsent, "There is nobody called "+bareName(text)+" about.")
		default:
			r = refuse(world.CodeNotHere, "You see nobody called "+bareName(text)+" here.")
		}
	}
	c.remember("", world.ActorID(id))
	return id, r
}

// noPlayer refuses the name of a player that nobody has; whoever has it here, and is none, is spoken to otherwise.
func (c Ctx) noPlayer(text string) *world.Refusal {
	no := "There is no player called " + bareName(text) + " about."
	if id, r := parseQuery(text).pick(c.actorsLike("here", text), "person"); r == nil && id != "" {
		no += " " + prose.Capital(c.definite(c.State.Actors[world.ActorID(id)])) + " is here: use say, whisper or ask."
	}
	return refuse(world.CodeAbsent, no)
}

func (c Ctx) onePlace(text string) (string, *world.Refusal) {
	if strings.EqualFold(strings.TrimSpace(text), "here") {
		return string(c.Actor.Room), nil
	}
	if isMe(text) {
		return string(c.Actor.Room), nil
	}
	if _, ok := c.State.Rooms[world.RoomID(strings.TrimSpace(text))]; ok {
		return strings.TrimSpace(text), nil
	}
	if id := numberedRoom + strings.TrimSpace(text); c.State.Rooms[world.RoomID(id)] != nil {
		return id, nil
	}
	if who, r := parseQuery(text).pick(c.actors("anywhere"), "person"); r == nil && who != "" {
		return string(c.State.Actors[world.ActorID(who)].Room), nil
	}
	if who := c.State.PlayerNamed(strings.TrimSpace(text)); who != nil {
		return string(who.Room), nil // where they will wake
	}
	q, places := parseQuery(text), c.placesLike(text)
	if alike := q.namesakes(places); len(alike) > 0 {
		return "", whichPlace(alike)
	}
	id, r := q.pick(places, "place")
	if r == nil && id == "" {
		r = refuse(world.CodeUnknown, "There is no place or person called "+bareName(text)+".")
	}
	return id, r
}

// numberedRoom begins the ids of rooms that were imported from another engine. Behind it stands the number by which
// that engine's builders know the room.
const numberedRoom = "room-"

// whichPlace asks which of several places of one name is meant; they are told apart by their ids alone.
func whichPlace(alike []candidate) *world.Refusal {
	var names []string
	for i, m := range alike {
		if i == unclearMost {
			names = append(names, "…")
			break
		}
		names = append(names, withID(m.called(), m.id))
	}
	return refuse(world.CodeUnclear, "Which do you mean: "+strings.Join(names, ", ")+"?")
}

func (c Ctx) oneQuest(a arg, text string) (string, *world.Refusal) {
	id, r := parseQuery(text).pick(c.quests(a.in), "quest")
	if r == nil && id == "" && a.in == "offered" { // one that is not for them, or not now: the world says why
		id, r = parseQuery(text).pick(c.quests("here"), "quest")
	}
	if r == nil && id == "" {
		r = refuse(world.CodeUnknown, "There is no such quest. Type quests to see yours.")
	}
	return id, r
}

// target finds what somebody wants to look at or open.
func (c Ctx) target(take, text string) (Target, *world.Refusal) {
	low := strings.ToLower(strings.TrimSpace(text))
	look := take == "target"
	where := "reach"
	if !look {
		where = "boxes"
	}
	things := c.items(where, "")
	var people []candidate
	if look {
		if t, ok := c.lookWord(low); ok {
			return t, nil
		}
		people = append(c.actors("here"), candidate{
			id: string(c.Actor.ID), name: "yourself", bare: c.Actor.Name, words: c.State.ActorWords(c.Actor),
		})
	}
	if isIt(low) {
		id, r := c.it(things)
		if r == nil || !look || c.Memory == nil || c.Memory.Them == "" {
			return Target{Item: id}, r
		}
	}
	if isThem(low) && look || isIt(low) {
		id, r := c.them(people)
		return Target{Actor: id}, r
	}
	q := parseQuery(text)
	if d := dirOf(low); d != "" {
		q.words = []string{string(d)}
	}
	id, r := q.pick(append(append(people, things...), c.doors()...), "thing")
	if r != nil && !look {
		id, r = c.workable(q, r)
	}
	switch {
	case r != nil:
		return Target{}, r
	case id == "" && look, look && c.meansDetail(q, c.State.Items[world.ItemID(id)]):
		return Target{Word: low}, nil
	case id == "" && dirOf(low) != "":
		return Target{}, refuse(world.CodeNotHere, "There is no door that way.")
	case id == "":
		return Target{}, c.lacking(arg{in: "lids"}, q, text)
	case c.State.Actors[world.ActorID(id)] != nil:
		c.remember("", world.ActorID(id))
		return Target{Actor: world.ActorID(id)}, nil
	case c.State.Items[world.ItemID(id)] != nil:
		c.remember(world.ItemID(id), "")
		return Target{Item: world.ItemID(id)}, nil
	}
	return Target{Door: world.DoorID(id)}, nil
}

// lookWord understands the words that need no looking for: here, me, a direction.
func (c Ctx) lookWord(low string) (Target, bool) {
	switch {
	case low == "here" || low == "room" || low == "around":
		return Target{Here: true}, true
	case isMe(low):
		return Target{Actor: c.Actor.ID}, true
	case dirOf(low) != "":
		return Target{Word: low}, true
	}
	return Target{}, false
}

// remember keeps what "it" and "them" mean from now on.
func (c Ctx) remember(item world.ItemID, who world.ActorID) {
	if c.Memory == nil {
		return
	}
	if item != "" {
		c.Memory.It = item
	}
	if who != "" {
		c.Memory.Them = who
	}
}
