package verb

import (
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

type npcArgs struct {
	Do   string `json:"do" take:"word" enum:"list,inspect,why,forget,mute,unmute,budget,replay,token" help:"what to do"`
	Rest string `json:"rest" take:"text" opt:"yes" help:"whose mind, by name or id; and for forget, whom"`
}

type forgetArgs struct {
	Who string `json:"who" take:"word" enum:"me" help:"me"`
}

func mindVerbs() []*Verb {
	return []*Verb{
		asks(Verb{
			Name: "npc", Topic: "Wizardry", Need: world.RoleWizard, Effect: Changes, Only: Typed,
			Brief: "See and steer the minds of the people of the world.",
			Help: "npc list shows whose minds are awake. npc inspect barkeep shows what one is like, has in mind and " +
				"remembers. npc why barkeep tells how its last choice came about: what it looked for, found and weighed. " +
				"npc forget barkeep ann makes it forget somebody, npc forget barkeep all everything. npc mute barkeep keeps " +
				"it quiet until npc unmute barkeep. npc budget shows what models may still be asked, and by whom. npc replay " +
				"barkeep decides its last choices again from what it perceived, and says whether they come out the same. npc " +
				"token barkeep makes a token under which another program can be its mind.",
			Example: "npc list",
		}, func(_ Ctx, a npcArgs) Ask { return Ask{Kind: AskNPC, Args: []string{a.Do, a.Rest}} }),
		calls(Verb{
			Name: "forget", Topic: "You", Need: world.RoleGuest, Effect: Destroys, Only: Typed,
			Brief: "Have the people of the world forget you: forget me.",
			Help: "What they remember of you, what you told them, and what was kept of their talk with you goes for good. " +
				"They will greet you as a stranger. Your list of friends and your notes on boards go too. Whom you ignore you " +
				"still ignore; ignore off ends that. What happened in the world stays in its record.",
			Example: "forget me",
		}, func(c Ctx, a forgetArgs) Call {
			switch {
			case c.Via.Kind != world.ViaKeyboard:
				return Call{Refusal: refuse(world.CodeKeyboard, "Only you yourself, at a keyboard, can do that.")}
			case !strings.EqualFold(a.Who, "me"):
				return Call{Refusal: refuse(world.CodeBadValue, "It is only you whom you can have forgotten: forget me.")}
			}
			return Call{Ask: Ask{Kind: AskForget}}
		}),
	}
}
