package prose

import (
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// sea speaks of the tide.
func (v view) sea(e world.Event) Text {
	switch e := e.(type) {
	case world.TideWarned:
		if !v.has(world.Heard) {
			bell := strings.ReplaceAll(v.n.Text(world.BellText(e.Next)), "{soon}", soon(e.Wait))
			return v.own(Warning, world.TextBellFelt, slotted{"{bell}", plain(Clean(bell))})
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
