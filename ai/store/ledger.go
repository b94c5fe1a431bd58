package store

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"

	"go.etcd.io/bbolt"
)

// beginMark ends the key of a step from which a mind can be run again.
const beginMark = 1

// ledger is the steps of one mind. Its keys are the order in which they were handed over, whenever they were written:
// so a dead letter takes its own place. The bucket's sequence counts them, and the file counts the bytes of all.
type ledger struct {
	meta, own *bbolt.Bucket
}

// ledgerOf returns the ledger of a mind, which is made when there is none.
func ledgerOf(tx *bbolt.Tx, mind string) (ledger, error) {
	own, err := tx.Bucket([]byte(bucketLedger)).CreateBucketIfNotExists([]byte(mind))
	return ledger{tx.Bucket([]byte(bucketMeta)), own}, step("write the ledger", err)
}

func (g ledger) put(key []byte, t turn) error {
	stored, err := valueOf(t)
	if err != nil {
		return err
	}
	old := g.own.Get(key)
	if old == nil {
		if err := g.own.SetSequence(g.own.Sequence() + 1); err != nil {
			return err
		}
	}
	size := number(g.meta, keyLedgers) + uint64(len(stored)) - uint64(len(old))
	return errors.Join(putNumber(g.meta, keyLedgers, size), g.own.Put(key, stored))
}

func (g ledger) drop(key []byte) error {
	size := number(g.meta, keyLedgers) - uint64(len(g.own.Get(key)))
	return errors.Join(putNumber(g.meta, keyLedgers, size), g.own.SetSequence(g.own.Sequence()-1), g.own.Delete(key))
}

// shorten drops the oldest steps from which nothing later can be run again: up to the next that a mind can begin from.
// Where there is none, the oldest tenth goes, and the rest cannot be run again until the mind begins anew. Something
// goes each time.
func (g ledger) shorten() error {
	const part = 10
	var keys [][]byte
	c := g.own.Cursor()
	most := int(g.own.Sequence())
	for k, _ := c.First(); k != nil; k, _ = c.Next() {
		if len(keys) > 0 && isBegin(k) {
			most = len(keys)
			break
		}
		keys = append(keys, bytes.Clone(k))
	}
	if len(keys) == int(g.own.Sequence()) {
		most = max(1, len(keys)/part)
	}
	for _, k := range keys[:most] {
		if err := g.drop(k); err != nil {
			return err
		}
	}
	return nil
}

func isBegin(key []byte) bool { return len(key) > len(big(0)) }

func ledgerKey(order uint64, begins bool) []byte {
	if begins {
		return append(big(order), beginMark)
	}
	return big(order)
}

// append writes a step under its order, and drops the oldest beyond so many.
func (g ledger) append(order uint64, begins bool, t turn, most uint64) error {
	err := g.put(ledgerKey(order, begins), t)
	if errors.Is(err, errLong) {
		err = g.put(ledgerKey(order, begins), turn{Seq: t.Seq, Edited: true, Why: WhyLost})
	}
	for err == nil && g.own.Sequence() > most {
		err = g.shorten()
	}
	return step("write the ledger", err)
}

// shortenAll drops the oldest steps of whoever has the oldest, while the ledgers together are too large.
func shortenAll(tx *bbolt.Tx, most uint64) error {
	meta, all := tx.Bucket([]byte(bucketMeta)), tx.Bucket([]byte(bucketLedger))
	for number(meta, keyLedgers) > most {
		var oldest *bbolt.Bucket
		var least []byte
		_ = all.ForEachBucket(func(mind []byte) error { // it cannot fail
			own := all.Bucket(mind)
			first, _ := own.Cursor().First()
			if first != nil && own.Sequence() > 1 && (least == nil || bytes.Compare(first, least) < 0) {
				oldest, least = own, bytes.Clone(first)
			}
			return nil
		})
		if oldest == nil {
			return nil
		}
		if err := (ledger{meta, oldest}).shorten(); err != nil {
			return step("shorten the ledgers", err)
		}
	}
	return nil
}

// Entry is one step of a mind as the ledger has it.
type Entry struct {
	N      uint64 // its place in the order of all steps
	Seq    uint64
	Begins bool            // a mind can be run again from here
	Turn   json.RawMessage // nil when it was taken out
	Edited bool            // it is not what the step was given
	Why    string          // why it was edited: one of the constants
}

// Latest visits the steps of a mind from the newest back, until visit says no.
func (k *Store) Latest(mind string, visit func(Entry) bool) error {
	err := k.view(func(tx *bbolt.Tx) error {
		own := tx.Bucket([]byte(bucketLedger)).Bucket([]byte(mind))
		if own == nil {
			return nil
		}
		c := own.Cursor()
		for key, v := c.Last(); key != nil; key, v = c.Prev() {
			e, err := entryOf(key, v)
			if err != nil {
				return err
			}
			if !visit(e) {
				return nil
			}
		}
		return nil
	})
	return step("read the ledger of "+mind, err)
}

// recount makes what is counted of ledgers anew, for a file of a program that did not count. It returns the highest
// order in them.
func recount(tx *bbolt.Tx) (order uint64, err error) {
	size := uint64(0)
	err = eachMind(tx, bucketLedger, func(_ string, own *bbolt.Bucket) error {
		count := uint64(0)
		err := own.ForEach(func(key, v []byte) error {
			order = max(order, binary.BigEndian.Uint64(key))
			count, size = count+1, size+uint64(len(v))
			return nil
		})
		return errors.Join(err, own.SetSequence(count))
	})
	if err != nil {
		return 0, fmt.Errorf("count what minds remember: %w", err)
	}
	return order, putNumber(tx.Bucket([]byte(bucketMeta)), keyLedgers, size)
}
