package world_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
	"github.com/mudlark-mud/mudlark/world/worldtest/smallport"
)

// TestSimPowers plays games in which people use things of power on themselves and on others.
func TestSimPowers(t *testing.T) {
	ways := map[world.PowerWay]bool{}
	rapid.Check(t, func(t *rapid.T) {
		j := worldtest.NewJudge()
		j.DigestEvery, j.CutEvery = 20, 15
		g, now := begin(t, j)
		p := worldtest.SmallPack()
		smallport.Powers(&p)
		if _, r, err := j.Do(now, host(world.ApplyPack{Pack: p})); r != nil || err != nil {
			t.Fatal(r, err)
		}
		for i := range gameSteps {
			var err error
			var rec *world.Record
			if i%3 == 0 {
				now, err = g.Play(j, now)
			} else {
				who := rapid.SampledFrom([]world.ActorID{"pc-anna", "pc-benno", "pc-merla"}).Draw(t, "who")
				act := g.Fill(who, rapid.SampledFrom([]world.Action{
					world.Invoke{}, world.Invoke{}, world.Invoke{}, world.Take{}, world.Take{}, world.Wear{}, world.Consume{},
					world.Haul{Body: who, To: worldtest.Arena},
				}).Draw(t, "deed"))
				if _, isHaul := act.(world.Haul); isHaul {
					who, act = "pc-merla", world.Haul{Body: who, To: worldtest.Arena}
				}
				rec, _, err = j.Do(now, worldtest.Typed(who, act))
			}
			if err != nil {
				t.Fatal(err)
			}
			if rec == nil {
				continue
			}
			for _, n := range rec.Notices {
				if e, is := n.Event.(world.Invoked); is {
					ways[e.Way] = true
				}
			}
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	})
	if !testing.Short() && len(ways) != len(world.PowerWays()) { // few games do not come to all of them
		t.Errorf("things of power were used by %v, want all ways", ways)
	}
}
