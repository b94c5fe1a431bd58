// Package session is one connection from its first question to its last word: signing in, choosing or making a
// character, and play. It knows no transport. Telnet, SSH and tests hand it lines and a [Screen]; it hands them text.
//
// A [Session] is a state machine without goroutines: whoever owns the connection calls [Session.Line], [Session.Pump]
// and [Session.Closed] from one goroutine, and waits on [Session.Wake] between. It has one command in flight: while
// [Session.Busy] says so no further line is wanted. What the world tells it (answers and notices) comes through one
// bounded mailbox, in order.
//
// All sessions share a [Hub]: who is at the keyboard of which body, and the way to the world.
package session
