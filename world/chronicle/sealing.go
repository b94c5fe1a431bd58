package chronicle

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/segment"
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
// thousand records. While it makes the state before the first of those records it holds that state in memory; then a
// block, and the index. A crash at any point leaves the segment unmade, or made. While somebody holds the Book, or
// another of Seal, Retain and Blank works, it does nothing.
func (b *Book) Seal(ctx context.Context) (bool, error) {
	if b.tail == nil || !b.work.TryLock() {
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
	anchor, cut := b.tail.Anchor(), b.tail.CutSeq()
	state, err := b.At(ctx, anchor.Seq, nil)
	if err != nil {
		return Segment{}, fmt.Errorf("make the state at %d: %w", anchor.Seq, err)
	}
	s, err := b.write(b.name(anchor.Seq+1), content{
		anchor: anchor, state: &state, build: b.o.Build,
		records: func(w *segment.Writer) error {
			return b.Records(ctx, anchor.Seq+1, cut, func(r journal.Record) error {
				if err := add(w, r); err != nil {
					return err
				}
				if w.Full() || w.RecordBytes() >= uint64(b.o.SegmentBytes) {
					return errEnough
				}
				return nil
			})
		},
	})
	if err != nil {
		return Segment{}, err
	}
	b.mu.Lock()
	b.shelf = append(b.shelf, s)
	b.mu.Unlock()
	if err := b.o.Inject(StepSealed); err != nil {
		return Segment{}, err
	}
	return s, b.finish(ctx)
}

// add writes one record into a segment.
func add(w *segment.Writer, r journal.Record) error {
	rec, err := decode(r)
	if err != nil {
		return err
	}
	return w.Record(r, about(rec))
}

// content is what goes into a segment.
type content struct {
	anchor  journal.Head
	head    *journal.Head // where the records must lead, if that is known
	state   **world.State // at the anchor; it is let go as soon as it is written
	build   string
	records func(*segment.Writer) error // errEnough ends them
}

// write makes a segment under another name and gives it its own when it is whole and on the disk.
func (b *Book) write(path string, c content) (Segment, error) {
	if err := makeDir(filepath.Dir(path)); err != nil {
		return Segment{}, err
	}
	draft := strings.TrimSuffix(path, sealedSuffix) + draftSuffix
	f, err := os.OpenFile(draft, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, fileMode)
	if err != nil {
		return Segment{}, fmt.Errorf("make a segment: %w", err)
	}
	info, err := b.fill(f, c)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = b.place(draft, path)
	}
	if err != nil {
		// What lies there under the other name is swept at the next start, if it cannot be now.
		_ = os.Remove(draft)
		return Segment{}, err
	}
	return Segment{Path: path, Info: info}, nil
}

// flushEvery is how much is written before it is flushed: one large flush would hold up the commits beside it.
const flushEvery = 1 << 20

func (b *Book) fill(f *os.File, c content) (segment.Info, error) {
	if err := b.o.Inject(StepWrite); err != nil {
		return segment.Info{}, err
	}
	out := bufio.NewWriterSize(&flushed{f: f}, flushEvery)
	info, err := write(out, c)
	if err == nil {
		err = out.Flush()
	}
	if err == nil {
		err = b.o.Inject(StepWritten)
	}
	if err == nil {
		err = f.Sync()
	}
	if err == nil {
		err = b.o.Inject(StepFlushed)
	}
	return info, err
}

// write writes a segment's content.
func write(out io.Writer, c content) (segment.Info, error) {
	state := *c.state
	*c.state = nil // the records need none of it, and it may be large
	w, err := segment.NewWriter(out, segment.Header{
		Anchor: c.anchor, Build: c.build, Clock: segment.Clock{At: state.WallAt, Wall: state.Wall},
	})
	if err != nil {
		return segment.Info{}, err
	}
	for _, k := range state.Keys() {
		row, err := journal.EncodeRow(state.Row(k))
		if err != nil {
			return segment.Info{}, fmt.Errorf("encode %s: %w", k, err)
		}
		if err := w.Row(k.String(), row); err != nil {
			return segment.Info{}, err
		}
	}
	if err := c.records(w); err != nil && !errors.Is(err, errEnough) {
		return segment.Info{}, err
	}
	info, err := w.Close()
	if err == nil && c.head != nil && info.Head != *c.head {
		err = fmt.Errorf("the records lead to %s, and the segment was to end at %s", info.Head, *c.head)
	}
	return info, err
}

// place gives a segment that is on the disk its name.
func (b *Book) place(draft, path string) error {
	if err := os.Rename(draft, path); err != nil {
		return fmt.Errorf("name a segment: %w", err)
	}
	if err := b.o.Inject(StepRenamed); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

// makeDir makes the segments' folder, and its name durable.
func makeDir(dir string) error {
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	if err := os.MkdirAll(dir, dirMode); err != nil {
		return fmt.Errorf("make the segments' folder: %w", err)
	}
	return syncDir(filepath.Dir(dir))
}

// flushed is a file that is flushed as often as it is written to.
type flushed struct {
	f *os.File
}

// Write is io.Writer's.
func (w *flushed) Write(p []byte) (int, error) {
	n, err := w.f.Write(p)
	if err == nil {
		err = w.f.Sync()
	}
	return n, err
}
