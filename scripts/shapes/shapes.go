package shapes

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// List lists every kind of action, event and row, and every type in them, as the journal writes them: a line for each
// kind and a line for each field, such as
//
//	event Moved
//	field world.Moved dir world.Dir omitempty
//	type world.Dir string
//
// The lines are sorted, so that two lists can be compared by eye.
func List() string {
	l := &lister{lines: map[string]bool{}}
	for _, a := range world.ActionKinds() {
		l.kind("action", reflect.TypeOf(a))
	}
	for _, e := range world.EventKinds() {
		l.kind("event", reflect.TypeOf(e))
	}
	for _, part := range []any{world.Via{}, world.Caption{}, world.Group{}} {
		l.kind("part", reflect.TypeOf(part))
	}
	for _, row := range rows() {
		l.kind("row", row)
	}
	return strings.Join(slices.Sorted(maps.Keys(l.lines)), "\n") + "\n"
}

// rows are the entities of a cut, by the field of the state that holds them.
func rows() []reflect.Type {
	out := []reflect.Type{reflect.TypeFor[world.Meta](), reflect.TypeFor[world.Bulletin]()}
	state := reflect.TypeFor[world.State]()
	for _, name := range []string{
		"Packs", "Rooms", "Doors", "ItemSpecs", "MobSpecs", "Spawns", "Quests", "Socials", "Help", "Items", "Actors",
		"Timers", "Grants", "Boards", "Channels", "Pinboards", "Drafts",
	} {
		f, ok := state.FieldByName(name)
		if !ok {
			panic("shapes: the state has no " + name)
		}
		t := f.Type.Elem()
		if t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		out = append(out, t)
	}
	return out
}

type lister struct{ lines map[string]bool }

func (l *lister) kind(what string, t reflect.Type) {
	l.lines[what+" "+t.Name()] = true
	l.typed(t)
}

// typed lists a type and all that it is made of, and returns how a field names it.
func (l *lister) typed(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return "*" + l.typed(t.Elem())
	case reflect.Slice:
		return l.named(t, "[]"+l.typed(t.Elem()))
	case reflect.Array:
		return l.named(t, fmt.Sprintf("[%d]%s", t.Len(), l.typed(t.Elem())))
	case reflect.Map:
		return l.named(t, "map["+l.typed(t.Key())+"]"+l.typed(t.Elem()))
	case reflect.Struct:
		return l.structure(t)
	default:
		return l.named(t, t.Kind().String())
	}
}

// named lists what a named type is in truth.
func (l *lister) named(t reflect.Type, truth string) string {
	if t.PkgPath() == "" {
		return truth
	}
	l.lines["type "+t.String()+" "+truth] = true
	return t.String()
}

func (l *lister) structure(t reflect.Type) string {
	line := "type " + t.String() + " struct"
	if l.lines[line] {
		return t.String()
	}
	l.lines[line] = true
	for f := range t.Fields() {
		name, omits := wireName(f)
		if name == "" {
			continue
		}
		text := "field " + t.String() + " " + name + " " + l.typed(f.Type)
		if omits {
			text += omitted
		}
		l.lines[text] = true
	}
	return t.String()
}

// omitted marks a field that is not written when it is zero.
const omitted = " omitempty"

// wireName returns what a field is called on the disk: nothing if it is not written.
func wireName(f reflect.StructField) (name string, omits bool) {
	tag, ok := f.Tag.Lookup("cbor")
	if !ok {
		tag = f.Tag.Get("json")
	}
	if !f.IsExported() || tag == "-" {
		return "", false
	}
	name, options, _ := strings.Cut(tag, ",")
	if name == "" {
		name = f.Name
	}
	return name, strings.Contains(options, "omitempty") || strings.Contains(options, "omitzero")
}

// Broken compares a list of shapes that were released with the present one, and says in words what does not keep to the
// rule of growth; nothing when all is well.
func Broken(released, present string) []string {
	old, now := linesOf(released), linesOf(present)
	var out []string
	for _, line := range old {
		if _, there := slices.BinarySearch(now, line); !there {
			out = append(out, fmt.Sprintf("%q was released and is gone or changed: records that are kept have it, so leave it "+
				"as it was, and make a new kind or a new field", line))
		}
	}
	for _, line := range now {
		if _, there := slices.BinarySearch(old, line); there || strings.HasSuffix(line, omitted) {
			continue
		}
		if owner, ok := ownerOf(line); ok {
			if _, there := slices.BinarySearch(old, "type "+owner+" struct"); there {
				out = append(out, fmt.Sprintf("%q is new in a type that was released, and is written even when it is zero: give "+
					"it omitempty, and let zero mean what the records before it meant", line))
			}
		}
	}
	return out
}

// ownerOf returns whose field a line is.
func ownerOf(line string) (owner string, ok bool) {
	rest, ok := strings.CutPrefix(line, "field ")
	owner, _, _ = strings.Cut(rest, " ")
	return owner, ok
}

func linesOf(list string) []string {
	lines := strings.Split(strings.TrimSpace(list), "\n")
	slices.Sort(lines)
	return lines
}
