package world_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
	"github.com/mudlark-mud/mudlark/world/worldtest/audit"
	"github.com/mudlark-mud/mudlark/world/worldtest/smallport"
)

// newCrafts is a scene with a craft in it.
func newCrafts(t *testing.T) *scene {
	t.Helper()
	c := newScene(t)
	p := worldtest.SmallPack()
	smallport.Crafts(&p)
	c.hosts(world.ApplyPack{Pack: p})
	return c
}

// sure is how sure somebody is of the craft.
func (c *scene) sure(who world.ActorID) int { return c.s.Actors[who].Crafts["mudding"] }

// set makes somebody so sure of it, by decree.
func (c *scene) set(who world.ActorID, value int) {
	c.Helper()
	c.does(merla, world.SetField{Actor: who, Field: "mudding", Value: value})
}

// What lies as it was laid teaches whoever takes it, once in a place within the hour, and in four places.
func TestADeedTeachesOnceInAPlaceWithinTheHour(t *testing.T) {
	c := newCrafts(t)
	stone := c.floor(worldtest.Quay, "stone")
	c.emits(anna, world.Take{Items: one(stone)}, "ItemTaken Practised")
	if c.sure(anna) != 1 {
		t.Fatalf("the first deed made Anna %d sure, want 1", c.sure(anna))
	}
	c.emits(anna, world.Take{Items: one(c.floor(worldtest.Quay, "stone"))}, "ItemTaken")
	c.does(anna, world.Drop{Items: one(stone)})
	c.emits(benno, world.Take{Items: one(stone)}, "ItemTaken") // it does not lie as it was laid
	if c.sure(benno) != 0 {
		t.Error("what somebody dropped taught Benno something")
	}
	c.emits(anna, world.Move{Dir: world.Down}, "Moved Practised")
	c.emits(anna, world.Move{Dir: world.East}, "Moved Practised MostChanged")
	c.does(anna, world.Move{Dir: world.West})
	c.goes(anna, worldtest.Market)
	c.emits(anna, world.Take{Items: one(c.floor(worldtest.Market, "cap"))}, "ItemTaken Practised")
	c.goes(anna, worldtest.Arena)
	c.emits(anna, world.Take{Items: one(c.floor(worldtest.Arena, "ring"))}, "ItemTaken") // four places are enough
	if c.sure(anna) != 4 {
		t.Errorf("four places made Anna %d sure, want 4", c.sure(anna))
	}
	c.wait(world.GameHour)
	c.emits(anna, world.Take{Items: one(c.floor(worldtest.Arena, "ring"))}, "ItemTaken Practised")
	if n := len(c.s.Actors[anna].Practised); n != 1 {
		t.Errorf("of an hour ago %d places are remembered, want the one of now", n)
	}
}

// The surer somebody is, the seldomer a deed teaches anything; nobody is surer than 100, nor than 300 of all.
func TestCraftsGrowSlowerTheHigherTheyAre(t *testing.T) {
	c := newCrafts(t)
	rises := func(from int) int {
		n := 0
		for range 60 {
			c.set(anna, from)
			c.wait(world.GameHour)
			c.does(anna, world.Probe{})
			n += c.sure(anna) - from
		}
		return n
	}
	low, high, top := rises(3), rises(30), rises(world.CraftMost)
	if low != 60 || high == 0 || high > 20 || top != 0 {
		t.Errorf("of 60 deeds each %d taught something at 3, %d at 30 and %d at 100", low, high, top)
	}
	c.refused(merla, world.SetField{Actor: anna, Field: "mudding", Value: world.CraftMost + 1}, world.CodeBadValue)
	c.refused(merla, world.SetField{Actor: anna, Field: "weaving", Value: 1}, world.CodeBadValue)
	c.refused(merla, world.SetField{Actor: c.mob("keeper"), Field: "mudding", Value: 1}, world.CodeCannot)
	c.set(anna, 0)
	if c.s.Actors[anna].Crafts != nil {
		t.Error("a craft of nothing is kept")
	}
}

// A height adds to one's figures, for as long as one stands there.
func TestACraftAddsToFigures(t *testing.T) {
	c := newCrafts(t)
	a := c.s.Actors[anna]
	c.emits(merla, world.SetField{Actor: anna, Field: "mudding", Value: 3}, "FieldSet MostChanged")
	if b := c.s.BonusOf(anna); b != (world.Bonus{Skill: 1, HP: 2}) || a.HPMost() != a.HPMax+2 {
		t.Errorf("at 3 it adds %+v, and Anna can have %d more", b, a.Extra)
	}
	c.set(anna, 2)
	if b := c.s.BonusOf(anna); b != (world.Bonus{}) || a.Extra != 0 {
		t.Errorf("at 2 it adds %+v, and Anna can have %d more", b, a.Extra)
	}
}

// A lesson raises a craft at once, no higher than it says, and is not sold to who would learn nothing.
func TestALessonRaisesACraft(t *testing.T) {
	c := newTrade(t)
	p := audit.OpenMarket(worldtest.SmallPack(), worldtest.Quay)
	smallport.Crafts(&p)
	for i := range p.Mobs {
		if p.Mobs[i].ID == "fence" {
			p.Mobs[i].Mind.Teaches = append(p.Mobs[i].Mind.Teaches, world.LessonSpec{
				ID: "mud", Name: "the mud", Text: "It is soft.", Price: 2, Craft: "mudding", Raises: 5, Upto: 4,
			})
		}
	}
	c.hosts(world.ApplyPack{Pack: p})
	c.set(anna, 4)
	c.refused(anna, world.Study{From: fence, Lesson: "mud"}, world.CodeAlready)
	c.set(anna, 1)
	got := eventOf[world.Practised](t, c.does(anna, world.Study{From: fence, Lesson: "mud"}))
	if got.Rise != 3 || got.Value != 4 || len(got.Knacks) != 4 || c.sure(anna) != 4 {
		t.Errorf("the lesson came to %+v", got)
	}
	c.refused(anna, world.Study{From: fence, Lesson: "mud"}, world.CodeAlready)
}

// A lesson may ask for what only practice gives; who has outgrown it is told so, and both read it in the list.
func TestALessonIsForWhoIsReady(t *testing.T) {
	c := newTrade(t)
	p := audit.OpenMarket(worldtest.SmallPack(), worldtest.Quay)
	smallport.Crafts(&p)
	for i := range p.Mobs {
		if p.Mobs[i].ID == "fence" {
			p.Mobs[i].Mind.Teaches = []world.LessonSpec{
				{ID: "mud", Name: "the mud", Text: "It is soft.", Craft: "mudding", From: 10, Raises: 5, Upto: 20},
			}
		}
	}
	c.hosts(world.ApplyPack{Pack: p})
	listed := func() world.Lesson {
		return c.s.CounterOf(c.s.Actors[fence], c.s.Actors[anna], c.now).Teaches[0]
	}
	want := world.Lesson{ID: "mud", Name: "the mud", Craft: "Mudding", From: 10}
	for _, x := range []struct {
		sure        int
		early, past bool
		code        world.Code
	}{{9, true, false, world.CodeCannot}, {20, false, true, world.CodeAlready}} {
		c.set(anna, x.sure)
		c.refused(anna, world.Study{From: fence, Lesson: "mud"}, x.code)
		want.Early, want.Past = x.early, x.past
		if got := listed(); got != want {
			t.Errorf("at %d the list has %+v, want %+v", x.sure, got, want)
		}
	}
	c.set(anna, 10)
	c.emits(anna, world.Study{From: fence, Lesson: "mud"}, "Taught Practised")
	if c.sure(anna) != 15 {
		t.Errorf("the lesson made Anna %d sure, want 15", c.sure(anna))
	}
	early := &world.WhenSpec{Craft: "mudding", Below: 15}
	late := &world.WhenSpec{Craft: "mudding", From: 15, Below: 16}
	if a := c.s.Actors[anna]; early.Holds(c.s, a, c.now) || !late.Holds(c.s, a, c.now) || !late.IsOfViewer() ||
		late.String() != "craft mudding from 15 to below 16" {
		t.Errorf("conditions of crafts are off: %q", late)
	}
}

// Who lacks a knack is told what teaches it; and whoever has it finds what is buried, and only they.
func TestWhatIsBuriedIsProbedForAndDugUp(t *testing.T) {
	c := newCrafts(t)
	c.goes(anna, worldtest.Market)
	c.says(anna, world.Probe{}, world.CodeCannot, "Mudding at 1", "the keeper teaches", "stand at 0")
	c.refused(anna, world.Unearth{}, world.CodeCannot)
	pearl := c.s.Index.Buried[worldtest.Market][0]
	c.refused(anna, world.Take{Items: one(pearl)}, world.CodeNotHere)
	for _, ref := range c.s.LookAround(anna, c.now).Things {
		if ref.ID == string(pearl) {
			t.Error("Anna sees what is buried")
		}
	}
	c.set(anna, 1)
	if got := eventOf[world.Probed](t, c.does(anna, world.Probe{})); got.Buried != 1 || got.Ways != 0 {
		t.Errorf("Anna finds %+v", got)
	}
	c.does(anna, world.Unearth{})
	c.refused(anna, world.Unearth{}, world.CodeNotHere)
	c.does(anna, world.Take{Items: one(pearl)})
	c.set(anna, 3)
	if r, no := c.s.Sieve(c.s.Actors[anna]); no != nil || len(r.Things) != 0 {
		t.Errorf("where nothing is left Anna sieves %+v, %v", r, no)
	}
	c.wait(world.Minute)
	if n := len(c.s.Index.Buried[worldtest.Market]); n != 1 {
		t.Errorf("a minute later %d are buried, want a new one", n)
	}
	if r, no := c.s.Sieve(c.s.Actors[anna]); no != nil || len(r.Things) != 1 || r.Things[0].Name != "a pearl" {
		t.Errorf("Anna sieves %+v, %v", r, no)
	}
	c.goes(anna, worldtest.Store)
	if got := eventOf[world.Probed](t, c.does(anna, world.Probe{})); got.Buried != 0 || got.Ways != 1 {
		t.Errorf("by the hidden ladder Anna finds %+v", got)
	}
}

// The flow lets whoever wades stand in one place for half a minute, and then takes them.
func TestWadingIsOnePlaceForHalfAMinute(t *testing.T) {
	c := newCrafts(t)
	c.refused(anna, world.Wade{Dir: world.Down}, world.CodeCannot)
	c.set(anna, 2)
	c.refused(anna, world.Wade{Dir: world.Down}, world.CodeCannot) // it is dry
	worldtest.RunTimers(c.s, c.now.NextTide())
	c.now = max(c.now, c.s.Now)
	c.refused(benno, world.Move{Dir: world.Down}, world.CodeDrowned)
	c.refused(benno, world.Wade{Dir: world.Down}, world.CodeCannot)
	wades := c.does(anna, world.Wade{Dir: world.Down})
	if a := c.s.Actors[anna]; a.Room != worldtest.Strand || a.Wading == 0 || !strings.HasPrefix(names(wades), "Moved") {
		t.Fatalf("Anna is in %s until %d by %s", a.Room, a.Wading, names(wades))
	}
	c.refused(anna, world.Wade{Dir: world.East}, world.CodeDrowned) // one and no further
	c.wait(20 * world.Second)
	if a := c.s.Actors[anna]; a.Room != worldtest.Strand {
		t.Errorf("after 20 seconds Anna is in %s", a.Room)
	}
	c.wait(20 * world.Second)
	if a := c.s.Actors[anna]; a.Room != worldtest.Quay || a.Wading != 0 || c.s.Timers["wade:pc-anna"] != nil {
		t.Errorf("after 40 seconds Anna is in %s, until %d", a.Room, a.Wading)
	}
	c.does(anna, world.Wade{Dir: world.Down})
	c.does(anna, world.Move{Dir: world.Up})
	if c.s.Timers["wade:pc-anna"] != nil {
		t.Error("the flow waits for Anna, who went ashore")
	}
}

// Listening tells when the water comes, wherever one is; harking tells whose a thing was.
func TestListeningAndHarking(t *testing.T) {
	c := newCrafts(t)
	a := c.s.Actors[anna]
	if _, r := c.s.ListenTo(a, c.now); r == nil {
		t.Error("Anna hears the water without the knack")
	}
	c.set(anna, 2)
	next := int((c.now.NextTide() - c.now) / world.Second)
	if got, r := c.s.ListenTo(a, c.now); r != nil || got.Here || got.Seconds < next || got.Seconds > next+1 {
		t.Errorf("on the quay Anna hears %+v, %v; the tide turns in %d", got, r, next)
	}
	c.does(anna, world.Move{Dir: world.Down})
	if got, r := c.s.ListenTo(a, c.now); r != nil || !got.Here || got.Covers != got.Seconds || got.Bares != 0 {
		t.Errorf("on the strand Anna hears %+v, %v", got, r)
	}
	if got, _ := c.s.ListenTo(a, c.now.NextTide()); got.Bares <= got.Seconds || got.Covers != 0 {
		t.Errorf("in the flow Anna hears %+v", got)
	}
	pearl := c.gets(anna, "pearl")
	if got := eventOf[world.Harked](t, c.does(anna, world.Hark{Item: pearl})); got.Text != "It was an oyster's." {
		t.Errorf("the pearl says %+v", got)
	}
	c.refused(anna, world.Hark{Item: c.gets(anna, "stone")}, world.CodeCannot)
	c.refused(benno, world.Hark{Item: pearl}, world.CodeCannot)
}

// What no state may hold is refused, whoever writes it.
func TestUnsoundCrafts(t *testing.T) {
	for name, c := range map[string]world.CraftSpec{
		"height":  {ID: "a", Knacks: []world.KnackSpec{{At: 101, Knack: world.KnackProbe}}},
		"knack":   {ID: "a", Knacks: []world.KnackSpec{{At: 1, Knack: "fly"}}},
		"deed":    {ID: "a", Grows: []world.GrowSpec{{Do: "sleep"}}},
		"place":   {ID: "a", Grows: []world.GrowSpec{{Do: world.DoGet, Where: "moon"}}},
		"bonus":   {ID: "a", Bonus: []world.HeightSpec{{At: 1, Skill: world.CraftBonusMost + 1}}},
		"a field": {ID: "hp"},
		"id":      {ID: "No Slug"},
	} {
		p := worldtest.SmallPack()
		p.Crafts = []world.CraftSpec{c}
		if bad := p.Unsound(); len(bad) != 1 || bad[0].Kind != "craft" {
			t.Errorf("%s: got %+v", name, bad)
		}
	}
	p := worldtest.SmallPack()
	p.Spawns = append(p.Spawns, world.SpawnSpec{ID: "s-mole", Mob: "rat", Room: worldtest.Quay, Buried: true})
	if bad := p.Unsound(); len(bad) != 1 || bad[0].ID != "s-mole" {
		t.Errorf("a buried creature: got %+v", bad)
	}
}
