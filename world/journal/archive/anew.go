package archive

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"

	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/segment"
)

// asideName is what the segments' folder is called when it is put aside, with a number.
const asideName = "segments.aside-"

// lost reports whether an error says that the sealed record cannot be used as it lies there.
func lost(err error) bool {
	var gap *GapError
	var damaged *segment.DamagedError
	var format *segment.FormatError
	return errors.As(err, &gap) || errors.As(err, &damaged) || errors.As(err, &format)
}

// ahead reports whether a segment reaches further than the journal's file: that is an older one then, and people were
// told more than it knows.
func (b *Book) ahead() bool {
	paths, err := filepath.Glob(b.dir + "/*" + sealedSuffix)
	return err != nil || slices.ContainsFunc(paths, func(path string) bool {
		s, err := look(path)
		return err == nil && s.Info.Last > b.tail.Head().Seq
	})
}

// anew lets the record begin with the state of the current cut: the world is all in the journal's file, and only how it
// came to be so is missing. The segments are put aside, and with them the records of the file up to the cut, which
// nothing can be folded from any more.
func (b *Book) anew(ctx context.Context, why error) error {
	aside, err := b.putAside()
	if err != nil {
		return fmt.Errorf("put the sealed record aside: %w", err)
	}
	anchor, cut := b.tail.Anchor(), b.tail.CutSeq()
	b.o.Log.Warn("the record begins anew: sealed records are put aside, because they are not whole",
		slog.Any("err", why), slog.String("aside", aside), slog.Uint64("first", cut+1))
	if cut == 0 {
		return nil // all of it is in the file
	}
	head := anchor
	if cut > anchor.Seq {
		s, err := b.write(filepath.Join(aside, filepath.Base(b.name(anchor.Seq+1))), content{
			anchor: anchor, build: b.o.Build, rows: func(*segment.Writer) error { return nil },
			records: func(w *segment.Writer) error {
				return b.tail.Records(anchor.Seq+1, cut, func(r journal.Record) error { return add(w, r) })
			},
		})
		if err != nil {
			return fmt.Errorf("put records aside: %w", err)
		}
		head = s.Info.Head
	}
	s, err := b.write(b.name(cut+1), content{
		anchor: head, build: b.o.Build, rows: func(w *segment.Writer) error { return b.cutRows(ctx, w, cut) },
	})
	if err != nil {
		return fmt.Errorf("begin the record anew: %w", err)
	}
	b.shelf = []Segment{s}
	return b.finish(ctx)
}

// putAside renames the segments' folder, if there is one, and makes the one that it is put into.
func (b *Book) putAside() (aside string, err error) {
	b.shelf, b.next = nil, Segment{}
	for n := 1; ; n++ {
		aside = filepath.Join(filepath.Dir(b.dir), fmt.Sprint(asideName, n))
		if _, err := os.Lstat(aside); errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	if err := os.Rename(b.dir, aside); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	return aside, b.makeDir(aside)
}
