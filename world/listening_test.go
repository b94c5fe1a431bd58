package world_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/world"
)

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
