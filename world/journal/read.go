package journal

import (
	"bytes"
	"fmt"

	"go.etcd.io/bbolt"
)

// A reading transaction keeps the pages it saw from being used again, so none is longer than this.
const (
	readBatchCount = 1_000
	readBatchBytes = 1 << 20
)

// LoadInfo says what Load found.
type LoadInfo struct {
	Cut     uint64 // the state's sequence; 0 when there was no cut yet
	Rows    uint64 // rows given to row
	Records uint64 // records given to tail
	Last    uint64 // the newest record
	Unclean bool   // the last daemon did not close the file
	Astray  error  // what [Recover] found out of place, which the next world.Start puts right; nil mostly
}

// Load gives the state as the current cut has it, row by row in key order, and then the records after it. It is meant
// for the start, before the first commit. An error of row or tail ends it and is returned as it is. The bytes handed
// out are copies and belong to the callbacks.
func (j *Journal) Load(row func(key string, value []byte) error, tail func(Record) error) (info LoadInfo, err error) {
	j.mergeMu.Lock()
	defer j.mergeMu.Unlock()
	runs, err := j.currentRuns()
	info = LoadInfo{Unclean: j.unclean, Last: j.Last()}
	if err != nil {
		return info, err
	}
	if n := len(runs); n > 0 {
		info.Cut = runs[n-1].seq
	}
	for after, more := []byte(nil), true; more; {
		var entries []entry
		err := j.view(func(tx *bbolt.Tx) (err error) {
			entries, more, err = mergedRows(tx, runs, after, loadBatchBytes)
			return err
		})
		if err != nil {
			return info, err
		}
		for _, e := range entries {
			after = e.key
			if e.gone() {
				continue
			}
			if err := row(string(e.key), e.stored[1:len(e.stored)-sumBytes]); err != nil {
				return info, err
			}
			info.Rows++
		}
	}
	err = j.records(info.Cut+1, info.Last, func(r Record) error {
		info.Records++
		return tail(r)
	})
	return info, err
}

// Records gives the durable records from..to in order, both included; what is behind the last one at the time of the
// call is left out, and so is what was older than the oldest kept. What DropThrough takes away while it runs ends it
// with a *DroppedError, never with a gap. It may run while others commit. fn runs outside of any transaction, may take
// its time, and may commit. An error of fn ends it and is returned as it is. The bytes handed out are copies. The
// chain is not looked at; a caller who wants to know follows it with Head.Next, from Anchor.
func (j *Journal) Records(from, to uint64, fn func(Record) error) error {
	now := j.shown.Load()
	if now.failed != nil {
		return now.failed
	}
	p := now.place()
	return j.records(max(from, p.anchor+1), min(to, p.last), fn)
}

// records is Records where each of from..to is asked for.
func (j *Journal) records(from, to uint64, fn func(Record) error) error {
	for next := from; next <= to; {
		batch, err := j.recordBatch(next, to)
		if err != nil {
			return err
		}
		for _, r := range batch {
			if err := fn(r); err != nil {
				return err
			}
		}
		next += uint64(len(batch))
	}
	return nil
}

// recordBatch copies some of the records from..to, at least one, in one transaction.
func (j *Journal) recordBatch(from, to uint64) (batch []Record, err error) {
	err = j.view(func(tx *bbolt.Tx) error {
		anchor, err := readChain(tx, anchorKey())
		if err != nil {
			return fmt.Errorf("anchor: %w", err)
		}
		if from <= anchor.Seq {
			return &DroppedError{Seq: from, First: anchor.Seq + 1}
		}
		size := 0
		c := tx.Bucket(recordsBucket()).Cursor()
		k, v := c.Seek(seqKey(from))
		for want := from; want <= to && len(batch) < readBatchCount && size < readBatchBytes; want++ {
			if seq, ok := keySeq(k); !ok || seq != want {
				return &DamagedError{Path: j.path, What: fmt.Sprintf("record %d is missing", want)}
			}
			r, err := unsealRecord(want, v)
			if err != nil {
				return fmt.Errorf("record %d: %w", want, err)
			}
			batch = append(batch, r.clone())
			size += len(v)
			k, v = c.Next()
		}
		return nil
	})
	return batch, err
}

// Get returns the durable value under key in one of the caller's tables, nil when there is none. It is a copy.
func (j *Journal) Get(bucket string, key []byte) (value []byte, err error) {
	err = j.view(func(tx *bbolt.Tx) error {
		b := tx.Bucket(putBucket(bucket))
		if b == nil {
			return nil
		}
		stored := b.Get(key)
		if stored == nil {
			return nil
		}
		v, err := unseal(key, stored)
		if err != nil {
			return fmt.Errorf("get from %s: %w", bucket, err)
		}
		value = append([]byte{}, v...) // an empty value stays different from none
		return nil
	})
	return value, err
}

// Scan gives the durable entries of one of the caller's tables whose keys begin with prefix, in key order. fn runs
// outside of any transaction and may commit; a long scan is therefore not one moment's picture, but each entry is
// durable. An error of fn ends it and is returned as it is. The bytes handed out are copies.
func (j *Journal) Scan(bucket string, prefix []byte, fn func(key, value []byte) error) error {
	for after, more := []byte(nil), true; more; {
		var entries []entry
		err := j.view(func(tx *bbolt.Tx) (err error) {
			entries, more, err = scanBatch(tx.Bucket(putBucket(bucket)), prefix, after)
			return err
		})
		if err != nil {
			return fmt.Errorf("scan %s: %w", bucket, err)
		}
		for _, e := range entries {
			after = e.key
			if err := fn(e.key, e.stored); err != nil {
				return err
			}
		}
	}
	return nil
}

// scanBatch copies some entries behind after; their stored is without the sum.
func scanBatch(b *bbolt.Bucket, prefix, after []byte) (entries []entry, more bool, err error) {
	if b == nil {
		return nil, false, nil
	}
	c := b.Cursor()
	k, stored := c.Seek(prefix)
	if after != nil {
		if k, stored = c.Seek(after); bytes.Equal(k, after) {
			k, stored = c.Next()
		}
	}
	for size := 0; k != nil && bytes.HasPrefix(k, prefix); k, stored = c.Next() {
		if len(entries) == readBatchCount || size > readBatchBytes {
			return entries, true, nil
		}
		v, err := unseal(k, stored)
		if err != nil {
			return nil, false, err
		}
		entries = append(entries, entry{key: bytes.Clone(k), stored: append([]byte{}, v...)})
		size += len(k) + len(v)
	}
	return entries, false, nil
}
