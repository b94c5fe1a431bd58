package world_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// PLAYERS 4.8: who is under the hill, where the bell is not heard, feels it; that the tide then turns they cannot know.
func TestTheBellIsFeltWhereItIsNotHeard(t *testing.T) {
	c := newScene(t)
	c.goes(anna, worldtest.Cave)
	c.goes(benno, worldtest.Strand)
	rung, turned := 0, 0
	for range 20 {
		for _, rec := range c.wait(world.Minute) {
			deep, shore := c.heardBy(anna, rec), c.heardBy(benno, rec)
			if sense, is := deep["TideWarned"]; is {
				rung++
				if sense != world.Far || shore["TideWarned"] != world.Far|world.Heard {
					t.Errorf("the bell is perceived as %b below and as %b at the shore", sense, shore["TideWarned"])
				}
			}
			if _, is := shore["TideTurned"]; is {
				turned++
				if _, felt := deep["TideTurned"]; felt {
					t.Error("the turn of the tide is felt below")
				}
			}
		}
	}
	if rung == 0 || turned == 0 {
		t.Fatalf("the bell was rung %d times, and the tide turned %d times", rung, turned)
	}
}
