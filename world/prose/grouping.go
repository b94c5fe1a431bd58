package prose

import (
	"strconv"

	"github.com/mudlark-mud/mudlark/world"
)

// grouping speaks of groups to those who are in them.
func (v view) grouping(e world.Event) Text {
	switch e := e.(type) {
	case world.PartyInvited:
		if v.did() {
			return tell(Plain, "You ask @ to go about with you.", v.name(e.Who, Person))
		}
		return tell(Private, "@ asks you to go about with them. Type @ to say yes.", v.name(e.Actor, Person),
			said(Command, "group join "+Clean(v.as(string(e.Actor)).Name)))
	case world.PartyJoined:
		if v.did() {
			return tell(Gain, "You are of the group of @ now.", v.name(e.By, Person))
		}
		return tell(Gain, "@ goes about with you now.", v.name(e.Actor, Person))
	case world.PartyUnasked:
		return v.unasked(e)
	case world.PartyLeft:
		return v.parted(e)
	case world.PartyLed:
		if v.mine() {
			return tell(Gain, "@ lets you lead the group.", v.name(e.Actor, Person))
		}
		if v.did() {
			return tell(Plain, "You let @ lead the group.", v.name(e.Who, Person))
		}
		return tell(Plain, "@ leads the group now.", v.name(e.Who, Person))
	case world.PartyTold:
		if v.did() {
			return tell(Private, "You tell your group: @", quoted(Private, e.Text))
		}
		return tell(Private, "@ tells the group: @", v.name(e.Actor, Person), quoted(Private, e.Text))
	default:
		return nil
	}
}

// unasked says that an invitation is over.
func (v view) unasked(e world.PartyUnasked) Text {
	switch {
	case v.did() && e.Actor == e.Asked:
		return tell(Plain, "You tell @ that you would rather not.", v.name(e.Asker, Person))
	case v.did():
		return tell(Plain, "You ask @ no longer to go about with you.", v.name(e.Asked, Person))
	case e.Actor == e.Asked:
		return tell(Private, "@ would rather not go about with you.", v.name(e.Asked, Person))
	default:
		return tell(Private, "@ asks you no longer to go about with them.", v.name(e.Asker, Person))
	}
}

// parted says that somebody is in a group no more, and what becomes of it.
func (v view) parted(e world.PartyLeft) Text {
	var text Text
	switch {
	case v.did() && e.By != "":
		return tell(Warning, "@ has sent you from the group.", v.name(e.By, Person))
	case v.did():
		return tell(Plain, "You are in the group no more.")
	case v.mine():
		text = tell(Plain, "You send @ from the group.", v.name(e.Actor, Person))
	case e.By != "":
		text = tell(Plain, "@ is sent from the group by @.", v.name(e.Actor, Person), v.name(e.By, Person))
	default:
		text = tell(Plain, "@ has left the group.", v.name(e.Actor, Person))
	}
	switch {
	case v.as(string(e.Actor)).Kind == world.KindCreature: // who was hired
	case len(e.Members) == 1:
		text = append(text, L(Plain, "There is nobody left in it but you, and so it ends."))
	case e.Leader != "":
		text = append(text, line(Plain, "@ leads it now.", v.name(e.Leader, Person)))
	}
	return text
}

// Grouping puts into words with whom somebody goes about, a line for each of them.
func Grouping(r world.PartyReport) Text {
	var text Text
	if len(r.Members) == 0 {
		text = Text{L(Plain, "You are in no group.")}
	} else {
		text = Text{L(Plain, "Your group:")}
	}
	for _, m := range r.Members {
		hp := number(m.HP)
		if m.HP*4 <= m.HPMax {
			hp.Role = Loss
		}
		state := ""
		if m.Leads {
			state += ", leads"
		}
		if m.Hired {
			state += ", hired"
		}
		if m.ID != r.You && m.Here {
			state += ", here"
		}
		if m.Lost {
			state += ", link-dead"
		}
		l := line(Plain, "@: level @, @ of @ hit points@.", said(Person, Clean(m.Name)), number(m.Level), hp,
			number(m.HPMax), plain(state))
		l.Indent = itemIndent
		text = append(text, l)
	}
	for _, name := range r.Asked {
		text = append(text, line(Plain, "@ has asked you to go about with them: @.", said(Person, Clean(name)),
			said(Command, "group join "+Clean(name))))
	}
	return text
}

// goesWith says in one line with whom somebody goes about; nothing for who is in no group.
func goesWith(r world.StatusReport) Text {
	var spans []Span
	for _, m := range r.Group {
		if m.ID == r.ID {
			continue
		}
		if len(spans) > 0 {
			spans = append(spans, plain(", "))
		}
		spans = append(spans, said(Person, Clean(m.Name)), plain(" ("+strconv.Itoa(m.HP)+" of "+strconv.Itoa(m.HPMax)+")"))
	}
	if len(spans) == 0 {
		return nil
	}
	return Text{join(append(append([]Span{plain("You go about with ")}, spans...), plain(".")))}
}

// ofGroups tells of groups. What was said in one is not quoted.
func (h teller) ofGroups(e world.Event) Line {
	switch e := e.(type) {
	case world.PartyInvited:
		return h.told("@ asks @ into a group", h.whom(e.Actor), h.whom(e.Who))
	case world.PartyJoined:
		return h.told("@ joins the group of @", h.whom(e.Actor), h.whom(e.By))
	case world.PartyUnasked:
		if e.Actor == e.Asked {
			return h.told("@ will not join the group of @", h.whom(e.Asked), h.whom(e.Asker))
		}
		return h.told("@ asks @ into a group no more", h.whom(e.Asker), h.whom(e.Asked))
	case world.PartyLeft:
		if e.By != "" {
			return h.told("@ is sent from the group@", h.whom(e.Actor), h.by(e.By))
		}
		return h.told("@ leaves the group", h.whom(e.Actor))
	case world.PartyLed:
		return h.told("@ lets @ lead the group", h.whom(e.Actor), h.whom(e.Who))
	case world.PartyTold:
		return h.told("@ tells the group something", h.whom(e.Actor))
	default:
		return Line{}
	}
}
