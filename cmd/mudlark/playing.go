package main

import (
	"fmt"
	"slices"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/declare"
	"github.com/mudlark-mud/mudlark/ai/mcp/fact"
	"github.com/mudlark-mud/mudlark/ai/mcp/game"
	"github.com/mudlark-mud/mudlark/ai/mcp/table"
	"github.com/mudlark-mud/mudlark/ai/mcp/wish"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// agentsGame is the world as agents have it.
func (d *daemon) agentsGame(verbs *verb.Table, hub *session.Hub) (*game.Game, error) {
	marks, err := openCursors(d.journal, d.log)
	if err != nil {
		return nil, err
	}
	facts, err := fact.New(fact.Config{
		World: d.loop, Past: past{d.book}, Version: command.Version, Protocol: mcp.Protocol, Log: d.log,
	})
	if err != nil {
		return nil, fmt.Errorf("open the agents' door: %w", err)
	}
	if d.wishes, err = openWishes(d); err != nil {
		return nil, err
	}
	g, err := game.New(game.Config{
		World: d.loop, Table: verbs, Presence: hub, Told: &pastEvents{d.book}, Cursors: marks, Report: d.clerk.answer,
		Log: d.log, More: append(table.Tools(verbs), declare.Tool(verbs)),
		Read: slices.Concat(facts.Tools(), wish.Tools(d.loop, d.wishes)),
	})
	if err != nil {
		return nil, fmt.Errorf("open the agents' door: %w", err)
	}
	return g, nil
}
