package world_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
	"github.com/mudlark-mud/mudlark/world/worldtest/smallport"
)

// newPowers is a scene with things of power in it, with Anna in the arena.
func newPowers(t *testing.T) *scene {
	t.Helper()
	c := newScene(t)
	p := worldtest.SmallPack()
	smallport.Powers(&p)
	c.hosts(world.ApplyPack{Pack: p})
	c.goes(anna, worldtest.Arena)
	return c
}

// A wand is pointed at a foe and begins the fight; what it costs one who is warded is half. It stays when it is spent.
func TestAWandIsPointedAtAFoe(t *testing.T) {
	c := newPowers(t)
	rat, wand := c.mob("rat"), c.gets(anna, "wand")
	c.refused(anna, world.Invoke{Item: wand}, world.CodeMissing)
	c.refused(anna, world.Invoke{Item: wand, Target: anna}, world.CodeCannot)
	c.refused(anna, world.Invoke{Item: wand, Target: "npc-keeper"}, world.CodeNotHere)
	c.refused(anna, world.Invoke{Item: c.gets(anna, "knife"), Target: rat}, world.CodeCannot)
	r := c.does(anna, world.Invoke{Item: wand, Target: rat})
	hit := eventOf[world.BlowLanded](t, r)
	if hit.Harm < 1 || hit.Harm > 3 || hit.Verb != "scorch" || hit.With != wand {
		t.Errorf("a warded rat is hit by %+v, want half of 2d3", hit)
	}
	if a := c.s.Actors[anna]; a.Fighting != rat || !c.s.IsUnder(c.s.Actors[rat], world.AuraBlind) {
		t.Errorf("Anna fights %q, and upon the rat is %+v", a.Fighting, c.s.Actors[rat].Effects)
	}
	if left := eventOf[world.Invoked](t, r); left.Left != 1 || left.Spent || left.Target != rat {
		t.Errorf("told was %+v", left)
	}
	c.does(anna, world.Invoke{Item: wand, Target: rat})
	c.refused(anna, world.Invoke{Item: wand, Target: rat}, world.CodeCannot)
	if c.s.Items[wand] == nil {
		t.Error("the spent wand is gone")
	}
	if e := c.s.Actors[rat]; e != nil {
		c.wait(world.Minute)
	}
}

// A scroll is gone when it is read out: it ends what is upon one, frees from what clings, and sends home.
func TestAScrollIsReadOut(t *testing.T) {
	c := newPowers(t)
	hood, scroll := c.gets(anna, "hood"), c.gets(anna, "scroll")
	c.does(anna, world.Consume{Item: c.gets(anna, "tonic")})
	c.does(anna, world.Wear{Items: one(hood)})
	c.refused(anna, world.Remove{Items: one(hood)}, world.CodeCannot)
	c.refused(anna, world.Invoke{Item: scroll, Target: c.mob("rat")}, world.CodeCannot)
	c.emits(anna, world.Invoke{Item: scroll}, "Invoked EffectEnded MostChanged Loosed Moved")
	if a := c.s.Actors[anna]; a.Room != worldtest.Quay || c.s.Items[scroll] != nil || len(a.Effects) != 0 {
		t.Errorf("Anna is in %s, and upon her is %+v", a.Room, a.Effects)
	}
	c.does(anna, world.Remove{Items: one(hood)})
	c.does(anna, world.Drop{Items: one(hood)})
}

// A staff reaches all who are here: people with what does them good. While it lasts one needs no light and no boat.
func TestAStaffReachesAll(t *testing.T) {
	c := newPowers(t)
	c.goes(benno, worldtest.Arena)
	staff := c.gets(anna, "staff")
	c.does(merla, world.SetField{Actor: benno, Field: "hp", Value: 2})
	c.does(anna, world.Invoke{Item: staff})
	a, b := c.s.Actors[anna], c.s.Actors[benno]
	if c.s.HPNow(b, c.now) != 4 || !c.s.IsUnder(a, world.AuraWarded) || !c.s.IsUnder(b, world.AuraDarksighted) {
		t.Errorf("upon Anna is %+v, upon Benno %+v", a.Effects, b.Effects)
	}
	c.goes(anna, worldtest.Cave)
	if !c.s.BrightFor(a, c.now) {
		t.Error("Anna sees nothing in the cave, for all her dark sight")
	}
	c.wait(world.Minute)
	if c.s.BrightFor(a, c.now) || c.s.IsUnder(b, world.AuraWarded) {
		t.Error("it goes on after its time")
	}
}

// Who is blind sees nothing, be there light or not, and does nothing for which one has to see.
func TestWhoIsBlindSeesNothing(t *testing.T) {
	c := newPowers(t)
	p := worldtest.SmallPack()
	smallport.Powers(&p)
	p.Hash += "-dust"
	p.Items = append(p.Items, world.ItemSpec{ID: "dust", Name: "dust", Desc: "Grey.", Eat: "It burns.",
		Effect: &world.EffectSpec{Name: "blind", For: 20, Auras: []world.Aura{world.AuraBlind}}})
	c.hosts(world.ApplyPack{Pack: p})
	scroll := c.gets(anna, "scroll")
	c.does(anna, world.Consume{Item: c.gets(anna, "dust")})
	if r := c.s.LookInto(worldtest.Arena, anna, c.now); !r.Dark || len(r.People)+len(r.Things) > 0 {
		t.Errorf("blind Anna sees %+v", r)
	}
	c.refused(anna, world.Invoke{Item: scroll}, world.CodeDark)
	for _, n := range c.does(benno, world.Say{Text: "Hm."}).Notices {
		if sense, does := n.SenseOf(c.s.Actors[anna].Num); does && sense&world.Saw != 0 {
			t.Errorf("blind Anna saw %+v", n.Event)
		}
	}
	c.wait(world.Minute)
	c.does(anna, world.Invoke{Item: scroll})
}

// withOdd adds things of power to the scene that say nothing of harm and do some, and one that does nothing but send.
func (c *scene) withOdd() {
	c.Helper()
	p := worldtest.SmallPack()
	smallport.Powers(&p)
	p.Hash, p.Jail = "small-odd", worldtest.Market
	odd := func(id world.ProtoID, way world.PowerWay, e world.EffectSpec) {
		p.Items = append(p.Items, world.ItemSpec{ID: id, Name: string(id), Desc: "Odd.",
			Power: &world.PowerSpec{Way: way, Text: "It hums."}, Effect: &e})
		if way != world.Recite {
			p.Items[len(p.Items)-1].Charges = 5
		}
	}
	odd("fog", world.Point, world.EffectSpec{Name: "fogged", For: 60, Auras: []world.Aura{world.AuraBlind}})
	odd("sap", world.Strike, world.EffectSpec{Name: "sapped", For: 60, Bonus: &world.Bonus{HP: -5, Skill: 1}})
	odd("slip", world.Recite, world.EffectSpec{Sends: world.SendsHome})
	odd("gust", world.Recite, world.EffectSpec{Sends: world.SendsAstray})
	c.hosts(world.ApplyPack{Pack: p})
}

// What blinds or weakens works on nobody whom one may not attack, whether its pattern says that it harms or not.
func TestWhatBlindsIsForFoes(t *testing.T) {
	c := newPowers(t)
	c.withOdd()
	c.goes(benno, worldtest.Arena)
	fog, sap, rat := c.gets(anna, "fog"), c.gets(anna, "sap"), c.mob("rat")
	c.refused(anna, world.Invoke{Item: fog, Target: benno}, world.CodeSafe)
	c.refused(anna, world.Invoke{Item: sap}, world.CodeNoEnemy)
	c.does(anna, world.Attack{Target: rat})
	c.does(anna, world.Invoke{Item: sap})
	if a, b := c.s.Actors[anna], c.s.Actors[benno]; len(a.Effects)+len(b.Effects) > 0 || a.Fighting != rat {
		t.Errorf("upon Anna is %+v, upon Benno %+v, and Anna fights %q", a.Effects, b.Effects, a.Fighting)
	}
	c.does(anna, world.Invoke{Item: fog})
	if !c.s.IsUnder(c.s.Actors[anna], world.AuraBlind) {
		t.Error("Anna cannot use it on herself")
	}
}

// What does nothing but send its user is not used up where it would send them nowhere.
func TestAScrollThatSendsNowhereIsKept(t *testing.T) {
	c := newPowers(t)
	c.withOdd()
	slip, gust := c.gets(anna, "slip"), c.gets(anna, "gust")
	c.goes(anna, worldtest.Quay)
	c.refused(anna, world.Invoke{Item: slip}, world.CodeAlready)
	c.jails(anna, 0)
	c.refused(anna, world.Invoke{Item: slip}, world.CodeCannot)
	c.refused(anna, world.Invoke{Item: gust}, world.CodeCannot)
	c.does(merla, world.Lift{Sanction: c.s.SanctionOn(world.SanctionJail, c.s.Actors[anna], c.now).ID})
	c.goes(anna, worldtest.Arena)
	c.does(anna, world.Invoke{Item: slip})
	c.standsIn(anna, worldtest.Quay)
}
