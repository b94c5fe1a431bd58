package gm

import (
	"github.com/mudlark-mud/mudlark/world"
)

// Understand reads what somebody wants to do from plain words, without a model (S3-06, S3-22). Me is who speaks; empty
// means whose turn it is, else the first who is there.
func Understand(s Summary, me world.ActorID, text string) Proposal {
	return Proposal{Mode: Mock, Reason: "Mock parser could not understand: " + quoted(text)}
}
