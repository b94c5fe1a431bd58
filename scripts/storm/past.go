package storm

import (
	"context"
	"fmt"

	"github.com/mudlark-mud/mudlark/ai/mcp/game"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// Past reads from a journal what a body was told, as the daemon does for agents.
type Past struct{ Mem *journal.Memory }

// Since implements game.History.
func (p Past) Since(ctx context.Context, span game.Span) (told []*loop.Told, next uint64, err error) {
	next = span.After
	err = p.Mem.Records(span.After+1, p.Mem.Last(), func(r journal.Record) error {
		if len(told) >= span.Limit {
			return nil
		}
		rec, err := journal.Decode(r.Bytes)
		if err != nil {
			return err
		}
		next = rec.Seq
		for i := range rec.Notices {
			if sense, ok := rec.Notices[i].SenseOf(span.Body); ok && rec.At >= span.From {
				told = append(told, &loop.Told{Notice: &rec.Notices[i], Actor: rec.Actor, Via: rec.Via, Sense: sense})
			}
		}
		return nil
	})
	if err != nil {
		return nil, span.After, fmt.Errorf("read what was told: %w", err)
	}
	return told, next, ctx.Err()
}
