package smallport

import "github.com/mudlark-mud/mudlark/world"

// Beasts adds creatures to a pack that do something by themselves: gulls that wander about the port, flee, help the
// rats of the arena and each other, pick things up and remember people; a stray that goes from zone to zone; and rats
// and stones that come by the hour and the tide; a bear that sleeps; a loft
// that is silent and has room for one, a rock that one needs a raft for, and a collar that clings.
func Beasts(p *world.Pack) {
	p.Hash += "-beasts"
	p.Mobs = append(p.Mobs,
		world.MobSpec{
			ID: "gull", Name: "gull", Desc: "Grey.", Level: 1, HP: 6, Skill: 2, Damage: world.Dice{N: 1, S: 2},
			Wanders: &world.WandersSpec{Every: 5}, Flees: 50, Helps: []world.ProtoID{"gull", "rat"}, Scavenges: true,
			Remembers: true, On: []world.OnSpec{
				{Enter: true, Does: "cocks its head."}, {Say: []string{"hello"}, Says: "Kow."},
				{Give: "stone", Does: "swallows it.", Uses: true, Gives: "pearl"}, {Give: "cap", Says: "Kow?"},
				{Hour: 12, Does: "cries.", When: &world.WhenSpec{Tide: []world.Tide{world.TideHigh, world.TideEbb}}},
				{Dies: true, Does: "spreads its wings."},
			},
		},
		world.MobSpec{
			ID: "stray", Name: "stray dog", Desc: "Thin.", Level: 2, HP: 8, Skill: 3, Aggressive: true, Flees: 30, Sneaks: true,
			Damage: world.Dice{N: 1, S: 3}, Blow: "bite", Wanders: &world.WandersSpec{Every: 10, Far: true},
		},
		world.MobSpec{
			ID: "wader", Name: "wader", Desc: "Long legs.", Level: 1, HP: 4, Remembers: true,
			Wanders: &world.WandersSpec{Every: 5, Rooms: []world.RoomID{Strand, Quay, Rock}},
		},
	)
	p.Mobs = append(p.Mobs, world.MobSpec{
		ID: "bear", Name: "bear", Desc: "Brown.", Level: 3, HP: 15, Skill: 3, Aggressive: true,
		Lies: world.PoseAsleep, Hides: true,
		Damage: world.Dice{N: 1, S: 4}, On: []world.OnSpec{{Enter: true, Does: "growls."}},
	})
	for i := range p.Rooms {
		switch r := &p.Rooms[i]; r.ID {
		case Loft:
			r.Silent, r.Fits = true, 1
		case Rock:
			r.Needs = world.PassBoat
		}
	}
	p.Items = append(p.Items,
		world.ItemSpec{ID: "raft", Name: "raft", Desc: "Wet.", Serves: []world.Passage{world.PassBoat}},
		world.ItemSpec{ID: "collar", Name: "iron collar", Desc: "Cold.", Wear: world.SlotNeck, Level: 2,
			Clings: true, Reveals: true},
	)
	p.Spawns = append(p.Spawns,
		world.SpawnSpec{ID: "s-bear", Mob: "bear", Room: Market, Every: 30},
		world.SpawnSpec{ID: "s-raft", Item: "raft", Room: Quay, Every: 30},
		world.SpawnSpec{ID: "s-collar", Item: "collar", Room: Market, Max: 2, Every: 30},
		world.SpawnSpec{ID: "s-gull", Mob: "gull", Room: Market, Max: 3, Every: 30},
		world.SpawnSpec{ID: "s-stray", Mob: "stray", Room: Arena, Max: 2, Every: 30},
		world.SpawnSpec{ID: "s-wader", Mob: "wader", Room: Strand, Max: 2, Every: 30},
		world.SpawnSpec{ID: "s-wrack", Item: "stone", Room: Strand, Max: 2, Every: 10,
			When: &world.WhenSpec{Tide: []world.Tide{world.TideLow}}},
		world.SpawnSpec{ID: "s-noon-rat", Mob: "rat", Room: Market, Max: 2, Every: 30,
			When: &world.WhenSpec{Hours: []int{9, 12}}},
		world.SpawnSpec{ID: "s-noon-rat-stone", Item: "stone", On: "s-noon-rat"},
	)
}
