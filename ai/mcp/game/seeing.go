package game

import (
	"context"
	"errors"
	"fmt"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/event"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// see reads something from the state for a principal, without waking its body.
func (g *Game) see(ctx context.Context, p mcp.Principal, read func(verb.Ctx) any) (any, error) {
	st := g.seat(p)
	st.used()
	reply, err := g.world.Do(ctx, func(s *world.State, now world.Time) loop.Step {
		c, r := st.context(s, now)
		if r != nil {
			return loop.Step{By: st.by, Name: loop.NameView, Refusal: r}
		}
		return loop.Step{By: st.by, Name: loop.NameView, Report: func(*world.State, world.Time) any { return read(c) }}
	})
	switch {
	case errors.Is(err, loop.ErrStopped):
		return nil, &mcp.Fault{Code: guard.CodeRefused, Text: stoppedText}
	case err != nil:
		return nil, fmt.Errorf("read the state: %w", err)
	case reply.Refusal != nil:
		return nil, &mcp.Fault{Code: guard.CodeRefused, Text: reply.Refusal.Text}
	}
	return reply.Report, nil
}

// recentLog is game://log/recent.
type recentLog struct {
	Events []event.Event `json:"events"`
	Cursor uint64        `json:"cursor"` // of the last of them; events with this as after goes on from here
}

// recent returns the last of what is kept in memory for a principal's body, and moves no cursor.
func (g *Game) recent(_ context.Context, p mcp.Principal) (any, error) {
	st := g.seat(p)
	st.mu.Lock()
	defer st.mu.Unlock()
	out := recentLog{Events: []event.Event{}, Cursor: st.cursor}
	for _, e := range st.ring[max(len(st.ring)-EventsShownMax, 0):] {
		out.Events = append(out.Events, event.Of(e.told, e.text))
		out.Cursor = e.seq()
	}
	return out, nil
}
