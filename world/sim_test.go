package world_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
	"github.com/mudlark-mud/mudlark/world/worldtest/smallport"
)

// A game begins with these people: two with accounts, a guest and a wizard.
var cast = []world.Create{
	{Account: "a-ann", Name: "Anna", Role: world.RolePlayer},
	{Account: "a-ben", Name: "Benno", Role: world.RolePlayer},
	{Name: "Gast", Role: world.RoleGuest},
	{Account: "a-wiz", Name: "Merla", Role: world.RoleWizard},
}

const gameSteps = 45

// TestSimGames plays random games and holds the world to its four promises after each step.
func TestSimGames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		j := worldtest.NewJudge()
		j.DigestEvery, j.CutEvery = 20, rapid.IntRange(0, 20).Draw(t, "cut every")
		playGame(t, j)
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	})
}

// playGame has a judge decide a random game from its beginning.
func playGame(t *rapid.T, j *worldtest.Judge) {
	g, now := begin(t, j)
	for range gameSteps {
		var err error
		if now, err = g.Play(j, now); err != nil {
			t.Fatal(err)
		}
	}
}

// begin has a judge decide how a game begins.
func begin(t *rapid.T, j *worldtest.Judge) (*worldtest.Gamer, world.Time) {
	must := func(now world.Time, in world.Input) {
		if _, r, err := j.Do(now, in); r != nil || err != nil {
			t.Fatalf("%T at the start: %v %v", in.Action, r, err)
		}
	}
	for _, in := range worldtest.Genesis() {
		must(0, in)
	}
	for _, c := range cast {
		must(1, world.Input{Via: world.Via{Kind: world.ViaHost}, Action: c})
	}
	for _, who := range []world.ActorID{"pc-anna", "pc-benno", "pc-gast", "pc-merla"} {
		must(1, worldtest.Typed(who, world.Enter{}))
	}
	if rapid.IntRange(0, 3).Draw(t, "closed") == 0 {
		must(1, worldtest.Typed("pc-merla", edit(world.ZoneSpec{ID: "pit", Name: "The Pit", Closed: true})))
	}
	g := worldtest.NewGamer(t, j.State)
	for _, in := range g.Scatter("pc-merla", []world.ActorID{"pc-anna", "pc-benno", "pc-gast"}) {
		must(1, in)
	}
	return g, world.Time(rapid.Int64Range(1, int64(world.GameDay)).Draw(t, "begin"))
}

// TestSimBeasts plays games among creatures that wander, flee, help each other, pick things up and remember people.
func TestSimBeasts(t *testing.T) {
	wandered := false
	rapid.Check(t, func(t *rapid.T) {
		j := worldtest.NewJudge()
		j.DigestEvery, j.CutEvery = 20, 15
		g, now := begin(t, j)
		p := worldtest.SmallPack()
		smallport.Beasts(&p)
		if _, r, err := j.Do(now, host(world.ApplyPack{Pack: p})); r != nil || err != nil {
			t.Fatal(r, err)
		}
		for range gameSteps {
			var err error
			if now, err = g.Play(j, now); err != nil {
				t.Fatal(err)
			}
		}
		for _, a := range j.State.Actors {
			wandered = wandered || a.Proto == "gull" && a.Room != worldtest.Market
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	})
	if !wandered {
		t.Error("no gull ever left the market")
	}
}

// TestSimCompanions plays games in which people hire others, who follow, fight and leave.
func TestSimCompanions(t *testing.T) {
	ends := 0
	rapid.Check(t, func(t *rapid.T) {
		j := worldtest.NewJudge()
		j.DigestEvery, j.CutEvery = 20, 15
		g, now := begin(t, j)
		p := worldtest.SmallPack()
		smallport.Companions(&p)
		must := func(in world.Input) {
			if _, r, err := j.Do(now, in); r != nil || err != nil {
				t.Fatal(r, err)
			}
		}
		must(host(world.ApplyPack{Pack: p}))
		for _, who := range []world.ActorID{"pc-anna", "pc-benno", "pc-gast"} {
			must(worldtest.Typed("pc-merla", world.SetField{Actor: who, Field: "coins", Value: 9}))
			if j.State.Actors[who].Room != worldtest.Quay {
				must(worldtest.Typed("pc-merla", world.Haul{Body: who, To: worldtest.Quay}))
			}
		}
		must(worldtest.Typed("pc-benno", world.Hire{Who: "npc-porter"}))
		for range gameSteps {
			a := j.State.Actors["npc-porter"]
			isHired := a != nil && a.Hire != nil
			var err error
			if now, err = g.Play(j, now); err != nil {
				t.Fatal(err)
			}
			if a := j.State.Actors["npc-porter"]; isHired && (a == nil || a.Hire == nil) {
				ends++
			}
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	})
	if ends == 0 {
		t.Error("nobody was ever parted with")
	}
}

// TestSimCrafts plays games in which people grow in a craft by much of what they do, probe, dig, wade and hark.
func TestSimCrafts(t *testing.T) {
	grew, dug := false, false
	rapid.Check(t, func(t *rapid.T) {
		j := worldtest.NewJudge()
		j.DigestEvery, j.CutEvery = 20, 15
		g, now := begin(t, j)
		p := worldtest.SmallPack()
		smallport.Crafts(&p)
		if _, r, err := j.Do(now, host(world.ApplyPack{Pack: p})); r != nil || err != nil {
			t.Fatal(r, err)
		}
		for _, who := range []world.ActorID{"pc-anna", "pc-benno"} {
			if rapid.Bool().Draw(t, "able") {
				set := world.SetField{Actor: who, Field: "mudding", Value: 3}
				if _, r, err := j.Do(now, worldtest.Typed("pc-merla", set)); r != nil || err != nil {
					t.Fatal(r, err)
				}
			}
		}
		for _, deed := range []world.Action{
			world.SetField{Actor: "pc-merla", Field: "mudding", Value: 3},
			world.Haul{Body: "pc-merla", To: worldtest.Market}, world.Unearth{},
		} {
			_, r, err := j.Do(now, worldtest.Typed("pc-merla", deed))
			if err != nil {
				t.Fatal(err)
			}
			_, digs := deed.(world.Unearth)
			dug = dug || digs && r == nil
		}
		for range gameSteps {
			var err error
			if now, err = g.Play(j, now); err != nil {
				t.Fatal(err)
			}
		}
		for _, a := range j.State.Actors {
			grew = grew || len(a.Practised) > 0
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	})
	if !grew || !dug {
		t.Errorf("somebody practised: %v; dug something up: %v", grew, dug)
	}
}

// TestSimRewind plays games in which a wizard makes things vanish and brings things and people back all the time: what
// comes back is there once, whatever happened to it since.
func TestSimRewind(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		j := worldtest.NewJudge()
		j.DigestEvery, j.CutEvery = 20, 15
		g, now := begin(t, j)
		for i := range gameSteps {
			var err error
			if i%3 == 0 {
				now, err = g.Play(j, now)
			} else {
				_, _, err = j.Do(now, g.Rewind("pc-merla"))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	})
}

// TestSimOddPacks plays games in which the pack becomes another all the time, each odder than the one before: what is
// taken is sound, now and ever after, and what is not taken changes nothing.
func TestSimOddPacks(t *testing.T) {
	taken, refused := 0, 0
	defer func() {
		if taken+refused > 10 && (taken == 0 || refused == 0) {
			t.Errorf("%d packs were taken and %d refused, want some of each", taken, refused)
		}
	}()
	rapid.Check(t, func(t *rapid.T) {
		j := worldtest.NewJudge()
		j.DigestEvery, j.CutEvery = 20, 15
		g, now := begin(t, j)
		for i := range gameSteps {
			var err error
			if i%5 != 0 {
				now, err = g.Play(j, now)
			} else {
				p := worldtest.OddPack(t, strings.Repeat("o", i+1))
				var no *world.Refusal
				_, no, err = j.Do(now, world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.ApplyPack{Pack: p}})
				if no == nil {
					taken++
				} else {
					refused++
				}
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	})
}

// TestSimFigures plays games in which people drink, fill and pour, wear what is not for all, and choose what they are.
func TestSimFigures(t *testing.T) {
	drew, moved := false, false
	rapid.Check(t, func(t *rapid.T) {
		j := worldtest.NewJudge()
		j.DigestEvery, j.CutEvery = 20, 15
		g, now := begin(t, j)
		p := worldtest.SmallPack()
		smallport.Figures(&p)
		if _, r, err := j.Do(now, host(world.ApplyPack{Pack: p})); r != nil || err != nil {
			t.Fatal(r, err)
		}
		for i := range gameSteps {
			var err error
			if i%3 == 0 {
				now, err = g.Play(j, now)
			} else {
				who := rapid.SampledFrom([]world.ActorID{"pc-anna", "pc-benno", "pc-merla"}).Draw(t, "who")
				act := g.Fill(who, rapid.SampledFrom([]world.Action{
					world.DrinkFrom{}, world.Pour{}, world.Pour{}, world.Become{}, world.Wear{}, world.Remove{}, world.Take{},
					world.Haul{Body: who, To: worldtest.Quay},
				}).Draw(t, "deed"))
				if _, isHaul := act.(world.Haul); isHaul {
					who, act = "pc-merla", world.Haul{Body: who, To: worldtest.Quay}
				}
				_, _, err = j.Do(now, worldtest.Typed(who, act))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		for _, it := range j.State.Items {
			drew = drew || it.Drawn
		}
		for _, a := range j.State.Actors {
			moved = moved || len(a.Figures) > 0
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	})
	if !drew || !moved {
		t.Errorf("somebody drew from a vessel: %v; a figure moved: %v", drew, moved)
	}
}

// TestSimBoards plays games in which people write on boards, read them and take notes down.
func TestSimBoards(t *testing.T) {
	hung, fell := false, false
	rapid.Check(t, func(t *rapid.T) {
		j := worldtest.NewJudge()
		j.DigestEvery, j.CutEvery = 20, 15
		g, now := begin(t, j)
		p := worldtest.SmallPack()
		smallport.Boards(&p)
		if _, r, err := j.Do(now, host(world.ApplyPack{Pack: p})); r != nil || err != nil {
			t.Fatal(r, err)
		}
		for i := range gameSteps {
			var err error
			if i%3 == 0 {
				now, err = g.Play(j, now)
			} else {
				who := rapid.SampledFrom([]world.ActorID{"pc-anna", "pc-benno", "pc-merla"}).Draw(t, "who")
				act := g.Fill(who, rapid.SampledFrom([]world.Action{
					world.PinNote{}, world.PinNote{}, world.PinNote{}, world.ReadPin{}, world.Unpin{}, world.Move{},
				}).Draw(t, "deed"))
				_, _, err = j.Do(now, worldtest.Typed(who, act))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		for _, b := range j.State.Pinboards {
			hung = hung || len(b.Pins) > 0
			fell = fell || b.Last > 3
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	})
	if !hung || !fell && !testing.Short() { // few games do not fill one
		t.Errorf("a note hangs: %v; there were more than a board holds: %v", hung, fell)
	}
}
