package mcphost

import (
	"context"
	"fmt"
	"sync"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/examples/play"
	"github.com/mudlark-mud/mudlark/ai/mcp/game"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/ai/runner"
	"github.com/mudlark-mud/mudlark/world"
)

// innerDoor is where creatures' own minds come in: the agents' door, from within.
type innerDoor struct {
	game   *game.Game
	server *mcp.Server

	mu   sync.Mutex
	open map[string]*innerHands
}

var _ runner.Connector = (*innerDoor)(nil)

// NewInnerDoor makes the way from within to a game and its server.
func NewInnerDoor(g *game.Game, server *mcp.Server) *innerDoor {
	return &innerDoor{game: g, server: server, open: map[string]*innerHands{}}
}

// innerHands are the hands of one body.
type innerHands struct {
	who     mcp.Principal
	session *play.Session
}

// mindOf is who asks when a creature's own mind does.
func mindOf(body string) mcp.Principal {
	return mcp.Principal{
		ID: "mind:" + body, Actor: world.ActorID(body), Role: world.RolePlayer, Kind: world.GrantNPC, Mind: true,
	}
}

// Open implements runner.Connector.
func (m *innerDoor) Open(ctx context.Context, body string, wake func(now bool)) (runner.Hands, error) {
	who := mindOf(body)
	session, err := play.Within(guard.WithPrincipal(ctx, who), m.server.MCP(), "mind")
	if err != nil {
		return nil, fmt.Errorf("let the mind of %s in: %w", body, err)
	}
	h := &innerHands{who: who, session: session}
	m.game.Wake(who, wake)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.open[body] = h
	return h, nil
}

// Close implements runner.Connector.
func (m *innerDoor) Close(body string) {
	m.mu.Lock()
	h := m.open[body]
	delete(m.open, body)
	m.mu.Unlock()
	if h == nil {
		return
	}
	m.game.Revoked(h.who.ID)
	_ = h.session.Close() // nothing is held open within a program
}

// Call implements runner.Hands.
func (h *innerHands) Call(ctx context.Context, tool string, args play.Args) (*play.View, error) {
	return h.session.Call(guard.WithPrincipal(ctx, h.who), tool, args) //nolint:wrapcheck // it names the tool
}
