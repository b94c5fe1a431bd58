package archive

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/segment"
)

// When returns the wall clock at which record seq was decided, as the daemon of that time knew it: the clock at its
// start, and the world time since. A machine whose clock was wrong then is wrong here.
func (b *Book) When(ctx context.Context, seq uint64) (time.Time, error) {
	if err := b.within(seq); err != nil {
		return time.Time{}, err
	}
	if s, ok := b.find(seq); ok {
		var at world.Time
		err := b.with(s, func(r *segment.Reader) (err error) {
			at, err = r.TimeOf(seq)
			return err
		})
		return s.Info.Clock(seq).Time(at), err
	}
	b.tally.mu.Lock()
	err := b.count(ctx)
	clock := b.tally.clock(seq)
	b.tally.mu.Unlock()
	if err != nil {
		return time.Time{}, err
	}
	var at world.Time
	err = b.Records(ctx, seq, seq, func(r journal.Record) error {
		seen, err := peek(r)
		at = seen.At
		return err
	})
	return clock.Time(at), err
}

// SeqAt returns the newest record whose wall clock is not after a time; a *RangeError says that all are after it.
// Where the machine's clock jumped back between two starts, the newer of two candidates is meant.
func (b *Book) SeqAt(ctx context.Context, wall time.Time) (uint64, error) {
	if b.tail != nil {
		if seq, err := b.unsealedAt(ctx, wall); seq > 0 || err != nil {
			return seq, err
		}
	}
	for _, s := range slices.Backward(b.Segments()) {
		found := uint64(0)
		err := b.with(s, func(r *segment.Reader) (err error) {
			found, err = sealedAt(r, wall)
			return err
		})
		if found > 0 || err != nil {
			return found, err
		}
	}
	return 0, b.outside(0)
}

// sealedAt is SeqAt within a segment; 0 when all of it is after the time.
func sealedAt(r *segment.Reader, wall time.Time) (uint64, error) {
	info := r.Info()
	to := info.Last
	for _, c := range slices.Backward(info.Clocks) {
		found, err := r.Latest(worldAt(c, wall), max(c.Seq, info.First), to)
		if found > 0 || err != nil {
			return found, err
		}
		to = c.Seq - 1
	}
	return 0, nil
}

// unsealedAt is SeqAt within the journal's file.
func (b *Book) unsealedAt(ctx context.Context, wall time.Time) (uint64, error) {
	b.tally.mu.Lock()
	err := b.count(ctx)
	marks, clocks, to := slices.Clone(b.tally.marks), slices.Clone(b.tally.clocks), b.tally.through
	b.tally.mu.Unlock()
	if err != nil || len(marks) == 0 {
		return 0, err
	}
	for _, c := range slices.Backward(clocks) {
		if from := max(c.Seq, marks[0].seq); from <= to {
			found, err := b.latest(ctx, marks, worldAt(c, wall), span{from, to})
			if found > 0 || err != nil {
				return found, err
			}
		}
		to = c.Seq - 1
	}
	return 0, nil
}

// span is a row of sequences, both ends included.
type span struct{ from, to uint64 }

// latest returns the newest record of a span that is not after a world time; 0 when all are.
func (b *Book) latest(ctx context.Context, marks []mark, at world.Time, in span) (uint64, error) {
	// Times never go back, so it lies behind the last mark that is not after the time.
	for _, m := range marks {
		if m.at <= at && m.seq > in.from && m.seq <= in.to {
			in.from = m.seq
		}
	}
	var found uint64
	err := b.Records(ctx, in.from, in.to, func(r journal.Record) error {
		seen, err := peek(r)
		if err == nil && seen.At > at {
			return errEnough
		}
		found = r.Seq
		return err
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	return found, err
}

// worldAt is the world time at a wall clock, by a reading.
func worldAt(c segment.Clock, wall time.Time) world.Time {
	return c.At + world.Time(wall.UnixMilli()-c.Wall)
}
