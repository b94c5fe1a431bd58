// Package helm knows which program drives which creature of the world, when that is done from elsewhere.
//
// Its one idea: one at a time, and whoever comes second is told so and does not quarrel with the first. A player's body
// is for its owner to share out, and is nobody's here.
//
// Helms are for many goroutines.
package helm

import (
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/world"
)

// Limits of who drives a creature.
const (
	// HoldMax is how long a program has a creature after its last call began; then another may come.
	HoldMax = time.Minute
	// IdleMax is how long an agent's body stays the agent's after its last call, when it is a creature: its own mind
	// waits to have it back.
	IdleMax = 2 * time.Minute

	drivenText = "Another program drives this body already. It can be yours a minute after its last call."
)

// CodeDriven is told to whoever comes second.
const CodeDriven world.Code = "driven_by_another"

// Helms says who drives which creature. The zero value is ready, and nobody drives any.
type Helms struct {
	mu   sync.Mutex
	held map[world.ActorID]hold
}

// hold is by whom a creature is driven.
type hold struct {
	principal, driver string
	last              time.Time
}

// Take gives a creature to whoever calls, or says that another has it. Players' bodies, and creatures' own minds, are
// none of its business.
func (h *Helms) Take(p mcp.Principal, now time.Time) *world.Refusal {
	if p.Mind || !p.Minded {
		return nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	was, isHeld := h.held[p.Actor]
	if isHeld && (was.principal != p.ID || was.driver != p.Driver) && now.Sub(was.last) < HoldMax {
		return &world.Refusal{Code: CodeDriven, Text: drivenText}
	}
	if h.held == nil {
		h.held = map[world.ActorID]hold{}
	}
	h.held[p.Actor] = hold{p.ID, p.Driver, now}
	return nil
}

// Drop lets a creature go, if the principal has it.
func (h *Helms) Drop(p mcp.Principal) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.held[p.Actor].principal == p.ID {
		delete(h.held, p.Actor)
	}
}

// Idle is how long a principal's seat is kept after its last use; most is so for players' bodies.
func Idle(p mcp.Principal, most time.Duration) time.Duration {
	if p.Minded {
		return min(most, IdleMax)
	}
	return most
}
