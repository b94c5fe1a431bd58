package session

import (
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// SpeechChannel is a way in which people speak. Its name is the verb that speaks on it.
type SpeechChannel struct {
	Name    world.Channel
	Caption string
}

// SpeechChannels lists those that every world has, and nobody can leave.
func SpeechChannels() []SpeechChannel {
	return []SpeechChannel{
		{world.ChannelSay, "Say"}, {world.ChannelShout, "Shout"}, {world.ChannelTell, "Tell"},
		{world.ChannelWhisper, "Whisper"}, {world.ChannelGroup, "Group"},
	}
}

// Saying is something that was said.
type Saying struct {
	Channel world.Channel
	Talker  string     // whom the text names
	Words   prose.Text // what the text tells
}

// IsSpeech reports whether something told is talk.
func IsSpeech(t *loop.Told) bool { return world.TraitsOf(t.Event).Speech.Channel != "" }

// SpeechOf reads what was said off what was told; false when that is no talk.
func SpeechOf(t *loop.Told) (Saying, bool) {
	said := world.TraitsOf(t.Event).Speech
	if said.Channel == "" {
		return Saying{}, false
	}
	words := prose.Of(t.Notice, t.Sense)
	if len(words) == 0 {
		return Saying{}, false
	}
	talker := "someone"
	if t.Sense&world.Did != 0 {
		talker = prose.Clean(t.Caption(string(said.Speaker)).Name)
	} else if named, ok := firstPerson(words); ok {
		talker = named
	}
	return Saying{Channel: said.Channel, Talker: talker, Words: words}, true
}

// firstPerson is the first whom a text names.
func firstPerson(t prose.Text) (string, bool) {
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
