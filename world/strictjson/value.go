package strictjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/world"
)

// WholeCharsMax is how long a number may be written that [Whole] reads.
const WholeCharsMax = 9

const nameRunesMost = 60 // that are quoted of a name or a text

// Limits bound a text that [Parse] reads.
type Limits struct {
	Bytes       int
	Depth       int // of brackets
	NumberChars int // of a number as it is written; 0: any number of them
}

// Value is a JSON value: nil, a bool, a json.Number, a string, a list of values, or an object.
type Value any

// Object is a JSON object with its members in the order of the text, no name twice.
type Object struct{ Members []Member }

// Member is one of the members of an object.
type Member struct {
	Name  string
	Value Value
}

// At returns the member of exactly that name.
func (o *Object) At(name string) (Value, bool) {
	for _, m := range o.Members {
		if m.Name == name {
			return m.Value, true
		}
	}
	return nil, false
}

// Parse reads a text that must be one JSON value and nothing else. Beyond the grammar it refuses what encoding/json
// lets pass in silence: a name that occurs twice in an object, deep nesting, long numbers, text that is not UTF-8.
// Names are kept in order and exactly as they are spelled.
func Parse(text []byte, l Limits) (Value, error) {
	switch {
	case len(text) > l.Bytes:
		return nil, fmt.Errorf("it is longer than %d bytes", l.Bytes)
	case len(bytes.TrimSpace(text)) == 0:
		return nil, errors.New("it is empty")
	case !utf8.Valid(text):
		return nil, errors.New("it is not valid UTF-8")
	case Depth(text) > l.Depth:
		return nil, fmt.Errorf("it nests deeper than %d levels", l.Depth)
	case !json.Valid(text):
		return nil, errors.New("it is not one JSON value")
	}
	s := scanner{text: text, depthMax: l.Depth, numberMax: l.NumberChars}
	v, err := s.value(0)
	if long, ok := errors.AsType[longNumber](err); ok {
		return nil, fmt.Errorf("a number is written longer than %d characters", long.most)
	}
	if two, ok := errors.AsType[twice](err); ok {
		return nil, fmt.Errorf("%s occurs twice in one object", Quoted(two.key))
	}
	return v, err
}

// Whole reads a number that must be written as a whole one from 0 to most: no sign, fraction or exponent.
func Whole(n Value, most int) (int, bool) {
	text, ok := n.(json.Number)
	if !ok || len(text) > WholeCharsMax {
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
func Kind(n Value) string {
	switch n.(type) {
	case nil:
		return "null"
	case bool:
		return "true or false"
	case json.Number:
		return "a number"
	case string:
		return "a text"
	case []Value:
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
