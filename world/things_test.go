package world_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// PLAYERS C36: what a beast keeps is not snatched from under it in the middle of its attack.
func TestNothingIsPickedUpInAFight(t *testing.T) {
	c := newScene(t)
	c.goes(merla, worldtest.Arena)
	cap1 := eventOf[world.ItemMade](t, c.does(merla, world.Conjure{Item: "cap"})).Item
	c.does(merla, world.Drop{Items: one(cap1)})
	c.goes(anna, worldtest.Arena)
	c.does(anna, world.Attack{Target: c.mob("rat")})
	c.refused(anna, world.Take{Items: one(cap1)}, world.CodeFighting)
	c.goes(anna, worldtest.Quay)
	c.goes(anna, worldtest.Arena)
	c.emits(anna, world.Take{Items: one(cap1)}, "ItemTaken")
}
