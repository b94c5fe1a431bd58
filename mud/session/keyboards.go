package session

import (
	"sync"

	"github.com/mudlark-mud/mudlark/world"
)

// Keyboards are all those of one world. S is who can sit there. Make one with NewMailbox.
type Keyboards[S comparable] struct {
	mu      sync.Mutex
	live    map[world.ActorID]S    // who is at the keyboard
	agents  map[world.ActorID]int  // how many agents keep the body in the world
	copilot map[world.ActorID]bool // bodies that player and agent drive together
}

// NewKeyboards makes keyboards at which nobody sits.
func NewKeyboards[S comparable]() *Keyboards[S] {
	return &Keyboards[S]{
		live: map[world.ActorID]S{}, agents: map[world.ActorID]int{}, copilot: map[world.ActorID]bool{},
	}
}

// InPlay returns how many sit at the keyboard of a body.
func (k *Keyboards[S]) InPlay() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.live)
}

// AtKeyboard reports whether a player is at the keyboard of a body that no agent may act for meanwhile.
func (k *Keyboards[S]) AtKeyboard(id world.ActorID) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	_, sits := k.live[id]
	return sits && !k.copilot[id]
}

// AtDesk reports whether a player sits at the keyboard of any of some bodies, agents or not.
func (k *Keyboards[S]) AtDesk(bodies []world.ActorID) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, id := range bodies {
		if _, sits := k.live[id]; sits {
			return true
		}
	}
	return false
}

// AgentCame says that an agent keeps a body in the world.
func (k *Keyboards[S]) AgentCame(id world.ActorID) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.agents[id]++
}

// AgentGone says that it no longer does. It reports whether nobody is left at the other end of the body.
func (k *Keyboards[S]) AgentGone(id world.ActorID) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.agents[id]--; k.agents[id] <= 0 {
		delete(k.agents, id)
	}
	_, sits := k.live[id]
	return k.agents[id] == 0 && !sits
}

// Sit puts somebody at the keyboard of a body and returns who sat there; the zero S is nobody.
func (k *Keyboards[S]) Sit(id world.ActorID, s S) S {
	k.mu.Lock()
	defer k.mu.Unlock()
	old := k.live[id]
	k.live[id] = s
	return old
}

// Each calls f for each who sits at a keyboard, in no order. f must not call the keyboards.
func (k *Keyboards[S]) Each(f func(id world.ActorID, s S)) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for id, s := range k.live {
		f(id, s)
	}
}

// At returns who sits at the keyboard of a body; the zero S is nobody.
func (k *Keyboards[S]) At(id world.ActorID) S {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.live[id]
}

// Sits reports whether somebody is at the keyboard of a body.
func (k *Keyboards[S]) Sits(id world.ActorID, s S) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	at, sits := k.live[id]
	return sits && at == s
}

// Rise takes somebody from the keyboard. sole reports that nobody else is at the other end; they were there at all if
// sat.
func (k *Keyboards[S]) Rise(id world.ActorID, s S) (sat, sole bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if at, sits := k.live[id]; !sits || at != s {
		return false, false
	}
	delete(k.live, id)
	delete(k.copilot, id)
	return true, k.agents[id] == 0
}

// SetCopilot lets player and agent drive a body together, or not. It reports whether s sits there to say so.
func (k *Keyboards[S]) SetCopilot(id world.ActorID, s S, on bool) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	at, sits := k.live[id]
	switch {
	case !sits || at != s:
		return false
	case on:
		k.copilot[id] = true
	default:
		delete(k.copilot, id)
	}
	return true
}
