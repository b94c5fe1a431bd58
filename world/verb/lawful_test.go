package verb_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/verb"
	"github.com/mudlark-mud/mudlark/world/worldtest"
	"github.com/mudlark-mud/mudlark/world/worldtest/audit"
)

// choice is one way in which what makes sense could be done.
type choice struct {
	verb *verb.Verb
	tool string
	args map[string]string
}

// choices lists every way in which an affordance could be done, with some words where any may stand.
func choices(table *verb.Table, a verb.Affordance) []choice {
	v := table.Named(a.Tool, a.Verb)
	out := []choice{{v, a.Tool, map[string]string{}}}
	for _, p := range v.Params() {
		values := a.Args[p.Name]
		switch {
		case len(values) == 0 && p.Optional:
			continue
		case len(values) == 0:
			values = []string{"1"}
		case p.Optional:
			values = append(slices.Clone(values), "")
		}
		var longer []choice
		for _, c := range out {
			for _, value := range values {
				args := maps.Clone(c.args)
				args[p.Name] = value
				longer = append(longer, choice{v, a.Tool, args})
			}
		}
		out = longer
	}
	return out
}

// call makes the call of a choice as a mind's hands do.
func (c choice) call(table *verb.Table, ctx verb.Ctx) verb.Call {
	if c.tool == "" {
		return table.Parse(ctx, c.verb.Line(c.args))
	}
	args := map[string]string{}
	for k, v := range c.args {
		if v != "" {
			args[k] = v
		}
	}
	b, err := json.Marshal(args)
	if err != nil {
		panic(err) // strings marshal
	}
	return table.Call(ctx, c.tool, b)
}

// TestMindsAreOfferedWhatIsLawful plays random games in a world with minds: whatever makes sense for a creature is
// lawful for it in every combination, and some of it, chosen at random, is done and not refused for want of permission.
func TestMindsAreOfferedWhatIsLawful(t *testing.T) {
	table := verb.New()
	offered := map[string]bool{}
	rapid.Check(t, func(t *rapid.T) {
		s := world.New(0)
		host := world.Via{Kind: world.ViaHost}
		for _, a := range []world.Action{
			world.Start{Build: "test", Wall: 1, Seed: 7}, world.ApplyPack{Pack: audit.WardenPack()},
		} {
			if _, r := s.Decide(0, world.Input{Via: host, Action: a}); r != nil {
				t.Fatal(r.Text)
			}
		}
		people := []world.ActorID{
			worldtest.Join(s, 1, worldtest.Person{Name: "Anna", Account: "a-ann"}),
			worldtest.Join(s, 1, worldtest.Person{Name: "Merla", Account: "a-wiz", Role: world.RoleWizard}),
		}
		g := worldtest.NewGamer(t, s)
		for _, in := range g.Scatter(people[1], people[:1]) {
			_, _ = s.Decide(1, in)
		}
		now := world.Time(1)
		const steps = 15
		for range steps {
			now += g.Wait()
			worldtest.RunTimers(s, now)
			_, _ = s.Decide(now, g.Input())
			for _, id := range s.Index.Minds {
				ctx := verb.Ctx{State: s, Now: now, Actor: s.Actors[id], Via: world.Via{Kind: world.ViaMind}}
				all := lawfulChoices(t, table, ctx, offered)
				if len(all) == 0 {
					t.Fatalf("nothing makes sense for %s", id)
				}
				chosen := all[g.Roll(len(all))]
				call := chosen.call(table, ctx)
				if call.Input == nil {
					continue
				}
				if _, r := s.Decide(now, *call.Input); r != nil && r.Code == world.CodeNotAllowed {
					t.Fatalf("%s: %s %v is refused: %s", id, chosen.verb.Name, chosen.args, r.Text)
				}
			}
		}
	})
	for _, name := range []string{"say", "move", "give", "open", "sit", "teach", "promise", "attack", "battle"} {
		if !offered[name] {
			t.Errorf("%s never made sense for a mind", name)
		}
	}
	for _, name := range []string{"get", "drop", "wear", "put", "remove", "follow", "accept", "shout", "quit"} {
		if offered[name] {
			t.Errorf("%s made sense for a mind", name)
		}
	}
}

// lawfulChoices lists all that a creature could do, and fails the test where any of it is not lawful.
func lawfulChoices(t *rapid.T, table *verb.Table, ctx verb.Ctx, offered map[string]bool) []choice {
	var all []choice
	for _, a := range table.Affordances(ctx) {
		offered[a.Verb] = true
		for _, c := range choices(table, a) {
			call := c.call(table, ctx)
			switch {
			case call.Refusal != nil && call.Refusal.Code == world.CodeNotAllowed:
				t.Fatalf("%s: %s %v is refused: %s", ctx.Actor.ID, c.verb.Name, c.args, call.Refusal.Text)
			case call.Input != nil && !ctx.State.Lawful(ctx.Now, ctx.Actor, call.Input.Action):
				t.Fatalf("%s: %s %v is not lawful", ctx.Actor.ID, c.verb.Name, c.args)
			case call.Ask.Kind != "":
				t.Fatalf("%s: %s is for people at keyboards", ctx.Actor.ID, c.verb.Name)
			}
			all = append(all, c)
		}
	}
	return all
}

// What a creature may give makes sense only with those to whom it may give it.
func TestGiftsThatMakeSense(t *testing.T) {
	s := world.New(0)
	host := world.Via{Kind: world.ViaHost}
	for _, a := range []world.Action{
		world.Start{Build: "test", Wall: 1, Seed: 7}, world.ApplyPack{Pack: audit.WardenPack()},
	} {
		if _, r := s.Decide(0, world.Input{Via: host, Action: a}); r != nil {
			t.Fatal(r.Text)
		}
	}
	worldtest.Join(s, 1, worldtest.Person{Name: "Anna", Account: "a-ann"})
	worldtest.Join(s, 1, worldtest.Person{Name: "Benno", Account: "a-ben"})
	given := func() string {
		ctx := verb.Ctx{State: s, Now: 2, Actor: s.Actors["npc-keeper"], Via: world.Via{Kind: world.ViaMind}}
		for _, a := range verb.New().Affordances(ctx) {
			if a.Verb == "give" {
				return strings.Join(a.Args["item"], ",") + " to " + strings.Join(a.Args["to"], ",")
			}
		}
		return ""
	}
	if got, want := given(), "cap to Anna,Benno"; got != want {
		t.Errorf("before a promise: got %q, want %q", got, want)
	}
	promise := world.Input{
		Actor: "npc-keeper", Via: world.Via{Kind: world.ViaMind},
		Action: world.Promise{To: "pc-anna", Promise: "a-pearl"},
	}
	if _, r := s.Decide(2, promise); r != nil {
		t.Fatal(r.Text)
	}
	if got, want := given(), "cap,pearl,stone to Anna"; got != want { // who was promised something is a friend
		t.Errorf("after a promise to Anna: got %q, want %q", got, want)
	}
}
