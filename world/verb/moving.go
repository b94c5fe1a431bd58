package verb

import "github.com/mudlark-mud/mudlark/world"

type moveArgs struct {
	Dir string `json:"direction" take:"dir" prep:"?to,onto,on,into,aboard,through" help:"Direction to move"`
}

type followArgs struct {
	Who string `json:"person" take:"actor" in:"here" opt:"yes" help:"somebody here; nobody, to stop following"`
}

type doorArgs struct {
	What Target `json:"target" take:"lid" help:"a door, its direction, or a container"`
}

// lookAfter is what whoever has just come sees, and what they could take on there.
func lookAfter(c Ctx) any {
	out := c.State.LookAround(c.Actor.ID, c.Now)
	if out.Dark {
		return out
	}
	for _, q := range c.quests("offered") {
		out.Quests = append(out.Quests, q.name)
	}
	return out
}

func movingVerbs() []*Verb {
	return []*Verb{
		calls(Verb{
			Name: "move", Aliases: []string{"go", "walk"}, Words: []string{"run", "sprint", "climb", "enter", "step"},
			Topic: "Moving", Need: world.RoleGuest, Effect: Changes,
			Brief: "Move to a different room.",
			Help: "A direction by itself is enough: north, or n. 2s and 3n2e are walks, a step at a time; whatever else is " +
				"typed ends one. The way back is usually the opposite direction. " +
				"climb down, run south and enter boat are understood too, where something leads that way. " +
				"Doors may have to be opened first, and where water stands nobody goes until it is gone. " +
				"In a fight by turns it is a step on its ground.",
			Example: "move north",
		}, walk),
		acts(Verb{
			Name: "follow", Topic: "Moving", Need: world.RoleGuest, Effect: Changes, Only: Typed,
			Brief: "Go where another goes; alone, to stop.", Example: "follow ann",
		}, func(_ Ctx, a followArgs) world.Action { return world.Follow{Leader: world.ActorID(a.Who)} }),
		work("open", Anyhow, "Open a door or a container.", "open door", world.WorkOpen),
		work("close", Typed, "Close a door or a container.", "close door", world.WorkClose),
		work("unlock", Typed, "Unlock a door or a container, with its key.", "unlock door", world.WorkUnlock),
		work("lock", Typed, "Lock a door or a container, with its key.", "lock door", world.WorkLock),
		calls(Verb{
			Name: "open_chest", Topic: "Moving", Need: world.RoleGuest, Effect: Changes, Only: Called, Inline: true,
			Title: "Open Chest", Brief: "Open the chest in this room, unlocking it if you carry its key.",
			When: func(c Ctx) bool { return c.chest() != nil },
		}, openChest),
		tells(Verb{
			Name: "exits", Topic: "Moving", Need: world.RoleGuest, Only: Typed,
			Brief: "List the ways out.", Example: "exits",
		}, func(c Ctx, _ none) (any, *world.Refusal) {
			return ExitsReport{Exits: c.State.Ways(c.Actor.Room, c.Actor.ID, c.Now)}, nil
		}),
	}
}

func work(name string, only Only, brief, example string, w world.Work) *Verb {
	return acts(Verb{
		Name: name, Topic: "Moving", Need: world.RoleGuest, Effect: Changes, Only: only, Brief: brief, Example: example,
	}, func(_ Ctx, a doorArgs) world.Action {
		if a.What.Door != "" {
			return world.WorkDoor{Door: a.What.Door, Work: w}
		}
		return world.WorkLid{Item: a.What.Item, Work: w}
	})
}

// chest returns a container with a lid that stands in the room, or nil.
func (c Ctx) chest() *world.Item {
	if !c.State.BrightFor(c.Actor, c.Now) {
		return nil
	}
	for _, id := range c.State.Index.Floor[c.Actor.Room] {
		it := c.State.Items[id]
		if sp := c.State.Spec(it); sp.Holds != nil && sp.Holds.Lid && sp.Fixed {
			return it
		}
	}
	return nil
}

// openChest unlocks the chest first if it has to be and the key is there (S2-08: the tool takes no arguments).
func openChest(c Ctx, _ none) Call {
	chest := c.chest()
	if chest == nil {
		return Call{Refusal: refuse(world.CodeNotHere, "There is no chest here.")}
	}
	id := chest.ID
	lid := func(c Ctx, w world.Work) *world.Input {
		return &world.Input{Actor: c.Actor.ID, Via: c.Via, Action: world.WorkLid{Item: id, Work: w}}
	}
	report := func(c Ctx) any {
		if it := c.State.Items[id]; it != nil {
			return c.State.ExamineItem(it)
		}
		return nil
	}
	open := Call{Input: lid(c, world.WorkOpen), Report: report}
	if !chest.Bolt {
		return open
	}
	return Call{Input: lid(c, world.WorkUnlock), Then: func(Ctx) Call { return open }}
}
