package verb

import (
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

type channelArgs struct {
	Channel string `json:"channel" take:"channel" help:"one of those that channels lists"`
	Text    string `json:"text" take:"text" opt:"yes" help:"the words; with a colon before them they are acted out"`
}

type channelsArgs struct {
	Channel string `json:"channel" take:"channel" opt:"yes" help:"one of them; nothing for the list"`
	Switch  string `json:"switch" take:"word" enum:"on,off" opt:"yes" help:"on or off"`
}

// channelVerbs speak on the channels of the pack. A channel's id at the beginning of a line stands for channel and that
// id, as a gesture's does for gesture; see [Table.Parse].
func channelVerbs() []*Verb {
	return []*Verb{
		calls(Verb{
			Name: "channel", Topic: "Talking", Need: world.RoleGuest, Effect: Changes, Only: Typed,
			Brief: "Speak on a channel, wherever you are; its name alone is enough.",
			Help: "Everybody in the world hears it who has not switched the channel off. With a colon before the words they " +
				"are acted out. Without words you read the last lines back. channels lists the channels of this world.",
			Example: "channel quays hello",
		}, channel),
		calls(Verb{
			Name: "channels", Topic: "Talking", Need: world.RoleGuest, Effect: Changes, Only: Typed,
			Brief:   "List the channels, or switch one on or off.",
			Help:    "channels, a channel's name and off, and you hear it no more; on, and you do.",
			Example: "channels",
		}, channels),
	}
}

// channel speaks on a channel, or reads back what was said there.
func channel(c Ctx, a channelArgs) Call {
	text := a.Text
	if text == "" {
		if c.Via.Kind != world.ViaKeyboard {
			return Call{Refusal: refuse(world.CodeMissing, "Say what? (Usage: "+a.Channel+" <words>)")}
		}
		return Call{Ask: Ask{Kind: AskHeard, Args: []string{"channel", a.Channel}}}
	}
	act := world.Chat{Channel: world.ChannelID(a.Channel)}
	acted, isActed := strings.CutPrefix(text, ":")
	if act.Text = text; isActed {
		act.Text, act.Acts = strings.TrimSpace(acted), true
	}
	return Call{Input: &world.Input{Actor: c.Actor.ID, Via: c.Via, Action: act}}
}

func channels(c Ctx, a channelsArgs) Call {
	if a.Channel == "" {
		return Call{Report: func(c Ctx) any { return DoneReport{Text: channelList(c)} }}
	}
	id := world.ChannelID(a.Channel)
	if a.Switch == "" {
		return Call{Report: func(c Ctx) any { return DoneReport{Text: channelLine(c, id)} }}
	}
	return Call{Input: &world.Input{
		Actor: c.Actor.ID, Via: c.Via, Action: world.SwitchChannel{Channel: id, Off: a.Switch == "off"},
	}}
}

func channelList(c Ctx) string {
	var lines []string
	for id := range world.Ordered(c.State.Channels) {
		lines = append(lines, channelLine(c, id))
	}
	if lines == nil {
		return "There are no channels in this world."
	}
	return strings.Join(lines, "\n")
}

// channelLine says of a channel what it is, and whether one hears it.
func channelLine(c Ctx, id world.ChannelID) string {
	ch := c.State.Channels[id]
	switch {
	case ch == nil:
		return "There is no such channel any more."
	case c.Actor.HasOff(id):
		return string(id) + ", off: " + ch.About + " channels " + string(id) + " on has you hear it."
	}
	return string(id) + ", on: " + ch.About
}

// channelNamed finds a channel by its id.
func (c Ctx) channelNamed(text string) (string, *world.Refusal) {
	low := strings.ToLower(strings.TrimSpace(text))
	if c.State.Channels[world.ChannelID(low)] != nil {
		return low, nil
	}
	return "", refuse(world.CodeUnknown, "There is no channel called "+plain(clip(text))+". Type channels for the list.")
}

// channelIDs lists the channels, in order.
func (c Ctx) channelIDs() (out []string) {
	for id := range world.Ordered(c.State.Channels) {
		out = append(out, string(id))
	}
	return out
}

// channel reads a line that begins with a channel's id.
func (t *Table) channel(c Ctx, id world.ChannelID, rest string) Call {
	raw := given{{"channel", string(id)}}
	if rest != "" {
		raw.put("text", unquoted(rest))
	}
	return t.byName["channel"].bindRaw(c, raw)
}
