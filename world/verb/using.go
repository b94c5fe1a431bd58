package verb

import "github.com/mudlark-mud/mudlark/world"

type useArgs struct {
	What string `json:"item" take:"item" in:"held" help:"a thing of power that you carry"`
	On   string `json:"target" take:"actor" in:"around" prep:"on,at,to" opt:"yes" help:"on whom; left out, on yourself"`
}

// usingVerbs use things of power.
func usingVerbs() []*Verb {
	return []*Verb{
		calls(Verb{
			Name: "use", Aliases: []string{"zap"}, Topic: "Things", Need: world.RoleGuest, Effect: Destroys, Only: Typed,
			Brief: "Use a wand, a staff or a scroll that you carry.", Example: "use wand on rat",
			Help: "use wand on rat, use staff. What hurts begins a fight, as attack does. A wand works on whom you name, or " +
				"on you; a staff on all who are here, on foes what hurts and on people what does them good. Neither lasts for " +
				"ever.",
		}, Ctx.uses),
		acts(Verb{
			Name: "recite", Topic: "Things", Need: world.RoleGuest, Effect: Destroys, Only: Typed,
			Brief: "Read out a scroll that you carry, and use it up.", Example: "recite scroll",
			Help: "recite scroll, recite scroll on rat. To read what stands on a thing, look at it or read it.",
		}, func(_ Ctx, a useArgs) world.Action {
			return world.Invoke{Item: world.ItemID(a.What), Target: world.ActorID(a.On)}
		}),
	}
}

// uses does with a thing what it is for: what is of power is used, what is food or drink is consumed.
func (c Ctx) uses(a useArgs) Call {
	it := c.State.Items[world.ItemID(a.What)]
	if it != nil {
		if sp := c.State.Spec(it); sp.Power == nil && sp.Eat+sp.Drink != "" && a.On == "" {
			return c.act(world.Consume{Item: it.ID})
		}
	}
	return c.act(world.Invoke{Item: world.ItemID(a.What), Target: world.ActorID(a.On)})
}
