package prose

import (
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// sanction tells those about whom something was decided. Whoever decided it has read the answer to what they typed.
func (v view) sanction(e world.Event) Text {
	if sw, ok := e.(world.Switched); ok {
		if sw.Off {
			return tell(System, "You are yourself again.")
		}
		return tell(System, "You play @ from now on: what you type it does. Type @ to be yourself again.",
			v.name(sw.Actor, Person), Span{Text: "return", Role: Command})
	}
	if v.did() {
		return nil
	}
	switch e := e.(type) {
	case world.NewsPosted:
		return tell(System, "There is news. Type @ to read it.", Span{Text: "news", Role: Command})
	case world.Imposed:
		if e.Sanction.Kind == world.SanctionBan {
			return nil // being sent out says so
		}
		return tell(System, "@", said(System, e.Sanction.Word()))
	case world.Lifted:
		return tell(System, "You are @ no longer.", plain(SanctionWord(e.Kind)))
	case world.Kicked:
		return tell(System, "@", said(System, e.Word()))
	case world.Snooped:
		if e.Off {
			return tell(System, "@ reads no longer what you are shown.", v.name(e.By, Person))
		}
		return tell(System, "@ reads from now on all that you are shown, whispers too.",
			v.name(e.By, Person))
	case world.CommandsSet:
		may := "You may use from now on: @."
		if e.Taken {
			may = "You may use no longer: @."
		}
		return tell(System, may, said(System, strings.Join(e.Commands, ", ")))
	default:
		return nil
	}
}

// SanctionWord is what somebody is whom a sanction fits: "muted".
func SanctionWord(kind world.SanctionKind) string {
	switch kind {
	case world.SanctionMute:
		return "muted"
	case world.SanctionFreeze:
		return "frozen"
	case world.SanctionJail:
		return "jailed"
	case world.SanctionBan:
		return "banned"
	case world.SanctionShut:
		return "shut out"
	}
	return "sanctioned"
}

// EntranceName is what those are called for whom the world can be shut.
func EntranceName(door world.Entrance) string {
	switch door {
	case world.EntranceNew:
		return "new accounts"
	case world.EntranceGuests:
		return "guests"
	case world.EntrancePlayers:
	}
	return "players"
}

// ofSanctions tells of what was decided about people.
func (h teller) ofSanctions(e world.Event) Line {
	switch e := e.(type) {
	case world.Imposed:
		x := e.Sanction
		if x.Door != "" {
			return h.bare("@ decides: no @ are let in, @@", h.whom(e.By), plain(EntranceName(x.Door)), plain(x.Term()),
				because(x.Reason))
		}
		return h.bare("@ decides: @ is @ @@", h.whom(e.By), said(Person, x.Name), plain(SanctionWord(x.Kind)),
			plain(x.Term()), because(x.Reason))
	case world.Lifted:
		switch shut := e.Kind == world.SanctionShut; {
		case shut && e.Ended:
			return h.bare("The time is over for which no @ were let in", plain(EntranceName(world.Entrance(e.Name))))
		case shut:
			return h.bare("@ decides: @ are let in again", h.whom(e.By), plain(EntranceName(world.Entrance(e.Name))))
		case e.Ended:
			return h.bare("The time is over for which @ was @", said(Person, e.Name), plain(SanctionWord(e.Kind)))
		}
		return h.bare("@ decides: @ is @ no longer", h.whom(e.By), said(Person, e.Name), plain(SanctionWord(e.Kind)))
	case world.Kicked:
		return h.bare("@ sends @ out of the world", h.whom(e.By), h.whom(e.Actor))
	case world.Noted:
		if e.Drop > 0 {
			return h.bare("@ takes away a note on @", h.whom(e.By), h.whom(e.On))
		}
		return h.bare("@ makes a note on @", h.whom(e.By), h.whom(e.On))
	case world.CommandsSet:
		words := said(Plain, strings.Join(e.Commands, ", "))
		if e.Taken {
			return h.bare("@ takes commands from @: @", h.whom(e.By), h.whom(e.Actor), words)
		}
		return h.bare("@ lets @ use commands of wizards: @", h.whom(e.By), h.whom(e.Actor), words)
	case world.Snooped:
		if e.Off {
			return h.bare("@ reads no longer what @ is shown", h.whom(e.By), h.whom(e.Actor))
		}
		return h.bare("@ reads what @ is shown", h.whom(e.By), h.whom(e.Actor))
	case world.Switched:
		if e.Off {
			return h.bare("@ plays @ no longer", h.whom(e.By), h.whom(e.Actor))
		}
		return h.bare("@ plays @", h.whom(e.By), h.whom(e.Actor))
	case world.MotdSet:
		if e.Post == nil {
			return h.bare("@ takes away the message of the day", h.whom(e.By))
		}
		return h.bare("@ sets the message of the day", h.whom(e.By))
	case world.NewsPosted:
		return h.bare("@ posts news @", h.whom(e.By), plain(strconv.Itoa(e.Post.N)))
	case world.NewsDropped:
		return h.bare("@ takes away news @", h.whom(e.By), plain(strconv.Itoa(e.N)))
	case world.Founded:
		return h.bare("@ is the founder of this world", h.whom(e.Actor))
	default:
		return Line{}
	}
}
