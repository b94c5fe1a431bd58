package prose

import "github.com/mudlark-mud/mudlark/world"

// sea speaks of the tide.
func (v view) sea(e world.Event) Text {
	switch e := e.(type) {
	case world.TideWarned:
		return tell(Warning, bell(e.Next), plain(soon(e.Wait)))
	case world.TideTurned:
		return tell(Warning, turned(e.Now))
	case world.SeaHurt:
		if v.did() {
			return tell(Loss, "The sea has knocked the breath out of you (@).", number(e.Harm))
		}
	default:
	}
	return nil
}

// bell is what one hears a while before the tide turns: one stroke for the ebb, two for low water, three for the
// flow, four for high water.
func bell(next world.Tide) string {
	switch next {
	case world.TideEbb:
		return "The tide bell strikes once. @ the sea will start to go out."
	case world.TideLow:
		return "The tide bell strikes twice. @ it will be low water, and the far flats will lie open."
	case world.TideFlow:
		return "The tide bell strikes three times: come home. @ the sea will turn and run in over the flats."
	case world.TideHigh:
		return "The tide bell strikes four times. @ it will be high water, and every path on the flats will be sea."
	}
	return "The tide bell strikes. @ the tide will turn."
}

func turned(now world.Tide) string {
	switch now {
	case world.TideEbb:
		return "The tide has turned. The sea lets go of the wall with a long wet sigh, and begins to draw off."
	case world.TideLow:
		return "Low water. The sea has gone as far as it goes, and what it covers lies bare and shining."
	case world.TideFlow:
		return "The sea is coming back. It does not hurry, and it is faster than you are."
	case world.TideHigh:
		return "High water. The sea stands at the wall and looks in."
	}
	return "The tide has turned."
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

// TideWords says how the sea stands, as the end of a sentence: "the tide is going out". An unknown tide is no words.
func TideWords(t world.Tide) string {
	switch t {
	case world.TideHigh:
		return "the tide is high"
	case world.TideEbb:
		return "the tide is going out"
	case world.TideLow:
		return "the tide is out"
	case world.TideFlow:
		return "the tide is coming in"
	}
	return ""
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
