package worldtest

import "github.com/mudlark-mud/mudlark/world"

// fillCompany draws what is done about friends, and what people say of themselves.
func (g *Gamer) fillCompany(kind world.Action) world.Action {
	switch kind.(type) {
	case world.Befriend:
		return world.Befriend{Who: g.somebody(), Off: g.oneIn(4)}
	case world.Introduce:
		what := pick(g, "self", []world.SelfField{world.SelfTitle, world.SelfAbout, world.SelfAway, world.SelfAway, "soul"})
		if g.oneIn(3) {
			return world.Introduce{What: what}
		}
		return world.Introduce{What: what, Text: g.text()}
	default: // of another topic, see Fill
		return nil
	}
}

// company holds lists of friends against who may be on them, and what is told against them.
func (a *Auditor) company(e world.Event) {
	switch e := e.(type) {
	case world.FriendMade:
		b, who := a.who(e.Actor), a.who(e.Who)
		if !b.player || b == who || who.owner == "" || who.num != e.Num || b.friends[e.Who] == e.Num {
			a.object("%s befriends %s, and cannot", e.Actor, e.Who)
		}
		if b.friends == nil {
			b.friends = map[world.ActorID]uint32{}
		}
		b.friends[e.Who] = e.Num
	case world.FriendDropped:
		if a.who(e.Actor).friends[e.Who] == 0 {
			a.object("%s drops %s, who is no friend", e.Actor, e.Who)
		}
		delete(a.who(e.Actor).friends, e.Who)
	case world.FriendSeen:
		b, who := a.who(e.To), a.who(e.Actor)
		if b.friends[e.Actor] != who.num || who.in == e.Left || a.deafTo(who, e.To) {
			a.object("%s is told of %s, and may not be", e.To, e.Actor)
		}
		for _, p := range who.powers {
			if p == world.PowerInvis && b.role < world.RoleWizard && who.role >= world.RoleWizard {
				a.object("%s is told of %s, who is invisible", e.To, e.Actor)
			}
		}
	case world.Introduced:
		if !a.who(e.Actor).player {
			a.object("%s introduces themselves", e.Actor)
		}
	default: // of no company
	}
}

// companyAudience is the audience of what is done about friends: whoever does it, or is told.
func companyAudience(e world.Event) (audience, bool) {
	switch e := e.(type) {
	case world.FriendMade:
		return audience{only: []world.ActorID{e.Actor}}, true
	case world.FriendDropped:
		if e.Lost {
			return audience{only: []world.ActorID{}}, true
		}
		return audience{only: []world.ActorID{e.Actor}}, true
	case world.IgnoreEnded: // of whom was erased
		return audience{only: []world.ActorID{}}, true
	case world.FriendSeen:
		return audience{only: []world.ActorID{e.To}}, true
	case world.Introduced:
		return audience{only: []world.ActorID{e.Actor}}, true
	default: // of another topic
		return audience{}, false
	}
}
