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
