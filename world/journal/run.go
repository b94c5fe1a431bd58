package journal

import (
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"slices"

	"go.etcd.io/bbolt"
)

// runBytes is the size of a stored run entry: its six numbers.
const runBytes = 6 * 8

var errRun = errors.New("an entry in the list of runs makes no sense")

// run is one ordered run of rows: a cut, or several merged. It never changes once it is listed.
type run struct {
	order  uint64 // its place among the runs and its key in the list; a higher one overlays a lower
	bucket uint64 // name of its bucket under rows
	seq    uint64 // the state it is of
	rows   uint64
	bytes  uint64 // keys and values
	sum    uint64 // over all rows in their order
}

func (r run) encode() []byte {
	b := make([]byte, 0, runBytes)
	for _, n := range []uint64{r.order, r.bucket, r.seq, r.rows, r.bytes, r.sum} {
		b = binary.BigEndian.AppendUint64(b, n)
	}
	return b
}

func (r run) put(tx *bbolt.Tx) error {
	key := seqKey(r.order)
	return tx.Bucket(cutsBucket()).Put(key, newArena(runBytes+sumBytes).add(key, r.encode()))
}

func decodeRun(key, stored []byte) (run, error) {
	v, err := unseal(key, stored)
	if err != nil {
		return run{}, err
	}
	order, ok := keySeq(key)
	if !ok || len(v) != runBytes {
		return run{}, errRun
	}
	at := func(i int) uint64 { return binary.BigEndian.Uint64(v[8*i:]) }
	r := run{order: at(0), bucket: at(1), seq: at(2), rows: at(3), bytes: at(4), sum: at(5)}
	if r.order != order {
		return run{}, errRun
	}
	return r, nil
}

// listRuns returns the listed runs, oldest first.
func listRuns(tx *bbolt.Tx) ([]run, error) {
	var runs []run
	err := tx.Bucket(cutsBucket()).ForEach(func(k, v []byte) error {
		r, err := decodeRun(k, v)
		runs = append(runs, r)
		return err
	})
	return runs, err
}

// nextBucket returns a bucket number above every one in use: torn ones, and listed ones, which have no bucket when the
// run has no rows.
func nextBucket(tx *bbolt.Tx, runs []run) (uint64, error) {
	var highest uint64
	for _, r := range runs {
		highest = max(highest, r.bucket)
	}
	if k, _ := tx.Bucket(rowsBucket()).Cursor().Last(); k != nil {
		n, ok := keySeq(k)
		if !ok {
			return 0, errRun
		}
		highest = max(highest, n)
	}
	return highest + 1, nil
}

// writer writes one run, a chunk a commit.
type writer struct {
	j     *Journal
	r     run
	alone bool // see ride
}

func (j *Journal) newWriter(seq uint64) *writer {
	j.mu.Lock()
	defer j.mu.Unlock()
	w := &writer{j: j, r: run{bucket: j.nextBucket, seq: seq}}
	j.nextBucket++
	return w
}

// entry is a row as it is stored.
type entry struct {
	key, stored []byte
}

// write makes a chunk of rows durable, which are in key order and behind those written before.
func (w *writer) write(entries []entry) error {
	r := w.chunk(entries)
	return w.j.soon(&r)
}

// chunk is the writing of a chunk of rows.
func (w *writer) chunk(entries []entry) ride {
	r := ride{step: StepChunk, alone: w.alone}
	for _, e := range entries {
		r.size += len(e.key) + len(e.stored)
		w.r.sum = sumRow(w.r.sum, e.key, e.stored)
	}
	w.r.rows += uint64(len(entries))
	r.fn = func(tx *bbolt.Tx) error {
		if len(entries) == 0 {
			return nil
		}
		bucket, err := tx.Bucket(rowsBucket()).CreateBucketIfNotExists(seqKey(w.r.bucket))
		if err != nil {
			return fmt.Errorf("make run: %w", err)
		}
		bucket.FillPercent = appendFill
		for _, e := range entries {
			if err := bucket.Put(e.key, e.stored); err != nil {
				return fmt.Errorf("put row %s: %w", e.key, err)
			}
		}
		return nil
	}
	return r
}

// cut writes c as a run and makes it current. The caller holds j.cutMu and has checked c.
func (j *Journal) cut(w *writer, c Cut) error {
	w.r.bytes = rowsBytes(c.Rows)
	for rest := c.Rows; ; {
		var head []Row
		head, rest = chunk(rest, cutChunkBytes)
		entries := storedRows(head)
		if len(rest) == 0 {
			return j.listCut(w, entries)
		}
		if err := w.write(entries); err != nil {
			return err
		}
	}
}

// listCut writes a cut's last chunk together with the entry that makes it current.
func (j *Journal) listCut(w *writer, entries []entry) error {
	r := w.chunk(entries)
	r.step = StepCurrent
	rows := r.fn
	r.fn = func(tx *bbolt.Tx) error {
		// The order is chosen now and not earlier: a merge may have changed the list since the cut began.
		w.r.order = 1
		if n := len(j.runs); n > 0 {
			w.r.order = j.runs[n-1].order + 1
		}
		if err := rows(tx); err != nil {
			return err
		}
		return w.r.put(tx)
	}
	r.then = func() { j.runs = append(j.runs, w.r) }
	return j.soon(&r)
}

func storedRows(rows []Row) []entry {
	values := newArena(int(rowsBytes(rows)) + len(rows)*(1+sumBytes))
	entries := make([]entry, 0, len(rows))
	for _, r := range rows {
		entries = append(entries, entry{key: []byte(r.Key), stored: values.addRow(r)})
	}
	return entries
}

// sweep drops the buckets of runs that are not listed: torn by a crash, or merged into another.
// It runs at the start, when no run is being written.
func (j *Journal) sweep() error {
	var torn []uint64
	err := j.view(func(tx *bbolt.Tx) error {
		return tx.Bucket(rowsBucket()).ForEachBucket(func(k []byte) error {
			n, ok := keySeq(k)
			if !ok {
				return errRun
			}
			if !slices.ContainsFunc(j.runs, func(r run) bool { return r.bucket == n }) {
				torn = append(torn, n)
			}
			return nil
		})
	})
	if err != nil || len(torn) == 0 {
		return err
	}
	j.o.Log.Info("sweeping runs that are not listed", slog.Int("runs", len(torn)))
	return j.dropRuns(torn)
}

// dropRuns deletes buckets of rows, some rows a commit: to delete a large bucket at once would take too long.
func (j *Journal) dropRuns(buckets []uint64) error {
	for len(buckets) > 0 {
		left := buckets
		err := j.soon(&ride{step: StepSweep, fn: func(tx *bbolt.Tx) (err error) {
			left, err = dropRows(tx.Bucket(rowsBucket()), buckets)
			return err
		}})
		if err != nil {
			return err
		}
		buckets = left
	}
	return nil
}

// dropRows deletes at most dropRowsMax rows, and the buckets that have no further ones. It returns what is left.
func dropRows(rows *bbolt.Bucket, buckets []uint64) (left []uint64, err error) {
	budget := dropRowsMax
	for i, n := range buckets {
		bucket := rows.Bucket(seqKey(n))
		if bucket == nil {
			continue // a run without rows has no bucket
		}
		keys := make([][]byte, 0, budget)
		c := bucket.Cursor()
		k, _ := c.First()
		for ; k != nil && len(keys) < budget; k, _ = c.Next() {
			keys = append(keys, k)
		}
		if k == nil {
			if err := rows.DeleteBucket(seqKey(n)); err != nil {
				return nil, fmt.Errorf("drop run: %w", err)
			}
			budget -= len(keys)
			continue
		}
		for _, key := range keys {
			if err := bucket.Delete(key); err != nil {
				return nil, fmt.Errorf("drop run: %w", err)
			}
		}
		return buckets[i:], nil
	}
	return nil, nil
}
