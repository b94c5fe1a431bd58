package verb

import (
	"maps"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

type helpArgs struct {
	Topic string `json:"topic" take:"topic" opt:"yes" help:"a verb, a topic or a page; nothing for the list"`
}

// HelpReport is one help page, or the list of them.
type HelpReport struct {
	Topic    string      `json:"topic"`
	Text     []string    `json:"text,omitempty"` // paragraphs
	Usage    string      `json:"usage,omitempty"`
	Example  string      `json:"example,omitempty"`
	Aliases  []string    `json:"aliases,omitempty"`
	Sections []HelpGroup `json:"sections,omitempty"`
	See      []string    `json:"see,omitempty"`
}

// HelpGroup lists names under a heading.
type HelpGroup struct {
	Title string   `json:"title"`
	Names []string `json:"names"`
}

func (t *Table) helpVerbs() []*Verb {
	return []*Verb{
		tells(Verb{
			Name: "help", Aliases: []string{"h"}, Topic: "You", Need: world.RoleGuest,
			Brief: "Read about a verb or a topic.", Example: "help get",
		}, func(c Ctx, a helpArgs) (any, *world.Refusal) { return t.help(c, a.Topic) }),
		tells(Verb{
			Name: "commands", Aliases: []string{"verbs"}, Topic: "You", Need: world.RoleGuest, Only: Typed,
			Brief: "List everything one can type.", Example: "commands",
		}, func(c Ctx, _ none) (any, *world.Refusal) { return t.index(c), nil }),
		tells(Verb{
			Name: "socials", Aliases: []string{"gestures"}, Topic: "You", Need: world.RoleGuest, Only: Typed,
			Brief: "List the ready-made gestures.", Example: "socials",
		}, func(c Ctx, _ none) (any, *world.Refusal) { return t.gestures(c), nil }),
	}
}

// Help returns the page on a topic, as the verb help does.
func (t *Table) Help(c Ctx, topic string) (HelpReport, *world.Refusal) { return t.help(c, topic) }

func (t *Table) help(c Ctx, topic string) (HelpReport, *world.Refusal) {
	topic = strings.ToLower(plain(topic))
	if topic == "" {
		return t.index(c), nil
	}
	if isMe(topic) { // a cry for help, and no question about the verb me
		topic = "newbie"
		if page(c, topic) == nil {
			return t.index(c), nil
		}
	}
	if topic == "gestures" || topic == "socials" {
		return t.gestures(c), nil
	}
	if topic = strings.TrimPrefix(topic, "channel "); page(c, topic) == nil {
		topic = synonym(topic)
	}
	if v := t.named(c, topic); v != nil {
		out := t.verbPage(c, v, topic)
		if names := t.inTopic(c, topic); len(names) > 0 { // a verb that is called as a topic: things
			out.Sections = []HelpGroup{{Title: "All about " + topic, Names: names}}
		}
		return out, nil
	}
	if dirOf(topic) != "" {
		return t.verbPage(c, t.byName["move"], topic), nil
	}
	if p := page(c, topic); p != nil {
		if names := t.inTopic(c, topic); len(names) > 0 { // a page that is called as a topic: trading
			p.Sections = []HelpGroup{{Title: "All about " + topic, Names: names}}
		}
		return *p, nil
	}
	if topic == topicPrivacy {
		return privacyPage(), nil
	}
	if names := t.inTopic(c, topic); len(names) > 0 {
		return HelpReport{Topic: topic, Sections: []HelpGroup{{Title: topic, Names: names}}}, nil
	}
	if ch := c.State.Channels[world.ChannelID(topic)]; ch != nil {
		return HelpReport{
			Topic: topic, Text: []string{ch.About, "A channel: " + topic + " and words speak on it, " + topic +
				" alone reads the last lines back, and channels " + topic + " off has you hear it no more."},
			Usage: topic + " <words>", See: []string{"channel", "channels"},
		}, nil
	}
	if c.State.Socials[world.SocialID(topic)] != nil {
		return HelpReport{Topic: topic, Text: []string{
			"A gesture: type " + topic + ", or " + topic + " and somebody's name.",
		}}, nil
	}
	if p := craftPage(c, topic); p != nil {
		return *p, nil
	}
	if v := t.beginning(c, topic); v != nil {
		return t.verbPage(c, v, topic), nil
	}
	if instead := meant(topic, c.role()); instead != "" {
		return HelpReport{}, refuse(world.CodeUnknown, instead)
	}
	text := "There is no help on " + plain(clip(topic)) + "."
	if near := t.near(c, topic); len(near) > 0 {
		text += " Did you mean " + strings.Join(near, " or ") + "?"
	}
	return HelpReport{}, refuse(world.CodeUnknown, text)
}

// verbPage is the page on a verb. Where the pack has a page of the same name it follows, and pages on the same
// matter are pointed to.
func (t *Table) verbPage(c Ctx, v *Verb, topic string) HelpReport {
	out := HelpReport{Topic: v.Name, Text: []string{v.Brief}, Usage: v.Usage(), Example: v.Example, Aliases: v.Aliases}
	if v.Help != "" {
		out.Text = append(out.Text, v.Help)
	}
	if v.Need >= world.RoleBuilder {
		out.Text = append(out.Text, c.whoMay(v))
	}
	if v.Name == "learn" && !slices.ContainsFunc(slices.Collect(maps.Values(c.State.MobSpecs)), teaches) {
		out.Text = append(out.Text, "Nobody in this world gives lessons now.")
	}
	for id, h := range world.Ordered(c.State.Help) {
		switch {
		case id == v.Name || id == topic:
			out.Text = append(out.Text, strings.Split(h.Text, "\n\n")...)
		case slices.Contains(h.Keys, v.Name) || slices.Contains(h.Keys, topic):
			out.See = append(out.See, id)
		}
	}
	return out
}

// synonym is the verb on whose page stands what people look for by another name.
func synonym(topic string) string {
	switch topic {
	case "knack", "knacks", "craft":
		return "crafts"
	case "hidden", "hiding", "buried", "digging":
		return "search"
	}
	return topic
}

// craftPage is the page on a craft by its id or its name; nil for no craft.
func craftPage(c Ctx, topic string) *HelpReport {
	for id, craft := range world.Ordered(c.State.Crafts) {
		if topic != string(id) && topic != lower(craft.Name) {
			continue
		}
		page := &HelpReport{Topic: craft.Name, Text: []string{craft.About}, See: []string{"crafts"}}
		for _, k := range craft.Knacks {
			page.See = append(page.See, string(k.Knack))
		}
		return page
	}
	return nil
}

// teaches reports whether creatures of a pattern have anything to teach.
func teaches(m *world.MobSpec) bool { return m.Mind != nil && len(m.Mind.Teaches) > 0 }

// page finds one of the pack's pages by its id or one of its words.
func page(c Ctx, topic string) *HelpReport {
	for id, h := range world.Ordered(c.State.Help) {
		if id == topic || slices.Contains(h.Keys, topic) {
			return &HelpReport{Topic: id, Text: strings.Split(h.Text, "\n\n")}
		}
	}
	return nil
}

func (t *Table) inTopic(c Ctx, topic string) []string {
	var out []string
	for _, v := range t.verbs {
		if strings.EqualFold(v.Topic, topic) && c.may(v) && v.Only != Called && (v.Of == nil || v.Of(c)) {
			out = append(out, v.Name)
		}
	}
	if strings.EqualFold(topic, topicTalking) {
		out = append(out, c.channelIDs()...)
	}
	return out
}

func (t *Table) gestures(c Ctx) HelpReport {
	var names []string
	for id := range world.Ordered(c.State.Socials) {
		names = append(names, string(id))
	}
	return HelpReport{
		Topic:    "gestures",
		Text:     []string{"Type a gesture's name alone, or with somebody: bow, bow ann."},
		Sections: []HelpGroup{{Title: "Gestures", Names: names}},
	}
}

// index lists all that has help.
func (t *Table) index(c Ctx) HelpReport {
	out := HelpReport{Topic: "help", Text: []string{
		"Type help and a word to read about it. New here? Begin with help newbie.",
	}}
	for _, topic := range t.topics(c.may) {
		out.Sections = append(out.Sections, HelpGroup{Title: topic, Names: t.inTopic(c, topic)})
	}
	var pages []string
	for id := range world.Ordered(c.State.Help) {
		pages = append(pages, id)
	}
	if len(pages) > 0 {
		pages = append(pages, "gestures")
	}
	if c.State.Help[topicPrivacy] == nil {
		pages = append(pages, topicPrivacy)
	}
	out.Sections = append(out.Sections, HelpGroup{Title: "Pages", Names: pages})
	return out
}

// Pages lists every topic that Help knows for somebody: verbs, then pages.
func (t *Table) Pages(c Ctx) []string {
	var out []string
	for _, g := range t.index(c).Sections {
		out = append(out, g.Names...)
	}
	return out
}
