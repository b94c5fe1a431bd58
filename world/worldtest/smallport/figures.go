package smallport

import "github.com/mudlark-mud/mudlark/world"

// Figures adds figures to a pack, things that add to them and are not for all, a creature that hates the good, and a
// well, a flask and a cup of what is drunk here.
func Figures(p *world.Pack) {
	p.Hash += "-figures"
	p.Figures = append(p.Figures,
		world.FigureSpec{ID: "strength", Name: "Strength", About: "It lifts.", Most: 20, Begins: 10,
			Bonus: []world.HeightSpec{
				{At: 11, Damage: 1}, {At: 12, Skill: 1, HP: 3},
			}},
		world.FigureSpec{
			ID: "leaning", Name: "Leaning", About: "It leans.", Least: -100, Most: 100, Swings: 4,
			Words: []world.FigureWord{{From: -100, To: -5, Word: "wicked"}, {From: 5, To: 100, Word: "kind"}},
		},
		world.FigureSpec{ID: "smith", Name: "Smith", About: "Who forges.", Most: 1, Choice: "trade"},
		world.FigureSpec{ID: "monk", Name: "Monk", About: "Who prays.", Most: 1, Choice: "trade"},
	)
	p.Liquids = append(p.Liquids,
		world.LiquidSpec{ID: "water", Name: "water", Looks: "clear", Text: "It is cold."},
		world.LiquidSpec{ID: "grog", Name: "grog", Looks: "brown", Text: "It is strong.", Effect: &world.EffectSpec{
			Name: "merry", For: 20, Heals: 2, Bonus: &world.Bonus{Skill: -1},
		}},
	)
	p.Items = append(p.Items,
		world.ItemSpec{ID: "well", Name: "well", Desc: "Deep.", Fixed: true, Drinks: &world.DrinksSpec{
			Liquid: "water", Endless: true,
		}},
		world.ItemSpec{ID: "flask", Name: "flask", Desc: "Tin.", Drinks: &world.DrinksSpec{
			Liquid: "grog", Begins: 3, Most: 4,
		}},
		world.ItemSpec{ID: "cup", Name: "cup", Desc: "Clay.", Drinks: &world.DrinksSpec{Most: 2}},
		world.ItemSpec{
			ID: "belt", Name: "belt", Desc: "Broad.", Wear: world.SlotWaist,
			Figures: []world.FigureSum{{Figure: "strength", By: 2}},
			Bars:    []world.FigureSpan{{Figure: "leaning", From: -100, To: -5}, {Figure: "monk", From: 1, To: 1}},
		},
	)
	for i := range p.Mobs {
		switch p.Mobs[i].ID {
		case "rat":
			p.Mobs[i].Figures = []world.FigureSum{{Figure: "leaning", By: 80}, {Figure: "strength", By: 1}}
		case "crab":
			p.Mobs[i].Aggressive = false
			p.Mobs[i].Hates = []world.FigureSpan{{Figure: "leaning", From: -100, To: -1}}
		}
	}
	p.Spawns = append(p.Spawns,
		world.SpawnSpec{ID: "s-well", Item: "well", Room: Quay},
		world.SpawnSpec{ID: "s-flask", Item: "flask", Room: Quay, Every: 30},
		world.SpawnSpec{ID: "s-cup", Item: "cup", Room: Quay, Max: 2, Every: 30},
		world.SpawnSpec{ID: "s-belt", Item: "belt", Room: Quay, Max: 2, Every: 30},
	)
}
