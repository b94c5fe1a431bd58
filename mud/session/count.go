package session

import (
	"slices"
	"strings"
)

// What says which kind of thing is counted.
type What string

// The kinds of things that are counted. Why is a word of a fixed list, never anything that was typed.
const (
	CountSignedIn What = "signed_in" // somebody came in; Why says how: one of the proofs
	CountRefused  What = "refused"   // a proof of identity was refused; Why is an account.Code
	CountEnded    What = "ended"     // a session ended; Why is a reason of this package or of its transport
	CountLimit    What = "limit"     // a limit was met; Why is its name
)

// The proofs with which people come in.
const (
	ProofPassword = "password"
	ProofKey      = "key"
	ProofNew      = "new"   // the account was made a moment ago
	ProofGuest    = "guest" // none
)

// LimitLine is counted when a line is longer than verb.LineBytesMax; the line is refused.
const LimitLine = "line_bytes"

// Count is one thing for an operator to count.
type Count struct {
	What What
	Door string
	Why  string
}

func (s *Session) count(what What, why string) {
	s.hub.Tally(Count{What: what, Door: s.door, Why: why})
}

// tooSlow ends a session that did not come into play in time.
func (s *Session) tooSlow() {
	if s.actor == "" {
		s.end("You took too long to sign in. Come back whenever you like.", ReasonSlow)
	}
}

// Census counts the sessions of one door.
type Census struct {
	Door      string
	SigningIn int
	Playing   int
}

// Census counts the sessions of each door that has any, in the order of their names, and returns how much the fullest
// mailbox holds. It may be called from any goroutine and holds nobody up for long.
func (h *Hub) Census() (doors []Census, mailMost int) {
	h.mu.Lock()
	open := make([]*Session, 0, len(h.open))
	for s := range h.open { // each is only counted; the order does not matter
		open = append(open, s)
	}
	h.mu.Unlock()
	for _, s := range open {
		s.mu.Lock()
		sits := s.sitting != ""
		s.mu.Unlock()
		mail := s.box.Len()
		mailMost = max(mailMost, mail)
		i, ok := slices.BinarySearchFunc(doors, s.door, func(c Census, door string) int {
			return strings.Compare(c.Door, door)
		})
		if !ok {
			doors = slices.Insert(doors, i, Census{Door: s.door})
		}
		if sits {
			doors[i].Playing++
		} else {
			doors[i].SigningIn++
		}
	}
	return doors, mailMost
}
