package world_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
	"github.com/mudlark-mud/mudlark/world/worldtest/smallport"
)

// newFigures is a scene with figures and vessels in it.
func newFigures(t *testing.T) *scene {
	t.Helper()
	c := newScene(t)
	p := worldtest.SmallPack()
	smallport.Figures(&p)
	c.hosts(world.ApplyPack{Pack: p})
	return c
}

// What is worn adds to a figure, and from a height on the figure to a fight, for as long as it is worn.
func TestAThingAddsToAFigure(t *testing.T) {
	c := newFigures(t)
	a := c.s.Actors[anna]
	belt := c.floor(worldtest.Quay, "belt")
	c.does(anna, world.Take{Items: one(belt)})
	c.emits(anna, world.Wear{Items: one(belt)}, "ItemWorn MostChanged")
	if n, b := c.s.Figure(a, "strength"), c.s.BonusOf(anna); n != 12 || b != (world.Bonus{Damage: 1, Skill: 1, HP: 3}) {
		t.Errorf("with the belt on Anna's strength is %d, and adds %+v", n, b)
	}
	c.emits(anna, world.Remove{Items: one(belt)}, "ItemRemoved MostChanged")
	if n, b := c.s.Figure(a, "strength"), c.s.BonusOf(anna); n != 10 || b != (world.Bonus{}) {
		t.Errorf("without it her strength is %d, and adds %+v", n, b)
	}
	c.emits(merla, world.SetField{Actor: anna, Field: "strength", Value: 19}, "FigureMoved MostChanged")
	c.does(anna, world.Wear{Items: one(belt)})
	if n := c.s.Figure(a, "strength"); n != 20 {
		t.Errorf("a belt makes 19 %d; the most is 20", n)
	}
	c.refused(merla, world.SetField{Actor: anna, Field: "strength", Value: 21}, world.CodeBadValue)
	c.refused(merla, world.SetField{Actor: c.mob("rat"), Field: "strength", Value: 9}, world.CodeCannot)
	c.does(merla, world.SetField{Actor: anna, Field: "strength", Value: 10})
	if a.Figures != nil {
		t.Errorf("a figure that is as it began is kept: %v", a.Figures)
	}
}

// A thing may not be for some; whoever is one of them cannot put it on.
func TestAThingIsNotForAll(t *testing.T) {
	c := newFigures(t)
	belt := c.floor(worldtest.Quay, "belt")
	c.does(anna, world.Take{Items: one(belt)})
	c.does(merla, world.SetField{Actor: anna, Field: "leaning", Value: -5})
	c.refused(anna, world.Wear{Items: one(belt)}, world.CodeCannot)
	c.does(merla, world.SetField{Actor: anna, Field: "leaning", Value: -4})
	c.emits(anna, world.Become{Figure: "monk"}, "FigureMoved")
	c.refused(anna, world.Wear{Items: one(belt)}, world.CodeCannot)
	c.refused(anna, world.Become{Figure: "smith"}, world.CodeAlready)
	c.refused(anna, world.Become{Figure: "leaning"}, world.CodeBadValue)
	c.does(merla, world.SetField{Actor: anna, Field: "monk", Value: 0})
	c.does(anna, world.Wear{Items: one(belt)})
	c.does(anna, world.Become{Figure: "smith"})
}

// Whoever slays a creature moves away from it, and a creature attacks those whom it hates.
func TestSlayingMovesAFigure(t *testing.T) {
	c := newFigures(t)
	c.goes(anna, worldtest.Arena)
	rat := c.mob("rat")
	c.does(anna, world.Attack{Target: rat})
	for range 300 {
		if c.s.Actors[rat] == nil {
			break
		}
		c.wait(2 * world.Second)
		c.does(merla, world.Restore{Actor: anna})
	}
	if n := c.s.Figure(c.s.Actors[anna], "leaning"); n != -20 {
		t.Errorf("who slew a creature of 80 leans %d, want a quarter of the way to -80", n)
	}
}

// A vessel is drunk from gulp by gulp, filled at a fountain, and poured out; liquids do not mix.
func TestVesselsAreFilledAndEmptied(t *testing.T) {
	c := newFigures(t)
	well, flask, cup := c.floor(worldtest.Quay, "well"), c.floor(worldtest.Quay, "flask"), c.floor(worldtest.Quay, "cup")
	has := func(id world.ItemID, name string, gulps int) {
		t.Helper()
		l, n := c.s.InVessel(c.s.Items[id])
		if l == nil && gulps > 0 || l != nil && l.Name != name || n != gulps {
			t.Errorf("in %s are %d gulps of %+v, want %d of %s", id, n, l, gulps, name)
		}
	}
	c.does(anna, world.Take{Items: []world.ItemID{flask, cup}})
	c.refused(anna, world.DrinkFrom{Item: cup}, world.CodeCannot)
	c.emits(anna, world.DrinkFrom{Item: flask}, "Sipped EffectBegan")
	has(flask, "grog", 2)
	c.refused(anna, world.Pour{From: well, Into: flask}, world.CodeCannot)
	c.emits(anna, world.Pour{From: flask, Into: cup}, "Poured")
	has(flask, "", 0)
	has(cup, "grog", 2)
	c.emits(anna, world.Pour{From: well, Into: flask}, "Poured")
	has(flask, "water", 4)
	c.refused(anna, world.Pour{From: well, Into: flask}, world.CodeFull)
	c.refused(anna, world.Pour{From: well}, world.CodeCannot)
	c.refused(anna, world.Pour{From: flask, Into: well}, world.CodeCannot)
	c.refused(anna, world.Pour{From: flask, Into: flask}, world.CodeCannot)
	c.emits(anna, world.DrinkFrom{Item: well}, "Sipped")
	c.does(anna, world.Drop{Items: one(flask)})
	c.refused(anna, world.Pour{From: flask}, world.CodeNotHeld)
	c.emits(anna, world.DrinkFrom{Item: flask}, "Sipped")
	c.emits(anna, world.Pour{From: cup}, "Poured")
	has(cup, "", 0)
	stone := c.floor(worldtest.Quay, "stone")
	c.refused(anna, world.DrinkFrom{Item: stone}, world.CodeCannot)
}
