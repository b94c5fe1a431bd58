package chronicle

import (
	"fmt"
	"log/slog"
	"time"

	"github.com/mudlark-mud/mudlark/world/journal"
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
	// SealAge is how old the oldest record of the file may become before it is sealed; 0 means a day.
	SealAge time.Duration
	// KeepDays is for how many days segments are kept; 0 means 30, less than 0 for ever.
	KeepDays int
	// KeepBytes is how much room segments may take; 0 means 10 GiB, less than 0 any.
	KeepBytes int64
	// Build is the release that seals; it is written into the segments.
	Build string
	// Log is told what is swept, sealed and dropped; nil means nobody.
	Log *slog.Logger
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
	return o
}

// Tail is the newest part of the record, as a [Book] wants it; a *journal.Journal is one.
type Tail interface {
	Last() uint64
	Stats() journal.Stats
	Records(from, to uint64, fn func(journal.Record) error) error
	Load(row func(key string, value []byte) error, tail func(journal.Record) error) (journal.LoadInfo, error)
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
	dir  string
	o    Options
	tail Tail // nil when only sealed segments are read
}

// Open opens the record of a data folder. tail is the folder's open journal, or nil to read the sealed segments alone.
func Open(dir string, tail Tail, o Options) (*Book, error) {
	return &Book{dir: dir, o: o.withDefaults(), tail: tail}, nil
}

// First returns the oldest sequence there is; 0 when there is none.
func (b *Book) First() uint64 {
	if b.tail == nil {
		return 0
	}
	return b.tail.Stats().First
}

// Last returns the newest durable sequence; 0 when there is none.
func (b *Book) Last() uint64 {
	if b.tail == nil {
		return 0
	}
	return b.tail.Last()
}

// Hold keeps Seal and Retain away until release is called, as a backup needs it while it copies. It waits for what is
// under way. Many may hold at once.
func (b *Book) Hold() (release func()) {
	return func() {}
}

// A RangeError says that the record does not reach where it was asked to begin or to end.
type RangeError struct {
	Seq         uint64
	First, Last uint64 // what there is; 0 and 0 when nothing
}

// Error says what was asked for and what there is.
func (e *RangeError) Error() string {
	if e.Last == 0 {
		return fmt.Sprintf("sequence %d is not in the record, which is empty", e.Seq)
	}
	return fmt.Sprintf("sequence %d is not in the record, which reaches from %d to %d: older records were dropped, "+
		"as the operator's retention asks, and newer ones are not written yet", e.Seq, e.First, e.Last)
}
