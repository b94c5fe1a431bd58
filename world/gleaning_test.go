package world_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// What is gathered is there for everybody until it runs out, and comes back without a timer.
func TestWhatIsGatheredRunsOutAndComesBack(t *testing.T) {
	c := newWorkshops(t)
	timers := len(c.s.Timers)
	c.emits(anna, world.Glean{Item: "stone"}, "ItemMade Gathered Practised")
	c.emits(anna, world.Glean{Item: "stone"}, "ItemMade Gathered")
	c.emits(benno, world.Glean{Item: "stone"}, "ItemMade Gathered Practised")
	c.refused(anna, world.Glean{Item: "stone"}, world.CodeNotHere)
	if len(c.s.Timers) != timers {
		t.Errorf("%d timers wait, and %d before", len(c.s.Timers), timers)
	}
	c.now += 41 * world.Second
	c.does(anna, world.Glean{Item: "stone"})
	c.does(benno, world.Glean{Item: "stone"})
	c.refused(anna, world.Glean{Item: "stone"}, world.CodeNotHere)
	c.refused(anna, world.Glean{Item: "anvil"}, world.CodeNotHere)
}

// Some is there at one tide, and needs a tool.
func TestWhatIsGatheredHasItsTideAndItsTool(t *testing.T) {
	c := newWorkshops(t)
	for c.now.Tide() == world.TideLow {
		c.wait(c.now.NextTide() - c.now)
	}
	c.gets(anna, "knife")
	c.refused(anna, world.Glean{Item: "pearl"}, world.CodeNotHere)
	for c.now.Tide() != world.TideLow {
		c.wait(c.now.NextTide() - c.now)
	}
	c.refused(benno, world.Glean{Item: "pearl"}, world.CodeMissing)
	c.does(anna, world.Glean{Item: "pearl"})
}

// Coins in the bank are nowhere else: whoever dies has them, and none come of it or are lost.
func TestCoinsInTheBank(t *testing.T) {
	c := newWorkshops(t)
	c.does(merla, world.SetField{Actor: anna, Field: "coins", Value: 30})
	c.emits(anna, world.Deposit{Coins: 20}, "CoinsBanked")
	c.emits(anna, world.Withdraw{Coins: 5}, "CoinsDrawn")
	if a := c.s.Actors[anna]; a.Coins != 15 || a.Bank != 15 {
		t.Errorf("of 30 coins %d are in the purse and %d in the bank", a.Coins, a.Bank)
	}
	c.refused(anna, world.Withdraw{Coins: 16}, world.CodePoor)
	c.refused(anna, world.Deposit{Coins: 16}, world.CodePoor)
	c.refused(anna, world.Deposit{Coins: -1}, world.CodeBadValue)
	c.refused(anna, world.Withdraw{Coins: 0}, world.CodeBadValue)
	c.goes(anna, worldtest.Market)
	c.refused(anna, world.Withdraw{Coins: 1}, world.CodeNotHere)
}
