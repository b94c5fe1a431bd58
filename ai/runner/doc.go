// Package runner runs the minds of a world: it gathers what a body perceives, asks its mind, and does what the mind
// chose.
//
// Its one idea: a mind has the hands of a stranger's agent and no others. It sees the result of a tool, chooses among
// the actions that the result lists, and calls a tool; whether that happens inside the server or from another machine
// makes no difference to it.
//
// Attention, not ticks: nobody thinks until their body is told something. Then one turn is taken: look, think, act,
// see what came of it, perhaps speak of it. What happens meanwhile waits for the next turn.
//
// A [Runner] may be used from many goroutines. Of one mind only one turn runs at a time; a mind at rest has no
// goroutine and no timer.
package runner
