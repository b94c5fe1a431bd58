package prose

import "github.com/mudlark-mud/mudlark/world"

// company speaks of friends, and of what people say of themselves.
func (v view) company(e world.Event) Text {
	switch e := e.(type) {
	case world.FriendMade:
		return tell(Plain, "You are told from now on when @ comes and goes.", said(Person, Clean(e.Name)))
	case world.FriendDropped:
		return tell(Plain, "@ is off your list of friends.", said(Person, Clean(e.Name)))
	case world.FriendSeen:
		if e.Left {
			return tell(Plain, "Your friend @ has left the world.", v.name(e.Actor, Person))
		}
		return tell(Plain, "Your friend @ has come into the world.", v.name(e.Actor, Person))
	case world.Introduced:
		return introduced(e)
	default:
		return nil
	}
}

func introduced(e world.Introduced) Text {
	switch {
	case e.What == world.SelfAway && e.Text == "":
		return tell(Plain, "You are back.")
	case e.What == world.SelfAway:
		return tell(Plain, "Who asks for you reads: @ The next line that you type ends it.", quoted(Plain, e.Text))
	case e.Text == "":
		return tell(Plain, "That is gone.")
	}
	return tell(Plain, "That is what others read of you now: @", quoted(Plain, e.Text))
}

// absent says to whoever speaks to somebody that they are away from the keyboard.
func (v view) absent(text Text, who world.ActorID, away string) Text {
	if away == "" {
		return text
	}
	return append(text, line(Plain, "@ is away: @", v.name(who, Person), quoted(Plain, away)))
}

// ofCompany tells of friends and introductions in the third person.
func (h teller) ofCompany(e world.Event) Line {
	switch e := e.(type) {
	case world.FriendMade:
		return h.told("@ befriends @", h.whom(e.Actor), h.whom(e.Who))
	case world.FriendDropped:
		return h.told("@ takes @ off a list of friends", h.whom(e.Actor), h.whom(e.Who))
	case world.FriendSeen:
		if e.Left {
			return h.told("@ is told that @ has left", h.whom(e.To), h.whom(e.Actor))
		}
		return h.told("@ is told that @ has come", h.whom(e.To), h.whom(e.Actor))
	case world.Introduced:
		return h.told("@ says something else of themselves", h.whom(e.Actor))
	default:
		return Line{}
	}
}
