package worldtest

import (
	"slices"

	"github.com/mudlark-mud/mudlark/world"
)

// groupLimit is how many a group may have, written from its rules.
const groupLimit = 6

// grouped takes in who goes about with whom: who comes was asked, who sends others away leads, and nobody is in two.
func (a *Auditor) grouped(e world.Event) {
	switch e := e.(type) {
	case world.PartyInvited:
		who, by := a.who(e.Who), a.who(e.Actor)
		if !who.player || !by.player || !who.in || who.cut || e.Who == e.Actor || a.deafTo(who, e.Actor) {
			a.object("%s asked %s into a group, which cannot be", e.Actor, e.Who)
		}
		if g := a.groups[a.groupOf(e.Actor)]; g != nil && g[0] != e.Actor {
			a.object("%s asked somebody into a group that %s leads", e.Actor, g[0])
		}
		if who.asked == nil {
			who.asked = map[world.ActorID]world.Time{}
		}
		who.asked[e.Actor] = e.Until
	case world.PartyUnasked:
		if _, isAsked := a.who(e.Asked).asked[e.Asker]; !isAsked || e.Actor != e.Asker && e.Actor != e.Asked {
			a.object("%s ended that %s asked %s into a group", e.Actor, e.Asker, e.Asked)
		}
		delete(a.who(e.Asked).asked, e.Asker)
	case world.PartyJoined:
		hirer := a.who(e.Actor).by
		isHired := hirer != "" && slices.Contains(e.Members, hirer)
		if a.who(e.Actor).asked[e.By] <= a.now && !isHired || a.groupOf(e.Actor) != "" {
			a.object("%s joined the group of %s, and was not asked, or is in one", e.Actor, e.By)
		}
		a.regroup(e.Party, append(slices.Clone(a.groups[e.Party]), e.Actor), e.Members, e.By)
		clear(a.who(e.Actor).asked)
	case world.PartyLeft:
		g := a.groups[e.Party]
		if !slices.Contains(g, e.Actor) || e.By != "" && (g[0] != e.By || e.By == e.Actor) {
			a.object("%s left a group of %v, sent by %q", e.Actor, g, e.By)
		}
		rest := slices.DeleteFunc(slices.Clone(g), func(id world.ActorID) bool { return id == e.Actor })
		a.regroup(e.Party, rest, e.Members, "")
	case world.PartyLed:
		g := a.groups[e.Party]
		if len(g) == 0 || g[0] != e.Actor || e.Members[0] != e.Who {
			a.object("%s made %s lead a group of %v, and now of %v", e.Actor, e.Who, g, e.Members)
		}
		a.regroup(e.Party, g, e.Members, "")
	case world.PartyTold:
		g := a.groups[a.groupOf(e.Actor)]
		if len(e.To)+1 != len(g) || slices.Contains(e.To, e.Actor) ||
			slices.ContainsFunc(e.To, func(id world.ActorID) bool { return !slices.Contains(g, id) }) {
			a.object("%s told %v something, of a group of %v", e.Actor, e.To, g)
		}
	default: // of no group
	}
}

// regroup makes a group of those who say that they are it, who have to be those who should be, whatever their order.
// One that begins is of by and whoever came.
func (a *Auditor) regroup(id world.PartyID, want, have []world.ActorID, by world.ActorID) {
	if by != "" && len(a.groups[id]) == 0 {
		want = append(want, by)
	}
	if by != "" && !slices.Contains(have, by) {
		a.object("the group of %s is %v", by, have)
	}
	if !slices.Equal(slices.Sorted(slices.Values(want)), slices.Sorted(slices.Values(have))) {
		a.object("group %s is %v, and should be %v", id, have, want)
	}
	if a.groups[id] = slices.Clone(have); len(have) < 2 {
		delete(a.groups, id)
	}
}

// together looks at all groups after a record: of two to six people in the world, none of whom is in another.
func (a *Auditor) together() {
	seen := map[world.ActorID]bool{}
	for id, g := range world.Ordered(a.groups) {
		if len(g) > groupLimit {
			a.object("group %s has %d people", id, len(g))
		}
		for _, who := range g {
			b := a.who(who)
			if isFolk := b.player || b.by != "" && slices.Contains(g, b.by); seen[who] || !isFolk || !b.in {
				a.object("%s is in group %s, and in another, no player, or out of the world", who, id)
			}
			seen[who] = true
		}
	}
}

func (a *Auditor) groupOf(who world.ActorID) world.PartyID {
	for id, g := range a.groups {
		if slices.Contains(g, who) {
			return id
		}
	}
	return ""
}

// shared looks at what was earned together in a fight in rounds: by all of a group who are there, and no more.
func (a *Auditor) shared(e world.Learned) {
	if e.Of == 0 || a.byTurns {
		return
	}
	n, at := 0, a.who(e.Actor).room
	for _, id := range a.groups[a.groupOf(e.Actor)] {
		b := a.who(id)
		spec := a.hireOf(b)
		n += boolInt(b.room == at && !b.cut && (b.player || spec != nil && spec.Shares && a.who(b.by).room == at))
	}
	if e.Of != n || e.Of < 2 {
		a.object("%s shares %d experience with %d, and stands among %d of a group", e.Actor, e.XP, e.Of, n)
	}
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// fillGroup draws what is done in groups: mostly with whoever asked, or is in one's group.
func (g *Gamer) fillGroup(who world.ActorID, kind world.Action) world.Action {
	other := func() world.ActorID {
		if group := g.s.PartyOf(who); group != nil && !g.oneIn(3) {
			return pick(g, "member", group.Members)
		}
		return g.somebody()
	}
	switch kind.(type) {
	case world.PartyInvite:
		if g.oneIn(3) {
			return world.PartyInvite{Who: g.somebody()}
		}
		return world.PartyInvite{Who: g.near(who)}
	case world.PartyJoin:
		if a := g.s.Actors[who]; a != nil && len(a.Invited) > 0 && g.oneIn(2) {
			return world.PartyJoin{By: pick(g, "invitation", a.Invited).By}
		}
		if g.oneIn(4) {
			return world.PartyJoin{By: g.somebody()}
		}
		return world.PartyJoin{}
	case world.PartyDecline:
		if g.oneIn(4) {
			return world.PartyDecline{By: g.somebody()}
		}
		return world.PartyDecline{}
	case world.PartyLeave:
		return world.PartyLeave{}
	case world.PartyDrop:
		return world.PartyDrop{Who: other()}
	case world.PartyLead:
		return world.PartyLead{Who: other()}
	case world.PartyTell:
		return world.PartyTell{Text: g.text()}
	case world.SplitCoins:
		return world.SplitCoins{Coins: g.index("coins", 12)}
	default: // of another topic, see Fill
		return nil
	}
}
