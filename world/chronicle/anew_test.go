package chronicle_test

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world/chronicle"
	"github.com/mudlark-mud/mudlark/world/journal"
)

// TestAnew loses sealed records in several ways and goes on: the world is what it was, and its record begins anew.
func TestAnew(t *testing.T) {
	for name, spoil := range map[string]func(t *testing.T, segments []string){
		"all gone": func(t *testing.T, s []string) { remove(t, s...) },
		"a gap":    func(t *testing.T, s []string) { remove(t, s[1]) },
		"damage": func(t *testing.T, s []string) {
			if err := os.Truncate(s[len(s)-1], 99); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			j := open(t, dir, journal.Options{})
			st := newStage(t, j)
			st.play(200)
			st.cut()
			sealAll(t, book(t, dir, j, chronicle.Options{}))
			st.play(30)
			st.cut() // there are records in the file behind which nothing can be folded
			st.play(10)
			spoil(t, files(t, dir, "*.seg"))
			if _, err := chronicle.Open(dir, j, chronicle.Options{}); err == nil {
				t.Fatal("nothing was amiss")
			}
			cut := j.CutSeq()
			var log bytes.Buffer
			o := chronicle.Options{Anew: true, Log: slog.New(slog.NewTextHandler(&log, nil))}
			b := book(t, dir, j, o)
			if got := strings.Count(log.String(), "level=WARN"); got != 1 || !strings.Contains(log.String(), "begins anew") {
				t.Errorf("it was said %d times: %s", got, log.String())
			}
			if b.Anchor().Seq != cut || b.First() != cut+1 {
				t.Errorf("the record begins with %d behind %d, want %d", b.First(), b.Anchor().Seq, cut+1)
			}
			st.holds(b)
			st.putAside(dir, cut)
			st.play(100)
			st.cut()
			if n := sealAll(t, b); n == 0 {
				t.Error("nothing is sealed any more")
			}
			st.holds(b)
			log.Reset()
			st.holds(book(t, dir, j, o))
			if log.Len() > 0 {
				t.Errorf("what is whole begins anew: %s", log.String())
			}
		})
	}
}

// putAside asks that the records of the file which could not be folded lie beside the segments.
func (st *stage) putAside(dir string, cut uint64) {
	st.t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "segments.aside-1", "*.seg"))
	if err != nil || len(names) == 0 {
		st.t.Fatalf("%v was put aside (%v)", names, err)
	}
	b, err := chronicle.OpenSlice(names[len(names)-1])
	if err != nil {
		st.t.Fatal(err)
	}
	last := uint64(0)
	err = b.Records(context.Background(), 0, cut, func(r journal.Record) error {
		last = r.Seq
		if !bytes.Equal(r.Bytes, st.raw[r.Seq-1]) {
			st.t.Errorf("record %d is another", r.Seq)
		}
		return nil
	})
	if err != nil || last != cut {
		st.t.Errorf("what was put aside ends at %d, want %d (%v)", last, cut, err)
	}
}

// TestAnewBeforeTheFirstCut has nothing to begin with but the beginning.
func TestAnewBeforeTheFirstCut(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir, journal.Options{})
	st := newStage(t, j)
	if err := os.MkdirAll(filepath.Join(dir, "segments"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "segments", "00000000000000000001.seg"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	st.holds(book(t, dir, j, chronicle.Options{Anew: true}))
}
