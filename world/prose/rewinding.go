package prose

import (
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// rewound speaks of what a wizard brought back, and of what people asked wizards to look at.
func (v view) rewound(e world.Event) Text {
	switch e := e.(type) {
	case world.ItemRestored:
		switch {
		case v.mine() && !v.did():
			return tell(Gain, "You have @ again, as if it had never been gone.", v.your(e.Item))
		case v.sees():
			return tell(Plain, "@ is there again, as if it had never been gone.", v.the(e.Item))
		}
	case world.CharacterRestored:
		if v.mine() {
			return tell(System, "Time turned back for you: you are of level @, with @ experience, @ and @ hit points@.",
				number(e.Level), number(e.XP), plain(count(e.Coins, "coin")),
				plain(strconv.Itoa(e.HP)+" of "+strconv.Itoa(e.HPMax)), because(e.Reason))
		}
	case world.Reported:
		if v.has(world.Far) {
			return tell(System, "@ asks that somebody look at something. Type reports @ to read it.",
				v.name(e.Actor, Person), plain(strconv.FormatUint(v.n.Seq, 10)))
		}
	case world.ReportClosed:
		switch {
		case v.mine() && e.Late && e.Text == "":
			return tell(System, "Your report @ was answered while you were away.", plain(strconv.FormatUint(e.Report, 10)))
		case v.mine() && e.Late:
			return tell(System, "While you were away @ answered your report @: @", v.name(e.Actor, Person),
				plain(strconv.FormatUint(e.Report, 10)), quoted(System, e.Text))
		case v.mine():
			return tell(System, "@ has answered your report @: @", v.name(e.Actor, Person),
				plain(strconv.FormatUint(e.Report, 10)), quoted(System, e.Text))
		}
	default:
	}
	return nil
}

// rewinding tells of what a wizard brought back, and of reports.
func (h teller) rewinding(e world.Event) Line {
	switch e := e.(type) {
	case world.ItemRestored:
		return h.told("@ brings back @ as it was at @@@", h.whom(e.By), h.the(e.Item), h.mark(e.As),
			h.into(e.Place, e.By), reason(e.Reason))
	case world.Reported:
		return h.told("@ makes a report", h.whom(e.Actor))
	case world.ReportClosed:
		if e.Late {
			return h.bare("@ reads how the report @ was answered", h.whom(e.To), h.mark(e.Report))
		}
		return h.bare("@ closes the report @ of @", h.whom(e.Actor), h.mark(e.Report), h.whom(e.To))
	case world.CharacterRestored:
		return h.bare("@ gives @ back what they had at @: level @, @ experience, @ and @ hit points@", h.whom(e.By),
			h.whom(e.Actor), h.mark(e.As), number(e.Level), number(e.XP), plain(count(e.Coins, "coin")), number(e.HP),
			because(e.Reason))
	default:
		return Line{}
	}
}

// reason is a reason in brackets, for a sentence that goes on.
func reason(words string) Span {
	if words = Clean(words); words == "" {
		return Span{}
	}
	return plain(" (" + strings.TrimSuffix(words, ".") + ")")
}
