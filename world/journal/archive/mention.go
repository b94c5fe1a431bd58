package archive

import (
	"cmp"
	"reflect"
	"slices"
	"strconv"

	"github.com/mudlark-mud/mudlark/world"
)

// ID is an id whose type says what kind of entity it names.
type ID interface {
	world.ActorID | world.ItemID | world.RoomID | world.DoorID | world.QuestID | world.GrantID | world.SpawnID |
		world.TimerID | world.PackID | world.SocialID | world.BoardID | world.ZoneID | world.LoreID | world.EncounterID |
		world.SanctionID | world.ChannelID
}

// KeyOf returns the key under which an entity stands in a cut and in the index of a segment.
func KeyOf[T ID](id T) world.Key {
	return world.Key{Kind: kindOf(reflect.TypeFor[T]()), ID: string(id)}
}

// kindOf returns the kind of entity that ids of a type name, or "" for any other type. A pattern's id is none of them:
// it may be a thing's or a creature's.
func kindOf(t reflect.Type) string {
	switch t {
	case reflect.TypeFor[world.ActorID]():
		return "actor"
	case reflect.TypeFor[world.ItemID]():
		return "item"
	case reflect.TypeFor[world.RoomID]():
		return "room"
	case reflect.TypeFor[world.DoorID]():
		return "door"
	case reflect.TypeFor[world.QuestID]():
		return "quest"
	case reflect.TypeFor[world.GrantID]():
		return "grant"
	case reflect.TypeFor[world.SpawnID]():
		return "spawn"
	case reflect.TypeFor[world.TimerID]():
		return kindTimer
	case reflect.TypeFor[world.PackID]():
		return "pack"
	case reflect.TypeFor[world.SocialID]():
		return "social"
	case reflect.TypeFor[world.ZoneID]():
		return "zone"
	case reflect.TypeFor[world.ChannelID]():
		return "channel"
	case reflect.TypeFor[world.CraftID]():
		return "craft"
	case reflect.TypeFor[world.PartyID]():
		return "party"
	case reflect.TypeFor[world.ScriptID]():
		return kindScript
	case reflect.TypeFor[world.FigureID]():
		return "figure"
	case reflect.TypeFor[world.LiquidID]():
		return "liquid"
	case reflect.TypeFor[world.RecipeID]():
		return "recipe"
	case reflect.TypeFor[world.DraftID]():
		return "draft"
	case reflect.TypeFor[world.PlotID]():
		return "plot"
	case reflect.TypeFor[world.BoardID]():
		return "board"
	case reflect.TypeFor[world.LoreID]():
		return "lore"
	case reflect.TypeFor[world.EncounterID]():
		return "battle"
	case reflect.TypeFor[world.SanctionID]():
		return "sanction"
	}
	return ""
}

// StartKey is named by every record in which a daemon took the world up: those tell what the wall clock was.
func StartKey() world.Key { return world.Key{Kind: "meta", ID: "started"} }

// kindAgents is the kind of the one row that says who of all agents may come, and its id.
const kindAgents = "agents"

// kindBulletin is the kind of the one row that says what everybody is told who comes in, and its id.
const kindBulletin = "bulletin"

// kindTimer is the kind of the one entity whose id no event need have as it is.
const kindTimer = "timer"

// A script, and what it keeps, stand under one id.
const (
	kindScript  = "script"
	kindRunning = "running"
)

// What is kept of edits of content: each change, and each entry that is not as its pack says.
const (
	kindChange = "change"
	kindEdited = "edited"
)

// Mentioned returns the keys of all that a record concerns, in order, each once: who acted and through whom, where it
// happened, and every id in the action and its events; and [StartKey] where a daemon took the world up. Whatever the
// record changed is among them, but for bargains and promises: those are known by their two sides, which are. Who
// perceived it is not. A pattern's id stands for a thing's and for a creature's.
func Mentioned(r *world.Record) []world.Key {
	n := names{}
	if _, ok := r.Action.(world.Start); ok {
		n.keys = append(n.keys, StartKey())
	}
	n.add("actor", string(r.Actor))
	n.add("actor", string(r.Via.By))
	n.add("grant", string(r.Via.Grant))
	n.of(r.Action)
	for i := range r.Notices {
		n.add("room", string(r.Notices[i].Room))
		n.of(r.Notices[i].Event)
	}
	slices.SortFunc(n.keys, byKey)
	return slices.Compact(n.keys)
}

func byKey(a, b world.Key) int { return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.ID, b.ID)) }

// names collects keys.
type names struct {
	keys []world.Key
}

func (n *names) add(kind, id string) {
	if id != "" {
		n.keys = append(n.keys, world.Key{Kind: kind, ID: id})
		if kind == kindScript {
			n.keys = append(n.keys, world.Key{Kind: kindRunning, ID: id})
		}
	}
}

func (n *names) of(value any) {
	v := reflect.ValueOf(value)
	if w := walks[v.Type()]; w != nil {
		w(v, n)
	}
	switch e := value.(type) { // what has no type of its own for its id
	case world.TimerSet:
		n.add(kindTimer, string(e.Kind)+":"+e.Subject)
	case world.PackApplied:
		for _, h := range e.Help {
			n.add("help", h.ID)
		}
		for _, id := range e.HelpGone {
			n.add("help", id)
		}
		n.edited(e.Kept, e.Settled)
	case world.ContentChanged:
		n.edited(e.Edited, e.Settled)
		for _, change := range []int{e.Change, e.Undoes, e.Change - world.ChangesMost} {
			if change > 0 {
				n.add(kindChange, strconv.Itoa(change))
			}
		}
		for _, h := range e.Now.Help {
			n.add("help", h.ID)
		}
		for _, id := range e.Now.Gone.Help {
			n.add("help", id)
		}
	case world.ScriptTended:
		n.add(kindEdited, world.EntryKey(kindScript, string(e.Script)))
	case world.AgentsBanned, world.AgentsShut, world.AgentsCapped:
		n.add(kindAgents, kindAgents)
	case world.MotdSet, world.NewsPosted, world.NewsDropped:
		n.add(kindBulletin, kindBulletin)
	default:
	}
}

// edited names the entries of content that are, or are no more, otherwise than their pack says.
func (n *names) edited(rows []world.Edited, settled []string) {
	for _, row := range rows {
		n.add(kindEdited, row.Entry)
	}
	for _, entry := range settled {
		n.add(kindEdited, entry)
	}
}

// walk finds the ids in a value of one type.
type walk func(v reflect.Value, n *names)

// walks says where the ids are in each kind of action and event.
//
//nolint:gochecknoglobals // immutable: made once from [world.ActionKinds] and [world.EventKinds]
var walks = makeWalks()

func makeWalks() map[reflect.Type]walk {
	out := map[reflect.Type]walk{}
	for _, a := range world.ActionKinds() {
		out[reflect.TypeOf(a)] = walkOf(reflect.TypeOf(a))
	}
	for _, e := range world.EventKinds() {
		out[reflect.TypeOf(e)] = walkOf(reflect.TypeOf(e))
	}
	return out
}

// walkOf returns the walk through values of a type, nil when there is no id in them. No type of the world holds itself.
func walkOf(t reflect.Type) walk {
	if kind := kindOf(t); kind != "" {
		return func(v reflect.Value, n *names) { n.add(kind, v.String()) }
	}
	if t == reflect.TypeFor[world.ProtoID]() {
		return func(v reflect.Value, n *names) {
			n.add("itemspec", v.String())
			n.add("mobspec", v.String())
		}
	}
	switch t.Kind() {
	case reflect.Struct:
		return walkStruct(t)
	case reflect.Slice, reflect.Array:
		each := walkOf(t.Elem())
		if each == nil {
			return nil
		}
		return func(v reflect.Value, n *names) {
			for i := range v.Len() {
				each(v.Index(i), n)
			}
		}
	case reflect.Pointer:
		inner := walkOf(t.Elem())
		if inner == nil {
			return nil
		}
		return func(v reflect.Value, n *names) {
			if !v.IsNil() {
				inner(v.Elem(), n)
			}
		}
	case reflect.Map:
		return walkMap(t)
	default:
		return nil
	}
}

func walkStruct(t reflect.Type) walk {
	type part struct {
		index int
		walk  walk
	}
	var parts []part
	for i := range t.NumField() {
		if w := walkOf(t.Field(i).Type); w != nil {
			parts = append(parts, part{i, w})
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return func(v reflect.Value, n *names) {
		for _, p := range parts {
			p.walk(v.Field(p.index), n)
		}
	}
}

// walkMap may go through the entries in any order: the keys are put into order behind it.
func walkMap(t reflect.Type) walk {
	key, value := walkOf(t.Key()), walkOf(t.Elem())
	if key == nil && value == nil {
		return nil
	}
	return func(v reflect.Value, n *names) {
		for it := v.MapRange(); it.Next(); {
			if key != nil {
				key(it.Key(), n)
			}
			if value != nil {
				value(it.Value(), n)
			}
		}
	}
}
