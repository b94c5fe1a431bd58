package remote_test

import (
	"slices"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
)

// PEOPLE V7: since when words may go is asked of the server, quietly, about whoever the body has just seen. A server
// that does not say since when has not said that they may.
func TestSinceWhenIsAskedQuietly(t *testing.T) {
	r := newRealm(t)
	r.people = []map[string]any{{"id": "pc-ann", "name": "Ann", "kind": "person"}}
	g := r.guest(body + " mlk_a")
	g.open()
	const host = "api.example.org"
	for _, tt := range []struct {
		name   string
		player string
		answer map[string]any
		at     world.Time
		ok     bool
	}{
		{"a yes", "pc-ann", map[string]any{"agreed": true, "since": 5000}, 5000, true},
		{"from the beginning", "pc-ann", map[string]any{"agreed": true, "since": 0}, 0, true},
		{"a no", "pc-ann", map[string]any{"agreed": false}, 0, false},
		{"an older server", "pc-ann", map[string]any{"agreed": true}, 0, false},
		{"nobody here", "pc-ben", map[string]any{"agreed": true, "since": 5000}, 0, false},
	} {
		r.mu.Lock()
		r.agreed = tt.answer
		r.mu.Unlock()
		if at, ok := g.Since(t.Context(), tt.player, host); at != tt.at || ok != tt.ok {
			t.Errorf("%s: since %d, %v; want %d, %v", tt.name, at, ok, tt.at, tt.ok)
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if want := slices.Repeat([]string{"pc-ann to " + host + " quietly"}, 4); !slices.Equal(r.asked, want) {
		t.Errorf("asked %q, want %q", r.asked, want)
	}
}
