package audit

import "github.com/mudlark-mud/mudlark/world"

// Pedlar is the body of one who only keeps a shop, Chandler that of one who keeps one and has no mind, Fence that of
// one for whom a mind may choose.
const (
	Pedlar   world.ActorID = "npc-pedlar"
	Chandler world.ActorID = "npc-chandler"
	Fence    world.ActorID = "npc-fence"
)

// OpenMarket adds three who trade to a pack, one of them without a mind: all stand in a room of it and deal in its
// things.
func OpenMarket(p world.Pack, room world.RoomID) world.Pack {
	wares := world.MindSpec{
		Sells: []world.WareSpec{
			{Item: "cap", Price: 9, Least: 3}, {Item: "pouch", Price: 4}, {Item: "box", Price: 20, Least: 1},
			{Item: "stone", Price: 3, Least: 2},
		},
		Buys: []world.WareSpec{
			{Item: "stone", Price: 1, Most: 2}, {Item: "pearl", Price: 10, Most: 22}, {Item: "knife", Price: 4},
			{Item: "pouch", Price: 2, Most: 3},
		},
		Teaches: []world.LessonSpec{
			{ID: "echo", Name: "the echo", Text: "It is behind the wall.", Room: "loft"},
			{ID: "tide", Name: "the tide", Text: "It comes back.", About: []string{"sea"}, Price: 2},
		},
		Promises: []world.PromiseSpec{
			{ID: "pearl", Text: "A pearl, when there is one.", Item: "pearl"},
			{ID: "word", Text: "Not a word of it.", When: &world.WhenSpec{Hours: []int{6, 22}}},
		},
	}
	fence := wares
	fence.Voice = "Low, and from the side."
	fence.Gives = []world.GiftSpec{
		{Item: "pearl", To: world.GiftPromised},
		{Item: "stone", To: world.GiftAnyone, When: &world.WhenSpec{
			Tide: []world.Tide{world.TideHigh, world.TideEbb, world.TideLow},
		}},
	}
	p.Mobs = append(p.Mobs,
		world.MobSpec{ID: "pedlar", Name: "pedlar", Desc: "Laden.", HP: 20, Guarded: true, Mind: &wares},
		world.MobSpec{ID: "fence", Name: "Fence", A: "none", Desc: "Thin.", HP: 20, Guarded: true, Mind: &fence},
		world.MobSpec{ID: "chandler", Name: "chandler", Desc: "Tarred.", HP: 20, Guarded: true, Trade: &world.TradeSpec{
			Sells: []world.WareSpec{{Item: "knife", Price: 8, Least: 5}},
			Buys:  []world.KindSpec{{Kind: "weapon", Pays: 50}, {Kind: "other", Word: "stone", Pays: 200}},
			Open:  []world.HoursSpec{{From: 22, To: 4}, {From: 7, To: 20}}, Rooms: []world.RoomID{room},
			Says: world.TradeSays{
				Lacks: "Not here.", Unwanted: "Take it away.", Poor: "Come back with {price}.", Bought: "Mind the edge.",
				Sold: "That makes {price}.",
			},
		}},
	)
	p.Spawns = append(p.Spawns,
		world.SpawnSpec{ID: "s-pedlar", Mob: "pedlar", As: string(Pedlar), Room: room},
		world.SpawnSpec{ID: "s-fence", Mob: "fence", As: string(Fence), Room: room},
		world.SpawnSpec{ID: "s-chandler", Mob: "chandler", As: string(Chandler), Room: room},
		world.SpawnSpec{ID: "s-fence-pearl", Item: "pearl", On: "s-fence", Max: 2, Every: 30},
		world.SpawnSpec{ID: "s-fence-stone", Item: "stone", On: "s-fence", Max: 2, Every: 30},
	)
	p.Hash += "-market"
	return p
}
