package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"slices"

	"go.etcd.io/bbolt"
)

// past returns what the batch is about to take the place of.
func (b *Batch) past(tx *bbolt.Tx) (past, error) {
	p := past{Seq: b.Seq, Mind: b.Mind, Mused: b.Working != nil || b.End}
	own := tx.Bucket([]byte(bucketRows)).Bucket([]byte(b.Mind))
	for _, id := range b.touches(own) {
		w := was{ID: id}
		if own != nil {
			if v := own.Get(big(id)); v != nil {
				if err := readJSON(v, &w.Row); err != nil {
					return past{}, err
				}
			}
		}
		p.Rows = append(p.Rows, w)
	}
	if v := tx.Bucket([]byte(bucketWorking)).Get([]byte(b.Mind)); v != nil && p.Mused {
		if err := readJSON(v, &p.Working); err != nil {
			return past{}, err
		}
	}
	return p, nil
}

// touches returns the ids of the memories that a batch changes, each once.
func (b *Batch) touches(own *bbolt.Bucket) (ids []uint64) {
	if b.End && own != nil {
		_ = own.ForEach(func(key, _ []byte) error { // it cannot fail
			ids = append(ids, binary.BigEndian.Uint64(key))
			return nil
		})
	}
	for _, c := range b.Rows {
		if c.Put != nil {
			ids = append(ids, c.Put.ID)
		} else {
			ids = append(ids, c.Drop)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// remember keeps what was before; beyond so many the oldest goes. One that is too long to be kept cannot be undone.
func remember(tx *bbolt.Tx, p past) error {
	if p.Seq == 0 || len(p.Rows) == 0 && !p.Mused {
		return nil
	}
	err := appendValue(tx.Bucket([]byte(bucketPast)), p, pastMost)
	if errors.Is(err, errLong) {
		return nil
	}
	return step("write what was before", err)
}

// undo puts back what was before.
func undo(tx *bbolt.Tx, p past) error {
	own, err := tx.Bucket([]byte(bucketRows)).CreateBucketIfNotExists([]byte(p.Mind))
	if err != nil {
		return err
	}
	for _, w := range p.Rows {
		if w.Row == nil {
			err = errors.Join(err, own.Delete(big(w.ID)))
			continue
		}
		err = errors.Join(err, putJSON(own, big(w.ID), w.Row))
	}
	working := tx.Bucket([]byte(bucketWorking))
	switch {
	case !p.Mused:
	case p.Working == nil:
		err = errors.Join(err, working.Delete([]byte(p.Mind)))
	default:
		err = errors.Join(err, putJSON(working, []byte(p.Mind), p.Working))
	}
	return err
}

// Rewind makes minds remember what they did when the world was at a record: it was restored to it, and the rest has not
// happened. A step that took in a later record is undone whole; its mind takes in the earlier part again. What models
// answered stays, and so does the audit.
func (k *Store) Rewind(ctx context.Context, seq uint64) error {
	return k.do(ctx, func() error {
		err := k.rewriteDead(func(line []byte) []byte {
			var p post
			if json.Unmarshal(line, &p) != nil || p.Batch != nil && p.Batch.Seq > seq {
				return nil
			}
			return line
		})
		if err != nil {
			return err
		}
		undone, isAhead := 0, false
		err = k.change("forget what has not happened", func(tx *bbolt.Tx) (err error) {
			isAhead = number(tx.Bucket([]byte(bucketMeta)), keySeq) > seq
			undone, err = rewind(tx, seq)
			return err
		})
		if err == nil && isAhead {
			err = k.compact() // what has not happened is in no page that is free now either
		}
		if err == nil && undone > 0 {
			k.log.Info("undid what minds remembered of records that are not there", slog.Int("steps", undone))
		}
		return err
	})
}

func rewind(tx *bbolt.Tx, seq uint64) (undone int, err error) {
	meta := tx.Bucket([]byte(bucketMeta))
	if number(meta, keySeq) <= seq {
		return 0, nil
	}
	all := tx.Bucket([]byte(bucketPast))
	var keys [][]byte
	c := all.Cursor()
	for key, v := c.Last(); key != nil; key, v = c.Prev() {
		var p past
		if err := readJSON(v, &p); err != nil {
			return 0, err
		}
		if p.Seq <= seq {
			continue
		}
		if err := undo(tx, p); err != nil {
			return 0, err
		}
		keys = append(keys, bytes.Clone(key))
	}
	for _, key := range keys {
		err = errors.Join(err, all.Delete(key))
	}
	late := func(v []byte) (bool, error) {
		var at struct {
			Seq uint64 `json:"seq"`
		}
		err := readJSON(v, &at)
		return at.Seq > seq, err
	}
	err = errors.Join(err,
		eachMind(tx, bucketRows, func(_ string, own *bbolt.Bucket) error { return dropIf(own, late, own.Delete) }),
		eachMind(tx, bucketLedger, func(_ string, own *bbolt.Bucket) error {
			return dropIf(own, late, ledger{meta, own}.drop)
		}))
	working := tx.Bucket([]byte(bucketWorking))
	return len(keys), errors.Join(err, dropIf(working, late, working.Delete), putNumber(meta, keySeq, seq))
}

// appendValue adds a value under the next number; beyond so many the oldest goes.
func appendValue(b *bbolt.Bucket, v any, most uint64) error {
	n, err := b.NextSequence()
	if err != nil {
		return err
	}
	if err := putJSON(b, big(n), v); err != nil {
		return err
	}
	c := b.Cursor()
	for k, _ := c.First(); k != nil && binary.BigEndian.Uint64(k)+most <= n; k, _ = c.First() {
		if err := c.Delete(); err != nil {
			return err
		}
	}
	return nil
}

// dropIf deletes the values for which is says yes.
func dropIf(b *bbolt.Bucket, is func(v []byte) (bool, error), drop func(key []byte) error) error {
	var keys [][]byte
	err := b.ForEach(func(key, v []byte) error {
		yes, err := is(v)
		if yes {
			keys = append(keys, bytes.Clone(key))
		}
		return err
	})
	for _, key := range keys {
		err = errors.Join(err, drop(key))
	}
	return err
}

// rewriteDead gives the dead letters new lines; nil drops one. What minds sent and nobody wrote yet is written before.
func (k *Store) rewriteDead(edit func(line []byte) []byte) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	path := k.path + deadSuffix
	text, err := os.ReadFile(path)
	if missing(path) {
		return nil
	}
	if err != nil {
		return step("read the dead letters", err)
	}
	var kept []byte
	for line := range bytes.Lines(text) {
		if out := edit(bytes.TrimSpace(line)); len(out) > 0 {
			kept = append(append(kept, out...), '\n')
		}
	}
	return step("write the dead letters", replaceFile(path, kept))
}
