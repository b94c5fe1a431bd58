package load

import (
	"context"
	"time"
)

// coarse is how late a timer of Go may be on a machine with nothing to do, and more.
const coarse = 3 * time.Millisecond

// Until waits until a moment, or until the context ends; it is true when the moment has come. On Linux the last
// milliseconds are waited for by the kernel, which is late by less than a tenth of one; a goroutine that calls Until
// again and again should be locked to its thread and have called [Sharpen].
func Until(ctx context.Context, at time.Time) bool {
	if ahead := time.Until(at); ahead > coarse {
		timer := time.NewTimer(ahead - coarse)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done():
			return false
		}
	}
	for ctx.Err() == nil {
		ahead := time.Until(at)
		if ahead <= 0 {
			return true
		}
		nap(ctx, ahead)
	}
	return false
}
