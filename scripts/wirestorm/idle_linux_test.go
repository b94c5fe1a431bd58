package wirestorm_test

import (
	"os"
	"strconv"
	"syscall"
	"unsafe"
)

// comeLast lets this process have only the processor time that nobody else wants. Linux counts that by thread; those
// that come later are like the one that starts them. Where it is not allowed, it is done without.
func comeLast() {
	const schedIdle = 5
	var priority int32
	tasks, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return
	}
	for _, task := range tasks {
		if id, err := strconv.Atoi(task.Name()); err == nil {
			_, _, _ = syscall.Syscall(syscall.SYS_SCHED_SETSCHEDULER, uintptr(id), schedIdle, uintptr(unsafe.Pointer(&priority)))
		}
	}
}
