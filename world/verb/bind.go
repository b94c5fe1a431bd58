package verb

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// bindRaw turns the raw words of each argument into a call: names become ids, by one path for typed lines and called tools.
func (v *Verb) bindRaw(c Ctx, raw map[string]string) Call {
	val := reflect.New(v.kind).Elem()
	for _, a := range v.order() {
		text, given := raw[a.name]
		if !given || strings.TrimSpace(text) == "" {
			if a.opt {
				continue
			}
			return Call{Verb: v, Refusal: v.missing(a)}
		}
		if r := v.set(c, a, val, text); r != nil {
			return Call{Verb: v, Refusal: r}
		}
	}
	call := v.bind(c, val)
	call.Verb = v
	return call
}

// order returns the arguments as they have to be resolved: containers first, for the things are looked for inside them.
func (v *Verb) order() []arg {
	return slices.SortedStableFunc(slices.Values(v.args), func(a, b arg) int {
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
	what := strings.ToUpper(v.Name[:1]) + v.Name[1:] + " what?"
	switch a.take {
	case "actor":
		what = strings.ToUpper(v.Name[:1]) + v.Name[1:] + " whom?"
	case "dir":
		what = "Which way?"
	}
	return &world.Refusal{Code: world.CodeMissing, Text: what + " (Usage: " + v.Usage() + ")"}
}

func (v *Verb) set(c Ctx, a arg, val reflect.Value, text string) *world.Refusal {
	field := val.Field(a.field)
	str := func(id string, r *world.Refusal) *world.Refusal {
		field.SetString(id)
		return r
	}
	switch a.take {
	case "item":
		return str(c.oneItem(a, text, box(val)))
	case "items":
		ids, r := c.someItems(a, text, box(val))
		field.Set(reflect.ValueOf(ids))
		return r
	case "actor":
		return str(c.oneActor(a, text))
	case "dir":
		d := dirOf(text)
		if d == "" {
			return &world.Refusal{Code: world.CodeBadValue, Text: "The directions are north, east, south, west, up, down, in and out."}
		}
		return str(string(d), nil)
	case "door", "lid", "target":
		t, r := c.target(a.take, text)
		field.Set(reflect.ValueOf(t))
		return r
	case "place":
		return str(c.onePlace(text))
	case "quest":
		return str(c.oneQuest(a, text))
	case "number":
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil {
			return &world.Refusal{Code: world.CodeBadValue, Text: "A whole number is wanted there, such as 10."}
		}
		field.SetInt(int64(n))
		return nil
	case "word":
		return str(a.oneOf(strings.TrimSpace(text)))
	default: // text
		return str(strings.TrimSpace(text), nil)
	}
}

// box returns the container that an earlier field named From or Into holds.
func box(val reflect.Value) world.ItemID {
	if f := val.FieldByName("From"); f.IsValid() {
		return world.ItemID(f.String())
	}
	return ""
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
	return "", &world.Refusal{Code: world.CodeBadValue, Text: "One can say " + strings.Join(a.enum, ", ") + " there."}
}

func notHere(text string) *world.Refusal {
	return &world.Refusal{Code: world.CodeNotHere, Text: "You see no " + world.Clean(clip(text)) + " here."}
}

const nameShownMost = 40 // bytes of somebody's words that a refusal repeats

func clip(text string) string {
	text = strings.TrimSpace(text)
	if len(text) > nameShownMost {
		return strings.ToValidUTF8(text[:nameShownMost], "") + "…"
	}
	return text
}

func (c Ctx) oneItem(a arg, text string, from world.ItemID) (string, *world.Refusal) {
	if strings.EqualFold(strings.TrimSpace(text), "it") && c.Memory != nil && c.State.Items[c.Memory.It] != nil {
		return string(c.Memory.It), nil
	}
	id, r := parseQuery(text).pick(c.items(a.in, from), "thing")
	if r == nil && id == "" {
		r = notHere(text)
		if a.in == "held" || a.in == "worn" || a.in == "unworn" {
			r = &world.Refusal{Code: world.CodeNotHeld, Text: "You have no " + world.Clean(clip(text)) + "."}
		}
	}
	c.remember(world.ItemID(id), "")
	return id, r
}

func (c Ctx) someItems(a arg, text string, from world.ItemID) ([]world.ItemID, *world.Refusal) {
	q := parseQuery(text)
	if !q.all {
		id, r := c.oneItem(a, text, from)
		if r != nil {
			return nil, r
		}
		return []world.ItemID{world.ItemID(id)}, nil
	}
	list := c.items(a.in, from)
	if a.in == "held" {
		list = c.items("unworn", from)
	}
	var out []world.ItemID
	for _, m := range q.matches(list) {
		out = append(out, world.ItemID(m.id))
	}
	if len(out) == 0 {
		if len(q.words) == 0 {
			return nil, &world.Refusal{Code: world.CodeNotHere, Text: "There is nothing of the kind."}
		}
		return nil, notHere(strings.Join(q.words, " "))
	}
	return out, nil
}

func (c Ctx) oneActor(a arg, text string) (string, *world.Refusal) {
	if isMe(text) {
		return string(c.Actor.ID), nil
	}
	if isThem(text) && c.Memory != nil && c.State.Actors[c.Memory.Them] != nil {
		return string(c.Memory.Them), nil
	}
	id, r := parseQuery(text).pick(c.actors(a.in), "person")
	if r == nil && id == "" {
		switch a.in {
		case "world", "players", "anywhere":
			r = &world.Refusal{Code: world.CodeAbsent, Text: "There is nobody called " + world.Clean(clip(text)) + " in the world."}
		default:
			r = &world.Refusal{Code: world.CodeNotHere, Text: "You see nobody called " + world.Clean(clip(text)) + " here."}
		}
	}
	c.remember("", world.ActorID(id))
	return id, r
}

func (c Ctx) onePlace(text string) (string, *world.Refusal) {
	if strings.EqualFold(strings.TrimSpace(text), "here") {
		return string(c.Actor.Room), nil
	}
	if _, ok := c.State.Rooms[world.RoomID(strings.TrimSpace(text))]; ok {
		return strings.TrimSpace(text), nil
	}
	if who, r := parseQuery(text).pick(c.actors("anywhere"), "person"); r == nil && who != "" {
		return string(c.State.Actors[world.ActorID(who)].Room), nil
	}
	id, r := parseQuery(text).pick(c.places(), "place")
	if r == nil && id == "" {
		r = &world.Refusal{Code: world.CodeUnknown, Text: "There is no place or person called " + world.Clean(clip(text)) + "."}
	}
	return id, r
}

func (c Ctx) oneQuest(a arg, text string) (string, *world.Refusal) {
	id, r := parseQuery(text).pick(c.quests(a.in), "quest")
	if r == nil && id == "" {
		r = &world.Refusal{Code: world.CodeUnknown, Text: "There is no such quest. Type quests to see yours."}
	}
	return id, r
}

// target finds what somebody wants to look at or open.
func (c Ctx) target(take, text string) (Target, *world.Refusal) {
	low := strings.ToLower(strings.TrimSpace(text))
	switch {
	case take == "target" && (low == "here" || low == "room"):
		return Target{Here: true}, nil
	case take == "target" && isMe(low):
		return Target{Actor: c.Actor.ID}, nil
	case low == "it" && c.Memory != nil && c.State.Items[c.Memory.It] != nil:
		return Target{Item: c.Memory.It}, nil
	case isThem(low) && c.Memory != nil && c.State.Actors[c.Memory.Them] != nil:
		return Target{Actor: c.Memory.Them}, nil
	}
	q := parseQuery(text)
	where := "reach"
	if take != "target" {
		where = "boxes"
		if d := dirOf(low); d != "" {
			q.words = []string{string(d)}
		}
	}
	things, doors := c.items(where, ""), c.doors()
	var people []candidate
	if take == "target" {
		people = append(c.actors("here"), candidate{
			id: string(c.Actor.ID), name: "yourself", bare: c.Actor.Name, words: c.State.ActorWords(c.Actor),
		})
	}
	id, r := q.pick(append(append(people, things...), doors...), "thing")
	if r != nil {
		return Target{}, r
	}
	switch {
	case id == "" && take == "target":
		return Target{Word: low}, nil
	case id == "":
		return Target{}, notHere(text)
	case c.State.Actors[world.ActorID(id)] != nil:
		c.remember("", world.ActorID(id))
		return Target{Actor: world.ActorID(id)}, nil
	case c.State.Items[world.ItemID(id)] != nil:
		c.remember(world.ItemID(id), "")
		return Target{Item: world.ItemID(id)}, nil
	}
	return Target{Door: world.DoorID(id)}, nil
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
