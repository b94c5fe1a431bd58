package archive_test

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
)

// TestBases seals with and without the state that was set aside for it: what comes out is the same world.
func TestBases(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing happens at once")
	}
	for name, spoil := range map[string]func(t *testing.T, path string){
		"kept":    func(*testing.T, string) {},
		"missing": func(t *testing.T, path string) { remove(t, path) },
		"damaged": func(t *testing.T, path string) {
			if err := os.Truncate(path, 100); err != nil {
				t.Fatal(err)
			}
		},
		"empty": func(t *testing.T, path string) {
			if err := os.Truncate(path, 0); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			j := open(t, dir, journal.Options{})
			st := newStage(t, j)
			for round := range 3 {
				st.play(12)
				st.pass(25 * time.Hour) // so that they are due
				st.play(1)
				st.cut()
				st.play(3)
				b := book(t, dir, j, archive.Options{SegmentBytes: 1 << 30})
				if n := sealAll(t, b); n != 1 {
					t.Fatalf("round %d: %d segments", round, n)
				}
				bases := files(t, dir, "*.base")
				if len(bases) != 1 {
					t.Fatalf("round %d: %v was set aside", round, bases)
				}
				st.holds(b)
				spoil(t, bases[0])
			}
			b := book(t, dir, j, archive.Options{})
			st.holds(b)
			for _, s := range b.Segments() {
				base, err := b.Base(context.Background(), s.Info.First)
				if err != nil {
					t.Fatal(err)
				}
				if d, err := journal.Digest(base); err != nil || d != st.digest(s.Info.First-1) {
					t.Errorf("%s opens with another state (%v)", s.Path, err)
				}
			}
		})
	}
}
