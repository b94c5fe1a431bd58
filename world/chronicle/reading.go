package chronicle

import (
	"context"
	"errors"
	"fmt"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
)

// Records gives the records from..to in order, both included, across segments and file; from 0 means the first there
// is, and what lies behind the last one at the time of the call is left out. An older from than the oldest record is a
// *RangeError. fn may take its time and may ask the Book; its error ends the reading and is returned as it is. The
// chain is not checked. The bytes handed out are copies.
func (b *Book) Records(ctx context.Context, from, to uint64, fn func(journal.Record) error) error {
	first, last := b.First(), b.Last()
	from, to = max(from, 1), min(to, last)
	if from < first {
		return &RangeError{Seq: from, First: first, Last: last}
	}
	if b.tail == nil || from > to {
		return nil
	}
	return b.tail.Records(from, to, func(r journal.Record) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return fn(r)
	})
}

// At returns the world as it was when record seq had been folded: the nearest state below that is kept, and the
// records from there on. It has its index and is the caller's alone. seq may be one before the first record kept.
func (b *Book) At(ctx context.Context, seq uint64, progress Progress) (*world.State, error) {
	first, last := b.First(), b.Last()
	if seq > last || seq+1 < first {
		return nil, &RangeError{Seq: seq, First: first, Last: last}
	}
	s := world.New(0)
	return s, b.fold(ctx, s, seq, progress)
}

// Base returns the world as it was before the first record of the segment that holds seq, and from there on it can be
// folded without anything older. For a record that is not sealed yet it is the state before the oldest such record.
func (b *Book) Base(ctx context.Context, seq uint64) (*world.State, error) {
	return b.At(ctx, max(b.First(), 1)-1, nil)
}

// fold folds the records behind the state's own sequence, through seq.
func (b *Book) fold(ctx context.Context, s *world.State, seq uint64, progress Progress) error {
	began := s.Seq
	return b.Records(ctx, s.Seq+1, seq, func(r journal.Record) error {
		rec, err := journal.Decode(r.Bytes)
		if err != nil {
			return fmt.Errorf("record %d: %w", r.Seq, err)
		}
		s.Fold(rec)
		if done := r.Seq - began; done%progressEvery == 0 || r.Seq == seq {
			progress.tell(done, seq-began)
		}
		return nil
	})
}

// errEnough ends a reading that found what it looked for.
var errEnough = errors.New("enough")
