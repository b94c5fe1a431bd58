package verb

import "github.com/mudlark-mud/mudlark/world"

type getArgs struct {
	Items []world.ItemID `json:"item" take:"items" in:"inside" prep:"?up" help:"Name of the item to pick up"`
	From  string         `json:"from" take:"item" in:"boxes" prep:"from,out of" opt:"yes" help:"the container it is in"`
}

type wearArgs struct {
	Items []world.ItemID `json:"item" take:"items" in:"wear" help:"something you carry"`
}

// letArgs are those of what lets go of something.
type letArgs struct {
	What Handful `json:"item" take:"handful" in:"held" help:"something you carry, or a number of coins"`
}

type wornArgs struct {
	Items []world.ItemID `json:"item" take:"items" in:"worn" help:"something you wear or wield"`
}

type putArgs struct {
	What Handful `json:"item" take:"handful" in:"held" help:"something you carry, or a number of coins"`
	Into string  `json:"into" take:"item" in:"boxes" prep:"in,into,inside" help:"an open container"`
}

type giveArgs struct {
	What Handful `json:"item" take:"handful" in:"held" help:"something you carry, or a number of coins"`
	To   string  `json:"to" take:"actor" in:"here" prep:"to" help:"somebody here"`
}

func thingVerbs() []*Verb {
	return []*Verb{
		acts(Verb{
			Name: "get", Aliases: []string{"g", "take", "grab"}, Words: []string{"pick", "fetch"}, Tool: "pick_up",
			Title: "Pick Up", Topic: "Things", Need: world.RoleGuest, Effect: Changes,
			Brief: "Pick something up.",
			Help: "get lamp, get 2.key, get lamp and key, get all, get all.coin, get key from pouch. The first of several " +
				"alike is meant unless you say which.",
			Example: "get lamp",
		}, getFrom),
		acts(Verb{
			Name: "drop", Topic: "Things", Need: world.RoleGuest, Effect: Changes,
			Brief: "Put something down.", Example: "drop lamp", Help: "drop lamp, drop all, drop 5 coins, drop coins.",
		}, drops),
		acts(Verb{
			Name: "put", Topic: "Things", Need: world.RoleGuest, Effect: Changes, Only: Typed,
			Brief: "Put something into a container.", Example: "put key in pouch",
			Help: "put key in pouch, put all in pouch, put 5 coins in pouch.",
		}, puts),
		acts(Verb{
			Name: "give", Topic: "Things", Need: world.RoleGuest, Effect: Destroys,
			Brief: "Hand something over.", Example: "give lamp to ann",
			Help: "give lamp to ann, give 50 coins to ann. Coins go to other players; the people of the town take them for " +
				"what they sell. A guest's coins, and what a guest bought, are handed to no other player and go when the guest " +
				"goes; what a guest found falls.",
		}, gives),
		acts(Verb{
			Name: "wear", Aliases: []string{"wield", "hold"}, Topic: "Things", Need: world.RoleGuest, Effect: Changes,
			Brief: "Wear, wield or hold something ready.", Example: "wear coat",
		}, func(_ Ctx, a wearArgs) world.Action { return world.Wear{Items: a.Items} }),
		acts(Verb{
			Name: "remove", Aliases: []string{"unwield"}, Topic: "Things", Need: world.RoleGuest, Effect: Changes,
			Only:  Typed,
			Brief: "Take off or lower what you wear or wield.", Example: "remove coat",
		}, func(_ Ctx, a wornArgs) world.Action { return world.Remove{Items: a.Items} }),
		tells(Verb{
			Name: "inventory", Aliases: []string{"i", "inv"}, Topic: "Things", Need: world.RoleGuest,
			Brief: "List what you carry.", Example: "inventory",
		}, func(c Ctx, _ none) (any, *world.Refusal) {
			return InventoryReport{
				Carrying: c.State.Carried(c.Actor.ID), Using: c.State.Used(c.Actor.ID), Coins: c.Actor.Coins,
			}, nil
		}),
		tells(Verb{
			Name: "equipment", Aliases: []string{"eq"}, Topic: "Things", Need: world.RoleGuest, Only: Typed,
			Brief: "List what you wear and wield.", Example: "equipment",
		}, func(c Ctx, _ none) (any, *world.Refusal) {
			return c.equipment(), nil
		}),
	}
}

// getFrom takes a thing that was found in an open container out of it, though nobody said from where.
func getFrom(c Ctx, a getArgs) world.Action {
	from := world.ItemID(a.From)
	if from == "" && len(a.Items) == 1 {
		from = c.State.Items[a.Items[0]].At.Item
	}
	return world.Take{Items: a.Items, From: from}
}
