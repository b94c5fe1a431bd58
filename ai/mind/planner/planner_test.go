package planner_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/ai/mind/planner"
)

// town is a few rooms, and what can be done in them.
func town() []planner.Step {
	return []planner.Step{
		planner.Walk("inn", "north", "yard"), planner.Walk("yard", "south", "inn"), planner.Walk("yard", "east", "well"),
		planner.Walk("well", "west", "yard"), planner.Get("well", "rope"), planner.Sit("inn",
			"table"), planner.Stand("table"),
		planner.Find("well", "ann"), planner.Give("rope", "ann"), planner.Address("ann"), planner.Unlock("yard", "gate"),
	}
}

func names(plan []planner.Step) []string {
	var out []string
	for _, d := range plan {
		out = append(out, fmt.Sprint(d.Do, d.Args))
	}
	return out
}

func TestPlan(t *testing.T) {
	inn := []planner.Fact{planner.At("inn"), planner.Standing()}
	for _, c := range []struct {
		name string
		now  []planner.Fact
		want []planner.Fact
		plan []string
		ok   bool
	}{
		{"it is so already", inn, []planner.Fact{planner.At("inn")}, nil, true},
		{"two ways", inn, []planner.Fact{planner.At("well")}, []string{"move[direction north]", "move[direction east]"},
			true},
		{"getting up first", []planner.Fact{planner.At("inn"), planner.Seated("table")}, []planner.Fact{planner.At("yard")},
			[]string{"stand[]", "move[direction north]"}, true},
		{"fetch and give", inn, []planner.Fact{planner.Given("rope", "ann")}, []string{"move[direction north]",
			"move[direction east]", "find[person ann]", "get[item rope]", "give[item rope to ann]"}, true},
		{"two wants at once", inn, []planner.Fact{planner.Have("rope"), planner.At("inn"), planner.Seated("table")}, []string{
			"move[direction north]", "move[direction east]", "get[item rope]", "move[direction west]",
			"move[direction south]", "sit[table table]"}, true},
		{"no way", inn, []planner.Fact{planner.At("moon")}, nil, false},
	} {
		plan, ok := planner.Plan(c.now, town(), c.want)
		if ok != c.ok || !slices.Equal(names(plan), c.plan) {
			t.Errorf("%s: got %q, %v, want %q, %v", c.name, names(plan), ok, c.plan, c.ok)
		}
	}
}

// A plan works: each step can be done when its turn comes, and afterwards all is so that was wanted. It is the same
// whatever the order in which the steps were given, and never too long.
func TestPlansHold(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var steps []planner.Step
		for range rapid.IntRange(0, 30).Draw(rt, "ways") {
			from, to := rapid.IntRange(0, 9).Draw(rt, "from"), rapid.IntRange(0, 9).Draw(rt, "to")
			steps = append(steps, planner.Walk(fmt.Sprint(from), fmt.Sprint("to", to), fmt.Sprint(to)))
		}
		now := []planner.Fact{planner.At("0"), planner.Standing()}
		want := []planner.Fact{planner.At(fmt.Sprint(rapid.IntRange(0, 9).Draw(rt, "want")))}
		plan, ok := planner.Plan(now, steps, want)
		slices.Reverse(steps)
		if again, _ := planner.Plan(now, steps, want); !slices.Equal(names(plan), names(again)) {
			rt.Fatalf("got %q, and %q in another order", names(plan), names(again))
		}
		at := "0"
		for _, d := range plan {
			if !slices.Contains(d.Pre, planner.At(at)) {
				rt.Fatalf("%q cannot be done at %s", names([]planner.Step{d}), at)
			}
			at = string(d.Add[0])[len("at "):]
		}
		if ok && planner.At(at) != want[0] || len(plan) > planner.RoomsMost {
			rt.Fatalf("got %q, which leads to %s, want %v", names(plan), at, want)
		}
	})
}

// A want that cannot be reached costs no more than the bound: a city of ways is given up on quickly.
func TestPlanIsBounded(t *testing.T) {
	var steps []planner.Step
	for i := range 60 {
		for j := range 60 {
			steps = append(steps, planner.Walk(fmt.Sprint(i), fmt.Sprint(j), fmt.Sprint(j)))
		}
		steps = append(steps, planner.Get(fmt.Sprint(i), fmt.Sprint("thing", i)))
	}
	began := time.Now()
	if _, ok := planner.Plan([]planner.Fact{planner.At("0"), planner.Standing()}, steps,
		[]planner.Fact{planner.Have("moon")}); ok {
		t.Error("got a plan for the moon")
	}
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("it took %v to give up", took)
	}
}

// crowd is a street of rooms with so many people about and things lying around, all of which one knows of.
func crowd(rooms, people int) (now []planner.Fact, steps []planner.Step) {
	room := func(i int) string { return fmt.Sprintf("room%02d", i) }
	now = []planner.Fact{planner.At(room(0)), planner.Standing()}
	for i := range rooms {
		if i > 0 {
			steps = append(steps, planner.Walk(room(i-1), "east", room(i)), planner.Walk(room(i), "west", room(i-1)))
		}
		steps = append(steps, planner.Sit(room(i), fmt.Sprint("table", i)), planner.Unlock(room(i), fmt.Sprint("door", i)))
	}
	steps = append(steps, planner.Stand("table0"))
	for i := range people {
		who, thing := fmt.Sprint("person", i), fmt.Sprint("thing", i)
		steps = append(steps, planner.Address(who), planner.Get(room(i%rooms), thing))
		if i%rooms == 0 {
			now = append(now, planner.Near(who))
		} else {
			steps = append(steps, planner.Find(room(i%rooms), who))
		}
		for j := range people {
			steps = append(steps, planner.Give(fmt.Sprint("thing", j), who))
		}
	}
	return now, steps
}

// However many stand about, a way is found, and so is whatever can be done in a few steps: what has nothing to do with
// a want is not looked at.
func TestCrowd(t *testing.T) {
	now, steps := crowd(12, 50)
	for _, c := range []struct {
		name string
		want planner.Fact
		n    int
		last string
	}{
		{"three rooms on", planner.At("room03"), 3, "move[direction east]"},
		{"the last room", planner.At("room11"), 11, "move[direction east]"},
		{"somebody here", planner.Met("person12"), 1, "say[to person12]"},
		{"somebody elsewhere", planner.Met("person5"), 7, "say[to person5]"},
		{"a thing elsewhere", planner.Have("thing7"), 8, "get[item thing7]"},
		{"a thing for somebody", planner.Given("thing7", "person3"), 14, "give[item thing7 to person3]"},
		{"a table at the other end", planner.Seated("table11"), 12, "sit[table table11]"},
	} {
		plan, ok := planner.Plan(now, steps, []planner.Fact{c.want})
		if got := names(plan); !ok || len(got) != c.n || got[c.n-1] != c.last {
			t.Errorf("%s: got %q, %v, want %d steps, the last %s", c.name, got, ok, c.n, c.last)
		}
		turned := slices.Clone(steps)
		slices.Reverse(turned)
		if again, _ := planner.Plan(now, turned, []planner.Fact{c.want}); !slices.Equal(names(plan), names(again)) {
			t.Errorf("%s: got %q, and %q in another order", c.name, names(plan), names(again))
		}
	}
	for _, nothing := range []planner.Fact{planner.At("moon"), planner.Have("moon"), planner.Met("nobody"), "happy"} {
		if plan, ok := planner.Plan(now, steps, []planner.Fact{nothing}); ok {
			t.Errorf("%s: got %q, want no plan", nothing, names(plan))
		}
	}
}

func BenchmarkCrowd(b *testing.B) {
	now, steps := crowd(12, 50)
	for name, want := range map[string]planner.Fact{
		"way": planner.At("room11"), "errand": planner.Given("thing7", "person3"), "nothing": planner.Have("moon"),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				planner.Plan(now, steps, []planner.Fact{want})
			}
		})
	}
}

func BenchmarkPlan(b *testing.B) {
	now, want := []planner.Fact{planner.At("inn"), planner.Standing()}, []planner.Fact{planner.Given("rope", "ann")}
	for b.Loop() {
		planner.Plan(now, town(), want)
	}
}
