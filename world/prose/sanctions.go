package prose

import "github.com/mudlark-mud/mudlark/world"

// sanction tells those about whom something was decided. Whoever decided it has read the answer to what they typed.
func (v view) sanction(e world.Event) Text {
	if v.did() {
		return nil
	}
	switch e := e.(type) {
	case world.Imposed:
		if e.Sanction.Kind == world.SanctionBan {
			return nil // being sent out says so
		}
		return tell(System, "@", said(System, e.Sanction.Word()))
	case world.Lifted:
		return tell(System, "You are @ no longer.", plain(SanctionWord(e.Kind)))
	case world.Kicked:
		return tell(System, "@", said(System, e.Word()))
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
	case world.Founded:
		return h.bare("@ is the founder of this world", h.whom(e.Actor))
	default:
		return Line{}
	}
}
