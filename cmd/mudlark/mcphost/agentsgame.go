package mcphost

import (
	"fmt"
	"slices"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/game"
	"github.com/mudlark-mud/mudlark/ai/mcp/read"
	"github.com/mudlark-mud/mudlark/ai/mcp/tablegame"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// LimitReads is what is counted when an agent reads too fast.
const LimitReads = "agent_reads"

// AgentsGame is the world as agents have it. What they ask of the record is answered by ask.
func AgentsGame(
	d *server.Daemon, verbs *verb.Table, hub *session.Hub, w *Wishes, ask verb.Host,
) (*game.Game, error) {
	marks, err := openCursors(d.Journal, d.Log)
	if err != nil {
		return nil, err
	}
	facts, err := read.New(read.Config{
		World: d.Loop, Past: past{d.Book}, Version: command.Version, Protocol: mcp.Protocol, Log: d.Log,
		Slowed: func() { d.Meter.LimitMet(LimitReads) },
	})
	if err != nil {
		return nil, fmt.Errorf("open the agents' door: %w", err)
	}
	g, err := game.New(game.Config{
		World: d.Loop, Table: verbs, Presence: hub, Told: &history{book: d.Book}, Cursors: marks, Report: ask,
		Met: d.Meter.LimitMet, Log: d.Log, More: append(tablegame.Tools(verbs), game.DeclareTool(verbs)),
		Read: slices.Concat(facts.Tools(), game.PrivacyTools(d.Loop, w)),
	})
	if err != nil {
		return nil, fmt.Errorf("open the agents' door: %w", err)
	}
	return g, nil
}
