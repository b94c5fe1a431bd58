package verb

import "github.com/mudlark-mud/mudlark/world"

type attackArgs struct {
	Target string `json:"target" take:"actor" in:"fray" help:"whom to attack"`
}

type considerArgs struct {
	Target string `json:"target" take:"actor" in:"here" help:"whom to weigh yourself against"`
}

func fightingVerbs() []*Verb {
	return []*Verb{
		acts(Verb{
			Name: "attack", Aliases: []string{"kill", "k", "hit"}, Topic: "Fighting", Need: world.RoleGuest,
			Effect: Destroys, Only: Typed,
			Brief: "Attack somebody.",
			Help: "Blows fall every three seconds until somebody flees or dies. Death is not the end: you wake where " +
				"people arrive, weak, and what you carried lies where you fell. In a fight by turns it is the blow of your turn; " +
				"from outside of one it takes you into it, against whom you name.",
			Example: "attack rat",
		}, func(_ Ctx, a attackArgs) world.Action { return world.Attack{Target: world.ActorID(a.Target)} }),
		acts(Verb{
			Name: "flee", Topic: "Fighting", Need: world.RoleGuest, Effect: Changes, Only: Typed,
			Brief: "Run from a fight, if you find a way.", Example: "flee", Inline: true,
			When: func(c Ctx) bool { return c.State.Fights(c.Actor) || c.State.EncounterOf(c.Actor.ID) != nil },
		}, func(Ctx, none) world.Action { return world.Flee{} }),
		tells(Verb{
			Name: "consider", Aliases: []string{"con"}, Topic: "Fighting", Need: world.RoleGuest, Only: Typed,
			Brief: "Weigh your chances against somebody.", Example: "consider rat",
		}, func(c Ctx, a considerArgs) (any, *world.Refusal) {
			foe := c.State.Actors[world.ActorID(a.Target)]
			mine := c.State.HPNow(c.Actor, c.Now) * c.Actor.Level
			odds := oddsOf(foe.Name, mine, foe.HPMax*foe.Level)
			odds.Hire = c.State.HireOf(c.Actor, foe, c.Now)
			return odds, nil
		}),
	}
}

// OddsReport weighs somebody's chances against another.
type OddsReport struct {
	Name string `json:"name"`
	Odds string `json:"odds"` // hopeless, luck, even, likely, easy
	Desc string `json:"description"`

	Hire *world.HireOffer `json:"hire,omitempty"` // for what they can be hired
}

// oddsOf says how a fight may end; mine and theirs are hit points times level.
func oddsOf(name string, mine, theirs int) OddsReport {
	switch {
	case mine >= theirs*4:
		return OddsReport{Name: name, Odds: "easy", Desc: "You could do that with one hand."}
	case mine >= theirs*2:
		return OddsReport{Name: name, Odds: "likely", Desc: "You would likely win, and feel it afterwards."}
	case mine >= theirs:
		return OddsReport{Name: name, Odds: "even", Desc: "It could go either way."}
	case mine*2 >= theirs:
		return OddsReport{Name: name, Odds: "luck", Desc: "You would need luck, and a way out."}
	default:
		return OddsReport{Name: name, Odds: "hopeless", Desc: "You would be killed."}
	}
}
