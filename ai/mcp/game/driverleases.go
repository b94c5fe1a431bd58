package game

import (
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/world"
)

// Limits of who drives a creature of the world from elsewhere.
const (
	// DriverLeaseAge is how long a program has a creature after its last call began; then another may come.
	DriverLeaseAge = time.Minute
	// MindedIdleMax is how long an agent's body stays the agent's after its last call, when it is a creature: its own
	// mind waits to have it back.
	MindedIdleMax = 2 * time.Minute

	drivenByAnotherText = "Another program drives this body already. It can be yours a minute after its last call."
)

// CodeDrivenByAnother refuses a second program.
const CodeDrivenByAnother world.Code = "driven_by_another"

// DriverLeases says which program drives which creature: one at a time. A player's body is for its owner to share out
// and has no lease. The zero value is ready, for many goroutines, and holds no lease.
type DriverLeases struct {
	mu   sync.Mutex
	held map[world.ActorID]driverLease
}

// driverLease is one program's hold on a creature.
type driverLease struct {
	principal, driver string
	last              time.Time
}

// Take gives a creature to the calling program, or refuses because another has it. It always succeeds for players'
// bodies and for creatures' own minds.
func (h *DriverLeases) Take(p mcp.Principal, now time.Time) *world.Refusal {
	if p.Mind || !p.Minded {
		return nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	was, isHeld := h.held[p.Actor]
	if isHeld && (was.principal != p.ID || was.driver != p.Driver) && now.Sub(was.last) < DriverLeaseAge {
		return &world.Refusal{Code: CodeDrivenByAnother, Text: drivenByAnotherText}
	}
	if h.held == nil {
		h.held = map[world.ActorID]driverLease{}
	}
	h.held[p.Actor] = driverLease{p.ID, p.Driver, now}
	return nil
}

// Drop lets a creature go, if the principal has it.
func (h *DriverLeases) Drop(p mcp.Principal) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.held[p.Actor].principal == p.ID {
		delete(h.held, p.Actor)
	}
}

// IdleLimit is how long a principal's seat is kept after its last use; most is the limit for players' bodies.
func IdleLimit(p mcp.Principal, most time.Duration) time.Duration {
	if p.Minded {
		return min(most, MindedIdleMax)
	}
	return most
}
