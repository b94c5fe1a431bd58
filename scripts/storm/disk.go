package storm

import (
	"errors"

	"github.com/mudlark-mud/mudlark/world/journal"
)

// errDead is what a disk answers that has died.
var errDead = errors.New("the disk does not answer")

// stage is how far a transaction has come on its way to the disk, as bbolt takes it there: its pages are written and
// flushed, then the page that makes them the present ones is written and flushed.
type stage int

const (
	stageBegun stage = iota
	stageWritten
	stageFlushed
	stageNamed // the page that makes it current is written and not flushed: after a crash it is there or it is not
	stageDone
)

// Transaction is one on its way to the disk.
type Transaction struct {
	batch journal.Batch
	stage stage
	parts int // transactions without effect that come before it, as the chunks of a cut do
}

// Disk is a journal in memory with what is on its way there. One transaction holds the pen at a time: the records and
// puts of a batch, or a chunk of a cut. What is not flushed is kept apart from what is, so that a crash decides about
// it.
type Disk struct {
	Mem     *journal.Memory
	Batch   *Transaction // of records and puts; nil: none
	Cut     *Transaction // of a cut; nil: none
	Durable uint64       // the newest record that is flushed, and so may be spoken of

	commit func(*journal.Memory, journal.Batch) error
}

// NewDisk returns a disk that holds a journal. commit is Memory.Commit, or what somebody has planted in its place.
func NewDisk(mem *journal.Memory, commit func(*journal.Memory, journal.Batch) error) *Disk {
	return &Disk{Mem: mem, Durable: mem.Last(), commit: commit}
}

// Begin takes the records and puts of a batch.
func (d *Disk) Begin(b journal.Batch) { d.Batch = &Transaction{batch: b} }

// BeginCut takes a cut, which is written in so many transactions and one that makes it current.
func (d *Disk) BeginCut(c *journal.Cut, parts int) {
	d.Cut = &Transaction{batch: journal.Batch{Cut: c}, parts: parts}
}

// Writes reports whether a transaction is under way that has anything in it.
func (t *Transaction) Writes() bool {
	return t != nil && (len(t.batch.Records) > 0 || len(t.batch.Puts) > 0 || t.batch.Cut != nil)
}

// MayGo reports whether a transaction has the pen, or may take it.
func (d *Disk) MayGo(t *Transaction) bool {
	other := d.Batch
	if t == d.Batch {
		other = d.Cut
	}
	return t != nil && (t.stage > stageBegun || other == nil || other.stage == stageBegun)
}

// Step brings a transaction further, and reports whether it is finished, with what came of it.
func (d *Disk) Step(t *Transaction) (done bool, err error) {
	switch t.stage++; {
	case t.stage < stageDone:
		return false, nil
	case t.parts > 0:
		t.parts, t.stage = t.parts-1, stageBegun
		return false, nil
	}
	d.drop(t)
	if err := d.commit(d.Mem, t.batch); err != nil {
		return true, err
	}
	d.Durable = d.Mem.Last()
	return true, nil
}

func (d *Disk) drop(t *Transaction) {
	if d.Batch == t {
		d.Batch = nil
		return
	}
	d.Cut = nil
}

// Die fails a transaction. What was named is there at the next start, though nobody was told so.
func (d *Disk) Die(t *Transaction) (after bool, err error) {
	at := journal.StepAppend
	switch after = t.stage >= stageNamed && t.parts == 0; {
	case t.batch.Cut != nil:
		at = journal.StepCurrent
	case after:
		at = journal.StepAppended
	}
	d.Mem.Inject(func(s journal.Step) error {
		if s == at {
			return errDead
		}
		return nil
	})
	d.drop(t)
	return after, d.commit(d.Mem, t.batch)
}

// Crash is what the machine's sudden death leaves: what was flushed, and what was named if chance will have it. kept
// says that a transaction came through which nobody had flushed.
func (d *Disk) Crash(isLucky bool) (left *journal.Memory, kept bool) {
	for _, t := range []*Transaction{d.Batch, d.Cut} {
		if t.Writes() && t.stage == stageNamed && t.parts == 0 && isLucky {
			kept = d.Mem.Commit(t.batch) == nil
		}
	}
	return d.Mem.Crash(), kept
}
