package goal_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/ai/mind/goal"
)

// town is a few rooms, and what can be done in them.
func town() []goal.Deed {
	return []goal.Deed{
		goal.Walk("inn", "north", "yard"), goal.Walk("yard", "south", "inn"), goal.Walk("yard", "east", "well"),
		goal.Walk("well", "west", "yard"), goal.Get("well", "rope"), goal.Sit("inn", "table"), goal.Stand("table"),
		goal.Find("well", "ann"), goal.Give("rope", "ann"), goal.Address("ann"), goal.Unlock("yard", "gate"),
	}
}

func names(plan []goal.Deed) []string {
	var out []string
	for _, d := range plan {
		out = append(out, fmt.Sprint(d.Do, d.Args))
	}
	return out
}

func TestPlan(t *testing.T) {
	inn := []goal.Fact{goal.At("inn"), goal.Standing()}
	for _, c := range []struct {
		name string
		now  []goal.Fact
		want []goal.Fact
		plan []string
		ok   bool
	}{
		{"it is so already", inn, []goal.Fact{goal.At("inn")}, nil, true},
		{"two ways", inn, []goal.Fact{goal.At("well")}, []string{"move[direction north]", "move[direction east]"}, true},
		{"getting up first", []goal.Fact{goal.At("inn"), goal.Seated("table")}, []goal.Fact{goal.At("yard")},
			[]string{"stand[]", "move[direction north]"}, true},
		{"fetch and give", inn, []goal.Fact{goal.Given("rope", "ann")}, []string{"move[direction north]",
			"move[direction east]", "find[person ann]", "get[item rope]", "give[item rope to ann]"}, true},
		{"two wants at once", inn, []goal.Fact{goal.Have("rope"), goal.At("inn"), goal.Seated("table")}, []string{
			"move[direction north]", "move[direction east]", "get[item rope]", "move[direction west]",
			"move[direction south]", "sit[table table]"}, true},
		{"no way", inn, []goal.Fact{goal.At("moon")}, nil, false},
	} {
		plan, ok := goal.Plan(c.now, town(), c.want)
		if ok != c.ok || !slices.Equal(names(plan), c.plan) {
			t.Errorf("%s: got %q, %v, want %q, %v", c.name, names(plan), ok, c.plan, c.ok)
		}
	}
}

// A plan works: each deed can be done when its turn comes, and afterwards all is so that was wanted. It is the same
// whatever the order in which the deeds were given, and never too long.
func TestPlansHold(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var deeds []goal.Deed
		for range rapid.IntRange(0, 30).Draw(rt, "ways") {
			from, to := rapid.IntRange(0, 9).Draw(rt, "from"), rapid.IntRange(0, 9).Draw(rt, "to")
			deeds = append(deeds, goal.Walk(fmt.Sprint(from), fmt.Sprint("to", to), fmt.Sprint(to)))
		}
		now := []goal.Fact{goal.At("0"), goal.Standing()}
		want := []goal.Fact{goal.At(fmt.Sprint(rapid.IntRange(0, 9).Draw(rt, "want")))}
		plan, ok := goal.Plan(now, deeds, want)
		slices.Reverse(deeds)
		if again, _ := goal.Plan(now, deeds, want); !slices.Equal(names(plan), names(again)) {
			rt.Fatalf("got %q, and %q in another order", names(plan), names(again))
		}
		at := "0"
		for _, d := range plan {
			if !slices.Contains(d.Pre, goal.At(at)) {
				rt.Fatalf("%q cannot be done at %s", names([]goal.Deed{d}), at)
			}
			at = string(d.Add[0])[len("at "):]
		}
		if ok && goal.At(at) != want[0] || len(plan) > goal.DepthMost {
			rt.Fatalf("got %q, which leads to %s, want %v", names(plan), at, want)
		}
	})
}

// A want that cannot be reached costs no more than the bound: a city of ways is given up on quickly.
func TestPlanIsBounded(t *testing.T) {
	var deeds []goal.Deed
	for i := range 60 {
		for j := range 60 {
			deeds = append(deeds, goal.Walk(fmt.Sprint(i), fmt.Sprint(j), fmt.Sprint(j)))
		}
		deeds = append(deeds, goal.Get(fmt.Sprint(i), fmt.Sprint("thing", i)))
	}
	began := time.Now()
	if _, ok := goal.Plan([]goal.Fact{goal.At("0"), goal.Standing()}, deeds, []goal.Fact{goal.Have("moon")}); ok {
		t.Error("got a plan for the moon")
	}
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("it took %v to give up", took)
	}
}

func BenchmarkPlan(b *testing.B) {
	now, want := []goal.Fact{goal.At("inn"), goal.Standing()}, []goal.Fact{goal.Given("rope", "ann")}
	for b.Loop() {
		goal.Plan(now, town(), want)
	}
}
