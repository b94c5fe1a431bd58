package segment

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"sort"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
)

// Rows gives the state before the first record, row by row in key order. An error of fn ends it and is returned as it
// is. The bytes handed out stay what they are and may be kept; the same holds for those of the other methods.
func (r *Reader) Rows(ctx context.Context, fn func(key string, value []byte) error) error {
	last := ""
	for _, p := range r.rows {
		if err := ctx.Err(); err != nil {
			return err
		}
		c, err := r.block(p)
		if err != nil {
			return err
		}
		for range p.Count {
			key, err := c.sized(keyBytesMost)
			var value []byte
			if err == nil {
				value, err = c.sized(entryBytesMost)
			}
			if err == nil && string(key) <= last {
				err = fmt.Errorf("row %q is not in order", key)
			}
			if err != nil {
				return r.fault(err)
			}
			last = string(key)
			if err := fn(last, value); err != nil {
				return err
			}
		}
		if !c.done() {
			return r.fault(errLonger)
		}
	}
	return nil
}

var errLonger = errors.New("a block is longer than what is in it")

// timed is a record and its time.
type timed struct {
	rec journal.Record
	at  world.Time
}

// Records gives the records from..to in order, as far as they are in the segment. An error of fn ends it and is
// returned as it is.
func (r *Reader) Records(ctx context.Context, from, to uint64, fn func(journal.Record) error) error {
	from, to = max(from, r.info.First), min(to, r.info.Last)
	for i := r.holding(from); from <= to && i < len(r.records); i++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		batch, err := r.batch(r.records[i])
		if err != nil {
			return err
		}
		for _, t := range batch {
			if t.rec.Seq < from || t.rec.Seq > to {
				continue
			}
			if err := fn(t.rec); err != nil {
				return err
			}
		}
		from = batch[len(batch)-1].rec.Seq + 1
	}
	return nil
}

// Pick gives the records of some sequences in the order in which they are named; when that goes up or down, no block
// is read twice. A sequence that is not in the segment is an error.
func (r *Reader) Pick(ctx context.Context, seqs []uint64, fn func(journal.Record) error) error {
	at := -1
	var batch []timed
	for _, seq := range seqs {
		if err := ctx.Err(); err != nil {
			return err
		}
		if seq < r.info.First || seq > r.info.Last {
			return fmt.Errorf("record %d is not in segment %s, which holds %d to %d", seq, r.path, r.info.First, r.info.Last)
		}
		if i := r.holding(seq); i != at {
			var err error
			if batch, err = r.batch(r.records[i]); err != nil {
				return err
			}
			at = i
		}
		if err := fn(batch[seq-batch[0].rec.Seq].rec); err != nil {
			return err
		}
	}
	return nil
}

// TimeOf returns the world time of a record that is in the segment.
func (r *Reader) TimeOf(seq uint64) (world.Time, error) {
	if seq < r.info.First || seq > r.info.Last {
		return 0, fmt.Errorf("record %d is not in segment %s", seq, r.path)
	}
	batch, err := r.batch(r.records[r.holding(seq)])
	if err != nil {
		return 0, err
	}
	return batch[seq-batch[0].rec.Seq].at, nil
}

// Latest returns the newest record of from..to that is not after a world time; 0 when all are.
func (r *Reader) Latest(at world.Time, from, to uint64) (uint64, error) {
	from, to = max(from, r.info.First), min(to, r.info.Last)
	after := sort.Search(len(r.records), func(i int) bool { return r.records[i].At > at || r.records[i].First > to })
	if from > to || after == 0 {
		return 0, nil
	}
	batch, err := r.batch(r.records[after-1])
	if err != nil {
		return 0, err
	}
	for _, t := range slices.Backward(batch) {
		if t.rec.Seq <= to && t.at <= at {
			if t.rec.Seq < from {
				return 0, nil
			}
			return t.rec.Seq, nil
		}
	}
	return 0, nil
}

// holding returns the block that holds a record of the segment.
func (r *Reader) holding(seq uint64) int {
	return max(0, sort.Search(len(r.records), func(i int) bool { return r.records[i].First > seq })-1)
}

// batch decodes one block of records.
func (r *Reader) batch(p placed) ([]timed, error) {
	c, err := r.block(p)
	if err != nil {
		return nil, err
	}
	out := make([]timed, 0, p.Count)
	at := p.At
	for i := range uint64(p.Count) {
		t, err := c.record(p.First + i)
		if err != nil {
			return nil, r.fault(err)
		}
		t.at += at
		if t.at < at {
			return nil, r.fault(fmt.Errorf("the time of record %d cannot be", t.rec.Seq))
		}
		at = t.at
		out = append(out, t)
	}
	if !c.done() {
		return nil, r.fault(errLonger)
	}
	return out, nil
}

// record takes one record; its time is what passed since the one before.
func (c *cursor) record(seq uint64) (timed, error) {
	passed, err := c.uvarint()
	if err != nil {
		return timed{}, err
	}
	flag, err := c.take(1, 1)
	if err != nil {
		return timed{}, err
	}
	t := timed{rec: journal.Record{Seq: seq}, at: world.Time(passed)}
	switch flag[0] {
	case recordWhole:
	case recordBlanked:
		b, err := c.take(sha256.Size, sha256.Size)
		if err != nil {
			return timed{}, err
		}
		was := journal.Sum(b)
		t.rec.Was = &was
	default:
		return timed{}, fmt.Errorf("record %d is of no kind", seq)
	}
	t.rec.Bytes, err = c.sized(entryBytesMost)
	return t, err
}

// Holding returns the sequences of the records that hold any of some terms, in order, each once. Terms are in any
// order.
func (r *Reader) Holding(ctx context.Context, terms []string) ([]uint64, error) {
	wanted := slices.Sorted(slices.Values(terms))
	wanted = slices.Compact(wanted)
	var out []uint64
	for len(wanted) > 0 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		// The block that may have the first of them, and how many more it may have.
		i := sort.Search(len(r.index), func(i int) bool { return r.index[i].Key > wanted[0] }) - 1
		n := 1
		if i < 0 {
			wanted = wanted[1:]
			continue
		}
		for n < len(wanted) && (i+1 == len(r.index) || wanted[n] < r.index[i+1].Key) {
			n++
		}
		found, err := r.posted(r.index[i], wanted[:n])
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
		wanted = wanted[n:]
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// posted looks some terms up in one block of the index.
func (r *Reader) posted(p placed, wanted []string) ([]uint64, error) {
	c, err := r.block(p)
	if err != nil {
		return nil, err
	}
	var out []uint64
	last := ""
	for range p.Count {
		key, count, diffs, err := c.posting()
		if err == nil && string(key) <= last {
			err = fmt.Errorf("term %q is not in order", key)
		}
		if err != nil {
			return nil, r.fault(err)
		}
		last = string(key)
		if _, ok := slices.BinarySearch(wanted, last); !ok {
			continue
		}
		if out, err = r.sequences(out, count, diffs); err != nil {
			return nil, r.fault(err)
		}
	}
	if !c.done() {
		return nil, r.fault(errLonger)
	}
	return out, nil
}

func (c *cursor) posting() (key []byte, count uint64, diffs []byte, err error) {
	if key, err = c.sized(keyBytesMost); err != nil {
		return nil, 0, nil, err
	}
	if count, err = c.uvarint(); err != nil {
		return nil, 0, nil, err
	}
	diffs, err = c.sized(rawBytesMost)
	return key, count, diffs, err
}

// sequences adds what a posting lists.
func (r *Reader) sequences(out []uint64, count uint64, diffs []byte) ([]uint64, error) {
	if count > uint64(len(diffs)) { // each takes a byte at least
		return nil, errShort
	}
	out = slices.Grow(out, int(count))
	c, seq := cursor{b: diffs}, r.info.Anchor.Seq
	for range count {
		d, err := c.uvarint()
		if err != nil {
			return nil, err
		}
		if d == 0 || d > r.info.Last-seq {
			return nil, errors.New("its index names a record that is not there")
		}
		seq += d
		out = append(out, seq)
	}
	if !c.done() {
		return nil, errLonger
	}
	return out, nil
}
