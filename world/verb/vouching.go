package verb

import (
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// forMinds is what a verb needs that only creatures with a mind of their own have: no role reaches it, so for people it
// does not exist.
const forMinds = world.RoleHost + 1

type quoteArgs struct {
	Item  string `json:"item" take:"ware" in:"deals" help:"something that you sell or buy"`
	To    string `json:"to" take:"actor" in:"here" prep:"to" help:"to whom"`
	Coins int    `json:"coins" take:"number" prep:"for,at" help:"the price, within what you may ask or pay"`
}

type teachArgs struct {
	Lesson string `json:"lesson" take:"ware" in:"lessons" help:"something that you teach"`
	To     string `json:"to" take:"actor" in:"here" prep:"to" help:"whom"`
}

type promiseArgs struct {
	Promise string `json:"promise" take:"ware" in:"promises" help:"something that you may promise"`
	To      string `json:"to" take:"actor" in:"here" prep:"to" help:"to whom"`
}

func vouchVerbs() []*Verb {
	some := func(in string) func(Ctx) bool { return func(c Ctx) bool { return len(c.own(in)) > 0 } }
	return []*Verb{
		calls(Verb{
			Name: "quote", Topic: "Minds", Need: forMinds, Effect: Changes, Only: Typed, When: some("deals"),
			Brief:   "Name somebody a price for something that you sell or buy; it holds for ten minutes.",
			Example: "quote lamp to ann for 5",
		}, Ctx.quote),
		calls(Verb{
			Name: "teach", Topic: "Minds", Need: forMinds, Effect: Changes, Only: Typed, When: some("lessons"),
			Brief: "Teach somebody something that costs nothing.", Example: "teach mural to ann",
		}, func(c Ctx, a teachArgs) Call {
			id, r := c.mine("lessons", a.Lesson, "That is nothing that you teach.")
			if r != nil {
				return Call{Refusal: r}
			}
			return c.act(world.Teach{To: world.ActorID(a.To), Lesson: id})
		}),
		calls(Verb{
			Name: "promise", Topic: "Minds", Need: forMinds, Effect: Changes, Only: Typed, When: some("promises"),
			Brief: "Promise somebody something; it will be remembered.", Example: "promise lamp to ann",
		}, func(c Ctx, a promiseArgs) Call {
			id, r := c.mine("promises", a.Promise, "That is nothing that you promise.")
			if r != nil {
				return Call{Refusal: r}
			}
			return c.act(world.Promise{To: world.ActorID(a.To), Promise: id})
		}),
	}
}

// minded reports whether the one who asks is a creature with a mind of its own.
func (c Ctx) minded() bool { return c.State.Minded(c.Actor) != nil }

// own lists what a creature may quote, teach or promise.
func (c Ctx) own(in string) []candidate {
	m := c.State.Minded(c.Actor)
	if m == nil {
		return nil
	}
	var out []candidate
	add := func(id, name string, words ...string) {
		out = append(out, candidate{id: id, bare: name, words: append(strings.Fields(strings.ToLower(name)), words...)})
	}
	switch in {
	case "lessons":
		for _, l := range m.Teaches {
			if l.Price == 0 {
				add(l.ID, l.Name, append([]string{l.ID}, l.About...)...)
			}
		}
	case "promises":
		for _, p := range m.Promises {
			add(p.ID, p.ID, strings.Split(p.ID, "-")...)
		}
	default:
		for _, w := range append(append([]world.WareSpec(nil), m.Sells...), m.Buys...) {
			if sp := c.State.ItemSpecs[w.Item]; sp != nil {
				add(string(w.Item), sp.Name, sp.Keys...)
			}
		}
	}
	return out
}

// mine finds what a creature means among what it may quote, teach or promise.
func (c Ctx) mine(in, text, none string) (string, *world.Refusal) {
	id, r := parseQuery(text).pick(c.own(in), "thing")
	if r == nil && id == "" {
		r = refuse(world.CodeNotAllowed, none)
	}
	return id, r
}

// quote names a price. Of a thing that the creature both sells and buys that side is meant on which somebody asked.
func (c Ctx) quote(a quoteArgs) Call {
	found, r := c.mine("deals", a.Item, "That is nothing that you deal in.")
	if r != nil {
		return Call{Refusal: r}
	}
	id, to := world.ProtoID(found), c.State.Actors[world.ActorID(a.To)]
	_, sells := c.State.Sells(c.Actor, to, id, c.Now)
	_, buys := c.State.Buys(c.Actor, to, id, c.Now)
	if sells && buys && c.State.Asked(c.Actor, to, id, false) {
		sells = false
	}
	return c.act(world.Quote{To: to.ID, Item: id, Coins: a.Coins, Sell: sells})
}
