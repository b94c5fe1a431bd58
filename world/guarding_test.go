package world_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
	"github.com/mudlark-mud/mudlark/world/worldtest/smallport"
)

// guardedPack is the small pack in which Bandit Bess keeps helmets, boxes and the door of the store.
func guardedPack() world.Pack {
	pack := worldtest.SmallPack()
	pack.Hash = "guarded"
	for i := range pack.Mobs {
		if pack.Mobs[i].ID == "bandit" {
			pack.Mobs[i].HP = 300
			pack.Mobs[i].Keeps = &world.KeepsSpec{
				Items: []world.ProtoID{"helmet", "box"}, Doors: []world.DoorID{"store-door"}, Text: "Bess is in the way.",
			}
		}
	}
	return pack
}

// newGuarded is newScene with [guardedPack].
func newGuarded(t *testing.T) *scene {
	t.Helper()
	c := newScene(t)
	c.hosts(world.ApplyPack{Pack: guardedPack()})
	return c
}

// PLAYERS C36: what a creature keeps nobody takes while it is there, out of what it keeps neither; everything else is
// free, and so is what it keeps once it is gone.
func TestAGuardGuardsThings(t *testing.T) {
	c := newGuarded(t)
	c.goes(anna, smallport.Arena)
	helmet, box, stone := c.floor(smallport.Arena, "helmet"), c.gets(anna, "box"), c.gets(anna, "stone")
	snack := c.gets(anna, "stone")
	c.does(anna, world.WorkLid{Item: box, Work: world.WorkOpen})
	c.does(anna, world.Put{Items: one(stone), Into: box})
	c.does(anna, world.Drop{Items: []world.ItemID{box, snack}})
	for _, a := range []world.Take{
		{Items: one(helmet)}, {Items: one(box)}, {Items: one(stone), From: box}, {Items: []world.ItemID{helmet, box}},
	} {
		c.says(anna, a, world.CodeCannot, "Bess is in the way.")
	}
	if c.s.Guarded(c.s.Actors[anna], c.s.Items[stone]) == nil {
		t.Error("the stone in the box is said to be free")
	}
	c.emits(anna, world.Take{Items: []world.ItemID{snack, helmet}}, "ItemTaken ThingsLeft")
	c.does(merla, world.Haul{Body: bess, To: smallport.Quay})
	c.does(anna, world.Take{Items: one(stone), From: box})
	c.does(anna, world.Take{Items: []world.ItemID{helmet, box}})
}

// Nobody goes past it by the door that it keeps, nor opens that; whoever comes from the other side, or when it is away,
// does.
func TestAGuardGuardsADoor(t *testing.T) {
	c := newGuarded(t)
	c.goes(anna, smallport.Market)
	c.gets(anna, "brass-key")
	work := func(w world.Work) world.Action { return world.WorkDoor{Door: "store-door", Work: w} }
	c.does(merla, world.Haul{Body: bess, To: smallport.Market})
	c.says(anna, work(world.WorkUnlock), world.CodeCannot, "Bess is in the way.")
	c.does(merla, world.Haul{Body: bess, To: smallport.Quay})
	c.does(anna, work(world.WorkUnlock))
	c.does(merla, world.Haul{Body: bess, To: smallport.Market})
	c.says(anna, work(world.WorkOpen), world.CodeCannot, "Bess is in the way.")
	c.does(merla, world.Haul{Body: bess, To: smallport.Quay})
	c.does(anna, work(world.WorkOpen))
	c.does(merla, world.Haul{Body: bess, To: smallport.Market})
	c.says(anna, world.Move{Dir: world.East}, world.CodeCannot, "Bess is in the way.")
	if c.s.Passable(c.s.Actors[anna], world.East, c.now) || !c.s.Passable(c.s.Actors[anna], world.South, c.now) {
		t.Error("where she could go is told wrongly")
	}
	c.goes(anna, smallport.Store)
	c.does(anna, world.Move{Dir: world.West})
	c.does(anna, work(world.WorkClose))
}

// Whoever has it in a fight leaves the way to a friend; nobody flees by it from itself.
func TestAGuardIsDrawnOff(t *testing.T) {
	c := newGuarded(t)
	helmet := c.floor(smallport.Arena, "helmet")
	c.goes(anna, smallport.Arena)
	c.goes(benno, smallport.Arena)
	c.strong(benno, 300)
	c.does(benno, world.Attack{Target: bess})
	c.does(anna, world.Take{Items: one(helmet)})
	c.does(anna, world.Drop{Items: one(helmet)})
	c.does(merla, world.Haul{Body: benno, To: smallport.Quay})
	c.refused(anna, world.Take{Items: one(helmet)}, world.CodeCannot)

	c.goes(benno, smallport.Arena)
	c.does(benno, world.OpenEncounter{Target: bess})
	c.refused(anna, world.Take{Items: one(helmet)}, world.CodeCannot) // it has not come to blows
	c.does(benno, world.RollInitiative{})
	c.does(anna, world.Take{Items: one(helmet)})
}

// An auditor that lets somebody by proves nothing.
func TestAuditorSeesWhoGetsPastAGuard(t *testing.T) {
	for name, isBlind := range map[string]bool{"an honest guard": false, "a guard that looks away": true} {
		j := worldtest.NewJudge()
		j.Decide = func(s *world.State, now world.Time, in world.Input) (*world.Record, *world.Refusal) {
			bandit := s.MobSpecs["bandit"]
			if _, takes := in.Action.(world.Take); !takes || !isBlind {
				return s.Decide(now, in)
			}
			asleep := *bandit // other states have the same pattern
			asleep.Keeps = &world.KeepsSpec{}
			s.MobSpecs["bandit"] = &asleep
			rec, r := s.Decide(now, in)
			s.MobSpecs["bandit"] = bandit
			return rec, r
		}
		must := func(in world.Input) {
			t.Helper()
			if _, r, err := j.Do(1, in); r != nil || err != nil {
				t.Fatalf("%s: %T: %v %v", name, in.Action, r, err)
			}
		}
		for _, in := range worldtest.Genesis() {
			must(in)
		}
		must(world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.ApplyPack{Pack: guardedPack()}})
		for _, c := range cast {
			must(world.Input{Via: world.Via{Kind: world.ViaHost}, Action: c})
		}
		must(worldtest.Typed(anna, world.Enter{}))
		must(worldtest.Typed(merla, world.Enter{}))
		must(worldtest.Typed(merla, world.Haul{Body: anna, To: smallport.Arena}))
		var helmet world.ItemID
		for _, id := range j.State.Index.Floor[smallport.Arena] {
			if j.State.Items[id].Proto == "helmet" {
				helmet = id
			}
		}
		_, r, err := j.Do(2, worldtest.Typed(anna, world.Take{Items: one(helmet)}))
		objected := err != nil && strings.Contains(err.Error(), "npc-bess keeps it")
		if objected != isBlind || (r == nil) != isBlind {
			t.Errorf("%s: refused %v, objected %v", name, r, err)
		}
	}
}

// Whether a thing is kept is asked of the guards, and not of everybody who stands about: who they are is known at each
// moment, and after a pack that says otherwise.
func TestGuardsAreKnown(t *testing.T) {
	c := newScene(t)
	holds := func(want ...world.ActorID) {
		t.Helper()
		if got := c.s.Index.Guards; !slices.Equal(got, want) {
			t.Errorf("guards are %v, want %v", got, want)
		}
		if err := c.s.Check(); err != nil {
			t.Error(err)
		}
	}
	holds()
	c.hosts(world.ApplyPack{Pack: guardedPack()})
	holds(bess)
	c.does(merla, world.Haul{Body: bess, To: smallport.Quay})
	holds(bess)
	c.does(merla, world.Purge{Actor: bess})
	holds()
	c.wait(2 * world.GameDay)
	if c.s.Actors[bess] == nil {
		t.Fatal("there is no other Bess")
	}
	holds(bess)
	pack := worldtest.SmallPack()
	pack.Hash = "free"
	c.hosts(world.ApplyPack{Pack: pack})
	holds()
}
