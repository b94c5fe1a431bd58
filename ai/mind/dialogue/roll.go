package dialogue

import (
	"slices"
	"strings"
)

// Roll calls names: which of them stand in a text. Make one with [NewRoll].
type Roll struct {
	all     []string
	stand   map[string]bool // words of the text
	called  map[string]bool
	never   []string
	present []string
}

// NewRoll begins to call names for a text. Some are never there, whatever stands in it.
func NewRoll(text string, never []string) *Roll {
	r := &Roll{all: Split(text), stand: map[string]bool{}, called: map[string]bool{}, never: never}
	for _, word := range r.all {
		r.stand[word] = true
	}
	return r
}

// Call notes a name if it stands in the text, in whatever case. Calling it again costs nothing.
func (r *Roll) Call(name string) {
	if r.called[name] {
		return
	}
	r.called[name] = true
	parts := Split(name)
	if len(parts) == 0 || !r.stand[parts[0]] || len(name) < 2 || !Has(r.all, name) {
		return
	}
	same := func(n string) bool { return strings.EqualFold(n, name) }
	if !slices.ContainsFunc(r.present, same) && !slices.ContainsFunc(r.never, same) {
		r.present = append(r.present, name)
	}
}

// Present are the names that stand there, in the order in which they were called.
func (r *Roll) Present() []string { return r.present }
