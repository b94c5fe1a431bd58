package mcphost

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/game"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/session/agents"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// agentDoor is the door through which agents come, as owners and operators steer it.
type agentDoor struct {
	*Principals

	watches *agents.Watches
	game    *game.Game
	server  *mcp.Server
	shut    atomic.Pointer[string] // why the operator closed it; nil: it is open
	nudge   chan struct{}          // for watch to look at once
	gate    *addressGate           // keeps out banned addresses
	HangUp  func()                 // ends the streams of callers without a token
	Left    func()                 // told when a grant has ended
}

var _ agents.Door = (*agentDoor)(nil)

const (
	// renewEvery is the time between looks at what became of grants: one that ended by itself has lost its streams,
	// waits and holds within a second.
	renewEvery = 400 * time.Millisecond
	// shutRetry is when an agent that finds the door closed may ask again.
	shutRetry = time.Minute
)

// NewAgentDoor makes the door for the agents that who finds. It has no server before Begin.
func NewAgentDoor(who *Principals, hub *session.Hub, g *game.Game) *agentDoor {
	return &agentDoor{
		Principals: who, watches: &hub.Watches, game: g, nudge: make(chan struct{}, 1), gate: newAddressGate(who.d),
	}
}

// Begin takes the server on, and learns from the world whether the operator closed the door before the last stop.
func (a *agentDoor) Begin(ctx context.Context, server *mcp.Server) error {
	a.server = server
	r, err := a.d.Loop.Do(ctx, func(*world.State, world.Time) loop.Step {
		return loop.Step{Name: loop.NameHost, Report: func(s *world.State, _ world.Time) any { return s.Agents }}
	})
	if err != nil {
		return fmt.Errorf("ask whether agents may come: %w", err)
	}
	if policy, _ := r.Report.(world.AgentPolicy); policy.Shut {
		text := policy.ShutText()
		a.shut.Store(&text)
	}
	return nil
}

// Watch ends what goes on under grants that end by themselves, until ctx ends.
func (a *agentDoor) Watch(ctx context.Context) {
	tick := time.NewTicker(renewEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-a.nudge:
		}
		a.gate.renew(ctx)
		ended, changed := a.renew(ctx)
		for _, id := range ended {
			a.watches.Revoked(id)
			a.Ended(id)
		}
		for _, id := range changed {
			a.relist(id)
		}
	}
}

// Changed implements agents.Door.
func (a *agentDoor) Changed(id world.GrantID) {
	a.doubt(id)
	select {
	case a.nudge <- struct{}{}:
	default: // watch is about to look anyway
	}
}

// relist tells clients that keep a session that their list of tools is another one.
func (a *agentDoor) relist(id world.GrantID) {
	a.server.ListChanged(string(id), mcp.Lists{Tools: true})
}

// Ended implements agents.Door.
func (a *agentDoor) Ended(id world.GrantID) {
	a.forget(id)
	a.server.Revoked(string(id))
	a.game.Revoked(string(id))
	a.Left()
	a.d.Log.Info("an agent's connections were ended", slog.String("grant", string(id)))
}

// Shut implements agents.Door.
func (a *agentDoor) Shut(reason string) {
	policy := world.AgentPolicy{Shut: true, Reason: world.Clean(reason)}
	text := policy.ShutText()
	a.shut.Store(&text)
	for _, s := range a.seen() {
		a.server.Revoked(string(s.Grant))
		a.game.Revoked(string(s.Grant))
	}
	a.HangUp()
	a.d.Log.Info("the door for agents is closed")
}

// Open implements agents.Door.
func (a *agentDoor) Open() {
	a.shut.Store(nil)
	a.d.Log.Info("the door for agents is open")
}

// Seen implements agents.Door.
func (a *agentDoor) Seen() []agents.Seen {
	out := a.seen()
	for i := range out {
		audience := a.server.Audience(string(out[i].Grant))
		out[i].Sessions, out[i].Streams = audience.Legacy, audience.Streams
	}
	return out
}

// Before answers for the whole door while the operator keeps it closed, and whoever comes from a banned address.
func (a *agentDoor) Before(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if why := a.shut.Load(); why != nil {
			w.Header().Set("Retry-After", strconv.Itoa(int(shutRetry.Seconds())))
			turnAway(w, http.StatusServiceUnavailable, *why)
			return
		}
		r, done, why := a.gate.begin(r)
		if why != "" {
			turnAway(w, http.StatusForbidden, why)
			return
		}
		defer done()
		next.ServeHTTP(w, r)
	})
}

// turnAway answers a request that is not looked at, in the words of the protocol.
func turnAway(w http.ResponseWriter, status int, why string) {
	body, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": nil, "error": map[string]any{"code": guard.CodeRefused, "message": why},
	})
	if err != nil {
		body = nil
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(body) // nobody is left to tell
}

// WhileOpen finds whom a token speaks for, while the operator keeps the agents' door open.
func (a *agentDoor) WhileOpen() guard.Principals { return whileOpen{a} }

// whileOpen finds whom a token speaks for, while the operator keeps the agents' door open.
type whileOpen struct{ helm *agentDoor }

// Find implements guard.Principals.
func (w whileOpen) Find(ctx context.Context, bearer string) (guard.Principal, bool) {
	if w.helm.shut.Load() != nil {
		return guard.Principal{}, false
	}
	return w.helm.Find(ctx, bearer)
}
