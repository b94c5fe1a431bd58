//go:build linux && (amd64 || arm64)

package journal

import (
	"os"
	"syscall"
)

// forget makes the kernel drop what it has of a file in memory. After a failed flush it may hold pages that the disk
// never took, and takes them for written; whoever reads the file next must see what is on the disk.
func forget(path string) {
	f, err := os.Open(path)
	if err != nil {
		return
	}
	defer func() { _ = f.Close() }()
	const dontNeed = 4 // POSIX_FADV_DONTNEED
	_, _, _ = syscall.Syscall6(syscall.SYS_FADVISE64, f.Fd(), 0, 0, dontNeed, 0, 0)
}
