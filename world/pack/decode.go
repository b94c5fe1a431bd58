package pack

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/pack/yaml"
)

const (
	nestedMax   = 200 // exits of a room, words of a thing, lines of a mind and the like
	zoneKey     = "zone"
	draftKey    = "draft"
	importedKey = "imported"
	wasKey      = "was"
)

// isBeside reports whether a key of an entry says something about the entry and is none of its fields: whether it is a
// draft, and what it was in another engine, which may be anything and is read by people only.
func isBeside(key string) bool { return key == draftKey || key == wasKey }

// What dice may be: enough for a dragon, too little to overflow.
const (
	diceCountMax = 50
	diceSidesMax = 100
	dicePlusMax  = 200
)

// readHead decodes pack.yaml.
func (d *draft) readHead(at site) {
	if at.node == nil {
		if !d.broken {
			d.fault(at, headFile+" is empty", "it holds the pack's id, name, start and welcome")
		}
		return
	}
	d.structure(at, d.head.plan, reflect.ValueOf(d.pack).Elem())
	d.sites[d.head.key] = []site{at.kept()}
}

// readContent decodes any other file: its zone and its lists.
func (d *draft) readContent(at site) {
	if at.node == nil {
		return
	}
	m, ok := d.mapping(at, "the file")
	if !ok {
		return
	}
	// These first: they may stand anywhere in the file and are about all of it.
	d.zone, d.aside.file, d.aside.by = "", false, nil
	for it := m.MapRange(); it.Next(); {
		switch keyText(it.Key()) {
		case zoneKey:
			s := slot{field: field{class: name()}, label: zoneKey}
			d.text(at.on(it.Value()), &s, reflect.ValueOf(&d.zone).Elem())
		case draftKey:
			d.aside.file = d.marked(at.on(it.Key()), it.Value(), draftKey)
		case importedKey:
			d.imported[at.file] = d.marked(at.on(it.Key()), it.Value(), importedKey)
		}
	}
	keys := []string{zoneKey, draftKey, importedKey, wasKey}
	for _, k := range d.kinds {
		keys = append(keys, k.key)
	}
	d.pairs(at, m, func(key, value site, word string) {
		if word == zoneKey || word == importedKey || isBeside(word) {
			return
		}
		for _, k := range d.kinds {
			if k.key == word {
				d.list(value, k)
				return
			}
		}
		d.unknown(key, word, "a file", keys)
	})
}

// list decodes the entries of one kind.
func (d *draft) list(at site, k kind) {
	values, ok := d.sequence(at, k.key)
	if !ok {
		return
	}
	list := k.list(d.pack)
	for _, v := range values {
		if d.entries++; d.entries > entriesMax {
			if d.entries == entriesMax+1 {
				d.reject(at, fmt.Sprintf("more than %d entries in the pack", entriesMax), "split the pack")
			}
			return
		}
		here := at.on(v)
		one := reflect.New(k.plan.typ).Elem()
		d.aside.by = d.ownerOf(here)
		if !d.structure(here, k.plan, one) {
			continue
		}
		if k.fill != nil {
			k.fill(d, one)
		}
		list.Set(reflect.Append(list, one))
		d.sites[k.key] = append(d.sites[k.key], here.kept())
		d.aside.owners[k.key] = append(d.aside.owners[k.key], d.aside.by)
	}
	d.aside.by = nil
}

// structure decodes a mapping into v and reports whether it was one.
func (d *draft) structure(at site, p *plan, v reflect.Value) bool {
	m, ok := d.mapping(at, "the "+p.one)
	if !ok {
		return false
	}
	seen := make([]bool, len(p.slots))
	d.pairs(at, m, func(key, value site, word string) {
		i, ok := p.byKey[word]
		switch {
		case !ok && isBeside(word) && p.isEntry:
			return // it was read before, or is not ours to read
		case !ok:
			d.unknown(key, word, article(p.one), p.keys())
			return
		}
		seen[i] = true
		d.value(value, &p.slots[i], v.Field(p.slots[i].index))
	})
	for i, s := range p.slots {
		if s.required && !seen[i] {
			d.fault(at, fmt.Sprintf("%s has no %s", article(p.one), s.key), "")
		}
	}
	return true
}

// pairs calls f for each key of a mapping once; a key given again is a problem.
func (d *draft) pairs(at site, m ast.MapNode, f func(key, value site, word string)) {
	first := map[string]int{}
	for it := m.MapRange(); it.Next(); {
		key := at.on(it.Key())
		word := keyText(it.Key())
		if line, ok := first[word]; ok {
			d.fault(key, fmt.Sprintf("%q is given twice", yaml.Brief(word)), fmt.Sprintf("first in line %d", line))
			continue
		}
		first[word] = key.line()
		value := key.on(it.Value())
		if _, ok := it.Value().(*ast.NullNode); ok || it.Value() == nil {
			value = key // a missing value has no place of its own
			value.node = nil
			value.row = key.line()
		}
		f(key, value, word)
	}
}

func (d *draft) unknown(at site, word, owner string, among []string) {
	what := fmt.Sprintf("unknown field %q in %s", yaml.Brief(word), owner)
	d.unlike(at, what, word, func() []string { return among })
}

func (d *draft) mapping(at site, what string) (ast.MapNode, bool) {
	m, ok := at.node.(ast.MapNode)
	if !ok {
		d.fault(at, fmt.Sprintf("%s is %s", what, yaml.Describe(at.node)), `write fields, as "name: value"`)
	}
	return m, ok
}

func (d *draft) sequence(at site, what string) ([]ast.Node, bool) {
	l, ok := at.node.(*ast.SequenceNode)
	if !ok {
		d.fault(at, fmt.Sprintf("%s is %s", what, yaml.Describe(at.node)), `write a list, each entry behind a "-"`)
		return nil, false
	}
	return l.Values, true
}

// value decodes whatever v is.
func (d *draft) value(at site, s *slot, v reflect.Value) {
	switch {
	case at.node == nil:
		d.fault(at, s.label+" is empty", "leave the field out or give it a value")
	case s.list:
		d.nested(at, s, v)
	case s.sub != nil && v.Kind() == reflect.Pointer:
		one := reflect.New(s.sub.typ)
		if d.structure(at, s.sub, one.Elem()) {
			v.Set(one)
		}
	case s.sub != nil:
		d.structure(at, s.sub, v)
	default:
		d.scalar(at, s, v)
	}
}

func (d *draft) nested(at site, s *slot, v reflect.Value) {
	values, ok := d.sequence(at, s.label)
	if !ok {
		return
	}
	if len(values) == 0 {
		d.fault(at, s.label+" is empty", "leave the field out or give it a value")
	}
	if len(values) > nestedMax {
		d.fault(at, fmt.Sprintf("%s has %d entries", s.label, len(values)), fmt.Sprintf("at most %d", nestedMax))
		return
	}
	list := reflect.MakeSlice(v.Type(), len(values), len(values))
	one := *s
	one.list = false
	for i, n := range values {
		here := at.on(n)
		if _, ok := n.(*ast.NullNode); ok {
			here = site{file: at.file, row: here.line()}
		}
		d.value(here, &one, list.Index(i))
	}
	v.Set(list)
}

func (d *draft) scalar(at site, s *slot, v reflect.Value) {
	if v.Type() == reflect.TypeFor[world.Dice]() {
		d.dice(at, s, v)
		return
	}
	switch v.Kind() {
	case reflect.String:
		d.text(at, s, v)
	case reflect.Bool:
		n, ok := at.node.(*ast.BoolNode)
		if !ok {
			d.fault(at, fmt.Sprintf("%s is %s", s.label, yaml.Describe(at.node)), "write true or false")
			return
		}
		v.SetBool(n.Value)
	case reflect.Int:
		d.number(at, s, v)
	default:
		panic(fmt.Sprintf("pack: %s is a %s, which packs cannot hold", s.label, v.Type()))
	}
}

func (d *draft) number(at site, s *slot, v reflect.Value) {
	n, ok := at.node.(*ast.IntegerNode)
	if !ok {
		d.fault(at, fmt.Sprintf("%s is %s", s.label, yaml.Describe(at.node)), "write a whole number")
		return
	}
	least, most := int64(s.class.least), int64(s.class.most)
	i, err := strconv.ParseInt(fmt.Sprint(n.Value), 10, 64)
	if err != nil || i < least || i > most {
		d.fault(at, fmt.Sprintf("%s is %v", s.label, n.Value), fmt.Sprintf("it may be %d to %d", least, most))
		return
	}
	v.SetInt(i)
}

// text decodes, tidies and checks a string, and notes the id that it gives or refers to.
func (d *draft) text(at site, s *slot, v reflect.Value) {
	raw, joined, ok := yaml.Text(at.node)
	if !ok {
		meant := "write text"
		if _, scalar := at.node.(ast.ScalarNode); scalar {
			meant = "put it in quotes if it is meant as text"
		}
		d.fault(at, fmt.Sprintf("%s is %s", s.label, yaml.Describe(at.node)), meant)
		return
	}
	c := s.class
	t := strings.TrimSpace(raw)
	if !c.flat {
		t = yaml.Fold(raw, joined)
	}
	if t == "" {
		d.fault(at, s.label+" is empty", "leave the field out or give it a value")
		return
	}
	if c.among != nil && !slices.Contains(c.among, t) {
		d.unlike(at, fmt.Sprintf("%s cannot be %q", s.label, yaml.Brief(t)), t, func() []string { return c.among })
		return
	}
	if c.check != nil {
		if what, meant := c.check(t); what != "" {
			d.fault(at, s.label+": "+what, meant)
			return
		}
	}
	v.SetString(t) // only now: later checks pass over what is empty, so that one mistake is told once
	switch {
	case c.refs != "":
		d.refs = append(d.refs, ref{space: c.refs, id: t, at: at.bare(), by: d.aside.by, loose: c.loose})
	case c.gives != "":
		d.give(at, c.gives, t)
	}
}

func (d *draft) give(at site, space, id string) {
	if d.ids[space] == nil {
		d.ids[space] = map[string]site{}
	}
	if first, ok := d.ids[space][id]; ok {
		d.fault(at, fmt.Sprintf("there is already a %s %q", space, id),
			fmt.Sprintf("first in %s:%d", first.file, first.line()))
		return
	}
	d.ids[space][id] = at.bare()
	if d.aside.by != nil && d.aside.by.aside {
		d.aside.ids[idIn{space, id}] = true
	}
}

func (d *draft) dice(at site, s *slot, v reflect.Value) {
	raw, _, _ := yaml.Text(at.node)
	x, ok := yaml.Dice(strings.TrimSpace(raw))
	if !ok {
		d.fault(at, fmt.Sprintf("%s is %s", s.label, yaml.Describe(at.node)),
			`write dice as "2d4" or "1d6+1"`)
		return
	}
	if x.N < 1 || x.N > diceCountMax || x.S < 2 || x.S > diceSidesMax || x.P > dicePlusMax || x.N+x.P < 0 {
		d.fault(at, fmt.Sprintf("%s is %q", s.label, raw), fmt.Sprintf(
			"1 to %d dice of 2 to %d sides, at most %d on top, never below 0", diceCountMax, diceSidesMax, dicePlusMax))
		return
	}
	v.Set(reflect.ValueOf(x))
}

func article(noun string) string {
	if strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}
