//go:build linux || darwin

package command

import "syscall"

// FreeBytes returns how much room a folder's disk has left for this user; ok is false when that cannot be told.
func FreeBytes(dir string) (free uint64, ok bool) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, false
	}
	return s.Bavail * uint64(s.Bsize), true
}
