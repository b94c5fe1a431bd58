package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"net/http"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/game"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/ai/mcp/tablegame"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/mcphost"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/minds"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/record"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/screens"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/mud/ops"
)

// openMCP opens the door for agents.
func (c *serveCmd) openMCP(
	ctx context.Context, e *command.Env, s *serving, telnet func(name string) *screens.TelnetDoor,
) error {
	d, doors := s.d, &s.doors
	addr := c.open(c.HTTP)
	if addr == "" {
		return c.openWithin(ctx, e, s)
	}
	key, err := mcphost.KeptKey(d.Path("session_key"))
	if err != nil {
		return err
	}
	g, err := s.agentsGame()
	if err != nil {
		return err
	}
	who := mcphost.NewPrincipals(d, s.table)
	who.Lends(s.lender)
	helm := mcphost.NewAgentDoor(who, s.hub, g)
	helm.Left = s.minds.Abroad.Left
	web, err := c.listenWeb(ctx, d, addr, func(ln net.Listener) net.Listener {
		return server.NewGatedListener(ln, d.Keeper.Gate("mcp", c.Connections, nil))
	})
	if err != nil {
		return err
	}
	door, err := c.openTable(d, web)
	if err != nil {
		return errors.Join(err, web.Close())
	}
	helm.HangUp = door.HangUp
	pages := screens.NewWebSockets(telnet(screens.DoorWebSocket), c.Host, c.WebOrigin)
	s.exports.opens(web.public(c.Host))
	front := func(h http.Handler) http.Handler {
		h = minds.BeforeBridge(s.bridge, c.Host, helm.WhileOpen(), door.Before(h))
		h = helm.Before(s.minds.Abroad.Before(c.Host, helm.WhileOpen(), h))
		h = pages.Before(ctx, s.exports.before(c.Host, h))
		return web.front(mcphost.TellDenials(d.Denials, h))
	}
	locked := guard.Config{Principals: helm.Principals, Key: guard.SealKey(key), Hosts: c.Host, Log: d.Log}
	kept, err := mcphost.OpenSubscriptions(d.Journal, d.Loop, d.Log)
	if err != nil {
		return errors.Join(err, web.Close())
	}
	server, err := mcp.New(mcp.Options{
		Game: s.minds.Abroad.Beside(g), Version: command.Version, Front: front, Guard: locked, Subscriptions: kept,
	})
	if err != nil {
		return errors.Join(fmt.Errorf("open the agents' door: %w", err), web.Close())
	}
	if err := helm.Begin(ctx, server); err != nil {
		return errors.Join(err, web.Close())
	}
	s.hub.OpenAgents(helm)
	d.Withdrawn = helm.Ended
	d.Keeper.KeepAgents(func() ops.Agents { return s.agentCensus(server, door, g) })
	s.minds.Abroad.Run(ctx, server, d.Log, doors)
	doors.Go(func() { g.Run(ctx, server) })
	doors.Go(func() { helm.Watch(ctx) })
	doors.Go(func() { door.Run(ctx) })
	doors.Go(func() { pages.Wait(ctx) })
	doors.Go(func() {
		if err := server.Serve(ctx, web); err != nil {
			d.Log.Error("agents' door ended", slog.Any("err", err))
		}
	})
	announce(e, d, web, door.Audience())
	return c.openMinds(ctx, e, s, g, server)
}

// agentCensus says how the agents' door stands, with the open table and the bridge beside it.
func (s *serving) agentCensus(server *mcp.Server, door *tablegame.Server, g *game.Game) ops.Agents {
	stats := server.Stats()
	served, refused := door.Stats()
	maps.Copy(stats.Refused, refused)
	proposed, refused := s.bridge.Stats()
	served += proposed
	maps.Copy(stats.Refused, refused)
	return ops.Agents{
		Principals: stats.Principals, Sessions: stats.Sessions, Streams: stats.Streams, Running: stats.Running,
		Seated: g.Seated(), Served: stats.Served + served, Refused: stats.Refused,
	}
}

// openWithin makes the agents' door without a way to it from outside, for the minds of the world's own people.
func (c *serveCmd) openWithin(ctx context.Context, e *command.Env, s *serving) error {
	g, err := s.agentsGame()
	if err != nil {
		return err
	}
	key := make([]byte, mcphost.KeyBytes)
	_, _ = rand.Read(key) // it never fails
	server, err := mcp.New(mcp.Options{Game: s.minds.Abroad.Beside(g), Version: command.Version, Guard: guard.Config{
		Principals: mcphost.NewPrincipals(s.d, s.table), Key: guard.SealKey(key), Log: s.d.Log,
	}})
	if err != nil {
		return fmt.Errorf("open the door for minds: %w", err)
	}
	s.doors.Go(func() { g.Run(ctx, server) })
	s.doors.Go(func() { server.Run(ctx) })
	return c.openMinds(ctx, e, s, g, server)
}

// announce prints where agents and pages come in; audience are those who may sit at the open table.
func announce(e *command.Env, d *server.Daemon, web *webDoor, audience string) {
	d.Agents = web.url("/mcp")
	e.Println("mcp    ", d.Agents)
	e.Println("pages  ", web.webSocketURL())
	if audience != "" {
		e.Println("table  ", web.url("/api/game"), "(without a token, for "+audience+")")
	}
	if proof := web.proof(); proof != "" {
		d.Proof = web.proof
		e.Println("tls    ", "sha256", proof)
	}
}

// agentsGame is the world as agents have it.
func (s *serving) agentsGame() (*game.Game, error) {
	w, err := mcphost.OpenWishes(s.d, s.minds)
	if err != nil {
		return nil, err
	}
	s.minds.Elsewhere = w
	return mcphost.AgentsGame(s.d, s.table, s.hub, w, s.clerk.Answer)
}

// openMinds lets the people of the world think.
func (c *serveCmd) openMinds(
	ctx context.Context, e *command.Env, s *serving, g *game.Game, server *mcp.Server,
) error {
	return s.minds.Open(ctx, e, s.hub, s.table, minds.Options{
		Flags: &c.Mind, Inner: mcphost.NewInnerDoor(g, server), Server: server, Listen: c.MindsListen, Dial: c.dial,
	}, &s.doors)
}

// openControl opens the socket on which the operator's commands reach the daemon, which was started with a pack's
// folder or, where that is "", with the built-in pack.
func (s *serving) openControl(ctx context.Context, pack string) error {
	d := s.d
	return d.OpenControl(ctx, map[string]server.ControlFunc{
		"status": d.Status, "passwd": d.Passwd, "token": d.Mint, "erase": record.NewEraser(d, s.minds).Erase,
		"answer": s.lender.Answer, "moderate": d.Moderate(s.hub.Whence()), "apply": d.ControlApply(pack),
		"export": d.ControlExport(pack),
	}, map[string]http.HandlerFunc{
		"lend": d.ServeLending(ctx, s.minds.CopyInto), "bridge": s.lender.ServeBridge(ctx),
	}, &s.doors)
}

// openBridge opens the door at which plain words are read without a token, if it is wanted.
func (c *serveCmd) openBridge(ctx context.Context, e *command.Env, s *serving) error {
	if c.Bridge == "" {
		return nil
	}
	proxies, err := guard.ReadProxies(c.TrustProxy)
	if err != nil {
		return command.Misuse(fmt.Errorf("--trust-proxy: %w", err))
	}
	return minds.OpenBridge(ctx, e, s.d, s.bridge, string(c.Bridge), proxies, &s.doors)
}
