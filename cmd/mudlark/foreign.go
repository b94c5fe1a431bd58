package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/ai/foreign"
	"github.com/mudlark-mud/mudlark/ai/foreign/frame"
	"github.com/mudlark-mud/mudlark/ai/keep"
	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/ai/mcp/reach"
	"github.com/mudlark-mud/mudlark/ai/runner"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// foreignFlags say how game engines find agents for worlds of their own.
type foreignFlags struct {
	MindsListen string `name:"minds-listen" placeholder:"ADDRESS" help:"Where local game engines make agents, tokenless."`
}

// localOwner is who makes the agents that were made without a token.
const localOwner = "minds-listen"

// framesPath is where game engines with a token come in, beside the agents' endpoint.
const framesPath = "/ws"

// check refuses an address that others could reach: nobody is asked for a token there.
func (c *foreignFlags) check() error {
	if c.MindsListen == "" {
		return nil
	}
	tcp, err := net.ResolveTCPAddr("tcp", c.MindsListen)
	if err != nil {
		return command.Misuse(fmt.Errorf("--minds-listen=%s: a host and a port are meant, as in 127.0.0.1:8080: %w",
			c.MindsListen, err))
	}
	if !tcp.IP.IsLoopback() {
		return command.Misuse(fmt.Errorf("--minds-listen=%s: others could reach it, and nobody is asked for a token there; "+
			"give it an address of this machine alone, as in 127.0.0.1:8080, and let others come to %s at the HTTP door with a "+
			"token of the role minds", c.MindsListen, framesPath))
	}
	return nil
}

// abroad is what game engines find: agents for worlds of their own.
type abroad struct {
	agents foreign.Service
	nudge  chan struct{} // for sweep to look at once
	far    *frame.Door   // with a token; nil without the HTTP door
}

// beside puts their tools beside those of the game.
func (a *abroad) beside(g mcp.Game) mcp.Game { return foreign.Beside(g, &a.agents) }

// whileOpen finds whom a token speaks for, while the operator keeps the agents' door open.
type whileOpen struct{ helm *agentDoor }

// Find implements guard.Principals.
func (w whileOpen) Find(ctx context.Context, bearer string) (guard.Principal, bool) {
	if w.helm.shut.Load() != nil {
		return guard.Principal{}, false
	}
	return w.helm.Find(ctx, bearer)
}

// before answers, at the agents' door, what game engines with a token ask; all else goes on.
func (a *abroad) before(hosts []string, helm *agentDoor, next http.Handler) http.Handler {
	a.far = &frame.Door{
		Agents: &a.agents, Enter: frame.Bearer(reach.NewGate(hosts, nil), whileOpen{helm}),
		Most: frame.ConnectionsPerPrincipalMost,
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == framesPath {
			a.far.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// run lets the door with tokens serve until ctx ends. It is called before that serves.
func (a *abroad) run(ctx context.Context, server *mcp.Server, log *slog.Logger, doors *sync.WaitGroup) {
	a.far.Protocol, a.far.Log = server.MCP(), log
	doors.Go(func() { a.far.Run(ctx) })
}

// sweepEvery is the time between looks whether an owner of agents is gone: their tokens may end by themselves.
const sweepEvery = time.Minute

// sweep removes the agents whose owners are gone, until ctx ends, and what models were asked for them.
func (a *abroad) sweep(ctx context.Context, k *keep.Keep) {
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		for _, owner := range a.agents.Sweep(ctx) {
			if err := k.Forget(ctx, owner, nil); err != nil && ctx.Err() == nil {
				a.agents.Log.Error("what was asked for agents that are gone could not be removed", slog.Any("err", err))
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-a.nudge:
		}
	}
}

// left has somebody look soon whether an owner of agents is gone.
func (a *abroad) left() {
	select {
	case a.nudge <- struct{}{}:
	default: // somebody is about to look anyway
	}
}

// ended tells which of some owners of agents have no token any more, and can never have the same one again. Who makes
// agents without a token, on this machine, stays.
func (d *daemon) ended(ctx context.Context, owners []string) ([]string, error) {
	r, err := d.loop.Do(ctx, func(*world.State, world.Time) loop.Step {
		return loop.Step{Name: loop.NameHost, Report: func(s *world.State, now world.Time) any {
			var gone []string
			for _, id := range owners {
				g := s.Grants[world.GrantID(id)]
				if id != localOwner && (g == nil || g.Until != 0 && now >= g.Until) {
					gone = append(gone, id)
				}
			}
			return gone
		}}
	})
	gone, _ := r.Report.([]string)
	return gone, err
}

// mayThink tells an owner of agents why they can make none and have none think now: their token has ended, or whoever
// gave it has paused it. Who comes without a token, on this machine, always may.
func (d *daemon) mayThink(ctx context.Context, owner string) *foreign.Fault {
	if owner == localOwner {
		return nil
	}
	r, err := d.loop.Do(ctx, func(*world.State, world.Time) loop.Step {
		return loop.Step{Name: loop.NameHost, Report: func(s *world.State, now world.Time) any {
			switch g := s.Grants[world.GrantID(owner)]; {
			case g == nil || g.Until != 0 && now >= g.Until:
				return foreign.Failed(foreign.Unavailable, "Your token is no longer valid.")
			case g.Paused:
				return foreign.Failed(foreign.Paused, "Whoever gave you your token has paused it. Your agents are kept; try again "+
					"when they let you go on.")
			}
			return nil
		}}
	})
	if err != nil {
		return foreign.Failed(foreign.Unavailable, "The server is not ready; try again.")
	}
	fault, _ := r.Report.(*foreign.Fault)
	return fault
}

// openAbroad takes up the agents of foreign worlds, and opens the door without tokens if it is wanted.
func (c *serveCmd) openAbroad(
	ctx context.Context,
	e *command.Env,
	m *minds,
	server *mcp.Server,
	doors *sync.WaitGroup,
) error {
	config := foreign.Config{Keeper: m.keep, Log: m.d.log, Stages: m.brain.Stages, Gone: m.d.ended, May: m.d.mayThink}
	if m.abroad.On() == nil {
		config.Model, config.Host = &runner.Asker{Broker: m.abroad}, m.abroad.State().Host
	}
	if err := m.d.abroad.agents.Open(config); err != nil {
		return err
	}
	doors.Go(func() { m.d.abroad.sweep(ctx, m.keep) })
	if c.MindsListen == "" {
		return nil
	}
	ln, err := (&net.ListenConfig{}).Listen(ctx, "tcp", c.MindsListen)
	if err != nil {
		return fmt.Errorf("listen for game engines: %w", err)
	}
	door := &frame.Door{
		Agents: &m.d.abroad.agents, Protocol: server.MCP(), Log: m.d.log, Enter: frame.Local(localOwner),
	}
	web := &http.Server{
		Handler: door, ReadHeaderTimeout: mcp.HeaderReadMax, IdleTimeout: mcp.ConnectionIdleMax,
		MaxHeaderBytes: mcp.HeaderBytesMax, ErrorLog: slog.NewLogLogger(m.d.log.Handler(), slog.LevelWarn),
	}
	doors.Go(func() {
		gated := newGatedListener(ln, m.d.keeper.gate("engines", 2*frame.ConnectionsMost, nil))
		if err := web.Serve(gated); err != nil && !errors.Is(err, http.ErrServerClosed) {
			m.d.log.Error("the door for game engines ended", slog.Any("err", err))
		}
	})
	doors.Go(func() {
		door.Run(ctx)
		_ = web.Close() // what has no connection of its own is cut off
	})
	e.Println("engines", "ws://"+ln.Addr().String()+frame.LocalPath, "(without a token, for programs of this machine)")
	return nil
}
