package gmcp

import (
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

type channelBody struct {
	Name    string `json:"name"`
	Caption string `json:"caption"`
	Command string `json:"command"`
}

// channels lists the ways in which somebody of a role can speak, those of the pack that they have on among them.
func channels(role string, own []world.ChannelReport) []channelBody {
	var out []channelBody
	all := session.SpeechChannels()
	if role == world.RoleWizard.String() || role == world.RoleHead.String() {
		all = append(all, session.SpeechChannel{Name: world.ChannelWiznet, Caption: "Wiznet"})
	}
	for _, c := range own {
		if !c.Off {
			all = append(all, session.SpeechChannel{Name: world.Channel(c.ID), Caption: prose.Capital(c.Name)})
		}
	}
	for _, c := range all {
		out = append(out, channelBody{Name: string(c.Name), Caption: c.Caption, Command: string(c.Name)})
	}
	return out
}

// switches reports whether a part tells that a channel was switched on or off.
func switches(p session.Part) bool {
	if p.Told == nil {
		return false
	}
	_, ok := p.Told.Event.(world.ChannelSwitched)
	return ok
}

type speechBody struct {
	Channel string `json:"channel"`
	Talker  string `json:"talker"`
	Text    string `json:"text"`
}

// speechKey is the profile under which a speech's message is kept for all who perceived it alike.
type speechKey struct{}

// heard is what somebody said, as a message; nil where a part is no speech. The line is the one that is shown, without
// its colours, and the talker is whom that line names.
func heard(p session.Part) []byte {
	if p.Told == nil || !session.IsSpeech(p.Told) {
		return nil
	}
	m, _ := p.Told.Render(speechKey{}, func() any {
		s, ok := session.SpeechOf(p.Told)
		if !ok {
			return []byte(nil)
		}
		return message("Comm.Channel.Text", speechBody{string(s.Channel), s.Talker, s.Line()})
	}).([]byte)
	return m
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
