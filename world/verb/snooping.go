package verb

import (
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

type snoopArgs struct {
	Who string `json:"who" take:"word" opt:"yes" help:"a player in the world; nobody, to end it"`
}

func snoopVerbs() []*Verb {
	return []*Verb{calls(helped(wizard(verbSnoop, "Read what a player is shown, who is told of it.", "snoop ann", Changes),
		"Everything that they are shown from then on is shown to you too, with their name before it: whispers and what "+
			"others tell them, but no password and no token. It ends with snoop alone, when one of you leaves, and when one "+
			"of you is given another rank. Nobody of your rank or above is read. It stands in the record and in the server's "+
			"log, and only where the server is started with --snoop is there anything to read."),
		func(c Ctx, a snoopArgs) Call {
			switch {
			case c.Via.Kind != world.ViaKeyboard:
				return Call{Refusal: refuse(world.CodeKeyboard, "Only you yourself, at a keyboard, can do that.")}
			case a.Who == "" || strings.EqualFold(a.Who, wordOff):
				return Call{Ask: Ask{Kind: AskSnoop}}
			}
			who, r := c.personCalled(a.Who)
			if r != nil {
				return Call{Refusal: r}
			}
			return Call{Ask: Ask{Kind: AskSnoop, Args: []string{string(who.ID)}}}
		})}
}
