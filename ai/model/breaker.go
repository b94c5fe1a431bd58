package model

import (
	"sync"
	"time"
)

// How a breaker opens and closes.
const (
	breakerFailures = 5                // so many ...
	breakerWindow   = 30 * time.Second // ... within this time open it,
	breakerShut     = 60 * time.Second // for so long; then one call may try
	// retryAfterMax bounds how long an endpoint can ask to be left alone.
	retryAfterMax = 5 * time.Minute
)

// breaker leaves an endpoint alone that keeps failing. Its zero value is closed: calls pass.
type breaker struct {
	mu       sync.Mutex
	failures []time.Time // within the window, oldest first
	until    time.Time   // open before this
	isOpen   bool        // it opened and no call has succeeded since
	isTrying bool        // half open, and the one call is on its way
}

// passes reports whether a call would be let through, without claiming that it is made.
func (b *breaker) passes(now time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return !now.Before(b.until) && !b.isTrying
}

// enter lets a call through, or not. After true, one of [breaker.leave] with what came of it must follow.
func (b *breaker) enter(now time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if now.Before(b.until) || b.isTrying {
		return false
	}
	b.isTrying = b.isOpen
	return true
}

// verdict is what a call says of an endpoint.
type verdict int

const (
	unknown verdict = iota // nothing: somebody stopped waiting
	works
	fails
)

// leave notes what came of a call that had entered. An endpoint that fails may ask to be left alone for a time.
func (b *breaker) leave(now time.Time, v verdict, alone time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	wasTrying := b.isTrying
	b.isTrying = false
	switch v {
	case unknown:
		return
	case works:
		b.failures, b.isOpen = nil, false
		return
	case fails:
	}
	b.failures = append(b.failures, now)
	for now.Sub(b.failures[0]) > breakerWindow {
		b.failures = b.failures[1:]
	}
	if wasTrying || len(b.failures) >= breakerFailures {
		b.failures, b.isOpen, b.until = nil, true, now.Add(breakerShut)
	}
	if alone = min(alone, retryAfterMax); b.until.Before(now.Add(alone)) && alone > 0 {
		b.until = now.Add(alone)
	}
}
