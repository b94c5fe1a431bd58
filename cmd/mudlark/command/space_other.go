//go:build !linux && !darwin

package command

// FreeBytes cannot tell here how much room a disk has.
func FreeBytes(string) (free uint64, ok bool) { return 0, false }
