package verb

import (
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

type ignoreArgs struct {
	Who string `json:"who" take:"word" opt:"yes" help:"a player, here or not; nobody, to list whom you ignore"`
	Off string `json:"off" take:"word" enum:"off" opt:"yes" help:"off, to hear them again"`
}

func ignoringVerbs() []*Verb {
	return []*Verb{
		calls(Verb{
			Name: "ignore", Topic: "Talking", Need: world.RoleGuest, Effect: Changes, Only: Typed,
			Brief: "Stop hearing somebody, or list whom you do not hear.",
			Help: "ignore ann, and you hear nothing that Ann or another character of hers says, tells, shouts or acts " +
				"out, and take nothing of her hand; ignore ann off, and you do. Only who speaks to you alone is told so.",
			Example: "ignore", When: func(c Ctx) bool { return len(c.Actor.Ignores) > 0 },
		}, ignore),
	}
}

func ignore(c Ctx, a ignoreArgs) Call {
	if a.Who == "" {
		return Call{Report: ignored}
	}
	act := world.Ignore{Off: a.Off != ""}
	if who := c.State.PlayerNamed(a.Who); who != nil {
		act.Who = who.ID
	}
	for _, i := range c.Actor.Ignores {
		if act.Off && strings.EqualFold(i.Name, a.Who) {
			act.Who = i.ID
		}
	}
	if act.Who == "" {
		return Call{Refusal: refuse(world.CodeUnknown, "Nobody of that name plays here.")}
	}
	return Call{Input: &world.Input{Actor: c.Actor.ID, Via: c.Via, Action: act}}
}

// ignored lists whom somebody does not hear.
func ignored(c Ctx) any {
	if len(c.Actor.Ignores) == 0 {
		return DoneReport{Text: "You ignore nobody."}
	}
	names := make([]string, 0, len(c.Actor.Ignores))
	for _, i := range c.Actor.Ignores {
		names = append(names, i.Name)
	}
	return DoneReport{Text: "You ignore " + strings.Join(names, ", ") + ". To hear one again: ignore NAME off."}
}
