package prose

import "github.com/mudlark-mud/mudlark/world"

// sea speaks of the tide.
func (v view) sea(e world.Event) Text {
	switch e := e.(type) {
	case world.TideWarned:
		if !v.has(world.Heard) {
			return tell(Warning, "You feel the ground hum under your feet, @: the tide bell. @ @.", plain(strokes(e.Next)),
				plain(soon(e.Wait)), plain(coming(e.Next)))
		}
		return v.own(Warning, world.BellText(e.Next), slotted{"{soon}", plain(soon(e.Wait))})
	case world.TideTurned:
		return v.own(Warning, world.TurnedText(e.Now))
	case world.SeaHurt:
		if v.did() {
			return v.own(Loss, world.TextBattered, slotted{"{harm}", number(e.Harm)})
		}
	default:
	}
	return nil
}

// strokes says how often the bell is rung for a tide, and coming what comes with that.
func strokes(next world.Tide) string {
	switch next {
	case world.TideEbb:
		return "once"
	case world.TideLow:
		return "twice"
	case world.TideFlow:
		return "three times"
	case world.TideHigh:
		return "four times"
	}
	return "again"
}

func coming(next world.Tide) string {
	switch next {
	case world.TideEbb:
		return "the sea will start to go out"
	case world.TideLow:
		return "it will be low water"
	case world.TideFlow:
		return "the sea will start to come in"
	case world.TideHigh:
	}
	return "it will be high water"
}

// soon says in how long something is.
func soon(wait world.Time) string {
	const halfMinute = world.Minute / 2
	switch {
	case wait < 10*world.Second:
		return "Any moment now"
	case wait < halfMinute+10*world.Second:
		return "In half a minute"
	case wait < world.Minute+halfMinute:
		return "In a minute"
	}
	return "In " + numeral(int((wait+halfMinute)/world.Minute)) + " minutes"
}

// tides tells of the sea.
func (h teller) tides(e world.Event) Line {
	switch e := e.(type) {
	case world.TideWarned:
		return h.bare("The bell rings for the tide")
	case world.TideTurned:
		return h.bare("The tide turns: @", said(Plain, string(e.Now)))
	case world.SeaHurt:
		return h.told("The sea hurts @ for @ and leaves @", h.whom(e.Actor), number(e.Harm),
			plain(count(e.HP, "hit point")))
	default:
		return Line{}
	}
}
