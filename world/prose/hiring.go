package prose

import "github.com/mudlark-mud/mudlark/world"

// hiring speaks of companions.
func (v view) hiring(e world.Event) Text {
	switch e := e.(type) {
	case world.Hired:
		who, hours := v.who(e.Who), plain(count(e.Hours, "hour"))
		switch {
		case v.did() && e.Coins == 0:
			return tell(Gain, "@ will go with you for @.", who, hours)
		case v.did():
			return tell(Gain, "You hire @ for @, for @.", who, plain(count(e.Coins, "coin")), hours)
		case v.mine():
			return tell(Plain, "@ hires you for @.", v.who(e.Actor), hours)
		case v.sees():
			return tell(Plain, "@ hires @.", v.who(e.Actor), who)
		}
		return tell(Plain, "You hear somebody come to terms.")
	case world.HireEnded:
		switch {
		case v.did():
			return tell(Plain, "You go with @ no more.", v.name(e.By, Person))
		case v.mine():
			return tell(Warning, "@ goes with you no more.", v.name(e.Actor, Person))
		case v.sees():
			return tell(Plain, "@ goes with @ no more.", v.who(e.Actor), v.who(e.By))
		}
		return nil
	default:
		return nil
	}
}

// hireEnded says why somebody goes with another no more, as the record tells it.
func hireEnded(why world.Parting) string {
	switch why {
	case world.PartedDone:
		return "because the time was up"
	case world.PartedSent:
		return "who wished it"
	case world.PartedHurt:
		return "because of wounds"
	case world.PartedWronged:
		return "who attacked a friend of theirs"
	case world.PartedDead:
		return "having died"
	case world.PartedLost:
		return "who was gone"
	default:
		return ""
	}
}

// ofHiring tells of companions.
func (h teller) ofHiring(e world.Event) Line {
	switch e := e.(type) {
	case world.Hired:
		return line(Plain, "@ hired @ for @.", h.name(e.Actor, Person), h.name(e.Who, Person), plain(count(e.Coins, "coin")))
	case world.HireEnded:
		return line(Plain, "@ went no more with @, @.", h.name(e.Actor, Person), h.name(e.By, Person),
			plain(hireEnded(e.Why)))
	default:
		return Line{}
	}
}

// HireText says for what somebody can be hired; nothing for who cannot.
func HireText(name Span, h *world.HireOffer) Text {
	switch {
	case h == nil:
		return nil
	case h.Yours:
		return tell(Plain, "@ goes with you, for another @.", name, plain(count(h.Minute, "minute")))
	case h.With != "":
		return tell(Plain, "@ goes with @ just now.", name, Span{Text: Clean(h.With), Role: Person})
	}
	price := "nothing"
	if h.Coins > 0 {
		price = count(h.Coins, "coin")
	}
	if h.Takes != "" {
		price += " and " + Clean(h.Takes)
	}
	text := tell(Plain, "@ can be hired: @ for @.", name, plain(price), plain(count(h.Hours, "hour")))
	if h.When != "" {
		text = append(text, L(Plain, Clean(h.When)))
	}
	return text
}

// Hires says who can be hired where somebody stands.
func Hires(r world.HireReport) Text {
	var text Text
	for i := range r.Offers {
		o := &r.Offers[i]
		text = append(text, HireText(known(Span{Text: Clean(o.Name), Role: RoleOf(o.Ref)}), &o.HireOffer)...)
	}
	if len(text) == 0 {
		return Text{L(Plain, "Nobody here is for hire.")}
	}
	return append(text, line(Plain, "To hire somebody: @. To part: @.", said(Command, "hire NAME"),
		said(Command, "dismiss NAME")))
}
