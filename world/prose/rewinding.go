package prose

import (
	"strconv"

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
		if v.mine() {
			return tell(System, "@ has answered your report @: @", v.name(e.Actor, Person),
				plain(strconv.FormatUint(e.Report, 10)), quoted(System, e.Text))
		}
	default:
	}
	return nil
}
