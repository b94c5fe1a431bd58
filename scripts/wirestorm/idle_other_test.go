//go:build !linux

package wirestorm_test

// comeLast knows no way here.
func comeLast() {}
