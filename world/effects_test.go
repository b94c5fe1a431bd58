package world_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest/smallport"
)

// A tonic is drunk three times. It heals at once and never above what one can have; the same again lasts longer and
// does not add up; and when its time is over so is what it did.
func TestTonicIsUponOneForATime(t *testing.T) {
	c := newScene(t)
	tonic := c.gets(anna, "tonic")
	a := c.s.Actors[anna]
	c.does(merla, world.SetField{Actor: anna, Field: "hp", Value: 2})
	c.emits(anna, world.Consume{Item: tonic}, "Consumed Refreshed EffectBegan MostChanged")
	if hp := c.s.HPNow(a, c.now); hp != 8 || a.HPMost() != a.HPMax+3 || len(a.Effects) != 1 {
		t.Errorf("Anna has %d of %d hit points, and upon her is %+v", hp, a.HPMost(), a.Effects)
	}
	first := a.Effects[0].Until
	c.now += 5 * world.Second
	c.emits(anna, world.Consume{Item: tonic}, "Consumed Refreshed EffectBegan")
	if len(a.Effects) != 1 || a.Effects[0].Until <= first || a.HPMost() != a.HPMax+3 || c.s.Items[tonic] == nil {
		t.Errorf("after the second draught %+v is upon Anna, who can have %d more", a.Effects, a.Extra)
	}
	if got := c.s.Affects(a, c.now); len(got) != 1 || got[0].Name != "bold" || got[0].Left < 15 || got[0].Left > 25 {
		t.Errorf("Anna knows of %+v", got)
	}
	c.does(anna, world.Consume{Item: tonic})
	if c.s.Items[tonic] != nil {
		t.Error("the tonic is there after three draughts")
	}
	c.wait(world.Minute)
	if len(a.Effects) != 0 || a.Extra != 0 {
		t.Errorf("after a minute %+v is upon Anna, who can have %d more", a.Effects, a.Extra)
	}
}

// Time runs on while one is away, and no timer waits for whoever is; what is over is told to whoever comes back.
func TestEffectsRunOnWhileOneIsAway(t *testing.T) {
	c := newScene(t)
	c.does(anna, world.Consume{Item: c.gets(anna, "tonic")})
	c.does(anna, world.Depart{})
	if c.s.Timers["effect:pc-anna"] != nil || len(c.s.Actors[anna].Effects) != 1 {
		t.Error("a timer waits for Anna, who is away")
	}
	c.does(anna, world.Enter{})
	if c.s.Timers["effect:pc-anna"] == nil {
		t.Error("no timer waits for Anna, who is back in time")
	}
	c.does(anna, world.Depart{})
	c.wait(world.Minute)
	if e := eventOf[world.EffectEnded](t, c.does(anna, world.Enter{})); e.Text != "You are your old self." {
		t.Errorf("Anna is told %+v", e)
	}
}

// Death ends all that is upon one, without a word.
func TestDeathDispels(t *testing.T) {
	c := newScene(t)
	c.does(anna, world.Consume{Item: c.gets(anna, "tonic")})
	c.goes(anna, smallport.Arena)
	c.goes(merla, smallport.Arena)
	if e := eventOf[world.EffectEnded](t, c.does(merla, world.Slay{Target: anna})); !e.Dead {
		t.Errorf("got %+v", e)
	}
	if a := c.s.Actors[anna]; len(a.Effects) != 0 || a.Extra != 0 {
		t.Errorf("upon Anna, who died, is %+v", a.Effects)
	}
}

// A lid that says after how long it is as it began is so then, and not five minutes later.
func TestLidResetsWhenItSays(t *testing.T) {
	c := newScene(t)
	pack := smallport.Pack()
	pack.Hash = "lids"
	for i := range pack.Items {
		if pack.Items[i].ID == "box" {
			pack.Items[i].Holds.Resets = 20
		}
	}
	c.hosts(world.ApplyPack{Pack: pack})
	box := c.floor(smallport.Quay, "box")
	c.does(anna, world.WorkLid{Item: box, Work: world.WorkOpen})
	c.wait(15 * world.Second)
	if c.s.Items[box].Shut {
		t.Error("the box is shut too soon")
	}
	c.wait(15 * world.Second)
	if !c.s.Items[box].Shut {
		t.Error("the box stands open")
	}
}
