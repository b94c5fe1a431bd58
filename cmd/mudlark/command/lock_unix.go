//go:build linux || darwin

package command

import (
	"os"
	"syscall"
)

// TryLock locks an open file or folder until it is closed, or this process ends, and reports whether it could.
func TryLock(f *os.File) bool {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}

// socketPathMax is how many bytes the path of a unix socket may have.
const socketPathMax = len(syscall.RawSockaddrUnix{}.Path) - 1

// IsMountPoint reports whether a folder is on another disk than the folder it is in.
func IsMountPoint(folder, parent os.FileInfo) bool {
	f, ok := folder.Sys().(*syscall.Stat_t)
	p, too := parent.Sys().(*syscall.Stat_t)
	return ok && too && f.Dev != p.Dev
}
