package archive_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
)

func TestSealedAndNot(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir, journal.Options{})
	st := newStage(t, j)
	b := book(t, dir, j, archive.Options{})
	st.holds(b)
	if n := sealAll(t, b); n != 0 {
		t.Fatalf("%d segments were made before there was a cut", n)
	}
	for round := range 3 {
		st.play(150)
		st.cut()
		st.play(20)
		if n := sealAll(t, b); n < 2 {
			t.Fatalf("round %d: %d segments were made", round, n)
		}
		st.holds(b)
		// The machine's clock jumps: forward at first, then far back.
		st.pass(time.Hour)
		st.wall = st.wall.Add(time.Duration(1-2*(round%2)) * 40 * time.Hour)
		st.start()
		st.holds(b)
	}
	segments := b.Segments()
	last := segments[len(segments)-1].Info
	if got := j.Anchor(); got != last.Head {
		t.Errorf("the journal's file begins behind %s, the segments end at %s", got, last.Head)
	}
	if last.Last > j.CutSeq() {
		t.Errorf("record %d was sealed, the cut is at %d", last.Last, j.CutSeq())
	}
	again := book(t, dir, j, archive.Options{})
	st.holds(again)
	st.holdsSealed(dir, last.Last)
}

// holdsSealed asks a Book over the segments alone.
func (st *stage) holdsSealed(dir string, last uint64) {
	st.t.Helper()
	alone := book(st.t, dir, nil, archive.Options{})
	cut := *st
	cut.recs, cut.raw, cut.walls = st.recs[:last], st.raw[:last], st.walls[:last]
	cut.holds(alone)
	if _, err := alone.At(context.Background(), last+1, nil); !errors.As(err, new(*archive.RangeError)) {
		st.t.Errorf("the state behind the last segment: %v", err)
	}
	if sealed, err := alone.Seal(context.Background()); sealed || err != nil {
		st.t.Errorf("segments alone were sealed: %v", err)
	}
}

func TestSealByAge(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir, journal.Options{})
	st := newStage(t, j)
	b := book(t, dir, j, archive.Options{SegmentBytes: 1 << 30})
	st.play(5)
	st.cut()
	if n := sealAll(t, b); n != 0 {
		t.Errorf("%d segments of young records", n)
	}
	st.pass(24 * time.Hour)
	st.play(1)
	if n := sealAll(t, b); n != 1 {
		t.Errorf("%d segments of a day's records, want 1", n)
	}
	st.holds(b)
	if n := sealAll(t, b); n != 0 {
		t.Errorf("%d more", n)
	}
}

// TestSealTakesAllThatTheFileHas seals every record there is, so that the file has none.
func TestSealTakesAllThatTheFileHas(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir, journal.Options{})
	st := newStage(t, j)
	st.pass(25 * time.Hour)
	st.play(3)
	st.cut()
	b := book(t, dir, j, archive.Options{SegmentBytes: 1 << 30})
	if n := sealAll(t, b); n != 1 || j.First() != 0 {
		t.Fatalf("%d segments, the file begins with %d", n, j.First())
	}
	st.holds(b)
	st.holds(book(t, dir, j, archive.Options{}))
	st.play(3)
	st.holds(b)
}

var errCrash = errors.New("crash")

// crash is a place where sealing is broken off.
type crash struct {
	step archive.Step
	nth  int          // the first one is of the state that is set aside
	drop journal.Step // or in the journal, while it gives its records up
	left int          // segments that the next start finds
}

// TestCrashes breaks sealing off at each step and starts again from what is on the disk.
func TestCrashes(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing happens at once")
	}
	for _, c := range []crash{
		{step: archive.StepWrite, nth: 1}, {step: archive.StepWritten, nth: 1}, {step: archive.StepFlushed, nth: 1},
		{step: archive.StepRenamed, nth: 1}, {step: archive.StepBased, nth: 1}, {step: archive.StepWrite, nth: 2},
		{step: archive.StepWritten, nth: 2}, {step: archive.StepFlushed, nth: 2},
		{step: archive.StepRenamed, nth: 2, left: 1}, {step: archive.StepSealed, nth: 1, left: 1},
		{drop: journal.StepDrop, left: 1},
	} {
		t.Run(fmt.Sprint(c.step, c.drop, c.nth), c.survive)
	}
}

// survive seals, breaks off, starts again and asks for everything.
func (c crash) survive(t *testing.T) {
	dir := t.TempDir()
	drops, steps := 0, 0
	j := open(t, dir, journal.Options{Inject: func(s journal.Step) error {
		if s == c.drop {
			drops++
		}
		if drops == 2 { // half of them are gone by then
			return errCrash
		}
		return nil
	}})
	st := newStage(t, j)
	const segmentBytes = 1 << 30
	st.play(60)
	if c.drop != "" {
		st.play(1400) // more than the journal drops at once
	}
	st.pass(25 * time.Hour) // so that they are due
	st.play(1)
	st.cut()
	b := book(t, dir, j, archive.Options{SegmentBytes: segmentBytes, Inject: func(s archive.Step) error {
		if s == c.step {
			steps++
		}
		if steps == c.nth && c.nth > 0 {
			return errCrash
		}
		return nil
	}})
	if _, err := b.Seal(context.Background()); !errors.Is(err, errCrash) {
		t.Fatalf("sealing was not broken off: %v", err)
	}
	if c.drop == "" {
		st.holds(b) // it may also have been an error and no crash
	}
	_ = j.Close()

	j = open(t, dir, journal.Options{})
	st.j = j
	b = book(t, dir, j, archive.Options{SegmentBytes: segmentBytes})
	left := b.Segments()
	if len(left) != c.left || len(files(t, dir, "*.seg")) != c.left || len(files(t, dir, "*.tmp")) > 0 {
		t.Fatalf("found %v, want %d segments", files(t, dir, "*"), c.left)
	}
	if c.left > 0 && j.Anchor() != left[0].Info.Head {
		t.Errorf("the file still has the records behind %s, which are sealed", j.Anchor())
	}
	if c.drop == "" {
		st.holds(b)
	}
	st.play(10)
	st.cut()
	sealAll(t, b)
	st.holds(b)
}

// TestErrorsWhileSealing goes on with the same Book after a disk said no.
func TestErrorsWhileSealing(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing happens at once")
	}
	for _, step := range []archive.Step{
		archive.StepWrite, archive.StepWritten, archive.StepFlushed, archive.StepRenamed, archive.StepBased,
		archive.StepSealed,
	} {
		t.Run(string(step), func(t *testing.T) {
			dir := t.TempDir()
			j := open(t, dir, journal.Options{})
			st := newStage(t, j)
			st.play(60)
			st.pass(25 * time.Hour)
			st.play(1)
			st.cut()
			failing := true
			b := book(t, dir, j, archive.Options{SegmentBytes: 1 << 30, Inject: func(s archive.Step) error {
				if failing && s == step {
					return errCrash
				}
				return nil
			}})
			if _, err := b.Seal(context.Background()); !errors.Is(err, errCrash) {
				t.Fatalf("sealing went well: %v", err)
			}
			st.holds(b)
			if left := files(t, dir, "*.tmp"); len(left) > 0 {
				t.Errorf("%v was left", left)
			}
			failing = false
			sealAll(t, b)
			st.holds(b)
			st.holds(book(t, dir, j, archive.Options{}))
		})
	}
}

func TestHold(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir, journal.Options{})
	st := newStage(t, j)
	st.play(200)
	st.cut()
	b := book(t, dir, j, archive.Options{KeepBytes: 1})
	one, two := b.Hold(), b.Hold()
	for range 2 {
		if n := sealAll(t, b); n != 0 {
			t.Errorf("%d segments were made while somebody held the record", n)
		}
		one()
		one() // does nothing more
	}
	two()
	if n := sealAll(t, b); n < 2 {
		t.Errorf("%d segments were made when nobody did", n)
	}
	release := b.Hold()
	if dropped, err := b.Retain(context.Background(), st.wall); len(dropped) > 0 || err != nil {
		t.Errorf("%v was dropped while somebody held the record (%v)", dropped, err)
	}
	release()
	if dropped, err := b.Retain(context.Background(), st.wall); len(dropped) == 0 || err != nil {
		t.Errorf("nothing was dropped when nobody did (%v)", err)
	}
}

// TestReadersWaitForNobody reads in every way while records are written, sealed and given up.
func TestReadersWaitForNobody(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir, journal.Options{})
	st := newStage(t, j)
	st.play(300)
	st.cut()
	b := book(t, dir, j, archive.Options{SegmentBytes: 8 << 10})
	ctx, stop := context.WithCancel(context.Background())
	var readers sync.WaitGroup
	failed := make(chan error, 4)
	read := func(do func() error) {
		readers.Go(func() {
			breath := time.NewTicker(time.Millisecond)
			defer breath.Stop()
			for ; ctx.Err() == nil; <-breath.C {
				if err := do(); err != nil {
					failed <- err
					return
				}
			}
		})
	}
	keys := []world.Key{archive.KeyOf(world.ActorID("pc-anna"))}
	found := func(touching func(context.Context, []world.Key, uint64, uint64, func(*world.Record) error) error) error {
		n := 0
		err := touching(context.Background(), keys, 1, 300, func(*world.Record) error { n++; return nil })
		if err == nil && n < 100 {
			err = fmt.Errorf("only %d records of Anna", n)
		}
		return err
	}
	read(func() error { return unbroken(b) })
	read(func() error { return found(b.Touching) })
	read(func() error { return found(b.TouchingBack) })
	read(func() error {
		s, err := b.At(context.Background(), 250, nil)
		if err == nil && s.Seq != 250 {
			err = fmt.Errorf("the state at 250 is that at %d", s.Seq)
		}
		return err
	})
	for range 6 {
		sealAll(t, b)
		st.play(60)
		st.cut()
	}
	stop()
	readers.Wait()
	close(failed)
	for err := range failed {
		t.Error(err)
	}
	if len(b.Segments()) < 4 {
		t.Errorf("only %d segments were made meanwhile", len(b.Segments()))
	}
	st.holds(b)
}

// unbroken reads all records there are and asks that each follows the one before.
func unbroken(b *archive.Book) error {
	last, next := b.Last(), uint64(1)
	err := b.Records(context.Background(), 1, last, func(r journal.Record) error {
		if r.Seq != next {
			return fmt.Errorf("record %d where %d was due", r.Seq, next)
		}
		next++
		return nil
	})
	if err == nil && next != last+1 {
		err = fmt.Errorf("ended before %d of %d", next, last)
	}
	return err
}
