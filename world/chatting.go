package world

import (
	"fmt"
	"slices"
)

// ChannelsOffMost is how many channels one character may have switched off.
const ChannelsOffMost = 100

// channelWordsMost is the length of a channel's name, and of what one does on it, in bytes.
const channelWordsMost = 80

// Chat speaks on a channel of the pack, or acts something out there.
type Chat struct {
	Channel ChannelID `json:"channel"`
	Text    string    `json:"text" words:"all"`
	Acts    bool      `json:"acts,omitempty"`
}

// SwitchChannel has a character hear a channel, or hear it no more.
type SwitchChannel struct {
	Channel ChannelID `json:"channel"`
	Off     bool      `json:"off,omitempty"`
}

// Chatted says that somebody spoke on a channel, or acted something out there: with what it was called then, and how
// one spoke on it.
type Chatted struct {
	Actor   ActorID   `json:"actor"`
	Channel ChannelID `json:"channel"`
	Name    string    `json:"name" words:"fixed"`
	Says    string    `json:"says" words:"fixed"`
	Text    string    `json:"text" words:"all"`
	Acts    bool      `json:"acts,omitempty"`
	Breath  Time      `json:"breath"` // until when the speaker's is spent
}

// ChannelSwitched says that a character hears a channel again, or no more.
type ChannelSwitched struct {
	Actor   ActorID   `json:"actor"`
	Channel ChannelID `json:"channel"`
	Name    string    `json:"name" words:"fixed"`
	Off     bool      `json:"off,omitempty"`
}

func (Chat) needs() Role          { return RoleGuest }
func (SwitchChannel) needs() Role { return RoleGuest }

func (Chat) deed() deed          { return deed{verbs: []string{"channel"}} }
func (SwitchChannel) deed() deed { return deed{verbs: []string{"channels"}} }
func (SwitchChannel) bodiless()  {}

const noChannelText = "There is no such channel. Type channels for the list."

func (a Chat) decide(t *Turn) *Refusal {
	ch := t.s.Channels[a.Channel]
	switch {
	case ch == nil:
		return refuse(CodeUnknown, noChannelText)
	case !t.me.Player():
		return refuse(CodeCannot, "Only people are heard there.")
	case t.me.HasOff(a.Channel):
		return refuse(CodeCannot, "You have switched "+ch.Name+" off: channels "+string(ch.ID)+" on.")
	}
	text, spent, r := t.carry(a, nil, a.Text)
	if r != nil {
		return r
	}
	t.emit(Chatted{
		Actor: t.me.ID, Channel: ch.ID, Name: ch.Name, Says: ch.Verb(), Text: text, Acts: a.Acts, Breath: spent,
	})
	return nil
}

func (a SwitchChannel) decide(t *Turn) *Refusal {
	ch := t.s.Channels[a.Channel]
	switch {
	case ch == nil:
		return refuse(CodeUnknown, noChannelText)
	case !t.me.Player():
		return refuse(CodeCannot, "Only people choose what they hear.")
	case t.me.HasOff(a.Channel) == a.Off:
		return refuse(CodeAlready, "It is so already.")
	case a.Off && len(t.me.Off) >= ChannelsOffMost:
		return refuse(CodeFull, "You have switched off as many channels as one can.")
	}
	t.emit(ChannelSwitched{Actor: t.me.ID, Channel: ch.ID, Name: ch.Name, Off: a.Off})
	return nil
}

// ChannelReport is a channel as somebody may use it.
type ChannelReport struct {
	ID    ChannelID `json:"id"`
	Name  string    `json:"name"`
	About string    `json:"about"`
	Off   bool      `json:"off,omitempty"`
}

// ChannelsFor lists the channels of the pack in order, and which of them somebody has switched off; nil for none.
func (s *State) ChannelsFor(a *Actor) []ChannelReport {
	var out []ChannelReport
	for id, ch := range Ordered(s.Channels) {
		out = append(out, ChannelReport{ID: id, Name: ch.Name, About: ch.About, Off: a.HasOff(id)})
	}
	return out
}

// HasOff reports whether somebody has switched a channel off. All are on for who has not.
func (a *Actor) HasOff(id ChannelID) bool { return slices.Contains(a.Off, id) }

func (e Chatted) fold(s *State) { s.outOfBreath(e.Actor, e.Breath) }

func (e ChannelSwitched) fold(s *State) {
	a := s.actor(e.Actor)
	a.Off = slices.DeleteFunc(slices.Clone(a.Off), func(id ChannelID) bool { return id == e.Channel })
	if e.Off {
		a.Off = append(a.Off, e.Channel)
		slices.Sort(a.Off)
	}
	if len(a.Off) == 0 {
		a.Off = nil
	}
}

// It reaches all players who have the channel on, wherever they are, and no creature.
func (e Chatted) scene(s *State) scene {
	return s.carriedTo(Chat{}, e.Actor, slices.DeleteFunc(slices.Clone(s.Index.Awake), func(id ActorID) bool {
		return s.Actors[id].HasOff(e.Channel)
	}))
}

func (e ChannelSwitched) scene(*State) scene { return scene{actor: e.Actor, closed: true} }

func (e Chatted) traits() Traits {
	return Traits{
		Speech:   Speech{Channel: Channel(e.Channel), To: ToAll, Speaker: e.Actor, Words: e.Text},
		OnlyTold: true, Follows: true, Touches: AspectsNone, Names: anySense, Cue: cue("Channel"),
	}
}

func (ChannelSwitched) traits() Traits { return Traits{Touches: AspectSelf, Cue: cue("Channels")} }

// channels judges the channels that are set: what one types for one is no gesture.
func (c *content) channels(e *PackApplied) {
	isGesture := func(id SocialID) bool {
		if slices.ContainsFunc(e.Socials, func(v SocialSpec) bool { return v.ID == id }) {
			return true
		}
		return c.s.Socials[id] != nil && !slices.Contains(e.SocialsGone, id)
	}
	for i := range e.Channels {
		ch := &e.Channels[i]
		id := string(ch.ID)
		c.unless(ValidID(id), "channel", id, "its id is no slug of a to z, 0 to 9 and hyphens")
		c.unless(!isGesture(SocialID(id)), "channel", id, "a gesture has that id")
		c.unless(ch.Name != "" && max(len(ch.Name), len(ch.Says)) <= channelWordsMost, "channel", id,
			fmt.Sprintf("its name, or what one does on it, is empty or longer than %d bytes", channelWordsMost))
	}
	for i := range e.Socials {
		id := string(e.Socials[i].ID)
		stays := c.s.Channels[ChannelID(id)] != nil && !slices.Contains(e.ChannelsGone, ChannelID(id))
		c.unless(!stays, "social", id, "a channel has that id")
	}
}

// switched looks into which channels somebody has switched off.
func (c *checker) switched(a *Actor) {
	if len(a.Off) > 0 && !a.Player() || len(a.Off) > ChannelsOffMost || !slices.IsSorted(a.Off) ||
		len(slices.Compact(slices.Clone(a.Off))) != len(a.Off) {
		c.bad("actor %s has switched off %v", a.ID, a.Off)
	}
}
