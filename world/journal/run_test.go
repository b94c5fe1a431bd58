package journal_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.etcd.io/bbolt"

	"github.com/mudlark-mud/mudlark/world/journal"
)

// bigCut has about ten chunks of rows.
func bigCut(seq uint64, value string) *journal.Cut {
	c := &journal.Cut{Seq: seq}
	for i := range 2_000 {
		c.Rows = append(c.Rows, journal.Row{Key: fmt.Sprintf("item-%04d", i), Value: fmt.Appendf(nil, "%s-%0300d", value, i)})
	}
	return c
}

func TestCrashInsideACut(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing happens at once")
	}
	for _, c := range []struct {
		step journal.Step
		n    int
	}{{journal.StepChunk, 1}, {journal.StepChunk, 2}, {journal.StepChunk, 9}, {journal.StepCurrent, 1}} {
		t.Run(fmt.Sprintf("%s %d", c.step, c.n), func(t *testing.T) {
			dir := t.TempDir()
			inject := func(journal.Step) error { return nil }
			j := open(t, dir, journal.Options{NoSync: true, Inject: func(s journal.Step) error { return inject(s) }})
			mustCommit(t, j, journal.Batch{Records: records(1, 1), Cut: bigCut(1, "old")})
			want := load(t, j).Rows
			inject = failAt(c.step, c.n)
			if err := j.Commit(journal.Batch{Records: records(2, 2), Cut: bigCut(2, "new")}); !errors.Is(err, errInjected) {
				t.Fatalf("got %v", err)
			}
			mustClose(t, j)

			j = open(t, dir, journal.Options{NoSync: true, ProbeChild: probeChild(t)})
			got := load(t, j)
			if got.Info.Cut != 1 || got.Info.Last != 2 || len(got.Tail) != 1 {
				t.Errorf("got %+v", got.Info)
			}
			if diff := cmp.Diff(want, got.Rows); diff != "" {
				t.Error(diff)
			}
			if s := j.Stats(); s.Runs != 1 {
				t.Errorf("got %d runs, want 1", s.Runs)
			}
			mustClose(t, j)
			if got := storedRuns(t, dir); got != 1 {
				t.Errorf("the file keeps %d runs, want 1: the torn one was not swept", got)
			}
			j = open(t, dir, journal.Options{NoSync: true})
			mustCommit(t, j, journal.Batch{Cut: bigCut(2, "new")})
			if got := load(t, j); got.Info.Cut != 2 || got.Rows["item-0000"][:3] != "new" {
				t.Errorf("the cut taken again: got %+v", got.Info)
			}
		})
	}
}

// storedRuns counts the runs in a closed file, listed or not.
func storedRuns(t *testing.T, dir string) (n int) {
	t.Helper()
	db, err := bbolt.Open(filepath.Join(dir, journal.FileName), 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	err = db.View(func(tx *bbolt.Tx) error {
		return tx.Bucket([]byte("rows")).ForEachBucket(func([]byte) error {
			n++
			return nil
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestMergeKeepsWhatIsThereAndNothingElse(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir, journal.Options{NoSync: true})
	mustCommit(t, j, journal.Batch{Records: records(1, 1), Cut: bigCut(1, "old")})
	mustCommit(t, j, journal.Batch{Cut: bigCut(1, "new")})
	c := &journal.Cut{Seq: 1}
	for i := range 1_500 {
		c.Rows = append(c.Rows, gone(fmt.Sprintf("item-%04d", i)))
	}
	mustCommit(t, j, journal.Batch{Cut: c})
	if err := j.Merge(t.Context()); err != nil {
		t.Fatal(err)
	}
	var want uint64
	for k, v := range load(t, j).Rows {
		want += uint64(len(k) + len(v))
	}
	if got := j.Stats(); got.RunBytes != want || got.Runs != 1 {
		t.Errorf("got %d bytes in %d runs, want %d in 1", got.RunBytes, got.Runs, want)
	}
	mustClose(t, j)
	if got := storedRuns(t, dir); got != 1 {
		t.Errorf("the file keeps %d runs, want 1", got)
	}
}

func TestCrashInsideAMerge(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing happens at once")
	}
	for _, step := range []journal.Step{journal.StepChunk, journal.StepSwap, journal.StepSweep} {
		t.Run(string(step), func(t *testing.T) {
			dir := t.TempDir()
			inject := func(journal.Step) error { return nil }
			j := open(t, dir, journal.Options{NoSync: true, Inject: func(s journal.Step) error { return inject(s) }})
			mustCommit(t, j, journal.Batch{Records: records(1, 1), Cut: bigCut(1, "old")})
			mustCommit(t, j, journal.Batch{Records: records(2, 2), Cut: &journal.Cut{Seq: 2, Rows: []journal.Row{
				gone("item-0007"), row("item-0008", "new"),
			}}})
			want := load(t, j)
			want.Info.Unclean = true
			inject = failAt(step, 1)
			if err := j.Merge(t.Context()); !errors.Is(err, errInjected) {
				t.Fatalf("got %v", err)
			}
			mustClose(t, j)
			j = open(t, dir, journal.Options{NoSync: true, ProbeChild: probeChild(t)})
			if diff := cmp.Diff(want, load(t, j)); diff != "" {
				t.Error(diff)
			}
			wantRuns := 1
			if step != journal.StepSweep {
				wantRuns = 2
			}
			if got := j.Stats().Runs; got != wantRuns {
				t.Errorf("got %d runs, want %d", got, wantRuns)
			}
		})
	}
}

func TestRunsAreMergedWhenOpening(t *testing.T) {
	cut := func(j store, rows ...journal.Row) {
		next := j.Last() + 1
		mustCommit(t, j, journal.Batch{Records: records(next, next), Cut: &journal.Cut{Seq: next, Rows: rows}})
	}
	for name, c := range map[string]struct {
		cuts, wantRuns int
		fill           func(j store, i int)
	}{
		"few and light": {4, 4, func(j store, i int) {
			if i == 0 {
				mustCommit(t, j, journal.Batch{Records: records(1, 1), Cut: bigCut(1, "base")})
				return
			}
			cut(j, row("item-0000", fmt.Sprint(i)))
		}},
		"many": {65, 1, func(j store, i int) {
			if i == 0 {
				mustCommit(t, j, journal.Batch{Records: records(1, 1), Cut: bigCut(1, "base")})
				return
			}
			cut(j, row(fmt.Sprintf("item-%d", i%5), fmt.Sprint(i)))
		}},
		"heavy": {4, 1, func(j store, i int) { cut(j, row("a", "11111"), row("b", fmt.Sprint(i, "22222"))) }},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			j := open(t, dir, journal.Options{NoSync: true})
			for i := range c.cuts {
				c.fill(j, i)
			}
			if got := j.Stats().Runs; got != c.cuts {
				t.Errorf("before: got %d runs, want %d", got, c.cuts)
			}
			if got, want := j.MergeDue(), c.wantRuns == 1; got != want {
				t.Errorf("MergeDue: got %v, want %v", got, want)
			}
			want := load(t, j)
			mustClose(t, j)
			j = open(t, dir, journal.Options{NoSync: true})
			if got := j.Stats().Runs; got != c.wantRuns {
				t.Errorf("after: got %d runs, want %d", got, c.wantRuns)
			}
			if diff := cmp.Diff(want, load(t, j)); diff != "" {
				t.Error(diff)
			}
			if j.MergeDue() {
				t.Error("a merge is due again")
			}
		})
	}
}

func TestMergedPagesAreUsedAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing happens at once")
	}
	dir := t.TempDir()
	j := open(t, dir, journal.Options{NoSync: true})
	var early int64
	for i := uint64(1); i <= 40; i++ {
		mustCommit(t, j, journal.Batch{Records: records(i, i), Cut: bigCut(i, "again")})
		if j.MergeDue() {
			if err := j.Merge(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if i == 10 {
			early = j.Stats().FileBytes
		}
	}
	if late := j.Stats().FileBytes; late > early {
		t.Errorf("the file grew from %d to %d bytes", early, late)
	}
}

// A run without rows is listed and has no bucket; its number must not be given to another run after a start.
func TestRunWithoutRowsKeepsItsNumber(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir, journal.Options{NoSync: true})
	mustCommit(t, j, journal.Batch{Records: records(1, 1), Cut: bigCut(1, "base")})
	mustCommit(t, j, journal.Batch{Records: records(2, 2), Cut: &journal.Cut{Seq: 2}})
	mustClose(t, j)
	for range 2 {
		j = open(t, dir, journal.Options{NoSync: true})
		if err := j.Merge(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := load(t, j); len(got.Rows) != 2_000 || got.Info.Cut != 2 {
			t.Errorf("got %d rows and %+v", len(got.Rows), got.Info)
		}
		mustClose(t, j)
	}
}

func TestMergeThatIsCalledOff(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	chunks := 0
	j := open(t, dir, journal.Options{NoSync: true, Inject: func(s journal.Step) error {
		if s == journal.StepChunk {
			chunks++
		}
		if chunks == 25 { // two cuts had ten each
			cancel()
		}
		return nil
	}})
	mustCommit(t, j, journal.Batch{Records: records(1, 1), Cut: bigCut(1, "old")})
	mustCommit(t, j, journal.Batch{Records: records(2, 2), Cut: bigCut(2, "new")})
	want := load(t, j)
	if err := j.Merge(ctx); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v, want that it was called off", err)
	}
	if diff := cmp.Diff(want, load(t, j)); diff != "" {
		t.Error(diff)
	}
	if got := j.Stats().Runs; got != 2 {
		t.Errorf("got %d runs, want both", got)
	}
	mustCommit(t, j, journal.Batch{Records: records(3, 3)})
	mustClose(t, j)
	if got := storedRuns(t, dir); got != 2 {
		t.Errorf("the file keeps %d runs, want 2: what was begun was left", got)
	}
}
