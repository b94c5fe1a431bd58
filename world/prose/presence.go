package prose

import "github.com/mudlark-mud/mudlark/world"

// presence speaks of bodies that come into the world and leave it.
func (v view) presence(e world.Event) Text {
	switch e := e.(type) {
	case world.Entered:
		if v.did() || !v.sees() {
			return nil // the room is shown
		}
		return tell(Plain, "@ wakes here.", v.who(e.Actor))
	case world.Rejoined:
		return v.rejoined(e)
	case world.Severed:
		if v.did() || !v.sees() {
			return nil // there is nobody at the other end to tell
		}
		return tell(Plain, "@'s eyes lose their focus.", v.who(e.Actor))
	case world.Departed:
		switch {
		case !v.sees():
			return nil
		case e.How == world.LeftLinkdead:
			return tell(Plain, "@, who has not moved for some time, turns out not to be there.", v.who(e.Actor))
		}
		return tell(Plain, "@ slips out of the world.", v.who(e.Actor))
	case world.MobMade:
		if !v.sees() {
			return nil
		}
		return tell(Plain, "@ turns up.", v.comer(e.Actor))
	default:
		return nil
	}
}

func (v view) rejoined(e world.Rejoined) Text {
	switch {
	case v.did():
		return tell(Plain, "You come back to yourself.")
	case !v.sees():
		return nil
	}
	return tell(Plain, "@ blinks, and is all there again.", v.who(e.Actor))
}

// being tells of who is in the world, and of what there is.
func (h teller) being(e world.Event) Line {
	switch e := e.(type) {
	case world.Started:
		return h.bare("The world is taken up by release @, under rules @", said(Plain, e.Build), number(e.Rules))
	case world.PackApplied:
		changed, gone := e.Count()
		return h.bare("The pack @ is applied: @ new or changed, @ withdrawn", said(Plain, string(e.ID)), number(changed),
			number(gone))
	case world.Created:
		return h.told("@ is made, a @,", h.whom(e.Actor), plain(e.Role.String()))
	case world.Embodied:
		return h.told("@ is made ready for a guest", h.whom(e.Actor))
	case world.Entered:
		return h.told("@ enters the world@", h.whom(e.Actor), agent(e.Agent))
	case world.Rejoined:
		return h.told("@ is link-dead no longer@", h.whom(e.Actor), agent(e.Agent))
	case world.HelmTaken:
		if e.Agent != "" {
			return h.told("An agent takes the helm of @", h.whom(e.Actor))
		}
		return h.told("The player of @ takes the helm", h.whom(e.Actor))
	case world.Severed:
		return h.told("@ goes link-dead", h.whom(e.Actor))
	case world.Departed:
		if e.How == world.LeftLinkdead {
			return h.told("@, link-dead for long, leaves the world", h.whom(e.Actor))
		}
		return h.told("@ leaves the world", h.whom(e.Actor))
	case world.Forgotten:
		return h.bare("@ is forgotten", h.whom(e.Actor))
	case world.MobMade:
		if e.By != "" {
			return h.told("@ conjures @", h.whom(e.By), h.comer(e.Actor))
		}
		return h.told("@ comes to be@", h.comer(e.Actor), rule(e.Spawn))
	case world.MobGone:
		if e.By != "" {
			return h.told("@ purges @", h.whom(e.By), h.whom(e.Actor))
		}
		if e.Over {
			return h.told("@ goes, for its time is over", h.whom(e.Actor))
		}
		return h.told("@ is no more", h.whom(e.Actor))
	default:
		return Line{}
	}
}

func agent(g world.GrantID) Span {
	if g == "" {
		return Span{}
	}
	return plain(", driven by an agent,")
}

// rule names the rule that made something.
func rule(id world.SpawnID) Span {
	if id == "" {
		return Span{}
	}
	return plain(" by the rule " + Clean(string(id)))
}
