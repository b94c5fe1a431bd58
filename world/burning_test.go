package world_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// A torch gives light while a person holds it ready, and only then burns down: not in a pocket, not on the floor, and
// not while they are out of the world. When nothing is left of it it is out for good.
func TestTorchBurnsDown(t *testing.T) {
	c := newScene(t)
	c.goes(anna, worldtest.Loft)
	torch := c.gets(anna, "torch")
	it := c.s.Items[torch]
	sees := func(want bool) {
		t.Helper()
		if got := c.s.Bright(worldtest.Loft, c.now); got != want {
			t.Errorf("it is bright: %v, want %v; the torch is %+v", got, want, *it)
		}
	}
	sees(false)
	c.emits(anna, world.Wear{Items: one(torch)}, "ItemWorn Kindled")
	sees(true)
	c.wait(15 * world.Second)
	c.emits(anna, world.Remove{Items: one(torch)}, "ItemRemoved Doused")
	sees(false)
	if left := c.s.LightLeft(it, c.now); left < 22 || left > 26 {
		t.Errorf("there is light for %d seconds", left)
	}
	c.wait(world.Minute)
	c.does(anna, world.Wear{Items: one(torch)})
	e := eventOf[world.Doused](t, c.does(anna, world.Depart{}))
	if e.Out || c.s.Timers["burn:"+world.TimerID(torch)] != nil {
		t.Errorf("Anna left with %+v, and the torch burns on", e)
	}
	c.wait(world.Minute)
	if e := eventOf[world.Kindled](t, c.does(anna, world.Enter{})); e.Item != torch {
		t.Errorf("Anna came back with %+v", e)
	}
	c.wait(world.Minute)
	sees(false)
	if left := c.s.LightLeft(it, c.now); left != 0 || it.Lit != 0 {
		t.Errorf("it burns since %d, and has light for %d seconds", it.Lit, left)
	}
	c.does(anna, world.Remove{Items: one(torch)})
	c.emits(anna, world.Wear{Items: one(torch)}, "ItemWorn")
	sees(false)
}

// What is dropped out of the hand, or given away, goes out.
func TestTorchGoesOutWithTheHand(t *testing.T) {
	c := newScene(t)
	torch := c.gets(anna, "torch")
	c.does(anna, world.Wear{Items: one(torch)})
	c.emits(anna, world.Drop{Items: one(torch)}, "ItemDropped Doused")
	if c.s.Shines(c.s.Items[torch]) {
		t.Error("it gives light on the floor")
	}
}
