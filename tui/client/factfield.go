package client

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// fields are those of an object, by their names in lower case: MUDs do not agree on capitals.
type fields map[string]json.RawMessage

// objectOf reads an object; anything else has no fields.
func objectOf(data []byte) fields {
	var raw map[string]json.RawMessage
	if json.Unmarshal(data, &raw) != nil {
		return nil
	}
	f := make(fields, len(raw))
	for key, value := range raw {
		f[strings.ToLower(key)] = value
	}
	return f
}

// arrayOf reads an array; anything else has no elements.
func arrayOf(data []byte) []json.RawMessage {
	var raw []json.RawMessage
	if json.Unmarshal(data, &raw) != nil {
		return nil
	}
	return raw[:min(len(raw), listMost)]
}

// text reads a string or a number as words.
func text(data []byte) string { return bounded(data, textMost) }

func bounded(data []byte, most int) string {
	var s string
	if json.Unmarshal(data, &s) != nil {
		var n json.Number
		if json.Unmarshal(data, &n) != nil {
			return ""
		}
		s = n.String()
	}
	return cut(s, most)
}

// cut shortens s to so many bytes, between letters.
func cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most]
}

// text is a field that is a string or a number.
func (f fields) text(name string) (string, bool) {
	raw, ok := f[name]
	if !ok {
		return "", false
	}
	s := text(raw)
	return s, s != "" || string(raw) == `""`
}

// long is a field that is a line of text.
func (f fields) long(name string) string { return bounded(f[name], speechMost) }

// number is a field that is a number, or a string that is one: MUDs send both.
func (f fields) number(name string) (int, bool) {
	s, ok := f.text(name)
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	if err != nil || math.IsNaN(n) {
		return 0, false
	}
	return int(min(max(n, -pointsMost), pointsMost)), true
}

// flag is a field that is true or false.
func (f fields) flag(name string) (value, ok bool) {
	return value, json.Unmarshal(f[name], &value) == nil
}

// first is the first of these fields that is there and says something.
func (f fields) first(names ...string) string {
	for _, name := range names {
		if s, ok := f.text(name); ok && s != "" {
			return s
		}
	}
	return ""
}
