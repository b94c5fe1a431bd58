package loop_test

import (
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// TestBaseTime: world time never goes back, and a start takes at most a week of what the wall clock says, whichever
// way it was set.
func TestBaseTime(t *testing.T) {
	const day = 24 * time.Hour
	const week = 7 * 24 * 3600 * world.Second
	wall := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	// The last start read the clock at 1000, and the last record was half an hour later.
	s := &world.State{Seq: 9, Now: 1000 + 1800*world.Second, Wall: wall.UnixMilli(), WallAt: 1000}
	last := wall.Add(30 * time.Minute)
	for name, c := range map[string]struct {
		wall time.Time
		want world.Time // since the last record
	}{
		"at once":          {last, 0},
		"an hour later":    {last.Add(time.Hour), 3600 * world.Second},
		"an hour back":     {last.Add(-time.Hour), 0},
		"ten years back":   {last.AddDate(-10, 0, 0), 0},
		"before the epoch": {time.Unix(-1, 0), 0},
		"a week later":     {last.Add(7 * day), week},
		"a year ahead":     {last.AddDate(1, 0, 0), week},
		"a century ahead":  {last.AddDate(100, 0, 0), week},
	} {
		if got := loop.BaseTime(s, c.wall) - s.Now; got != c.want {
			t.Errorf("%s: got %d, want %d", name, got, c.want)
		}
	}
	if got := loop.BaseTime(&world.State{}, wall); got != 0 {
		t.Errorf("a new world begins at %d, want 0", got)
	}
}
