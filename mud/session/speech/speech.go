// Package speech is what people say, apart from the text that tells it: on which channel, who spoke, and the line. Its
// one idea is that it is read off what was told and how its perceiver perceived it, so that nobody learns more of it by
// a panel or a protocol than by the text. It keeps nothing and may be used from any goroutine.
//
// To have another event count as talk, give it a channel in channelOf and name the channel in Channels.
package speech

import (
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// Channel is a way in which people speak. Its name is the verb that speaks on it.
type Channel struct {
	Name    string
	Caption string
}

// Channels lists them; nobody can leave them.
func Channels() []Channel {
	return []Channel{{"say", "Say"}, {"shout", "Shout"}, {"tell", "Tell"}, {"whisper", "Whisper"}}
}

// Saying is something that was said.
type Saying struct {
	Channel string
	Talker  string     // whom the text names
	Words   prose.Text // what the text tells
}

// channelOf says on which channel an event speaks, and who does; "" for none.
func channelOf(e world.Event) (channel string, talker world.ActorID) {
	switch e := e.(type) {
	case world.Said:
		return "say", e.Actor
	case world.Shouted:
		return "shout", e.Actor
	case world.Told:
		return "tell", e.Actor
	case world.Whispered:
		return "whisper", e.Actor
	default:
		return "", ""
	}
}

// Is reports whether something told is talk.
func Is(t *loop.Told) bool {
	channel, _ := channelOf(t.Event)
	return channel != ""
}

// Of reads what was said off what was told; false when that is no talk.
func Of(t *loop.Told) (Saying, bool) {
	channel, who := channelOf(t.Event)
	if channel == "" {
		return Saying{}, false
	}
	words := prose.Of(t.Notice, t.Sense)
	if len(words) == 0 {
		return Saying{}, false
	}
	talker := "someone"
	if t.Sense&world.Did != 0 {
		talker = prose.Clean(t.Caption(string(who)).Name)
	} else if named, ok := person(words); ok {
		talker = named
	}
	return Saying{Channel: channel, Talker: talker, Words: words}, true
}

// person is the first whom a text names.
func person(t prose.Text) (string, bool) {
	for _, l := range t {
		for _, s := range l.Spans {
			if s.Role == prose.Person {
				return s.Text, true
			}
		}
	}
	return "", false
}

// Line is the words on one line, as they are shown and without their roles.
func (s Saying) Line() string {
	out := make([]string, len(s.Words))
	for i, l := range s.Words {
		out[i] = l.String()
	}
	return prose.Clean(strings.Join(out, " "))
}
