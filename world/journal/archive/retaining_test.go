package archive_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
)

const day = 24 * time.Hour

// weeks makes a folder with a segment for each of so many weeks.
func weeks(t *testing.T, n int, o archive.Options) (*stage, *archive.Book) {
	t.Helper()
	dir := t.TempDir()
	j := open(t, dir, journal.Options{})
	st := newStage(t, j)
	o.SegmentBytes = 1 << 30
	b := book(t, dir, j, o)
	for range n {
		st.play(10)
		st.pass(7 * day)
		st.play(1)
		st.cut()
		if made := sealAll(t, b); made != 1 {
			t.Fatalf("%d segments of a week", made)
		}
	}
	return st, b
}

func TestRetain(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing happens at once")
	}
	const jump = 400 * day
	for name, c := range map[string]struct {
		o    archive.Options
		now  time.Duration // the clock, from the newest record
		want int           // of ten weeks' segments dropped
	}{
		"thirty days, as they are":           {archive.Options{}, 0, 5},
		"for ever":                           {archive.Options{KeepDays: -1, KeepBytes: -1}, jump, 0},
		"a week":                             {archive.Options{KeepDays: 7}, time.Hour, 9},
		"the clock a year ahead":             {archive.Options{}, jump, 5},
		"the clock a year back":              {archive.Options{}, -jump, 0},
		"the clock a year ahead, and a day":  {archive.Options{KeepDays: 1}, jump, 9},
		"bytes of nothing":                   {archive.Options{KeepDays: -1, KeepBytes: 1}, 0, 9},
		"bytes, whatever the clock says":     {archive.Options{KeepDays: -1, KeepBytes: 1}, -jump, 9},
		"bytes enough":                       {archive.Options{KeepDays: -1, KeepBytes: 1 << 30}, 0, 0},
		"bytes enough, but the days are few": {archive.Options{KeepDays: 50, KeepBytes: 1 << 30}, 0, 2},
	} {
		t.Run(name, func(t *testing.T) {
			st, b := weeks(t, 10, c.o)
			before := b.Segments()
			dropped, err := b.Retain(context.Background(), st.wall.Add(c.now))
			if err != nil || len(dropped) != c.want {
				t.Fatalf("%d segments were dropped, want %d (%v)", len(dropped), c.want, err)
			}
			for i, path := range dropped {
				if path != before[i].Path {
					t.Errorf("%s was dropped in place of %s", path, before[i].Path)
				}
			}
			st.holds(b)
			again, err := b.Retain(context.Background(), st.wall.Add(c.now))
			if len(again) > 0 || err != nil {
				t.Errorf("%v was dropped then (%v)", again, err)
			}
		})
	}
}

// TestAClockThatRunsAhead starts the daemon with a clock that is a year ahead: world time takes a week of that, so a
// week's worth is dropped early, and no more.
func TestAClockThatRunsAhead(t *testing.T) {
	st, b := weeks(t, 10, archive.Options{KeepDays: 40})
	st.wall = st.wall.Add(365 * day)
	st.now += 7 * 24 * 3600 * 1000 // what a start makes of it
	st.start()
	dropped, err := b.Retain(context.Background(), st.wall)
	if len(dropped) != 5 || err != nil {
		t.Errorf("%d segments were dropped, want 5 of 10 (%v)", len(dropped), err)
	}
	st.holds(b)
}

// TestCrashWhileDropping breaks off between two segments: what is left is whole.
func TestCrashWhileDropping(t *testing.T) {
	removed := 0
	st, b := weeks(t, 5, archive.Options{KeepDays: 1, Inject: func(s archive.Step) error {
		if s == archive.StepRemove {
			removed++
		}
		if removed == 3 {
			return errCrash
		}
		return nil
	}})
	dropped, err := b.Retain(context.Background(), st.wall)
	if len(dropped) != 2 || !errors.Is(err, errCrash) {
		t.Fatalf("dropped %v: %v", dropped, err)
	}
	st.holds(b)
	if left := b.Segments(); len(left) != 3 || slices.Contains(dropped, left[0].Path) {
		t.Errorf("%d segments are left", len(left))
	}
}
