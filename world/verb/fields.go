package verb

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// fields are the lines of a report that shows whatever the state has, whole, with no sign that only Go has a word for.
// What a field of the state is called is what it is called in a pack.
type fields struct {
	now   world.Time
	lines []StatLine
}

// add takes every field of a struct that says something; instead has what is shown in the place of some, by their
// names in Go.
func (f *fields) add(under string, v reflect.Value, instead map[string]StatLine) {
	for i := range v.NumField() {
		field, val := v.Type().Field(i), v.Field(i)
		if other, ok := instead[field.Name]; ok {
			f.line(other)
			continue
		}
		if !field.IsExported() || val.IsZero() {
			continue
		}
		if val.Kind() == reflect.Pointer {
			val = val.Elem()
		}
		name := under + labelOf(field)
		text, isPlain := f.plain(val)
		switch {
		case isPlain:
			f.line(StatLine{Name: sentence(name), Text: text})
		case field.Anonymous:
			f.add(under, val, instead)
		case val.Kind() == reflect.Struct:
			f.add(name+", ", val, nil)
		default:
			f.line(f.several(sentence(name), val))
		}
	}
}

// line adds a line that says something.
func (f *fields) line(l StatLine) {
	if l.Text != "" || len(l.List) > 0 {
		f.lines = append(f.lines, l)
	}
}

// several is a list or a map: on one line when it has words only, else one below the other.
func (f *fields) several(name string, v reflect.Value) StatLine {
	if v.Kind() == reflect.Map {
		return f.pairs(name, v)
	}
	all := make([]string, 0, v.Len())
	isShort := true
	for i := range v.Len() {
		text, isPlain := f.plain(v.Index(i))
		isShort = isShort && isPlain && (len(text) <= wordBytesMost || v.Len() == 1)
		if !isPlain {
			text = f.inline(v.Index(i))
		}
		all = append(all, text)
	}
	if isShort {
		return StatLine{Name: name, Text: strings.Join(all, ", ")}
	}
	return StatLine{Name: name, List: all}
}

// pairs is a map: the keys alone when it says yes to all of them.
func (f *fields) pairs(name string, v reflect.Value) StatLine {
	var keys, all []string
	for _, key := range v.MapKeys() {
		text, isPlain := f.plain(v.MapIndex(key))
		if !isPlain {
			text = f.inline(v.MapIndex(key))
		}
		if all = append(all, key.String()+": "+text); text == yes {
			keys = append(keys, key.String())
		}
	}
	slices.Sort(keys)
	slices.Sort(all)
	if len(keys) == len(all) {
		return StatLine{Name: name, Text: strings.Join(keys, ", ")}
	}
	return StatLine{Name: name, List: all}
}

const (
	yes           = "yes"
	wordBytesMost = 40 // of one of several on a line; what is longer stands on its own
)

// plain is what needs no parts: words, numbers, dice, moments. It is false for anything else.
func (f *fields) plain(v reflect.Value) (string, bool) {
	if t, ok := reflect.TypeAssert[world.Time](v); ok {
		return f.when(t), true
	}
	if s, ok := reflect.TypeAssert[fmt.Stringer](v); ok {
		return s.String(), true
	}
	switch v.Kind() {
	case reflect.String:
		return v.String(), true
	case reflect.Bool:
		if v.Bool() {
			return yes, true
		}
		return "no", true
	case reflect.Struct, reflect.Slice, reflect.Array, reflect.Map, reflect.Pointer, reflect.Interface:
		return "", false
	default:
		return fmt.Sprint(v.Interface()), true
	}
}

// inline is one of a list of things with parts, on one line.
func (f *fields) inline(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return ""
		}
		return f.inline(v.Elem())
	case reflect.Struct:
		var parts []string
		for i := range v.NumField() {
			field, val := v.Type().Field(i), v.Field(i)
			if !field.IsExported() || val.IsZero() {
				continue
			}
			text, isPlain := f.plain(val)
			if !isPlain {
				text = f.inline(val)
			}
			parts = append(parts, labelOf(field)+": "+text)
		}
		return strings.Join(parts, "; ")
	default:
		l := f.several("", v)
		if l.Text != "" {
			return l.Text
		}
		return strings.Join(l.List, " / ")
	}
}

// when says a moment by how far it is from now.
func (f *fields) when(t world.Time) string {
	if t <= f.now {
		return howLong((f.now-t)/world.Second) + " ago"
	}
	return "in " + howLong((t-f.now+world.Second-1)/world.Second)
}

// howLong says a length of time: below an hour in minutes, else in its two largest units.
func howLong(seconds world.Time) string {
	if seconds < world.Minute/world.Second*60 {
		return span(int(seconds))
	}
	return ago(int64(seconds))
}

// labelOf is what a field is called in a pack, as words.
func labelOf(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	switch name {
	case "":
		name = strings.ToLower(f.Name)
	case "id", "hp", "xp":
		return strings.ToUpper(name)
	case "hp_max":
		return "HP max"
	case "proto":
		return "pattern"
	}
	return strings.ReplaceAll(name, "_", " ")
}
