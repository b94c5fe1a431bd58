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
	is := world.TraitsOf(t.Event)
	if is.Speech.To != 0 {
		return names(is.Speech.Words, name)
	}
	switch is.Weight {
	case world.WeightHeavy:
		return true
	case world.WeightPerson:
		return isPerson(t, actorOf(t.Event))
	case world.WeightLight:
	}
	return false
}

// IsTalk reports whether a person says something for all to hear: who lives there may be meant by it, though nobody is
// named.
func IsTalk(t *loop.Told) bool {
	said := world.TraitsOf(t.Event).Speech
	return said.Channel == world.ChannelSay && isPerson(t, said.Speaker)
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
