package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// Limits of what a client is told of arguments that do not fit.
const (
	faultsMost        = 5  // named in one answer
	faultNameCharsMax = 40 // of a name or value that the client made up
)

// arguments judges what a call hands to a tool, in words that a model can mend its call by (S2-30, S2-31; SEP-1303).
type arguments struct {
	tool   string
	schema *jsonschema.Schema
	takes  []string // the names, in order
}

func newArguments(t Tool) (arguments, error) {
	schema, err := compile(t.Name, t.InputSchema)
	if err != nil {
		return arguments{}, err
	}
	a := arguments{tool: t.Name, schema: schema}
	for name := range schema.Properties { // sorted below
		a.takes = append(a.takes, name)
	}
	slices.Sort(a.takes)
	return a, nil
}

// judge says why a call's arguments do not fit, "" when they do.
func (a arguments) judge(raw json.RawMessage) string {
	given, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return a.say([]string{"its arguments are no JSON"})
	}
	err = a.schema.Validate(given)
	var wrong *jsonschema.ValidationError
	switch {
	case err == nil:
		if beyond := a.beyond(given); len(beyond) > 0 {
			return a.say(beyond)
		}
		return ""
	case !errors.As(err, &wrong):
		return a.say([]string{"its arguments do not fit"})
	}
	return a.say(faults(wrong))
}

// beyond names the integers that no handler could read, because they do not fit 64 bits.
func (a arguments) beyond(given any) []string {
	object, _ := given.(map[string]any)
	var out []string
	for _, name := range a.takes {
		n, isNumber := object[name].(json.Number)
		types := a.schema.Properties[name].Types
		if !isNumber || types == nil || !slices.Contains(types.ToStrings(), "integer") {
			continue
		}
		_, err := strconv.ParseInt(string(wholes([]byte(n))), 10, 64)
		switch {
		case err == nil:
		case strings.HasPrefix(string(n), "-"):
			out = append(out, fmt.Sprintf("%s is at least %d", named(name), int64(math.MinInt64)))
		default:
			out = append(out, fmt.Sprintf("%s is at most %d", named(name), int64(math.MaxInt64)))
		}
	}
	return out
}

func (a arguments) say(faults []string) string {
	if n := len(faults) - faultsMost; n > 0 {
		faults = append(faults[:faultsMost], fmt.Sprintf("and %d things more", n))
	}
	takes := "It takes no arguments."
	if len(a.takes) > 0 {
		takes = "It takes: " + strings.Join(a.takes, ", ") + "."
	}
	return a.tool + " cannot be called so: " + strings.Join(faults, "; ") + ". " + takes
}

// faults says of each fault what was meant.
func faults(e *jsonschema.ValidationError) []string {
	if len(e.Causes) > 0 {
		var out []string
		for _, cause := range e.Causes {
			out = append(out, faults(cause)...)
		}
		return out
	}
	at := "it"
	if len(e.InstanceLocation) > 0 {
		at = named(strings.Join(e.InstanceLocation, "."))
	}
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		return each(k.Missing, "the argument %s is missing")
	case *kind.AdditionalProperties:
		return each(k.Properties, "there is no argument %s")
	case *kind.Type:
		return []string{at + " has to be of type " + strings.Join(k.Want, " or ") + ", and is of type " + k.Got}
	case *kind.Enum:
		return []string{at + " is one of " + listed(k.Want)}
	case *kind.Minimum:
		return []string{at + " is at least " + k.Want.RatString()}
	case *kind.Maximum:
		return []string{at + " is at most " + k.Want.RatString()}
	case *kind.MinLength:
		if k.Want == 1 {
			return []string{at + " may not be empty"}
		}
		return []string{fmt.Sprintf("%s has at least %d characters", at, k.Want)}
	case *kind.MaxLength:
		return []string{fmt.Sprintf("%s has at most %d characters", at, k.Want)}
	}
	return []string{at + " does not fit the tool's schema (" + strings.Join(e.ErrorKind.KeywordPath(), " ") + ")"}
}

func each(names []string, format string) []string {
	out := make([]string, 0, len(names))
	for _, name := range slices.Sorted(slices.Values(names)) {
		out = append(out, fmt.Sprintf(format, named(name)))
	}
	return out
}

// named quotes a name that may be the client's own invention.
func named(name string) string {
	if runes := []rune(name); len(runes) > faultNameCharsMax {
		name = string(runes[:faultNameCharsMax]) + "…"
	}
	return fmt.Sprintf("%q", name)
}

func listed(values []any) string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = fmt.Sprint(v)
	}
	return strings.Join(out, ", ")
}
