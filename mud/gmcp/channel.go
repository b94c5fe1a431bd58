package gmcp

import (
	"strings"

	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/prose"
)

type channelBody struct {
	Name    string `json:"name"`
	Caption string `json:"caption"`
	Command string `json:"command"`
}

// channels lists the ways in which people speak; nobody can leave them.
func channels() []channelBody {
	return []channelBody{
		{"say", "Say", "say"}, {"shout", "Shout", "shout"}, {"tell", "Tell", "tell"}, {"whisper", "Whisper", "whisper"},
	}
}

type speechBody struct {
	Channel string `json:"channel"`
	Talker  string `json:"talker"`
	Text    string `json:"text"`
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

// speechKey is the profile under which a speech's message is kept for all who perceived it alike.
type speechKey struct{}

// heard is what somebody said, as a message; nil where a part is no speech. The line is the one that is shown, without
// its colours, and the talker is whom that line names.
func heard(p session.Part) []byte {
	if p.Told == nil {
		return nil
	}
	channel, who := channelOf(p.Told.Event)
	if channel == "" {
		return nil
	}
	m, _ := p.Told.Render(speechKey{}, func() any { return speech(p.Told, channel, who) }).([]byte)
	return m
}

func speech(t *loop.Told, channel string, who world.ActorID) []byte {
	words := prose.Of(t.Notice, t.Sense)
	if len(words) == 0 {
		return nil
	}
	talker := "someone"
	if t.Sense&world.Did != 0 {
		talker = prose.Clean(t.Caption(string(who)).Name)
	} else if named, ok := person(words); ok {
		talker = named
	}
	return message("Comm.Channel.Text", speechBody{channel, talker, line(words)})
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

// line is a text on one line.
func line(t prose.Text) string {
	out := make([]string, len(t))
	for i, l := range t {
		out[i] = l.String()
	}
	return prose.Clean(strings.Join(out, " "))
}

// Players answers who can hear the channels.
func (c *Client) Players(names []string) [][]byte {
	if !c.on[commText] {
		return nil
	}
	type listener struct {
		Name     string   `json:"name"`
		Channels []string `json:"channels"`
	}
	out := make([]listener, len(names))
	for i, n := range names {
		out[i] = listener{Name: prose.Clean(n), Channels: []string{"tell"}}
	}
	return [][]byte{message("Comm.Channel.Players", out)}
}
