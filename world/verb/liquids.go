package verb

import (
	"slices"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

type fillArgs struct {
	What string `json:"item" take:"item" in:"reach" help:"a vessel"`
	From string `json:"from" take:"item" in:"reach" prep:"from,at,out of" opt:"yes" help:"a fountain, or another vessel"`
}

type pourArgs struct {
	What string `json:"item" take:"item" in:"reach" prep:"?out" help:"a vessel with something in it"`
	Into string `json:"into" take:"item" in:"reach" prep:"into,in" opt:"yes" help:"another vessel"`
}

type emptyArgs struct {
	What string `json:"item" take:"item" in:"held" help:"a vessel with something in it"`
}

type becomeArgs struct {
	What string `json:"choice" take:"text" prep:"?a,an,the" opt:"yes" help:"what you choose to be"`
}

// liquidVerbs pour what is drunk from one thing into another.
func liquidVerbs() []*Verb {
	wet := func(c Ctx) bool { return len(c.State.Liquids) > 0 }
	choices := func(c Ctx) bool { return slices.ContainsFunc(figures(c), isChoice) }
	return []*Verb{
		calls(Verb{
			Name: "fill", Topic: "Things", Need: world.RoleGuest, Effect: Changes, Only: Typed, When: wet, Of: wet,
			Brief: "Fill a vessel at a fountain, or from another vessel.", Example: "fill flask",
			Help: "fill flask, fill flask from well, fill cup from flask. Without a from it is the first that is here. drink " +
				"from flask takes one gulp.",
		}, func(c Ctx, a fillArgs) Call {
			from := world.ItemID(a.From)
			if from == "" {
				from = c.source(world.ItemID(a.What))
			}
			if from == "" {
				return Call{Refusal: refuse(world.CodeNotHere, "There is nothing here to fill it from.")}
			}
			return c.act(world.Pour{From: from, Into: world.ItemID(a.What)})
		}),
		acts(Verb{
			Name: "pour", Topic: "Things", Need: world.RoleGuest, Effect: Destroys, Only: Typed, When: wet, Of: wet,
			Brief: "Pour what is in a vessel into another, or out.", Example: "pour flask",
			Help: "pour flask into cup, pour out flask. Into what holds something else nothing goes.",
		}, func(_ Ctx, a pourArgs) world.Action {
			return world.Pour{From: world.ItemID(a.What), Into: world.ItemID(a.Into)}
		}),
		acts(Verb{
			Name: "empty", Topic: "Things", Need: world.RoleGuest, Effect: Destroys, Only: Typed, When: wet, Of: wet,
			Brief: "Pour out what is in a vessel.", Example: "empty flask",
		}, func(_ Ctx, a emptyArgs) world.Action { return world.Pour{From: world.ItemID(a.What)} }),
		calls(Verb{
			Name: "become", Topic: "Things", Need: world.RoleGuest, Effect: Changes, Only: Typed,
			When: choices, Of: choices,
			Brief: "Choose once what you are, where the world has such a choice.", Example: "become",
			Help: "become lists what you may choose. become and one of these chooses it, for good; some things are only for " +
				"some. score says what you chose.",
		}, become),
	}
}

func isChoice(f *world.FigureSpec) bool { return f.Choice != "" }

func figures(c Ctx) (out []*world.FigureSpec) {
	for _, f := range world.Ordered(c.State.Figures) {
		out = append(out, f)
	}
	return out
}

// source finds from what a vessel is filled when nobody says: the first thing that lies here with something in it.
func (c Ctx) source(but world.ItemID) world.ItemID {
	for _, id := range c.State.Index.Floor[c.Actor.Room] {
		if l, _ := c.State.InVessel(c.State.Items[id]); l != nil && id != but {
			return id
		}
	}
	return ""
}

// ChoicesReport lists what somebody may choose to be.
type ChoicesReport struct {
	Choices []world.FigureValue `json:"choices"`
}

func (r ChoicesReport) words(prose.Style) prose.Text { return prose.Choices(r.Choices) }

// become chooses what is called so, or lists what there is to choose.
func become(c Ctx, a becomeArgs) Call {
	if a.What == "" {
		return Call{Report: func(c Ctx) any {
			return ChoicesReport{Choices: append([]world.FigureValue{}, c.State.Choices(c.Actor)...)}
		}}
	}
	want := bareName(a.What)
	for _, f := range figures(c) {
		if isChoice(f) && (lower(f.Name) == lower(want) || string(f.ID) == lower(want)) {
			return c.act(world.Become{Figure: f.ID})
		}
	}
	return Call{Refusal: refuse(world.CodeBadValue, "That is nothing one can choose to be. become lists what there is.")}
}
