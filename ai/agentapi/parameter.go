package agentapi

import (
	"bytes"
	"encoding/json"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/world"
)

// offer is an action as it was offered.
type offer struct {
	name, description string
	parameters        []parameter
}

// parameter is one parameter of an offer. How it is declared is up to whoever offers it: a description, a list of
// values, or a JSON Schema with description, type, enum, minimum and maximum.
type parameter struct {
	mind.Param

	kind       string         // a type of JSON Schema; "" is string
	candidates map[string]any // what each candidate is as a value
	least      *int64
	most       *int64
}

// The types of parameters.
const (
	kindText    = "string"
	kindWhole   = "integer"
	kindNumber  = "number"
	kindBoolean = "boolean"
	kindList    = "array"
	kindObject  = "object"
	kindNull    = "null"
)

// readOffers reads the actions on offer.
func readOffers(raw json.RawMessage) ([]offer, *Fault) {
	var list []struct {
		Name        *string         `json:"name"`
		Description *string         `json:"description"`
		Parameters  json.RawMessage `json:"parameters"`
	}
	if len(raw) == 0 {
		return nil, Failed(InvalidActions, "The argument available_actions is missing.")
	}
	if json.Unmarshal(raw, &list) != nil {
		return nil, Failed(InvalidActions, "available_actions is a list of objects with name, description and parameters.")
	}
	switch {
	case len(list) == 0:
		return nil, Failed(InvalidActions, "There is nothing to choose: available_actions is empty.")
	case len(list) > actionsMost:
		return nil, Failed(InvalidActions, "available_actions has %d entries; there may be %d.", len(list), actionsMost)
	}
	out := make([]offer, 0, len(list))
	for i, one := range list {
		name := ""
		if one.Name != nil {
			name = *one.Name
		}
		if name == "" || name != world.Clean(name) || utf8.RuneCountInString(name) > nameRunesMost {
			return nil, Failed(InvalidActions, "The action with index %d needs a name of 1 to %d printable characters.", i,
				nameRunesMost)
		}
		if slices.ContainsFunc(out, func(o offer) bool { return o.name == name }) {
			return nil, Failed(InvalidActions, "The action %q is offered twice.", name)
		}
		o := offer{name: name}
		if one.Description != nil {
			if fault := described(name, *one.Description); fault != nil {
				return nil, fault
			}
			o.description = world.Clean(*one.Description)
		}
		var fault *Fault
		if o.parameters, fault = readParameters(name, one.Parameters); fault != nil {
			return nil, fault
		}
		out = append(out, o)
	}
	return out, nil
}

func described(action, text string) *Fault {
	if n := utf8.RuneCountInString(text); n > descriptionRunesMost {
		return Failed(InvalidActions, "A description of the action %q has %d characters; it may have %d.", action, n,
			descriptionRunesMost)
	}
	return nil
}

// readParameters reads what an action declares, in the order of names. A JSON Schema of an object declares its
// properties.
func readParameters(action string, raw json.RawMessage) ([]parameter, *Fault) {
	if len(raw) == 0 || string(raw) == "null" {
		return nil, nil
	}
	var all map[string]json.RawMessage
	if json.Unmarshal(raw, &all) != nil {
		return nil, Failed(InvalidActions, "The parameters of the action %q are an object.", action)
	}
	if properties, ok := all["properties"]; ok && string(all["type"]) == `"object"` {
		var inner map[string]json.RawMessage
		if json.Unmarshal(properties, &inner) == nil {
			all = inner
		}
	}
	if len(all) > parametersMost {
		return nil, Failed(InvalidActions, "The action %q has %d parameters; it may have %d.", action, len(all),
			parametersMost)
	}
	var out []parameter
	for name, spec := range world.Ordered(all) {
		if name == "" || name != world.Clean(name) || utf8.RuneCountInString(name) > nameRunesMost {
			return nil, Failed(InvalidActions, "A parameter of the action %q needs a name of 1 to %d printable characters.",
				action, nameRunesMost)
		}
		p, fault := readParameter(action, name, spec)
		if fault != nil {
			return nil, fault
		}
		out = append(out, p)
	}
	return out, nil
}

// readParameter reads one declaration. One that says nothing is free text.
func readParameter(action, name string, spec json.RawMessage) (parameter, *Fault) {
	p := parameter{Param: mind.Param{Name: name}}
	var values []any
	switch first := bytes.TrimSpace(spec); {
	case len(first) == 0:
	case first[0] == '"':
		_ = json.Unmarshal(spec, &p.Description) // it begins as a text, and the whole was read as JSON
	case first[0] == '[':
		_ = json.Unmarshal(spec, &values)
	case first[0] == '{':
		var s struct {
			Description any   `json:"description"`
			Type        any   `json:"type"`
			Enum        []any `json:"enum"`
			Minimum     any   `json:"minimum"`
			Maximum     any   `json:"maximum"`
		}
		if json.Unmarshal(spec, &s) != nil {
			return p, Failed(InvalidActions, "The parameter %q of the action %q cannot be read.", name, action)
		}
		p.Description, _ = s.Description.(string)
		p.kind, _ = s.Type.(string)
		p.least, p.most = whole(s.Minimum, math.Ceil), whole(s.Maximum, math.Floor)
		values = s.Enum
	}
	if fault := described(action, p.Description); fault != nil {
		return p, fault
	}
	p.Description = world.Clean(p.Description)
	if p.kind == kindBoolean && len(values) == 0 {
		values = []any{true, false}
	}
	if p.isNumber() && len(values) == 0 {
		p.Description = strings.TrimSpace(p.Description + " (a number)")
	}
	return p, p.among(action, values)
}

// among makes values the candidates of a parameter.
func (p *parameter) among(action string, values []any) *Fault {
	if len(values) > candidatesMost {
		return Failed(InvalidActions, "The parameter %q of the action %q has %d values; it may have %d.", p.Name, action,
			len(values), candidatesMost)
	}
	for _, v := range values {
		text := ""
		switch v := v.(type) {
		case string:
			text = v
		case float64:
			text = strconv.FormatFloat(v, 'g', -1, 64)
		case bool:
			text = strconv.FormatBool(v)
		}
		if text == "" || text != world.Clean(text) || utf8.RuneCountInString(text) > candidateRunesMost {
			return Failed(InvalidActions, "A value of the parameter %q of the action %q is no text, number or boolean of 1 to "+
				"%d printable characters.", p.Name, action, candidateRunesMost)
		}
		if p.candidates == nil {
			p.candidates = map[string]any{}
		}
		if _, is := p.candidates[text]; !is {
			p.candidates[text] = v
			p.Candidates = append(p.Candidates, text)
		}
	}
	return nil
}

func (p *parameter) isNumber() bool { return p.kind == kindWhole || p.kind == kindNumber }

// whole is a bound as a whole number; nil when it is none.
func whole(v any, round func(float64) float64) *int64 {
	f, ok := v.(float64)
	if !ok || f < -1e15 || f > 1e15 {
		return nil
	}
	n := int64(round(f))
	return &n
}

// value makes a parameter's value of what a mind chose, which may be anything.
func (p *parameter) value(text string) any {
	if len(p.Candidates) > 0 {
		if v, ok := p.candidates[text]; ok {
			return v
		}
		return p.candidates[p.Candidates[0]]
	}
	switch p.kind {
	case kindWhole, kindNumber:
		return p.number(text)
	case kindBoolean:
		return text == "true"
	case kindList:
		if text == "" {
			return []any{}
		}
		return []any{words(text)}
	case kindObject:
		return map[string]any{}
	case kindNull:
		return nil
	case kindText:
	}
	return words(text)
}

// numberBytesMost is how long a number may be that a mind wrote down.
const numberBytesMost = 32

// number is a number within the bounds; the nearest to none is 0.
func (p *parameter) number(text string) int64 {
	n := int64(0)
	if len(text) <= numberBytesMost {
		if f, ok := new(big.Float).SetString(strings.TrimSpace(text)); ok {
			n, _ = f.Int64()
		}
	}
	if p.most != nil {
		n = min(n, *p.most)
	}
	if p.least != nil {
		n = max(n, *p.least)
	}
	return n
}

// words is a text that somebody will be shown.
func words(text string) string {
	runes := []rune(world.Clean(text))
	return string(runes[:min(len(runes), valueRunesMost)])
}
