// Package tally is what an operator counts of sessions: the words for it, and a census of who is there. It keeps no
// count itself. To have another thing counted, give it a name here and say it where it happens.
package tally

import (
	"slices"
	"strings"
)

// What says which kind of thing is counted.
type What string

// The kinds of things that are counted. Why is a word of a fixed list, never anything that was typed.
const (
	SignedIn What = "signed_in" // somebody came in; Why says how: one of the proofs
	Refused  What = "refused"   // a proof of identity was refused; Why is an account.Code
	Ended    What = "ended"     // a session ended; Why is a reason of package session or of its transport
	Limit    What = "limit"     // a limit was met; Why is its name
)

// Count is one thing for an operator to count.
type Count struct {
	What What
	Door string
	Why  string
}

// Census counts the sessions of one door.
type Census struct {
	Door      string
	SigningIn int
	Playing   int
}

// Add counts one more session at a door, which is listed in the order of the names.
func Add(doors []Census, door string, plays bool) []Census {
	i, ok := slices.BinarySearchFunc(doors, door, func(c Census, door string) int { return strings.Compare(c.Door, door) })
	if !ok {
		doors = slices.Insert(doors, i, Census{Door: door})
	}
	if plays {
		doors[i].Playing++
	} else {
		doors[i].SigningIn++
	}
	return doors
}
