package world_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// battlefield makes the arena a place that is drawn, with three ways to end a fight by wits.
func battlefield(c *scene, change func(*world.BattleSpec)) {
	c.Helper()
	p := worldtest.SmallPack()
	i := slices.IndexFunc(p.Rooms, func(r world.RoomSpec) bool { return r.ID == worldtest.Arena })
	b := &world.BattleSpec{
		Name: "the ring", Rows: []string{"........", "A..#...B", "A..#...B", "..SS...."},
		Marks: []world.MarkSpec{{Mark: "#", Name: "the bar", Blocks: true}, {Mark: "S", Name: "the lever", Cover: 1}},
		Wits: []world.WitSpec{
			{Says: []string{"truce", "please"}, Text: "They think better of it."},
			{Gives: "pearl", Text: "It takes the pearl and goes."}, {Stands: "S", Text: "The floor gives way."},
		},
	}
	if change != nil {
		change(b)
	}
	p.Rooms[i].Battle, p.Hash = b, "with-a-ring"
	if _, code := c.at(world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.ApplyPack{Pack: p}}); code != "" {
		c.Fatal(code)
	}
}

// squares brings Anna and a rat to their places, and Benno to look on.
func squares(t *testing.T, change func(*world.BattleSpec)) (*scene, *world.Encounter, world.ActorID) {
	t.Helper()
	c := newScene(t)
	battlefield(c, change)
	rat := c.mob("rat")
	for _, who := range []world.ActorID{anna, benno} {
		c.goes(who, worldtest.Arena)
		c.does(merla, world.SetField{Actor: who, Field: "hpmax", Value: 200})
		c.does(merla, world.SetField{Actor: who, Field: "hp", Value: 200})
	}
	c.does(anna, world.OpenEncounter{Target: rat})
	return c, c.s.EncounterIn(worldtest.Arena), rat
}

// turn lets the others do what they do until it is somebody's turn.
func (c *scene) turn(e *world.Encounter, who world.ActorID) {
	c.Helper()
	for range 50 {
		switch a := c.s.Actors[e.Active]; {
		case e.Mode != world.ModeCombat:
			c.Fatalf("it is never the turn of %s: %s %s", who, e.Mode, e.How)
		case e.Active == who:
			return
		case a.Player():
			c.does(e.Active, world.EndTurn{})
		default:
			c.wait(2 * world.Second)
		}
	}
	c.Fatalf("it is never the turn of %s", who)
}

// strong makes somebody hard to kill.
func (c *scene) strong(who world.ActorID, hp int) {
	c.Helper()
	c.does(merla, world.SetField{Actor: who, Field: "hpmax", Value: hp})
	c.does(merla, world.SetField{Actor: who, Field: "hp", Value: hp})
}

// slays has somebody strike at somebody, turn after turn, until they fall.
func (c *scene) slays(e *world.Encounter, who, foe world.ActorID) {
	c.Helper()
	c.does(merla, world.SetField{Actor: foe, Field: "hp", Value: 1})
	for range 100 {
		if f := e.Fighter(foe); f == nil || !f.Stands() {
			return
		}
		c.turn(e, who)
		switch act := e.Tactic(who); act.Kind {
		case world.ActMove:
			c.does(who, world.March{Path: act.Path})
		case world.ActAttack:
			c.does(who, world.Attack{Target: act.Target})
		default:
			c.does(who, world.EndTurn{})
		}
	}
	c.Fatalf("%s never strikes %s down", who, foe)
}

// S3-20, S3-03: the codes that depend on the world around a fight; the rest are those of its rules.
func TestEncounterRefusals(t *testing.T) {
	c, e, rat := squares(t, func(b *world.BattleSpec) { b.Blunt = true })
	t.Run("by turns before there is a fight", func(*testing.T) {
		for _, a := range []world.Action{world.March{Path: path(1, 1)}, world.EndTurn{}, world.RollInitiative{}} {
			c.refused("pc-gast", a, world.CodeCombatNotActive)
		}
		c.refused("pc-gast", world.JoinEncounter{}, world.CodeNoEnemy)
		c.refused("pc-gast", world.OpenEncounter{}, world.CodeNoEnemy)
		c.refused("pc-gast", world.OpenEncounter{Target: rat}, world.CodeNotHere)
	})
	t.Run("who only looks on has no turn", func(*testing.T) {
		for _, a := range []world.Action{world.March{Path: path(1, 1)}, world.EndTurn{}, world.RollInitiative{}} {
			c.refused(benno, a, world.CodeEntityNotFound)
		}
		c.refused(benno, world.OpenEncounter{}, world.CodeAlready)
		c.refused(benno, world.JoinEncounter{With: "npc-bess"}, world.CodeEntityNotFound)
		c.refused(benno, world.JoinEncounter{With: rat}, world.CodeSafe) // against Anna
		c.emits(benno, world.Say{Text: "Go on!"}, "Said")
	})
	t.Run("before it comes to blows", func(*testing.T) {
		c.refused(anna, world.Attack{Target: rat}, world.CodeCombatNotActive)
		c.refused(anna, world.EndTurn{}, world.CodeCombatNotActive)
		c.refused(anna, world.OpenEncounter{}, world.CodeAlready)
		c.refused(anna, world.JoinEncounter{}, world.CodeAlready)
		c.emits(anna, world.March{Path: path(1, 1)}, "MoveApplied")
	})
	c.does(anna, world.RollInitiative{})
	t.Run("when it has", func(*testing.T) {
		c.turn(e, anna)
		c.refused(anna, world.RollInitiative{}, world.CodeCombatAlreadyActive)
		c.refused(anna, world.Attack{Target: anna}, world.CodeSelfAttack)
		c.refused(anna, world.Attack{Target: "npc-bess"}, world.CodeEntityNotFound)
		c.refused(anna, world.Attack{Target: "pc-gast"}, world.CodeNotHere)
		c.refused(anna, world.Move{Dir: world.South}, world.CodeFighting)
		c.refused(anna, world.Depart{}, world.CodeFighting)
		c.does(anna, world.EndTurn{})
		c.refused(anna, world.EndTurn{}, world.CodeNotYourTurn)
		c.refused(anna, world.Flee{}, world.CodeNotYourTurn)
	})
	t.Run("when one lies there", func(t *testing.T) {
		c.does(benno, world.JoinEncounter{})
		c.strong(rat, 5)
		c.slays(e, anna, rat)
		if e.Mode != world.ModeOver || e.How != world.OutcomeWon || e.Won != world.SideA {
			t.Errorf("got %s %s %s, want it won", e.Mode, e.How, e.Won)
		}
		if a := c.s.Actors[rat]; a == nil || a.HP != 1 {
			t.Errorf("got %+v, want the rat stunned and no more", a)
		}
		c.refused(anna, world.EndTurn{}, world.CodeCombatNotActive)
	})
}

// S3-20: who was slain in a fight that goes on is somebody whom nobody can strike any more.
func TestEncounterTargetDead(t *testing.T) {
	c, _, rat := squares(t, nil)
	c.does(anna, world.Flee{})
	c.goes(anna, worldtest.Arena)
	c.wait(6 * world.Second)
	c.goes(merla, worldtest.Arena)
	crab := eventOf[world.MobMade](t, c.does(merla, world.Conjure{Mob: "crab"})).Actor
	c.goes(merla, worldtest.Quay)
	c.strong(crab, 500)
	c.does(anna, world.OpenEncounter{Target: rat})
	e := c.s.EncounterOf(anna)
	c.does(anna, world.RollInitiative{})
	c.slays(e, anna, rat)
	if e.Mode != world.ModeCombat || c.s.Actors[rat] != nil {
		t.Fatalf("got %s, want it to go on without the rat", e.Mode)
	}
	c.turn(e, anna)
	c.refused(anna, world.Attack{Target: rat}, world.CodeTargetDead)
}

// S3-20: who was struck down in a brawl can do nothing in it, nor come back into it.
func TestEncounterDown(t *testing.T) {
	c, e, rat := squares(t, func(b *world.BattleSpec) { b.Blunt = true })
	c.does(benno, world.JoinEncounter{})
	c.strong(rat, 300)
	c.does(anna, world.RollInitiative{})
	c.turn(e, anna)
	c.does(merla, world.SetField{Actor: anna, Field: "hp", Value: 1})
	for c.s.EncounterOf(anna) != nil {
		if c.s.Actors[e.Active].Player() {
			c.does(e.Active, world.EndTurn{})
		} else {
			c.wait(2 * world.Second)
		}
	}
	c.refused(anna, world.EndTurn{}, world.CodeDeadEntity)
	c.refused(anna, world.March{Path: path(1, 1)}, world.CodeDeadEntity)
	c.refused(anna, world.JoinEncounter{}, world.CodeDeadEntity)
	c.refused(anna, world.Attack{Target: rat}, world.CodeDeadEntity)
	c.turn(e, benno)
	if got := c.s.Actors[anna]; got.Room != worldtest.Arena || got.HP < 1 {
		t.Errorf("got %+v, want her on the floor", got)
	}
}

// A fight that is on, real time or not, is nowhere to get one's breath back; one with nobody against one is over.
func TestEncounterOpens(t *testing.T) {
	t.Run("what has begun comes to blows at once", func(t *testing.T) {
		c := newScene(t)
		battlefield(c, nil)
		rat := c.mob("rat")
		c.goes(anna, worldtest.Arena)
		c.does(anna, world.Attack{Target: rat})
		c.does(anna, world.OpenEncounter{})
		if e := c.s.EncounterOf(anna); e == nil || e.Mode != world.ModeCombat || e.Fighter(rat) == nil {
			t.Errorf("got %+v, want her and the rat to take turns", e)
		}
		if a := c.s.Actors[rat]; a.Fighting != "" {
			t.Errorf("the rat fights %s in real time as well", a.Fighting)
		}
	})
	t.Run("nobody is taken on who may not be", func(t *testing.T) {
		c := newScene(t)
		c.goes(benno, worldtest.Quay)
		c.refused(anna, world.OpenEncounter{Target: "npc-keeper"}, world.CodeSafe)
		c.refused(anna, world.OpenEncounter{Target: anna}, world.CodeCannot)
		c.goes(anna, c.s.Actors[benno].Room)
		c.refused(anna, world.OpenEncounter{Target: benno}, world.CodeSafe)
	})
	t.Run("but by a pack that says so", func(*testing.T) {
		c := newScene(t)
		battlefield(c, func(b *world.BattleSpec) { b.Foes = []world.ProtoID{"keeper", "bandit"} })
		c.goes("npc-keeper", worldtest.Arena)
		c.goes(anna, worldtest.Arena)
		c.does(anna, world.OpenEncounter{})
		e := c.s.EncounterOf(anna)
		for _, id := range []world.ActorID{"npc-keeper", "npc-bess"} {
			if f := e.Fighter(id); f == nil || f.Side != world.SideB {
				t.Errorf("got %+v, want %s against her", f, id)
			}
		}
	})
	t.Run("it lapses by itself", func(t *testing.T) {
		c, e, _ := squares(t, nil)
		c.wait(31 * world.Second)
		if e.Mode != world.ModeCombat {
			t.Errorf("got %s, want it to come to blows after thirty seconds", e.Mode)
		}
	})
	t.Run("who walks away calls it off, and nobody lays out another at once", func(t *testing.T) {
		c, e, rat := squares(t, nil)
		c.does(anna, world.Flee{})
		if e.Mode != world.ModeOver || e.How != world.OutcomeOff {
			t.Errorf("got %s %s, want it off", e.Mode, e.How)
		}
		c.refused(benno, world.OpenEncounter{Target: rat}, world.CodeTooSoon)
		c.wait(5 * world.Second)
		c.does(benno, world.OpenEncounter{Target: rat})
	})
	t.Run("what lies about stays there", func(*testing.T) {
		c, _, _ := squares(t, nil)
		c.refused(anna, world.Take{Items: one(c.floor(worldtest.Arena, "helmet"))}, world.CodeFighting)
		c.does(benno, world.Take{Items: one(c.floor(worldtest.Arena, "helmet"))})
	})
}

// The clock of a turn: thirty seconds, or what the pack says; a second for who fights by rule; five for who is cut off,
// and no more for who comes back than there was.
func TestEncounterClock(t *testing.T) {
	begin := func(t *testing.T, clock int) (*scene, *world.Encounter) {
		t.Helper()
		c, e, rat := squares(t, func(b *world.BattleSpec) { b.Clock = clock })
		c.strong(rat, 500)
		c.does(benno, world.JoinEncounter{})
		c.does(anna, world.RollInitiative{})
		c.turn(e, anna)
		return c, e
	}
	for clock, want := range map[int]world.Time{0: 30 * world.Second, 10: 10 * world.Second, 120: 120 * world.Second} {
		c, e := begin(t, clock)
		left := e.Due - c.now
		if left > want || left < want-2*world.Second {
			t.Errorf("a clock of %d leaves %d, want %d", clock, left, want)
		}
		c.wait(left - world.Second)
		if e.Active != anna {
			t.Errorf("it is the turn of %s, %d before its end", e.Active, world.Second)
		}
		recs := c.wait(world.Second)
		if late := eventOf[world.TurnEnded](t, recs[0]); !late.Late || late.Actor != anna || e.Active == anna {
			t.Errorf("got %+v, want her turn to end late", late)
		}
	}
	sever := world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.Sever{Body: anna}}
	t.Run("cut off", func(t *testing.T) {
		c, e := begin(t, 0)
		c.at(sever)
		if left := e.Due - c.now; left > 5*world.Second {
			t.Errorf("%d left for who is cut off, want five seconds", left)
		}
		c.wait(5100)
		if e.Active == anna {
			t.Error("it is still her turn")
		}
	})
	t.Run("again and again", func(t *testing.T) {
		c, e := begin(t, 0)
		until := e.Due
		for range 4 {
			c.at(sever)
			c.does(anna, world.Enter{})
		}
		if e.Due > until {
			t.Errorf("who was cut off has time until %d, and had it until %d", e.Due, until)
		}
	})
	t.Run("after a restart", func(t *testing.T) {
		c, e := begin(t, 0)
		c.at(world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.Start{Build: "next"}})
		if e.Due > c.now+5*world.Second || c.s.EncounterOf(anna) != e {
			t.Errorf("got %+v, want the fight to go on, and her turn to end soon", e)
		}
		for range 20 {
			c.wait(2 * world.Second)
		}
		if e.Round < 2 || e.Mode != world.ModeCombat {
			t.Errorf("round %d of a fight in %s: want it to go on without them", e.Round, e.Mode)
		}
	})
}

// Whoever is elsewhere is out of it, whatever took them; what is left goes on, or is over.
func TestEncounterLeft(t *testing.T) {
	tests := map[string]func(c *scene, rat world.ActorID){
		"hauled away":      func(c *scene, _ world.ActorID) { c.goes(anna, worldtest.Quay) },
		"gone for good":    func(c *scene, _ world.ActorID) { c.leaves(anna) },
		"the foe is slain": func(c *scene, rat world.ActorID) { c.does(merla, world.Purge{Actor: rat}) },
		"the foe is hauled away": func(c *scene, rat world.ActorID) {
			c.does(merla, world.Haul{Body: rat, To: worldtest.Market})
		},
		"the foe is nothing": func(c *scene, rat world.ActorID) {
			c.does(merla, world.SetField{Actor: rat, Field: "hp", Value: 1})
			c.slays(c.s.EncounterOf(anna), anna, rat)
		},
		"the room is withdrawn": func(c *scene, _ world.ActorID) {
			p := worldtest.SmallPack()
			p.Rooms = slices.DeleteFunc(p.Rooms, func(r world.RoomSpec) bool { return r.ID == worldtest.Arena })
			p.Hash = "without"
			c.at(world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.ApplyPack{Pack: p}})
		},
	}
	for name, take := range tests {
		for _, isBegun := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				c, e, rat := squares(t, nil)
				if isBegun {
					c.strong(rat, 50)
					c.does(anna, world.RollInitiative{})
				} else if strings.Contains(name, "nothing") {
					t.Skip("nobody falls before it comes to blows")
				}
				take(c, rat)
				if e.Mode != world.ModeOver || c.s.EncounterIn(worldtest.Arena) != nil {
					t.Errorf("got %s, want it over", e.Mode)
				}
				if err := c.s.Check(); err != nil {
					t.Error(err)
				}
			})
		}
	}
	t.Run("the others go on", func(t *testing.T) {
		c, e, rat := squares(t, nil)
		c.strong(rat, 50)
		c.does(benno, world.JoinEncounter{})
		c.does(anna, world.RollInitiative{})
		c.turn(e, anna)
		c.goes(anna, worldtest.Quay)
		if e.Mode != world.ModeCombat || e.Active == anna || e.Left(world.SideA) != 1 {
			t.Errorf("got %s, the turn of %s", e.Mode, e.Active)
		}
		c.goes(anna, worldtest.Arena)
		c.does(anna, world.JoinEncounter{}) // who got away may come back
		c.turn(e, anna)
	})
	t.Run("who flees is elsewhere", func(t *testing.T) {
		c, e, rat := squares(t, nil)
		c.strong(rat, 50)
		c.does(anna, world.RollInitiative{})
		for c.s.EncounterOf(anna) != nil {
			c.turn(e, anna)
			c.does(anna, world.Flee{})
		}
		if c.s.Actors[anna].Room == worldtest.Arena || e.How != world.OutcomeFled || e.Won != world.SideB {
			t.Errorf("got %s %s, she is in %s", e.How, e.Won, c.s.Actors[anna].Room)
		}
	})
}

// leaves has somebody cut off for so long that they leave the world.
func (c *scene) leaves(who world.ActorID) {
	c.Helper()
	c.at(world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.Sever{Body: who}})
	for range 400 {
		if c.s.Actors[who].Presence == world.Away {
			return
		}
		c.wait(2 * world.Second)
	}
	c.Fatalf("%s never leaves", who)
}

// In the middle of a fight, hands do their work on one's turn, and instead of a blow. To let something fall is free.
func TestEncounterHands(t *testing.T) {
	c, e, rat := squares(t, nil)
	c.strong(rat, 500)
	knife, stone, cap := c.gets(anna, "knife"), c.gets(anna, "stone"), c.gets(anna, "cap")
	c.does(anna, world.Wear{Items: one(cap)}) // nobody counts yet
	c.does(anna, world.RollInitiative{})
	c.turn(e, anna)
	ac := e.Fighter(anna).AC
	c.emits(anna, world.Wear{Items: one(knife)}, "ItemWorn FighterChanged FighterChanged")
	if f := e.Fighter(anna); f.With != knife || !f.Struck {
		t.Errorf("got %+v, want the knife in her hand, and her blow spent", f)
	}
	c.refused(anna, world.Remove{Items: one(cap)}, world.CodeActed)
	c.refused(anna, world.Attack{Target: rat}, world.CodeActed)
	c.does(anna, world.Drop{Items: one(stone)})
	c.does(anna, world.EndTurn{})
	if e.Active != anna {
		c.refused(anna, world.Remove{Items: one(cap)}, world.CodeNotYourTurn)
		c.refused(anna, world.Give{Items: one(knife), To: benno}, world.CodeNotYourTurn)
	}
	c.turn(e, anna)
	c.does(anna, world.Remove{Items: one(cap)})
	if got := e.Fighter(anna).AC; got != ac-1 {
		t.Errorf("got armour %d without the cap, want %d", got, ac-1)
	}
}

// What a creature teaches that falls is shared by those against it who struck and stand; who looks on learns nothing,
// nor who stands by idle. Their quests count alike.
func TestEncounterShares(t *testing.T) {
	c, _, rat := squares(t, nil)
	for _, who := range []world.ActorID{anna, benno} {
		c.goes(who, worldtest.Market)
		c.does(who, world.AcceptQuest{Quest: "vermin"})
		c.goes(who, worldtest.Arena)
	}
	c.wait(6 * world.Second)
	c.strong(rat, 40)
	c.does(anna, world.OpenEncounter{Target: rat})
	e := c.s.EncounterOf(anna)
	c.does(benno, world.JoinEncounter{With: anna})
	c.goes("pc-gast", worldtest.Arena)
	c.does("pc-gast", world.JoinEncounter{With: anna})
	c.does(anna, world.RollInitiative{})
	for e.Fighter(benno).Blows == 0 {
		c.turn(e, benno)
		switch act := e.Tactic(benno); act.Kind {
		case world.ActMove:
			c.does(benno, world.March{Path: act.Path})
		case world.ActAttack:
			c.does(benno, world.Attack{Target: rat})
		default:
			c.does(benno, world.EndTurn{})
		}
	}
	if c.s.Actors[rat] == nil {
		t.Fatal("the rat fell too soon")
	}
	before := map[world.ActorID]int{anna: c.s.Actors[anna].XP, benno: c.s.Actors[benno].XP}
	c.slays(e, anna, rat)
	for who, was := range before {
		if got := c.s.Actors[who].XP - was; got != 40 {
			t.Errorf("%s learned %d, want half of 80", who, got)
		}
		if run := c.s.Actors[who].Quests["vermin"]; !slices.Contains(run.Found, true) {
			t.Errorf("the quest of %s does not know of the rat: %+v", who, run)
		}
	}
	if got := c.s.Actors["pc-gast"].XP; got != 0 {
		t.Errorf("who stood by idle learned %d", got)
	}
}

// An encounter ends by wits as its room says: by words, a gift or a place, of somebody in it. What goes away then
// leaves what it had and teaches what its death would have; there is no more to be had of it than that.
func TestEncounterWits(t *testing.T) {
	t.Run("by words", func(t *testing.T) {
		c, e, rat := squares(t, nil)
		c.does(benno, world.Say{Text: "A truce, please!"}) // who looks on settles nothing
		c.does(anna, world.Say{Text: "A truce!"})
		if e.Mode == world.ModeOver {
			t.Fatal("it is over too soon")
		}
		was := c.s.Actors[anna].XP
		prey := 2 * c.s.Actors[rat].HPMax
		c.emits(anna, world.Say{Text: "Please, I beg you: TRUCE."}, "Said EncounterEnded MobGone Learned")
		if e.How != world.OutcomeSettled || c.s.Actors[rat] != nil || c.s.Actors[anna].XP-was != prey {
			t.Errorf("got %s, the rat %v, %d learned of %d", e.How, c.s.Actors[rat], c.s.Actors[anna].XP-was, prey)
		}
		c.does(anna, world.Say{Text: "Truce, please."})
		if got := c.s.Actors[anna].XP - was; got != prey {
			t.Errorf("got %d for the same creature, want %d", got, prey)
		}
	})
	t.Run("by a gift", func(t *testing.T) {
		c, e, rat := squares(t, nil)
		pearl, other := c.gets(anna, "pearl"), c.gets(benno, "pearl")
		c.does(benno, world.Give{Items: one(other), To: rat})
		c.does(anna, world.Give{Items: one(pearl), To: benno})
		if e.Mode == world.ModeOver {
			t.Fatal("it is over, and she gave it to nobody against her")
		}
		c.does(benno, world.Give{Items: one(pearl), To: anna})
		c.does(anna, world.Give{Items: one(pearl), To: rat})
		if at := c.s.Items[pearl].At; e.How != world.OutcomeSettled || at.Room != worldtest.Arena {
			t.Errorf("got %s, the pearl at %+v", e.How, at)
		}
	})
	t.Run("by a place", func(t *testing.T) {
		c, e, rat := squares(t, nil)
		c.strong(rat, 500)
		c.does(anna, world.March{Path: e.Way(e.Fighter(anna).At, world.Cell{X: 3, Y: 3})})
		if e.Mode != world.ModeExploration {
			t.Fatal("a stroll to the lever ended it")
		}
		c.does(anna, world.March{Path: e.Way(e.Fighter(anna).At, world.Cell{X: 1, Y: 3})})
		c.does(anna, world.RollInitiative{})
		c.turn(e, anna)
		way := e.Way(e.Fighter(anna).At, world.Cell{X: 2, Y: 3})
		if way == nil { // the rat stands there
			way = e.Way(e.Fighter(anna).At, world.Cell{X: 3, Y: 3})
		}
		c.does(anna, world.March{Path: way})
		if e.How != world.OutcomeSettled {
			t.Errorf("got %s %s, want it settled along %v", e.Mode, e.How, way)
		}
	})
	t.Run("people stay, and teach nothing", func(t *testing.T) {
		c := newScene(t)
		battlefield(c, func(b *world.BattleSpec) { b.Foes = []world.ProtoID{"keeper"} })
		c.goes("npc-keeper", worldtest.Arena)
		c.goes(anna, worldtest.Arena)
		c.does(anna, world.OpenEncounter{})
		c.emits(anna, world.Say{Text: "Truce, please."}, "Said EncounterEnded Said")
		if c.s.Actors["npc-keeper"] == nil {
			t.Error("the keeper is gone")
		}
	})
}

// Whoever strikes at somebody in an encounter from outside is in it, on the other side; nobody fights on in real time.
func TestEncounterFromOutside(t *testing.T) {
	c, e, rat := squares(t, nil)
	c.emits(benno, world.Attack{Target: rat}, "FighterJoined")
	if f := e.Fighter(benno); f == nil || f.Side != world.SideA || c.s.Actors[rat].Fighting != "" {
		t.Errorf("got %+v, want him beside her", f)
	}
	other := world.ActorID("")
	for id, a := range world.Ordered(c.s.Actors) {
		if a.Proto == "rat" && id != rat {
			other = id
		}
	}
	c.goes("pc-gast", worldtest.Arena)
	c.does("pc-gast", world.Attack{Target: other})
	c.refused("pc-gast", world.Attack{Target: rat}, world.CodeFighting)
	c.refused("pc-gast", world.JoinEncounter{}, world.CodeFighting)
	crab := eventOf[world.MobMade](t, func() *world.Record {
		c.goes(merla, worldtest.Arena)
		return c.does(merla, world.Conjure{Mob: "crab"})
	}()).Actor
	c.goes("pc-gast", worldtest.Quay)
	c.goes(merla, worldtest.Quay)
	c.wait(3 * world.Second)
	if f := e.Fighter(crab); f == nil || f.Side != world.SideB || c.s.Actors[crab].Fighting != "" {
		t.Errorf("got %+v, want the crab against them by turns", f)
	}
}
