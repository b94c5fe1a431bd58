package archive

import (
	"bytes"
	"context"
	"sort"
	"sync"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/segment"
)

// tally knows of the records in the journal's file what a segment's summary says of those in it: how many bytes they
// are, from time to time when one was, and when daemons started. It is made by reading each record once, at leisure,
// and almost none of them is decoded.
type tally struct {
	mu      sync.Mutex
	from    uint64 // the last record before those counted
	through uint64 // the last of them
	bytes   int64  // of all that were counted
	marks   []mark // in order; the first is of the oldest record in the file
	newest  world.Time
	clocks  []segment.Clock // in order; the first is in force at the oldest record, unless that record is a start
}

// mark is one record of many, with its time.
type mark struct {
	seq    uint64
	at     world.Time
	before int64 // bytes counted before it
}

const (
	markRecordsEvery = 1_000
	markBytesShare   = 64 // marks for each segment that is due, at least
)

// count brings the tally up to the present. The caller holds t.mu.
func (b *Book) count(ctx context.Context) error {
	t := &b.tally
	if at := b.sealedThrough(); t.from != at || t.marks == nil {
		t.reset(b, at)
	}
	last := b.tail.Head().Seq
	if t.through >= last {
		return nil
	}
	var newest journal.Record
	_, err := b.unsealed(ctx, t.through+1, last, func(r journal.Record) error {
		newest = r
		if err := t.mark(r, b.o.SegmentBytes/markBytesShare); err != nil {
			return err
		}
		t.through = r.Seq
		t.bytes += int64(len(r.Bytes))
		return t.started(r)
	})
	if err != nil || newest.Seq == 0 {
		return err
	}
	seen, err := peek(newest)
	if err == nil {
		t.newest = seen.At
	}
	return err
}

// reset begins anew behind what is sealed.
func (t *tally) reset(b *Book, at uint64) {
	t.from, t.through, t.bytes, t.marks, t.clocks = at, at, 0, []mark{}, nil
	if all := b.Segments(); len(all) > 0 {
		info := all[len(all)-1].Info
		t.newest = info.To
		t.clocks = append(t.clocks, info.Clocks[len(info.Clocks)-1])
	}
}

// mark notes a record's time, if it is time for that.
func (t *tally) mark(r journal.Record, everyBytes int64) error {
	if n := len(t.marks); n > 0 {
		last := t.marks[n-1]
		if r.Seq-last.seq < markRecordsEvery && t.bytes-last.before < everyBytes {
			return nil
		}
	}
	seen, err := peek(r)
	if err != nil {
		return err
	}
	t.marks = append(t.marks, mark{seq: r.Seq, at: seen.At, before: t.bytes})
	return nil
}

// started notes a daemon's start.
func (t *tally) started(r journal.Record) error {
	if !bytes.Contains(r.Bytes, []byte(startTerm)) {
		return nil // the kind stands in the record as it is
	}
	wall, ok, err := started(r)
	if err != nil || !ok {
		return err
	}
	seen, err := peek(r)
	if err == nil {
		t.clocks = append(t.clocks, segment.Clock{Seq: r.Seq, At: seen.At, Wall: wall})
	}
	return err
}

// due reports whether the records through a sequence are enough, or old enough, for a segment. The caller holds t.mu.
func (t *tally) due(cut uint64, o Options) bool {
	n := sort.Search(len(t.marks), func(i int) bool { return t.marks[i].seq > cut })
	if n == 0 {
		return false
	}
	aged := t.newest - t.marks[0].at
	return t.size(cut) >= o.SegmentBytes || aged >= world.Time(o.SealAge.Milliseconds())
}

// size returns how many bytes the records through a sequence are, up to a mark. The caller holds t.mu.
func (t *tally) size(through uint64) int64 {
	if through >= t.through {
		return t.bytes
	}
	n := sort.Search(len(t.marks), func(i int) bool { return t.marks[i].seq > through })
	if n == 0 {
		return 0
	}
	return t.marks[n-1].before
}

// clock returns the reading of the clock that was in force at a record. The caller holds t.mu.
func (t *tally) clock(seq uint64) segment.Clock {
	i := sort.Search(len(t.clocks), func(i int) bool { return t.clocks[i].Seq > seq }) - 1
	if i < 0 {
		return segment.Clock{}
	}
	return t.clocks[i]
}
