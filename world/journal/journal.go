package journal

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"go.etcd.io/bbolt"
)

// FileName is the journal's file in the data folder.
const FileName = "mudlark.db"

// Format is the number of the layout described in the package comment. It is read before anything else, and a file
// with another number is left alone.
const Format = 2

const (
	lockWaitMax = time.Second // for the file lock, before the folder counts as in use
	// Bytes of address space, not memory. Growing the map would wait for whoever reads or copies, so the map is made
	// longer than a file should ever become.
	initialMmapDefault = 16 << 30
)

// Options is how a journal is opened. The zero value is right for a daemon, but for ProbeChild.
type Options struct {
	// NoSync leaves out every flush to disk. Only for tests and benchmarks: a crash may cost the whole file.
	NoSync bool
	// InitialMmap is how many bytes of address space to reserve; 0 means 16 GiB, or 1 GiB where there is little.
	InitialMmap int
	// SnapshotGrowth is how many bytes the file may grow for a Snapshot's sake; 0 means 256 MiB.
	SnapshotGrowth int64
	// ProbeChild looks through a file that was not closed, in another process; ProbeBy makes one. When it is nil the
	// file is looked through in this process, where some kinds of damage end the process.
	ProbeChild func(path string) error
	// Boot names this run of the machine; empty means what the kernel says. For tests.
	Boot string
	// Log is told of unclean stops, sweeps and merges; nil means nobody.
	Log *slog.Logger
	// Inject is called at each Step and makes it fail by returning an error, as a crash or a dead disk would. For tests.
	Inject func(Step) error
}

func (o Options) withDefaults() Options {
	if o.InitialMmap == 0 {
		o.InitialMmap = int(min(int64(initialMmapDefault), math.MaxInt/2+1))
	}
	if o.SnapshotGrowth == 0 {
		o.SnapshotGrowth = snapshotGrowthMax
	}
	if o.Boot == "" {
		o.Boot = bootID()
	}
	if o.ProbeChild == nil {
		o.ProbeChild = Probe
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Inject == nil {
		o.Inject = func(Step) error { return nil }
	}
	return o
}

// Step is a place where Options.Inject may make a write fail.
type Step string

// The steps of a commit, in order, and those of opening, merging and closing.
const (
	StepAppend   Step = "append"   // before records and puts are durable
	StepAppended Step = "appended" // they are durable, nobody knows yet
	StepChunk    Step = "chunk"    // before a chunk of a run, not its last
	StepCurrent  Step = "current"  // before a run's last chunk, which makes it current
	StepOpen     Step = "open"     // before the running mark is set
	StepSwap     Step = "swap"     // before a merged run takes the place of those it was made of
	StepSweep    Step = "sweep"    // before unlisted runs are dropped
	StepClose    Step = "close"    // before the running mark is cleared
	StepDrop     Step = "drop"     // before some records are dropped
	StepBlank    Step = "blank"    // before a record's payload is blanked
	StepScrub    Step = "scrub"    // before what was scrubbed is flushed
)

// Stats is what an operator watches.
type Stats struct {
	First, Last   uint64        // as the methods of these names
	CutSeq        uint64        // the sequence of the current cut
	Runs          int           // runs that overlay each other
	RunBytes      uint64        // keys and values in all runs, superseded ones included
	Commits       uint64        // transactions since the start, chunks of cuts included
	CommitBytes   uint64        // record, put and row bytes in them
	LastCommit    time.Duration // how long the last one took
	LongestCommit time.Duration // since the start
	FileBytes     int64         // size of the file
}

// Journal is an open record. Its methods may be called by many goroutines; see the package comment.
type Journal struct {
	dir, path string
	o         Options
	db        *bbolt.DB
	file      *os.File // bbolt's own, to drop the lock when bbolt itself is stuck
	unclean   bool     // the last daemon did not close the file

	cutMu   sync.Mutex // one cut at a time
	mergeMu sync.Mutex // one merge at a time, and no load beside it
	dropMu  sync.Mutex // one DropThrough at a time
	rides   rides

	shown   atomic.Pointer[standing] // a copy for those who only want to know, and wait for no disk
	reading atomic.Int64             // open read transactions; one begins only while j.mu is held

	mu sync.RWMutex // held for writing by the transaction in flight; readers begin between two
	standing
	closed     bool
	stuck      bool // a panic left a transaction open inside bbolt
	nextBucket uint64
	moment     uint64 // number of the last commit
	copies     map[*snapshot]struct{}
}

// standing is where a journal is between two commits.
type standing struct {
	failed error // set once, returned ever after
	anchor Head  // before the first record that is kept
	head   Head  // behind the last durable one
	runs   []run // oldest first; an element never changes
	stats  Stats
}

// Open opens or creates DIR/mudlark.db and keeps every other process out of it until Close. It makes the folder
// (mode 0700) if need be. Errors: *DiskError if less than 2 MiB are free, *LockedError (is ErrLocked), *FormatError,
// *DamagedError, each with advice for the operator; anything else is the machine's. After an unclean stop or a restart
// of the machine the file is probed first, torn runs are swept, and runs are merged when there are too many.
func Open(dir string, o Options) (*Journal, error) {
	o = o.withDefaults()
	if err := os.MkdirAll(dir, dirMode); err != nil {
		return nil, fmt.Errorf("open journal: %w", err)
	}
	j := &Journal{dir: dir, path: filepath.Join(dir, FileName), o: o, copies: map[*snapshot]struct{}{}}
	if err := j.roomToOpen(); err != nil {
		return nil, err
	}
	if err := create(j.path, o.NoSync); err != nil {
		return nil, err
	}
	h, err := inspect(j.path)
	if err != nil {
		return nil, err
	}
	j.unclean = h.running
	if h.doubtful(o.Boot) {
		o.Log.Warn("journal was not closed, or the machine has been restarted since: looking through it",
			slog.String("path", j.path), slog.Bool("closed", !h.running))
		if err := o.ProbeChild(j.path); err != nil {
			return nil, err
		}
	}
	for room := o.InitialMmap; ; room >>= 2 {
		j.db, j.file, err = openBolt(j.path, bbolt.Options{
			Timeout:         lockWaitMax,
			NoFreelistSync:  true, // less to write a commit, paid for by a walk over the pages at the start
			FreelistType:    bbolt.FreelistMapType,
			InitialMmapSize: room,
			NoSync:          o.NoSync,
			NoStatistics:    true,
		})
		if err == nil {
			break
		}
		if room == 0 || !errors.Is(err, syscall.ENOMEM) { // where address space is limited, less must do
			return nil, err
		}
	}
	if err := j.start(); err != nil {
		_ = j.fail(err) // so that Close leaves the mark for the next start
		_ = j.Close()
		return nil, err
	}
	return j, nil
}

// start takes possession of the opened file and learns what is in it.
func (j *Journal) start() error {
	if err := sweepDrafts(j.dir); err != nil {
		return fmt.Errorf("sweep: %w", err)
	}
	if !j.o.NoSync {
		// The folder's entry for a new file needs a flush of its own.
		if err := syncDir(j.dir); err != nil {
			return err
		}
	}
	if err := writeLockNote(j.dir); err != nil {
		return openFault(j.path, err)
	}
	// This first commit also flushes what a killed daemon may have written and not flushed, before anybody reads it.
	if err := j.locked(func() error { return j.transact(StepOpen, 0, markRunning) }); err != nil {
		return err
	}
	if err := j.learn(); err != nil {
		return err
	}
	j.show()
	if free, need := j.Room(); free < need {
		j.o.Log.Warn("little room is left on the disk", slog.String("path", j.dir), slog.Uint64("free_bytes", free),
			slog.Uint64("need_bytes", need))
	}
	if err := j.sweep(); err != nil {
		return err
	}
	if j.MergeDue() {
		return j.merge(context.Background(), openMergeBytes)
	}
	return nil
}

func markRunning(tx *bbolt.Tx) error {
	for _, name := range [][]byte{metaBucket(), recordsBucket(), rowsBucket(), cutsBucket()} {
		if _, err := tx.CreateBucketIfNotExists(name); err != nil {
			return err
		}
	}
	meta := tx.Bucket(metaBucket())
	if meta.Get(formatKey()) == nil {
		if err := meta.Put(formatKey(), seqKey(Format)); err != nil {
			return err
		}
		values := newArena(2 * (headBytes + sumBytes))
		if err := putChain(tx, values, anchorKey(), Head{}); err != nil {
			return err
		}
		if err := putChain(tx, values, headKey(), Head{}); err != nil {
			return err
		}
	}
	if err := meta.Delete(closedKey()); err != nil {
		return err
	}
	return meta.Put(runningKey(), seqKey(uint64(os.Getpid())))
}

func (j *Journal) markClosed(tx *bbolt.Tx) error {
	meta := tx.Bucket(metaBucket())
	if err := meta.Delete(runningKey()); err != nil {
		return err
	}
	return meta.Put(closedKey(), []byte(j.o.Boot))
}

// learn reads where the record begins and ends, and which runs there are.
func (j *Journal) learn() error {
	return j.view(func(tx *bbolt.Tx) error {
		var err error
		if j.anchor, j.head, err = readEnds(j.path, tx); err != nil {
			return err
		}
		if j.runs, err = listRuns(tx); err != nil {
			return err
		}
		if p := j.place(); p.cut > p.last || p.cut < p.anchor {
			what := fmt.Sprintf("the cut at %d is outside of the records %d to %d", p.cut, p.anchor+1, p.last)
			return &DamagedError{Path: j.path, What: what}
		}
		j.nextBucket, err = nextBucket(tx, j.runs)
		return err
	})
}

// Close clears the running mark and gives the file free. After a failed commit nothing is written any more, so the
// next start probes the file. Later commits and reads answer ErrClosed, or what stopped the journal before; a second
// Close does nothing.
func (j *Journal) Close() error {
	return j.locked(j.close)
}

func (j *Journal) close() error {
	if j.closed {
		return nil
	}
	var err error
	if j.failed == nil {
		err = j.transact(StepClose, 0, j.markClosed)
	}
	failed := j.failed
	j.closed = true
	if j.failed == nil {
		j.failed = ErrClosed
	}
	j.giveUpCopies(j.failed) // bbolt's Close would wait for them
	// While the lock is still ours, so that it is not the next daemon's note that goes.
	if noteErr := removeLockNote(j.dir); err == nil {
		err = noteErr
	}
	closeDB := j.db.Close
	if j.stuck {
		closeDB = j.file.Close // bbolt's Close would wait for the transaction that a panic left open
	}
	if closeErr := closeDB(); err == nil {
		err = closeErr
	}
	if failed != nil {
		forget(j.path)
	}
	if err != nil {
		return fmt.Errorf("close journal: %w", err)
	}
	return nil
}

// What follows answers at once, also while a commit waits for a slow disk, and knows what was durable before it.

// Head returns where the chain stands behind the newest durable record.
func (j *Journal) Head() Head { return j.shown.Load().head }

// Anchor returns where the chain stands before the oldest record that is kept.
func (j *Journal) Anchor() Head { return j.shown.Load().anchor }

// First returns the oldest kept record's sequence, 0 when none is kept.
func (j *Journal) First() uint64 { return j.shown.Load().place().first() }

// Last returns the newest durable record's sequence, be it kept or dropped, 0 when there was none.
func (j *Journal) Last() uint64 { return j.Head().Seq }

// CutSeq returns the sequence of the current cut, 0 when there is none.
func (j *Journal) CutSeq() uint64 { return j.shown.Load().place().cut }

// Stats returns the figures of this moment.
func (j *Journal) Stats() Stats {
	now := j.shown.Load()
	s, p := now.stats, now.place()
	s.First, s.Last, s.CutSeq, s.Runs = p.first(), p.last, p.cut, len(now.runs)
	for _, r := range now.runs {
		s.RunBytes += r.bytes
	}
	s.FileBytes = fileBytes(j.path)
	return s
}

func (s *standing) place() place {
	p := place{anchor: s.anchor.Seq, last: s.head.Seq}
	if len(s.runs) > 0 {
		p.cut = s.runs[len(s.runs)-1].seq
	}
	return p
}

// fileBytes is the size of a file, 0 when it cannot be told.
func fileBytes(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}
