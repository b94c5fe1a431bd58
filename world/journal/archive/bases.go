package archive

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/segment"
)

// A base is the state with which the next segment will open, set aside when the one before it was made: a segment
// without records, and without a place on the chain. It spares folding a whole segment, twice: when the next one is
// made, and whenever somebody asks for the world as it was not long ago. It can always be made anew.

const (
	baseSuffix = ".base"
	metaRow    = "meta/meta" // the row that has the clock
	baseTries  = 3           // for the case that a cut is made just then
)

// baseName returns the path of the base of the segment that begins at a sequence.
func (b *Book) baseName(first uint64) string {
	return filepath.Join(b.dir, fmt.Sprintf("%0*d%s", seqDigits, first, baseSuffix))
}

// makeBase sets the state of the current cut aside.
func (b *Book) makeBase(ctx context.Context) (Segment, error) {
	for range baseTries {
		cut := b.tail.CutSeq()
		s, err := b.write(b.baseName(cut+1), content{
			anchor: journal.Head{Seq: cut}, build: b.o.Build,
			rows: func(w *segment.Writer) error { return b.cutRows(ctx, w, cut) },
		})
		if errors.Is(err, errMoved) {
			continue
		}
		if err == nil {
			err = b.o.Inject(StepBased)
		}
		if err != nil {
			b.sweepBase(&Segment{Path: b.baseName(cut + 1)})
			return Segment{}, fmt.Errorf("set the state at %d aside: %w", cut, err)
		}
		return s, nil
	}
	return Segment{}, fmt.Errorf("set the state of a cut aside: a newer one came %d times", baseTries)
}

// cutRows writes the rows of the current cut as they are, or fails with errMoved when it is not the one expected.
func (b *Book) cutRows(ctx context.Context, w *segment.Writer, cut uint64) error {
	meta := world.New(0)
	info, err := b.tail.Load(func(key string, value []byte) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		if key == metaRow {
			if err := journal.LoadRow(meta, key, value); err != nil {
				return err
			}
		}
		return w.Row(key, value)
	}, func(journal.Record) error { return errEnough })
	var dropped *journal.DroppedError
	if err != nil && !errors.Is(err, errEnough) && !errors.As(err, &dropped) {
		return err
	}
	if info.Cut != cut {
		return errMoved
	}
	if meta.Seq != cut {
		return fmt.Errorf("the cut at %d has the state at %d", cut, meta.Seq)
	}
	w.Clock(segment.Clock{At: meta.WallAt, Wall: meta.Wall})
	return nil
}

// opening returns what writes the state at a sequence, which is where a segment is to begin.
func (b *Book) opening(ctx context.Context, at uint64) func(*segment.Writer) error {
	b.mu.RLock()
	next := b.next
	b.mu.RUnlock()
	if next.Path != "" && next.Info.First == at+1 {
		return b.sameRows(ctx, next)
	}
	return func(w *segment.Writer) error {
		s, err := b.At(ctx, at, nil)
		if err != nil {
			return fmt.Errorf("make the state at %d: %w", at, err)
		}
		return stateRows(w, s)
	}
}

// sameRows returns what writes the rows of another segment as they are.
func (b *Book) sameRows(ctx context.Context, s Segment) func(*segment.Writer) error {
	return func(w *segment.Writer) error {
		w.Clock(s.Info.Clocks[0])
		return b.with(s, func(r *segment.Reader) error { return r.Rows(ctx, w.Row) })
	}
}

// stateRows writes a state.
func stateRows(w *segment.Writer, s *world.State) error {
	w.Clock(segment.Clock{At: s.WallAt, Wall: s.Wall})
	for _, k := range s.Keys() {
		row, err := journal.EncodeRow(s.Row(k))
		if err != nil {
			return fmt.Errorf("encode %s: %w", k, err)
		}
		if err := w.Row(k.String(), row); err != nil {
			return err
		}
	}
	return nil
}

// takeBase takes in a base that lies in the folder, if it is of use: whole, and the state behind the newest segment.
// Whatever else it is, it is swept and can be made anew.
func (b *Book) takeBase(path string) {
	s, err := look(path)
	n := len(b.shelf)
	if err == nil && n > 0 && s.Info.First == b.shelf[n-1].Info.Last+1 && s.Info.Records() == 0 &&
		path == b.baseName(s.Info.First) {
		b.next = s
		return
	}
	if b.tail == nil {
		return
	}
	b.o.Log.Info("sweeping a state that is of no use", slog.String("path", path), slog.Any("err", err))
	b.sweepBase(&Segment{Path: path})
}

// sweepBase removes a base. One that cannot be removed now is swept at the next start.
func (b *Book) sweepBase(s *Segment) {
	if s.Path != "" {
		_ = os.Remove(s.Path)
	}
	*s = Segment{}
}
