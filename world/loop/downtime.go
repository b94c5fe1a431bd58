package loop

import (
	"time"

	"github.com/mudlark-mud/mudlark/world"
)

// downtimeMax is how much world time may pass for the time a daemon was down; what is beyond did not pass in it.
const downtimeMax = 7 * 24 * time.Hour

// BaseTime is the world time at which a loop goes on with a state that was recovered: the last one and what the wall
// clock says was slept through, within bounds, so that a clock that jumps cannot hurt.
func BaseTime(s *world.State, wall time.Time) world.Time {
	if s.Seq == 0 {
		return 0
	}
	last := time.UnixMilli(s.Wall).Add(time.Duration(s.Now-s.WallAt) * time.Millisecond)
	down := min(max(wall.Sub(last), 0), downtimeMax)
	return s.Now + world.Time(down.Milliseconds())
}
