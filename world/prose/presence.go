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
