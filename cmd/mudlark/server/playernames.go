package server

import (
	"context"
	"fmt"

	"github.com/mudlark-mud/mudlark/ai/mcp/game"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// Named tells which of some words, in lower case, are names of players, whether they are in the world or not.
func (d *Daemon) Named(ctx context.Context, words []string) ([]string, error) {
	if len(words) == 0 {
		return nil, nil
	}
	r, err := d.Loop.Do(ctx, func(*world.State, world.Time) loop.Step {
		return loop.Step{Name: loop.NameHost, Report: func(s *world.State, _ world.Time) any {
			return game.NamesAmong(s, words)
		}}
	})
	if err != nil {
		return nil, fmt.Errorf("ask whose names stand in a question: %w", err)
	}
	out, _ := r.Report.([]string)
	return out, nil
}
