package worldtest

import (
	"cmp"

	"github.com/mudlark-mud/mudlark/world"
)

// owned is the audience of what is between owners and their agents, and of what wizards decide about agents: whoever
// decided it, and for questions and answers whoever the account is.
func (a *Auditor) owned(e world.Event) (audience, bool) {
	only := func(ids ...world.ActorID) (audience, bool) { return audience{only: ids}, true }
	switch e := e.(type) {
	case world.GrantMinted:
		return only(cmp.Or(e.By, e.Actor))
	case world.GrantRevoked:
		return only(e.Actor)
	case world.GrantTuned:
		return only(e.Actor)
	case world.IntentStated:
		return only(e.Actor)
	case world.HoldAsked:
		return only(a.siblings(e.Actor)...)
	case world.HoldAnswered:
		return only(append(a.siblings(e.Body), e.Actor)...)
	case world.AgentsBanned:
		return only(e.By)
	case world.AgentsShut:
		return only(e.By)
	case world.AgentsCapped:
		return only(e.By)
	default: // of another topic
		return audience{}, false
	}
}

// siblings lists the bodies of one owner.
func (a *Auditor) siblings(of world.ActorID) []world.ActorID {
	out := []world.ActorID{of}
	for id, b := range a.bodies {
		if b.owner != "" && b.owner == a.who(of).owner && id != of {
			out = append(out, id)
		}
	}
	return out
}
