package prose

import "github.com/mudlark-mud/mudlark/world"

// effect speaks of what is upon somebody, to nobody but them, and of lights that burn down.
func (v view) effect(e world.Event) Text {
	switch e.(type) {
	case world.Kindled, world.Doused:
		return v.burning(e)
	default:
	}
	if !v.did() {
		return nil
	}
	switch e := e.(type) {
	case world.EffectBegan:
		if e.Renewed {
			return tell(Plain, "You are @, and for longer.", plain(Clean(e.Name)))
		}
		return tell(Plain, "You are @.", plain(Clean(e.Name)))
	case world.EffectEnded:
		switch {
		case e.Dead:
			return nil
		case e.Text != "":
			return paragraphs(Plain, e.Text)
		}
		return tell(Plain, "You are no longer @.", plain(Clean(e.Name)))
	case world.Refreshed:
		return tell(Gain, "You are the better for it, by @.", plain(count(e.Gained, "hit point")))
	default:
		return nil
	}
}

// burning speaks of lights that burn down. That one goes out is noticed also by whoever then sees nothing.
func (v view) burning(e world.Event) Text {
	switch e := e.(type) {
	case world.Kindled:
		if !v.did() && !v.sees() {
			return nil
		}
		return tell(Plain, "@ burns.", v.the(e.Item))
	case world.Doused:
		if e.Out {
			return tell(Warning, "@ gutters, and goes out for good.", v.the(e.Item))
		}
		return tell(Plain, "@ goes out.", v.the(e.Item))
	default:
		return nil
	}
}

// ofEffects tells of what is upon somebody.
func (h teller) ofEffects(e world.Event) Line {
	switch e := e.(type) {
	case world.EffectBegan:
		if e.Renewed {
			return h.bare("@ is @ for longer", h.whom(e.Actor), plain(Clean(e.Name)))
		}
		return h.bare("@ is @", h.whom(e.Actor), plain(Clean(e.Name)))
	case world.EffectEnded:
		return h.bare("@ is no longer @", h.whom(e.Actor), plain(Clean(e.Name)))
	case world.Refreshed:
		return h.bare("@ is the better for it by @", h.whom(e.Actor), plain(count(e.Gained, "hit point")))
	case world.Kindled:
		return h.told("@ lights @", h.whom(e.Actor), h.the(e.Item))
	case world.Doused:
		if e.Out {
			return h.told("@ has burnt down", h.the(e.Item))
		}
		return h.told("@ goes out", h.the(e.Item))
	default:
		return Line{}
	}
}

// Affects says what is upon one, for how long, and what it does.
func Affects(all []world.Affect) Text {
	var text Text
	for _, e := range all {
		left := count(e.Left, "second")
		if e.Left >= minuteSeconds {
			left = count((e.Left+minuteSeconds/2)/minuteSeconds, "minute")
		}
		l := line(Plain, "You are @, for another @.", plain(Clean(e.Name)), plain(left))
		if e.Bonus != nil {
			if does := changes(*e.Bonus, "your "); len(does) > 0 {
				l = line(Plain, "You are @, for another @: that @.", plain(Clean(e.Name)), plain(left), plain(joined(does)))
			}
		}
		text = append(text, l)
	}
	return text
}
