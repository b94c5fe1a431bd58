package world_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// TestABuildersScriptMintsNothing has a builder's script hand out a thing and a lesson: until a wizard approves it
// nobody learns, and no shop buys what it made; set anew it needs that anew.
func TestABuildersScriptMintsNothing(t *testing.T) {
	sp := world.ScriptSpec{ID: "boon", Language: world.LanguageDG, On: []string{"on_say"}, Words: "please", Number: 1,
		Source: "%load% obj cap %actor%\nnop %actor.exp(40)%"}
	s, anna := bear(t, sp)
	merla := wizard(t, s)
	bilder := worldtest.Join(s, s.Now, worldtest.Person{Name: "Bilder", Account: "a-b", Role: world.RoleBuilder})
	asks := func() (made world.ItemMade, taught int) {
		does(t, s, anna, world.Say{Text: "Please!"})
		for _, e := range elapse(t, s, world.Second) {
			switch e := e.(type) {
			case world.ItemMade:
				made = e
			case world.Learned:
				taught += e.XP
			default:
			}
		}
		return made, taught
	}
	if made, xp := asks(); made.Built || made.Script != "boon" || xp != 40 {
		t.Fatalf("a wizard's script: got %+v and %d points", made, xp)
	}
	sp.Source += "\nsay There."
	typed(t, s, bilder, world.EditContent{Set: world.Entries{Scripts: []world.ScriptSpec{sp}}})
	made, xp := asks()
	if !made.Built || xp != 0 {
		t.Errorf("a builder's script: got %+v and %d points", made, xp)
	}
	approve := world.TendScript{Script: "boon", Do: world.TendApprove}
	if _, r := s.Decide(s.Now, worldtest.Typed(bilder, approve)); r == nil || r.Code != world.CodeNotAllowed {
		t.Errorf("a builder approves it: %v", r)
	}
	typed(t, s, merla, approve)
	if later, xp := asks(); later.Built || xp != 40 {
		t.Errorf("approved: got %+v and %d points", later, xp)
	}
	if _, r := s.Decide(s.Now, worldtest.Typed(merla, approve)); r == nil || r.Code != world.CodeAlready {
		t.Errorf("approved twice: %v", r)
	}
	if s.Items[made.Item] == nil || !s.Items[made.Item].Built {
		t.Error("what was made before is as good as what was made after")
	}
}

// TestABuildersRuleMintsNothing has a builder place a thing by a rule.
func TestABuildersRuleMintsNothing(t *testing.T) {
	for _, c := range []struct {
		role world.Role
		want bool
	}{{world.RoleBuilder, true}, {world.RoleWizard, false}} {
		s, anna := wild(t, world.MobSpec{}, worldtest.Quay, 1)
		who := worldtest.Join(s, s.Now, worldtest.Person{Name: "Bilder", Account: "a-b", Role: c.role})
		typed(t, s, who, world.EditContent{Set: world.Entries{Spawns: []world.SpawnSpec{{
			ID: "b-cap", Item: "cap", Room: s.Actors[anna].Room, Max: 1, Every: 60,
		}}}})
		elapse(t, s, 2*world.Minute)
		n := 0
		for _, it := range s.Items {
			if it.Spawn == "b-cap" {
				if n++; it.Built != c.want {
					t.Errorf("by %v: got %v", c.role, it.Built)
				}
			}
		}
		if n == 0 {
			t.Errorf("the rule by %v made nothing", c.role)
		}
	}
}

// TestPurgingWhatAPlayerHas has a script take things out of somebody's hands: only what a script or its zone made, and
// they are told.
func TestPurgingWhatAPlayerHas(t *testing.T) {
	s, anna := bear(t, world.ScriptSpec{ID: "purge", On: []string{"on_say"}, Words: "gone", Number: 1,
		Source: "%purge% %actor.inventory%"}, world.ScriptSpec{ID: "boon", On: []string{"on_say"}, Words: "please",
		Number: 1, Source: "%load% obj cap %actor%"})
	does(t, s, anna, world.Say{Text: "Please!"})
	elapse(t, s, world.Second)
	n := len(s.Index.Held[anna])
	does(t, s, anna, world.Say{Text: "Gone."})
	all := told(elapse(t, s, world.Second))
	if len(s.Index.Held[anna]) != n-1 || !slices.ContainsFunc(all, func(l string) bool {
		return strings.HasSuffix(l, " is no more.")
	}) {
		t.Errorf("%d things, and %d before; told %q", len(s.Index.Held[anna]), n, all)
	}
	merla := wizard(t, s)
	typed(t, s, merla, world.Conjure{Item: "cap"})
	typed(t, s, merla, world.Give{Items: []world.ItemID{s.Index.Held[merla][0]}, To: anna})
	n = len(s.Index.Held[anna])
	does(t, s, anna, world.Say{Text: "Gone."})
	elapse(t, s, world.Second)
	if n > 0 && len(s.Index.Held[anna]) != n {
		t.Error("a wizard's gift is gone")
	}
}

// TestABuildersScriptOverhearsNothing has a builder's script hear what is typed beside it: only lines that begin with a
// word of its source, as long as no wizard answers for it.
func TestABuildersScriptOverhearsNothing(t *testing.T) {
	for _, sp := range []world.ScriptSpec{
		{ID: "ear", Language: world.LanguageDG, On: []string{"on_command"}, Words: "*", Number: 1,
			Source: "if %cmd% == pull\n%send% %actor% heard %cmd%\nend\n%send% %actor% heard %cmd%"},
	} {
		s, anna := bear(t, sp)
		merla := wizard(t, s)
		bilder := worldtest.Join(s, s.Now, worldtest.Person{Name: "Bilder", Account: "a-b", Role: world.RoleBuilder})
		hears := func(word string) bool {
			rec, no := s.Decide(s.Now, worldtest.Typed(anna, world.Attempt{Word: word, Rest: "lever"}))
			var all []world.Event
			for i := 0; no == nil && i < len(rec.Notices); i++ {
				all = append(all, rec.Notices[i].Event)
			}
			return slices.ContainsFunc(told(all), func(l string) bool { return strings.Contains(l, "heard") })
		}
		sp.Source += "\n"
		typed(t, s, bilder, world.EditContent{Set: world.Entries{Scripts: []world.ScriptSpec{sp}}})
		if hears("mysecret") {
			t.Errorf("%q: it overhears", sp.Language)
		}
		if !hears("pull") {
			t.Errorf("%q: it does not hear its own word", sp.Language)
		}
		typed(t, s, merla, world.TendScript{Script: "ear", Do: world.TendApprove})
		if !hears("mysecret") {
			t.Errorf("%q: approved, it does not hear", sp.Language)
		}
	}
}

// TestABuilderNamesNoCreatureAfterAPlayer: what it said would be read as theirs.
func TestABuilderNamesNoCreatureAfterAPlayer(t *testing.T) {
	c := withBuilders(t)
	for _, name := range []string{"Benno", "Benno the Bold"} {
		c.refused(anna, edit(world.MobSpec{ID: "double", Name: name, HP: 3}), world.CodeTaken)
	}
	c.does(anna, edit(world.MobSpec{ID: "double", Name: "benno's rat", HP: 3}))
}

// TestABuildersScriptHarmsNobody has a builder's script take coins, send somebody where no way leads out, and blind
// them for hours: nothing of it comes to pass but a minute of the last, until a wizard approves it.
func TestABuildersScriptHarmsNobody(t *testing.T) {
	sp := world.ScriptSpec{ID: "bane", Language: world.LanguageDG, On: []string{"on_say"}, Words: "please", Number: 1,
		Source: "nop %actor.gold(-5)%\ndg_affect %actor% blind on 100\n%teleport% %actor% cell"}
	s, anna := bear(t, sp)
	merla := wizard(t, s)
	bilder := worldtest.Join(s, s.Now, worldtest.Person{Name: "Bilder", Account: "a-b", Role: world.RoleBuilder})
	typed(t, s, merla, edit(world.RoomSpec{ID: "cell", Name: "Cell", Desc: "Stone."}))
	typed(t, s, merla, world.SetField{Actor: anna, Field: "coins", Value: 20})
	sp.Source += "\nsay There."
	typed(t, s, bilder, world.EditContent{Set: world.Entries{Scripts: []world.ScriptSpec{sp}}})
	asks := func() (coins int, room world.RoomID, blind world.Time) {
		does(t, s, anna, world.Say{Text: "Please!"})
		began := s.Now
		elapse(t, s, world.Second)
		a := s.Actors[anna]
		for _, e := range a.Effects {
			blind = max(blind, e.Until-began)
		}
		return a.Coins, a.Room, blind
	}
	home := s.Actors[anna].Room
	coins, room, blind := asks()
	if coins != 20 || room != home || blind <= 0 || blind > world.Minute+world.Second {
		t.Errorf("a builder's: %d coins, in %s, blind for %d ms", coins, room, blind)
	}
	typed(t, s, merla, world.TendScript{Script: "bane", Do: world.TendApprove})
	coins, room, blind = asks()
	if coins != 15 || room != "cell" || blind <= 60*world.Minute {
		t.Errorf("approved: %d coins, in %s, blind for %d ms", coins, room, blind)
	}
}
