package store

import (
	"encoding/binary"

	"go.etcd.io/bbolt"
)

// From visits the steps of a mind from one of its ledger on, the oldest first, until visit says no.
func (k *Store) From(mind string, n uint64, visit func(Entry) bool) error {
	err := k.view(func(tx *bbolt.Tx) error {
		own := tx.Bucket([]byte(bucketLedger)).Bucket([]byte(mind))
		if own == nil {
			return nil
		}
		c := own.Cursor()
		for key, v := c.Seek(big(n)); key != nil; key, v = c.Next() {
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

// entryOf reads a step.
func entryOf(key, stored []byte) (Entry, error) {
	var t turn
	if err := readJSON(stored, &t); err != nil {
		return Entry{}, err
	}
	e := Entry{binary.BigEndian.Uint64(key), t.Seq, isBegin(key), t.Turn, t.Edited, t.Why}
	if e.Edited && e.Why == "" {
		e.Why = WhyForgotten
	}
	return e, nil
}
