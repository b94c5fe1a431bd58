package archive

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/segment"
)

// The defaults of [Options].
const (
	segmentBytesDefault = 64 << 20
	sealAgeDefault      = 24 * time.Hour
	keepDaysDefault     = 30
	keepBytesDefault    = 10 << 30
)

// Options is how a [Book] is opened. The zero value is right for a daemon, but for Build.
type Options struct {
	// SegmentBytes is how many bytes of records go into one segment; 0 means 64 MiB.
	SegmentBytes int64
	// SealAge is how much world time the records in the file may span before they are sealed; 0 means a day.
	SealAge time.Duration
	// KeepDays is for how many days segments are kept; 0 means 30, less than 0 for ever.
	KeepDays int
	// KeepBytes is how much room segments may take; 0 means 10 GiB, less than 0 any.
	KeepBytes int64
	// Anew lets the record begin with the world as it is, when what was sealed is missing or damaged: that is put aside.
	Anew bool
	// Spare is asked before each piece of a segment is written: an error, such as that the disk is nearly full, breaks
	// the sealing off, and the records stay where they are. Nil never objects.
	Spare func() error
	// Bare takes up a world whose sealed record is lost or damaged: the Book is that of the journal's file alone then, and
	// nothing is sealed, dropped or blanked until it is mended. See [Book.Bare].
	Bare bool
	// Build is the release that seals; it is written into the segments.
	Build string
	// Log is told what is swept, sealed and dropped; nil means nobody.
	Log *slog.Logger
	// NoSync leaves out every flush to disk. Only for tests and benchmarks: a crash may cost the whole record.
	NoSync bool
	// Inject is called at each Step and breaks it off by returning an error, as a crash would. For tests.
	Inject func(Step) error
}

func (o Options) withDefaults() Options {
	if o.SegmentBytes == 0 {
		o.SegmentBytes = segmentBytesDefault
	}
	if o.SealAge == 0 {
		o.SealAge = sealAgeDefault
	}
	if o.KeepDays == 0 {
		o.KeepDays = keepDaysDefault
	}
	if o.KeepBytes == 0 {
		o.KeepBytes = keepBytesDefault
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Spare == nil {
		o.Spare = func() error { return nil }
	}
	if o.Inject == nil {
		o.Inject = func(Step) error { return nil }
	}
	return o
}

// Step is a place where Options.Inject may break off.
type Step string

// The steps of writing a segment, in order, and that of dropping one.
const (
	StepWrite   Step = "write"   // the file is made, nothing is in it
	StepWritten Step = "written" // all is in it, nothing is flushed
	StepFlushed Step = "flushed" // it is on the disk under its other name
	StepRenamed Step = "renamed" // it has its name, which a crash may take back
	StepBased   Step = "based"   // the state behind it was set aside, in the same four steps
	StepSealed  Step = "sealed"  // its name is on the disk, the records are in both places
	StepRemove  Step = "remove"  // before a segment is removed
)

// Tail is the newest part of the record, as a [Book] wants it; *journal.Journal and *journal.Memory are such.
type Tail interface {
	Anchor() journal.Head
	Head() journal.Head
	CutSeq() uint64
	Records(from, to uint64, fn func(journal.Record) error) error
	Load(row func(key string, value []byte) error, tail func(journal.Record) error) (journal.LoadInfo, error)
	DropThrough(ctx context.Context, seq uint64) error
	Blank(seq uint64, bytes []byte) error
}

// Progress is told how far a long reading has come: done of total records. It may be nil.
type Progress func(done, total uint64)

func (p Progress) tell(done, total uint64) {
	if p != nil {
		p(done, total)
	}
}

// progressEvery is how many records pass between two words of progress.
const progressEvery = 1_000

// A Book is the record of one data folder, sealed and not.
type Book struct {
	dir  string // of the segments
	o    Options
	tail Tail // nil when only sealed segments are read
	bare error

	// work is held for writing by whoever changes segments, and for reading by whoever wants them left alone.
	work  sync.RWMutex
	tally tally

	mu    sync.RWMutex
	shelf []Segment // oldest first
	next  Segment   // what the segment behind them will open with; without a path when that must be made
}

// A Segment is one sealed part of the record.
type Segment struct {
	Path string
	Info segment.Info
}

// Open opens the record of a data folder. tail is the folder's open journal; what a crash left undone is finished
// then. With a nil tail the sealed segments are read alone, and nothing is touched. Errors: *GapError,
// *segment.DamagedError and *segment.FormatError, each with advice for the operator; anything else is the machine's.
func Open(dir string, tail Tail, o Options) (*Book, error) {
	b := &Book{dir: segmentsDir(dir), o: o.withDefaults(), tail: tail}
	err := b.stock()
	if err == nil && tail != nil {
		err = b.join()
	}
	if lost(err) && tail != nil && o.Anew {
		err = b.anew(context.Background(), err)
	}
	if lost(err) && tail != nil && o.Bare && !b.ahead() {
		b.shelf, b.next, b.bare, err = nil, Segment{}, err, nil
	}
	if err != nil {
		return nil, err
	}
	return b, nil
}

// Bare says why the Book is without what was sealed; nil when it is whole.
func (b *Book) Bare() error { return b.bare }

// OpenSlice opens a single segment, wherever it lies, as a record of its own: a bug report, for example.
func OpenSlice(path string) (*Book, error) {
	s, err := look(path)
	if err != nil {
		return nil, err
	}
	return &Book{o: Options{}.withDefaults(), shelf: []Segment{s}}, nil
}

// Segments returns the sealed segments, oldest first.
func (b *Book) Segments() []Segment {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return append([]Segment(nil), b.shelf...)
}

// Anchor returns where the chain stands before the oldest record there is.
func (b *Book) Anchor() journal.Head {
	b.mu.RLock()
	defer b.mu.RUnlock()
	if len(b.shelf) > 0 {
		return b.shelf[0].Info.Anchor
	}
	if b.tail == nil {
		return journal.Head{}
	}
	return b.tail.Anchor()
}

// Head returns where the chain stands behind the newest durable record.
func (b *Book) Head() journal.Head {
	if b.tail != nil {
		return b.tail.Head()
	}
	b.mu.RLock()
	defer b.mu.RUnlock()
	if n := len(b.shelf); n > 0 {
		return b.shelf[n-1].Info.Head
	}
	return journal.Head{}
}

// First returns the oldest sequence there is; 0 when there is none.
func (b *Book) First() uint64 {
	first, last := b.reach()
	if first > last {
		return 0
	}
	return first
}

// Last returns the newest durable sequence; 0 when there never was one.
func (b *Book) Last() uint64 { return b.Head().Seq }

// reach returns the first and the last sequence; the first is behind the last when there is no record.
func (b *Book) reach() (first, last uint64) { return b.Anchor().Seq + 1, b.Head().Seq }

// within refuses a sequence that is not in the record.
func (b *Book) within(seq uint64) error {
	if first, last := b.reach(); seq < first || seq > last {
		return b.outside(seq)
	}
	return nil
}

func (b *Book) outside(seq uint64) error {
	return &RangeError{Seq: seq, First: b.First(), Last: b.Last()}
}

// KeepBytes returns how much room segments may take before the oldest are dropped; less than 0 means any.
func (b *Book) KeepBytes() int64 { return b.o.KeepBytes }

// Hold keeps Seal, Retain and Blank away until release is called, as a backup needs it while it copies. It waits for
// what is under way. Many may hold at once.
func (b *Book) Hold() (release func()) {
	b.work.RLock()
	return sync.OnceFunc(b.work.RUnlock)
}

// A RangeError says that the record does not reach to where it was asked.
type RangeError struct {
	Seq         uint64 // 0 when a time was asked for
	First, Last uint64 // what there is; 0 and 0 when nothing
}

// Error says what was asked for and what there is.
func (e *RangeError) Error() string {
	what := fmt.Sprintf("record %d is not kept", e.Seq)
	if e.Seq == 0 {
		what = "no record of that time is kept"
	}
	if e.First == 0 {
		return what + ": the record is empty"
	}
	return fmt.Sprintf("%s: the record reaches from %d to %d", what, e.First, e.Last)
}

// A GapError says that records are missing between two parts of the record, or that they do not belong together.
type GapError struct {
	Dir  string // of the segments
	What string
}

// Error says what is missing and what to do.
func (e *GapError) Error() string {
	return fmt.Sprintf("the record in %s is not whole (%s): bring the missing segments back from a backup, or restore "+
		"the whole data folder from one, and do not mix parts of two. The present world needs none of it: without a "+
		"backup, start once with --record-anew, which puts aside what is left and goes on", e.Dir, e.What)
}
