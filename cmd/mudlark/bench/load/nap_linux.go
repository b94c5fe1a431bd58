package load

import (
	"context"
	"syscall"
	"time"
)

// nap sleeps in the kernel, which is told of nanoseconds and not of the milliseconds that the scheduler of Go waits in.
func nap(_ context.Context, d time.Duration) {
	spec := syscall.NsecToTimespec(int64(d))
	_ = syscall.Nanosleep(&spec, nil) // a signal ends it early, and the caller looks at the clock
}

// Sharpen tells the kernel that this thread wants to be woken when it said and not up to 50 us later (prctl(2),
// PR_SET_TIMERSLACK).
func Sharpen() {
	const setTimerSlack, nanos = 29, 1
	_, _, _ = syscall.RawSyscall(syscall.SYS_PRCTL, setTimerSlack, nanos, 0) // without it, all is a little later
}
