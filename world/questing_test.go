package world_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// A quest that names one thing twice wants two of it, and one that names a creature twice wants two deaths (OWNERS D4).
func TestQuestsCountWhatTheyName(t *testing.T) {
	p := worldtest.SmallPack()
	p.Quests = []world.QuestSpec{{
		ID: "pair", Name: "A Pair", Room: worldtest.Quay, Offer: "Will you?", Active: "You look for two.", Done: "Done.",
		Needs: []world.NeedSpec{{Find: "stone"}, {Find: "stone"}, {Slay: "rat"}, {Slay: "rat"}},
	}}
	p.Spawns = append(p.Spawns,
		world.SpawnSpec{ID: "two-stones", Item: "stone", Room: worldtest.Quay, Max: 2},
		world.SpawnSpec{ID: "two-rats", Mob: "rat", Room: worldtest.Market, Max: 2})
	j := worldtest.NewJudge()
	now := world.Time(1)
	do := func(in world.Input) (advanced []int, r *world.Refusal) {
		t.Helper()
		now += world.Second
		rec, r, err := j.Do(now, in)
		if err != nil {
			t.Fatal(err)
		}
		if rec != nil {
			for _, n := range rec.Notices {
				if e, ok := n.Event.(world.QuestAdvanced); ok && e.Actor == "pc-anna" {
					advanced = append(advanced, e.Done)
				}
			}
		}
		return advanced, r
	}
	host := world.Via{Kind: world.ViaHost}
	do(world.Input{Via: host, Action: world.Start{Build: "test", Wall: 1, Seed: 7}})
	do(world.Input{Via: host, Action: world.ApplyPack{Pack: p}})
	do(world.Input{Via: host, Action: world.Create{Account: "a-ann", Name: "Anna", Role: world.RolePlayer}})
	do(worldtest.Typed("pc-anna", world.Enter{}))
	do(worldtest.Typed("pc-anna", world.AcceptQuest{Quest: "pair"}))
	var stones []world.ItemID
	for _, id := range j.State.Index.Floor[worldtest.Quay] {
		if j.State.Items[id].Proto == "stone" {
			stones = append(stones, id)
		}
	}
	for i, id := range stones[:2] {
		if got, _ := do(worldtest.Typed("pc-anna", world.Take{Items: []world.ItemID{id}})); len(got) != 1 || got[0] != i+1 {
			t.Errorf("stone %d: needs were met as %v, want %d", i+1, got, i+1)
		}
	}
	if _, r := do(worldtest.Typed("pc-anna", world.CompleteQuest{Quest: "pair"})); r == nil {
		t.Error("it was completed without the rats")
	}
	do(worldtest.Typed("pc-anna", world.Move{Dir: world.North}))
	for i := range 2 {
		var rat world.ActorID
		for _, id := range j.State.Index.Present[worldtest.Market] {
			if j.State.Actors[id].Proto == "rat" {
				rat = id
			}
		}
		got, r := do(worldtest.Typed("pc-anna", world.Attack{Target: rat}))
		if r != nil {
			t.Fatal(r)
		}
		for j.State.Actors[rat] != nil {
			more, _ := do(world.Input{Via: world.Via{Kind: world.ViaTimer}, Action: world.Tick{}})
			got = append(got, more...)
		}
		if len(got) != 1 || got[0] != i+3 {
			t.Errorf("rat %d: needs were met as %v, want %d", i+1, got, i+3)
		}
	}
}

// errands is a small world with one quest at the quay, and somebody who may take it.
type errands struct {
	*testing.T
	j   *worldtest.Judge
	now world.Time
}

func newErrands(t *testing.T, quests ...world.QuestSpec) *errands {
	t.Helper()
	p := worldtest.SmallPack()
	for i := range quests {
		q := &quests[i]
		q.Name, q.Room, q.Offer, q.Active, q.Done = "Q "+string(q.ID), worldtest.Quay, "Will you?", "Go on.", "Well done."
	}
	p.Quests = quests
	c := &errands{T: t, j: worldtest.NewJudge()}
	host := world.Via{Kind: world.ViaHost}
	c.must(world.Input{Via: host, Action: world.Start{Build: "test", Wall: 1, Seed: 7}})
	c.must(world.Input{Via: host, Action: world.ApplyPack{Pack: p}})
	c.must(world.Input{Via: host, Action: world.Create{Account: "a-ann", Name: "Anna", Role: world.RoleWizard}})
	c.must(worldtest.Typed("pc-anna", world.Enter{}))
	return c
}

func (c *errands) try(in world.Input) (*world.Record, *world.Refusal) {
	c.Helper()
	c.now += world.Second
	rec, r, err := c.j.Do(c.now, in)
	if err != nil {
		c.Fatal(err)
	}
	return rec, r
}

func (c *errands) must(in world.Input) *world.Record {
	c.Helper()
	rec, r := c.try(in)
	if r != nil {
		c.Fatalf("%T: %s", in.Action, r.Text)
	}
	return rec
}

// does lets Anna do something, and returns what came of her quests.
func (c *errands) does(a world.Action) (told []world.Event) {
	c.Helper()
	for _, n := range c.must(worldtest.Typed("pc-anna", a)).Notices {
		switch n.Event.(type) {
		case world.QuestAccepted, world.QuestAdvanced, world.QuestAbandoned, world.QuestDone:
			told = append(told, n.Event)
		default:
		}
	}
	return told
}

// refused wants something to be refused with a code.
func (c *errands) refused(a world.Action, code world.Code) {
	c.Helper()
	if _, r := c.try(worldtest.Typed("pc-anna", a)); r == nil || r.Code != code {
		c.Errorf("%T came to %v, want %s", a, r, code)
	}
}

// holds counts the things of a pattern that Anna holds.
func (c *errands) holds(proto world.ProtoID) (list []world.ItemID) {
	for _, id := range c.j.State.Index.Held["pc-anna"] {
		if c.j.State.Items[id].Proto == proto {
			list = append(list, id)
		}
	}
	return list
}

func (c *errands) run(q world.QuestID) world.QuestRun { return c.j.State.Actors["pc-anna"].Quests[q] }

// A quest that is wanted so often counts, gives what it gives, and may be taken again after a time.
func TestQuestsAreCountedAndTakenAgain(t *testing.T) {
	c := newErrands(t, world.QuestSpec{
		ID: "ballast", Again: 60, Needs: []world.NeedSpec{{Find: "stone", Count: 2}},
		Gives: []world.QuestThing{{Item: "cap"}, {Item: "box", Count: 2}},
	})
	for round := 1; round <= 2; round++ {
		c.does(world.AcceptQuest{Quest: "ballast"})
		for i := 1; i <= 2; i++ {
			told := c.does(world.Conjure{Item: "stone"})
			if len(told) != 0 { // what a wizard makes was not come by
				t.Errorf("a stone that was conjured counts: %v", told)
			}
			stone := c.holds("stone")[i-1]
			c.does(world.Drop{Items: []world.ItemID{stone}})
			told = c.does(world.Take{Items: []world.ItemID{stone}})
			e, ok := told[0].(world.QuestAdvanced)
			if !ok || e.Have != i || e.Want != 2 || e.Done != i || e.Of != 2 {
				t.Errorf("stone %d: %+v", i, told)
			}
		}
		done := c.does(world.CompleteQuest{Quest: "ballast"})[0].(world.QuestDone)
		if len(done.Given) != 3 || len(c.holds("cap")) != round || len(c.holds("box")) != 2*round ||
			len(c.holds("stone")) != 0 {
			t.Errorf("round %d gave %v", round, done)
		}
		if run := c.run("ballast"); run.Times != round || !run.Done() {
			t.Errorf("round %d left %+v", round, run)
		}
		c.refused(world.AcceptQuest{Quest: "ballast"}, world.CodeTooSoon)
		c.now += 60 * world.Second
	}
	c.does(world.AcceptQuest{Quest: "ballast"})
	c.does(world.AbandonQuest{Quest: "ballast"})
	if run := c.run("ballast"); !run.Done() || run.Times != 2 {
		t.Errorf("giving it up the third time left %+v", run)
	}
}

// What is lent goes back when the quest ends or is given up, wherever it is; nobody buys it.
func TestWhatAQuestLendsGoesBack(t *testing.T) {
	c := newErrands(t, world.QuestSpec{
		ID: "look", Needs: []world.NeedSpec{{Reach: worldtest.Market}},
		Lends: []world.QuestThing{{Item: "lamp"}, {Item: "cap"}},
	})
	lent := c.does(world.AcceptQuest{Quest: "look"})[0].(world.QuestAccepted).Lent
	if len(lent) != 2 || len(c.holds("lamp")) != 1 {
		t.Fatalf("lent were %v", lent)
	}
	c.does(world.Drop{Items: c.holds("lamp")})
	c.does(world.AbandonQuest{Quest: "look"})
	for _, id := range lent {
		if c.j.State.Items[id] != nil {
			t.Errorf("%s is still there", id)
		}
	}
	c.does(world.AcceptQuest{Quest: "look"})
	c.does(world.Move{Dir: world.North})
	c.does(world.Move{Dir: world.South})
	c.does(world.CompleteQuest{Quest: "look"})
	if len(c.holds("lamp"))+len(c.holds("cap")) != 0 {
		t.Error("what was lent stayed")
	}
}

// What one quest lends is not found for another, by whoever holds it: the first can be taken on again and again.
func TestWhatIsLentIsNotFound(t *testing.T) {
	c := newErrands(t, world.QuestSpec{
		ID: "look", Needs: []world.NeedSpec{{Reach: worldtest.Market}}, Lends: []world.QuestThing{{Item: "lamp"}},
	}, world.QuestSpec{ID: "wanted", Needs: []world.NeedSpec{{Find: "lamp"}}, Again: 1, Coins: 50})
	c.does(world.AcceptQuest{Quest: "wanted"})
	if told := c.does(world.AcceptQuest{Quest: "look"}); len(told) != 1 {
		t.Errorf("to be lent a lamp came to %v", told)
	}
	lent := c.holds("lamp")
	c.does(world.Drop{Items: lent})
	if told := c.does(world.Take{Items: lent}); len(told) != 0 {
		t.Errorf("to take up a lamp that was lent came to %v", told)
	}
	c.refused(world.CompleteQuest{Quest: "wanted"}, world.CodeMissing)
	c.does(world.Conjure{Item: "lamp"})
	c.does(world.CompleteQuest{Quest: "wanted"})
	if left := c.holds("lamp"); len(left) != 1 || left[0] != lent[0] {
		t.Errorf("left are %v, want the one that was lent", left)
	}
}

// One quest is there only after another, and one bars another, whichever is taken first.
func TestQuestsWaitForAndBarEachOther(t *testing.T) {
	reach := []world.NeedSpec{{Reach: worldtest.Quay}}
	c := newErrands(t, world.QuestSpec{ID: "first", Needs: reach},
		world.QuestSpec{ID: "then", Needs: reach, After: []world.QuestID{"first"}},
		world.QuestSpec{ID: "either", Needs: reach, Bars: []world.QuestID{"or"}},
		world.QuestSpec{ID: "or", Needs: reach})
	c.refused(world.AcceptQuest{Quest: "then"}, world.CodeCannot)
	c.does(world.AcceptQuest{Quest: "first"})
	c.refused(world.AcceptQuest{Quest: "then"}, world.CodeCannot)
	c.does(world.CompleteQuest{Quest: "first"})
	c.does(world.AcceptQuest{Quest: "then"})
	c.does(world.AcceptQuest{Quest: "or"})
	c.refused(world.AcceptQuest{Quest: "either"}, world.CodeCannot)
	c.does(world.AbandonQuest{Quest: "or"})
	c.does(world.AcceptQuest{Quest: "either"})
	c.does(world.CompleteQuest{Quest: "either"})
	c.refused(world.AcceptQuest{Quest: "or"}, world.CodeCannot)
}

// What is to be said, given and reached counts, in the order of the list where the quest says so.
func TestQuestsOfWordsAndGiftsInOrder(t *testing.T) {
	c := newErrands(t, world.QuestSpec{ID: "rounds", Order: true, Needs: []world.NeedSpec{
		{Reach: worldtest.Market}, {Say: []string{"all", "well"}, To: "keeper"}, {Give: "stone", To: "keeper", Count: 2},
	}})
	c.does(world.AcceptQuest{Quest: "rounds"})
	if told := c.does(world.Say{Text: "All is well."}); len(told) > 0 {
		t.Errorf("it counted before its turn: %v", told)
	}
	c.does(world.Move{Dir: world.North})
	if told := c.does(world.Say{Text: "All is well."}); len(told) > 0 {
		t.Errorf("it counted where nobody heard it: %v", told)
	}
	c.does(world.Move{Dir: world.South})
	if told := c.does(world.Say{Text: "All of it."}); len(told) > 0 {
		t.Errorf("half the words counted: %v", told)
	}
	if told := c.does(world.Whisper{To: "npc-keeper", Text: "ALL, truly, is well"}); len(told) != 1 {
		t.Errorf("the words came to %v", told)
	}
	c.refused(world.CompleteQuest{Quest: "rounds"}, world.CodeMissing)
	for i := 1; i <= 2; i++ {
		c.does(world.Conjure{Item: "stone"})
		told := c.does(world.Give{Items: c.holds("stone"), To: "npc-keeper"})
		if e, ok := told[0].(world.QuestAdvanced); !ok || e.Have != i || e.Done != 2+i || e.Of != 4 {
			t.Errorf("gift %d came to %+v", i, told)
		}
	}
	for _, id := range c.j.State.Index.Held["npc-keeper"] {
		if c.j.State.Items[id].Proto == "stone" {
			t.Errorf("the keeper still holds %s, which would be given twice", id)
		}
	}
	c.does(world.CompleteQuest{Quest: "rounds"})
}

// Whoever is to be given something takes it though others filled their hands.
func TestAQuestsGiftIsTakenByFullHands(t *testing.T) {
	c := newErrands(t, world.QuestSpec{ID: "post", Needs: []world.NeedSpec{{Give: "cap", To: "keeper"}}})
	for len(c.j.State.Index.Held["npc-keeper"]) < 40 {
		c.does(world.Conjure{Item: "stone"})
		c.does(world.Give{Items: c.holds("stone"), To: "npc-keeper"})
	}
	c.does(world.Conjure{Item: "cap"})
	c.refused(world.Give{Items: c.holds("cap"), To: "npc-keeper"}, world.CodeFull)
	c.does(world.AcceptQuest{Quest: "post"})
	if told := c.does(world.Give{Items: c.holds("cap"), To: "npc-keeper"}); len(told) != 1 {
		t.Errorf("it came to %v", told)
	}
}

// A creature says what it says to a gift though a quest takes that, and hands over nothing for what was lent.
func TestACreatureReactsToAQuestsGift(t *testing.T) {
	c := newErrands(t)
	p := worldtest.SmallPack()
	p.Hash = "with-a-reaction"
	for i := range p.Mobs {
		if p.Mobs[i].ID == "rat" {
			p.Mobs[i].Aggressive = false
			p.Mobs[i].On = []world.OnSpec{{Give: "cap", Does: "sniffs.", Uses: true, Gives: "stone"}}
		}
	}
	p.Quests = []world.QuestSpec{{
		ID: "post", Name: "Post", Room: worldtest.Quay, Offer: "Will you?", Active: "Go on.", Done: "Well done.",
		Needs: []world.NeedSpec{{Give: "cap", To: "rat", Count: 2}}, Lends: []world.QuestThing{{Item: "cap"}},
	}}
	c.must(world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.ApplyPack{Pack: p}})
	c.does(world.Conjure{Mob: "rat"})
	var rat world.ActorID
	for _, id := range c.j.State.Index.Present[worldtest.Quay] {
		if c.j.State.Actors[id].Proto == "rat" {
			rat = id
		}
	}
	c.does(world.AcceptQuest{Quest: "post"})
	for i, stones := range []int{0, 1} { // the first was lent
		if i == 1 {
			c.does(world.Conjure{Item: "cap"})
		}
		c.now += 5 * world.Second
		said := 0
		for _, n := range c.must(worldtest.Typed("pc-anna", world.Give{Items: c.holds("cap"), To: rat})).Notices {
			if e, ok := n.Event.(world.Emoted); ok && e.Actor == rat {
				said++
			}
		}
		if run := c.run("post"); said != 1 || len(c.holds("stone")) != stones || len(run.Counts) != 1 && !run.Found[0] {
			t.Errorf("gift %d: it reacts %d times, there are %d stones; %+v", i+1, said, len(c.holds("stone")), run)
		}
	}
}

// Hands that are full let a gift lie at one's feet.
func TestAGiftThatDoesNotFitLiesAtOnesFeet(t *testing.T) {
	c := newErrands(t, world.QuestSpec{
		ID: "look", Needs: []world.NeedSpec{{Reach: worldtest.Quay}}, Gives: []world.QuestThing{{Item: "cap", Count: 3}},
	})
	c.does(world.AcceptQuest{Quest: "look"})
	for len(c.j.State.Index.Held["pc-anna"]) < 39 {
		c.does(world.Conjure{Item: "stone"})
	}
	done := c.does(world.CompleteQuest{Quest: "look"})[0].(world.QuestDone)
	if len(done.Given) != 1 || len(done.Laid) != 2 || c.j.State.Items[done.Laid[0]].At.Room != worldtest.Quay {
		t.Errorf("the gifts are %+v", done)
	}
}

// What is to be outwitted counts when its ground's wits end a fight with it, or keep one from beginning, for
// who found the way; to slay it is not to get the better of it.
func TestAQuestMayAskToOutwit(t *testing.T) {
	have := func(c *scene, who world.ActorID) int {
		if run := c.s.Actors[who].Quests["wits"]; len(run.Counts) > 0 {
			return run.Counts[0]
		}
		return 0
	}
	rat := func(c *scene) world.ActorID {
		c.Helper()
		c.goes(merla, worldtest.Arena)
		return eventOf[world.MobMade](t, c.does(merla, world.Conjure{Mob: "rat"})).Actor
	}
	t.Run("in a fight", func(t *testing.T) {
		c := witsArena(t, false)
		foe := c.mob("rat")
		c.does(anna, world.Say{Text: "Truce?"})
		if have(c, anna) != 0 {
			t.Error("words before a fight counted where they do not")
		}
		c.does(anna, world.OpenEncounter{Target: foe})
		c.does(anna, world.Say{Text: "Truce!"})
		if have(c, anna) == 0 || have(c, benno) != 0 {
			t.Errorf("they have %d and %d, want it for Anna alone", have(c, anna), have(c, benno))
		}
	})
	t.Run("before a fight", func(t *testing.T) {
		c := witsArena(t, true)
		foe := rat(c)
		was := have(c, anna)
		c.does(anna, world.Say{Text: "A truce!"})
		if c.s.Actors[foe] != nil || have(c, anna) <= was || have(c, benno) != 0 {
			t.Errorf("they have %d and %d, the rat is %v", have(c, anna), have(c, benno), c.s.Actors[foe])
		}
	})
	t.Run("who is of the group and next door", func(t *testing.T) {
		c := witsArena(t, true)
		rat(c)
		c.does(anna, world.PartyInvite{Who: benno})
		c.does(benno, world.PartyJoin{})
		way := c.s.Rooms[worldtest.Arena].Exits[0]
		c.goes(benno, way.To)
		was := have(c, benno)
		c.does(anna, world.Say{Text: "A truce!"})
		if have(c, benno) <= was {
			t.Errorf("it does not count for him in %s", way.To)
		}
		rat(c)
		c.goes(benno, worldtest.Cave)
		was = have(c, benno)
		c.does(anna, world.Say{Text: "A truce!"})
		if have(c, benno) != was {
			t.Error("it counts for him far away")
		}
	})
	t.Run("to slay is not to outwit", func(t *testing.T) {
		c := witsArena(t, true)
		foe := rat(c)
		c.does(anna, world.OpenEncounter{Target: foe})
		e := c.s.EncounterIn(worldtest.Arena)
		c.does(anna, world.RollInitiative{})
		c.slays(e, anna, foe)
		if c.s.Actors[foe] != nil || have(c, anna) != 0 {
			t.Errorf("the rat is %v, and %d counted", c.s.Actors[foe], have(c, anna))
		}
	})
}

// witsArena is the arena where a truce is a way by wits, with Anna and Benno in it on a quest for that.
func witsArena(t *testing.T, anytime bool) *scene {
	t.Helper()
	c := newScene(t)
	p := worldtest.SmallPack()
	p.Quests, p.Hash = []world.QuestSpec{{
		ID: "wits", Name: "By Wits", Room: worldtest.Quay, Offer: "Will you?", Active: "Go on.", Done: "Well done.",
		Needs: []world.NeedSpec{{Outwit: "rat", Count: 2}},
	}}, "with-wits"
	for i := range p.Rooms {
		if p.Rooms[i].ID == worldtest.Arena {
			p.Rooms[i].Battle = &world.BattleSpec{Foes: []world.ProtoID{"rat"}, Wits: []world.WitSpec{
				{Says: []string{"truce"}, Text: "It thinks better of it.", Anytime: anytime},
			}}
		}
	}
	if _, code := c.at(world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.ApplyPack{Pack: p}}); code != "" {
		t.Fatal(code)
	}
	for _, who := range []world.ActorID{anna, benno} {
		c.goes(who, worldtest.Quay)
		c.does(who, world.AcceptQuest{Quest: "wits"})
		c.goes(who, worldtest.Arena)
		c.strong(who, 200)
	}
	return c
}
