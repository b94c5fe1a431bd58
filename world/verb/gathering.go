package verb

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

type gatherArgs struct {
	What string `json:"what" take:"ware" in:"gathers" opt:"yes" help:"something that can be gathered here"`
}

type bankArgs struct {
	Coins string `json:"coins" take:"text" help:"how many coins, or all"`
}

// GathersReport lists what can be gathered here.
type GathersReport struct{ world.GathersReport }

// BalanceReport says what somebody has in the bank.
type BalanceReport struct{ world.BalanceReport }

func (r GathersReport) words(prose.Style) prose.Text { return prose.Gathers(r.GathersReport) }
func (r BalanceReport) words(prose.Style) prose.Text { return prose.Balance(r.BalanceReport) }

// gatheringVerbs take what grows or lies in a place, and leave coins where nobody takes them.
func gatheringVerbs() []*Verb {
	return []*Verb{
		calls(Verb{
			Name: "gather", Aliases: []string{"forage", "harvest"}, Topic: craftsTopic, Need: world.RoleGuest, Effect: Changes,
			Only: Typed, When: func(c Ctx) bool { return len(c.State.Gathers(c.Actor.Room)) > 0 },
			Brief: "Gather what grows or lies here for whoever comes.",
			Help: "gather samphire takes one; gather alone says what there is, what it needs and how much is left. What is " +
				"gathered comes back in its time, for everybody; some of it is there at one tide or hour only.",
			Example: "gather pearl",
		}, Ctx.gather),
		calls(Verb{
			Name: "deposit", Topic: tradeTopic, Need: world.RolePlayer, Effect: Changes, Only: Typed, When: hasBank,
			Brief: "Leave coins in a bank, where nothing happens to them.",
			Help: "deposit 50, or deposit all. Any bank gives them back by withdraw; balance says how many they are. " +
				"Whoever dies has them still. A guest's coins go with the guest, and no bank takes them.",
			Example: "deposit 5",
		}, func(c Ctx, a bankArgs) Call {
			coins, r := coinsOf(a.Coins, c.Actor.Coins)
			if r != nil {
				return Call{Refusal: r}
			}
			return c.act(world.Deposit{Coins: coins})
		}),
		calls(Verb{
			Name: "withdraw", Topic: tradeTopic, Need: world.RolePlayer, Effect: Changes, Only: Typed, When: hasBank,
			Brief: "Take coins of yours out of a bank.", Help: "withdraw 50, or withdraw all.", Example: "withdraw 2",
		}, func(c Ctx, a bankArgs) Call {
			coins, r := coinsOf(a.Coins, c.Actor.Bank)
			if r != nil {
				return Call{Refusal: r}
			}
			return c.act(world.Withdraw{Coins: coins})
		}),
		tells(Verb{
			Name: "balance", Topic: tradeTopic, Need: world.RolePlayer, Only: Typed, When: hasBank,
			Brief: "See what you have in the bank.", Example: "balance",
		}, func(c Ctx, _ none) (any, *world.Refusal) {
			return BalanceReport{world.BalanceReport{
				Bank: c.Actor.Bank, Purse: c.Actor.Coins, Here: c.State.HasBank(c.Actor),
			}}, nil
		}),
	}
}

func hasBank(c Ctx) bool { return c.State.HasBank(c.Actor) }

// coinsOf reads how many coins are meant, of those that there are.
func coinsOf(text string, all int) (int, *world.Refusal) {
	words := strings.Fields(lower(text))
	words = slices.DeleteFunc(words, func(w string) bool {
		return slices.Contains([]string{"coin", "coins", "pence", "penny", "my", "of", "the"}, w)
	})
	switch {
	case len(words) > 1:
		return 0, refuse(world.CodeBadValue, "Say one sum, and no more: how many coins, or all.")
	case len(words) == 0, words[0] == "all" || words[0] == "everything":
		return all, nil
	case words[0] == "a" || words[0] == "one":
		return 1, nil
	}
	n, err := strconv.Atoi(words[0])
	if err != nil {
		return 0, refuse(world.CodeBadValue, "Say how many coins, or all.")
	}
	return n, nil
}

// gatherable lists what can be gathered here as candidates.
func (c Ctx) gatherable() []candidate {
	var out []candidate
	for _, g := range c.State.Gathers(c.Actor.Room) {
		if sp := c.State.ItemSpecs[g.Item]; sp != nil {
			out = append(out, candidate{
				id: string(g.Item), bare: sp.Name,
				words: append(strings.Fields(strings.ToLower(sp.Name)), append([]string{string(g.Item)}, sp.Keys...)...),
			})
		}
	}
	return out
}

// canGather reports whether somebody could gather a thing now.
func (c Ctx) canGather(id string) bool {
	list := c.State.Gathers(c.Actor.Room)
	i := slices.IndexFunc(list, func(g world.GatherSpec) bool { return string(g.Item) == id })
	return i >= 0 && c.State.CanGather(c.Actor, &list[i], c.Now) == nil
}

func (c Ctx) gather(a gatherArgs) Call {
	if a.What == "" {
		if r := c.sight(); r != nil {
			return Call{Refusal: r}
		}
		return Call{Report: func(c Ctx) any { return GathersReport{c.State.GathersFor(c.Actor, c.Now)} }}
	}
	found, r := parseQuery(a.What).pick(c.gatherable(), "thing")
	switch {
	case r != nil:
		return Call{Refusal: r}
	case found == "":
		return Call{Refusal: refuse(world.CodeNotHere, "There is no "+bareName(a.What)+
			" to be gathered here. Type gather to see what there is.")}
	}
	return c.act(world.Glean{Item: world.ProtoID(found)})
}
