package command

import (
	"os"
	"strconv"
	"syscall"
)

// politeness is how far a command steps back that works beside the world: on a busy machine those who play come first.
const politeness = 10

// LowerPriority lets this process and its children run behind the world when processors are scarce. Linux counts
// that by thread; those to come are as polite as the one that starts them. What cannot be had is done without.
func LowerPriority() {
	tasks, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return
	}
	for _, task := range tasks {
		if id, err := strconv.Atoi(task.Name()); err == nil {
			_ = syscall.Setpriority(syscall.PRIO_PROCESS, id, politeness)
		}
	}
}
