package smallport

import "github.com/mudlark-mud/mudlark/world"

// Powers adds a scroll, a wand and a staff to a pack, and a ring that blinds and clings.
func Powers(p *world.Pack) {
	p.Hash += "-powers"
	p.Items = append(p.Items,
		world.ItemSpec{ID: "scroll", Name: "scroll", Desc: "Thin.",
			Power:  &world.PowerSpec{Way: world.Recite, Text: "The words burn away."},
			Effect: &world.EffectSpec{Cures: []string{"bold", "dazed"}, Frees: true, Sends: world.SendsHome}},
		world.ItemSpec{ID: "wand", Name: "wand", Desc: "Ash.", Charges: 2, Power: &world.PowerSpec{
			Way: world.Point, Text: "It spits.", Hurts: world.Dice{N: 2, S: 3}, Verb: "scorch",
		}, Effect: &world.EffectSpec{Name: "dazed", For: 20, Auras: []world.Aura{world.AuraBlind}}},
		world.ItemSpec{ID: "staff", Name: "staff", Desc: "Oak.", Charges: 3,
			Power: &world.PowerSpec{Way: world.Strike, Text: "It rings."},
			Effect: &world.EffectSpec{Name: "warded", For: 30, Heals: 2, Auras: []world.Aura{
				world.AuraWarded, world.AuraDiscerning, world.AuraDarksighted,
			}, Serves: []world.Passage{world.PassBoat}}},
		world.ItemSpec{ID: "hood", Name: "hood", Desc: "Black.", Wear: world.SlotHead, Clings: true},
	)
	for i := range p.Mobs {
		switch p.Mobs[i].ID {
		case "rat":
			p.Mobs[i].Auras = []world.Aura{world.AuraWarded}
		case "crab":
			p.Mobs[i].Auras = []world.Aura{world.AuraBlind}
		}
	}
	p.Spawns = append(p.Spawns,
		world.SpawnSpec{ID: "s-scroll", Item: "scroll", Room: Arena, Max: 3, Every: 10},
		world.SpawnSpec{ID: "s-wand", Item: "wand", Room: Arena, Max: 3, Every: 20},
		world.SpawnSpec{ID: "s-staff", Item: "staff", Room: Market, Max: 2, Every: 20},
		world.SpawnSpec{ID: "s-hood", Item: "hood", Room: Arena, Max: 2, Every: 30},
	)
}
