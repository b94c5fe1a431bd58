//go:build !linux

package load

import (
	"context"
	"time"
)

// nap waits with a timer, which may be late by a millisecond here.
func nap(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// Sharpen does nothing here.
func Sharpen() {}
