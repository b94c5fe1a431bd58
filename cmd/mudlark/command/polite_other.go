//go:build !linux

package command

// LowerPriority is for Linux alone.
func LowerPriority() {}
