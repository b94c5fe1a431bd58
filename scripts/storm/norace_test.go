//go:build !race

package storm_test

// isRaced reports whether the race detector watches.
const isRaced = false
