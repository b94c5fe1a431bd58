package world_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

func TestThings(t *testing.T) {
	c := newScene(t)
	stone := c.floor(worldtest.Quay, "stone")
	c.emits(anna, world.Take{Items: []world.ItemID{"x", stone, stone}}, "ItemTaken") // of several, what can be is
	c.refused(anna, world.Take{Items: one(stone)}, world.CodeAlready)
	c.emits(anna, world.Give{Items: one(stone), To: benno}, "ItemGiven")
	if got, want := c.heardBy(benno, c.last)["ItemGiven"], world.Mine|world.Saw; got != want {
		t.Errorf("who is given something perceives %b, want %b", got, want)
	}
	c.emits(benno, world.Drop{Items: one(stone)}, "ItemDropped")
	c.emits(benno, world.Give{Items: one(c.gets(benno, "cap")), To: "npc-keeper"}, "ItemGiven")

	t.Run("coins go into the purse", func(t *testing.T) {
		c.goes(anna, worldtest.Market)
		c.emits(anna, world.Take{Items: one(c.floor(worldtest.Market, "purse"))}, "CoinsTaken")
		if got := c.s.Actors[anna].Coins; got != 12 {
			t.Errorf("anna has %d coins, want 12", got)
		}
		c.wait(26 * world.Second)
		c.floor(worldtest.Market, "purse")
	})
	t.Run("nobody carries more than forty things", func(*testing.T) {
		for range 40 {
			c.gets(benno, "stone")
		}
		c.refused(benno, world.Take{Items: one(c.floor(worldtest.Quay, "lamp"))}, world.CodeFull)
		c.goes(anna, worldtest.Quay)
		c.refused(anna, world.Give{Items: one(c.gets(anna, "cap")), To: benno}, world.CodeFull)
	})
	t.Run("nothing is given to the link-dead", func(*testing.T) {
		c.at(world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.Sever{Body: benno}})
		c.refused(anna, world.Give{Items: c.s.Index.Held[anna][:1], To: benno}, world.CodeCannot)
		c.refused(anna, world.Tell{To: benno, Text: "hi"}, world.CodeAbsent)
	})
}

func TestContainers(t *testing.T) {
	c := newScene(t)
	pouch, other := c.gets(anna, "pouch"), c.gets(anna, "pouch")
	a, b, third := c.gets(anna, "stone"), c.gets(anna, "cap"), c.gets(anna, "pearl")
	c.refused(anna, world.Put{Items: one(pouch), Into: pouch}, world.CodeCannot)
	c.refused(anna, world.Put{Items: one(other), Into: pouch}, world.CodeCannot)
	c.emits(anna, world.Put{Items: []world.ItemID{a, b}, Into: pouch}, "ItemPut ItemPut")
	c.refused(anna, world.Put{Items: one(third), Into: pouch}, world.CodeFull)
	c.refused(benno, world.Take{Items: one(a), From: pouch}, world.CodeNotHere) // it is in her hands
	c.refused(anna, world.Drop{Items: one(a)}, world.CodeNotHeld)
	c.emits(anna, world.Take{Items: one(a), From: pouch}, "ItemTaken")

	lid := func(w world.Work) world.WorkLid { return world.WorkLid{Item: "chest-01", Work: w} }
	c.goes(anna, worldtest.Store)
	c.refused(anna, lid(world.WorkOpen), world.CodeLocked)
	c.refused(anna, lid(world.WorkUnlock), world.CodeNoKey)
	c.gets(anna, "iron-key")
	c.emits(anna, lid(world.WorkUnlock), "LidWorked")
	c.refused(anna, lid(world.WorkUnlock), world.CodeAlready)
	c.emits(anna, lid(world.WorkOpen), "LidWorked")
	inside := slices.Clone(c.s.Index.Inside["chest-01"])
	c.emits(anna, world.Take{Items: inside, From: "chest-01"}, "ItemTaken ItemTaken")
	t.Run("a chest closes, locks and fills again", func(t *testing.T) {
		c.wait(6 * world.Minute)
		if it := c.s.Items["chest-01"]; !it.Shut || !it.Bolt {
			t.Errorf("the chest is %+v, want closed and locked", *it)
		}
		if got := len(c.s.Index.Inside["chest-01"]); got != 2 {
			t.Errorf("the chest holds %d pearls, want 2", got)
		}
	})
	t.Run("what was inside a purged thing lies where it was", func(t *testing.T) {
		c.does(merla, world.Purge{Item: pouch})
		if got := c.s.Items[b].At; got != (world.Place{Actor: anna}) {
			t.Errorf("the cap is at %+v, want in anna's hands", got)
		}
	})
}

func TestWearing(t *testing.T) {
	c := newScene(t)
	capID, helmet := c.gets(anna, "cap"), c.gets(anna, "helmet")
	stone, knife := c.gets(anna, "stone"), c.gets(anna, "knife")
	c.refused(anna, world.Wear{Items: one(stone)}, world.CodeCannot)
	c.emits(anna, world.Wear{Items: one(capID)}, "ItemWorn")
	c.refused(anna, world.Wear{Items: one(capID)}, world.CodeAlready)
	c.refused(anna, world.Wear{Items: one(helmet)}, world.CodeAlready)
	c.refused(anna, world.Drop{Items: one(capID)}, world.CodeCannot)
	c.refused(anna, world.Remove{Items: one(helmet)}, world.CodeAlready)
	c.emits(anna, world.Remove{Items: one(capID)}, "ItemRemoved")
	c.emits(anna, world.Wear{Items: []world.ItemID{helmet, knife}}, "ItemWorn ItemWorn")
	c.emits(anna, world.Drop{Items: one(knife)}, "ItemDropped") // what is in the hand is let go at once
	if got := c.s.Used(anna); len(got) != 1 || got[0].ID != string(helmet) {
		t.Errorf("anna wears %+v, want the helmet", got)
	}
}

func TestTalking(t *testing.T) {
	c := newScene(t)
	c.goes(gast, worldtest.Arena)
	for _, tt := range []struct {
		name              string
		a                 world.Action
		events            string
		self, other, afar world.Sense // anna's, benno's beside her, and gast's in another zone
	}{
		{"say", world.Say{Text: "hi"}, "Said", world.Did | world.Saw | world.Heard, world.Saw | world.Heard, 0},
		{"emote", world.Emote{Text: "nods"}, "Emoted", world.Did | world.Saw | world.Heard, world.Saw, 0},
		{"tell", world.Tell{To: gast, Text: "hi"}, "Told", world.Did | world.Saw | world.Heard, 0, world.Mine | world.Heard},
		{"whisper to another", world.Whisper{To: merla, Text: "hi"}, "Whispered Hushed",
			world.Did | world.Saw | world.Heard, 0, 0},
		{"whisper to him", world.Whisper{To: benno, Text: "hi"}, "Whispered Hushed", world.Did | world.Saw | world.Heard,
			world.Mine | world.Saw | world.Heard, 0},
		{"shout", world.Shout{Text: "hi"}, "Shouted", world.Did | world.Saw | world.Heard, world.Saw | world.Heard, 0},
		{"bow", world.Gesture{Social: "bow", To: benno}, "Gestured",
			world.Did | world.Saw | world.Heard, world.Mine | world.Saw, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c.emits(anna, tt.a, tt.events)
			first := strings.Fields(tt.events)[0]
			for who, want := range map[world.ActorID]world.Sense{anna: tt.self, benno: tt.other, gast: tt.afar} {
				if got := c.heardBy(who, c.last)[first]; got != want {
					t.Errorf("%s perceives %b, want %b", who, got, want)
				}
			}
		})
	}
	t.Run("who has the words of a whisper needs no hint of it", func(t *testing.T) {
		rec := c.does(anna, world.Whisper{To: merla, Text: "hi"})
		for who, want := range map[world.ActorID]bool{anna: false, merla: false, benno: true} {
			if _, got := c.heardBy(who, rec)["Hushed"]; got != want {
				t.Errorf("%s is told that there was whispering: %v, want %v", who, got, want)
			}
		}
	})
	t.Run("a shout carries through its zone", func(t *testing.T) {
		c.goes(gast, worldtest.Store)
		rec := c.does(anna, world.Shout{Text: "hi"})
		if got, want := c.heardBy(gast, rec)["Shouted"], world.Heard|world.Far; got != want {
			t.Errorf("gast perceives %b, want %b", got, want)
		}
	})
	t.Run("nothing of one terminal reaches another", func(t *testing.T) {
		rec := c.does(anna, world.Say{Text: "\x1b[31m red\x00\u202e  \t text\r\n"})
		if got, want := eventOf[world.Said](t, rec).Text, "[31m red text"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

func TestFighting(t *testing.T) {
	c := newScene(t)
	c.goes(anna, worldtest.Arena)
	c.goes(benno, worldtest.Arena)
	rat := c.mob("rat")
	c.emits(anna, world.Attack{Target: rat}, "FightBegan FightBegan")
	c.refused(anna, world.Attack{Target: rat}, world.CodeAlready)
	c.emits(anna, world.Attack{Target: bess}, "FightBegan FightBegan") // another foe; the rat bites on
	c.does(merla, world.SetField{Actor: bess, Field: "hp", Value: 1})
	c.does(merla, world.SetField{Actor: anna, Field: "hpmax", Value: 9000})
	c.does(merla, world.Restore{Actor: anna})
	var fought []string
	for range 60 {
		for _, r := range c.wait(world.Second) {
			fought = append(fought, names(r))
		}
	}
	all := strings.Join(fought, " ")
	for _, want := range []string{
		"BlowMissed", "BlowLanded Died FightEnded FightEnded FightBegan CorpseLeft MobGone Learned",
		"BlowLanded Died FightEnded FightEnded CorpseLeft MobGone Learned",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("the fights lack %q: %s", want, all)
		}
	}
	corpse := c.floor(worldtest.Arena, "corpse")
	if got := c.s.Items[corpse].Name; !strings.HasPrefix(got, "corpse of ") {
		t.Errorf("the corpse is called %q", got)
	}
	c.refused(benno, world.Take{Items: one(corpse)}, world.CodeFixed)
	t.Run("nobody is back beside their own corpse", func(t *testing.T) { // PLAYERS A3
		for range 200 {
			if c.wait(world.Second); c.s.Actors[bess] != nil {
				break
			}
		}
		for _, id := range c.s.Index.Floor[worldtest.Arena] {
			if got := c.s.Items[id].Name; strings.Contains(got, "Bess") {
				t.Errorf("%s lies there, and so she is back beside it", got)
			}
		}
	})
	t.Run("the dead come back and corpses fall to dust", func(t *testing.T) {
		c.wait(12 * world.Minute)
		if c.s.Actors[bess] == nil || len(c.s.Index.Held[bess]) != 3 {
			t.Error("the bandit did not come back with her things")
		}
		for _, it := range world.Ordered(c.s.Items) {
			if it.Proto == "corpse" {
				t.Errorf("%s lies about still", it.Name)
			}
		}
	})
}

func TestDeath(t *testing.T) {
	c := newScene(t)
	c.goes(anna, worldtest.Arena)
	pouch, stone := c.gets(anna, "pouch"), c.gets(anna, "stone")
	c.does(anna, world.Put{Items: one(stone), Into: pouch})
	c.does(merla, world.SetField{Actor: anna, Field: "coins", Value: 9})
	c.does(benno, world.Follow{Leader: merla})
	c.does(anna, world.Attack{Target: bess})
	c.does(merla, world.SetField{Actor: bess, Field: "hpmax", Value: 9000})
	c.does(merla, world.Restore{Actor: bess})
	var died *world.Record
	for range 200 {
		for _, r := range c.wait(world.Second) {
			if strings.Contains(names(r), "Died") {
				died = r
			}
		}
		if died != nil {
			break
		}
	}
	if died == nil {
		t.Fatal("anna lives")
	}
	a := c.s.Actors[anna]
	if a.Room != worldtest.Quay || a.HP != 7 || a.Coins != 9 || a.Fighting != "" || len(c.s.Index.Held[anna]) != 0 {
		t.Errorf("anna woke as %+v with %v; want on the quay with a quarter of her hp, her purse, and no more",
			a, c.s.Index.Held[anna])
	}
	corpse := eventOf[world.CorpseLeft](t, died).Item
	if got := c.s.Items[stone].At.Item; got != pouch {
		t.Errorf("the stone is in %q, want in the pouch in the corpse", got)
	}
	if err := c.s.Check(); err != nil {
		t.Errorf("a pouch in a corpse: %v", err)
	}
	c.goes(anna, worldtest.Arena)
	c.emits(anna, world.Take{Items: one(pouch), From: corpse}, "ItemTaken")
	t.Run("dying where one wakes keeps the order of those present", func(t *testing.T) {
		p := worldtest.SmallPack()
		p.Start, p.Hash = worldtest.Arena, "small-2"
		c.at(world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.ApplyPack{Pack: p}})
		c.goes(benno, worldtest.Arena)
		c.does(anna, world.Attack{Target: bess})
		for range 200 {
			for _, r := range c.wait(world.Second) {
				for i := range r.Notices {
					if _, ok := r.Notices[i].Event.(world.Died); ok {
						if err := c.s.Check(); err != nil {
							t.Error(err)
						}
						return
					}
				}
			}
		}
		t.Error("anna lives")
	})
}

func TestFleeing(t *testing.T) {
	c := newScene(t)
	c.goes(anna, worldtest.Arena)
	c.goes(benno, worldtest.Arena)
	c.does(benno, world.Follow{Leader: anna})
	c.does(anna, world.Attack{Target: c.mob("rat")})
	got := map[string]bool{}
	for range 20 {
		got[names(c.does(anna, world.Flee{}))] = true
		if c.s.Actors[anna].Fighting == "" {
			break
		}
	}
	if !got["FightEnded FightEnded Moved"] {
		t.Errorf("fleeing made %v, want an end of both fights and a step", got)
	}
	if r := c.s.Actors[anna].Room; r != worldtest.Market {
		t.Errorf("anna fled to %s, want the market: the grate is closed", r)
	}
	if r := c.s.Actors[benno].Room; r != worldtest.Arena {
		t.Errorf("benno followed somebody in flight to %s", r)
	}
}

func TestAggression(t *testing.T) {
	c := newScene(t)
	c.goes(gast, worldtest.Cave)
	c.goes(anna, worldtest.Cave)
	crab := c.mob("crab")
	c.wait(3 * world.Second)
	if got := c.s.Actors[crab].Fighting; got != gast {
		t.Errorf("the crab fights %q, want who came first", got)
	}
	t.Run("coming and going does not keep it off", func(t *testing.T) {
		c.does(merla, world.Purge{Actor: crab})
		crab = eventOf[world.MobMade](t, c.does(merla, world.Conjure{Mob: "crab"})).Actor
		c.goes(crab, worldtest.Market)
		c.goes(benno, worldtest.Market)
		c.does(anna, world.Say{Text: "wait"})
		c.does(benno, world.Move{Dir: world.South})
		c.does(benno, world.Move{Dir: world.North})
		c.wait(0)
		if got := c.s.Actors[crab].Fighting; got != benno {
			t.Errorf("the crab fights %q, want benno, who has been about for three seconds", got)
		}
	})
}

func TestQuests(t *testing.T) {
	c := newScene(t)
	c.goes(anna, worldtest.Market)
	c.emits(anna, world.AcceptQuest{Quest: "errand"}, "QuestAccepted")
	c.refused(anna, world.AcceptQuest{Quest: "errand"}, world.CodeAlready)
	c.refused(anna, world.CompleteQuest{Quest: "errand"}, world.CodeMissing)
	c.emits(anna, world.AbandonQuest{Quest: "errand"}, "QuestAbandoned")
	pouch := c.floor(worldtest.Market, "pouch")
	inside := c.s.Index.Inside[pouch][0]
	c.does(anna, world.Take{Items: one(pouch)})
	// The stone is in the pouch.
	c.emits(anna, world.AcceptQuest{Quest: "errand"}, "QuestAccepted QuestAdvanced QuestAdvanced")
	c.goes(anna, worldtest.Arena)
	c.refused(anna, world.CompleteQuest{Quest: "errand"}, world.CodeNotHere)
	c.goes(anna, worldtest.Market)
	second := c.gets(anna, "cap")
	c.does(anna, world.Put{Items: one(second), Into: pouch})
	c.emits(anna, world.CompleteQuest{Quest: "errand"}, "ItemMoved ItemMoved ItemGone ItemGone QuestDone Learned")
	if c.s.Items[pouch] != nil || c.s.Items[inside] != nil || c.s.Items[second].At.Actor != anna ||
		c.s.Actors[anna].Coins != 7 {
		t.Error("pouch and stone should be gone, the cap in anna's hands, and seven coins in her purse")
	}
	c.refused(anna, world.AcceptQuest{Quest: "errand"}, world.CodeAlready)

	t.Run("two of a kind are two things", func(*testing.T) {
		c.does(anna, world.AcceptQuest{Quest: "pearls"})
		c.gets(anna, "pearl")
		c.refused(anna, world.CompleteQuest{Quest: "pearls"}, world.CodeMissing)
		c.gets(anna, "pearl")
		c.emits(anna, world.CompleteQuest{Quest: "pearls"}, "ItemGone ItemGone QuestDone Learned")
	})
	t.Run("a quest that grew refuses and does not fall over", func(*testing.T) {
		c.does(anna, world.AcceptQuest{Quest: "vermin"})
		p := worldtest.SmallPack()
		p.Hash = "small-2"
		p.Quests[2].Needs = append(p.Quests[2].Needs, world.NeedSpec{Slay: "crab"})
		c.at(world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.ApplyPack{Pack: p}})
		c.does(merla, world.SetField{Actor: anna, Field: "level", Value: 30})
		c.goes(anna, worldtest.Arena)
		c.does(anna, world.Attack{Target: c.mob("rat")})
		var slain string
		for range 100 {
			for _, r := range c.wait(world.Second) {
				slain += names(r) + " "
			}
		}
		if !strings.Contains(slain, "Died QuestAdvanced") {
			c.Errorf("slaying a rat did not count: %s", slain)
		}
		c.goes(anna, worldtest.Market)
		c.refused(anna, world.CompleteQuest{Quest: "vermin"}, world.CodeMissing)
	})
}
