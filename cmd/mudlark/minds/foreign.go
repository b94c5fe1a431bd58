package minds

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/ai/agentapi"
	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/ai/runner"
	"github.com/mudlark-mud/mudlark/ai/store"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// LocalOwner is who makes the agents that were made without a token.
const LocalOwner = "minds-listen"

// FramesPath is where game engines with a token come in, beside the agents' endpoint.
const FramesPath = "/ws"

// abroad is what game engines find: agents for worlds of their own.
type abroad struct {
	Agents agentapi.Service
	nudge  chan struct{}             // for sweep to look at once
	far    *agentapi.WebSocketServer // with a token; nil without the HTTP door
}

// Beside puts their tools beside those of the game.
func (a *abroad) Beside(g mcp.Game) mcp.Game { return agentapi.Beside(g, &a.Agents) }

// Before answers, at the agents' door, what game engines with a token ask; all else goes on.
func (a *abroad) Before(hosts []string, who guard.Principals, next http.Handler) http.Handler {
	a.far = &agentapi.WebSocketServer{
		Agents: &a.Agents, Enter: agentapi.EnterBearer(guard.NewGate(hosts, nil), who),
		Most: agentapi.ConnectionsPerPrincipalMost,
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == FramesPath {
			a.far.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// Run lets the door with tokens serve until ctx ends. It is called before that serves.
func (a *abroad) Run(ctx context.Context, protocol *mcp.Server, log *slog.Logger, doors *sync.WaitGroup) {
	a.far.Protocol, a.far.Log = protocol.MCP(), log
	doors.Go(func() { a.far.Run(ctx) })
}

// sweepEvery is the time between looks whether an owner of agents is gone: their tokens may end by themselves.
const sweepEvery = time.Minute

// sweep removes the agents whose owners are gone, until ctx ends, and what models were asked for them.
func (a *abroad) sweep(ctx context.Context, k *store.Store) {
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		for _, owner := range a.Agents.Sweep(ctx) {
			if err := k.Forget(ctx, owner, nil); err != nil && ctx.Err() == nil {
				a.Agents.Log.Error("what was asked for agents that are gone could not be removed", slog.Any("err", err))
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

// Left has somebody look soon whether an owner of agents is gone.
func (a *abroad) Left() {
	select {
	case a.nudge <- struct{}{}:
	default: // somebody is about to look anyway
	}
}

// openAbroad takes up the agents of foreign worlds, and opens the door without tokens if there is an address for it.
func (v *Service) openAbroad(
	ctx context.Context, e *command.Env, m *Minds, protocol *mcp.Server, listen string, doors *sync.WaitGroup,
) error {
	config := agentapi.Config{
		Keeper: m.Keep, Log: m.d.Log, Stages: m.brain.Stages, Gone: v.ended, May: v.mayThink, Met: m.d.Meter.LimitMet,
	}
	if m.abroad.On() == nil {
		config.Model, config.Host = &runner.Asker{Broker: m.abroad}, m.abroad.State().Host
	}
	if err := v.Abroad.Agents.Open(config); err != nil {
		return err
	}
	doors.Go(func() { v.Abroad.sweep(ctx, m.Keep) })
	if listen == "" {
		return nil
	}
	ln, err := (&net.ListenConfig{}).Listen(ctx, "tcp", listen)
	if err != nil {
		return fmt.Errorf("listen for game engines: %w", err)
	}
	door := &agentapi.WebSocketServer{
		Agents: &v.Abroad.Agents, Protocol: protocol.MCP(), Log: m.d.Log, Enter: agentapi.EnterLocal(LocalOwner),
	}
	web := &http.Server{
		Handler: door, ReadHeaderTimeout: mcp.HeaderReadMax, IdleTimeout: mcp.ConnectionIdleMax,
		MaxHeaderBytes: mcp.HeaderBytesMax, ErrorLog: slog.NewLogLogger(m.d.Log.Handler(), slog.LevelWarn),
	}
	doors.Go(func() {
		gated := server.NewGatedListener(ln, m.d.Keeper.Gate("engines", 2*agentapi.ConnectionsMost, nil))
		if err := web.Serve(gated); err != nil && !errors.Is(err, http.ErrServerClosed) {
			m.d.Log.Error("the door for game engines ended", slog.Any("err", err))
		}
	})
	doors.Go(func() {
		door.Run(ctx)
		_ = web.Close() // what has no connection of its own is cut off
	})
	e.Println("engines", "ws://"+ln.Addr().String()+agentapi.LocalPath, "(without a token, for programs of this machine)")
	return nil
}

// ended tells which of some owners of agents have no token any more, and can never have the same one again. Who makes
// agents without a token, on this machine, stays.
func (v *Service) ended(ctx context.Context, owners []string) ([]string, error) {
	r, err := v.d.Loop.Do(ctx, func(*world.State, world.Time) loop.Step {
		return loop.Step{Name: loop.NameHost, Report: func(s *world.State, now world.Time) any {
			var gone []string
			for _, id := range owners {
				g := s.Grants[world.GrantID(id)]
				if id != LocalOwner && (g == nil || g.Until != 0 && now >= g.Until) {
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
func (v *Service) mayThink(ctx context.Context, owner string) *agentapi.Fault {
	if owner == LocalOwner {
		return nil
	}
	r, err := v.d.Loop.Do(ctx, func(*world.State, world.Time) loop.Step {
		return loop.Step{Name: loop.NameHost, Report: func(s *world.State, now world.Time) any {
			switch g := s.Grants[world.GrantID(owner)]; {
			case g == nil || g.Until != 0 && now >= g.Until:
				return agentapi.Failed(agentapi.Unavailable, "Your token is no longer valid.")
			case g.Paused:
				return agentapi.Failed(
					agentapi.Paused,
					"Whoever gave you your token has paused it. Your agents are kept; try again "+
						"when they let you go on.",
				)
			}
			return nil
		}}
	})
	if err != nil {
		return agentapi.Failed(agentapi.Unavailable, "The server is not ready; try again.")
	}
	fault, _ := r.Report.(*agentapi.Fault)
	return fault
}
