//go:build !linux && !darwin

package main

import "os"

// tryLock cannot lock here: two commands that write the same file would be in each other's way, and one would fail.
func tryLock(*os.File) bool { return true }

// mounted cannot be told here.
func mounted(_, _ os.FileInfo) bool { return false }

// socketPathMax is how many bytes the path of a unix socket may have.
const socketPathMax = 107
