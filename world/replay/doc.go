// Package replay lets somebody walk about in the world as it was: an unseen visitor who sees in the dark, goes through
// doors, is in nobody's way and changes nothing. They look, go somewhere, let records pass and are told what happened
// then where they stand.
//
// Its one idea: the past is a fork of the state that belongs to the [Walk] alone. What the visitor looks at is looked
// at by the same verbs as in play; whatever would change the world is refused, and there is no way from here to a
// journal.
//
// A Walk belongs to one goroutine. To add a command, add it to the list in commands.go.
package replay
