//go:build !linux && !darwin

package command

import "os"

// TryLock cannot lock here: two commands that write the same file would be in each other's way, and one would fail.
func TryLock(*os.File) bool { return true }

// IsMountPoint cannot be told here.
func IsMountPoint(_, _ os.FileInfo) bool { return false }

// socketPathMax is how many bytes the path of a unix socket may have.
const socketPathMax = 107
