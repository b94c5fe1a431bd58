package result

import (
	"strings"
	"unicode"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// IsUrgent reports whether somebody who waits for events should be told of one at once: what their body does or what is
// done to it (tells, whispers, blows, gifts, quests), words that name it, people who come and go, fights that begin and
// end, deaths, moves at a board, and the word of those who run the world. All else may wait a little for more. name is
// what the body is called.
func IsUrgent(t *loop.Told, name string) bool {
	if t.Sense&(world.Did|world.Mine) != 0 {
		return true
	}
	if words, ok := spoken(t.Event); ok {
		return names(words, name)
	}
	switch e := t.Event.(type) {
	case world.Moved:
		return isPerson(t, e.Actor)
	case world.Entered, world.Rejoined, world.Departed, world.Severed:
		return true // creatures do not
	case world.FightBegan, world.Died, world.Echoed, world.HaltAnnounced, world.Halted, world.TideWarned:
		return true
	case world.EncounterOpened, world.InitiativeRolled, world.EncounterEnded, world.FighterJoined, world.FighterLeft:
		return true // whoever stands by may join, and whoever has a friend in it will want to
	case world.GameBegan, world.MovePlayed, world.GameEnded, world.RematchAsked, world.SeatTaken, world.SeatLeft:
		return true
	default:
		return false
	}
}

// IsTalk reports whether a person says something for all to hear: who lives there may be meant by it, though nobody is
// named.
func IsTalk(t *loop.Told) bool {
	e, isSaid := t.Event.(world.Said)
	return isSaid && isPerson(t, e.Actor)
}

func isPerson(t *loop.Told, who world.ActorID) bool {
	return t.Caption(string(who)).Kind == world.KindPerson
}

// names reports whether a text has a name in it as a word of its own, whatever its case.
func names(text, name string) bool {
	if name == "" {
		return false
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for _, w := range words {
		if strings.EqualFold(w, name) {
			return true
		}
	}
	return false
}
