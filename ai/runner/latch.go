package runner

import "context"

// latch is a lock for one or several holders at a time that is waited for only as long as a context allows. It keeps
// apart two turns of one mind, a mind that wakes and a change of what minds remember, and more turns than a machine has
// room for. Make one with newLatch.
type latch chan struct{}

// newLatch makes a latch for so many at a time.
func newLatch(most int) latch { return make(latch, most) }

// hold waits until there is room, and takes it until release. It is not ok when ctx ends first.
func (l latch) hold(ctx context.Context) bool {
	select {
	case l <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

// try is hold without waiting.
func (l latch) try() bool {
	select {
	case l <- struct{}{}:
		return true
	default:
		return false
	}
}

// release gives back what hold or try took.
func (l latch) release() { <-l }
