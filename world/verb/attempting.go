package verb

import (
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// Lines that scripts of builders take: a word that is no verb anywhere else, such as "pull lever", or one that is and
// does something else here. They are asked before the line is carried out and after it was understood. No script takes
// what is about whoever types it, such as their score or to quit, nor what builders and wizards do, nor a question for
// help, nor what people say: what is said aloud, on_say hears, and what is said to one or to few nobody's script does,
// also where the word for it is mistyped.

// orScripts returns the call that a line means, or what the scripts around make of it.
func (t *Table) orScripts(c Ctx, word, rest string, meant func(Ctx) Call) Call {
	call := meant(c)
	if len(c.State.Scripts) == 0 || call.Ask.Kind != "" || call.Verb != nil && call.Verb.untouchable() {
		return call
	}
	if call.Verb == nil && t.tellsOthers(word) {
		return call
	}
	heard := c.State.Hears(c.Actor, c.Now, word, rest)
	if !heard.Acts && !heard.Takes {
		return call
	}
	try := world.Attempt{Word: word, Rest: rest}
	if call.Verb != nil {
		try.Verb = call.Verb.Name
	}
	out := Call{Verb: call.Verb, Input: &world.Input{Actor: c.Actor.ID, Via: c.Via, Action: try}}
	if !heard.Takes {
		out.Then = meant
	}
	return out
}

// untouchable reports whether no script takes a verb.
func (v *Verb) untouchable() bool {
	switch v.Topic {
	case "You", "Groups", topicTalking, topicPrivacy:
		return true
	}
	return v.Need >= world.RoleBuilder
}

// tellsOthers reports whether a word that is no verb was meant to speak: by its beginning, or as the word of another
// game.
func (t *Table) tellsOthers(word string) bool {
	switch word {
	case "gossip", "chat", "gtell", "gsay", "pm", "page", "msg", "ooc", "auction", ">":
		return true
	}
	return slices.ContainsFunc(t.verbs, func(v *Verb) bool {
		return v.Topic == topicTalking && (strings.HasPrefix(v.Name, word) ||
			slices.ContainsFunc(v.Aliases, func(a string) bool { return strings.HasPrefix(a, word) }))
	})
}

// calledLine is what a call of a tool would be as a typed line.
func (v *Verb) calledLine(raw given) (word, rest string) {
	var words []string
	for _, a := range v.args {
		if text, has := raw.of(a.name); has && text != "" {
			words = append(words, text)
		}
	}
	if v.Name == "move" && len(words) == 1 {
		return words[0], ""
	}
	return v.Name, strings.Join(words, " ")
}

// scripted reports whether a word that is no verb is one that some script of the world takes, if perhaps not here.
func (c Ctx) scripted(word string) bool {
	for _, s := range world.Ordered(c.State.Scripts) {
		if slices.Contains(strings.Fields(strings.ToLower(s.Words)), word) {
			return true
		}
	}
	return false
}
