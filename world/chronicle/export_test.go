package chronicle

import (
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
)

// Term is the term by which an entity is looked up.
func Term(k world.Key) string { return term(k) }

// Terms are those under which a record is found.
func Terms(r journal.Record) ([]string, error) {
	a, err := About(r)
	out := make([]string, 0, len(a.Terms))
	for _, t := range a.Terms {
		out = append(out, string(t))
	}
	return out, err
}
