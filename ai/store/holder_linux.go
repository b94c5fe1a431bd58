//go:build linux

package store

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// holder names the process that has a file locked, for a person to look for; "" where the system does not tell.
func holder(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return ""
	}
	file, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return ""
	}
	locks, err := os.ReadFile("/proc/locks") // of Linux
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(locks)) {
		// 1: FLOCK  ADVISORY  WRITE 4711 fe:01:131073 0 EOF
		fields := strings.Fields(line)
		const pid, place = 4, 5
		if len(fields) <= place || !strings.HasSuffix(fields[place], ":"+strconv.FormatUint(file.Ino, 10)) {
			continue
		}
		if name, err := os.ReadFile("/proc/" + fields[pid] + "/comm"); err == nil {
			return fmt.Sprintf("process %s (%s)", fields[pid], strings.TrimSpace(string(name)))
		}
	}
	return ""
}
