package world_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// A condition holds when all that it says does: the tide, the hour, what somebody carries, how a quest stands.
func TestAConditionHoldsWhenAllOfItDoes(t *testing.T) {
	c := newScene(t)
	who := c.s.Actors[anna]
	at := func(hour int) world.Time { return world.Time(hour-7+24) % 24 * world.GameHour } // the world begins at seven
	low := lowWater
	for _, x := range []struct {
		what string
		when *world.WhenSpec
		now  world.Time
		want bool
	}{
		{"none", nil, 0, true},
		{"empty", &world.WhenSpec{}, 0, true},
		{"a tide", &world.WhenSpec{Tide: []world.Tide{world.TideFlow, world.TideLow}}, low, true},
		{"another tide", &world.WhenSpec{Tide: []world.Tide{world.TideHigh}}, low, false},
		{"an hour", &world.WhenSpec{Hours: []int{9, 12}}, at(9), true},
		{"the hour of its end", &world.WhenSpec{Hours: []int{9, 12}}, at(12), false},
		{"before it", &world.WhenSpec{Hours: []int{9, 12}}, at(8), false},
		{"before midnight", &world.WhenSpec{Hours: []int{22, 5}}, at(23), true},
		{"past midnight", &world.WhenSpec{Hours: []int{22, 5}}, at(4), true},
		{"by day", &world.WhenSpec{Hours: []int{22, 5}}, at(5), false},
		{"to midnight", &world.WhenSpec{Hours: []int{18, 0}}, at(23), true},
		{"from midnight", &world.WhenSpec{Hours: []int{18, 0}}, at(0), false},
		{"hours and not the thing", &world.WhenSpec{Hours: []int{9, 12}, Carries: "lamp"}, at(9), false},
		{"no thing", &world.WhenSpec{Carries: "lamp"}, 0, false},
		{"no quest", &world.WhenSpec{Quest: "errand", Stage: world.WhenNone}, 0, true},
		{"no craft", &world.WhenSpec{Craft: "mudding", Below: 5}, 0, true},
		{"a craft", &world.WhenSpec{Craft: "mudding", From: 5}, 0, false},
		{"a quest that runs", &world.WhenSpec{Quest: "errand", Stage: world.WhenActive}, 0, false},
		{"a quest that is done", &world.WhenSpec{Quest: "errand"}, 0, false},
	} {
		if got := x.when.Holds(c.s, who, x.now); got != x.want {
			t.Errorf("%s: got %t", x.what, got)
		}
	}
	done := &world.WhenSpec{Quest: "errand"}
	for stage, want := range map[world.QuestStage]bool{world.QuestActive: false, world.QuestCompleted: true} {
		who.Quests["errand"] = world.QuestRun{Stage: stage}
		if done.Holds(c.s, who, 0) != want || done.Holds(c.s, c.s.Actors[benno], 0) || done.Holds(c.s, nil, 0) {
			t.Errorf("the errand is %s: done is not %t, or it is for others", stage, want)
		}
	}
}

// In one room at one time, each sees the paragraphs and details that are there for them, in what they look at, read,
// touch and take for a way.
func TestWhoLooksSeesWhatHoldsForThem(t *testing.T) {
	c := newScene(t)
	arena := *c.s.Rooms[worldtest.Arena]
	arena.Extras = []world.ExtraSpec{
		{Keys: []string{"scratch"}, Desc: "Your own.", When: &world.WhenSpec{Carries: "cap"}},
		{Keys: []string{"scratch"}, Desc: "A scratch."},
		{Keys: []string{"ladder"}, Desc: "It leads south.", Leads: world.South, When: &world.WhenSpec{Carries: "cap"}},
	}
	c.does(merla, edit(arena))
	c.does(merla, world.Haul{Body: anna, To: worldtest.Market})
	for _, id := range c.s.Index.Floor[worldtest.Market] {
		if c.s.Items[id].Proto == "cap" {
			c.does(anna, world.Take{Items: []world.ItemID{id}})
			break
		}
	}
	for _, who := range []world.ActorID{anna, benno} {
		c.does(merla, world.Haul{Body: who, To: worldtest.Arena})
	}
	for _, x := range []struct {
		who     world.ActorID
		capped  bool
		scratch string
	}{{anna, true, "Your own."}, {benno, false, "A scratch."}} {
		seen := c.s.LookAround(x.who, c.now)
		if strings.Contains(seen.Desc, "no place for a cap") != x.capped || !strings.HasPrefix(seen.Desc, "Sand.") {
			t.Errorf("%s sees %q", x.who, seen.Desc)
		}
		if d, ok := c.s.Detail(x.who, "scratch", c.now); !ok || d.Desc != x.scratch {
			t.Errorf("%s looks at the scratch: %q", x.who, d.Desc)
		}
		if _, ok := c.s.Detail(x.who, "ladder", c.now); ok != x.capped {
			t.Errorf("%s finds the ladder: %t", x.who, ok)
		}
	}
	if got := c.s.Survey(worldtest.Arena, c.now).Desc; got != "Sand." {
		t.Errorf("nobody in particular sees %q", got)
	}
}

// Content that a condition names cannot be withdrawn from inside while it does, nor can one name what there is not;
// and hours that cannot be are refused.
func TestWhatAConditionNamesStays(t *testing.T) {
	c := newScene(t)
	c.refused(merla, withdraw("quest", "errand"), world.CodeCannot)
	arena := *c.s.Rooms[worldtest.Arena]
	arena.Also = []world.AlsoSpec{{When: &world.WhenSpec{Quest: "no-quest"}, Text: "Nothing."}}
	c.refused(merla, edit(arena), world.CodeUnknown)
	arena.Also[0].When = &world.WhenSpec{Hours: []int{3, 25}}
	c.refused(merla, edit(arena), world.CodeBadValue)
	arena.Also[0].When = &world.WhenSpec{Hours: []int{3, 5}}
	arena.Also = slices.Repeat(arena.Also, world.AlsoMost+1)
	c.refused(merla, edit(arena), world.CodeBadValue)
	arena.Also = arena.Also[1:]
	c.does(merla, edit(arena))
}

// A creature with a mind gives and promises what is under a condition only to those it holds for, and is told which
// of its lines are for whom.
func TestAMindKeepsToItsConditions(t *testing.T) {
	c := newScene(t)
	done := &world.WhenSpec{Quest: "errand"}
	keeper := *c.s.MobSpecs["keeper"]
	keeper.Plays, keeper.Says = nil, nil
	keeper.Mind = &world.MindSpec{
		Lines: []world.LineSpec{
			{On: "greet", Text: "Morning."}, {On: "greet", Text: "You again, and thanks.", When: done},
			{On: "greet", Text: "Have you found it?", When: &world.WhenSpec{Quest: "errand", Stage: world.WhenActive}},
		},
		Gives:    []world.GiftSpec{{Item: "stone", To: world.GiftAnyone, When: done}},
		Promises: []world.PromiseSpec{{ID: "word", Text: "Not a word.", When: done}},
	}
	c.does(merla, edit(keeper))
	c.s.Actors[anna].Quests["errand"] = world.QuestRun{Stage: world.QuestCompleted}
	for _, id := range c.s.Index.Floor[worldtest.Quay] {
		if c.s.Items[id].Proto == "stone" {
			c.does(benno, world.Take{Items: []world.ItemID{id}})
			c.does(benno, world.Give{Items: []world.ItemID{id}, To: "npc-keeper"})
			break
		}
	}
	stone := c.s.Carries("npc-keeper", "stone")
	minds := func(do world.Action) world.Code {
		t.Helper()
		_, code := c.at(world.Input{Actor: "npc-keeper", Via: world.Via{Kind: world.ViaMind}, Action: do})
		return code
	}
	for _, x := range []struct {
		to   world.ActorID
		want world.Code
	}{{benno, world.CodeNotAllowed}, {anna, ""}} {
		if got := minds(world.Promise{To: x.to, Promise: "word"}); got != x.want {
			t.Errorf("a promise to %s: %q", x.to, got)
		}
		if got := minds(world.Give{Items: []world.ItemID{stone}, To: x.to}); got != x.want {
			t.Errorf("a gift to %s: %q", x.to, got)
		}
	}
	got := c.s.Unsaid(c.s.Actors["npc-keeper"], c.now)
	both := []int{1, 2}
	if !slices.Equal(got[anna], both[1:]) || !slices.Equal(got[benno], both) || !slices.Equal(got[""], both) {
		t.Errorf("lines that are not said: %v", got)
	}
	keeper.Mind = &world.MindSpec{Lines: keeper.Mind.Lines[:1]}
	c.does(merla, edit(keeper))
	if got := c.s.Unsaid(c.s.Actors["npc-keeper"], c.now); got != nil {
		t.Errorf("without a condition: %v", got)
	}
}
