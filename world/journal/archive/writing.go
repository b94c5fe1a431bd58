package archive

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/segment"
)

// content is what goes into a segment.
type content struct {
	anchor  journal.Head
	head    *journal.Head // where the records must lead, if that is known
	build   string
	rows    func(*segment.Writer) error
	records func(*segment.Writer) error // errEnough ends them; nil when there are none
}

// write makes a segment under another name and gives it its own when it is whole and on the disk.
func (b *Book) write(path string, c content) (Segment, error) {
	if err := b.makeDir(filepath.Dir(path)); err != nil {
		return Segment{}, err
	}
	draft := strings.TrimSuffix(path, filepath.Ext(path)) + draftSuffix
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
	out := bufio.NewWriterSize(&flushed{f, b.o.Spare, b.sync}, flushEvery)
	info, err := write(out, c)
	if err == nil {
		err = out.Flush()
	}
	if err == nil {
		err = b.o.Inject(StepWritten)
	}
	if err == nil {
		err = b.sync(f)
	}
	if err == nil {
		err = b.o.Inject(StepFlushed)
	}
	return info, err
}

// write writes a segment's content.
func write(out io.Writer, c content) (segment.Info, error) {
	w, err := segment.NewWriter(out, segment.Header{Anchor: c.anchor, Build: c.build})
	if err != nil {
		return segment.Info{}, err
	}
	if err := c.rows(w); err != nil {
		return segment.Info{}, err
	}
	if c.records != nil {
		if err := c.records(w); err != nil && !errors.Is(err, errEnough) {
			return segment.Info{}, err
		}
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
	return b.syncDir(filepath.Dir(path))
}

// makeDir makes the segments' folder, and its name durable.
func (b *Book) makeDir(dir string) error {
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	if err := os.MkdirAll(dir, dirMode); err != nil {
		return fmt.Errorf("make the segments' folder: %w", err)
	}
	return b.syncDir(filepath.Dir(dir))
}

// flushed is a file that is flushed as often as it is written to.
type flushed struct {
	f     *os.File
	spare func() error
	sync  func(*os.File) error
}

// Write is io.Writer's.
func (w *flushed) Write(p []byte) (int, error) {
	if err := w.spare(); err != nil {
		return 0, err
	}
	n, err := w.f.Write(p)
	if err == nil {
		err = w.sync(w.f)
	}
	return n, err
}

// sync flushes a file, or a folder.
func (b *Book) sync(f *os.File) error {
	if b.o.NoSync {
		return nil
	}
	return f.Sync()
}

// syncDir makes a name that was made, changed or removed durable.
func (b *Book) syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	err = b.sync(d)
	if closeErr := d.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return fmt.Errorf("sync %s: %w", dir, err)
	}
	return nil
}
