package prose_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// trades samples what passes over a counter, as both sides and bystanders perceive it.
func trades(add adder) {
	senses := []world.Sense{self, targetH, present, dark}
	add(world.Bought{Actor: "pc-ann", From: "barkeep", Item: "key-3", Coins: 1}, senses...)
	add(world.Bought{Actor: "pc-ann", From: "barkeep", Item: "key-3", Coins: 1, Guest: true}, world.Did|world.Saw)
	add(world.Sold{Actor: "pc-ann", To: "barkeep", Item: "coat-2", Coins: 12}, senses...)
	add(world.ItemGone{Item: "coat-2", How: world.Traded, By: "barkeep"}, present)
	pie := world.Haggled{Actor: "pc-ann", To: "barkeep", Item: "eel-pie", Name: "eel pie", A: "an", Coins: 4}
	add(pie, senses...)
	pie.Sell = true
	add(pie, senses...)
	price := world.Quoted{Actor: "barkeep", To: "pc-ann", Item: "eel-pie", Name: "eel pie", A: "an", Coins: 5}
	for _, sell := range []bool{true, false} {
		price.Sell, price.Agreed, price.Firm = sell, false, false
		add(price, senses...)
		price.Agreed = true
		add(price, targetH, present)
		price.Agreed, price.Firm = false, true
		add(price, targetH, present)
	}
	lesson := world.Taught{Actor: "barkeep", To: "pc-ann", Name: "the cellar door", Text: "It sticks.\n\nLift it."}
	add(lesson, senses...)
	lesson.Coins, lesson.Room = 3, "cellar"
	add(lesson, targetH)
	add(world.Promised{Actor: "barkeep", To: "pc-ann", Promise: "pie", Text: "A pie, the day you beat Seren."}, senses...)
	add(world.PromiseKept{Actor: "barkeep", To: "pc-ann", Promise: "pie"}, self, targetH)
}

// traded is what the record tells of it.
func traded() []world.Event {
	return []world.Event{
		world.Bought{Actor: "pc-ann", From: "barkeep", Item: "key-3", Coins: 1},
		world.Sold{Actor: "pc-ann", To: "barkeep", Item: "coat-2", Coins: 12},
		world.ItemGone{Item: "coat-2", How: world.Traded, By: "barkeep"},
		world.Haggled{Actor: "pc-ann", To: "barkeep", Item: "eel-pie", Name: "eel pie", A: "an", Coins: 4, Sell: true},
		world.Haggled{Actor: "pc-ann", To: "barkeep", Item: "eel-pie", Name: "eel pie", A: "an", Coins: 4},
		world.Quoted{Actor: "barkeep", To: "pc-ann", Item: "eel-pie", Name: "eel pie", A: "an", Coins: 5, Sell: true},
		world.Quoted{Actor: "barkeep", To: "pc-ann", Item: "eel-pie", Name: "eel pie", A: "an", Coins: 5},
		world.DealGone{Deal: "pc-ann:barkeep:s:eel-pie"},
		world.Taught{Actor: "barkeep", To: "pc-ann", Name: "the cellar door", Text: "a secret", Coins: 3},
		world.Promised{Actor: "barkeep", To: "pc-ann", Promise: "pie", Text: "A pie."},
		world.PromiseKept{Actor: "barkeep", To: "pc-ann", Promise: "pie", Text: "A pie."}, world.PromiseGone{},
	}
}

// TestWares shows a list of wares and what a thing is worth, to the eye and to the ear.
func TestWares(t *testing.T) {
	keeper := world.Ref{ID: "barkeep", Name: "the barkeep"}
	list := world.WaresReport{Coins: 1, Counters: []world.Counter{
		{Ref: keeper, Sells: []world.Ware{
			{Name: "an eel pie", Price: 5, List: 6, Left: 130}, {Name: "a mug of small beer \x1b[2J", Price: 1},
			{Name: "a pie for a whole household of divers", Price: 40},
		}, Teaches: []world.Lesson{{Name: "the cellar door"}, {Name: "the well", Price: 3, Known: true}}},
		{Ref: world.Ref{Name: "a pedlar"}, Buys: []world.Ware{{Name: "a thimble", Price: 2}}},
	}}
	worth := world.ValueReport{Thing: world.Ref{Name: "a thimble"}, Bids: []world.Value{
		{Ref: keeper, Price: 1}, {Ref: world.Ref{Name: "a pedlar"}, Price: 3, List: 2, Left: 600},
	}}
	var b strings.Builder
	for _, style := range []prose.Style{{}, {ScreenReader: true}} {
		fmt.Fprintf(&b, "== screen reader %v\n%s\n%s\n%s\n", style.ScreenReader, prose.Wares(list, style),
			prose.Worth(worth, style), prose.Worth(world.ValueReport{Thing: worth.Thing}, style))
	}
	golden(t, "wares.txt", b.String())
}
