//go:build !linux && !darwin

package main

// freeBytes cannot tell here how much room a disk has.
func freeBytes(string) (free uint64, ok bool) { return 0, false }
