package worldtest

import (
	"slices"

	"github.com/mudlark-mud/mudlark/world"
)

// sanctioned is the audience of what is decided about people: whoever decided it, and all characters of whoever it is
// about.
func (a *Auditor) sanctioned(e world.Event) (audience, bool) {
	about := func(by, on world.ActorID, whole bool) (audience, bool) {
		ids := []world.ActorID{}
		for _, id := range []world.ActorID{by, on} {
			if a.bodies[id] != nil {
				ids = append(ids, id)
			}
		}
		if whole && a.bodies[on] != nil {
			ids = append(ids, a.siblings(on)...)
		}
		slices.Sort(ids)
		return audience{only: slices.Compact(ids)}, true
	}
	switch e := e.(type) {
	case world.Imposed:
		return about(e.By, e.On, e.Sanction.Whole)
	case world.Lifted:
		return about(e.By, e.On, true)
	case world.Kicked:
		return about(e.By, e.Actor, false)
	case world.Noted:
		return about(e.By, "", false)
	case world.Snooped:
		return about(e.By, e.Actor, false)
	case world.Switched:
		return about(e.By, "", false)
	case world.MotdSet:
		return about(e.By, "", false)
	case world.NewsDropped:
		return about(e.By, "", false)
	case world.NewsRead:
		return about(e.Actor, "", false)
	case world.NewsPosted:
		return audience{far: func(world.RoomID) bool { return true }}, true
	case world.CommandsSet:
		return about(e.By, e.Actor, false)
	default: // of another topic
		return audience{}, false
	}
}

// jail takes in whom wizards lock up and let out: both move people.
func (a *Auditor) jail(e world.Event) {
	if e, ok := e.(world.Imposed); ok && e.Sanction.Kind == world.SanctionJail {
		a.jails[e.Sanction.ID] = e.Sanction
		a.wakes = true
	}
	if e, ok := e.(world.Lifted); ok {
		delete(a.jails, e.Sanction)
		a.wakes = a.wakes || e.Kind == world.SanctionJail
	}
}

// jailed returns the jails that are about somebody.
func (a *Auditor) jailed(id world.ActorID) (out []world.Sanction) {
	b := a.who(id)
	for _, x := range a.jails {
		named := a.bodies[x.Who]
		if x.Who == id && x.Num == b.num || x.Whole && named != nil && b.owner != "" && named.owner == b.owner {
			out = append(out, x)
		}
	}
	return out
}

// locked reports whether somebody comes into a jail that is about them.
func (a *Auditor) locked(e world.Moved) bool {
	return slices.ContainsFunc(a.jailed(e.Actor), func(x world.Sanction) bool { return x.Room == e.To })
}

// mayWake reports whether somebody may wake after death where they do: where people arrive, but in a jail or where
// they fell if one is about them. One whose time is over is taken off a while later: then it may be either.
func (a *Auditor) mayWake(e world.Moved) bool {
	jails := a.jailed(e.Actor)
	if len(jails) == 0 {
		return e.To == a.start
	}
	over := slices.ContainsFunc(jails, func(x world.Sanction) bool { return x.Until != 0 })
	cell := func(x world.Sanction) bool { return a.rooms[x.Room].ID != "" }
	return a.locked(e) || e.To == e.From && !slices.ContainsFunc(jails, cell) || over && e.To == a.start
}

// drawSanction draws what a wizard decides about people; nil for kinds of other topics. Most of it is soon over, so
// that a game goes on.
func (g *Gamer) drawSanction(kind world.Action) world.Action {
	switch kind.(type) {
	case world.Impose:
		kinds := []world.SanctionKind{
			world.SanctionMute, world.SanctionFreeze, world.SanctionBan, world.SanctionBan, world.SanctionShut,
			world.SanctionJail, world.SanctionJail, "odd",
		}
		out := world.Impose{
			Kind: pick(g, "sanction", kinds), Who: g.somebody(), Only: g.oneIn(3), Reason: g.text(), Tells: g.oneIn(2),
			Span: pick(g, "span", []world.Time{world.Second, world.Second, 20 * world.Second, world.Minute, 0, -1}),
		}
		switch {
		case out.Kind == world.SanctionShut:
			out.Who, out.Door = "", pick(g, "door of people", append(world.Entrances(), "odd"))
		case out.Kind == world.SanctionBan && g.oneIn(2):
			out.Net = pick(g, "net", []string{"203.0.113.7", "203.0.113.0/24", "2001:db8::1", "10.0.0.0/2", "nowhere"})
			out.Who, out.Strangers, out.Out = "", g.oneIn(2), []world.ActorID{g.somebody(), g.somebody()}
		}
		return out
	case world.Lift:
		return world.Lift{Sanction: pick(g, "lifted", append(keys(g.s.Sanctions), "mute-nobody"))}
	case world.Kick:
		return world.Kick{Who: g.somebody(), Reason: g.text()}
	case world.Annotate:
		return world.Annotate{Who: g.somebody(), Text: g.text(), Drop: pick(g, "drop", []int{0, 0, 0, 1, 2, -1})}
	case world.Snoop:
		return world.Snoop{Who: g.somebody(), Off: g.oneIn(4)}
	case world.SetMotd:
		return world.SetMotd{Text: g.text()}
	case world.PostNews:
		return world.PostNews{Text: g.text()}
	case world.DropNews:
		return world.DropNews{N: pick(g, "news", []int{0, 1, 2, 3, 7})}
	case world.ReadNews:
		return kind
	case world.Allow:
		words := []string{"goto", "load", "stat", "purge", "invis", "Odd!"}
		return world.Allow{
			Who: g.somebody(), Commands: []string{pick(g, "command", words), pick(g, "command", words)}, Taken: g.oneIn(3),
		}
	default: // a kind that nobody can draw yet; see Fill
		return nil
	}
}
