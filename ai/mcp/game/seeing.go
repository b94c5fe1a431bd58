package game

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/ai/mcp/result"
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
		return nil, &guard.Fault{Code: guard.CodeRefused, Text: stoppedText}
	case err != nil:
		return nil, fmt.Errorf("read the state: %w", err)
	case reply.Refusal != nil:
		return nil, &guard.Fault{Code: guard.CodeRefused, Text: reply.Refusal.Text}
	}
	return reply.Report, nil
}

// recentLog is game://log/recent.
type recentLog struct {
	Events []result.Event `json:"events"`
	Cursor uint64         `json:"cursor"` // of the last of them; events with this as after goes on from here
}

// recentRecords is how many records of the journal game://log/recent looks back through when memory holds too little.
const recentRecords = 2000

// recent returns the last that a principal's body was told, and moves no cursor.
func (g *Game) recent(ctx context.Context, p mcp.Principal) (any, error) {
	v, err := g.see(ctx, p, func(c verb.Ctx) any {
		span := Span{
			Body: c.Actor.Num, Limit: recentRecords, After: c.State.Seq - min(c.State.Seq, recentRecords),
		}
		if grant := c.State.Grants[p.Grant]; grant != nil {
			span.From = grant.Since
		}
		return span
	})
	if err != nil {
		return nil, err
	}
	st := g.seat(p)
	st.mu.Lock()
	entries := slices.Clone(newest(st.ring))
	isShort := len(st.ring) < EventsShownMax
	out := recentLog{Events: []result.Event{}, Cursor: st.cursor}
	st.mu.Unlock()
	if span, ok := v.(Span); ok && isShort && g.told != nil {
		if entries, err = g.lookedBack(ctx, span); err != nil {
			return nil, err
		}
	}
	for _, e := range entries {
		out.Events = append(out.Events, result.EventOf(e.told, e.text))
		out.Cursor = e.seq()
	}
	return out, nil
}

// lookedBack reads the newest of a span from the journal.
func (g *Game) lookedBack(ctx context.Context, span Span) ([]entry, error) {
	told, _, err := g.told.Since(ctx, span)
	if err != nil {
		return nil, fmt.Errorf("read the journal: %w", err)
	}
	var out []entry
	for _, t := range told {
		if text := result.EventText(t); text != "" && t.At >= span.From {
			out = append(out, entry{told: t, text: text})
		}
	}
	return newest(out), nil
}
