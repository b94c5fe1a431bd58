package verb_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/verb"
	"github.com/mudlark-mud/mudlark/world/worldtest"
	"github.com/mudlark-mud/mudlark/world/worldtest/audit"
)

func TestComplete(t *testing.T) {
	var b strings.Builder
	for _, line := range []string{
		"", "loo", "l", "g", "get ru", "get br", "get ", "get pearl from ", "get pearl from he", "give ",
		"give lamp to a", "give no to a",
		"give note to ", "give note a", "put note in ", "put note in p", "drop all.", "wear ", "remove ", "open ",
		"open o", "unlock ", "close ",
		"tell a", "tell ann he", "whisper to na", "whisper nan silt he", "look ", "look at r", "look in ",
		"examine b", "move ", "go n", "nor",
		"bow ", "bow a", "gesture b", "gesture bow at n", "attack ", "consider ", "accept ", "abandon ", "help ne",
		"help att", "help ",
		"key ", "key l", "say he", "xyzzy ", "  get ru", "goto ", "force ann to ge", "GET RU", "who ", "read ",
	} {
		s := newStage(t, world.RolePlayer)
		s.must(s.bob, "drop rusty key")
		fmt.Fprintf(&b, "%q\n    %s\n", line, strings.Join(s.table.Complete(s.ctx(s.bob), line), " | "))
	}
	golden(t, "complete.txt", b.String())
}

// What completion offers is understood: the grammar and completion are two readings of one table.
func TestWhatIsCompletedIsUnderstood(t *testing.T) {
	s := newStage(t, world.RolePlayer)
	s.must(s.bob, "accept", "wear coat", "get lamp")
	c := s.ctx(s.bob)
	for _, line := range []string{
		"get ", "drop ", "give note to ", "put note in ", "look ", "look at ", "look in ", "examine ", "read ",
		"remove ", "wear ",
		"open ", "unlock ", "attack ", "consider ", "follow ", "bow ", "gesture ", "move ", "abandon ",
		"get pearl from ", "help ",
	} {
		for _, full := range s.table.Complete(c, line) {
			call := s.table.Parse(c, full)
			if r := call.Refusal; r != nil && r.Code != world.CodeCannot && r.Code != world.CodeUnclear {
				t.Errorf("%q: %s", full, r.Text)
			}
			if !strings.HasPrefix(full, line) {
				t.Errorf("%q does not begin with %q", full, line)
			}
		}
	}
}

func affordances(s *stage) map[string]map[string][]string {
	out := map[string]map[string][]string{}
	for _, a := range s.table.Affordances(s.ctx(s.bob)) {
		out[a.Verb] = a.Args
	}
	return out
}

func TestAffordances(t *testing.T) {
	t.Run("in a hall with everything", func(t *testing.T) {
		s := newStage(t, world.RolePlayer)
		b, err := json.MarshalIndent(s.table.Affordances(s.ctx(s.bob)), "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		golden(t, "affordances.json", string(b)+"\n")
	})
	t.Run("in the dark there is nothing to take and nobody to hit", func(t *testing.T) {
		s := newStage(t, world.RolePlayer)
		s.must(s.ann, "get lamp", "down", "drop lamp")
		s.must(s.bob, "down")
		got := affordances(s)
		for _, v := range []string{"get", "attack", "give", "battle", "open_chest", "whisper"} {
			if _, ok := got[v]; ok {
				t.Errorf("%s is offered: %v", v, got[v])
			}
		}
		if !slices.Equal(got["move"]["direction"], []string{"up"}) || len(got["drop"]["item"]) == 0 {
			t.Errorf("got %v", got)
		}
	})
	t.Run("whoever cannot be seen is not offered to be hit", func(t *testing.T) {
		s := newStage(t, world.RoleWizard)
		s.must(s.ann, "get lamp", "down", "drop lamp")
		s.must(s.bob, "down", "load rat")
		if got, ok := affordances(s)["attack"]; ok {
			t.Errorf("attack is offered: %v", got)
		}
	})
	t.Run("of several alike one is named", func(t *testing.T) {
		s := newStage(t, world.RoleWizard)
		s.must(s.bob, "load rat")
		if got := affordances(s)["attack"]["target"]; !slices.Equal(got, []string{"rat"}) {
			t.Errorf("attack: %v", got)
		}
	})
	t.Run("in a fight one can flee", func(t *testing.T) {
		s := newStage(t, world.RolePlayer)
		if _, ok := affordances(s)["flee"]; ok {
			t.Error("flee is offered in peace")
		}
		s.must(s.bob, "attack rat")
		got := affordances(s)
		if _, ok := got["flee"]; !ok {
			t.Error("flee is not offered")
		}
		if _, ok := got["battle"]; !ok {
			t.Error("battle is not offered")
		}
	})
}

// Whoever does not hear somebody is not offered to be spoken to.
func TestAffordancesTowardsWhoIgnores(t *testing.T) {
	s := newStage(t, world.RolePlayer)
	offered := func() (out []string) {
		all := affordances(s)
		for verb, arg := range map[string]string{"tell": "to", "whisper": "to", "give": "to", "follow": "person"} {
			if slices.Contains(all[verb][arg], "Ann") {
				out = append(out, verb)
			}
		}
		return slices.Sorted(slices.Values(out))
	}
	if got, want := offered(), []string{"follow", "give", "tell", "whisper"}; !slices.Equal(got, want) {
		t.Fatalf("Ann is offered to %q, want %q", got, want)
	}
	s.must(s.ann, "ignore bob")
	if got, want := offered(), []string{"follow"}; !slices.Equal(got, want) {
		t.Errorf("Ann, who ignores Bob, is offered to %q, want %q", got, want)
	}
	s.must(s.ann, "ignore bob off")
	if got := offered(); len(got) != 4 {
		t.Errorf("Ann, who hears Bob again, is offered to %q", got)
	}
}

func TestAffordancesFollowWhatWasDone(t *testing.T) {
	t.Run("a chest: unlock, then open, then take", func(t *testing.T) {
		s := newStage(t, world.RolePlayer)
		for _, step := range []struct{ verb, line string }{
			{"unlock", "unlock chest"}, {"open", "open chest"}, {"close", "put note in chest"}, {"get", "get note"},
			{"close", "close chest"},
			{"lock", "lock chest"},
		} {
			key, want := "target", "chest"
			if step.verb == "get" {
				key, want = "item", "note"
			}
			if got := affordances(s)[step.verb][key]; !slices.Contains(got, want) {
				t.Errorf("%s: got %v, want the %s", step.verb, got, want)
			}
			s.must(s.bob, step.line)
		}
	})
	t.Run("a quest: accept, then complete and abandon", func(t *testing.T) {
		s := newStage(t, world.RolePlayer)
		if got := affordances(s)["accept"]["quest"]; !slices.Equal(got, []string{"A Small Errand"}) {
			t.Errorf("accept: %v", got)
		}
		s.must(s.bob, "accept")
		got := affordances(s)
		_, again := got["accept"]
		_, done := got["complete"]
		if again || !done {
			t.Errorf("accept %t, complete %t", again, done)
		}
		s.must(s.bob, "complete")
		if _, done := affordances(s)["complete"]; done {
			t.Error("complete is offered of what is done")
		}
	})
	t.Run("candidates are bounded", func(t *testing.T) {
		s := crowded(t)
		for _, a := range s.table.Affordances(s.ctx(s.bob)) {
			for name, list := range a.Args {
				if len(list) > verb.CandidatesMost {
					t.Errorf("%s %s has %d", a.Verb, name, len(list))
				}
			}
		}
	})
}

// crowded is a hall with 30 more people and 30 more things of different names.
func crowded(t testing.TB) *stage {
	t.Helper()
	s := newStage(t, world.RolePlayer)
	pack := stagePack()
	pack.Hash = "2"
	for i := range 30 {
		letter := string(rune('a'+i/26)) + string(rune('a'+i%26))
		id := world.ProtoID("thing-" + letter)
		pack.Items = append(pack.Items, world.ItemSpec{ID: id, Name: "odd " + letter + " thing", Desc: "Odd."})
		pack.Spawns = append(pack.Spawns, world.SpawnSpec{ID: world.SpawnID("s-" + string(id)), Item: id, Room: "hall"})
	}
	s.host(world.ApplyPack{Pack: pack})
	for i := range 30 {
		s.join("cid"+string(rune('a'+i/26))+string(rune('a'+i%26)), world.RoleGuest)
	}
	return s
}

func BenchmarkParseInACrowd(b *testing.B) {
	s := crowded(b)
	c := s.ctx(s.bob)
	for b.Loop() {
		if call := s.table.Parse(c, "get lamp"); call.Input == nil {
			b.Fatal(told(call))
		}
	}
}

// BenchmarkParseUnknown is a word that no verb has, with and without one that may have been meant.
func BenchmarkParseUnknown(b *testing.B) {
	s := crowded(b)
	c := s.ctx(s.bob)
	for _, word := range []string{"xyzzy", "lokk", "frobnicate"} {
		b.Run(word, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if call := s.table.Parse(c, word); call.Refusal == nil {
					b.Fatal(told(call))
				}
			}
		})
	}
}

func BenchmarkAffordancesInACrowd(b *testing.B) {
	s := crowded(b)
	c := s.ctx(s.bob)
	for b.Loop() {
		s.table.Affordances(c)
	}
}

func BenchmarkCompleteInACrowd(b *testing.B) {
	s := crowded(b)
	c := s.ctx(s.bob)
	for b.Loop() {
		if got := s.table.Complete(c, "give lamp to a"); len(got) == 0 {
			b.Fatal("nothing")
		}
	}
}

// BenchmarkAffordancesOfAMind is what makes sense for a creature with a mind in the same crowd, each choice of which is
// held to the law.
func BenchmarkAffordancesOfAMind(b *testing.B) {
	s := world.New(0)
	host := world.Via{Kind: world.ViaHost}
	for _, a := range []world.Action{
		world.Start{Build: "test", Wall: 1, Seed: 7}, world.ApplyPack{Pack: audit.WardenPack()},
	} {
		if _, r := s.Decide(0, world.Input{Via: host, Action: a}); r != nil {
			b.Fatal(r.Text)
		}
	}
	for i := range 20 {
		worldtest.Join(s, 1, worldtest.Person{Name: "Anna" + string(rune('a'+i))})
	}
	table := verb.New()
	for b.Loop() {
		table.Affordances(verb.Ctx{State: s, Now: 2, Actor: s.Actors["npc-keeper"], Via: world.Via{Kind: world.ViaMind}})
	}
}

// What takes a name first and then other words completes the name, of who is away too.
func TestCompleteLookUps(t *testing.T) {
	s := newStage(t, world.RoleWizard)
	s.act(s.ann, world.Depart{})
	for _, verb := range []string{"audit", "last", "where"} {
		if got := s.table.Complete(s.ctx(s.bob), verb+" an"); len(got) != 1 || got[0] != verb+" Ann" {
			t.Errorf("%s an: got %q", verb, got)
		}
	}
	if got := s.table.Complete(s.ctx(s.bob), "find an"); len(got) != 0 {
		t.Errorf("find an: got %q", got)
	}
}
