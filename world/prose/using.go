package prose

import (
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// magic speaks of things of power that are used, and of what lets go of one.
func (v view) magic(e world.Event) Text {
	switch e := e.(type) {
	case world.Invoked:
		return v.invoked(e)
	case world.Loosed:
		switch {
		case !v.did() || len(e.Items) == 0:
			return nil
		case len(e.Items) > 1:
			return tell(Gain, "What clung to you lets go: @ things could not be put down, and now can.",
				number(len(e.Items)))
		}
		return tell(Gain, "@ lets go of you.", v.the(e.Items[0]))
	default:
		return nil
	}
}

// wayWords is what somebody does with a thing, and with what behind it when it is done to somebody.
func wayWords(w world.PowerWay) (does, at string) {
	switch w {
	case world.Recite:
		return "read out", " over "
	case world.Strike:
		return "strike the ground with", " before "
	case world.Point:
	}
	return "raise", " and point it at "
}

func (v view) invoked(e world.Invoked) Text {
	does, at := wayWords(e.Way)
	if v.did() && e.Text != "" {
		text := paragraphs(Plain, e.Text)
		if e.Left == 0 && !e.Spent {
			text = append(text, line(Plain, "There is no power left in @.", v.the(e.Item)))
		}
		return text
	}
	if !v.did() && !v.sees() {
		if e.Way == world.Recite {
			return tell(Plain, "Somebody reads something out.")
		}
		return nil
	}
	if e.Target == "" {
		return v.verb(e.Actor, does+" @", v.the(e.Item))
	}
	whom := v.who(e.Target)
	if v.mine() {
		whom = plain("you")
	}
	if !v.did() {
		at = strings.Replace(at, "point", "points", 1)
	}
	return v.verb(e.Actor, does+" @@@", v.the(e.Item), plain(at), whom)
}

// ofPower tells of things of power that were used.
func (h teller) ofPower(e world.Event) Line {
	switch e := e.(type) {
	case world.Invoked:
		if e.Target != "" {
			return h.told("@ uses @ on @", h.whom(e.Actor), h.the(e.Item), h.whom(e.Target))
		}
		return h.told("@ uses @", h.whom(e.Actor), h.the(e.Item))
	case world.Loosed:
		return h.bare("What clung to @ lets go: @", h.whom(e.Actor), plain(count(len(e.Items), "thing")))
	default:
		return Line{}
	}
}
