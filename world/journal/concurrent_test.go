package journal_test

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/mudlark-mud/mudlark/world/journal"
)

// TestReadersBesideTheCommitter has readers, a cutter and a merger work while batches are committed. A reader sees
// every record up to the Last it asked for, and never one behind the last that was reported.
func TestReadersBesideTheCommitter(t *testing.T) {
	const last = 1_500
	run := func(t *testing.T, s store) {
		var wg sync.WaitGroup
		var done atomic.Bool
		errs := make(chan error, 8)
		beside := func(fn func() error) {
			wg.Go(func() {
				for !done.Load() {
					if err := fn(); err != nil {
						errs <- err
						return
					}
				}
			})
		}
		for range 3 {
			beside(func() error { return readAll(s) })
		}
		cut := uint64(0)
		beside(func() error {
			if s.Last() < cut+50 {
				return nil
			}
			cut = s.Last()
			return s.Commit(journal.Batch{Cut: killCut(cut)})
		})
		beside(func() error {
			if !s.MergeDue() {
				return nil
			}
			return s.Merge(t.Context())
		})
		beside(func() error {
			_, err := s.Load(func(string, []byte) error { return nil }, sameContent)
			return err
		})
		for seq := uint64(1); seq <= last && len(errs) == 0; seq += 5 {
			b := journal.Batch{Records: records(seq, seq+4)}
			b.Puts = []journal.Put{{Bucket: "b", Key: []byte("k"), Value: fmt.Append(nil, seq)}}
			if err := s.Commit(b); err != nil {
				errs <- err
			}
		}
		done.Store(true)
		wg.Wait()
		select {
		case err := <-errs:
			t.Fatal(err)
		default:
		}
	}
	t.Run("disk", func(t *testing.T) {
		// A small first map, so that bbolt has to map again while there are readers.
		run(t, open(t, t.TempDir(), journal.Options{NoSync: true, InitialMmap: 1 << 15}))
	})
	t.Run("memory", func(t *testing.T) { run(t, journal.NewMemory()) })
}

func readAll(s store) error {
	last := s.Last()
	next := uint64(1)
	err := s.Records(1, last, func(r journal.Record) error {
		if r.Seq != next {
			return fmt.Errorf("record %d where %d should be", r.Seq, next)
		}
		next++
		return sameContent(r)
	})
	if err == nil && next != last+1 {
		err = fmt.Errorf("records end at %d of %d", next-1, last)
	}
	return err
}

// TestCloseBesideReaders closes while others read and commit: they get an error and nobody hangs or dies.
func TestCloseBesideReaders(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir, journal.Options{NoSync: true})
	mustCommit(t, j, journal.Batch{Records: records(1, 500), Cut: killCut(1)})
	var wg, started sync.WaitGroup
	for _, fn := range []func() error{
		func() error { return readAll(j) },
		func() error { return j.Commit(journal.Batch{Cut: killCut(1)}) },
		func() error { return j.Merge(t.Context()) },
	} {
		started.Add(1)
		wg.Go(func() {
			err := fn()
			started.Done()
			for err == nil {
				err = fn()
			}
			if !errors.Is(err, journal.ErrClosed) {
				t.Errorf("got %v, want ErrClosed", err)
			}
		})
	}
	started.Wait()
	mustClose(t, j)
	wg.Wait()
	if got := load(t, open(t, dir, journal.Options{})); got.Info.Unclean || len(got.Rows) != 300 {
		t.Errorf("got %+v", got.Info)
	}
}

// TestStandingIsToldWhileTheDiskStalls: whoever only wants to know where the record stands waits for no commit.
func TestStandingIsToldWhileTheDiskStalls(t *testing.T) {
	stalled, goes := make(chan struct{}), make(chan struct{})
	batches := 0
	j := open(t, t.TempDir(), journal.Options{NoSync: true, Inject: func(s journal.Step) error {
		if s != journal.StepAppend {
			return nil
		}
		if batches++; batches == 2 {
			close(stalled)
			<-goes
		}
		return nil
	}})
	mustCommit(t, j, journal.Batch{Records: records(1, 4), Cut: &journal.Cut{Seq: 3}})
	done := make(chan error, 1)
	go func() { done <- j.Commit(journal.Batch{Records: records(5, 6)}) }()
	<-stalled
	if j.Head() != chainOf(4)[4] || j.First() != 1 || j.CutSeq() != 3 || j.Anchor().Seq != 0 || j.MergeDue() {
		t.Errorf("got %+v", j.Stats())
	}
	if s := j.Stats(); s.Last != 4 || s.Runs != 1 {
		t.Errorf("got %+v", s)
	}
	close(goes)
	if err := <-done; err != nil || j.Last() != 6 {
		t.Errorf("got %v, and the last is %d", err, j.Last())
	}
}
