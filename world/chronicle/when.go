package chronicle

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
)

// When returns the wall clock at which record seq was decided, as the daemon of that time knew it: the clock at its
// start, and the world time since. A machine whose clock was wrong then is wrong here.
func (b *Book) When(ctx context.Context, seq uint64) (time.Time, error) {
	s, err := b.At(ctx, seq, nil)
	if err != nil {
		return time.Time{}, err
	}
	return wallAt(s.Wall, s.WallAt, s.Now), nil
}

// SeqAt returns the newest record whose wall clock is not after a time; a *RangeError says that all are after it.
// Where the machine's clock jumped back between two starts, the newer of two candidates is meant.
func (b *Book) SeqAt(ctx context.Context, wall time.Time) (uint64, error) {
	var wallBase int64
	var wallFrom world.Time
	var found uint64
	err := b.Records(ctx, 0, b.Last(), func(r journal.Record) error {
		rec, err := journal.Decode(r.Bytes)
		if err != nil {
			return fmt.Errorf("record %d: %w", r.Seq, err)
		}
		for i := range rec.Notices {
			if started, ok := rec.Notices[i].Event.(world.Started); ok {
				wallBase, wallFrom = started.Wall, rec.At
			}
		}
		if !wallAt(wallBase, wallFrom, rec.At).After(wall) {
			found = r.Seq
		}
		return nil
	})
	if err != nil && !errors.Is(err, errEnough) {
		return 0, err
	}
	if found == 0 {
		return 0, &RangeError{First: b.First(), Last: b.Last()}
	}
	return found, nil
}

// wallAt is the wall clock at a world time, under a start that read wall at from.
func wallAt(wall int64, from, at world.Time) time.Time {
	return time.UnixMilli(wall).Add(time.Duration(at-from) * time.Millisecond)
}
