//go:build linux || darwin

package gauge

import (
	"fmt"
	"syscall"
)

// filesBeside is how many files a process has open beside its bots.
const filesBeside = 64

// RaiseFiles lets this process and those it starts have a socket for each of so many bots. It raises the hard limit
// where it may.
func RaiseFiles(bots int) error {
	var l syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &l); err != nil {
		return fmt.Errorf("read the limit of open files: %w", err)
	}
	need := uint64(bots + filesBeside)
	if l.Cur >= need {
		return nil
	}
	l.Cur, l.Max = need, max(l.Max, need)
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &l); err != nil {
		return fmt.Errorf("%d bots need %d open files (ulimit -n): %w", bots, need, err)
	}
	return nil
}
