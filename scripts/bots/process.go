package bots

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// Usage is what a process has used by now.
type Usage struct {
	CPU      time.Duration // user and system, since it began
	Resident int64         // bytes of memory now
}

// ticksPerSecond is how Linux counts CPU time for /proc, on every architecture that Go knows (proc(5), USER_HZ).
const ticksPerSecond = 100

// UsageOf reads the usage of a process from /proc; elsewhere than on Linux there is none and it returns an error.
func UsageOf(pid int) (Usage, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return Usage{}, fmt.Errorf("read the usage of process %d: %w", pid, err)
	}
	// The name, in parentheses, may contain anything; the fields that follow are numbers. utime and stime are the 14th
	// and 15th field, the first behind the name is the third.
	const user, system, fromThird = 14, 15, 3
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	if len(fields) <= system-fromThird {
		return Usage{}, fmt.Errorf("read the usage of process %d: %d fields", pid, len(fields))
	}
	var ticks int64
	for _, i := range []int{user, system} {
		n, err := strconv.ParseInt(fields[i-fromThird], 10, 64)
		if err != nil {
			return Usage{}, fmt.Errorf("read the usage of process %d: %w", pid, err)
		}
		ticks += n
	}
	memory, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return Usage{}, fmt.Errorf("read the memory of process %d: %w", pid, err)
	}
	pages := strings.Fields(string(memory))
	if len(pages) < 2 {
		return Usage{}, fmt.Errorf("read the memory of process %d: %d fields", pid, len(pages))
	}
	n, err := strconv.ParseInt(pages[1], 10, 64)
	if err != nil {
		return Usage{}, fmt.Errorf("read the memory of process %d: %w", pid, err)
	}
	return Usage{CPU: time.Duration(ticks) * time.Second / ticksPerSecond, Resident: n * int64(os.Getpagesize())}, nil
}
