package archive_test

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
)

// TestAnew loses sealed records in several ways and goes on: the world is what it was, and its record begins anew.
func TestAnew(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing happens at once")
	}
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
			sealAll(t, book(t, dir, j, archive.Options{}))
			st.play(30)
			st.cut() // there are records in the file behind which nothing can be folded
			st.play(10)
			spoil(t, files(t, dir, "*.seg"))
			if _, err := archive.Open(dir, j, archive.Options{}); err == nil {
				t.Fatal("nothing was amiss")
			}
			cut := j.CutSeq()
			var log bytes.Buffer
			o := archive.Options{Anew: true, Log: slog.New(slog.NewTextHandler(&log, nil))}
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
	b, err := archive.OpenSlice(names[len(names)-1])
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
	st.holds(book(t, dir, j, archive.Options{Anew: true}))
}

// TestBare takes up a world without what was sealed, which is lost in part: the journal's file is all of the record,
// and what is left of the rest is not touched. A file that is older than the segments is no world to go on with.
func TestBare(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir, journal.Options{})
	st := newStage(t, j)
	st.play(200)
	st.cut()
	sealAll(t, book(t, dir, j, archive.Options{}))
	st.play(200)
	st.cut()
	anchor := j.Anchor()
	remove(t, files(t, dir, "*.seg")[1])
	left := files(t, dir, "*")
	b := book(t, dir, j, archive.Options{Bare: true})
	if err := b.Bare(); err == nil || !strings.Contains(err.Error(), "are missing") {
		t.Errorf("why it is bare: got %v", err)
	}
	if got, want := b.Anchor(), anchor; got != want {
		t.Errorf("it begins behind %s, want %s", got, want)
	}
	if sealed, err := b.Seal(t.Context()); sealed || err != nil {
		t.Errorf("seal: %v %v", sealed, err)
	}
	if dropped, err := b.Retain(t.Context(), st.wall.AddDate(10, 0, 0)); len(dropped) > 0 || err != nil {
		t.Errorf("retain: %v %v", dropped, err)
	}
	keep := func(journal.Record) ([]byte, error) { return nil, nil }
	if _, err := b.Blank(t.Context(), 0, j.Head().Seq, keep); err == nil {
		t.Error("words in what is sealed would have stayed")
	}
	if got := files(t, dir, "*"); !slices.Equal(got, left) {
		t.Errorf("what is left of the segments: got %v, want %v", got, left)
	}
	older := open(t, t.TempDir(), journal.Options{})
	if _, err := archive.Open(dir, older, archive.Options{Bare: true}); err == nil {
		t.Error("a file that is older than the segments was taken up")
	}
}
