package verb

import (
	"slices"

	"github.com/mudlark-mud/mudlark/world"
)

type consumeArgs struct {
	What string `json:"thing" take:"text" prep:"?from,the" help:"something you carry, or that lies here"`
}

// consumes is the entry of eat and of drink.
func consumes(name, example, brief string, words []string) *Verb {
	return calls(Verb{
		Name: name, Words: words, Topic: "Things", Need: world.RoleGuest, Effect: Destroys, Only: Typed, Brief: brief,
		Example: name + " " + example,
	}, func(c Ctx, a consumeArgs) Call { return c.consume(world.Touch(name), a.What) })
}

// consume finds what is meant: food and drink before anything else of the name, then what the place has to say, and for
// who has none where it is to be had.
func (c Ctx) consume(how world.Touch, what string) Call {
	q := parseQuery(what)
	reach := c.items("reach", "")
	fit := slices.DeleteFunc(slices.Clone(reach), func(x candidate) bool {
		sp := c.State.Spec(x.thing)
		return sp.Eat == "" && sp.Drink == "" && (sp.Drinks == nil || how != "drink")
	})
	for _, list := range [][]candidate{fit, reach} {
		switch id, r := q.pick(slices.Clone(list), "thing"); {
		case r != nil:
			return Call{Refusal: r}
		case id != "" && how == "drink" && c.State.Spec(c.State.Items[world.ItemID(id)]).Drinks != nil:
			return c.act(world.DrinkFrom{Item: world.ItemID(id)})
		case id != "":
			return c.act(world.Consume{Item: world.ItemID(id)})
		}
	}
	if t, r := c.target("target", what); r == nil && c.sight() == nil {
		if text := c.answer(t, how); text != "" {
			return Call{Report: func(Ctx) any { return DoneReport{Text: text} }}
		}
		if _, r := c.examine(t); r == nil {
			return Call{Refusal: refuse(world.CodeCannot, "That is nothing to "+string(how)+".")}
		}
	}
	if _, id, r := c.picked("sells", what, ""); r == nil && id != "" {
		return Call{Refusal: refuse(world.CodeNotHeld, "You have no "+bareName(what)+". It is for sale here: buy it first.")}
	}
	return Call{Refusal: refuse(world.CodeNotHeld, "You have no "+bareName(what)+".")}
}
