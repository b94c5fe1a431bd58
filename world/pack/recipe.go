package pack

import (
	"fmt"
	"slices"

	"github.com/mudlark-mud/mudlark/world"
)

func recipes() kind {
	return entry(kind{
		key: "recipes", one: "recipe", check: checkRecipes,
		about: "How something is made of other things, by the command make. What goes into it is used up. People see by " +
			"the command recipes what can be made where they stand, what they lack, and how often it is spoilt.",
	}, func(p *world.Pack) *[]world.RecipeSpec { return &p.Recipes }, []field{
		{"id", newID("recipe"), "Its id."},
		{"makes", idOf("item"), "What comes of it."},
		{"count", whole(1, world.RecipeCountMost), "How many; one when left out."},
		{"fine", idOf("item"), "What comes of it instead when it comes out finer: of a hundred 5, and one more for each " +
			"point of the craft above from, to 75."},
		{"parts", lists("part"), "What it takes, at most 8 sorts."},
		{"parts.of", idOf("item"), "Any of these serves."},
		{"parts.count", whole(1, world.RecipeCountMost), "How many; one when left out."},
		{"parts.kept", flag(), "It is needed and not used up, as a tool is."},
		{"station", freeID(), "The kind of workshop at which it is made: a room or a thing that lies there with the same " +
			"station. Left out: anywhere."},
		{"craft", idOf("craft"), "The craft by which it is made, and which grows by it as by a deed."},
		{"from", whole(1, world.CraftMost), "How sure of the craft one has to be."},
		{"seconds", whole(1, world.RecipeSecondMax), "How long it takes; it is done at once when left out."},
		{"spoils", whole(1, spoilMax), "Of a hundred that somebody makes who stands at from, so many are spoilt, and what " +
			"went into them; one less for each point above."},
		{"text", text(), "What is told to whoever made it."},
	})
}

const spoilMax = 90 // per cent

func checkRecipes(c *checker) {
	stations := map[string]bool{}
	for i := range c.pack.Rooms {
		stations[c.pack.Rooms[i].Station] = true
	}
	for i := range c.pack.Items {
		stations[c.pack.Items[i].Station] = true
	}
	wanted := map[string]bool{}
	each(c, "recipes", c.pack.Recipes, func(at site, r *world.RecipeSpec) {
		wanted[r.Station] = true
		switch {
		case len(r.Parts) == 0 || len(r.Parts) > world.RecipePartsMost:
			c.fault(at.at("parts"), fmt.Sprintf("a recipe of %d sorts of things", len(r.Parts)), "1 to 8")
		case !slices.ContainsFunc(r.Parts, func(p world.PartSpec) bool { return !p.Kept }):
			c.doubt(at.at("parts"), "something is made of nothing: all that it takes is kept", "let something be used up")
		}
		for i, p := range r.Parts {
			if len(p.Of) == 0 || len(p.Of) > world.RecipeKindsMost {
				c.fault(at.at("parts").nth(i), "a part of no sort, or of too many", "name 1 to 10 items")
			}
			if slices.Contains(p.Of, r.Makes) && !p.Kept {
				c.doubt(at.at("parts").nth(i), "it is made of itself", "")
			}
		}
		if r.From > 0 && r.Craft == "" {
			c.fault(at.at("from"), "a height of no craft", `name it as "craft"`)
		}
		if r.Station != "" && !stations[r.Station] {
			c.doubt(at.at("station"), fmt.Sprintf("there is no %q to make it at", r.Station),
				`give a room or an item that "station"`)
		}
	})
	each(c, "rooms", c.pack.Rooms, func(at site, r *world.RoomSpec) {
		if r.Station != "" && !wanted[r.Station] {
			c.doubt(at.at("station"), fmt.Sprintf("nothing is made at a %q", r.Station), "add a recipe, or leave it out")
		}
	})
}

// workedItems are the patterns of what comes of a recipe, or is gathered somewhere.
func workedItems(p *world.Pack) map[world.ProtoID]bool {
	worked := map[world.ProtoID]bool{}
	for i := range p.Recipes {
		worked[p.Recipes[i].Makes], worked[p.Recipes[i].Fine] = true, true
	}
	for i := range p.Rooms {
		for n := range p.Rooms[i].Gathers {
			worked[p.Rooms[i].Gathers[n].Item] = true
		}
	}
	return worked
}
