package prose

import (
	"strconv"

	"github.com/mudlark-mud/mudlark/world"
)

// asTypedSince is the number of the rules since which what is echoed is told as it was typed.
const asTypedSince = 2

// notice speaks of grants, of a wizard's doings, and of the end of the world's day.
func (v view) notice(e world.Event) Text {
	switch e := e.(type) {
	case world.GrantMinted:
		if v.did() && e.By != "" {
			return tell(System, "An agent may now play @, by the token @.", v.who(e.Actor), quoted(System, e.Label))
		}
		if v.did() {
			return tell(System, "An agent may now act for you, by the token @.", quoted(System, e.Label))
		}
	case world.GrantRevoked:
		switch {
		case v.did() && e.Lapsed:
			return tell(System, "The time of the token @ is over. Nobody can act for you by it any more.", said(System, e.Label))
		case v.did():
			return tell(System, "The token @ is revoked. Nobody can act for you by it any more.",
				said(System, e.Label))
		}
	case world.FieldSet:
		if v.did() {
			return fieldSet(e)
		}
	case world.Echoed:
		if v.n.Rules < asTypedSince {
			return tell(Plain, "@", said(Plain, e.Text))
		}
		return Text{L(Plain, Clean(e.Text))} // as it was typed: it may begin with a small letter
	case world.HaltAnnounced:
		if e.Off {
			return tell(System, "The world will not @ after all.", plain(closes(e.Again)))
		}
		return tell(System, "The world will @ @@.", plain(closes(e.Again)), plain(closing(e.Seconds)), because(e.Reason))
	case world.Halted:
		return tell(System, "The world @s@. Everything that you were told is kept.", plain(closes(e.Again)),
			because(e.Reason))
	default:
	}
	return nil
}

func fieldSet(e world.FieldSet) Text {
	if e.Script != "" {
		return tell(Loss, "You have @ less; your purse holds @.", plain(count(e.Was-e.Value, "coin")),
			plain(FieldValue(e.Field, e.Value)))
	}
	return tell(System, "Your @ is now @, by decree.", plain(FieldName(e.Field)), plain(FieldValue(e.Field, e.Value)))
}

// FieldValue is what a person calls a value of a field of a body.
func FieldValue(field string, value int) string {
	switch field {
	case "role":
		return roleName(value)
	case "coins":
		return count(value, "coin")
	}
	return strconv.Itoa(value)
}

// FieldName is what a person calls a field of a body.
func FieldName(field string) string {
	switch field {
	case "hp":
		return "health"
	case "hpmax":
		return "full health"
	case "xp":
		return "experience"
	case "coins":
		return "purse"
	}
	return Clean(field)
}

const minuteSeconds = 60

// closing says in how long the world closes. A minute and a half and less are said in seconds.
func closing(seconds int) string {
	switch {
	case seconds <= 0:
		return "now"
	case seconds > minuteSeconds && seconds%minuteSeconds == 0:
		return "in " + count(seconds/minuteSeconds, "minute")
	}
	return "in " + count(seconds, "second")
}

// closes is what the world does at the end of a countdown.
func closes(again bool) string {
	if again {
		return "restart"
	}
	return "close"
}

// closure is what such a countdown is to.
func closure(again bool) string {
	if again {
		return "restart"
	}
	return "shutdown"
}

// because is a reason behind a colon, or nothing.
func because(reason string) Span {
	if reason = Clean(reason); reason != "" {
		for reason[len(reason)-1] == '.' && len(reason) > 1 {
			reason = reason[:len(reason)-1]
		}
		return plain(": " + reason)
	}
	return Span{}
}

// ruling tells of what owners, wizards and the host decide.
func (h teller) ruling(e world.Event) Line {
	switch e := e.(type) {
	case world.GrantMinted:
		if e.By != "" {
			return h.bare("@ lets an agent play @, by the token @", h.whom(e.By), h.whom(e.Actor), quoted(Plain, e.Label))
		}
		return h.bare("@ lets an agent act for them, by the token @", h.whom(e.Actor), quoted(Plain, e.Label))
	case world.GrantRevoked:
		if e.Lapsed {
			return h.bare("The time of the token @ of @ is over", quoted(Plain, e.Label), h.whom(e.Actor))
		}
		return h.bare("@ revokes the token @", h.whom(e.Actor), quoted(Plain, e.Label))
	case world.FieldSet:
		was, is := strconv.Itoa(e.Was), strconv.Itoa(e.Value)
		if e.Field == "role" {
			was, is = roleName(e.Was), roleName(e.Value)
		}
		return h.bare("The @ of @ is set from @ to @ by @", plain(FieldName(e.Field)), h.whom(e.Actor), plain(was), plain(is),
			h.whom(e.By))
	case world.HaltAnnounced:
		if e.Off {
			return h.bare("The @ is called off", plain(closure(e.Again)))
		}
		return h.bare("The world will @ @@", plain(closes(e.Again)), plain(closing(e.Seconds)), because(e.Reason))
	case world.Halted:
		return h.bare("The world @s@", plain(closes(e.Again)), because(e.Reason))
	case world.Erased:
		return h.bare("Words are taken out of the record @@", h.mark(e.Record), because(e.Reason))
	case world.MindRead:
		return h.bare("@ reads what @ was told in confidence (@)", h.whom(e.Actor), h.whom(e.Mind), said(Plain, e.What))
	case world.Echoed:
		return h.words("puts words into the air", e.Actor, e.Text)
	default:
		return Line{}
	}
}

func roleName(n int) string { return world.Role(max(0, min(n, int(world.RoleHost)))).String() }
