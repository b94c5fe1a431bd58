package usage

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Dim is a dimension of an event.
type Dim string

// Dims are an event's dimensions: text, whole numbers (int) or truths (bool), as each dimension wants.
type Dims map[Dim]any

// The dimensions.
const (
	DimPurpose    Dim = "ai.purpose"
	DimModel      Dim = "ai.model"
	DimPrompt     Dim = "ai.tokens.prompt"
	DimCompletion Dim = "ai.tokens.completion"
	DimLatency    Dim = "ai.latency.total_ms"
	DimTools      Dim = "ai.toolCalls.count"
	DimOutcome    Dim = "ai.validation.outcome"
	DimFlagged    Dim = "ai.moderation.flagged"

	DimCached   Dim = "ai.cache.hit"
	DimRetries  Dim = "ai.retry.count"
	DimTemplate Dim = "ai.version.template" // name@version
	DimFailure  Dim = "ai.failure"          // why there is no answer
	DimVerdict  Dim = "ai.verdict"          // what was wrong with an answer that was counted before

	DimScope   Dim = "ai.budget.scope"
	DimPercent Dim = "ai.budget.percent"
)

// Limits of dimensions.
const (
	TextCharsMax = 96        // of one
	NumberMax    = 1<<31 - 1 // of one; an int of 32 bits holds it
	wordCharsMax = 32
)

// kind is how a dimension's value is written.
type kind int

const (
	kindText   kind = iota + 1 // any, cleaned
	kindWord                   // lower-case letters and underscores
	kindEnum                   // one of a list
	kindNumber                 // whole, not negative
	kindTruth
)

type rule struct {
	kind kind
	of   []string
}

// rules says how each dimension is written.
func rules() map[Dim]rule {
	return map[Dim]rule{
		DimPurpose: {kindEnum, texts(Purposes())}, DimOutcome: {kindEnum, texts(Outcomes())},
		DimModel: {kind: kindText}, DimTemplate: {kind: kindText},
		DimPrompt: {kind: kindNumber}, DimCompletion: {kind: kindNumber}, DimLatency: {kind: kindNumber},
		DimTools: {kind: kindNumber}, DimRetries: {kind: kindNumber}, DimPercent: {kind: kindNumber},
		DimFlagged: {kind: kindTruth}, DimCached: {kind: kindTruth},
		DimFailure: {kind: kindWord}, DimVerdict: {kind: kindWord}, DimScope: {kind: kindWord},
	}
}

// shape is which dimensions an event has.
type shape struct{ required, optional []Dim }

// shapeOf says which dimensions events of a name have; false for a name that is none.
func shapeOf(n Name) (shape, bool) {
	if !slices.Contains(set(), n) {
		return shape{}, false
	}
	if n == PromptBudgetReached {
		return shape{required: []Dim{DimScope, DimPercent}, optional: []Dim{DimPurpose}}, true
	}
	return shape{
		required: []Dim{
			DimPurpose, DimModel, DimPrompt, DimCompletion, DimLatency, DimTools, DimOutcome, DimFlagged,
		},
		optional: []Dim{DimCached, DimRetries, DimTemplate, DimFailure, DimVerdict},
	}, true
}

// check reports what is wrong with an event's dimensions, or nil.
func check(n Name, dims Dims, all map[Dim]rule) error {
	s, ok := shapeOf(n)
	if !ok {
		return &UnknownError{name: n}
	}
	for _, d := range s.required {
		if _, ok := dims[d]; !ok {
			return &DimError{name: n, dim: d, what: "is missing"}
		}
	}
	list := make([]Dim, 0, len(dims))
	for d := range dims { // put in order, so that the same fault is named each time
		list = append(list, d)
	}
	slices.Sort(list)
	for _, d := range list {
		if !slices.Contains(s.required, d) && !slices.Contains(s.optional, d) {
			return &DimError{name: n, dim: d, what: "is no dimension of this event"}
		}
		if what := all[d].fault(dims[d]); what != "" {
			return &DimError{name: n, dim: d, what: what}
		}
	}
	return nil
}

// fault says what is wrong with a value; "" when nothing is.
func (r rule) fault(v any) string {
	switch r.kind {
	case kindNumber:
		if n, ok := v.(int); !ok || n < 0 || n > NumberMax {
			return fmt.Sprintf("is not a whole number from 0 to %d", NumberMax)
		}
		return ""
	case kindTruth:
		if _, ok := v.(bool); !ok {
			return "is not true or false"
		}
		return ""
	case kindText, kindWord, kindEnum:
	}
	s, ok := v.(string)
	switch {
	case !ok || s == "":
		return "is not text"
	case r.kind == kindEnum && !slices.Contains(r.of, s):
		return "is not one of " + strings.Join(r.of, ", ")
	case r.kind == kindWord && !isWord(s):
		return "is not a word of lower-case letters and underscores"
	case s != clean(s):
		return fmt.Sprintf("is longer than %d characters or has characters that cannot be seen", TextCharsMax)
	}
	return ""
}

// sanitise makes dimensions that a stranger wrote fit to be checked: what is no dimension of the event goes, text is
// cleaned and cut, and numbers are brought into bounds.
func sanitise(n Name, dims Dims, all map[Dim]rule) Dims {
	s, _ := shapeOf(n)
	out := Dims{}
	for _, d := range slices.Concat(s.required, s.optional) {
		switch v := dims[d].(type) {
		case string:
			if v = clean(v); v != "" && all[d].fault(v) == "" {
				out[d] = v
			}
		case int:
			out[d] = min(max(v, 0), NumberMax)
		case bool:
			out[d] = v
		}
	}
	return out
}

// clean leaves what can be seen of a text, at most TextCharsMax characters of it.
func clean(s string) string {
	if len(s) > utf8.UTFMax*TextCharsMax {
		s = s[:utf8.UTFMax*TextCharsMax]
	}
	seen := strings.Map(func(r rune) rune {
		if r <= ' ' || r > '~' {
			return -1
		}
		return r
	}, s)
	return seen[:min(len(seen), TextCharsMax)]
}

func isWord(s string) bool {
	odd := func(r rune) bool { return (r < 'a' || r > 'z') && r != '_' }
	return s != "" && len(s) <= wordCharsMax && !strings.ContainsFunc(s, odd)
}

func texts[T ~string](list []T) []string {
	out := make([]string, len(list))
	for i, one := range list {
		out[i] = string(one)
	}
	return out
}

// UnknownError says that a name is not one of the names of events.
type UnknownError struct{ name Name }

// Error says which.
func (e *UnknownError) Error() string {
	return fmt.Sprintf("%q is no name of an event", clean(string(e.name)))
}

// DimError says what is wrong with a dimension.
type DimError struct {
	name Name
	dim  Dim
	what string
}

// Error says which, and what.
func (e *DimError) Error() string {
	return fmt.Sprintf("event %s: %s %s", e.name, clean(string(e.dim)), e.what)
}
