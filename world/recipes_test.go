package world_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
	"github.com/mudlark-mud/mudlark/world/worldtest/smallport"
)

// newWorkshops is a scene with recipes in it.
func newWorkshops(t *testing.T) *scene {
	t.Helper()
	c := newScene(t)
	p := worldtest.SmallPack()
	smallport.Trade(&p)
	c.hosts(world.ApplyPack{Pack: p})
	return c
}

// What a recipe takes is used up, what it keeps is not, and it is made where there is a workshop of its kind.
func TestAThingIsMadeAtItsWorkshop(t *testing.T) {
	c := newWorkshops(t)
	one, two := c.gets(anna, "stone"), c.gets(anna, "stone")
	c.refused(anna, world.Make{Recipe: "r-cap"}, world.CodeNotHere)
	if r := c.s.CanMake(c.s.Actors[anna], c.s.Recipes["r-cap"]); r.Text != "The cap is made at a forge, and there is "+
		"none here." {
		t.Errorf("without a forge: %q", r.Text)
	}
	c.goes(anna, worldtest.Market)
	e := eventOf[world.Crafted](t, c.does(anna, world.Make{Recipe: "r-cap"}))
	if c.s.Items[one] != nil || c.s.Items[two] != nil || e.Used != 2 {
		t.Errorf("two stones went into it, and are there: %+v", e)
	}
	c.refused(anna, world.Make{Recipe: "r-cap"}, world.CodeMissing)
	if got := c.s.CanMake(c.s.Actors[anna], c.s.Recipes["r-cap"]).Text; !strings.Contains(got, "you lack a stone (2)") {
		t.Errorf("without stones: %q", got)
	}
	c.refused(anna, world.Make{Recipe: "r-ring"}, world.CodeCannot)
	c.refused(anna, world.Make{Recipe: "no-such"}, world.CodeUnknown)
}

// Of a hundred as many are spoilt as was told, and as many are finer; the surer one is the fewer and the more.
func TestTheTollOfARecipeIsAsTold(t *testing.T) {
	c := newWorkshops(t)
	c.goes(merla, worldtest.Market)
	tries := func(height int) (spoilt, fine int) {
		c.does(merla, world.SetField{Actor: merla, Field: "smithing", Value: height})
		r := c.s.Recipes["r-cap"]
		for range 100 {
			c.gets(merla, "stone")
			c.gets(merla, "stone")
			c.wait(world.Second)
			e := eventOf[world.Crafted](t, c.does(merla, world.Make{Recipe: "r-cap"}))
			switch {
			case len(e.Items) == 0:
				spoilt++
			case e.Fine:
				fine++
				fallthrough
			default:
				c.does(merla, world.Purge{Item: e.Items[0]})
			}
			c.does(merla, world.SetField{Actor: merla, Field: "smithing", Value: height})
		}
		t.Logf("at %d: told %d and %d, %d and %d came", height, c.s.SpoilChance(c.s.Actors[merla], r),
			c.s.FineChance(c.s.Actors[merla], r), spoilt, fine)
		return spoilt, fine
	}
	lowSpoilt, lowFine := tries(0)
	highSpoilt, highFine := tries(60)
	if lowSpoilt < 15 || lowSpoilt > 45 || highSpoilt != 0 || lowFine > 15 || highFine < 45 || highFine > 85 {
		t.Errorf("at 0 %d spoilt and %d fine, at 60 %d and %d", lowSpoilt, lowFine, highSpoilt, highFine)
	}
}

// Work that takes time is done by a timer, where it was begun; leaving it costs nothing.
func TestWorkTakesItsTime(t *testing.T) {
	c := newWorkshops(t)
	c.gets(anna, "stone")
	c.refused(anna, world.Make{Recipe: "r-lamp"}, world.CodeMissing)
	if got := c.s.CanMake(c.s.Actors[anna], c.s.Recipes["r-lamp"]).Text; !strings.Contains(got, "you lack a knife or a") {
		t.Errorf("without a tool: %q", got)
	}
	knife := c.gets(anna, "knife")
	c.emits(anna, world.Make{Recipe: "r-lamp"}, "MakeBegan")
	c.refused(anna, world.Make{Recipe: "r-lamp"}, world.CodeAlready)
	c.does(anna, world.Move{Dir: world.North})
	if c.s.Actors[anna].Making != nil {
		t.Error("Anna walked away and is still at work")
	}
	c.does(anna, world.Move{Dir: world.South})
	c.emits(anna, world.Make{Recipe: "r-lamp"}, "MakeBegan")
	c.emits(anna, world.StopMaking{}, "MakeStopped")
	c.emits(anna, world.Make{Recipe: "r-lamp"}, "MakeBegan")
	c.wait(11 * world.Second)
	lamps := 0
	for _, id := range c.s.Index.Held[anna] {
		if c.s.Items[id].Proto == "lamp" {
			lamps++
		}
	}
	if lamps != 2 || c.s.Items[knife] == nil || c.s.Actors[anna].Making != nil {
		t.Errorf("there are %d lamps, the knife is %v", lamps, c.s.Items[knife])
	}
	c.refused(anna, world.StopMaking{}, world.CodeCannot)
}

// What goes missing while somebody works ends the work, and nothing is used up.
func TestWorkEndsWhenSomethingGoesMissing(t *testing.T) {
	c := newWorkshops(t)
	stone := c.gets(anna, "stone")
	c.gets(anna, "knife")
	c.does(anna, world.Make{Recipe: "r-lamp"})
	c.does(anna, world.Drop{Items: one(stone)})
	c.wait(11 * world.Second)
	if c.s.Actors[anna].Making != nil || c.s.Items[stone] == nil {
		t.Error("work went on without the stone")
	}
}

// TestSimWorkshops plays games in which people make things.
func TestSimWorkshops(t *testing.T) {
	made := false
	rapid.Check(t, func(t *rapid.T) {
		j := worldtest.NewJudge()
		j.DigestEvery, j.CutEvery = 20, 15
		g, now := begin(t, j)
		p := worldtest.SmallPack()
		smallport.Trade(&p)
		must := func(in world.Input) {
			if _, r, err := j.Do(now, in); r != nil || err != nil {
				t.Fatalf("%T: %v %v", in.Action, r, err)
			}
		}
		must(host(world.ApplyPack{Pack: p}))
		for range 3 {
			for _, proto := range []world.ProtoID{"stone", "stone", "pearl", "knife"} {
				must(worldtest.Typed("pc-merla", world.Conjure{Item: proto}))
			}
		}
		for i := range gameSteps {
			var err error
			if i%3 == 0 {
				now, err = g.Play(j, now)
			} else {
				who := rapid.SampledFrom([]world.ActorID{"pc-anna", "pc-benno", "pc-merla", "pc-merla"}).Draw(t, "who")
				act := g.Fill(who, rapid.SampledFrom([]world.Action{
					world.Make{}, world.Make{}, world.Make{}, world.StopMaking{}, world.Glean{}, world.Glean{}, world.Deposit{},
					world.Withdraw{}, world.Take{}, world.Drop{}, world.Give{},
					world.Haul{},
				}).Draw(t, "deed"))
				if _, isHaul := act.(world.Haul); isHaul {
					to := rapid.SampledFrom([]world.RoomID{worldtest.Quay, worldtest.Market}).Draw(t, "to")
					who, act = "pc-merla", world.Haul{Body: who, To: to}
				}
				_, _, err = j.Do(now, worldtest.Typed(who, act))
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, a := range j.State.Actors {
				made = made || a.Making != nil || a.Crafts["smithing"] > 0
			}
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	})
	if !made {
		t.Error("nobody made anything")
	}
}
