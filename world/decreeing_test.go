package world_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// TestWiznetReachesWizardsAlone: wherever they are, and nobody else.
func TestWiznetReachesWizardsAlone(t *testing.T) {
	c := newScene(t)
	other := worldtest.Join(c.s, c.now, worldtest.Person{Name: "Olga", Account: "a-olga", Role: world.RoleWizard})
	for _, room := range []world.RoomID{worldtest.Quay, worldtest.Loft} {
		c.goes(other, room)
		rec := c.does(merla, world.WizTalk{Text: "Somebody is at the lock."})
		if _, told := c.heardBy(other, rec)["WizTalked"]; !told {
			t.Errorf("a wizard in %s hears nothing", room)
		}
		for _, who := range []world.ActorID{anna, benno, gast, bess} {
			if _, told := c.heardBy(who, rec)["WizTalked"]; told {
				t.Errorf("%s hears it", who)
			}
		}
	}
	c.refused(anna, world.WizTalk{Text: "Hello?"}, world.CodeNotAllowed)
	c.refused(merla, world.WizTalk{Text: " "}, world.CodeMissing)
}

// TestWordsOutOfTheAir: gecho reaches everybody in the world, send one person.
func TestWordsOutOfTheAir(t *testing.T) {
	c := newScene(t)
	c.goes(benno, worldtest.Loft)
	rec := c.does(merla, world.EchoAll{Text: "a bell rings."})
	for _, who := range []world.ActorID{anna, benno, gast, merla} {
		if _, told := c.heardBy(who, rec)["EchoedAll"]; !told {
			t.Errorf("%s reads nothing", who)
		}
	}
	rec = c.does(merla, world.Send{To: benno, Text: "you feel watched."})
	for who, want := range map[world.ActorID]bool{anna: false, benno: true, gast: false, merla: true} {
		if _, told := c.heardBy(who, rec)["Sent"]; told != want {
			t.Errorf("%s reads it: %v, want %v", who, told, want)
		}
	}
	c.does(benno, world.Depart{})
	c.refused(merla, world.Send{To: benno, Text: "hello?"}, world.CodeAbsent)
}

// TestWhoIsForcedReadsByWhom: behind what they did; and nobody reads it of what a wizard does with themself.
func TestWhoIsForcedReadsByWhom(t *testing.T) {
	c := newScene(t)
	force := world.Via{Kind: world.ViaForce, By: merla, Told: true}
	got, code := c.at(world.Input{Actor: anna, Via: force, Action: world.Say{Text: "hello"}})
	if got != "Said Forced" || code != "" {
		t.Errorf("got %q %q", got, code)
	}
	if _, told := c.heardBy(benno, c.last)["Forced"]; told {
		t.Error("a bystander is told")
	}
	if sense, told := c.heardBy(anna, c.last)["Forced"]; !told || sense&world.Mine == 0 {
		t.Errorf("she perceives it as %b", sense)
	}
	if got, _ := c.at(world.Input{Actor: merla, Via: force, Action: world.Say{Text: "hello"}}); got != "Said" {
		t.Errorf("a wizard's own: %q", got)
	}
	force.Told = false // as it was recorded once
	if got, _ := c.at(world.Input{Actor: anna, Via: force, Action: world.Say{Text: "hello"}}); got != "Said" {
		t.Errorf("without: %q", got)
	}
}

// TestSummonAllAndRestoreAll: every player in the world, and nobody else.
func TestSummonAllAndRestoreAll(t *testing.T) {
	c := newScene(t)
	c.goes(anna, worldtest.Loft)
	c.goes(benno, worldtest.Market)
	c.does(gast, world.Depart{})
	c.emits(merla, world.Gather{}, "Moved Moved")
	c.refused(merla, world.Gather{}, world.CodeAlready)
	for _, who := range []world.ActorID{anna, benno} {
		if c.s.Actors[who].Room != worldtest.Quay {
			t.Errorf("%s is in %s", who, c.s.Actors[who].Room)
		}
		c.does(merla, world.SetField{Actor: who, Field: "hp", Value: 3})
	}
	c.emits(merla, world.RestoreAll{}, "Healed Healed")
	c.refused(merla, world.RestoreAll{}, world.CodeAlready)
}

// TestManyAtOnce: load makes as many as are wanted, up to a limit.
func TestManyAtOnce(t *testing.T) {
	c := newScene(t)
	c.emits(merla, world.Conjure{Item: "stone", Count: 3}, "ItemMade ItemMade ItemMade")
	c.emits(merla, world.Conjure{Mob: "keeper", Count: 2}, "MobMade MobMade")
	c.refused(merla, world.Conjure{Item: "stone", Count: world.ConjureMost + 1}, world.CodeBadValue)
	c.refused(merla, world.Conjure{Item: "stone", Count: -1}, world.CodeBadValue)
	c.refused(merla, world.Conjure{Item: "grail", Count: 2}, world.CodeUnknown)
}

// TestClearedRooms: purge without a target leaves people, and what they carry, and nothing else.
func TestClearedRooms(t *testing.T) {
	c := newScene(t)
	c.goes(merla, worldtest.Arena)
	c.goes(anna, worldtest.Arena)
	cap := c.gets(anna, "cap")
	c.does(anna, world.Attack{Target: c.mob("rat")})
	c.does(merla, world.ClearRoom{})
	for _, id := range c.s.Index.Present[worldtest.Arena] {
		if !c.s.Actors[id].Player() {
			t.Errorf("%s is still there", id)
		}
	}
	if left := c.s.Index.Floor[worldtest.Arena]; len(left) > 0 {
		t.Errorf("there lie still %v", left)
	}
	if c.s.Items[cap] == nil || c.s.Items[cap].At.Actor != anna || c.s.Actors[anna].Fighting != "" {
		t.Errorf("Anna has %+v, and fights %q", c.s.Items[cap], c.s.Actors[anna].Fighting)
	}
	c.refused(merla, world.ClearRoom{}, world.CodeAlready)
}

// TestPeaceEndsAllFights: those in rounds and those by turns, and nothing is stirred up anew.
func TestPeaceEndsAllFights(t *testing.T) {
	t.Run("in rounds", func(t *testing.T) {
		c := newScene(t)
		c.goes(merla, worldtest.Cave)
		c.does(merla, world.UsePower{Power: world.PowerNoHassle, On: true})
		c.goes(anna, worldtest.Cave)
		c.wait(5 * world.Second)
		if c.s.Actors[anna].Fighting == "" {
			t.Fatal("she was not attacked")
		}
		c.does(merla, world.Pacify{})
		c.wait(20 * world.Second)
		if got := c.s.Actors[anna].Fighting; got != "" {
			t.Errorf("she fights %s", got)
		}
		c.refused(merla, world.Pacify{}, world.CodeNoEnemy)
	})
	t.Run("by turns", func(t *testing.T) {
		c := newScene(t)
		c.goes(anna, worldtest.Arena)
		c.goes(merla, worldtest.Arena)
		c.does(anna, world.OpenEncounter{Target: c.mob("rat")})
		c.does(anna, world.RollInitiative{})
		c.does(merla, world.Pacify{})
		if e := c.s.EncounterIn(worldtest.Arena); e != nil {
			t.Errorf("it goes on: %s", e.Mode)
		}
	})
}

// TestSlain: whoever is slain is dead as anybody, and nobody learns from it; no wizard is.
func TestSlain(t *testing.T) {
	c := newScene(t)
	other := worldtest.Join(c.s, c.now, worldtest.Person{Name: "Olga", Account: "a-olga", Role: world.RoleWizard})
	c.goes(merla, worldtest.Arena)
	rat := c.mob("rat")
	c.emits(merla, world.Slay{Target: rat}, "Slain Died CorpseLeft MobGone")
	if c.s.Actors[rat] != nil || c.s.Actors[merla].XP != 0 {
		t.Errorf("the rat is %+v, she has %d xp", c.s.Actors[rat], c.s.Actors[merla].XP)
	}
	c.goes(anna, worldtest.Arena)
	c.does(anna, world.OpenEncounter{Target: bess})
	c.does(merla, world.Slay{Target: anna})
	if a := c.s.Actors[anna]; a.Room != worldtest.Quay || a.HP != a.HPMax/4 || c.s.EncounterOf(anna) != nil {
		t.Errorf("Anna is in %s with %d hp", a.Room, a.HP)
	}
	c.goes(merla, worldtest.Quay)
	c.refused(merla, world.Slay{Target: other}, world.CodeNotAllowed)
	c.refused(merla, world.Slay{Target: merla}, world.CodeCannot)
	c.refused(merla, world.Slay{Target: bess}, world.CodeNotHere)
}

// TestDeedsReachWhoIsAway: a player who is out of the world is set, restored and moved to where they will wake.
func TestDeedsReachWhoIsAway(t *testing.T) {
	c := newScene(t)
	c.does(merla, world.SetField{Actor: anna, Field: "hp", Value: 3})
	c.does(anna, world.Depart{})
	c.emits(merla, world.Restore{Actor: anna}, "Healed")
	c.emits(merla, world.SetField{Actor: anna, Field: "coins", Value: 5}, "FieldSet")
	rec := c.does(merla, world.Haul{Body: anna, To: worldtest.Market})
	if got := names(rec); got != "Moved" || len(rec.Notices[0].To) != 0 {
		t.Errorf("got %q, told %v", got, rec.Notices[0].To)
	}
	c.refused(merla, world.Haul{Body: anna, To: worldtest.Market}, world.CodeAlready)
	c.does(anna, world.Enter{})
	if a := c.s.Actors[anna]; a.Room != worldtest.Market || a.HP != a.HPMax || a.Coins != 5 {
		t.Errorf("she woke in %s with %d hp and %d coins", a.Room, a.HP, a.Coins)
	}
}

// TestRenamed: a character is found by its new name from then on, its id stays, and the old name is free.
func TestRenamed(t *testing.T) {
	c := newScene(t)
	other := worldtest.Join(c.s, c.now, worldtest.Person{Name: "Olga", Account: "a-olga", Role: world.RoleWizard})
	c.emits(merla, world.Rename{Who: anna, Name: "ADA"}, "Renamed")
	if _, told := c.heardBy(anna, c.last)["Renamed"]; !told {
		t.Error("she is not told")
	}
	if c.s.PlayerNamed("ada") != c.s.Actors[anna] || c.s.PlayerNamed("anna") != nil || c.s.Actors[anna].Name != "Ada" {
		t.Errorf("she is called %q", c.s.Actors[anna].Name)
	}
	if got := c.s.Characters("a-anna"); !slices.Equal(got, []world.ActorID{anna}) {
		t.Errorf("the account has %v", got)
	}
	c.refused(merla, world.Rename{Who: anna, Name: "Benno"}, world.CodeTaken)
	c.refused(merla, world.Rename{Who: anna, Name: "wizard"}, world.CodeTaken)
	c.refused(merla, world.Rename{Who: anna, Name: "x"}, world.CodeBadValue)
	c.refused(merla, world.Rename{Who: anna, Name: "Ada"}, world.CodeAlready)
	c.refused(merla, world.Rename{Who: gast, Name: "Gerd"}, world.CodeUnknown)
	c.refused(merla, world.Rename{Who: other, Name: "Olive"}, world.CodeNotAllowed)
	c.emits(merla, world.Rename{Who: benno, Name: "Anna"}, "Renamed")
}

// TestRedescribed: what somebody looks like is said by a wizard, and taken away again.
func TestRedescribed(t *testing.T) {
	c := newScene(t)
	usual := c.s.ExamineActor(c.s.Actors[anna], c.now).Desc
	c.emits(merla, world.Redescribe{Who: anna, Text: "Tall,\x1b and wet."}, "Redescribed")
	if got := c.s.ExamineActor(c.s.Actors[anna], c.now).Desc; got != "Tall, and wet." {
		t.Errorf("she looks %q", got)
	}
	c.refused(merla, world.Redescribe{Who: anna, Text: strings.Repeat("x", world.DescBytesMost+1)}, world.CodeBadValue)
	c.refused(merla, world.Redescribe{Who: gast, Text: "Grey."}, world.CodeUnknown)
	c.emits(merla, world.Redescribe{Who: anna}, "Redescribed")
	if got := c.s.ExamineActor(c.s.Actors[anna], c.now).Desc; got != usual {
		t.Errorf("she looks %q, want %q", got, usual)
	}
}

// TestTheMutedAreToldWhenItIsOver: when the time of a mute or a freeze is over, whom it fits is told, once; when it was
// lifted or made longer meanwhile, it is not over then.
func TestTheMutedAreToldWhenItIsOver(t *testing.T) {
	mute := world.Impose{Kind: world.SanctionMute, Who: benno, Span: world.Minute, Tells: true}
	lifted := func(c *scene, wait world.Time) (n int) {
		for _, rec := range c.wait(wait) {
			if _, told := c.heardBy(benno, rec)["Lifted"]; told {
				n++
			}
		}
		return n
	}
	t.Run("it runs out", func(t *testing.T) {
		c := newScene(t)
		c.started(0)
		c.does(benno, world.Enter{})
		c.does(merla, world.Enter{})
		c.emits(merla, mute, "Imposed")
		if n := lifted(c, 50*world.Second); n != 0 {
			t.Errorf("told too early")
		}
		if n := lifted(c, 15*world.Second); n != 1 || len(c.s.Sanctions) != 0 {
			t.Errorf("told %d times; there stand %v", n, c.s.Sanctions)
		}
	})
	t.Run("it is made longer", func(t *testing.T) {
		c := newScene(t)
		c.emits(merla, mute, "Imposed")
		longer := mute
		longer.Span = 5 * world.Minute
		c.emits(merla, longer, "Imposed")
		if n := lifted(c, 2*world.Minute); n != 0 {
			t.Errorf("told too early")
		}
		if n := lifted(c, 4*world.Minute); n != 1 {
			t.Errorf("told %d times", n)
		}
	})
	t.Run("it is lifted", func(t *testing.T) {
		c := newScene(t)
		c.emits(merla, mute, "Imposed")
		c.emits(merla, world.Lift{Sanction: "mute-pc-benno"}, "Lifted")
		if n := lifted(c, 2*world.Minute); n != 0 {
			t.Errorf("told %d times more", n)
		}
	})
	t.Run("as it was recorded once", func(t *testing.T) {
		c := newScene(t)
		old := mute
		old.Tells = false
		c.emits(merla, old, "Imposed")
		if n := lifted(c, 2*world.Minute); n != 0 || len(c.s.Sanctions) != 1 {
			t.Errorf("told %d times", n)
		}
	})
}
