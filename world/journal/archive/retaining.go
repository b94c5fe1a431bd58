package archive

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/mudlark-mud/mudlark/world"
)

// Retain drops the oldest segments that the options no longer keep and returns their names. The newest segment always
// stays. What remains begins later and is whole: its first segment opens with the state before it.
//
// A segment counts as old when its newest record is, by both of two clocks: the wall clock, now being handed in, and
// world time. A machine's clock may jump years ahead; world time takes at most a week of that at a start, and while
// the daemon runs none of it. So a clock that is wrong costs at most the week of history that would have gone next, and
// one that is too far back costs nothing.
func (b *Book) Retain(ctx context.Context, now time.Time) (dropped []string, err error) {
	if b.tail == nil || b.bare != nil || !b.work.TryLock() {
		return nil, nil
	}
	defer b.work.Unlock()
	newest, err := b.newest(ctx)
	if err != nil {
		return nil, err
	}
	for {
		s, why := b.surplus(now, newest)
		if why == "" {
			return dropped, nil
		}
		if err := b.drop(s); err != nil {
			return dropped, fmt.Errorf("drop a segment: %w", err)
		}
		dropped = append(dropped, s.Path)
		b.o.Log.Info("dropped a segment", slog.String("path", s.Path), slog.String("reason", why),
			slog.Uint64("first", s.Info.First), slog.Uint64("last", s.Info.Last), slog.Int64("file_bytes", s.Info.Bytes),
			slog.Time("ended", s.Info.Ended()), slog.String("head", s.Info.Head.String()))
	}
}

// newest returns the time of the newest record.
func (b *Book) newest(ctx context.Context) (world.Time, error) {
	b.tally.mu.Lock()
	defer b.tally.mu.Unlock()
	if err := b.count(ctx); err != nil {
		return 0, fmt.Errorf("look for the newest record: %w", err)
	}
	return b.tally.newest, nil
}

const day = 24 * time.Hour

// surplus returns the oldest segment and why it should go; no reason when it stays.
func (b *Book) surplus(now time.Time, newest world.Time) (s Segment, why string) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	if len(b.shelf) < 2 {
		return Segment{}, ""
	}
	s = b.shelf[0]
	var total int64
	for _, one := range b.shelf {
		total += one.Info.Bytes
	}
	keep := time.Duration(b.o.KeepDays) * day
	byWorld := time.Duration(newest-s.Info.To) * time.Millisecond
	switch {
	case b.o.KeepBytes > 0 && total > b.o.KeepBytes:
		return s, "bytes"
	case b.o.KeepDays > 0 && byWorld > keep && now.Sub(s.Info.Ended()) > keep:
		return s, "days"
	}
	return s, ""
}

// drop removes the oldest segment; its name is gone from the disk before the next one's may go, so that no crash
// leaves a gap.
func (b *Book) drop(s Segment) error {
	if err := b.o.Inject(StepRemove); err != nil {
		return err
	}
	b.mu.Lock()
	b.shelf = b.shelf[1:]
	b.mu.Unlock()
	if err := os.Remove(s.Path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		b.mu.Lock()
		b.shelf = append([]Segment{s}, b.shelf...)
		b.mu.Unlock()
		return err
	}
	return b.syncDir(filepath.Dir(s.Path))
}
