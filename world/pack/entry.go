package pack

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/pack/yaml"
)

// An entry of content is edited field by field. A field is named by its path: desc, exits.north.to, extras.1.desc,
// mind.lines.new.text. Between dots stand the keys of the table of this package; of a list stands which one: its
// number, or, where that tells them apart, what it begins with, such as the direction of an exit. One that there is not
// yet is made.

// wordNew stands in a path for an entry of a list that there is not yet.
const wordNew = "new"

// zonePath is the path of a room's zone, which in a file stands over all its rooms.
const zonePath = "zone"

// Field is a field of a kind of content.
type Field struct {
	Path  string // lists by their key alone: exits.to
	Shown string // what may be written there
	About string // what it means
}

// Value is what a field of an entry says.
type Value struct {
	Path string
	Text string
}

// namedKinds are the kinds by their names in a state.
//
//nolint:gochecknoglobals // immutable, and dear to make
var namedKinds = sync.OnceValue(func() map[string]kind {
	out := map[string]kind{}
	for _, k := range kinds() {
		name, _, _ := strings.Cut(k.one, " ") // a help page is filed as help
		out[name] = k
	}
	return out
})

// planOf returns the plan of a kind of [world.EntryKinds].
func planOf(kind string) (*plan, error) {
	if k, ok := namedKinds()[kind]; ok && slices.Contains(world.EntryKinds(), kind) {
		return k.plan, nil
	}
	return nil, fmt.Errorf("there is no kind of content called %q; there are: %s", yaml.Brief(kind),
		strings.Join(world.EntryKinds(), ", "))
}

// Fields lists the fields of a kind of content in the order of the reference; nil for a kind that there is not.
func Fields(kind string) (out []Field) {
	p, err := planOf(kind)
	if err != nil {
		return nil
	}
	if kind == "room" {
		out = append(out, Field{zonePath, "name", "Its zone."})
	}
	var walk func(p *plan)
	walk = func(p *plan) {
		for _, s := range p.slots {
			out = append(out, Field{s.path, s.class.shown, s.about})
			if s.sub != nil {
				walk(s.sub)
			}
		}
	}
	walk(p)
	return out
}

// Values lists what an entry says, field by field; what it does not say is left out.
func Values(kind string, entry any) (out []Value) {
	p, err := planOf(kind)
	if err != nil || entry == nil {
		return nil
	}
	if r, ok := entry.(world.RoomSpec); ok && r.Zone != "" {
		out = append(out, Value{zonePath, r.Zone})
	}
	return append(out, valuesOf(p, reflect.ValueOf(entry), "")...)
}

func valuesOf(p *plan, v reflect.Value, prefix string) (out []Value) {
	for i := range p.slots {
		s := &p.slots[i]
		f := v.Field(s.index)
		path := prefix + s.key
		switch {
		case f.IsZero():
		case s.list && s.sub != nil:
			for i := range f.Len() {
				out = append(out, valuesOf(s.sub, f.Index(i), path+"."+nameIn(s.sub, f, i)+".")...)
			}
		case f.Type() == reflect.TypeFor[[]int]():
			out = append(out, Value{path, strings.Trim(fmt.Sprint(f.Interface()), "[]")})
		case s.list && s.class.flat:
			var words []string
			for i := range f.Len() {
				words = append(words, f.Index(i).String())
			}
			out = append(out, Value{path, strings.Join(words, ", ")})
		case s.list:
			for i := range f.Len() {
				out = append(out, Value{path + "." + strconv.Itoa(i+1), written(f.Index(i))})
			}
		case s.sub != nil:
			out = append(out, valuesOf(s.sub, reflect.Indirect(f), path+".")...)
		default:
			out = append(out, Value{path, written(f)})
		}
	}
	return out
}

// nameIn is how the nth of a list is called in a path: by what it begins with if no other does, else by its number.
func nameIn(p *plan, list reflect.Value, n int) string {
	word := firstWord(p, list.Index(n))
	for i := range list.Len() {
		if word == "" || i != n && slices.Contains(words(p, list.Index(i)), word) {
			return strconv.Itoa(n + 1)
		}
	}
	return word
}

func firstWord(p *plan, v reflect.Value) string {
	if all := words(p, v); len(all) > 0 {
		if _, err := strconv.Atoi(all[0]); err != nil && !strings.ContainsAny(all[0], ". ") && all[0] != wordNew {
			return all[0]
		}
	}
	return ""
}

// words are what one of a list may be called by: its first field, if that is an id or a word.
func words(p *plan, v reflect.Value) (out []string) {
	s := &p.slots[0]
	f := v.Field(s.index)
	switch {
	case !s.class.flat || s.sub != nil:
	case s.list:
		for i := range f.Len() {
			out = append(out, f.Index(i).String())
		}
	case f.Kind() == reflect.String && f.String() != "":
		out = append(out, f.String())
	}
	return out
}

// written is a value as it is typed.
func written(v reflect.Value) string {
	if d, ok := reflect.TypeAssert[world.Dice](v); ok {
		text := fmt.Sprintf("%dd%d", d.N, d.S)
		if d.P != 0 {
			text += fmt.Sprintf("%+d", d.P)
		}
		return text
	}
	return fmt.Sprint(v.Interface())
}

// Set returns an entry in which the field of a path says text. Lists of ids and words are given whole, with commas; the
// others one by one. A paragraph ends with \n, typed as two characters.
func Set(kind string, entry any, path, text string) (any, error) {
	return changed(kind, entry, path, func(s *slot, v reflect.Value) error {
		return setText(s, v, strings.TrimSpace(text))
	})
}

// Unset returns an entry without a field, or without one of a list.
func Unset(kind string, entry any, path string) (any, error) {
	return changed(kind, entry, path, nil)
}

// errNoID says that ids are for ever.
var errNoID = errors.New("an id stays as it is: others name it; make another one under the new id")

// changed copies an entry and changes the field of a path; a nil change takes it out.
func changed(kind string, entry any, path string, change func(*slot, reflect.Value) error) (any, error) {
	p, err := planOf(kind)
	if err != nil {
		return nil, err
	}
	v, err := copied(entry)
	if err != nil {
		return nil, err
	}
	path = strings.TrimSpace(path)
	switch {
	case strings.EqualFold(path, "id"):
		return nil, errNoID
	case kind == "room" && strings.EqualFold(path, zonePath):
		s := &slot{field: field{class: name()}, label: "the zone"}
		if change == nil {
			v.FieldByName("Zone").SetString("")
		} else if err := change(s, v.FieldByName("Zone")); err != nil {
			return nil, err
		}
		return v.Interface(), nil
	}
	if err := into(p, v, strings.Split(path, "."), "", change); err != nil {
		return nil, err
	}
	if err := complete(p, v, ""); err != nil {
		return nil, err
	}
	return v.Interface(), nil
}

// copied returns a copy of an entry that shares nothing with it.
func copied(entry any) (reflect.Value, error) {
	text, err := json.Marshal(entry)
	if err != nil {
		return reflect.Value{}, err
	}
	out := reflect.New(reflect.TypeOf(entry))
	if err := json.Unmarshal(text, out.Interface()); err != nil {
		return reflect.Value{}, err
	}
	return out.Elem(), nil
}

// into follows a path.
func into(p *plan, v reflect.Value, path []string, prefix string, change func(*slot, reflect.Value) error) error {
	i, ok := p.byKey[strings.ToLower(path[0])]
	if !ok {
		return fmt.Errorf("%s has no field %q; %s", article(p.one), yaml.Brief(path[0]), yaml.Suggest(path[0], slotKeys(p)))
	}
	s, rest := &p.slots[i], path[1:]
	f, here := v.Field(s.index), prefix+s.key
	switch {
	case len(rest) == 0 && change == nil:
		f.SetZero()
		return nil
	case len(rest) == 0 && s.sub != nil && s.list:
		return fmt.Errorf("%s is a list: name one of it and a field, as %s.%s.%s", here, here, wordNew, s.sub.slots[0].key)
	case len(rest) == 0 && s.sub != nil:
		return fmt.Errorf("%s has fields of its own: %s.%s", here, here, strings.Join(slotKeys(s.sub), ", "+here+"."))
	case len(rest) == 0 && s.list && !s.class.flat && f.Type() != reflect.TypeFor[[]int]():
		return fmt.Errorf("%s is a list: name one of it, as %s.1, or %s.%s", here, here, here, wordNew)
	case len(rest) == 0:
		return change(s, f)
	case s.list:
		return intoList(s, f, rest, here, change)
	case s.sub == nil:
		return fmt.Errorf("%s is one field; nothing stands below it", here)
	}
	if f.Kind() == reflect.Pointer {
		if f.IsNil() {
			f.Set(reflect.New(f.Type().Elem()))
		}
		if err := into(s.sub, f.Elem(), rest, here+".", change); err != nil {
			return err
		}
		if change == nil && f.Elem().IsZero() {
			f.SetZero() // its last field was taken out, and a file could not say what is left
		}
		return nil
	}
	return into(s.sub, f, rest, here+".", change)
}

func slotKeys(p *plan) []string {
	var out []string
	for _, s := range p.slots {
		out = append(out, s.key)
	}
	return out
}

// intoList follows a path into one of a list, which it may make.
func intoList(s *slot, list reflect.Value, path []string, here string, change func(*slot, reflect.Value) error) error {
	n, err := which(s, list, path[0])
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", here, err)
	case len(path) == 1 && change == nil && n == list.Len():
		return fmt.Errorf("%s has no %s", here, yaml.Brief(path[0]))
	case len(path) == 1 && change == nil:
		list.Set(reflect.AppendSlice(list.Slice(0, n), list.Slice(n+1, list.Len())))
		if list.Len() == 0 {
			list.SetZero()
		}
		return nil
	case n == list.Len() && n >= nestedMax:
		return fmt.Errorf("%s has %d already, and can have no more", here, nestedMax)
	}
	if n == list.Len() {
		list.Set(reflect.Append(list, reflect.Zero(list.Type().Elem())))
		if _, err := strconv.Atoi(path[0]); s.sub != nil && path[0] != wordNew && err != nil {
			if err := begin(s.sub, list.Index(n), path[0]); err != nil {
				return err
			}
		}
	}
	one := *s
	one.list = false
	switch {
	case s.sub == nil && len(path) == 1:
		return change(&one, list.Index(n))
	case s.sub == nil:
		return fmt.Errorf("%s.%s is one field; nothing stands below it", here, path[0])
	case len(path) == 1:
		return fmt.Errorf("%s.%s has fields of its own: %s", here, path[0], strings.Join(slotKeys(s.sub), ", "))
	}
	return into(s.sub, list.Index(n), path[1:], here+"."+path[0]+".", change)
}

// which finds one of a list; its length stands for one to be made.
func which(s *slot, list reflect.Value, word string) (int, error) {
	if word == wordNew {
		return list.Len(), nil
	}
	if n, err := strconv.Atoi(word); err == nil {
		if n < 1 || n > list.Len()+1 {
			return 0, fmt.Errorf("there are %d; write 1 to %d, or %s", list.Len(), list.Len()+1, wordNew)
		}
		return n - 1, nil
	}
	if s.sub == nil {
		return 0, fmt.Errorf("write a number, or %s", wordNew)
	}
	for _, is := range []func(string, string) bool{func(a, b string) bool { return a == b }, strings.EqualFold} {
		for i := range list.Len() {
			if slices.ContainsFunc(words(s.sub, list.Index(i)), func(w string) bool { return is(w, word) }) {
				return i, nil
			}
		}
	}
	return list.Len(), nil
}

// begin sets what one of a list is called by.
func begin(p *plan, v reflect.Value, word string) error {
	s := &p.slots[0]
	if !s.class.flat {
		return fmt.Errorf("there is no %q; write a number, or %s", yaml.Brief(word), wordNew)
	}
	return setText(s, v.Field(s.index), word)
}

// complete refuses an entry in which something is missing.
func complete(p *plan, v reflect.Value, prefix string) error {
	for i := range p.slots {
		s := &p.slots[i]
		f := v.Field(s.index)
		path := prefix + s.key
		if s.required && f.IsZero() && f.Kind() != reflect.Int {
			return fmt.Errorf("%s needs %s, which has to be set first", article(p.one), path)
		}
		switch {
		case s.sub == nil || f.IsZero():
		case s.list:
			for n := range f.Len() {
				if err := complete(s.sub, f.Index(n), path+"."+nameIn(s.sub, f, n)+"."); err != nil {
					if first := &s.sub.slots[0]; first.required && first.class.flat && f.Index(n).Field(first.index).IsZero() {
						err = fmt.Errorf("%w, as in %s.ID with the id of the %s for ID", err, path, first.key)
					}
					return err
				}
			}
		default:
			if err := complete(s.sub, reflect.Indirect(f), path+"."); err != nil {
				return err
			}
		}
	}
	return nil
}

// setText writes what was typed into a field, if it may be there.
func setText(s *slot, v reflect.Value, text string) error {
	switch {
	case text == "":
		return fmt.Errorf("%s would be empty; take it out instead", s.label)
	case v.Type() == reflect.TypeFor[world.Dice]():
		d, ok := yaml.Dice(text)
		if !ok || d.N < 1 || d.N > diceCountMax || d.S < 2 || d.S > diceSidesMax || d.P > dicePlusMax || d.N+d.P < 0 {
			return fmt.Errorf(`%s cannot be %q; write dice as "2d4" or "1d6+1"`, s.label, yaml.Brief(text))
		}
		v.Set(reflect.ValueOf(d))
		return nil
	}
	switch v.Kind() {
	case reflect.Slice:
		return setList(s, v, text)
	case reflect.Bool:
		return setFlag(s, v, text)
	case reflect.Int:
		n, err := strconv.Atoi(text)
		if err != nil || n < s.class.least || n > s.class.most {
			return fmt.Errorf("%s cannot be %q; it may be %d to %d", s.label, yaml.Brief(text), s.class.least, s.class.most)
		}
		v.SetInt(int64(n))
		return nil
	default:
		return setWords(s, v, text)
	}
}

// setWords writes a text.
func setWords(s *slot, v reflect.Value, text string) error {
	c := s.class
	if !c.flat {
		text = yaml.Fold(strings.ReplaceAll(text, `\n`, "\n\n"), false)
	}
	if c.code {
		text = program(text)
	}
	if c.among != nil && !slices.Contains(c.among, text) {
		return fmt.Errorf("%s cannot be %q; %s", s.label, yaml.Brief(text), yaml.Suggest(text, c.among))
	}
	if c.check != nil {
		if what, meant := c.check(text); what != "" {
			return errors.New(strings.TrimSuffix(s.label+": "+what+"; "+meant, "; "))
		}
	}
	v.SetString(text)
	return nil
}

// program reads a program that was typed in one line: \n ends a line and \t is an indentation, \\n and \\t are \n and
// \t in a text. It has no blanks at its ends and at those of its lines, which no file would keep.
func program(text string) string {
	text = strings.NewReplacer(`\\n`, `\n`, `\\t`, `\t`, `\n`, "\n", `\t`, "    ").Replace(text)
	rows := strings.Split(text, "\n")
	for i, row := range rows {
		rows[i] = strings.TrimRight(row, " ")
	}
	return strings.TrimSpace(strings.Join(rows, "\n"))
}

func setFlag(s *slot, v reflect.Value, text string) error {
	switch strings.ToLower(text) {
	case "true", "yes", "on":
		v.SetBool(true)
	case "false", "no", "off":
		v.SetBool(false)
	default:
		return fmt.Errorf("%s cannot be %q; write yes or no", s.label, yaml.Brief(text))
	}
	return nil
}

// setList replaces a list of words or numbers.
func setList(s *slot, list reflect.Value, text string) error {
	parts := strings.FieldsFunc(text, func(r rune) bool {
		return r == ',' || r == ' ' && list.Type() == reflect.TypeFor[[]int]()
	})
	if len(parts) > nestedMax {
		return fmt.Errorf("%s has %d entries; at most %d", s.label, len(parts), nestedMax)
	}
	one := *s
	one.list = false
	out := reflect.MakeSlice(list.Type(), len(parts), len(parts))
	for i, part := range parts {
		if err := setText(&one, out.Index(i), strings.TrimSpace(part)); err != nil {
			return err
		}
	}
	list.Set(out)
	return nil
}
