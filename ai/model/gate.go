package model

import (
	"context"
	"slices"
	"sync"
	"time"
)

// How many calls are made at once, and how long the others wait.
const (
	inFlightMax = 4               // in all; one of them for each creature and for each player
	waitingMax  = 16              // calls that wait for their turn; more are refused at once
	waitMax     = 4 * time.Second // for a turn
)

// gate lets few calls through at once. Its zero value is open.
type gate struct {
	mu      sync.Mutex
	busy    map[string]bool // creatures and players with a call in flight
	flying  int
	waiting []*turn // oldest first
}

// turn is somebody's place in the queue; mine is closed when it is theirs.
type turn struct {
	keys []string
	mine chan struct{}
}

// enter waits for a turn and returns how to give it back, or nil when there was none in time.
func (g *gate) enter(ctx context.Context, c Call) (leave func()) {
	t := &turn{mine: make(chan struct{})}
	if c.Mind != "" {
		t.keys = append(t.keys, "mind "+c.Mind)
	}
	if c.Player != "" {
		t.keys = append(t.keys, "player "+c.Player)
	}
	g.mu.Lock()
	if len(g.waiting) >= waitingMax {
		g.mu.Unlock()
		return nil
	}
	g.waiting = append(g.waiting, t)
	g.next()
	g.mu.Unlock()

	timer := time.NewTimer(waitMax)
	defer timer.Stop()
	select {
	case <-t.mine:
		return func() { g.leave(t) }
	case <-timer.C:
	case <-ctx.Done():
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if i := slices.Index(g.waiting, t); i >= 0 {
		g.waiting = slices.Delete(g.waiting, i, i+1)
		return nil
	}
	return func() { g.leave(t) } // it came at the last moment
}

func (g *gate) leave(t *turn) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.flying--
	for _, k := range t.keys {
		delete(g.busy, k)
	}
	g.next()
}

// next lets in whoever may, the longest waiting first. The mutex is held.
func (g *gate) next() {
	if g.busy == nil {
		g.busy = map[string]bool{}
	}
	g.waiting = slices.DeleteFunc(g.waiting, func(t *turn) bool {
		if g.flying >= inFlightMax || slices.ContainsFunc(t.keys, func(k string) bool { return g.busy[k] }) {
			return false
		}
		g.flying++
		for _, k := range t.keys {
			g.busy[k] = true
		}
		close(t.mine)
		return true
	})
}
