package output

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world/strictjson"
)

// Limits of an answer that is read as JSON.
const (
	ObjectBytesMax = 16 << 10
	depthMax       = 4 // how deep it may nest
)

// Code says what is wrong with an answer.
type Code string

// The codes.
const (
	CodeEmpty     Code = "empty"
	CodeTooLong   Code = "too_long"
	CodeNotJSON   Code = "not_json" // also prose around it, two values, a key that occurs twice
	CodeTooDeep   Code = "too_deep"
	CodeNotObject Code = "not_object"
	CodeBadType   Code = "bad_type"
	CodeMissing   Code = "missing"
	CodeUnknown   Code = "unknown_action"
	CodeBadValue  Code = "bad_value"
)

// Error says why an answer cannot be used. Text is for a log: it quotes nothing of the answer but names.
type Error struct {
	Code Code
	Text string
}

// Error returns the text.
func (e *Error) Error() string { return e.Text }

func fail(code Code, format string, a ...any) error { return &Error{code, fmt.Sprintf(format, a...)} }

// What is taken off an answer before it is read, as it stands in what [Object] and [Choice] report.
const (
	strippedFence    = "fence"    // a code fence around it
	strippedThinking = "thinking" // thoughts that a reasoning model put before it
)

// bare takes off what wraps an answer: a reasoning model's thoughts before it, and one code fence around it.
func bare(text string) (string, []string) {
	var stripped []string
	text = strings.TrimSpace(text)
	for _, tag := range []string{"think", "thinking", "reasoning"} {
		if rest, ok := strings.CutPrefix(text, "<"+tag+">"); ok {
			if _, after, ok := strings.Cut(rest, "</"+tag+">"); ok {
				text, stripped = strings.TrimSpace(after), append(stripped, strippedThinking)
			}
		}
	}
	inner, ok := strings.CutPrefix(text, "```")
	if !ok {
		return text, stripped
	}
	if inner, ok = strings.CutSuffix(inner, "```"); !ok {
		return text, stripped
	}
	if line, rest, ok := strings.Cut(inner, "\n"); ok && isLanguage(strings.TrimSpace(line)) {
		inner = rest
	}
	return strings.TrimSpace(inner), append(stripped, strippedFence)
}

// isLanguage reports whether the first line of a fence names a language, or nothing.
func isLanguage(s string) bool {
	return len(s) <= 10 && strings.Trim(strings.ToLower(s), "abcdefghijklmnopqrstuvwxyz0123456789") == ""
}

// object reads an answer that is one JSON object.
func object(text string) (map[string]json.RawMessage, []string, error) {
	if len(text) > ObjectBytesMax {
		return nil, nil, fail(CodeTooLong, "the answer has %d bytes, at most %d", len(text), ObjectBytesMax)
	}
	text, stripped := bare(text)
	if text == "" {
		return nil, stripped, fail(CodeEmpty, "the answer is empty")
	}
	if err := strictjson.Check([]byte(text)); err != nil {
		return nil, stripped, fail(CodeNotJSON, "the answer is not one strict JSON value: %v", err)
	}
	if d := strictjson.Depth([]byte(text)); d > depthMax {
		return nil, stripped, fail(CodeTooDeep, "the answer nests %d deep, at most %d", d, depthMax)
	}
	var fields map[string]json.RawMessage
	if text[0] != '{' || json.Unmarshal([]byte(text), &fields) != nil {
		return nil, stripped, fail(CodeNotObject, "the answer is no JSON object")
	}
	return fields, stripped, nil
}

// Object reads an answer that must be one JSON object into the struct that v points to. Keys that the struct does not
// have are left out and reported; those it has must be spelled as its tags spell them, and be there unless the tag says
// omitempty. Errors are *Error.
func Object(text string, v any) (stripped []string, err error) {
	fields, stripped, err := object(text)
	if err != nil {
		return stripped, err
	}
	to := reflect.ValueOf(v).Elem()
	var known []string
	for i := range to.NumField() {
		name, options, _ := strings.Cut(to.Type().Field(i).Tag.Get("json"), ",")
		known = append(known, name)
		raw, ok := fields[name]
		if !ok || string(raw) == "null" {
			if !strings.Contains(options, "omitempty") {
				return stripped, fail(CodeMissing, "the answer lacks %q", name)
			}
			continue
		}
		if json.Unmarshal(raw, to.Field(i).Addr().Interface()) != nil {
			return stripped, fail(CodeBadType, "%q is not of the type that was asked for", name)
		}
	}
	return append(stripped, extras(fields, known, "")...), nil
}

// extras lists, in order, the keys that nobody asked for.
func extras(fields map[string]json.RawMessage, known []string, under string) []string {
	var out []string
	for name := range fields { // put in order below
		if !slices.Contains(known, name) {
			out = append(out, under+strictjson.Clip(name))
		}
	}
	slices.Sort(out)
	return out
}
