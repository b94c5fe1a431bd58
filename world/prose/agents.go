package prose

import (
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// agents speaks to owners of what their agents may do and ask for, and to wizards of what they decided about agents.
func (v view) agents(e world.Event) Text {
	switch e := e.(type) {
	case world.HoldAsked:
		return v.asked(e)
	case world.HoldAnswered:
		return v.answered(e)
	default:
	}
	if !v.did() {
		return nil
	}
	switch e := e.(type) {
	case world.GrantTuned:
		return tell(System, "The agent @ @.", quoted(System, e.Label), plain(tuned(e)))
	case world.IntentStated:
		if e.Text == "" {
			return nil
		}
		return tell(System, "What the agent @ says it is about: @", quoted(System, e.Label), quoted(System, e.Text))
	case world.AgentsBanned:
		if e.Off {
			return tell(System, "The agents of that account may come in again.")
		}
		return tell(System, "No agent of that account may come in or stay, and none can be let in by it.")
	case world.AgentsShut:
		if e.Open {
			return tell(System, "The world is open to agents again.")
		}
		return tell(System, "The world is closed to agents@. agents on opens it again.", because(e.Reason))
	case world.AgentsCapped:
		return tell(System, "@.", plain(capped(e)))
	default:
	}
	return nil
}

// tuned says what a grant allows now, behind its label.
func tuned(e world.GrantTuned) string {
	switch e.What {
	case world.TuneVerbs:
		if len(e.Verbs) == 0 {
			return "may now do all that its role may"
		}
		if e.Verbs[0] == world.VerbsAll {
			return "may now do all that its role may, " + Clean(strings.Join(e.Verbs[1:], ", ")) + " too"
		}
		return "may now do nothing but this: " + Clean(strings.Join(e.Verbs, ", "))
	case world.TuneAsk:
		switch e.Ask {
		case world.AskAll:
			return "now asks you before everything it does"
		case world.AskDestructive:
			return "now asks you before it attacks people or gives things away"
		case world.AskNothing:
			return "asks you for nothing any more"
		}
	case world.TunePause:
		if e.Pause {
			return "is paused: it may look and listen, and not act"
		}
		return "may act again"
	}
	return "is changed"
}

func capped(e world.AgentsCapped) string {
	where := "in the world at once"
	switch e.What {
	case world.CapAccount:
		where = "of one account in the world at once"
	case world.CapRoom:
		where = "in one place at once"
	case world.CapAll:
	}
	if e.Most == 0 {
		return "Any number of agents may be " + where
	}
	return "At most " + count(e.Most, "agent") + " may be " + where
}

// asked tells an owner what an agent wants, wherever among the owner's characters they are.
func (v view) asked(e world.HoldAsked) Text {
	n := strconv.Itoa(e.Hold)
	words := Span{}
	if e.Words != "" {
		words = Span{Text: ": " + quoted(Plain, e.Words).Text}
	}
	return Text{
		line(System, "Your agent @ wants to @@.", quoted(System, e.Label), said(System, e.What), words),
		line(System, "Allow it with: agent yes @. Forbid it with: agent no @.", plain(n), plain(n)),
	}
}

func (v view) answered(e world.HoldAnswered) Text {
	switch {
	case v.did() && e.Yes:
		return tell(System, "The agent @ may do that once, within ten minutes: @.", quoted(System, e.Label),
			said(System, e.What))
	case v.did():
		return tell(System, "The agent @ may not do that: @.", quoted(System, e.Label), said(System, e.What))
	case e.Yes:
		return tell(System, "The owner says yes to this, once: @.", said(System, e.What))
	}
	return tell(System, "The owner says no to this: @.", said(System, e.What))
}

// ofAgents tells, in the third person, what owners and wizards decide about agents.
func (h teller) ofAgents(e world.Event) Line {
	switch e := e.(type) {
	case world.GrantTuned:
		return h.bare("@ decides that the agent @ @", h.whom(e.Actor), quoted(Plain, e.Label), plain(tunedThird(e)))
	case world.IntentStated:
		return h.bare("The agent @ of @ says what it is about: @", quoted(Plain, e.Label), h.whom(e.Actor),
			quoted(Plain, e.Text))
	case world.HoldAsked:
		return h.bare("The agent @ of @ asks its owner, under the number @: @", quoted(Plain, e.Label), h.whom(e.Actor),
			number(e.Hold), said(Plain, e.What))
	case world.HoldAnswered:
		answer := "no"
		if e.Yes {
			answer = "yes"
		}
		return h.bare("@ answers @ under the number @: @", h.whom(e.Actor), plain(answer), number(e.Hold),
			said(Plain, e.What))
	case world.AgentsBanned:
		if e.Off {
			return h.bare("@ lets the agents of an account in again", h.whom(e.By))
		}
		return h.bare("@ shuts the agents of an account out", h.whom(e.By))
	case world.AgentsShut:
		if e.Open {
			return h.bare("@ opens the world to agents", h.whom(e.By))
		}
		return h.bare("@ closes the world to agents@", h.whom(e.By), because(e.Reason))
	case world.AgentsCapped:
		return h.bare("@ decides: @", h.whom(e.By), plain(strings.ToLower(capped(e)[:1])+capped(e)[1:]))
	default: // of another topic, see record
		return Line{}
	}
}

// tunedThird is tuned with the owner out of it.
func tunedThird(e world.GrantTuned) string {
	return strings.ReplaceAll(tuned(e), "asks you", "asks its owner")
}
