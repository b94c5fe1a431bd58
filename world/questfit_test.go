package world_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// again applies the small pack once more, with one quest, and with a pie and a rat that does not attack.
func (c *errands) again(hash string, q world.QuestSpec) {
	c.Helper()
	p := worldtest.SmallPack()
	p.Hash = hash
	q.Name, q.Room, q.Offer, q.Active, q.Done = "Q", worldtest.Quay, "Will you?", "Go on.", "Well done."
	p.Quests = []world.QuestSpec{q}
	p.Items = append(p.Items, world.ItemSpec{ID: "pie", Name: "pie", Desc: "Warm.", Eat: "You eat it.", Charges: 2})
	for i := range p.Mobs {
		p.Mobs[i].Aggressive = p.Mobs[i].Aggressive && p.Mobs[i].ID != "rat"
	}
	c.must(world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.ApplyPack{Pack: p}})
}

// gets makes a thing and picks it up.
func (c *errands) gets(proto world.ProtoID) {
	c.Helper()
	c.does(world.Conjure{Item: proto})
	got := c.holds(proto)
	c.does(world.Drop{Items: got[len(got)-1:]})
	c.does(world.Take{Items: got[len(got)-1:]})
}

// has tells how often each need of a quest was met, in the order of its list.
func (c *errands) has(q world.QuestID) (have []int) {
	lines, _, _ := c.j.State.QuestNeeds(c.j.State.Actors["pc-anna"], c.j.State.Quests[q])
	for _, l := range lines {
		have = append(have, l.Have)
	}
	return have
}

// A pack that changes what a quest asks for, while somebody is on it, keeps what was done for what it still asks for,
// wherever in the list that stands now, and drops the rest; what is new is to be done.
func TestProgressStaysWithWhatItIsFor(t *testing.T) {
	reach, say := world.NeedSpec{Reach: worldtest.Market}, world.NeedSpec{Say: []string{"bell"}, To: "rat"}
	stones, caps := world.NeedSpec{Find: "stone", Count: 3}, world.NeedSpec{Find: "cap", Count: 2}
	c := newErrands(t)
	c.again("one", world.QuestSpec{ID: "q", Needs: []world.NeedSpec{stones, say, reach}})
	c.does(world.AcceptQuest{Quest: "q"})
	c.gets("stone")
	c.gets("stone")
	c.does(world.Move{Dir: world.North})
	c.does(world.Move{Dir: world.South})
	want := func(when string, want ...int) {
		t.Helper()
		got := c.has("q")
		for i := range want {
			if len(got) != len(want) || got[i] != want[i] {
				t.Fatalf("%s needs were met %v times, want %v", when, got, want)
			}
		}
	}
	want("at first", 2, 0, 1)
	stones.Count = 4
	c.again("two", world.QuestSpec{ID: "q", Needs: []world.NeedSpec{say, reach, caps, stones}})
	want("with another list", 0, 1, 0, 2)
	c.gets("cap")
	want("after a cap", 0, 1, 1, 2)
	c.again("three", world.QuestSpec{ID: "q", Needs: []world.NeedSpec{caps, {Reach: "nowhere"}}})
	want("with a third", 1, 0)
	c.gets("cap")
	want("after another cap", 2, 0)
}

// What was written before progress had keys is read by place.
func TestOldProgressIsReadByPlace(t *testing.T) {
	c := newErrands(t)
	needs := []world.NeedSpec{{Find: "stone", Count: 2}, {Reach: worldtest.Market}}
	c.again("one", world.QuestSpec{ID: "q", Needs: needs})
	c.does(world.AcceptQuest{Quest: "q"})
	a := c.j.State.Actors["pc-anna"]
	a.Quests["q"] = world.QuestRun{Stage: world.QuestActive, Found: []bool{false, true}, Counts: []int{1, 0}}
	if got := c.has("q"); got[0] != 1 || got[1] != 1 {
		t.Errorf("its needs were met %v times, want once each", got)
	}
}

// What a quest lends and was eaten is not lent again at once, be it eaten up or not, by whomever: else a meal that is
// lent has no end. What was not used is lent again.
func TestWhatIsLentAndUsedUpIsNotLentAgainAtOnce(t *testing.T) {
	c := newErrands(t)
	c.again("one", world.QuestSpec{
		ID: "q", Needs: []world.NeedSpec{{Give: "pie", To: "rat"}}, Lends: []world.QuestThing{{Item: "pie"}},
	})
	for range 2 {
		c.does(world.AcceptQuest{Quest: "q"})
		c.does(world.AbandonQuest{Quest: "q"})
	}
	for _, bites := range []int{1, 2} {
		c.does(world.AcceptQuest{Quest: "q"})
		for range bites {
			c.does(world.Consume{Item: c.holds("pie")[0]})
		}
		c.does(world.AbandonQuest{Quest: "q"})
		c.refused(world.AcceptQuest{Quest: "q"}, world.CodeTooSoon)
		if n := len(c.holds("pie")); n != 0 {
			t.Errorf("%d pies are left of what was lent", n)
		}
		c.now += 31 * world.Minute
	}
	c.does(world.AcceptQuest{Quest: "q"})
}

// Whoever gave what was lent to the wrong one is told what lacks, and how to get it.
func TestWhatIsLentAndLostCanBeHadAgain(t *testing.T) {
	c := newErrands(t)
	c.again("one", world.QuestSpec{
		ID: "q", Needs: []world.NeedSpec{{Give: "pie", To: "rat"}}, Lends: []world.QuestThing{{Item: "pie"}},
	})
	c.does(world.AcceptQuest{Quest: "q"})
	anna := c.j.State.Actors["pc-anna"]
	if got := c.j.State.Astray(anna, c.j.State.Quests["q"]); len(got) != 0 {
		t.Errorf("astray is %q while she has it", got)
	}
	c.does(world.Drop{Items: c.holds("pie")})
	if got := c.j.State.Astray(anna, c.j.State.Quests["q"]); len(got) != 1 || got[0] != "pie" {
		t.Errorf("astray is %q, want the pie", got)
	}
	_, r := c.try(worldtest.Typed("pc-anna", world.CompleteQuest{Quest: "q"}))
	if r == nil || !strings.Contains(r.Text, "the pie") || !strings.Contains(r.Text, "give the quest up") {
		t.Errorf("it is refused with %+v, want to hear of the pie and how to get it", r)
	}
	c.does(world.AbandonQuest{Quest: "q"})
	c.does(world.AcceptQuest{Quest: "q"})
	if n := len(c.holds("pie")); n != 1 {
		t.Errorf("she has %d pies, want the one that is lent anew", n)
	}
}
