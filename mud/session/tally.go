package session

import (
	"slices"
	"strings"
)

// CountKind says which kind of thing is counted.
type CountKind string

// The kinds of things that are counted. Why is a word of a fixed list, never anything that was typed.
const (
	CountSignedIn CountKind = "signed_in" // somebody came in; Why says how: one of the proofs
	CountRefused  CountKind = "refused"   // a proof of identity was refused; Why is an account.Code
	CountEnded    CountKind = "ended"     // a session ended; Why is a reason of package session or of its transport
	CountLimit    CountKind = "limit"     // a limit was met; Why is its name
)

// Count is one thing for an operator to count.
type Count struct {
	What CountKind
	Door string
	Why  string
}

// DoorCensus counts the sessions of one door.
type DoorCensus struct {
	Door      string
	SigningIn int
	Playing   int
}

// addToCensus counts one more session at a door, which is listed in the order of the names.
func addToCensus(doors []DoorCensus, door string, plays bool) []DoorCensus {
	byDoor := func(c DoorCensus, door string) int { return strings.Compare(c.Door, door) }
	i, ok := slices.BinarySearchFunc(doors, door, byDoor)
	if !ok {
		doors = slices.Insert(doors, i, DoorCensus{Door: door})
	}
	if plays {
		doors[i].Playing++
	} else {
		doors[i].SigningIn++
	}
	return doors
}
