package world_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

const lowFor = world.GameDay / 8 // low water begins so long after the world, and lasts so long

// seasonal returns the small world with rules that hold at low water: helmets and a box with a pearl in the market, a
// rat in the loft, and one on the quay.
func seasonal(tb testing.TB) *world.State {
	tb.Helper()
	s, p := worldtest.Small(), worldtest.SmallPack()
	low := &world.WhenSpec{Tide: []world.Tide{world.TideLow}}
	p.Hash = "seasonal"
	p.Spawns = append(p.Spawns,
		world.SpawnSpec{ID: "low-helmet", Item: "helmet", Room: worldtest.Market, Max: 2, Every: 5, When: low},
		world.SpawnSpec{ID: "low-box", Item: "box", Room: worldtest.Market, When: low},
		world.SpawnSpec{ID: "low-pearl", Item: "pearl", In: "low-box"},
		world.SpawnSpec{ID: "low-rat", Mob: "rat", Room: worldtest.Loft, When: low},
		world.SpawnSpec{ID: "low-quay-rat", Mob: "rat", Room: worldtest.Quay, When: low},
		world.SpawnSpec{ID: "low-purse", Item: "stone", On: "low-quay-rat"},
	)
	if _, r := s.Decide(1, host(world.ApplyPack{Pack: p})); r != nil {
		tb.Fatal(r.Text)
	}
	return s
}

// made counts what a rule of seasonal made that is still where it was put.
func made(s *world.State, rule world.SpawnID) int { return len(s.Index.Spawned[rule]) }

// types lets somebody do something now.
func types(tb testing.TB, s *world.State, who world.ActorID, do world.Action) {
	tb.Helper()
	if _, r := s.Decide(s.Now, worldtest.Typed(who, do)); r != nil {
		tb.Fatal(r.Text)
	}
	if err := s.Check(); err != nil {
		tb.Fatal(err)
	}
}

func TestWhatHasItsTimeComesAndGoesWhereSomebodyIs(t *testing.T) {
	s := seasonal(t)
	anna := worldtest.Join(s, 2, worldtest.Person{Name: "Anna", Account: "a-ann"})
	count := func(when string, helmets, boxes, pearls, rats int) {
		t.Helper()
		got := [...]int{made(s, "low-helmet"), made(s, "low-box"), made(s, "low-pearl"), made(s, "low-rat")}
		if got != [...]int{helmets, boxes, pearls, rats} {
			t.Errorf("%s: helmets, boxes, pearls and rats are %v", when, got)
		}
	}
	elapse(t, s, lowFor-world.Minute)
	count("before low water", 0, 0, 0, 0)
	elapse(t, s, 2*world.Minute)
	count("at low water", 2, 1, 1, 1)
	types(t, s, anna, world.Move{Dir: world.North})
	hers := s.Index.Spawned["low-helmet"][0]
	types(t, s, anna, world.Take{Items: []world.ItemID{world.ItemID(hers)}})
	elapse(t, s, world.Minute)
	count("when one was taken", 2, 1, 1, 1)

	told := 0
	for _, e := range elapse(t, s, lowFor) {
		if e, ok := e.(world.ItemGone); ok && e.How == world.Ebbed && e.Room != "" {
			told++
		}
	}
	count("after low water", 0, 0, 0, 0)
	if told != 2 { // of the helmets once, and of the box
		t.Errorf("that something goes was told %d times", told)
	}
	if s.Items[world.ItemID(hers)] == nil {
		t.Error("what somebody has is gone")
	}
	elapse(t, s, 3*lowFor)
	count("at the next low water", 2, 1, 1, 1)
}

// A creature whose time is over goes when nobody sees it, and what it carried by its rules goes with it.
func TestACreatureGoesWhenItsTimeIsOverAndNobodySeesIt(t *testing.T) {
	s := seasonal(t)
	anna := worldtest.Join(s, 2, worldtest.Person{Name: "Anna", Account: "a-ann"})
	elapse(t, s, 2*lowFor+world.Minute)
	if made(s, "low-quay-rat") != 1 || made(s, "low-rat") != 0 {
		t.Fatalf("seen it went, or unseen it stayed: %d, %d", made(s, "low-quay-rat"), made(s, "low-rat"))
	}
	stones := len(s.Index.Floor[worldtest.Quay])
	types(t, s, anna, world.Move{Dir: world.North})
	elapse(t, s, 2*world.Minute)
	if made(s, "low-quay-rat")+made(s, "low-purse") != 0 || len(s.Index.Floor[worldtest.Quay]) != stones {
		t.Error("unseen it is still there, or has left its stone")
	}
}

// Nothing comes where nobody is; whoever comes finds what the hour has.
func TestNothingComesAndGoesWhereNobodyIs(t *testing.T) {
	s := seasonal(t)
	elapse(t, s, lowFor)
	if made(s, "low-helmet") != 0 || s.Timers["season:port"] != nil {
		t.Fatal("it came, and nobody is there")
	}
	anna := worldtest.Join(s, lowFor+world.Minute, worldtest.Person{Name: "Anna", Account: "a-ann"})
	if made(s, "low-helmet") != 2 || made(s, "low-quay-rat") != 1 {
		t.Fatalf("who comes at low water finds %d helmets, %d rats", made(s, "low-helmet"), made(s, "low-quay-rat"))
	}
	types(t, s, anna, world.Depart{})
	elapse(t, s, lowFor) // the last timer finds nobody
	if made(s, "low-helmet")+made(s, "low-quay-rat") != 0 || s.Timers["season:port"] != nil {
		t.Error("what the last timer found over is still there, or there is another")
	}
	for _, e := range elapse(t, s, world.GameDay) {
		if m, ok := e.(world.ItemMade); ok && m.Spawn == "low-helmet" {
			t.Error("with nobody there it came again")
		}
	}
}

// A rule's condition is one of the world, not of somebody.
func TestTheConditionOfARuleAsksForTideAndHourAlone(t *testing.T) {
	c := newScene(t)
	rule := *c.s.Spawns["s-cap"]
	rule.When = &world.WhenSpec{Carries: "cap"}
	c.refused(merla, edit(rule), world.CodeBadValue)
	rule.When = &world.WhenSpec{Hours: []int{3, 3}}
	c.refused(merla, edit(rule), world.CodeBadValue)
	rule.When = &world.WhenSpec{Hours: []int{3, 4}}
	c.does(merla, edit(rule))
}
