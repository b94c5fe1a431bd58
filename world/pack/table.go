package pack

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/pack/yaml"
)

// kinds is the table of what a pack may hold: one entry for each kind of content, in the order of the reference.
func kinds() []kind {
	return []kind{
		rooms(), doors(), items(), mobs(), spawns(), quests(), socials(), helps(), tables(),
		zones(), channels(), lore(), crafts(), scripts(), figures(), liquids(), recipes(),
	}
}

// kind is one entry of the table. The struct's yaml tags are its keys; a field without omitempty is required.
type kind struct {
	key   string // the list's key in a file: "rooms"
	one   string // what one entry is called: "room"
	about string // a sentence for the reference

	plan *plan
	list func(*world.Pack) reflect.Value // the pack's list, settable
	fill func(*draft, reflect.Value)     // optional: what the file's surroundings add to a decoded entry

	// check tells what only the whole pack shows: optional, called once when everything is decoded.
	check func(*checker)
}

// entry completes a kind from its struct T: list says where the pack keeps it, fields what its keys mean.
func entry[T any](k kind, list func(*world.Pack) *[]T, fields []field) kind {
	k.list = func(p *world.Pack) reflect.Value { return reflect.ValueOf(list(p)).Elem() }
	k.plan = compile(reflect.TypeFor[T](), k.one, fields)
	k.plan.isEntry = true
	return k
}

// field says what a key means. Keys of nested structs are joined by dots: "exits.to".
type field struct {
	path  string
	class class
	about string
}

// class says what may be written for a key.
type class struct {
	shown string                            // for the reference
	check func(string) (what, meant string) // of a text; an empty what is approval
	form  form                              // of a text, for editors: every one that check approves has it, see [Schema]
	flat  bool                              // a text that stays as written but for outer spaces
	code  bool                              // a program, of several lines
	gives string                            // id space that the text adds to
	refs  string                            // id space that the text must be found in
	loose bool                              // of refs: what leads to a draft is left out with it
	among []string                          // the only texts allowed
	least int                               // of a number
	one   string                            // what a struct is called
	most  int
}

// form is a regular expression, and what to say of a text that does not match it. The zero form is any.
type form struct{ regex, meant string }

// The classes of texts.
func text() class { return sentences("text", ".!?") }

func sentences(shown, ends string) class {
	return class{
		shown: shown, form: endsWith(ends), check: func(s string) (string, string) { return yaml.Prose(s, ends) },
	}
}

func writing() class { return sentences("text, ends as it likes", "") }
func name() class {
	return class{shown: "name", check: yaml.Label, form: form{`[^.\s]\s*$`, "A name ends with no period."}}
}

func drawn() class {
	return class{
		shown: "characters of a drawing", check: yaml.Drawn, flat: true,
		form: form{`^\s*[!-~]+\s*$`, "Draw with the printable characters of ASCII, and a dot for open ground."},
	}
}

func typed() class {
	return class{
		shown: "words, lower case", check: yaml.Word, form: form{`^[^A-Z]*$`, "Write it in lower case."}, flat: true,
	}
}

// slug is what an id looks like.
func slug() form {
	return form{`^\s*[a-z0-9][a-z0-9-]{0,63}\s*$`, "An id is of lower-case letters, digits and hyphens, at most 64."}
}

func newID(space string) class {
	return class{shown: "new id", check: yaml.Slug, form: slug(), gives: space, flat: true}
}

func idOf(space string) class {
	return class{shown: "id of a " + space, check: yaml.Slug, form: slug(), refs: space, flat: true}
}

// wayTo is [idOf] in an exit: one that leads to a draft is no exit yet.
func wayTo(space string) class {
	c := idOf(space)
	c.loose = true
	return c
}

func freeID() class { return class{shown: "new id", check: yaml.Slug, form: slug(), flat: true} }

func oneOf[S ~string](among ...S) class {
	c := class{flat: true}
	for _, s := range among {
		c.among = append(c.among, string(s))
	}
	c.shown = "one of " + strings.Join(c.among, ", ")
	return c
}

// The classes of everything else.
func whole(least, most int) class {
	return class{shown: fmt.Sprintf("%d to %d", least, most), least: least, most: most}
}

func seconds() class {
	const weekSeconds = 7 * 24 * 60 * 60
	c := whole(0, weekSeconds)
	c.shown = "seconds, at most a week"
	return c
}

func flag() class { return class{shown: "true or false"} }
func dice() class { return class{shown: `dice, as "1d6+1"`} }

// group is a struct, or a list of them, one of which is called so.
func group(one string) class { return class{shown: "fields, below", one: one} }
func lists(one string) class { return class{shown: "list, below", one: one} }

// plan is a struct made ready for decoding.
type plan struct {
	one     string
	typ     reflect.Type
	slots   []slot
	byKey   map[string]int
	isEntry bool // of a list of a file, and so may be a draft
}

// slot is one field of a plan.
type slot struct {
	field
	key      string
	label    string // how problems call it: "room desc"
	index    int
	list     bool
	required bool
	sub      *plan
}

// compile joins a struct with what its fields mean. A key without a meaning, or the reverse, is a mistake in the
// table that every test would meet, so it panics.
func compile(typ reflect.Type, one string, fields []field) *plan {
	about := make(map[string]field, len(fields))
	for _, f := range fields {
		about[f.path] = f
	}
	p := compileBelow(typ, one, "", about)
	for path := range about {
		panic(fmt.Sprintf("pack: %s has no key %q", typ, path))
	}
	return p
}

func compileBelow(typ reflect.Type, one, prefix string, about map[string]field) *plan {
	p := &plan{one: one, typ: typ, byKey: map[string]int{}}
	for i := range typ.NumField() {
		key, options, _ := strings.Cut(typ.Field(i).Tag.Get("yaml"), ",")
		if key == "-" {
			continue
		}
		f, ok := about[prefix+key]
		if !ok {
			panic(fmt.Sprintf("pack: key %q of %s means nothing", prefix+key, typ))
		}
		delete(about, prefix+key)
		s := slot{field: f, key: key, index: i, label: one + " " + key, required: options == ""}
		t := typ.Field(i).Type
		if t.Kind() == reflect.Slice {
			s.list = true
			t = t.Elem()
		}
		if t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		if t.Kind() == reflect.Struct && t != reflect.TypeFor[world.Dice]() {
			s.sub = compileBelow(t, f.class.one, prefix+key+".", about)
		}
		p.byKey[key] = len(p.slots)
		p.slots = append(p.slots, s)
	}
	return p
}

func (p *plan) keys() []string {
	keys := make([]string, 0, len(p.slots))
	for _, s := range p.slots {
		keys = append(keys, s.key)
	}
	if p.isEntry {
		keys = append(keys, draftKey, wasKey)
	}
	return keys
}
