package propose

import (
	"context"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/gm"
)

// Question is what somebody wants to do in a fight by turns, in their own words.
type Question struct {
	// Principal is who asks, and who pays: the id of a player's character, or of whoever else was let in. Where a model
	// is on another machine it is they whose yes is needed. "" is nobody, for whom only a model on this machine is asked.
	Principal string
	Body      world.ActorID // whom the words move; "" is whoever is on turn
	Summary   gm.Summary
	Words     string
	// Mode is whom to ask: [gm.Real] a model if there is one, [gm.Mock] or "" the grammar alone.
	Mode gm.Mode
	// Temperature is another than the configured one; it is clamped to [0, 0.3] all the same. Nil is the configured one.
	Temperature *float64
}

// Proposer makes proposals of words. Make one with [New]. It is for any number of goroutines.
type Proposer struct{}

// Propose says what the words of a question come to. It never fails and takes no longer than a model's answer may.
func (p *Proposer) Propose(_ context.Context, _ Question) gm.Proposal {
	return gm.Proposal{Reason: "not understood", Mode: gm.Mock}
}
