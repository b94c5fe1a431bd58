package verb

import "github.com/mudlark-mud/mudlark/world"

type hireArgs struct {
	Who string `json:"who" take:"actor" in:"here" opt:"yes" help:"somebody here who can be hired"`
}

type dismissArgs struct {
	Who string `json:"who" take:"actor" in:"hired" help:"somebody whom you hired"`
}

func hiringVerbs() []*Verb {
	return []*Verb{
		calls(Verb{
			Name: "hire", Topic: "Groups", Need: world.RoleGuest, Effect: Destroys, Only: Typed,
			Brief: "Hire somebody of the town to go with you; or see who is for hire here.",
			Help: "hire porter pays what the porter asks, who goes with you for as many hours of the world, is of your " +
				"group, follows, helps if of that kind, and leaves when the time is up, when hurt, when you " +
				"attack a friend of theirs, and when you die or leave the world. At a place where they do not go they wait. " +
				"An hour of the world is five minutes. help companions tells more.",
			Example: "hire",
			When:    func(c Ctx) bool { return len(c.State.Hirable(c.Actor)) > 0 },
		}, hire),
		acts(Verb{
			Name: "dismiss", Topic: "Groups", Need: world.RoleGuest, Effect: Changes, Only: Typed, Rare: true,
			Brief: "Part with somebody whom you hired.", Help: "What you paid is spent.", Example: "dismiss nan",
			When: func(c Ctx) bool { return len(c.State.HiredBy(c.Actor.ID)) > 0 },
		}, func(_ Ctx, a dismissArgs) world.Action { return world.Dismiss{Who: world.ActorID(a.Who)} }),
	}
}

func hire(c Ctx, a hireArgs) Call {
	if a.Who == "" {
		return Call{Report: func(c Ctx) any { return c.State.Hires(c.Actor, c.Now) }}
	}
	return Call{Input: &world.Input{Actor: c.Actor.ID, Via: c.Via, Action: world.Hire{Who: world.ActorID(a.Who)}}}
}
