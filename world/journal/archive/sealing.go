package archive

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/segment"
)

// SealDue reports whether the journal's file holds enough records, or old enough ones, for Seal to be worth its while.
// It reads what was written since it was last asked.
func (b *Book) SealDue(ctx context.Context) (bool, error) {
	if b.tail == nil {
		return false, nil
	}
	b.tally.mu.Lock()
	defer b.tally.mu.Unlock()
	if err := b.count(ctx); err != nil {
		return false, fmt.Errorf("count the records that are not sealed: %w", err)
	}
	return b.tally.due(b.tail.CutSeq(), b.o), nil
}

// Seal moves the oldest records of the journal's file into one segment, when they are due, and reports whether it made
// one. It runs beside the world, in a goroutine of its own: commits wait for it no longer than for the dropping of a
// thousand records. It decodes nothing and makes no state: a segment opens with the rows of the cut up to which the one
// before it reached, which were set aside then. Only where those are missing, or where there is so much to seal that
// several segments come of it, is the state before a segment folded anew, and in memory for as long as it takes to
// write it. Otherwise it holds a block and the index.
//
// A crash at any point leaves the segment unmade, or made. While somebody holds the Book, or another of Seal, Retain
// and Blank works, it does nothing.
func (b *Book) Seal(ctx context.Context) (bool, error) {
	if b.tail == nil || b.bare != nil || !b.work.TryLock() {
		return false, nil
	}
	defer b.work.Unlock()
	if err := b.finish(ctx); err != nil {
		return false, err
	}
	due, err := b.SealDue(ctx)
	if !due || err != nil {
		return false, err
	}
	began := time.Now()
	s, err := b.seal(ctx)
	if err != nil {
		return false, fmt.Errorf("seal records: %w", err)
	}
	i := s.Info
	b.o.Log.Info("sealed records", slog.String("path", s.Path), slog.Uint64("first", i.First), slog.Uint64("last", i.Last),
		slog.Uint64("record_bytes", i.RecordBytes), slog.Uint64("state_bytes", i.RowBytes), slog.Int64("file_bytes", i.Bytes),
		slog.Int64("percent", percent(i)), slog.Int64("dur_ms", time.Since(began).Milliseconds()),
		slog.String("head", i.Head.String()))
	return true, nil
}

// percent is a segment's size in hundredths of what is in it.
func percent(i segment.Info) int64 {
	const whole = 100
	return whole * i.Bytes / max(int64(i.RecordBytes+i.RowBytes), 1)
}

func (b *Book) seal(ctx context.Context) (Segment, error) {
	anchor := b.tail.Anchor()
	to, next, err := b.reaching(ctx)
	if err != nil {
		return Segment{}, err
	}
	s, err := b.write(b.name(anchor.Seq+1), content{
		anchor: anchor, build: b.o.Build, rows: b.opening(ctx, anchor.Seq),
		records: func(w *segment.Writer) error {
			return b.Records(ctx, anchor.Seq+1, to, func(r journal.Record) error {
				if err := add(w, r); err != nil {
					return err
				}
				if w.Full() || next.Path == "" && w.RecordBytes() >= uint64(b.o.SegmentBytes) {
					return errEnough
				}
				return nil
			})
		},
	})
	if err != nil || s.Info.Last != to {
		b.sweepBase(&next) // it is of no use, or the state of another record
	}
	if err != nil {
		return Segment{}, err
	}
	b.mu.Lock()
	used := b.next
	b.shelf, b.next = append(b.shelf, s), next
	b.mu.Unlock()
	b.sweepBase(&used)
	if err := b.o.Inject(StepSealed); err != nil {
		return Segment{}, err
	}
	return s, b.finish(ctx)
}

// reaching returns how far a segment shall reach, and the state there, with which the next one will open. With much
// more in the file than a segment holds there is no such state, since only that of the cut is at hand.
func (b *Book) reaching(ctx context.Context) (to uint64, next Segment, err error) {
	cut := b.tail.CutSeq()
	b.tally.mu.Lock()
	much := b.tally.size(cut) >= 2*b.o.SegmentBytes
	b.tally.mu.Unlock()
	if much {
		return cut, Segment{}, nil
	}
	next, err = b.makeBase(ctx)
	return next.Info.First - 1, next, err
}

// add writes one record into a segment.
func add(w *segment.Writer, r journal.Record) error {
	a, err := about(r)
	if err != nil {
		return err
	}
	return w.Record(r, a)
}
