package mcphost

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// watched is what the sessions under a grant watch, the newest session last.
type watched struct {
	At       int64      `json:"at"` // when that changed last, Unix seconds
	Sessions []watching `json:"sessions"`
}

// watching is what one session watches.
type watching struct {
	Session string   `json:"session"` // a digest of its id
	URIs    []string `json:"uris"`
}

// subscriptions keeps in the database what agents' sessions watch. It is mcp.Subscriptions.
type subscriptions struct {
	loop worldLoop

	mu sync.Mutex
	grantRows[watched]
}

var _ mcp.Subscriptions = (*subscriptions)(nil)

// worldLoop is what subscriptions need of the loop.
type worldLoop interface {
	Do(ctx context.Context, do func(*world.State, world.Time) loop.Step) (loop.Reply, error)
}

// OpenSubscriptions reads what is kept of what agents' sessions watch. Where there are too many, those go that changed
// longest ago.
func OpenSubscriptions(rows scanner, l worldLoop, log *slog.Logger) (*subscriptions, error) {
	older := func(a, b watched) bool { return a.At < b.At }
	s := &subscriptions{loop: l, grantRows: grantRows[watched]{bucket: "watching", less: older}}
	return s, s.read(rows, log)
}

// Kept implements mcp.Subscriptions.
func (s *subscriptions) Kept(principal, session string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	w, _ := s.of(world.GrantID(principal))
	for _, one := range w.Sessions {
		if one.Session == session {
			return slices.Clone(one.URIs)
		}
	}
	return nil
}

// Keep implements mcp.Subscriptions.
func (s *subscriptions) Keep(ctx context.Context, principal, session string, uris []string) error {
	_, err := s.loop.Do(ctx, func(*world.State, world.Time) loop.Step {
		return s.step(world.GrantID(principal), watching{session, uris})
	})
	if err != nil {
		return fmt.Errorf("keep what a session watches: %w", err)
	}
	return nil
}

// step changes what is kept of one session, or of all when none is named. It runs on the writer, so that the rows are
// written in the order in which they change.
func (s *subscriptions) step(grant world.GrantID, now watching) loop.Step {
	s.mu.Lock()
	defer s.mu.Unlock()
	w, _ := s.of(grant)
	others := slices.DeleteFunc(slices.Clone(w.Sessions), func(o watching) bool {
		return now.Session == "" || o.Session == now.Session
	})
	switch {
	case len(now.URIs) > 0:
		others = append(others, now)
		others = others[max(0, len(others)-guard.SessionsPerPrincipalMax):]
	case len(others) == len(w.Sessions):
		return loop.Step{Name: loop.NameHost} // nothing was kept of it
	}
	n := s.drop(grant)
	if len(others) > 0 {
		n = s.set(grant, watched{time.Now().Unix(), others})
	}
	return loop.Step{Name: loop.NameHost, Puts: []journal.Put{s.put(n)}}
}
