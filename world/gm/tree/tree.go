// Package tree reads a JSON text of which nothing is trusted into plain values, for readers that look at each part
// themselves and say in words what is wrong with it.
//
// Its one idea: one strict walk, bounded in bytes, depth and the length of numbers, that keeps the names of an object
// in order and exactly as they are spelled. Everything here is a pure function.
package tree

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

// Limits of what is read.
const (
	numberCharsMost = 9  // of a number as it is written: no cell, hit point or round needs more
	nameRunesMost   = 60 // that are quoted of a name or a text
)

// Limits bound a text that is read as JSON.
type Limits struct {
	Bytes int
	Depth int // of brackets
	// Loose lets numbers pass that nothing here reads, such as the state of somebody else's dice.
	Loose bool
}

// Node is a JSON value: nil, a bool, a json.Number, a string, a list of nodes, or an object.
type Node any

// Object is a JSON object with its members in the order of the text, no name twice.
type Object struct{ Members []Member }

// Member is one of the members of an object.
type Member struct {
	Name  string
	Value Node
}

// At returns the member of exactly that name.
func (o *Object) At(name string) (Node, bool) {
	for _, m := range o.Members {
		if m.Name == name {
			return m.Value, true
		}
	}
	return nil, false
}

// Grow reads a text that must be one JSON value and nothing else. Beyond the grammar it refuses what encoding/json lets
// pass in silence: a name that occurs twice in an object, deep nesting, long numbers, text that is not UTF-8.
func Grow(raw []byte, l Limits) (Node, error) {
	switch {
	case len(raw) > l.Bytes:
		return nil, fmt.Errorf("it is longer than %d bytes", l.Bytes)
	case len(bytes.TrimSpace(raw)) == 0:
		return nil, errors.New("it is empty")
	case !utf8.Valid(raw):
		return nil, errors.New("it is not valid UTF-8")
	case depth(raw) > l.Depth:
		return nil, fmt.Errorf("it nests deeper than %d levels", l.Depth)
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
func (l Limits) value(d *json.Decoder) (Node, error) {
	t, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t := t.(type) {
	case json.Number:
		if len(t) > numberCharsMost && !l.Loose {
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

func (l Limits) list(d *json.Decoder) (Node, error) {
	out := []Node{}
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

func (l Limits) object(d *json.Decoder) (Node, error) {
	o, seen := &Object{}, map[string]bool{}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return nil, err
		}
		name, _ := t.(string)
		if seen[name] {
			return nil, fmt.Errorf("%s occurs twice in one object", Quoted(name))
		}
		seen[name] = true
		n, err := l.value(d)
		if err != nil {
			return nil, err
		}
		o.Members = append(o.Members, Member{name, n})
	}
	_, err := d.Token()
	return o, err
}

// Whole reads a number that must be written as a whole one from 0 to most: no sign, fraction or exponent.
func Whole(n Node, most int) (int, bool) {
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

// Kind says what a value is.
func Kind(n Node) string {
	switch n.(type) {
	case nil:
		return "null"
	case bool:
		return "true or false"
	case json.Number:
		return "a number"
	case string:
		return "a text"
	case []Node:
		return "a list"
	default:
		return "an object"
	}
}

// Quoted is a foreign text within a sentence: cleaned, cut, between quotation marks.
func Quoted(s string) string { return `"` + Clipped(s, nameRunesMost) + `"` }

// Clipped is a foreign text without anything that could leave its line or close a quotation, cut after some runes.
func Clipped(s string, most int) string {
	s = strings.ReplaceAll(world.Clean(strings.NewReplacer("\n", " ", "\r", " ").Replace(s)), `"`, "'")
	if r := []rune(s); len(r) > most {
		return strings.TrimSpace(string(r[:most])) + "…"
	}
	return strings.TrimSpace(s)
}
