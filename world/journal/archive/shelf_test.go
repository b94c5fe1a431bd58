package archive_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
	"github.com/mudlark-mud/mudlark/world/journal/segment"
)

// sealed makes a data folder with a few segments and a stage that knows what is in it.
func sealed(t *testing.T, dir string) *stage {
	t.Helper()
	j := open(t, dir, journal.Options{})
	st := newStage(t, j)
	st.play(250)
	st.cut()
	st.play(5)
	if n := sealAll(t, book(t, dir, j, archive.Options{})); n < 4 {
		t.Fatalf("only %d segments", n)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	return st
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	b, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, b, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestFoldersThatAreNotWhole opens folders where something is missing, damaged or of another world: each says what it
// is and what to do.
func TestFoldersThatAreNotWhole(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing happens at once")
	}
	for name, c := range map[string]struct {
		spoil func(t *testing.T, dir string, segments []string)
		want  string
	}{
		"the first segment is missing": {func(t *testing.T, _ string, s []string) { remove(t, s[0]) }, ""},
		"one in the middle is missing": {func(t *testing.T, _ string, s []string) { remove(t, s[1]) },
			"is not whole (records "},
		"the newest is missing": {func(t *testing.T, _ string, s []string) { remove(t, s[len(s)-1]) },
			"are missing): bring the missing segments back from a backup"},
		"all are missing": {func(t *testing.T, _ string, s []string) { remove(t, s...) },
			"were sealed, and there is no segment"},
		"one is cut short": {func(t *testing.T, _ string, s []string) {
			if err := os.Truncate(s[1], 1000); err != nil {
				t.Fatal(err)
			}
		}, "truncated: it does not end as a segment does): check the disk"},
		"one is named otherwise": {func(t *testing.T, _ string, s []string) {
			copyFile(t, s[1], strings.Replace(s[1], ".seg", "x.seg", 1))
		}, "which is not its name"},
		"one is of another world": {func(t *testing.T, dir string, s []string) {
			other := t.TempDir()
			foreign(t, other)
			copyFile(t, files(t, other, "*.seg")[0], s[0])
		}, "is of another record than the segment before it"},
		"the database is of another world": {func(t *testing.T, dir string, _ []string) {
			other := t.TempDir()
			j := open(t, other, journal.Options{})
			st := newStageAt(t, j, begin.Add(time.Hour))
			st.play(300)
			if err := j.Close(); err != nil {
				t.Fatal(err)
			}
			copyFile(t, filepath.Join(other, journal.FileName), filepath.Join(dir, journal.FileName))
		}, "are of two different records"},
		"the database is new": {func(t *testing.T, dir string, _ []string) {
			remove(t, filepath.Join(dir, journal.FileName))
		}, "so it is older than they are"},
		"something else lies there": {func(t *testing.T, dir string, _ []string) {
			copyFile(t, filepath.Join(dir, journal.FileName), filepath.Join(dir, "segments", "notes.txt"))
		}, ""},
		"one was not finished": {func(t *testing.T, dir string, s []string) {
			copyFile(t, s[0], filepath.Join(dir, "segments", "00000000000000009999.tmp"))
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			st := sealed(t, dir)
			c.spoil(t, dir, files(t, dir, "*.seg"))
			j := open(t, dir, journal.Options{})
			b, err := archive.Open(dir, j, archive.Options{})
			switch {
			case c.want == "" && err != nil:
				t.Error(err)
			case c.want == "":
				st.holds(b)
				if tmp, _ := filepath.Glob(filepath.Join(dir, "segments", "*.tmp")); len(tmp) > 0 {
					t.Errorf("%v was not swept", tmp)
				}
			case err == nil || !strings.Contains(err.Error(), c.want):
				t.Errorf("got %v, want ...%s...", err, c.want)
			}
		})
	}
}

// foreign seals the record of a world that went otherwise.
func foreign(t *testing.T, dir string) {
	t.Helper()
	j := open(t, dir, journal.Options{})
	st := newStageAt(t, j, begin.Add(time.Hour))
	st.play(250)
	st.cut()
	sealAll(t, book(t, dir, j, archive.Options{}))
}

func remove(t *testing.T, paths ...string) {
	t.Helper()
	for _, p := range paths {
		if err := os.Remove(p); err != nil {
			t.Fatal(err)
		}
	}
}

// TestAnOlderFileWithTheSameRecord is a folder where the database was brought back from before the last seal.
func TestAnOlderFileWithTheSameRecord(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir, journal.Options{})
	st := newStage(t, j)
	st.play(60)
	st.cut()
	st.play(100)
	old := filepath.Join(t.TempDir(), journal.FileName)
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	copyFile(t, filepath.Join(dir, journal.FileName), old)
	j = open(t, dir, journal.Options{})
	st.j = j
	st.cut()
	sealAll(t, book(t, dir, j, archive.Options{}))
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	copyFile(t, old, filepath.Join(dir, journal.FileName))
	j = open(t, dir, journal.Options{})
	b := book(t, dir, j, archive.Options{})
	st.holds(b) // what is sealed lies in both places, as the cut is older
	if j.Anchor().Seq != 0 {
		t.Errorf("the file gave up records behind its cut")
	}
	s, _, err := journal.Recover(j)
	if err != nil {
		t.Fatal(err)
	}
	st.s, st.j = s, j
	for _, k := range s.Keys() {
		s.Dirty[k] = struct{}{}
	}
	st.cut()
	if sealAll(t, b); j.Anchor().Seq == 0 {
		t.Errorf("and gave them up no more")
	}
	st.holds(b)
}

func TestOpenSlice(t *testing.T) {
	dir := t.TempDir()
	st := sealed(t, dir)
	path := files(t, dir, "*.seg")[1]
	b, err := archive.OpenSlice(path)
	if err != nil {
		t.Fatal(err)
	}
	part := *st
	last := b.Last()
	part.recs, part.raw, part.walls = st.recs[:last], st.raw[:last], st.walls[:last]
	part.holds(b)
	if _, err := archive.OpenSlice(dir); !errors.As(err, new(*segment.DamagedError)) {
		t.Errorf("a folder was taken for a slice: %v", err)
	}
}

func TestOutside(t *testing.T) {
	dir := t.TempDir()
	st := sealed(t, dir)
	remove(t, files(t, dir, "*.seg")[0])
	j := open(t, dir, journal.Options{})
	b := book(t, dir, j, archive.Options{})
	ctx, first, last := context.Background(), b.First(), b.Last()
	if first < 3 {
		t.Fatal("the record begins at its beginning")
	}
	st.holds(b)
	for name, err := range map[string]error{
		"records": b.Records(ctx, first-1, last, nil),
		"at":      second(b.At(ctx, first-2, nil)),
		"ahead":   second(b.At(ctx, last+1, nil)),
		"base":    second(b.Base(ctx, first-1)),
		"head":    second(b.HeadAt(ctx, first-2)),
		"when":    second(b.When(ctx, first-1)),
		"then":    second(b.When(ctx, last+1)),
		"seq at":  second(b.SeqAt(ctx, begin.Add(-time.Hour))),
		"touch":   b.Touching(ctx, nil, first-1, last, nil),
		"back":    b.TouchingBack(ctx, nil, first-1, last, nil),
	} {
		var outside *archive.RangeError
		if !errors.As(err, &outside) || outside.First != first || outside.Last != last {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func second[V any](_ V, err error) error { return err }

func TestEmpty(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir, journal.Options{})
	b := book(t, dir, j, archive.Options{})
	ctx := context.Background()
	if b.First() != 0 || b.Last() != 0 || b.Head() != (journal.Head{}) || b.Anchor() != (journal.Head{}) {
		t.Errorf("an empty record reaches from %d to %d", b.First(), b.Last())
	}
	if s, err := b.At(ctx, 0, nil); err != nil || s.Seq != 0 {
		t.Errorf("the state before all: %v", err)
	}
	if err := b.Records(ctx, 0, 9, nil); err != nil {
		t.Error(err)
	}
	if _, err := b.SeqAt(ctx, begin); err == nil || err.Error() != "no record of that time is kept: the record is empty" {
		t.Errorf("got %v", err)
	}
	if n := sealAll(t, b); n != 0 {
		t.Errorf("%d segments of nothing", n)
	}
	if dropped, err := b.Retain(ctx, begin); len(dropped) != 0 || err != nil {
		t.Errorf("%v %v", dropped, err)
	}
}
