package loop_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// Behind a small batch the next goes to the disk at once; behind a large one it fills for a while, and no longer than
// was promised.
func TestBatchesFillBehindLargeOnes(t *testing.T) {
	const commit, fillMost = time.Millisecond, 5 * time.Millisecond
	for _, tt := range []struct {
		deeds       int
		least, most time.Duration
	}{
		{1, commit, commit},
		{4000, commit + time.Millisecond, commit + fillMost},
	} {
		t.Run(fmt.Sprint(tt.deeds), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := run(t, 1, commit)
				emote := types(r.people[0], world.Emote{Text: "waves."})
				for range tt.deeds {
					if err := r.l.Offer(t.Context(), loop.Intent{Do: emote}); err != nil {
						t.Fatal(err)
					}
				}
				for r.j.Stats().Commits < 2 || r.l.Depth().Held > 0 || r.j.Last() < uint64(tt.deeds) {
					<-time.After(commit / 10) // the clock moves on when nobody has anything to do
				}
				offered := time.Now()
				if _, err := r.l.Do(t.Context(), emote); err != nil {
					t.Fatal(err)
				}
				if took := time.Since(offered); took < tt.least-commit/10 || took > tt.most {
					t.Errorf("answered after %s, want %s to %s", took, tt.least, tt.most)
				}
				if err := r.end(); err != nil {
					t.Error(err)
				}
			})
		})
	}
}
