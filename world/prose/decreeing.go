package prose

import "github.com/mudlark-mud/mudlark/world"

// decreed speaks of what wizards do out of the common way of things.
func (v view) decreed(e world.Event) Text {
	switch e := e.(type) {
	case world.PowerUsed:
		return v.power(e)
	case world.WizTalked:
		if v.did() {
			return tell(Private, "You tell the wizards: @", quoted(Private, e.Text))
		}
		return tell(Private, "@ tells the wizards: @", v.name(e.Actor, Person), quoted(Private, e.Text))
	case world.EchoedAll:
		return Text{L(Plain, Clean(e.Text))} // as it was typed
	case world.Sent:
		if v.did() {
			return tell(Plain, "@ reads: @", v.name(e.To, Person), quoted(Plain, e.Text))
		}
		return Text{L(Plain, Clean(e.Text))}
	case world.Forced:
		return tell(System, "That was @'s doing, and not yours.", v.name(e.By, Person))
	case world.Pacified:
		if v.did() {
			return tell(Plain, "You bid them stop, and hands that were raised sink.")
		}
		return tell(Plain, "A great calm comes over the place. Hands that were raised sink, and nobody can say what it "+
			"was about.")
	case world.MobGone:
		if e.By == "" {
			return nil
		}
		return tell(Plain, "@ goes out like a candle, and is no more.", v.name(e.Actor, Person))
	case world.Slain:
		return v.slain(e)
	case world.Renamed:
		return tell(System, "You are called @ from now on@. You sign in by the name that you had.", said(Person, e.Name),
			v.decree(e.By))
	case world.Redescribed:
		return tell(System, "You look otherwise from now on@. To see how, type examine me.", v.decree(e.By))
	default:
		return v.deletion(e)
	}
}

// decree says by whom something was decided.
func (v view) decree(by world.ActorID) Span {
	if by == "" {
		return plain(", by decree")
	}
	return plain(", by decree of " + v.name(by, Person).Text)
}

func (v view) power(e world.PowerUsed) Text {
	if !v.did() {
		switch {
		case !v.sees() || e.Power != world.PowerInvis:
			return nil
		case e.On:
			return tell(Plain, "@ is there, and then is nowhere to be seen.", v.who(e.Actor))
		}
		return tell(Plain, "@ stands there, where nobody stood a moment ago.", v.who(e.Actor))
	}
	on, off := "", ""
	switch e.Power {
	case world.PowerInvis:
		on, off = "Nobody but wizards sees you now. What you say is heard.", "Everybody sees you again."
	case world.PowerNoHassle:
		on, off = "No creature lays a hand on you now.", "Creatures take notice of you again."
	case world.PowerHolyLight:
		on, off = "The dark hides nothing from you now.", "The dark is dark to you again."
	}
	if e.On {
		return tell(System, on)
	}
	return tell(System, off)
}

func (v view) slain(e world.Slain) Text {
	switch {
	case v.did():
		return tell(Plain, "You raise a hand against @, and that is that.", v.name(e.Target, Person))
	case v.mine():
		return tell(Loss, "@ raises a hand against you, and that is that.", v.who(e.Actor))
	case !v.sees():
		return tell(Plain, "You hear somebody fall, all of a sudden.")
	}
	return tell(Plain, "@ raises a hand against @, and that is that.", v.who(e.Actor), v.who(e.Target))
}

// ofDecrees tells of it in the third person.
func (h teller) ofDecrees(e world.Event) Line {
	switch e := e.(type) {
	case world.PowerUsed:
		state := "off"
		if e.On {
			state = "on"
		}
		return h.told("@ turns @ @", h.whom(e.Actor), said(Plain, string(e.Power)), plain(state))
	case world.WizTalked:
		return h.told("@ speaks to the wizards", h.whom(e.Actor))
	case world.EchoedAll:
		return h.words("puts words into the air of the whole world", e.Actor, e.Text)
	case world.Sent:
		return h.told("@ puts words before @", h.whom(e.Actor), h.whom(e.To))
	case world.Forced:
		return h.bare("@ had @ do that", h.whom(e.By), h.whom(e.Actor))
	case world.Pacified:
		return h.told("@ ends the fights", h.whom(e.Actor))
	case world.Slain:
		return h.told("@ slays @", h.whom(e.Actor), h.whom(e.Target))
	case world.Renamed:
		return h.bare("@ is called @ from now on@", said(Person, e.Was), said(Person, e.Name), h.by(e.By))
	case world.Redescribed:
		return h.bare("@ looks otherwise from now on@", h.whom(e.Actor), h.by(e.By))
	default:
		return Line{}
	}
}
