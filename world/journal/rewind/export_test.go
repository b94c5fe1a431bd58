package rewind

import "github.com/mudlark-mud/mudlark/world"

// StateOf returns the state that a visitor stands in.
func StateOf(w *Walk) *world.State { return w.state }
