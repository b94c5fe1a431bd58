package gm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/world"
)

// numberCharsMost is how long a number may be written: no cell, hit point or round needs more.
const numberCharsMost = 9

// limits bound a text that is read as JSON.
type limits struct {
	bytes int
	depth int
	// isLoose lets numbers pass that nothing here reads, such as the state of somebody else's dice.
	isLoose bool
}

// node is a JSON value: nil, a bool, a json.Number, a string, a list of nodes, or an object.
type node any

// object is a JSON object with its members in the order of the text, no name twice.
type object struct{ members []member }

type member struct {
	name  string
	value node
}

// at returns the member of exactly that name.
func (o *object) at(name string) (node, bool) {
	for _, m := range o.members {
		if m.name == name {
			return m.value, true
		}
	}
	return nil, false
}

// grow reads a text that must be one JSON value and nothing else. Beyond the grammar it refuses what encoding/json lets
// pass in silence: a name that occurs twice in an object, deep nesting, long numbers, text that is not UTF-8.
func grow(raw []byte, l limits) (node, error) {
	switch {
	case len(raw) > l.bytes:
		return nil, fmt.Errorf("it is longer than %d bytes", l.bytes)
	case len(bytes.TrimSpace(raw)) == 0:
		return nil, errors.New("it is empty")
	case !utf8.Valid(raw):
		return nil, errors.New("it is not valid UTF-8")
	case depth(raw) > l.depth:
		return nil, fmt.Errorf("it nests deeper than %d levels", l.depth)
	case !json.Valid(raw):
		return nil, errors.New("it is not one JSON value")
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	n, err := l.value(d)
	if errors.Is(err, io.EOF) {
		return nil, errors.New("it is not one JSON value")
	}
	return n, err
}

// depth says how deep brackets nest outside of strings.
func depth(raw []byte) int {
	now, most, inString := 0, 0, false
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			now++
			most = max(most, now)
		case c == '}' || c == ']':
			now--
		}
	}
	return most
}

// value reads the next value of a text whose grammar and depth are known to be right.
func (l limits) value(d *json.Decoder) (node, error) {
	t, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t := t.(type) {
	case json.Number:
		if len(t) > numberCharsMost && !l.isLoose {
			return nil, fmt.Errorf("a number is written longer than %d characters", numberCharsMost)
		}
		return t, nil
	case json.Delim:
		if t == '[' {
			return l.list(d)
		}
		return l.object(d)
	default:
		return t, nil
	}
}

func (l limits) list(d *json.Decoder) (node, error) {
	out := []node{}
	for d.More() {
		n, err := l.value(d)
		if err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	_, err := d.Token()
	return out, err
}

func (l limits) object(d *json.Decoder) (node, error) {
	o, seen := &object{}, map[string]bool{}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return nil, err
		}
		name, _ := t.(string)
		if seen[name] {
			return nil, fmt.Errorf("%s occurs twice in one object", quoted(name))
		}
		seen[name] = true
		n, err := l.value(d)
		if err != nil {
			return nil, err
		}
		o.members = append(o.members, member{name, n})
	}
	_, err := d.Token()
	return o, err
}

// whole reads a number that must be written as a whole one from 0 to most: no sign, fraction or exponent.
func whole(n node, most int) (int, bool) {
	text, ok := n.(json.Number)
	if !ok || len(text) > numberCharsMost {
		return 0, false
	}
	v := 0
	for _, c := range []byte(text) {
		if c < '0' || c > '9' {
			return 0, false
		}
		v = v*10 + int(c-'0')
	}
	return v, v <= most
}

// kind says what a value is.
func kind(n node) string {
	switch n.(type) {
	case nil:
		return "null"
	case bool:
		return "true or false"
	case json.Number:
		return "a number"
	case string:
		return "a text"
	case []node:
		return "a list"
	default:
		return "an object"
	}
}

// quoted is a foreign text within a sentence: cleaned, cut, between quotation marks.
func quoted(s string) string { return `"` + clipped(s, quotedRunesMost) + `"` }

// clipped is a foreign text without anything that could leave its line or close a quotation, cut after some runes.
func clipped(s string, most int) string {
	s = strings.ReplaceAll(world.Clean(strings.NewReplacer("\n", " ", "\r", " ").Replace(s)), `"`, "'")
	if r := []rune(s); len(r) > most {
		return strings.TrimSpace(string(r[:most])) + "…"
	}
	return strings.TrimSpace(s)
}
