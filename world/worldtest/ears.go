package worldtest

import "github.com/mudlark-mud/mudlark/world"

// ears takes in whom somebody ignores, and what they have switched off.
func (a *Auditor) ears(e world.Event) {
	switch e := e.(type) {
	case world.IgnoreBegan:
		b := a.who(e.Actor)
		if other := a.who(e.Who); !other.player || other.num != e.Num || other.role >= world.RoleWizard {
			a.object("%s ignores %s (%d), who cannot be ignored", e.Actor, e.Who, e.Num)
		}
		if b.deaf == nil {
			b.deaf = map[world.ActorID]uint32{}
		}
		b.deaf[e.Who] = e.Num
	case world.IgnoreEnded:
		if _, was := a.who(e.Actor).deaf[e.Who]; !was {
			a.object("%s hears %s again, and never ignored them", e.Actor, e.Who)
		}
		delete(a.who(e.Actor).deaf, e.Who)
	case world.ChannelSwitched:
		b := a.who(e.Actor)
		if b.off[e.Channel] == e.Off {
			a.object("%s switches %s, and it is so already", e.Actor, e.Channel)
		}
		if b.off == nil {
			b.off = map[world.ChannelID]bool{}
		}
		b.off[e.Channel] = e.Off
	case world.Chatted:
		if b := a.who(e.Actor); !b.player || !b.in || b.off[e.Channel] || e.Text == "" {
			a.object("%s spoke on %s, and cannot", e.Actor, e.Channel)
		}
	default: // of no ears
	}
}

// voice returns whose own words or gestures an event is made of.
func voice(e world.Event) world.ActorID {
	switch e := e.(type) {
	case world.Said:
		return e.Actor
	case world.Shouted:
		return e.Actor
	case world.Told:
		return e.Actor
	case world.PartyTold:
		return e.Actor
	case world.LetterSent:
		return e.Actor
	case world.NotePinned:
		return e.Actor
	case world.PartyInvited:
		return e.Actor
	case world.Whispered:
		return e.Actor
	case world.Hushed:
		return e.Actor
	case world.Emoted:
		return e.Actor
	case world.Gestured:
		return e.Actor
	case world.Taunted:
		return e.Actor
	case world.Chatted:
		return e.Actor
	default:
		return ""
	}
}

// deafTo reports whether somebody ignores a speaker, by any of the speaker's characters.
func (a *Auditor) deafTo(b *body, speaker world.ActorID) bool {
	s := a.bodies[speaker]
	if s == nil || !s.player || s.role >= world.RoleWizard {
		return false
	}
	for id, num := range b.deaf {
		named := a.bodies[id]
		if num == s.num || named != nil && named.num == num && named.owner != "" && named.owner == s.owner {
			return true
		}
	}
	return false
}
