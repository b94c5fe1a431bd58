package world_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
	"github.com/mudlark-mud/mudlark/world/worldtest/smallport"
)

const (
	porter  world.ActorID = "npc-porter"
	soldier world.ActorID = "npc-soldier"
)

// hirelings is a scene with two who can be hired, and people who have nine coins.
func hirelings(t *testing.T) *scene {
	c := newScene(t)
	p := worldtest.SmallPack()
	smallport.Companions(&p)
	c.hosts(world.ApplyPack{Pack: p})
	for _, who := range []world.ActorID{anna, benno} {
		c.does(merla, world.SetField{Actor: who, Field: "coins", Value: 9})
	}
	return c
}

// hiredSoldier is a scene in which Anna goes about with the soldier, in the market.
func hiredSoldier(t *testing.T) *scene {
	c := hirelings(t)
	c.gets(anna, "stone")
	c.does(anna, world.Move{Dir: world.North})
	c.does(anna, world.Hire{Who: soldier})
	return c
}

// hire returns for whom somebody goes along, "" for nobody.
func (c *scene) hire(who world.ActorID) world.ActorID {
	if a := c.s.Actors[who]; a != nil && a.Hire != nil {
		return a.Hire.By
	}
	return ""
}

// spoken returns what was said in records.
func spoken(recs ...*world.Record) string {
	var out []string
	for _, rec := range recs {
		for _, n := range rec.Notices {
			if e, ok := n.Event.(world.Said); ok {
				out = append(out, e.Text)
			}
		}
	}
	return strings.Join(out, " ")
}

// left returns why somebody parted with whoever hired them, in records; "" for nobody did.
func left(recs ...*world.Record) (why world.Parting) {
	for _, rec := range recs {
		for _, n := range rec.Notices {
			if e, ok := n.Event.(world.HireEnded); ok {
				why = e.Why
			}
		}
	}
	return why
}

func TestACompanionIsHired(t *testing.T) {
	c := hirelings(t)
	c.refused(anna, world.Hire{Who: "npc-keeper"}, world.CodeCannot)
	c.refused(anna, world.Hire{Who: soldier}, world.CodeNotHere)
	c.refused(anna, world.Hire{Who: benno}, world.CodeCannot)
	c.refused(anna, world.Dismiss{Who: porter}, world.CodeUnknown)
	c.emits(anna, world.Hire{Who: porter}, "Hired PartyJoined Said")
	if got := spoken(c.last); got != "Yes." {
		t.Errorf("the porter said %q", got)
	}
	c.wantGroup(anna, anna, porter)
	c.refused(anna, world.Hire{Who: porter}, world.CodeAlready)
	c.refused(benno, world.Hire{Who: porter}, world.CodeCannot)
	c.refused(anna, world.PartyLeave{}, world.CodeCannot)
	c.refused(anna, world.PartyDrop{Who: porter}, world.CodeCannot)
	c.refused(anna, world.PartyLead{Who: porter}, world.CodeCannot)

	c.does(anna, world.Move{Dir: world.North})
	if at := c.s.Actors[porter].Room; at != worldtest.Market {
		t.Errorf("the porter is in %s", at)
	}
	c.refused(anna, world.Hire{Who: soldier}, world.CodeFull) // who goes along with nobody besides
	c.emits(anna, world.Dismiss{Who: porter}, "Said HireEnded PartyLeft")
	c.wantGroup(anna)
	c.refused(anna, world.Hire{Who: soldier}, world.CodeMissing)
	c.does(merla, world.Haul{Body: anna, To: worldtest.Quay})
	c.gets(anna, "stone")
	c.does(anna, world.Move{Dir: world.North})
	c.does(merla, world.SetField{Actor: anna, Field: "coins", Value: 2})
	c.refused(anna, world.Hire{Who: soldier}, world.CodePoor)
	c.does(merla, world.SetField{Actor: anna, Field: "coins", Value: 4})
	c.emits(anna, world.Hire{Who: soldier}, "ItemGiven ItemGone Hired PartyJoined Said")
	if got := c.s.Actors[anna].Coins; got != 1 {
		t.Errorf("Anna has %d coins left", got)
	}
}

func TestACompanionWaitsWhereItDoesNotGo(t *testing.T) {
	c := hirelings(t)
	c.does(anna, world.Hire{Who: porter})
	c.does(anna, world.Move{Dir: world.North})
	c.wait(5 * world.Second)
	if got := spoken(c.does(anna, world.Move{Dir: world.North})); got != "I wait." {
		t.Errorf("the porter said %q", got)
	}
	c.wait(10 * world.Second)
	if at := c.s.Actors[porter].Room; at != worldtest.Market {
		t.Errorf("the porter is in %s", at)
	}
	if got := spoken(c.does(anna, world.Move{Dir: world.South})); got != "There you are." {
		t.Errorf("the porter said %q", got)
	}
	// Who is taken away is looked for.
	c.does(merla, world.Haul{Body: anna, To: worldtest.Strand})
	for range 10 {
		c.wait(3 * world.Second)
	}
	if at := c.s.Actors[porter].Room; at != worldtest.Strand {
		t.Errorf("the porter is in %s", at)
	}
}

func TestACompanionLeavesWhenItsTimeIsUp(t *testing.T) {
	c := hirelings(t)
	c.does(anna, world.Hire{Who: porter})
	recs := c.wait(2*world.GameHour - 30*world.Second)
	if got := spoken(recs...); got != "Not much longer." || c.hire(porter) != anna {
		t.Errorf("the porter said %q and is hired by %q", got, c.hire(porter))
	}
	recs = c.wait(world.Minute)
	if got := spoken(recs...); got != "That was it." || left(recs...) != world.PartedDone {
		t.Errorf("the porter said %q, and left as %q", got, left(recs...))
	}
	c.wantGroup(anna)
}

func TestACompanionFightsAndShares(t *testing.T) {
	c := hiredSoldier(t)
	c.does(anna, world.Move{Dir: world.North})
	c.does(merla, world.SetField{Actor: anna, Field: "hpmax", Value: 300})
	c.does(merla, world.SetField{Actor: anna, Field: "hp", Value: 300})
	c.does(anna, world.Attack{Target: "npc-bess"})
	recs := c.wait(3 * world.Second)
	if got := spoken(recs...); got != "Have at them." || c.s.Actors[soldier].Fighting != "npc-bess" {
		t.Fatalf("the soldier said %q and fights %q", got, c.s.Actors[soldier].Fighting)
	}
	for range 60 {
		recs = c.wait(world.Second)
		for _, rec := range recs {
			for _, n := range rec.Notices {
				if e, ok := n.Event.(world.Learned); ok {
					if e.XP != 12 || e.Of != 2 {
						t.Errorf("Anna learned %d of %d", e.XP, e.Of)
					}
					return
				}
			}
		}
	}
	t.Error("Bess lives")
}

func TestACompanionLeavesForReasonsOfItsOwn(t *testing.T) {
	t.Run("its employer attacks somebody it likes", func(t *testing.T) {
		c := hiredSoldier(t)
		c.does(anna, world.Move{Dir: world.North})
		if rec := c.does(anna, world.Attack{Target: c.rat()}); left(rec) != world.PartedWronged ||
			spoken(rec) != "Not the rats." {
			t.Errorf("it left as %q, and said %q", left(rec), spoken(rec))
		}
	})
	t.Run("it is hurt", func(t *testing.T) {
		c := hiredSoldier(t)
		c.does(anna, world.Move{Dir: world.North})
		c.does(anna, world.Attack{Target: "npc-bess"})
		c.wait(3 * world.Second)
		c.does(merla, world.SetField{Actor: soldier, Field: "hp", Value: 8})
		recs := c.wait(4 * world.Second)
		if left(recs...) != world.PartedHurt || c.s.Actors[soldier].Room == worldtest.Arena {
			t.Errorf("it left as %q, to %s", left(recs...), c.s.Actors[soldier].Room)
		}
	})
	t.Run("its employer leaves the world", func(t *testing.T) {
		c := hiredSoldier(t)
		if rec := c.does(anna, world.Depart{}); left(rec) != world.PartedLost || c.hire(soldier) != "" {
			t.Errorf("it left as %q", left(rec))
		}
	})
	t.Run("its employer dies", func(t *testing.T) {
		c := hiredSoldier(t)
		c.goes(merla, worldtest.Market)
		if rec := c.does(merla, world.Slay{Target: anna}); left(rec) != world.PartedLost {
			t.Errorf("it left as %q", left(rec))
		}
	})
	t.Run("it dies", func(t *testing.T) {
		c := hiredSoldier(t)
		c.goes(merla, worldtest.Market)
		if rec := c.does(merla, world.Slay{Target: soldier}); left(rec) != world.PartedDead {
			t.Errorf("it left as %q", left(rec))
		}
		c.wantGroup(anna)
	})
}

func TestACompanionTakesPartInAFightByTurns(t *testing.T) {
	c := hiredSoldier(t)
	c.does(anna, world.Move{Dir: world.North})
	c.does(anna, world.OpenEncounter{Target: "npc-bess"})
	c.wait(3 * world.Second)
	e := c.s.EncounterOf(anna)
	if e == nil || e.Fighter(soldier) == nil || e.Fighter(soldier).Side != e.Fighter(anna).Side {
		t.Fatalf("the soldier is not in it: %+v", e)
	}
}

// Who is of no group but with those they hired may be asked into another, and takes them along, there and away.
func TestCompanionsComeIntoGroups(t *testing.T) {
	c := hirelings(t)
	c.does(benno, world.Hire{Who: porter})
	c.together(anna, benno)
	c.wantGroup(anna, anna, benno, porter)
	c.does(benno, world.PartyLeave{})
	c.wantGroup(anna)
	c.wantGroup(benno, benno, porter)
}

// A mind whose body is hired talks, and does nothing else.
func TestAHiredMindOnlyTalks(t *testing.T) {
	c := hirelings(t)
	byMind := func(a world.Action) world.Code {
		_, code := c.at(world.Input{Actor: porter, Via: world.Via{Kind: world.ViaMind}, Action: a})
		return code
	}
	if code := byMind(world.Move{Dir: world.North}); code != "" {
		t.Fatalf("who is free may go: %s", code)
	}
	c.does(merla, world.Haul{Body: anna, To: worldtest.Market})
	c.does(anna, world.Hire{Who: porter})
	if code := byMind(world.Move{Dir: world.South}); code != world.CodeNotAllowed {
		t.Errorf("who is hired went: %q", code)
	}
	if code := byMind(world.Say{Text: "hello"}); code != "" {
		t.Errorf("who is hired may talk: %s", code)
	}
}

// TestACompanionNamesNobodyUnseen has an invisible wizard hire somebody: neither looks nor prices name the wizard.
func TestACompanionNamesNobodyUnseen(t *testing.T) {
	c := hirelings(t)
	c.does(merla, world.SetField{Actor: merla, Field: "coins", Value: 9})
	c.does(merla, world.UsePower{Power: world.PowerInvis, On: true})
	c.does(merla, world.Hire{Who: porter})
	if c.hire(porter) != merla {
		t.Fatal("nobody is hired")
	}
	a := c.s.Actors[porter]
	if ref, offer := c.s.ActorRef(a), c.s.HireOf(c.s.Actors[anna], a, c.s.Now); strings.Contains(ref.Line, "Merla") ||
		offer.With != "somebody" {
		t.Errorf("they read %q and %q", ref.Line, offer.With)
	}
	if offer := c.s.HireOf(c.s.Actors[merla], a, c.s.Now); offer.With != "Merla" {
		t.Errorf("the wizard reads %q", offer.With)
	}
	if _, r := c.s.Decide(c.s.Now, worldtest.Typed(anna, world.Hire{Who: porter})); r == nil ||
		!strings.Contains(r.Text, "with somebody") {
		t.Errorf("they read %+v", r)
	}
}

// Who follows somebody and then hires them leads from then on, and is not taken along when they go home.
func TestWhoHiresLeads(t *testing.T) {
	c := hirelings(t)
	c.gets(anna, "stone")
	c.does(anna, world.Move{Dir: world.North})
	c.does(anna, world.Follow{Leader: soldier})
	c.does(anna, world.Hire{Who: soldier})
	if who := c.s.Actors[anna].Following; who != "" {
		t.Errorf("she hired the soldier, and follows %s", who)
	}
	c.refused(anna, world.Follow{Leader: soldier}, world.CodeCannot)
}

// Who is on the way home from a service is not shown as doing what they do at home.
func TestOnTheWayHomeAsTheyAre(t *testing.T) {
	c := hiredSoldier(t)
	c.s.MobSpecs["soldier"].Long = "A soldier leans on the fish stall."
	c.does(anna, world.Move{Dir: world.South})
	c.does(anna, world.Dismiss{Who: soldier})
	a := c.s.Actors[soldier]
	if got := c.s.ActorRef(a).Line; a.Room == worldtest.Market || got != "A soldier is here." {
		t.Errorf("in %s: %q", a.Room, got)
	}
}
