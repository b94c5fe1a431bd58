package verb

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// Handful is what somebody lets go of: things, or a sum out of the purse. Of the two one is set.
type Handful struct {
	Items []world.ItemID
	Coins int
}

// sum reads an amount of coins: "50 coins", "a coin", and "coins" or "all my coins" for everything that is in the
// purse.
func (c Ctx) sum(text string) (int, bool) {
	words := strings.Fields(strings.ToLower(strings.ReplaceAll(text, ".", " ")))
	n := len(words)
	if n == 0 || !slices.Contains([]string{"coin", "coins", "pence", "penny", "pennies", "money"}, words[n-1]) {
		return 0, false
	}
	words = slices.DeleteFunc(words[:n-1], func(w string) bool { return w == "the" || w == "my" || w == "of" })
	switch {
	case len(words) == 0 && strings.HasSuffix(strings.ToLower(text), "coin"):
		return 1, true
	case len(words) == 0, len(words) == 1 && words[0] == "all":
		return c.Actor.Coins, true
	case len(words) > 1:
		return 0, false
	case slices.Contains([]string{"a", "one"}, words[0]):
		return 1, true
	}
	coins, err := strconv.Atoi(words[0])
	return coins, err == nil
}

// handful finds what is to leave somebody's hands. A thing that is carried and called so comes before the purse.
func (c Ctx) handful(a arg, text string) (Handful, *world.Refusal) {
	coins, isSum := c.sum(text)
	if isSum && len(parseQuery(text).matches(slices.Clone(c.items(a.in, "")))) == 0 {
		if coins == 0 && c.Actor.Coins == 0 {
			return Handful{}, refuse(world.CodePoor, "Your purse is empty.")
		}
		return Handful{Coins: coins}, nil
	}
	ids, r := c.someItems(a, text, "")
	return Handful{Items: ids}, r
}

// pile finds a pile of so many coins among what can be taken. A pile is taken whole.
func (c Ctx) pile(a arg, coins int, from world.ItemID) ([]world.ItemID, *world.Refusal) {
	id, r := c.oneItem(a, parseQuery("coins"), "coins", from)
	switch it := c.State.Items[world.ItemID(id)]; {
	case r != nil:
		return nil, r
	case it.Coins != coins:
		return nil, refuse(world.CodeBadValue, "Coins are picked up as they lie, all of a pile at once: get coins.")
	}
	return []world.ItemID{world.ItemID(id)}, nil
}

// drops lets go of things or coins.
func drops(_ Ctx, a letArgs) world.Action {
	if a.What.Items == nil {
		return world.LayCoins{Coins: a.What.Coins}
	}
	return world.Drop{Items: a.What.Items}
}

// puts lays things or coins into a container.
func puts(_ Ctx, a putArgs) world.Action {
	if a.What.Items == nil {
		return world.LayCoins{Coins: a.What.Coins, Into: world.ItemID(a.Into)}
	}
	return world.Put{Items: a.What.Items, Into: world.ItemID(a.Into)}
}

// gives hands things or coins over.
func gives(_ Ctx, a giveArgs) world.Action {
	if a.What.Items == nil {
		return world.GiveCoins{Coins: a.What.Coins, To: world.ActorID(a.To)}
	}
	return world.Give{Items: a.What.Items, To: world.ActorID(a.To)}
}
