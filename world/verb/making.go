package verb

import (
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

type makeArgs struct {
	What string `json:"what" take:"ware" in:"makes" help:"something that is made here, or stop"`
}

type recipesArgs struct {
	Which string `json:"which" take:"text" opt:"yes" help:"all, or words of a name"`
}

// RecipesReport lists what can be made.
type RecipesReport struct{ world.RecipesReport }

func (r RecipesReport) words(prose.Style) prose.Text { return prose.Recipes(r.RecipesReport) }

// makingVerbs make things of other things.
func makingVerbs() []*Verb {
	return []*Verb{
		calls(Verb{
			Name: "make", Aliases: []string{"craft", "brew"}, Topic: craftsTopic, Need: world.RoleGuest, Effect: Destroys,
			Only: Typed, When: func(c Ctx) bool { return c.makes() },
			Brief: "Make something of what you carry.",
			Help: "make lamp, at the kind of workshop that recipes names. What goes into it is used up; recipes says " +
				"beforehand of how many in a hundred it is spoilt, which is less the surer you are of the craft, and how many " +
				"come out finer. Work that takes time goes on while you stay in the place; make stop leaves it off, and so " +
				"does walking away or a fight, and then nothing is used up.",
			Example: "make lamp",
		}, Ctx.make),
		tells(Verb{
			Name: "recipes", Aliases: []string{"recipe"}, Topic: craftsTopic, Need: world.RoleGuest, Only: Typed,
			When:  func(c Ctx) bool { return len(c.State.Recipes) > 0 },
			Brief: "See what is made here, of what, and what you lack for it.",
			Help: "recipes shows what can be made where you stand; recipes all what is made anywhere, and at what kind of " +
				"workshop; recipes lamp what has that in its name.",
			Example: "recipes",
		}, Ctx.recipes),
	}
}

// makes reports whether anything could be made where somebody stands.
func (c Ctx) makes() bool {
	if c.Actor.Making != nil {
		return true
	}
	for _, r := range world.Ordered(c.State.Recipes) {
		if c.State.HasStation(c.Actor.Room, r.Station) {
			return true
		}
	}
	return false
}

// makable lists the recipes as candidates: those that are made here first.
func (c Ctx) makable() []candidate {
	var here, elsewhere []candidate
	for id, r := range world.Ordered(c.State.Recipes) {
		sp := c.State.ItemSpecs[r.Makes]
		if sp == nil {
			continue
		}
		x := candidate{
			id: string(id), bare: sp.Name,
			words: append(strings.Fields(strings.ToLower(sp.Name)), append([]string{string(id)}, sp.Keys...)...),
		}
		if c.State.HasStation(c.Actor.Room, r.Station) {
			here = append(here, x)
		} else {
			elsewhere = append(elsewhere, x)
		}
	}
	return append(here, elsewhere...)
}

func (c Ctx) make(a makeArgs) Call {
	if lower(a.What) == "stop" {
		return c.act(world.StopMaking{})
	}
	list := c.makable()
	isHere := func(x candidate) bool {
		return c.State.HasStation(c.Actor.Room, c.State.Recipes[world.RecipeID(x.id)].Station)
	}
	n := len(list) - len(slices.DeleteFunc(slices.Clone(list), isHere))
	for _, among := range [][]candidate{list[:n], list[n:]} {
		found, r := parseQuery(a.What).pick(among, "thing")
		switch {
		case r != nil:
			return Call{Refusal: r}
		case found != "":
			return c.act(world.Make{Recipe: world.RecipeID(found)})
		}
	}
	return Call{Refusal: refuse(world.CodeUnknown, "Nobody knows how to make "+bareName(a.What)+
		". Type recipes to see what can be made here, recipes all for everything.")}
}

func (c Ctx) recipes(a recipesArgs) (any, *world.Refusal) {
	which := lower(strings.TrimSpace(a.Which))
	out := c.State.RecipesHere(c.Actor, which != "")
	if which != "" && which != "all" {
		out.Recipes = slices.DeleteFunc(out.Recipes, func(l world.RecipeLine) bool {
			return !strings.Contains(lower(l.Name), which) && !strings.Contains(lower(l.Station), which)
		})
		if len(out.Recipes) == 0 {
			return nil, refuse(world.CodeUnknown, "No recipe has that in its name, and no workshop either. Type recipes all.")
		}
	}
	return RecipesReport{out}, nil
}
