package output

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/strictjson"
)

// ValueCharsMax is how long a parameter may be that can be any text.
const ValueCharsMax = SpeechCharsMax

// Choice reads an answer of the form {"action": "...", "parameters": {...}} as one of the actions that were offered,
// with exactly the parameters it declares and, where it names candidates, with one of them. What else stands in the
// answer is left out and reported (ruling R1); anything unknown, missing or of the wrong type is an *Error, and so is
// an answer with anything around it but a code fence or a reasoning model's thoughts.
//
// A parameter that can be any text is cleaned and cut, and no more: when it will be said aloud, give it to [Speech].
func Choice(text string, allowed []mind.Action) (choice mind.Choice, stripped []string, err error) {
	fields, stripped, err := object(text)
	if err != nil {
		return mind.Choice{}, stripped, err
	}
	var name string
	switch raw, ok := fields["action"]; {
	case !ok:
		return mind.Choice{}, stripped, fail(CodeMissing, `the answer lacks "action"`)
	case json.Unmarshal(raw, &name) != nil:
		return mind.Choice{}, stripped, fail(CodeBadType, `"action" is no text`)
	}
	action, ok := offered(name, allowed)
	if !ok {
		return mind.Choice{}, stripped, fail(CodeUnknown, "%q was not offered", strictjson.Clip(name))
	}
	var given map[string]json.RawMessage
	if raw, ok := fields["parameters"]; ok && json.Unmarshal(raw, &given) != nil {
		return mind.Choice{}, stripped, fail(CodeBadType, `"parameters" is no object`)
	}
	stripped = append(stripped, extras(fields, []string{"action", "parameters"}, "")...)
	choice = mind.Choice{Action: action.Name, Params: map[string]string{}}
	var known []string
	for _, p := range action.Params {
		known = append(known, p.Name)
		value, err := parameter(p, given[p.Name])
		if err != nil {
			return mind.Choice{}, stripped, err
		}
		if value != "" {
			choice.Params[p.Name] = value
		}
	}
	return choice, append(stripped, extras(given, known, "parameters.")...), nil
}

func offered(name string, allowed []mind.Action) (mind.Action, bool) {
	for _, a := range allowed {
		if a.Name == name && name != "" {
			return a, true
		}
	}
	return mind.Action{}, false
}

// parameter reads the value of one parameter; "" when it may be missing and is.
func parameter(p mind.Param, raw json.RawMessage) (string, error) {
	value, err := scalar(p.Name, raw)
	if err != nil {
		return "", err
	}
	if value == "" {
		if !p.Optional {
			return "", fail(CodeMissing, "the parameter %q is missing", strictjson.Clip(p.Name))
		}
		return "", nil
	}
	if len(p.Candidates) == 0 {
		return cut(value, ValueCharsMax), nil
	}
	for _, c := range p.Candidates {
		if c == value {
			return c, nil
		}
	}
	// Models change the case of letters; that is no other choice as long as one candidate alone is meant.
	var meant []string
	for _, c := range p.Candidates {
		if strings.EqualFold(c, value) {
			meant = append(meant, c)
		}
	}
	if len(meant) == 1 {
		return meant[0], nil
	}
	return "", fail(CodeBadValue, "the parameter %q has a value that was not offered", strictjson.Clip(p.Name))
}

// scalar reads a text, a number as it was written, or a truth. Lists and objects are errors.
func scalar(name string, raw json.RawMessage) (string, error) {
	switch {
	case len(raw) == 0 || string(raw) == "null":
		return "", nil
	case raw[0] == '{' || raw[0] == '[':
		return "", fail(CodeBadType, "the parameter %q is neither text nor a number", strictjson.Clip(name))
	case raw[0] != '"':
		return string(raw), nil
	}
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		return "", fail(CodeBadType, "the parameter %q is no text", strictjson.Clip(name))
	}
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "")
	}
	return world.Clean(strings.Map(lineToBlank, s)), nil
}

// lineToBlank keeps words apart that a line break kept apart.
func lineToBlank(r rune) rune {
	switch r {
	case '\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029':
		return ' '
	}
	return r
}
