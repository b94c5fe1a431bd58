package world_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/world"
)

// PLAYERS 4.1: before the first blow who listens has as much time as for a turn, and so has who fights beside them;
// whoever joins later counts too. The time is counted from when the fight was laid out.
func TestWhoListensHasTimeBeforeTheFirstBlow(t *testing.T) {
	c, e, _ := squares(t, nil)
	laid := c.now
	left := func(what string, want world.Time) {
		t.Helper()
		if got := e.Due - laid; e.Mode != world.ModeExploration || got > want+world.Second || got < want-world.Second {
			t.Errorf("%s: it comes to blows %d after it was laid out, want %d", what, got, want)
		}
	}
	left("who looks", 30*world.Second)
	c.does(anna, world.Listen{On: true})
	laid = c.now
	left("who listens alone", 600*world.Second)
	c.does(benno, world.JoinEncounter{})
	left("who listens, and another looks", 90*world.Second)

	c, e, _ = squares(t, nil)
	laid = c.now
	c.does(benno, world.Listen{On: true})
	left("who listens looks on", 30*world.Second)
	c.wait(10 * world.Second)
	c.does(benno, world.JoinEncounter{})
	left("who listens joins", 90*world.Second)
	c.wait(40 * world.Second)
	if e.Mode != world.ModeExploration {
		t.Error("it came to blows before who listens was ready")
	}
}

// PLAYERS 4.1: who listens has thrice the time for a turn, and ten minutes where nobody else plays in the fight. Who
// only looks has what they had.
func TestWhoListensHasTime(t *testing.T) {
	for name, tt := range map[string]struct {
		listens, joined bool
		want            world.Time
	}{
		"looks":                {false, true, 30 * world.Second},
		"listens among others": {true, true, 90 * world.Second},
		"listens alone":        {true, false, 600 * world.Second},
	} {
		t.Run(name, func(t *testing.T) {
			c, e, rat := squares(t, nil)
			c.strong(rat, 500)
			if tt.listens {
				c.does(anna, world.Listen{On: true})
			}
			if tt.joined {
				c.does(benno, world.JoinEncounter{})
			}
			c.does(anna, world.RollInitiative{})
			c.turn(e, anna)
			if left := e.Due - c.now; left > tt.want || left < tt.want-2*world.Second {
				t.Errorf("got %d left, want %d", left, tt.want)
			}
			if !tt.listens {
				c.does(anna, world.Listen{On: true})
				if left := e.Due - c.now; left < 89*world.Second {
					t.Errorf("in the middle of a turn: got %d left", left)
				}
			}
			c.does(anna, world.Listen{})
			if left := e.Due - c.now; left > 30*world.Second {
				t.Errorf("who looks again: got %d left", left)
			}
		})
	}
}
