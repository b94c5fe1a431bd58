package worldtest

import (
	"slices"

	"github.com/mudlark-mud/mudlark/world"
)

// decreed is the audience of what wizards do out of the common way of things.
func (a *Auditor) decreed(e world.Event) (audience, bool) {
	switch e := e.(type) {
	case world.PowerUsed:
		if e.Power == world.PowerInvis {
			return a.here(e.Actor), true
		}
		return audience{only: []world.ActorID{e.Actor}}, true
	case world.WizTalked:
		aud := a.here(e.Actor)
		aud.rooms, aud.who = nil, func(b *body) bool { return b.role >= world.RoleWizard }
		return aud, true
	case world.EchoedAll:
		return audience{far: func(world.RoomID) bool { return true }}, true
	case world.Sent:
		return audience{only: []world.ActorID{e.Actor, e.To}}, true
	case world.Forced:
		return audience{only: []world.ActorID{e.Actor}}, true
	case world.Pacified:
		return a.here(e.Actor), true
	case world.Slain:
		return a.here(e.Actor), true
	case world.Renamed:
		return audience{only: []world.ActorID{e.Actor}}, true
	case world.Redescribed:
		return audience{only: []world.ActorID{e.Actor}}, true
	case world.ScriptParked:
		return audience{who: func(b *body) bool { return b.role >= world.RoleBuilder }}, true
	case world.ScriptRan:
		return audience{who: func(b *body) bool { return len(e.Trace) > 0 && b.role >= world.RoleWizard }}, true
	case world.ScriptTended:
		return audience{only: []world.ActorID{e.Actor}}, true
	case world.Narrated:
		if e.To != "" {
			return audience{only: []world.ActorID{e.To}}, true
		}
		if e.But != "" {
			return audience{rooms: []world.RoomID{e.Room}, never: []world.ActorID{e.But}}, true
		}
		return audience{rooms: []world.RoomID{e.Room}}, true
	default:
		return a.deleted(e)
	}
}

// decree takes in what it changes.
func (a *Auditor) decree(e world.Event) {
	switch e := e.(type) {
	case world.Switched:
		a.switched(e)
	case world.PowerUsed:
		b := a.who(e.Actor)
		if slices.Contains(b.powers, e.Power) == e.On {
			a.object("%s turned %s to %v, and it was", e.Actor, e.Power, e.On)
		}
		b.powers = slices.DeleteFunc(b.powers, func(p world.Power) bool { return p == e.Power })
		if e.On {
			b.powers = append(b.powers, e.Power)
		}
	case world.Slain:
		a.who(e.Target).hp = 0
	default: // of another topic, or changes nothing that is kept here
	}
}

// has reports whether a body has a power: only a wizard does.
func (b *body) has(p world.Power) bool {
	return b.role >= world.RoleWizard && slices.Contains(b.powers, p)
}

// hidden objects when somebody who is no wizard saw what somebody did whom they cannot see, or knows that they came or
// went.
func (a *Auditor) hidden(e world.Event, b *body, sense world.Sense) {
	who, isDeed := doer(e)
	switch e := e.(type) {
	case world.Entered:
		who = e.Actor
	case world.Rejoined:
		who = e.Actor
	case world.Departed:
		who = e.Actor
	case world.Moved:
		who = e.Actor
	case world.Severed:
		isDeed = false
	default: // a deed, or nobody's
	}
	d := a.bodies[who]
	if d == nil || d == b || b.role >= world.RoleWizard || !d.has(world.PowerInvis) && !a.hides(who, b) {
		return
	}
	if !isDeed || sense&world.Saw != 0 {
		a.object("%T of %s, whom they cannot see, was perceived by number %d as %b", e, who, b.num, sense)
	}
}

// drawDecree draws what a wizard does; nil for kinds of other topics.
func (g *Gamer) drawDecree(who world.ActorID, kind world.Action) world.Action {
	switch kind.(type) {
	case world.UsePower:
		return world.UsePower{Power: pick(g, "power", append(world.AllPowers(), "flight")), On: !g.oneIn(3)}
	case world.WizTalk:
		return world.WizTalk{Text: g.text()}
	case world.EchoAll:
		return world.EchoAll{Text: g.text()}
	case world.Send:
		return world.Send{To: g.somebody(), Text: g.text()}
	case world.Gather:
		return world.Gather{}
	case world.RestoreAll:
		return world.RestoreAll{}
	case world.ClearRoom:
		if g.oneIn(3) {
			return world.ClearRoom{Zone: g.zone()}
		}
		return world.ClearRoom{}
	case world.Unaffect:
		return world.Unaffect{Actor: g.somebody()}
	case world.TendScript:
		return world.TendScript{
			Script: pick(g, "script", []world.ScriptID{"gate", "parrot", "none"}),
			Do: pick(g, "tending", []world.Tending{world.TendResume, world.TendTrace, world.TendUntrace, world.TendApprove,
				"odd"}),
		}
	case world.Switch:
		if g.oneIn(2) {
			return world.Switch{}
		}
		return world.Switch{Who: g.near(who)}
	case world.Pacify:
		return world.Pacify{}
	case world.Slay:
		return world.Slay{Target: g.near(who)}
	case world.Rename:
		return world.Rename{Who: g.somebody(), Name: pick(g, "new name", []string{"Ada", "Berta", "Cleo", "wizard", "x"})}
	case world.Redescribe:
		return world.Redescribe{Who: g.somebody(), Text: g.text()}
	default: // of another topic
		return nil
	}
}

// switched holds who plays a creature to what is allowed: a wizard, one creature, that nobody else plays.
func (a *Auditor) switched(e world.Switched) {
	by, who := a.who(e.By), a.who(e.Actor)
	switch {
	case e.Off && (by.drives != e.Actor || who.driver != e.By):
		a.object("%s plays %s no longer, and did not: %q, %q", e.By, e.Actor, by.drives, who.driver)
	case !e.Off && (by.drives != "" || who.driver != "" || who.player || !who.in || !by.in || by.cut):
		a.object("%s plays %s, and may not: %+v, %+v", e.By, e.Actor, by, who)
	}
	by.drives, who.driver = e.Actor, e.By
	if e.Off {
		by.drives, who.driver = "", ""
	}
}
