package world_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// TestLevelByDecreeIsWhole: who is given a level by decree has the experience and the health of that level, but for a
// creature, whose health is its pattern's (OWNERS D17).
func TestLevelByDecreeIsWhole(t *testing.T) {
	c := newScene(t)
	standing := func(level, xp, full int) {
		t.Helper()
		if a := c.s.Actors[anna]; a.Level != level || a.XP != xp || a.HPMax != full || c.s.HPNow(a, c.now) != full {
			t.Errorf("got level %d, %d xp, %d of %d hp, want level %d, %d xp, %d hp",
				a.Level, a.XP, c.s.HPNow(a, c.now), a.HPMax, level, xp, full)
		}
	}
	c.does(merla, world.SetField{Actor: anna, Field: "xp", Value: 56})
	c.does(merla, world.SetField{Actor: anna, Field: "hp", Value: 3})
	c.emits(merla, world.SetField{Actor: anna, Field: "level", Value: 20}, "FieldSet FieldSet FieldSet FieldSet")
	standing(20, 36100, 182)
	c.does(merla, world.SetField{Actor: anna, Field: "xp", Value: 39000})
	c.does(merla, world.SetField{Actor: anna, Field: "level", Value: 20})
	standing(20, 39000, 182) // it was of that level
	c.does(merla, world.SetField{Actor: anna, Field: "level", Value: 1})
	standing(1, 0, 30)

	rat := c.mob("rat")
	full := c.s.Actors[rat].HPMax
	c.emits(merla, world.SetField{Actor: rat, Field: "level", Value: 9}, "FieldSet")
	if a := c.s.Actors[rat]; a.Level != 9 || a.HPMax != full || a.XP != 0 {
		t.Errorf("the rat is of level %d, with %d hp and %d xp", a.Level, a.HPMax, a.XP)
	}
}

// TestABuilderIsMade: a wizard makes somebody a builder, and somebody who was one from before something else
// (OWNERS D15).
func TestABuilderIsMade(t *testing.T) {
	c := newScene(t)
	builder := world.SetField{Actor: anna, Field: "role", Value: int(world.RoleBuilder)}
	c.emits(merla, builder, "FieldSet")

	old := worldtest.Join(c.s, c.now, worldtest.Person{Name: "Olga", Account: "a-olga", Role: world.RoleBuilder})
	if err := c.s.Check(); err != nil || c.s.Actors[old].Role != world.RoleBuilder {
		t.Fatalf("a builder of before: %v, role %s", err, c.s.Actors[old].Role)
	}
	c.does(old, world.Say{Text: "Still here."})
	c.emits(merla, world.SetField{Actor: old, Field: "role", Value: int(world.RolePlayer)}, "FieldSet")
	if got := c.s.Actors[old].Role; got != world.RolePlayer {
		t.Errorf("the role is %s", got)
	}
}

// TestCorpseOfACreatureHasAnArticle: as whatever is named within a name (OWNERS D17).
func TestCorpseOfACreatureHasAnArticle(t *testing.T) {
	c := newScene(t)
	for _, tt := range []struct {
		proto world.ProtoID
		want  string
	}{{"rat", "corpse of a rat"}, {"bandit", "corpse of Bandit Bess"}} {
		c.goes(merla, worldtest.Arena)
		who := c.mob(tt.proto)
		c.does(merla, world.SetField{Actor: who, Field: "hp", Value: 1})
		c.does(merla, world.SetField{Actor: merla, Field: "level", Value: 60})
		c.does(merla, world.Attack{Target: who})
		name := ""
		for _, rec := range c.wait(2 * world.Minute) {
			for _, n := range rec.Notices {
				if left, ok := n.Event.(world.CorpseLeft); ok && left.Actor == who {
					name = left.Name
				}
			}
		}
		if name != tt.want {
			t.Errorf("got %q, want %q", name, tt.want)
		}
	}
}
