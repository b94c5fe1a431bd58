package verb

import (
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// Lines that scripts of builders take: a word that is no verb anywhere else, such as "pull lever", or one that is and
// does something else here. They are asked before the line is carried out and after it was understood. No script takes
// what is wanted of the host, such as to quit, nor what builders and wizards do, nor a question for help, nor what
// people say: what is said aloud, on_say hears, and what is said to one or to few nobody's script does.

// orScripts returns the call that a line means, or what the scripts around make of it.
func (t *Table) orScripts(c Ctx, word, rest string, meant func(Ctx) Call) Call {
	call := meant(c)
	if len(c.State.Scripts) == 0 || call.Ask.Kind != "" || call.Verb != nil && call.Verb.untouchable() {
		return call
	}
	heard := c.State.Hears(c.Actor, c.Now, word, rest)
	if !heard.Acts && !heard.Takes {
		return call
	}
	out := Call{Verb: call.Verb, Input: &world.Input{
		Actor: c.Actor.ID, Via: c.Via, Action: world.Attempt{Word: word, Rest: rest},
	}}
	if !heard.Takes {
		out.Then = meant
	}
	return out
}

// untouchable reports whether no script takes a verb.
func (v *Verb) untouchable() bool {
	switch v.Name {
	case "help", "report", "reports", "options", "forget", "quit", "socials", "commands":
		return true
	}
	return v.Need >= world.RoleBuilder || v.Topic == topicTalking || v.Topic == "Groups"
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
