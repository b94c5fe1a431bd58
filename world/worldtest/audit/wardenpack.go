package audit

import (
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest/smallport"
)

// WardenPack returns the small world with minds in it: the keeper, who makes rounds, gives, promises and works locks;
// Bess, who attacks on sight; and a watchman who stands guard. The caller may change it: nothing in it is shared.
func WardenPack() world.Pack {
	p := smallport.Pack()
	p.Hash = "minded-1"
	for i := range p.Mobs {
		switch m := &p.Mobs[i]; m.ID {
		case "keeper":
			m.Mind = keeper()
		case "bandit":
			m.Aggressive = true
			m.Mind = &world.MindSpec{Traits: []string{"greedy"}, Fights: []world.ProtoID{"keeper", "watchman"}}
		}
	}
	p.Mobs = append(p.Mobs, world.MobSpec{
		ID: "watchman", Name: "watchman", Desc: "Broad.", Level: 4, HP: 40, Skill: 4, Damage: world.Dice{N: 1, S: 6},
		Mind: &world.MindSpec{Guards: true, Unlocks: []world.DoorID{"grate"}, Shuns: []world.RoomID{smallport.Cave}},
	})
	p.Spawns = append(p.Spawns,
		world.SpawnSpec{ID: "s-watchman", Mob: "watchman", As: "npc-watchman", Room: smallport.Arena, Every: 30},
		world.SpawnSpec{ID: "s-watchman-key", Item: "iron-key", On: "s-watchman"},
		world.SpawnSpec{ID: "s-keeper-key", Item: "brass-key", On: "s-keeper"},
		world.SpawnSpec{ID: "s-keeper-iron", Item: "iron-key", On: "s-keeper"},
		world.SpawnSpec{ID: "s-keeper-cap", Item: "cap", On: "s-keeper", Max: 4, Every: 10},
		world.SpawnSpec{ID: "s-keeper-stone", Item: "stone", On: "s-keeper", Max: 3, Every: 10},
		world.SpawnSpec{ID: "s-keeper-pearl", Item: "pearl", On: "s-keeper", Max: 3, Every: 10},
		world.SpawnSpec{ID: "s-keeper-knife", Item: "knife", On: "s-keeper"},
		world.SpawnSpec{ID: "s-keeper-pouch", Item: "pouch", On: "s-keeper"},
		world.SpawnSpec{ID: "s-keeper-pouch-lamp", Item: "lamp", In: "s-keeper-pouch"},
	)
	return p
}

func keeper() *world.MindSpec {
	return &world.MindSpec{
		Traits: []string{"kind", "patient"},
		Rounds: []world.RoundSpec{
			{Hour: 6, Room: smallport.Quay, Doing: "The keeper sweeps the quay."},
			{Hour: 12, Room: smallport.Market, Doing: "The keeper haggles over an onion."},
			{Hour: 20, Room: smallport.Store, Doing: "The keeper counts what is left."},
		},
		Gives: []world.GiftSpec{
			{Item: "cap", To: world.GiftAnyone, Every: 60}, {Item: "stone", To: world.GiftFriend},
			{Item: "pearl", To: world.GiftPromised}, {Item: "pouch", To: world.GiftAnyone},
		},
		Unlocks:  []world.DoorID{"store-door"},
		Opens:    []world.ProtoID{"chest"},
		Promises: []world.PromiseSpec{{ID: "a-pearl", Text: "A pearl, when the tide is out.", Item: "pearl"}},
		Teaches: []world.LessonSpec{
			{ID: "tides", Name: "the tides", Text: "They come and they go.", Room: smallport.Strand},
		},
	}
}
