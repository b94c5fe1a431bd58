// Package latch keeps apart what must not happen at once: two turns of one mind, a mind that comes in while the file of
// all memories is cleaned, more turns than a machine has room for.
//
// Its one idea: a lock that is waited for only as long as a context allows.
package latch

import "context"

// Latch has room for some who hold it at a time. Make one with [New].
type Latch chan struct{}

// New makes a latch for so many at a time.
func New(most int) Latch { return make(Latch, most) }

// Hold waits until there is room, and takes it until Release. It is not ok when ctx ends first.
func (l Latch) Hold(ctx context.Context) bool {
	select {
	case l <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

// Try is Hold for whoever does not wait.
func (l Latch) Try() bool {
	select {
	case l <- struct{}{}:
		return true
	default:
		return false
	}
}

// Release gives back what Hold or Try took.
func (l Latch) Release() { <-l }
