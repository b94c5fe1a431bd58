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
		if ok && goal.At(at) != want[0] || len(plan) > goal.StepsMost {
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

// crowd is a street of rooms with so many people about and things lying around, all of which one knows of.
func crowd(rooms, people int) (now []goal.Fact, deeds []goal.Deed) {
	room := func(i int) string { return fmt.Sprintf("room%02d", i) }
	now = []goal.Fact{goal.At(room(0)), goal.Standing()}
	for i := range rooms {
		if i > 0 {
			deeds = append(deeds, goal.Walk(room(i-1), "east", room(i)), goal.Walk(room(i), "west", room(i-1)))
		}
		deeds = append(deeds, goal.Sit(room(i), fmt.Sprint("table", i)), goal.Unlock(room(i), fmt.Sprint("door", i)))
	}
	deeds = append(deeds, goal.Stand("table0"))
	for i := range people {
		who, thing := fmt.Sprint("person", i), fmt.Sprint("thing", i)
		deeds = append(deeds, goal.Address(who), goal.Get(room(i%rooms), thing))
		if i%rooms == 0 {
			now = append(now, goal.Near(who))
		} else {
			deeds = append(deeds, goal.Find(room(i%rooms), who))
		}
		for j := range people {
			deeds = append(deeds, goal.Give(fmt.Sprint("thing", j), who))
		}
	}
	return now, deeds
}

// However many stand about, a way is found, and so is whatever can be done in a few deeds: what has nothing to do with
// a want is not looked at.
func TestCrowd(t *testing.T) {
	now, deeds := crowd(12, 50)
	for _, c := range []struct {
		name string
		want goal.Fact
		n    int
		last string
	}{
		{"three rooms on", goal.At("room03"), 3, "move[direction east]"},
		{"the last room", goal.At("room11"), 11, "move[direction east]"},
		{"somebody here", goal.Met("person12"), 1, "say[to person12]"},
		{"somebody elsewhere", goal.Met("person5"), 7, "say[to person5]"},
		{"a thing elsewhere", goal.Have("thing7"), 8, "get[item thing7]"},
		{"a thing for somebody", goal.Given("thing7", "person3"), 14, "give[item thing7 to person3]"},
		{"a table at the other end", goal.Seated("table11"), 12, "sit[table table11]"},
	} {
		plan, ok := goal.Plan(now, deeds, []goal.Fact{c.want})
		if got := names(plan); !ok || len(got) != c.n || got[c.n-1] != c.last {
			t.Errorf("%s: got %q, %v, want %d deeds, the last %s", c.name, got, ok, c.n, c.last)
		}
		turned := slices.Clone(deeds)
		slices.Reverse(turned)
		if again, _ := goal.Plan(now, turned, []goal.Fact{c.want}); !slices.Equal(names(plan), names(again)) {
			t.Errorf("%s: got %q, and %q in another order", c.name, names(plan), names(again))
		}
	}
	for _, nothing := range []goal.Fact{goal.At("moon"), goal.Have("moon"), goal.Met("nobody"), "happy"} {
		if plan, ok := goal.Plan(now, deeds, []goal.Fact{nothing}); ok {
			t.Errorf("%s: got %q, want no plan", nothing, names(plan))
		}
	}
}

func BenchmarkCrowd(b *testing.B) {
	now, deeds := crowd(12, 50)
	for name, want := range map[string]goal.Fact{
		"way": goal.At("room11"), "errand": goal.Given("thing7", "person3"), "nothing": goal.Have("moon"),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				goal.Plan(now, deeds, []goal.Fact{want})
			}
		})
	}
}

func BenchmarkPlan(b *testing.B) {
	now, want := []goal.Fact{goal.At("inn"), goal.Standing()}, []goal.Fact{goal.Given("rope", "ann")}
	for b.Loop() {
		goal.Plan(now, town(), want)
	}
}
