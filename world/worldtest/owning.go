package worldtest

import "github.com/mudlark-mud/mudlark/world"

// owned is the audience of what is between owners and their agents, and of what wizards decide about agents: whoever
// decided it, and for questions and answers whoever the account is.
func (a *Auditor) owned(e world.Event) (audience, bool) {
	only := func(ids ...world.ActorID) (audience, bool) { return audience{only: ids}, true }
	switch e := e.(type) {
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

// fillOwning draws the arguments of what owners, agents and wizards decide about agents.
func (g *Gamer) fillOwning(who world.ActorID, kind world.Action) world.Action {
	verbs := []string{"say", "get", "give", "move", "attack", "look"}
	ask := pick(g, "ask", []world.Asking{world.AskNothing, world.AskDestructive, world.AskAll, "odd"})
	grant := pick(g, "grant", append(keys(g.s.Grants), "g-9"))
	switch kind.(type) {
	case world.MintGrant:
		return world.MintGrant{
			Grant: pick(g, "new grant", []world.GrantID{"g-1", "g-2", "g-3", "Bad Id"}), Label: g.text(), Ask: ask,
			Role:  pick(g, "grant role", append(world.GrantRoles(), world.GrantPlayer, world.GrantNPC, "odd")),
			Verbs: verbs[:g.index("verbs", len(verbs))],
			For:   pick(g, "for", []world.Time{0, 0, 1, world.Minute, 5 * world.Minute}),
		}
	case world.MintFor:
		return world.MintFor{
			Body: g.near(who), Label: g.text(), Verbs: verbs[:g.index("verbs", 2)],
			Grant: pick(g, "new grant", []world.GrantID{"g-1", "g-4", "Bad Id"}),
			For:   pick(g, "for", []world.Time{0, 0, 1, world.Minute}),
		}
	case world.RevokeGrant:
		return world.RevokeGrant{Grant: grant}
	case world.TuneGrant:
		return world.TuneGrant{
			Grant: grant, What: pick(g, "tuning", []world.Tuning{world.TuneVerbs, world.TuneAsk, world.TunePause, "odd"}),
			Verbs: verbs[g.index("verbs", len(verbs)):], Ask: ask, Pause: g.oneIn(2),
		}
	case world.StateIntent:
		return world.StateIntent{Text: g.text()}
	case world.AskOwner:
		fled := world.Input{Actor: who, Action: world.Flee{}}
		for _, own := range g.s.GrantsOf(who) {
			fled.Via = world.Via{Kind: world.ViaGrant, Grant: own.ID}
			if plea, _, ok := g.s.Plea(g.s.Now, fled); ok && g.oneIn(2) {
				return plea
			}
		}
		return world.AskOwner{
			Print: pick(g, "print", []string{
				"00000000000000000000000000000000", "11111111111111111111111111111111", "22222222222222222222222222222222", "",
			}), What: "do this", Words: g.text(),
		}
	case world.AnswerHold:
		return world.AnswerHold{Hold: g.index("hold", 6), Yes: g.oneIn(2)}
	case world.BanAgents:
		return world.BanAgents{Account: g.owner(), Off: !g.oneIn(3)}
	case world.ShutAgents:
		return world.ShutAgents{Open: !g.oneIn(3), Reason: g.text()}
	case world.CapAgents:
		return world.CapAgents{
			What: pick(g, "cap", []world.AgentCap{world.CapAll, world.CapAccount, world.CapRoom, "odd"}),
			Most: pick(g, "most", []int{0, 0, 1, 2, -1}),
		}
	default: // of another topic, see Fill
		return nil
	}
}

// owner draws an account, mostly one that has a character.
func (g *Gamer) owner() world.AccountID {
	if a := g.s.Actors[g.somebody()]; a != nil && !g.oneIn(6) {
		return a.Account
	}
	return pick(g, "account", []world.AccountID{"a-1", "", "a-nobody"})
}
