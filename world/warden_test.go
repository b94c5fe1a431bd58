package world_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
	"github.com/mudlark-mud/mudlark/world/worldtest/audit"
)

const mindedSteps = 60

// mindedGame has a judge decide a random game in a world with minds, most deeds of which are a mind's, and shows each
// record to a warden. It returns what the warden objects to first.
func mindedGame(t *rapid.T, j *worldtest.Judge, w *audit.Warden) error {
	var objection error
	decide := j.Decide
	j.Decide = func(s *world.State, now world.Time, in world.Input) (*world.Record, *world.Refusal) {
		rec, r := decide(s, now, in)
		if rec != nil && s == j.State && objection == nil {
			objection = w.Record(rec)
		}
		return rec, r
	}
	must := func(now world.Time, in world.Input) {
		if _, r, err := j.Do(now, in); r != nil || err != nil {
			t.Fatalf("%T: %v %v", in.Action, r, err)
		}
	}
	host := world.Via{Kind: world.ViaHost}
	must(0, world.Input{Via: host, Action: world.Start{Build: "test", Wall: 1_700_000_000_000, Seed: 3}})
	must(0, world.Input{Via: host, Action: world.ApplyPack{Pack: audit.WardenPack()}})
	for _, c := range cast {
		must(1, world.Input{Via: host, Action: c})
		must(1, worldtest.Typed(world.ActorID("pc-"+strings.ToLower(c.Name)), world.Enter{}))
	}
	must(1, worldtest.Typed(merla, world.MintFor{Body: keeper, Grant: "g-keeper", Label: "x"}))
	g := worldtest.NewGamer(t, j.State)
	now := world.Time(rapid.Int64Range(1, int64(world.GameDay)).Draw(t, "begin"))
	for range mindedSteps {
		if objection != nil {
			return objection
		}
		var err error
		if g.Roll(3) == 0 {
			now, err = g.Play(j, now)
		} else {
			_, _, err = j.Do(now, mindful(j.State, g))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return objection
}

// mindful draws what a mind wants, such as makes sense or not; seldom what an agent wants with the keeper.
func mindful(s *world.State, g *worldtest.Gamer) world.Input {
	who := []world.ActorID{keeper, keeper, keeper, bess, watchman}[g.Roll(5)]
	kinds := world.ActionKinds()
	in := thinks(who, g.Fill(who, kinds[g.Roll(len(kinds))]))
	if who == keeper && s.Actors[who] != nil && g.Roll(4) == 0 {
		in.Via = world.Via{Kind: world.ViaGrant, Grant: "g-keeper"}
	}
	return in
}

// TestSimMinds plays games in which minds want whatever there is to want: they do nothing that their patterns do not
// list, as an independent warden sees it, and the world keeps its promises.
func TestSimMinds(t *testing.T) {
	judged := 0
	rapid.Check(t, func(t *rapid.T) {
		j, w := worldtest.NewJudge(), audit.NewWarden()
		j.DigestEvery, j.CutEvery = 20, 15
		if err := mindedGame(t, j, w); err != nil {
			t.Fatal(err)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		judged += w.Judged()
	})
	if judged == 0 {
		t.Error("no mind did anything")
	}
}

// TestWardenSeesLawlessMinds takes the law of minds away, by having them act as scripts do, and wants the warden to see
// it, and in more than one way.
func TestWardenSeesLawlessMinds(t *testing.T) {
	const games, leastKinds = 30, 3
	seen := map[string]bool{}
	for seed := 1; seed <= games && len(seen) < leastKinds; seed++ {
		err := rapid.Custom(func(t *rapid.T) error {
			j, w := worldtest.NewJudge(), audit.NewWarden()
			j.Decide = lawless
			return mindedGame(t, j, w)
		}).Example(seed)
		if err != nil {
			verb, _, _ := strings.Cut(strings.Split(err.Error(), " ")[1], " ")
			seen[verb] = true
		}
	}
	if len(seen) < leastKinds {
		t.Errorf("in %d games without the law the warden saw only %v", games, seen)
	}
}

// lawless decides what minds want as if scripts did.
func lawless(s *world.State, now world.Time, in world.Input) (*world.Record, *world.Refusal) {
	via := in.Via
	if via.Kind == world.ViaMind {
		in.Via = world.Via{Kind: world.ViaScript}
	}
	rec, r := s.Decide(now, in)
	if rec != nil {
		rec.Via = via
	}
	return rec, r
}
