package world_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// past is the thing as it is now, for bringing it back later.
func (c *scene) past(id world.ItemID) world.BringBack {
	c.Helper()
	was, ok := c.s.PastThing(id)
	if !ok {
		c.Fatalf("there is no %s", id)
	}
	was.Reason = "a slip"
	return was
}

func (c *scene) pastOf(id world.ActorID) world.BringBack {
	c.Helper()
	was, ok := c.s.PastCharacter(id)
	if !ok {
		c.Fatalf("there is no %s", id)
	}
	was.Reason = "a slip"
	return was
}

// says is refused, and wants the refusal to say something.
func (c *scene) says(who world.ActorID, a world.Action, code world.Code, words ...string) {
	c.Helper()
	_, r := c.s.Decide(c.now, worldtest.Typed(who, a))
	if r == nil || r.Code != code {
		c.Errorf("%T: got %v, want %s", a, r, code)
		return
	}
	for _, w := range words {
		if !strings.Contains(r.Text, w) {
			c.Errorf("%T: %q does not say %q", a, r.Text, w)
		}
	}
}

func TestBringBackThing(t *testing.T) {
	c := newScene(t)
	cap1 := c.gets(anna, "cap")
	was := c.past(cap1)
	was.Ended = world.Purged

	c.says(merla, was, world.CodeAlready, "The cap is not gone", "Anna carries it, at Quay")
	c.does(anna, world.Wear{Items: one(cap1)})
	c.says(merla, was, world.CodeAlready, "Anna uses it")
	c.does(anna, world.Depart{})
	c.says(merla, was, world.CodeAlready, "Anna has it, and is out of the world")
	c.does(anna, world.Enter{})
	c.does(merla, world.Purge{Item: cap1})

	c.says(merla, world.BringBack{As: was.As, Item: cap1, Things: was.Things}, world.CodeMissing, "Say why")
	c.emits(merla, was, "ItemRestored")
	it := c.s.Items[cap1]
	if it == nil || it.At != (world.Place{Actor: merla}) || it.Worn != "" || it.Home {
		t.Fatalf("the cap came back as %+v", it)
	}
	if got := c.last.Notices[0].Event.(world.ItemRestored); got.By != merla || got.Reason != "a slip" || got.As != was.As {
		t.Errorf("the record says %+v", got)
	}
	if got := c.heardBy(benno, c.last)["ItemRestored"]; got != world.Saw {
		t.Errorf("a bystander perceives %b, want to see it", got)
	}
	again := was
	again.Anyway = true
	c.says(merla, again, world.CodeAlready, "Merla carries it")
}

func TestBringBackWhatIsTwice(t *testing.T) {
	c := newScene(t)
	t.Run("a container comes back with what is gone of what was inside it", func(t *testing.T) {
		pouch, pearl, stone := c.gets(anna, "pouch"), c.gets(anna, "pearl"), c.gets(anna, "stone")
		c.does(anna, world.Put{Items: []world.ItemID{pearl, stone}, Into: pouch})
		was := c.past(pouch)
		c.does(anna, world.Take{Items: one(stone), From: pouch})
		c.does(merla, world.Purge{Item: pearl})
		c.does(merla, world.Purge{Item: pouch})
		c.emits(merla, was, "ItemRestored ItemRestored")
		if got := c.s.Items[pearl].At; got != (world.Place{Item: pouch}) {
			t.Errorf("the pearl came back at %+v", got)
		}
		if got := c.s.Items[stone].At; got != (world.Place{Actor: anna}) {
			t.Errorf("the stone, which was not gone, is at %+v", got)
		}
	})
	t.Run("what was inside does not come back without its container", func(t *testing.T) {
		pouch, pearl := c.gets(anna, "pouch"), c.gets(anna, "pearl")
		c.does(anna, world.Put{Items: one(pearl), Into: pouch})
		was := c.past(pouch)
		c.does(merla, world.Purge{Item: pearl})
		c.says(merla, was, world.CodeAlready, "Anna carries it")
		was.Things[0], was.Things[1] = was.Things[1], was.Things[0]
		c.says(merla, was, world.CodeBadValue)
	})
	t.Run("pocketed coins do not come back", func(*testing.T) {
		c.goes(anna, worldtest.Market)
		purse := c.floor(worldtest.Market, "purse")
		was := c.past(purse)
		c.does(anna, world.Take{Items: one(purse)})
		was.Anyway = true
		c.says(merla, was, world.CodeCannot, "may have gone into a purse")
	})
	t.Run("what bought a reward comes back only if that is meant", func(*testing.T) {
		stone := c.gets(anna, "stone")
		was := c.past(stone)
		was.Ended = world.GivenUp
		c.does(merla, world.Purge{Item: stone})
		c.says(merla, was, world.CodeLoss, "reward of a quest", "Say anyway")
		was.Anyway = true
		c.emits(merla, was, "ItemRestored")
	})
	t.Run("the same id twice in one action is nothing that was", func(*testing.T) {
		was := c.past(c.gets(anna, "stone"))
		c.does(merla, world.Purge{Item: was.Item})
		was.Things = append(was.Things, was.Things[0])
		c.says(merla, was, world.CodeBadValue)
	})
}

func TestBringBackWhatIsNotAsItWas(t *testing.T) {
	c := newScene(t)
	t.Run("a name that was given again is taken", func(t *testing.T) {
		key := world.ItemID("brass-key-01")
		was := c.past(key)
		c.does(merla, world.Purge{Item: key})
		c.wait(world.Minute)
		if c.s.Items[key] == nil {
			t.Fatal("the quay's key was not made anew")
		}
		c.says(merla, was, world.CodeAlready, "The brass key is not gone: it lies at")
	})
	t.Run("a pattern that is gone makes nothing", func(*testing.T) {
		stone := c.gets(anna, "stone")
		was := c.past(stone)
		c.does(merla, world.Purge{Item: stone})
		was.Things[0].Proto = "grail"
		c.says(merla, was, world.CodeCannot, "grail is no longer part of the world")
	})
	t.Run("what cannot be carried lies on the floor", func(t *testing.T) {
		anvil := c.floor(worldtest.Market, "anvil")
		was := c.past(anvil)
		c.does(merla, world.Purge{Item: anvil})
		c.does(merla, was)
		if got := c.s.Items[anvil].At.Room; got != c.s.Actors[merla].Room {
			t.Errorf("the anvil came back to %q", got)
		}
	})
}

func TestBringBackCharacter(t *testing.T) {
	c := newScene(t)
	set := func(field string, value int) {
		c.does(merla, world.SetField{Actor: anna, Field: field, Value: value})
	}
	set("coins", 40)
	set("xp", 150)
	set("level", 2)
	c.goes(anna, worldtest.Market)
	c.does(anna, world.AcceptQuest{Quest: "errand"})
	lost, kept, given := c.gets(anna, "cap"), c.gets(anna, "coat"), c.gets(anna, "stone")
	was := c.pastOf(anna)

	c.does(anna, world.AbandonQuest{Quest: "errand"})
	c.goes(benno, worldtest.Market)
	c.does(anna, world.Give{Items: one(given), To: benno})
	c.does(merla, world.Purge{Item: lost})
	set("coins", 5)
	set("xp", 0)
	set("level", 1)
	set("hp", 1)
	shown := c.s.BackReport(was, merla)
	if got, want := strings.Join(append(shown.Comes, shown.Stays...), "; "), "the cap ("+string(lost)+
		"), into the hands of Anna; the coat ("+string(kept)+"): Anna carries it, at Market; the stone ("+string(given)+
		"): Benno carries it, at Market"; got != want || shown.Refusal != nil {
		t.Errorf("beforehand it is said: %s; %v\nwant %s", got, shown.Refusal, want)
	}
	if got, want := strings.Join(shown.Changes, "; "), "level: 1 now, 2 then; experience: 0 now, 150 then; "+
		"coins: 5 now, 40 then; full health: 30 now, 38 then; health: 1 now, 38 then; "+
		"the quest An errand: not taken now, under way, 1 of 2 then"; got != want {
		t.Errorf("beforehand it is said: %s\nwant %s", got, want)
	}
	c.emits(merla, was, "CharacterRestored ItemRestored")
	a := c.s.Actors[anna]
	if a.Coins != 40 || a.XP != 150 || a.Level != 2 || a.HP != 38 || a.Quests["errand"].Stage != world.QuestActive {
		t.Errorf("anna is %+v", *a)
	}
	for id, want := range map[world.ItemID]world.ActorID{lost: anna, kept: anna, given: benno} {
		if got := c.s.Items[id].At.Actor; got != want {
			t.Errorf("%s is with %s, want %s", id, got, want)
		}
	}
	if got := c.heardBy(anna, c.last); got["CharacterRestored"]&world.Mine == 0 || got["ItemRestored"]&world.Mine == 0 {
		t.Errorf("anna was told %v", got)
	}

	t.Run("what was gained since is lost only if that is meant", func(t *testing.T) {
		set("coins", 100)
		set("xp", 990)
		set("level", 4)
		c.does(anna, world.AcceptQuest{Quest: "vermin"})
		c.says(merla, was, world.CodeLoss, "2 levels, 840 experience, 60 coins and being on Vermin", "Say anyway")
		meant := was
		meant.Anyway = true
		c.emits(merla, meant, "CharacterRestored")
		if got := c.s.Actors[anna]; got.Coins != 40 || got.Quests["vermin"].Stage != world.QuestNone {
			t.Errorf("anna is %+v", *got)
		}
	})
	c.says(merla, world.BringBack{As: 1, Who: &world.PastActor{ID: anna, Num: 1}, Reason: "x"}, world.CodeBadValue)
}

func TestBringBackWhoMayNot(t *testing.T) {
	c := newScene(t)
	was := c.pastOf(anna)
	t.Run("not in a fight", func(*testing.T) {
		c.goes(anna, worldtest.Arena)
		c.does(anna, world.Attack{Target: c.mob("rat")})
		c.says(merla, was, world.CodeFighting)
		c.goes(anna, worldtest.Quay)
	})
	t.Run("a role does not come back", func(t *testing.T) {
		wizard := c.pastOf(merla)
		c.host(world.SetField{Actor: benno, Field: "role", Value: int(world.RoleWizard)})
		c.host(world.SetField{Actor: merla, Field: "role", Value: int(world.RolePlayer)})
		c.does(benno, wizard)
		if got := c.s.Actors[merla].Role; got != world.RolePlayer {
			t.Errorf("merla came back as a %s", got)
		}
	})
}

func TestBringBackWhoIsGone(t *testing.T) {
	c := newScene(t)
	was := c.pastOf(gast)
	num := c.s.Actors[gast].Num
	c.does(gast, world.Depart{})
	c.wait(61 * world.Minute)
	if c.s.Actors[gast] != nil {
		t.Fatal("the guest is not forgotten")
	}
	c.emits(merla, was, "Created CharacterRestored")
	if a := c.s.Actors[gast]; a == nil || a.Num != num || a.Role != world.RoleGuest || a.Presence != world.Away {
		t.Fatalf("the guest came back as %+v", a)
	}
	c.wait(61 * world.Minute)
	if c.s.Actors[gast] != nil {
		t.Error("a guest who came back is not forgotten again")
	}
	c.at(world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.Create{
		Name: "Gast", Account: "a-gast", Role: world.RolePlayer,
	}})
	c.says(merla, was, world.CodeTaken, "Gast of now is somebody else than Gast of then")
	was.Who.ID = "pc-gast-old"
	c.says(merla, was, world.CodeTaken, "Somebody of that name lives here already")
}

func TestReports(t *testing.T) {
	c := newScene(t)
	report := world.Report{Text: "Somebody \x1b[31mstole my boots."}
	c.emits(anna, report, "Reported")
	if got := c.last.Notices[0].Event.(world.Reported).Text; got != "Somebody [31mstole my boots." {
		t.Errorf("the record says %q", got)
	}
	if got := c.heardBy(merla, c.last)["Reported"]; got != world.Heard|world.Far {
		t.Errorf("a wizard perceives %b", got)
	}
	if got, ok := c.heardBy(benno, c.last)["Reported"]; ok {
		t.Errorf("a bystander perceives %b", got)
	}
	c.refused(anna, world.Report{Text: " \x00 "}, world.CodeMissing)
	c.refused(anna, world.Report{Text: strings.Repeat("x", world.ReportBytesMax+1)}, world.CodeBadValue)
	for range world.ReportsHourMost - 1 {
		c.emits(anna, report, "Reported")
	}
	c.refused(anna, report, world.CodeFull)
	c.emits(benno, report, "Reported")
	c.wait(world.Minute * 60)
	c.emits(anna, report, "Reported")

	c.emits(merla, world.CloseReport{Report: 7, To: anna, Text: "They are back."}, "ReportClosed")
	if got := c.heardBy(anna, c.last)["ReportClosed"]; got != world.Heard|world.Mine {
		t.Errorf("the reporter perceives %b of the answer", got)
	}
	c.refused(merla, world.CloseReport{Report: 7, To: anna}, world.CodeMissing)
}

// TestAnswersWaitForWhoIsAway: an answer to a report of somebody who is away is kept without its words, told by the
// daemon alone, and once.
func TestAnswersWaitForWhoIsAway(t *testing.T) {
	c := newScene(t)
	tell := world.TellAnswer{Body: anna, Report: 7, By: merla, Text: "They are back."}
	host := func(want world.Code, events string) {
		t.Helper()
		in := world.Input{Via: world.Via{Kind: world.ViaHost}, Action: tell}
		if got, code := c.at(in); got != events || code != want {
			t.Errorf("got %q %q, want %q %q", got, code, events, want)
		}
	}
	host(world.CodeAlready, "")
	c.emits(anna, world.Depart{}, "Departed")
	c.emits(merla, world.CloseReport{Report: 7, To: anna, Text: "They are back."}, "ReportClosed")
	if got := c.s.Actors[anna].Answers; !slices.Equal(got, []uint64{7}) {
		t.Fatalf("answers that wait: %v", got)
	}
	if blank, n := world.BlankPrivate(c.last); n == 0 || strings.Contains(fmt.Sprintf("%+v", blank), "They are back") {
		t.Error("the words of an answer cannot be erased")
	}
	host(world.CodeAbsent, "")
	c.emits(anna, world.Enter{}, "Entered")
	c.refused(anna, tell, world.CodeNotAllowed)
	host("", "ReportClosed")
	if got := c.heardBy(anna, c.last)["ReportClosed"]; got != world.Heard|world.Mine {
		t.Errorf("who came back perceives %b of the answer", got)
	}
	if got := c.s.Actors[anna].Answers; got != nil {
		t.Errorf("answers that wait still: %v", got)
	}
	host(world.CodeAlready, "")
}
