package verb_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// Words that many expect and that no verb has are answered with what to do instead, and with no guess from their
// letters. A word that came to mean something here would be understood, and has to leave the table.
func TestInstead(t *testing.T) {
	s := newLowtide(t)
	for line, want := range map[string]string{
		"talk nan": "say hello", "ask nan about crabs": "whisper", "light torch": "as soon as you carry it",
		"ignite lamp": "get one", "buy coat": "get, and its name", "search": "examine heap", "eat pie": "needs to eat",
		"sleep": "survey", "enter": "exits", "leave": "quit", "use key": "unlock", "pick up lamp": "get, and its name",
		"yes": "accept", "where": "survey", "run": "flee",
	} {
		r := s.table.Parse(s.ctx(s.bob), line).Refusal
		switch {
		case r == nil || r.Code != world.CodeUnknown:
			t.Errorf("%s: got %+v, want advice", line, r)
		case !strings.Contains(r.Text, want) || strings.Contains(r.Text, "Did you mean"):
			t.Errorf("%s: got %q, want %q in it", line, r.Text, want)
		case len(worldtest.HardToHear(r.Text)) > 0:
			t.Errorf("%s: %v", line, worldtest.HardToHear(r.Text))
		}
	}
}
