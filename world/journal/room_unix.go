//go:build linux || darwin

package journal

import (
	"math"
	"syscall"
)

// freeBytes is what we may still write on the disk of a folder.
func freeBytes(dir string) uint64 {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(dir, &fs); err != nil {
		return math.MaxUint64
	}
	return fs.Bavail * uint64(fs.Bsize)
}
