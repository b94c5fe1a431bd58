package prose

import (
	"strconv"

	"github.com/mudlark-mud/mudlark/world"
)

// mailing speaks of letters, and never their words: those are read.
func (v view) mailing(e world.Event) Text {
	switch e := e.(type) {
	case world.LetterSent:
		if v.did() {
			return v.absent(tell(Plain, "Your letter to @ is on its way.", v.name(e.To, Person)), e.To, e.Away)
		}
		return tell(Private, "There is a letter for you from @. Type @ to read it.", v.name(e.Actor, Person),
			said(Command, "mail read "+strconv.Itoa(e.N)))
	case world.LetterDropped:
		return tell(Plain, "You throw letter @ away.", said(Plain, strconv.Itoa(e.N)))
	default:
		return nil
	}
}

// ofLetters tells of letters in the third person.
func (h teller) ofLetters(e world.Event) Line {
	switch e := e.(type) {
	case world.LetterSent:
		return h.told("@ writes @ a letter", h.whom(e.Actor), h.whom(e.To))
	case world.LetterRead:
		return h.told("@ reads a letter", h.whom(e.Actor))
	case world.LetterDropped:
		return h.told("@ is rid of a letter", h.whom(e.Actor))
	default:
		return Line{}
	}
}
