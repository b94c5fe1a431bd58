package archive

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/segment"
)

const (
	segmentsName = "segments"
	sealedSuffix = ".seg"
	draftSuffix  = ".tmp"
	seqDigits    = 20

	dirMode  = 0o700
	fileMode = 0o600
)

func segmentsDir(dir string) string { return filepath.Join(dir, segmentsName) }

// name returns the path of the segment that begins at a sequence.
func (b *Book) name(first uint64) string {
	return filepath.Join(b.dir, fmt.Sprintf("%0*d%s", seqDigits, first, sealedSuffix))
}

// look reads what a segment says of itself.
func look(path string) (Segment, error) {
	r, err := segment.Open(path)
	if err != nil {
		return Segment{}, err
	}
	return Segment{Path: path, Info: r.Info()}, r.Close()
}

// stock takes in the segments that lie in the folder, and sweeps what was not finished.
func (b *Book) stock() error {
	entries, err := os.ReadDir(b.dir) // in the order of their names, which is that of their sequences
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("list the segments: %w", err)
	}
	var bases []string
	for _, e := range entries {
		path := filepath.Join(b.dir, e.Name())
		if strings.HasSuffix(e.Name(), baseSuffix) {
			bases = append(bases, path)
			continue
		}
		if strings.HasSuffix(e.Name(), draftSuffix) && b.tail != nil {
			b.o.Log.Info("sweeping a segment that was not finished", slog.String("path", path))
			if err := os.Remove(path); err != nil {
				return fmt.Errorf("sweep the segments: %w", err)
			}
			continue
		}
		digits, ok := strings.CutSuffix(e.Name(), sealedSuffix)
		if !ok {
			continue // not ours; a person may have put it here
		}
		s, err := look(path)
		if err != nil {
			return err
		}
		if n, err := strconv.ParseUint(digits, 10, 64); err != nil || n != s.Info.First || len(digits) != seqDigits {
			what := fmt.Sprintf("it begins at record %d, which is not its name", s.Info.First)
			return &segment.DamagedError{Path: path, What: what}
		}
		if err := b.follows(s); err != nil {
			return err
		}
		b.shelf = append(b.shelf, s)
	}
	for _, path := range bases {
		b.takeBase(path)
	}
	return nil
}

// follows refuses a segment that does not go on where the last one ended.
func (b *Book) follows(s Segment) error {
	if len(b.shelf) == 0 {
		return nil
	}
	last := b.shelf[len(b.shelf)-1].Info
	switch {
	case s.Info.First > last.Last+1:
		return &GapError{Dir: b.dir, What: fmt.Sprintf("records %d to %d are missing", last.Last+1, s.Info.First-1)}
	case s.Info.Anchor != last.Head:
		return &GapError{Dir: b.dir, What: fmt.Sprintf("%s is of another record than the segment before it",
			filepath.Base(s.Path))}
	}
	return nil
}

// join holds the segments and the journal's file to each other, and finishes a seal that a crash broke off.
func (b *Book) join() error {
	at, head := b.tail.Anchor(), b.tail.Head()
	if len(b.shelf) == 0 {
		if at.Seq > 0 {
			return &GapError{Dir: b.dir, What: fmt.Sprintf("records 1 to %d were sealed, and there is no segment", at.Seq)}
		}
		return nil
	}
	newest := b.shelf[len(b.shelf)-1].Info
	switch {
	case newest.Last < at.Seq:
		return &GapError{Dir: b.dir, What: fmt.Sprintf("records %d to %d are missing", newest.Last+1, at.Seq)}
	case newest.Last > head.Seq:
		return &GapError{Dir: b.dir, What: fmt.Sprintf("the segments reach to record %d and %s only to %d, so it is older "+
			"than they are", newest.Last, journal.FileName, head.Seq)}
	}
	err := b.tail.Records(at.Seq+1, newest.Last, func(r journal.Record) (err error) {
		at, err = at.Next(r)
		return err
	})
	if err != nil {
		return fmt.Errorf("compare the segments with the journal: %w", err)
	}
	if at != newest.Head {
		return &GapError{Dir: b.dir, What: "the segments and " + journal.FileName + " are of two different records"}
	}
	return b.finish(context.Background())
}

// finish lets the journal's file give up the records that are sealed.
func (b *Book) finish(ctx context.Context) error {
	through := b.sealedThrough()
	if through <= b.tail.Anchor().Seq {
		return nil
	}
	if cut := b.tail.CutSeq(); cut < through {
		return nil // an older copy of the file; the next cuts will reach there
	}
	if err := b.tail.DropThrough(ctx, through); err != nil {
		return fmt.Errorf("give up sealed records: %w", err)
	}
	return nil
}

// sealedThrough returns the last record that is sealed. The file may still have it, as a crash may have left it there.
func (b *Book) sealedThrough() uint64 {
	b.mu.RLock()
	defer b.mu.RUnlock()
	if n := len(b.shelf); n > 0 {
		return b.shelf[n-1].Info.Last
	}
	return b.tail.Anchor().Seq
}

// find returns the segment that holds a record.
func (b *Book) find(seq uint64) (Segment, bool) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	i := sort.Search(len(b.shelf), func(i int) bool { return b.shelf[i].Info.Last >= seq })
	if i == len(b.shelf) || b.shelf[i].Info.First > seq {
		return Segment{}, false
	}
	return b.shelf[i], true
}

// below returns the newest segment whose base is not behind a sequence; it may be the base of one not made yet.
func (b *Book) below(seq uint64) (Segment, bool) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	if b.next.Path != "" && b.next.Info.First-1 <= seq {
		return b.next, true
	}
	i := sort.Search(len(b.shelf), func(i int) bool { return b.shelf[i].Info.First-1 > seq })
	if i == 0 {
		return Segment{}, false
	}
	return b.shelf[i-1], true
}

// with opens a segment for as long as do runs. One that was dropped meanwhile is a *RangeError.
func (b *Book) with(s Segment, do func(*segment.Reader) error) (err error) {
	r, err := segment.Open(s.Path)
	if errors.Is(err, fs.ErrNotExist) {
		if _, ok := b.find(s.Info.Last); !ok {
			return b.outside(s.Info.First)
		}
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	return do(r)
}
