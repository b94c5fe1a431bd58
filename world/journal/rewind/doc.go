// Package rewind lets a person walk about in a past state of the world, as an unseen visitor who sees in the dark, goes
// through doors, is in nobody's way and changes nothing. A visitor looks, goes somewhere, lets records pass and is told
// what happened there then.
//
// Its one idea: the past is a fork of the state that belongs to the [Walk] alone. A visitor looks by the same verbs as
// in play; verbs that would change the world are refused, and nothing here can reach a journal.
//
// A Walk belongs to one goroutine. To add a command, add it to the list in commands.go.
package rewind
