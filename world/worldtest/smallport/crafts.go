package smallport

import "github.com/mudlark-mud/mudlark/world"

// Crafts adds a craft to a pack, in which one grows by much of what is done in the port, and which opens all there is
// to open at low heights; pearls that are buried; and the story of a pearl.
func Crafts(p *world.Pack) {
	p.Hash += "-crafts"
	p.Crafts = append(p.Crafts, world.CraftSpec{
		ID: "mudding", Name: "Mudding", About: "Knowing the mud.", Teacher: "keeper",
		Grows: []world.GrowSpec{
			{Do: world.DoGet}, {Do: world.DoGo, Where: world.LocaleTidal}, {Do: world.DoOpen, Where: world.LocaleIndoor},
			{Do: world.DoSlay, Of: []world.ProtoID{"rat"}}, {Do: world.DoProbe}, {Do: world.DoSearch}, {Do: world.DoWade},
			{Do: world.DoHark, When: &world.WhenSpec{Tide: []world.Tide{world.TideLow}}},
		},
		Knacks: []world.KnackSpec{
			{At: 2, Knack: world.KnackListen}, {At: 1, Knack: world.KnackProbe}, {At: 3, Knack: world.KnackSieve},
			{At: 2, Knack: world.KnackWade}, {At: 2, Knack: world.KnackHark},
		},
		Bonus: []world.HeightSpec{{At: 3, Skill: 1, HP: 2}, {At: 30, HP: 5}},
	})
	p.Spawns = append(p.Spawns,
		world.SpawnSpec{ID: "s-mud-pearl", Item: "pearl", Room: Strand, Max: 2, Every: 30, Buried: true},
		world.SpawnSpec{ID: "s-market-pearl", Item: "pearl", Room: Market, Every: 50, Buried: true},
	)
	for i := range p.Items {
		if p.Items[i].ID == "pearl" {
			p.Items[i].Story = "It was an oyster's."
		}
	}
}
