package journal

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Limits of one batch. A value beyond its limit is refused with ErrBatch before anything is written.
const (
	recordBytesMax = 16 << 20  // one record
	rowBytesMax    = 16 << 20  // one row's or put's value
	keyBytesMax    = 512       // one row's or put's key, and a bucket's name
	batchBytesMax  = 256 << 20 // records and puts of one batch
	cutChunkBytes  = 64 << 10  // a cut's rows in one commit, so that a batch never waits long behind it
)

// ErrBatch says that a batch breaks the rules. Nothing was written and the journal goes on; the caller has a bug.
var ErrBatch = errors.New("bad batch")

// A SequenceError says that a record does not follow the last one. Nothing was written. It is an ErrBatch.
type SequenceError struct {
	Got, Want uint64
}

// Error names the record that came and the one that was due.
func (e *SequenceError) Error() string {
	return fmt.Sprintf("bad batch: record %d where %d should follow", e.Got, e.Want)
}

// Is makes a SequenceError an ErrBatch.
func (e *SequenceError) Is(target error) bool { return target == ErrBatch }

// A DroppedError says that a record is no longer kept in the journal's file. It may be in a sealed segment.
type DroppedError struct {
	Seq   uint64 // what was wanted
	First uint64 // the first that may be there
}

// Error names the record and where the file begins.
func (e *DroppedError) Error() string {
	return fmt.Sprintf("record %d is not in the journal's file any more, which begins with record %d", e.Seq, e.First)
}

// Record is one world record. Sequences begin at 1 and have no gaps. Bytes holds at most 16 MiB. Was is nil but where
// the payload was blanked since it was written; then it is the sum of the payload as it was, over which the chain goes.
type Record struct {
	Seq   uint64
	Bytes []byte
	Was   *Sum
}

// Put writes one value of a table of the caller's own, such as accounts. A nil Value deletes the key; an empty one
// that is not nil is kept as empty. Of several puts to one key in a batch the last stands.
type Put struct {
	Bucket string
	Key    []byte
	Value  []byte
}

// Row is one entity of a cut. A nil Value says that it is gone since the previous cut.
type Row struct {
	Key   string
	Value []byte
}

// Cut is the entities changed since the previous cut, as they stood when record Seq had been folded. Rows may come in
// any order; each key comes once.
type Cut struct {
	Seq  uint64
	Rows []Row
}

// Batch is what becomes durable together. Records and Puts are one transaction; Cut is written after it and is
// current or not, as a whole.
type Batch struct {
	Records []Record
	Puts    []Put
	Cut     *Cut
}

// place is where a journal stands: what a batch is judged against.
type place struct {
	anchor uint64 // the last record that was dropped
	last   uint64 // the last durable record
	cut    uint64 // the sequence of the current cut
}

// first is the oldest record that is kept, 0 when there is none.
func (p place) first() uint64 {
	if p.last == p.anchor {
		return 0
	}
	return p.anchor + 1
}

// checkDrop refuses to drop records that the current cut does not make dispensable.
func (p place) checkDrop(through uint64) error {
	if through > p.cut {
		return fmt.Errorf("%w: records up to %d cannot be dropped, the current cut is at %d", ErrBatch, through, p.cut)
	}
	return nil
}

// checkBlank refuses what cannot take the place of record seq's payload.
func (p place) checkBlank(seq uint64, bytes int) error {
	switch {
	case bytes > recordBytesMax:
		return fmt.Errorf("%w: record %d has %d bytes, the limit is %d", ErrBatch, seq, bytes, recordBytesMax)
	case seq == 0 || seq > p.last:
		return fmt.Errorf("%w: record %d cannot be blanked, records end at %d", ErrBatch, seq, p.last)
	case seq <= p.anchor:
		return &DroppedError{Seq: seq, First: p.anchor + 1}
	}
	return nil
}

// check refuses a batch that may not follow p.
func (b *Batch) check(p place) error {
	total := 0
	for i, r := range b.Records {
		if want := p.last + uint64(i) + 1; r.Seq != want {
			return &SequenceError{Got: r.Seq, Want: want}
		}
		if len(r.Bytes) > recordBytesMax {
			return fmt.Errorf("%w: record %d has %d bytes, the limit is %d", ErrBatch, r.Seq, len(r.Bytes), recordBytesMax)
		}
		total += len(r.Bytes)
	}
	for _, p := range b.Puts {
		if p.Bucket == "" || len(p.Bucket) > keyBytesMax {
			return fmt.Errorf("%w: a bucket's name has %d bytes, 1 to %d are allowed", ErrBatch, len(p.Bucket), keyBytesMax)
		}
		if err := checkEntry(len(p.Key), len(p.Value)); err != nil {
			return err
		}
		total += len(p.Value)
	}
	if total > batchBytesMax {
		return fmt.Errorf("%w: it has %d bytes, the limit is %d", ErrBatch, total, batchBytesMax)
	}
	if b.Cut == nil {
		return nil
	}
	p.last += uint64(len(b.Records))
	return b.Cut.check(p)
}

// check refuses a cut that is ahead of the records or behind the current cut. It leaves the rows in key order.
func (c *Cut) check(p place) error {
	if c.Seq > p.last || c.Seq < p.cut {
		return fmt.Errorf("%w: a cut at %d, records end at %d and the current cut is at %d", ErrBatch, c.Seq, p.last, p.cut)
	}
	byKey := func(a, b Row) int { return strings.Compare(a.Key, b.Key) }
	if !slices.IsSortedFunc(c.Rows, byKey) {
		c.Rows = slices.SortedFunc(slices.Values(c.Rows), byKey)
	}
	for i, r := range c.Rows {
		if err := checkEntry(len(r.Key), len(r.Value)); err != nil {
			return err
		}
		if i > 0 && c.Rows[i-1].Key == r.Key {
			return fmt.Errorf("%w: row %q comes twice in a cut", ErrBatch, r.Key)
		}
	}
	return nil
}

func checkEntry(keyBytes, valueBytes int) error {
	if keyBytes == 0 || keyBytes > keyBytesMax {
		return fmt.Errorf("%w: a key has %d bytes, 1 to %d are allowed", ErrBatch, keyBytes, keyBytesMax)
	}
	if valueBytes > rowBytesMax {
		return fmt.Errorf("%w: a value has %d bytes, the limit is %d", ErrBatch, valueBytes, rowBytesMax)
	}
	return nil
}

// chunk splits off the rows that fit in limit bytes, at least one.
func chunk(rows []Row, limit int) (head, rest []Row) {
	size := 0
	for i, r := range rows {
		size += len(r.Key) + len(r.Value)
		if i > 0 && size > limit {
			return rows[:i], rows[i:]
		}
	}
	return rows, nil
}

func rowsBytes(rows []Row) uint64 {
	var n uint64
	for _, r := range rows {
		n += uint64(len(r.Key) + len(r.Value))
	}
	return n
}
