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
	const games, leastKinds = 100, 3
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

// PEOPLE V2: the warden knows by itself who won against whom, and objects to a promise and to a gift for a deed that
// was not done.
func TestWardenKnowsWhoWon(t *testing.T) {
	const winner, other = world.ActorID("pc-anna"), world.ActorID("pc-benno")
	w := audit.NewWarden()
	host, mind := world.Via{Kind: world.ViaHost}, world.Via{Kind: world.ViaMind}
	record := func(by world.ActorID, via world.Via, events ...world.Event) error {
		r := &world.Record{Actor: by, Via: via}
		for _, e := range events {
			r.Notices = append(r.Notices, world.Notice{Event: e})
		}
		return w.Record(r)
	}
	spec := world.MindSpec{
		Gives:    []world.GiftSpec{{Item: "pie", To: world.GiftPromised}},
		Promises: []world.PromiseSpec{{ID: "pie", Text: "A pie.", Item: "pie", For: world.PromiseFor{Beats: "hedda"}}},
	}
	if err := record("", host, world.PackApplied{Mobs: []world.MobSpec{{ID: "keeper", Mind: &spec}, {ID: "hedda"}}},
		world.Created{Actor: winner}, world.Created{Actor: other}, world.MobMade{Actor: "npc-keeper", Proto: "keeper"},
		world.MobMade{Actor: "npc-hedda", Proto: "hedda"}, world.ItemMade{Item: "pie-1", Proto: "pie"},
		world.ItemMade{Item: "pie-2", Proto: "pie"},
		world.GameEnded{How: world.EndWon, Actor: winner, Other: "npc-hedda"},
		world.GameEnded{How: world.EndWon, Actor: "npc-hedda", Other: other},
		world.GameEnded{How: world.EndDrawn, Actor: other, Other: "npc-hedda"}); err != nil {
		t.Fatal(err)
	}
	for who, isLawful := range map[world.ActorID]bool{winner: true, other: false} {
		promised := world.Promised{Actor: "npc-keeper", To: who, Promise: "pie", Text: "A pie.", Item: "pie"}
		if err := record("npc-keeper", mind, promised); (err == nil) != isLawful {
			t.Errorf("a promise to %s: %v", who, err)
		}
		given := world.ItemGiven{Actor: "npc-keeper", To: who, Item: "pie-1"}
		if err := record("npc-keeper", mind, given); (err == nil) != isLawful {
			t.Errorf("a pie for %s: %v", who, err)
		}
	}
}

// PEOPLE V3: nobody is set on somebody by words. A creature opens a fight by turns with whom its pattern lists when its
// pattern wants it to, or when that foe fights one of the world's people beside it.
func TestBattlesHaveACause(t *testing.T) {
	c := newScene(t)
	p := audit.WardenPack()
	apply := func(wants ...world.WantSpec) {
		t.Helper()
		for i := range p.Mobs {
			if p.Mobs[i].Mind != nil && len(p.Mobs[i].Mind.Fights) > 0 {
				mind := *p.Mobs[i].Mind
				mind.Wants = wants
				p.Mobs[i].Mind = &mind
			}
		}
		p.Hash += "."
		c.hosts(world.ApplyPack{Pack: p})
	}
	apply()
	lawful := func() bool {
		return c.s.Lawful(c.now, c.s.Actors[bess], world.OpenEncounter{Target: keeper})
	}
	if lawful() {
		t.Error("it may fight whom it has nothing against")
	}
	apply(world.WantSpec{ID: "row", Text: "A row.", Weight: 5, Verb: "battle", Arg: "keeper"})
	if !lawful() {
		t.Error("its pattern wants it to, and it may not")
	}
}
