// Package world is the game itself: what exists, what may happen, and what then is.
//
// It is pure. Nothing here reads a clock, starts a goroutine, does I/O or throws real dice; the same actions at the
// same times make the same world, byte for byte. Whoever wants something makes an [Action]; [State.Decide] either
// refuses, which changes nothing, or emits events, which fold into the state at once and are what the journal keeps.
// Folding holds no rule: events carry outcomes, so a state can always be rebuilt from them alone.
//
// A mechanic is one file: its actions, their decide methods, its events with their fold, scene and traits methods, and
// the views on them.
// To add one, write the file, list its kinds in kinds.go, and what must follow from its events in reactions.go.
//
// Nothing here may be called from two goroutines at once; package loop owns the one live State.
package world
