package world_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest/smallport"
)

// Two rings are worn at two fingers, a third has none, and what was worn first comes off first.
func TestTwoRingsAreWorn(t *testing.T) {
	c := newScene(t)
	rings := []world.ItemID{c.gets(anna, "ring"), c.gets(anna, "ring"), c.gets(anna, "ring")}
	for i, want := range []world.Slot{world.SlotFinger, world.SlotOtherFinger} {
		c.emits(anna, world.Wear{Items: one(rings[i])}, "ItemWorn MostChanged")
		if got := c.s.Items[rings[i]].Worn; got != want {
			t.Errorf("ring %d is worn at %q, want %q", i+1, got, want)
		}
	}
	c.refused(anna, world.Wear{Items: one(rings[2])}, world.CodeAlready)
	if got := c.s.Used(anna); len(got) != 2 || got[1].State != "worn on the other finger" {
		t.Errorf("Anna uses %+v", got)
	}
	c.does(anna, world.Remove{Items: one(rings[0])})
	c.emits(anna, world.Wear{Items: one(rings[2])}, "ItemWorn MostChanged")
	if got := c.s.Items[rings[2]].Worn; got != world.SlotFinger {
		t.Errorf("the third ring is worn at %q", got)
	}
}

// What takes no article is called by its name alone.
func TestAThingOfANameTakesNoArticle(t *testing.T) {
	c := newScene(t)
	pack := smallport.Pack()
	pack.Hash = "named"
	for i := range pack.Items {
		if pack.Items[i].ID == "ring" {
			pack.Items[i].Name, pack.Items[i].A = "Sal's ring", "none"
		}
	}
	c.hosts(world.ApplyPack{Pack: pack})
	ring := c.gets(anna, "ring")
	c.does(anna, world.Wear{Items: one(ring)})
	c.says(anna, world.Wear{Items: one(ring)}, world.CodeAlready, "You are using Sal's ring already.")
}

// A ring raises the most hit points one can have and heals nobody; without it one has no more than before. What would
// take all of them leaves one, and kills nobody.
func TestBonusOfHitPoints(t *testing.T) {
	c := newScene(t)
	has := func(hp, most int) {
		t.Helper()
		a := c.s.Actors[anna]
		if got := c.s.HPNow(a, c.now); got != hp || a.HPMost() != most {
			t.Errorf("Anna has %d of %d hit points, want %d of %d", got, a.HPMost(), hp, most)
		}
	}
	full := c.s.Actors[anna].HPMax
	ring, cloak := c.gets(anna, "ring"), c.gets(anna, "cloak")
	has(full, full)
	c.does(anna, world.Wear{Items: one(ring)})
	has(full, full+4)
	c.now += world.GameDay
	has(full+4, full+4)
	c.does(anna, world.Remove{Items: one(ring)})
	has(full, full)
	c.does(merla, world.SetField{Actor: anna, Field: "hpmax", Value: 10})
	c.emits(anna, world.Wear{Items: one(cloak)}, "ItemWorn MostChanged EffectBegan")
	has(1, 1)
	c.does(merla, world.SetField{Actor: anna, Field: "hpmax", Value: 30})
	has(1, 10)
	c.does(anna, world.Remove{Items: one(cloak)})
	has(1, 30)
}

// What is worn counts in a fight by turns: for blows, for what protects, and for hit points; and so it does when it is
// put on in the middle of one.
func TestBonusCountsByTurns(t *testing.T) {
	c := newScene(t)
	c.goes(anna, smallport.Arena)
	ring, cloak := c.gets(anna, "ring"), c.gets(anna, "cloak")
	bare := c.fighterOf(anna)
	c.does(anna, world.Wear{Items: []world.ItemID{ring, cloak}})
	f := c.fighterOf(anna)
	if f.Skill != bare.Skill+1-1 || f.Damage.P != bare.Damage.P+2 || f.AC != bare.AC || f.HPMax != bare.HPMax-16 ||
		f.HP > f.HPMax {
		t.Errorf("with ring and cloak %+v, without %+v", f, bare)
	}
}

// fighterOf lays a fight by turns out, and breaks it off, to see how somebody would stand in it.
func (c *scene) fighterOf(who world.ActorID) world.Fighter {
	c.Helper()
	c.does(who, world.OpenEncounter{Target: bess})
	e := c.s.EncounterOf(who)
	if e == nil {
		c.Fatalf("%s is in no fight by turns", who)
	}
	f := *e.Fighter(who)
	c.does(merla, world.Haul{Body: who, To: smallport.Quay})
	c.does(merla, world.Haul{Body: who, To: smallport.Arena})
	c.now += world.Minute
	return f
}

// A change of content settles the hit points of whoever wears what is changed.
func TestBonusFollowsContent(t *testing.T) {
	c := newScene(t)
	c.does(anna, world.Wear{Items: one(c.gets(anna, "ring"))})
	full := c.s.Actors[anna].HPMax
	pack := smallport.Pack()
	pack.Hash = "dull"
	for i := range pack.Items {
		if pack.Items[i].ID == "ring" {
			pack.Items[i].Bonus = &world.Bonus{HP: -2}
		}
	}
	c.hosts(world.ApplyPack{Pack: pack})
	if a := c.s.Actors[anna]; a.HPMost() != full-2 || c.s.HPNow(a, c.now) != full-2 {
		t.Errorf("Anna has %d of %d hit points, want %d", c.s.HPNow(a, c.now), a.HPMost(), full-2)
	}
}

// No state holds a bonus beyond its bounds.
func TestBonusHasBounds(t *testing.T) {
	pack := smallport.Pack()
	for i := range pack.Items {
		if pack.Items[i].ID == "ring" {
			pack.Items[i].Bonus = &world.Bonus{Armour: world.BonusMost + 1}
		}
	}
	if got := pack.Unsound(); len(got) != 1 || got[0].ID != "ring" {
		t.Errorf("got %+v", got)
	}
}
