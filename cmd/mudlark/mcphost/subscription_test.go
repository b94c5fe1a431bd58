package mcphost

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// committing does at once what a loop would do with a step that only keeps rows.
type committing struct{ *journal.Memory }

func (c committing) Do(
	_ context.Context, do func(*world.State, world.Time) loop.Step,
) (loop.Reply, error) {
	return loop.Reply{}, c.Commit(journal.Batch{Puts: do(nil, 0).Puts})
}

// What sessions watch is read again, each its own and no more sessions than a grant may have; what is over is gone.
func TestSubscriptions(t *testing.T) {
	j := journal.NewMemory()
	open := func() *subscriptions {
		s, err := OpenSubscriptions(j, committing{j}, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := open()
	keep := func(principal, session string, uris ...string) {
		t.Helper()
		if err := s.Keep(t.Context(), principal, session, uris); err != nil {
			t.Fatal(err)
		}
	}
	for i := range guard.SessionsPerPrincipalMax + 2 {
		keep("g-ann", fmt.Sprint("s-", i), "game://room/current", fmt.Sprint("game://", i))
	}
	keep("g-bob", "s-5", "game://quests")
	keep("g-bob", "s-6", "game://quests")
	keep("g-ann", "s-9", "game://world/map")
	keep("g-ann", "s-8")
	keep("g-cat", "s-1", "game://quests")
	keep("g-cat", "s-2", "game://quests")
	keep("g-cat", "")
	keep("g-nobody", "s-1")
	s = open()
	for _, c := range []struct {
		principal, session string
		want               []string
	}{
		{"g-ann", "s-1", nil}, // the oldest went
		{"g-ann", "s-2", []string{"game://room/current", "game://2"}},
		{"g-ann", "s-8", nil},
		{"g-ann", "s-9", []string{"game://world/map"}},
		{"g-bob", "s-5", []string{"game://quests"}},
		{"g-bob", "s-6", []string{"game://quests"}},
		{"g-bob", "s-2", nil},
		{"g-cat", "s-1", nil},
		{"g-cat", "s-2", nil},
	} {
		if got := s.Kept(c.principal, c.session); !slices.Equal(got, c.want) {
			t.Errorf("%s %s watches %v, want %v", c.principal, c.session, got, c.want)
		}
	}
}
