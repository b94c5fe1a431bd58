package journal_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/world/journal"
)

// beside runs functions again and again, each in a goroutine of its own, until stop, which returns their first error.
type beside struct {
	wg   sync.WaitGroup
	done atomic.Bool
	errs chan error
}

func runBeside(fns ...func() error) *beside {
	b := &beside{errs: make(chan error, len(fns))}
	for _, fn := range fns {
		b.wg.Go(func() {
			for !b.done.Load() {
				if err := fn(); err != nil {
					b.errs <- err
					return
				}
			}
		})
	}
	return b
}

func (b *beside) stop() error {
	b.done.Store(true)
	b.wg.Wait()
	close(b.errs)
	return <-b.errs
}

// unlessDropped takes it that a record was dropped while it was wanted.
func unlessDropped(err error) error {
	if _, ok := errors.AsType[*journal.DroppedError](err); ok {
		return nil
	}
	return err
}

// wholeFrom reads what is kept: there may be less and less of it, but never a gap.
func wholeFrom(s store) error {
	var before uint64
	err := s.Records(0, s.Last(), func(r journal.Record) error {
		if before != 0 && r.Seq != before+1 {
			return fmt.Errorf("record %d comes after %d", r.Seq, before)
		}
		before = r.Seq
		if r.Was != nil {
			return nil
		}
		return sameContent(r)
	})
	return unlessDropped(err)
}

// TestDropBesideEverything drops and blanks records while batches and cuts are committed, runs merged, and everything
// read.
func TestDropBesideEverything(t *testing.T) {
	const last = 6_000
	run := func(t *testing.T, s store) {
		dropped := make(chan struct{}, 1)
		b := runBeside(
			func() error { return wholeFrom(s) },
			func() error { return wholeFrom(s) },
			func() error {
				_, err := s.Load(func(string, []byte) error { return nil }, func(journal.Record) error { return nil })
				return unlessDropped(err)
			},
			func() error {
				return s.Commit(journal.Batch{Cut: &journal.Cut{Seq: s.Last(), Rows: killCut(1).Rows[:9]}})
			},
			func() error {
				err := s.DropThrough(t.Context(), s.CutSeq())
				if s.Anchor().Seq > 0 {
					select {
					case dropped <- struct{}{}:
					default:
					}
				}
				return err
			},
			func() error {
				if s.Last() == 0 {
					return nil
				}
				return unlessDropped(s.Blank(s.Last(), []byte("blank")))
			},
			func() error { return s.Merge(t.Context()) },
			func() error { return s.Scrub(t.Context()) },
		)
		for seq := uint64(1); seq <= last && len(b.errs) == 0; seq += 10 {
			mustCommit(t, s, journal.Batch{Records: records(seq, seq+9)})
			if seq == last/2+1 { // however quick the commits are, something is dropped between them
				select {
				case <-dropped:
				case err := <-b.errs:
					t.Fatal(err)
				}
			}
		}
		if err := b.stop(); err != nil {
			t.Fatal(err)
		}
		if got, want := s.Head(), chainOf(last)[last]; got != want {
			t.Errorf("head: got %v, want %v", got, want)
		}
		if got, err := follow(s); err != nil || got != s.Head() {
			t.Errorf("the records lead to %v, %v, want %v", got, err, s.Head())
		}
	}
	t.Run("disk", func(t *testing.T) {
		dir := t.TempDir()
		j := open(t, dir, journal.Options{NoSync: true, InitialMmap: 1 << 15})
		run(t, j)
		mustClose(t, j)
		if err := journal.Probe(filepath.Join(dir, journal.FileName)); err != nil {
			t.Error(err)
		}
	})
	t.Run("memory", func(t *testing.T) { run(t, journal.NewMemory()) })
}

// TestDroppedPagesAreUsedAgain keeps some records and no more, and so the file ceases to grow.
func TestDroppedPagesAreUsedAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing happens at once")
	}
	j := open(t, t.TempDir(), journal.Options{NoSync: true})
	var early int64
	for round := uint64(1); round <= 12; round++ {
		last := round * 5_000
		for seq := last - 5_000; seq < last; seq += 1_000 {
			mustCommit(t, j, journal.Batch{Records: benchRecords(seq+1, 1_000)})
		}
		mustCommit(t, j, journal.Batch{Cut: &journal.Cut{Seq: last}})
		if err := j.DropThrough(t.Context(), last); err != nil {
			t.Fatal(err)
		}
		if round == 4 {
			early = j.Stats().FileBytes
		}
	}
	if late := j.Stats().FileBytes; late > early {
		t.Errorf("the file grew from %d to %d bytes", early, late)
	}
}

// TestCommitsWaitBrieflyForADrop has batches committed while very many records are dropped.
func TestCommitsWaitBrieflyForADrop(t *testing.T) {
	const old = 60_000
	j := open(t, t.TempDir(), journal.Options{NoSync: true})
	for seq := uint64(1); seq < old; seq += 10_000 {
		mustCommit(t, j, journal.Batch{Records: benchRecords(seq, 10_000)})
	}
	mustCommit(t, j, journal.Batch{Cut: &journal.Cut{Seq: old}})
	done := make(chan error, 1)
	go func() { done <- j.DropThrough(t.Context(), old) }()
	var longest time.Duration
	commits := 0
	for {
		select {
		case err := <-done:
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%d commits meanwhile, the longest took %v", commits, longest)
			if commits < 20 {
				t.Errorf("%d commits while 60 thousand records were dropped a thousand a commit", commits)
			}
			return
		default:
			begun := time.Now()
			mustCommit(t, j, journal.Batch{Records: benchRecords(j.Last()+1, 1)})
			longest = max(longest, time.Since(begun))
			commits++
		}
	}
}
