package smallport

import "github.com/mudlark-mud/mudlark/world"

// Trade adds to a pack a craft, recipes of what lies about, and a forge and a bench to make it at.
func Trade(p *world.Pack) {
	p.Hash += "-trade"
	p.Crafts = append(p.Crafts, world.CraftSpec{
		ID: "smithing", Name: "Smithing", About: "Striking it while it is warm.",
		Grows: []world.GrowSpec{{Do: world.DoMake}, {Do: world.DoGather}},
	})
	p.Recipes = append(p.Recipes,
		world.RecipeSpec{
			ID: "r-cap", Makes: "cap", Fine: "helmet", Station: "forge", Craft: "smithing", Spoils: 30, Text: "It fits.",
			Parts: []world.PartSpec{{Of: []world.ProtoID{"stone"}, Count: 2}},
		},
		world.RecipeSpec{
			ID: "r-lamp", Makes: "lamp", Count: 2, Station: "bench", Seconds: 10,
			Parts: []world.PartSpec{
				{Of: []world.ProtoID{"stone", "pearl"}}, {Of: []world.ProtoID{"knife", "brass-key"}, Kept: true},
			},
		},
		world.RecipeSpec{
			ID: "r-ring", Makes: "ring", Craft: "smithing", From: 5,
			Parts: []world.PartSpec{{Of: []world.ProtoID{"pearl"}}},
		},
	)
	for i := range p.Items {
		if p.Items[i].ID == "anvil" {
			p.Items[i].Station = "forge"
		}
	}
	for i := range p.Rooms {
		if p.Rooms[i].ID == Quay {
			p.Rooms[i].Station, p.Rooms[i].Bank = "bench", true
			p.Rooms[i].Gathers = []world.GatherSpec{
				{Item: "stone", Most: 3, Every: 20, Craft: "smithing"},
				{Item: "pearl", When: &world.WhenSpec{Tide: []world.Tide{world.TideLow}}, Tools: []world.ProtoID{"knife"}},
			}
		}
	}
}
