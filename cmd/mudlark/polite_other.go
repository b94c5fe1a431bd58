//go:build !linux

package main

// stepBack is for Linux alone.
func stepBack() {}
