package archive

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sort"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/segment"
)

// Records gives the records from..to in order, both included, across segments and file; from 0 means the first there
// is, and what lies behind the last one at the time of the call is left out. An older from than the oldest record is a
// *RangeError. fn may take its time and may ask the Book; its error ends the reading and is returned as it is. The
// chain is not checked. The bytes handed out stay what they are and may be kept.
func (b *Book) Records(ctx context.Context, from, to uint64, fn func(journal.Record) error) error {
	first, last := b.reach()
	if from == 0 {
		from = first
	}
	to = min(to, last)
	if from < first {
		return b.outside(from)
	}
	for next := from; next <= to; {
		var err error
		if s, ok := b.find(next); ok {
			err = b.with(s, func(r *segment.Reader) error { return r.Records(ctx, next, to, fn) })
			next = s.Info.Last + 1
		} else {
			next, err = b.unsealed(ctx, next, to, fn)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// errMoved ends the reading of the journal's file where its records were moved into a segment.
var errMoved = errors.New("the records were sealed")

// unsealed gives records from the journal's file, and returns where to go on: behind to, or where the file has given
// its records up meanwhile.
func (b *Book) unsealed(ctx context.Context, from, to uint64, fn func(journal.Record) error) (next uint64, err error) {
	if b.tail == nil {
		return from, b.outside(from)
	}
	next = from
	var own error // the caller's error, or the end of its context
	err = b.tail.Records(from, to, func(r journal.Record) error {
		if r.Seq != next {
			return errMoved
		}
		if own = ctx.Err(); own == nil {
			own = fn(r)
		}
		next++
		return own
	})
	var dropped *journal.DroppedError
	switch {
	case own != nil:
		return next, own
	case err != nil && !errors.Is(err, errMoved) && !errors.As(err, &dropped):
		return next, err
	case next > to:
		return next, nil
	}
	if _, ok := b.find(next); !ok {
		return next, b.outside(next)
	}
	return next, nil
}

// At returns the world as it was when record seq had been folded: the nearest state below that is kept, and the
// records from there on. It has its index and is the caller's alone. seq may be one before the first record kept.
func (b *Book) At(ctx context.Context, seq uint64, progress Progress) (*world.State, error) {
	if first, last := b.reach(); seq > last || seq+1 < first {
		return nil, b.outside(seq)
	}
	s, err := b.nearest(ctx, seq)
	if err != nil {
		return nil, err
	}
	return s, b.fold(ctx, s, seq, progress)
}

// nearest returns the newest state that is kept and not behind seq.
func (b *Book) nearest(ctx context.Context, seq uint64) (*world.State, error) {
	s, ok := b.below(seq)
	if b.tail != nil {
		if cut := b.tail.CutSeq(); cut > 0 && cut <= seq && (!ok || cut >= s.Info.First) {
			if state, err := b.cut(seq); state != nil || err != nil {
				return state, err
			}
		}
	}
	if !ok {
		if b.Anchor().Seq > 0 {
			return nil, b.outside(seq)
		}
		return world.New(0), nil
	}
	state, err := b.base(ctx, s)
	if errors.Is(err, fs.ErrNotExist) { // a newer base took its place just then
		if again, ok := b.below(seq); ok && again.Path != s.Path {
			return b.base(ctx, again)
		}
		if again, ok := b.find(s.Info.First); ok {
			return b.base(ctx, again)
		}
	}
	return state, err
}

// cut loads the current cut, or nil when it is behind seq by now.
func (b *Book) cut(seq uint64) (*world.State, error) {
	s := world.New(0)
	_, err := b.tail.Load(
		func(key string, value []byte) error { return journal.LoadRow(s, key, value) },
		func(journal.Record) error { return errEnough })
	var dropped *journal.DroppedError
	if err != nil && !errors.Is(err, errEnough) && !errors.As(err, &dropped) {
		return nil, fmt.Errorf("load the current cut: %w", err)
	}
	if s.Seq > seq {
		return nil, nil
	}
	s.Reindex()
	return s, nil
}

// errEnough ends a reading that found what it looked for.
var errEnough = errors.New("enough")

// base loads the state before a segment's first record.
func (b *Book) base(ctx context.Context, s Segment) (*world.State, error) {
	state := world.New(0)
	err := b.with(s, func(r *segment.Reader) error {
		return r.Rows(ctx, func(key string, value []byte) error {
			if err := journal.LoadRow(state, key, value); err != nil {
				return &segment.DamagedError{Path: s.Path, What: err.Error()}
			}
			return nil
		})
	})
	if err == nil && state.Seq != s.Info.First-1 {
		err = &segment.DamagedError{Path: s.Path, What: fmt.Sprintf("it opens with the state at %d, where that at %d belongs",
			state.Seq, s.Info.First-1)}
	}
	if err != nil {
		return nil, err
	}
	state.Reindex()
	return state, nil
}

// Base returns the world as it was before the first record of the segment that holds seq, and from there on it can be
// folded without anything older. For a record that is not sealed it is the state before the oldest such record.
func (b *Book) Base(ctx context.Context, seq uint64) (*world.State, error) {
	if s, ok := b.find(seq); ok {
		return b.base(ctx, s)
	}
	if b.tail == nil || seq <= b.tail.Anchor().Seq {
		return nil, b.outside(seq)
	}
	return b.At(ctx, b.sealedThrough(), nil)
}

// fold folds the records behind the state's own sequence, through seq.
func (b *Book) fold(ctx context.Context, s *world.State, seq uint64, progress Progress) error {
	began := s.Seq
	return b.Records(ctx, s.Seq+1, seq, func(r journal.Record) error {
		rec, err := decode(r)
		if err != nil {
			return err
		}
		if err := foldOne(s, rec); err != nil {
			return err
		}
		if done := r.Seq - began; done%progressEvery == 0 || r.Seq == seq {
			progress.tell(done, seq-began)
		}
		return nil
	})
}

// decode decodes a record and holds it to its place.
func decode(r journal.Record) (*world.Record, error) {
	rec, err := journal.Decode(r.Bytes)
	if err != nil {
		return nil, fmt.Errorf("record %d: %w", r.Seq, err)
	}
	if rec.Seq != r.Seq {
		return nil, fmt.Errorf("record %d calls itself %d", r.Seq, rec.Seq)
	}
	return rec, nil
}

// foldOne folds a record; one that does not fold, because somebody tampered with it or with the state, is an error and
// no end of the daemon.
func foldOne(s *world.State, rec *world.Record) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("record %d does not fold into the state before it: %v", rec.Seq, p)
		}
	}()
	s.Fold(rec)
	return nil
}

// HeadAt returns where the chain stands behind record seq; it may be one before the first record kept.
func (b *Book) HeadAt(ctx context.Context, seq uint64) (journal.Head, error) {
	if first, last := b.reach(); seq > last || seq+1 < first {
		return journal.Head{}, b.outside(seq)
	}
	head := b.headBelow(seq)
	err := b.Records(ctx, head.Seq+1, seq, func(r journal.Record) (err error) {
		head, err = head.Next(r)
		return err
	})
	return head, err
}

// headBelow returns the nearest head that is known and not behind a sequence.
func (b *Book) headBelow(seq uint64) journal.Head {
	b.mu.RLock()
	defer b.mu.RUnlock()
	i := sort.Search(len(b.shelf), func(i int) bool { return b.shelf[i].Info.Last > seq })
	switch {
	case i > 0:
		return b.shelf[i-1].Info.Head
	case len(b.shelf) > 0:
		return b.shelf[0].Info.Anchor
	}
	return b.tail.Anchor()
}
