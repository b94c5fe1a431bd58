package verb

import "github.com/mudlark-mud/mudlark/world"

type driveArgs struct {
	Who string `json:"creature" take:"actor" in:"anywhere" help:"a creature in the world"`
}

func switchVerbs() []*Verb {
	onlySelf := func(c Ctx, ask Ask) Call {
		if c.Via.Kind != world.ViaKeyboard {
			return Call{Refusal: refuse(world.CodeKeyboard, "Only you yourself, at a keyboard, can do that.")}
		}
		return Call{Ask: ask}
	}
	possess := helped(wizard("switch", "Play a creature: what you type it does.", "switch rat", Changes),
		"You see and hear what it does, and your own body stands where it stood; what is told to you alone still reaches "+
			"you. Its own mind and habits rest meanwhile. It can do what players can, and nothing of a wizard's. It ends with "+
			"return, when the creature is no more, and when you leave. audit reads what it did as forced by you.")
	possess.Aliases = []string{"possess"}
	return []*Verb{
		calls(possess, func(c Ctx, a driveArgs) Call {
			return onlySelf(c, Ask{Kind: AskSwitch, Args: []string{a.Who}})
		}),
		calls(wizard("return", "Be yourself again, and no creature.", "return", Changes), func(c Ctx, _ none) Call {
			return onlySelf(c, Ask{Kind: AskSwitch})
		}),
	}
}
