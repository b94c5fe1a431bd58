package store

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"

	"go.etcd.io/bbolt"
)

// The buckets. Those of rows and of the ledger hold a bucket for each mind.
const (
	bucketMeta      = "meta"      // format, clean, seq, cassettes
	bucketRows      = "rows"      // mind, id -> memory.Row
	bucketWorking   = "working"   // mind -> held
	bucketLedger    = "ledger"    // mind, order and whether it begins -> turn
	bucketCassettes = "cassettes" // key -> model.Cassette
	bucketAges      = "ages"      // when made and key of a cassette -> its size
	bucketAgents    = "agents"    // id -> what its owner wrote
	bucketAudit     = "audit"     // number -> turn
	bucketPast      = "past"      // number -> past
)

// The keys in the bucket meta.
const (
	keyFormat  = "format"
	keyClean   = "clean" // there while the file is closed in good order
	keySeq     = "seq"   // the newest record of the world that anything speaks of
	keyOrder   = "order" // the highest order of a step
	keyBytes   = "cassette_bytes"
	keyLedgers = "ledger_bytes"
)

// format is what this program writes, and the newest that it reads; the second counts what is in ledgers, and knows
// what was before.
const format = 2

func buckets() []string {
	return []string{
		bucketMeta, bucketRows, bucketWorking, bucketLedger, bucketCassettes, bucketAges, bucketAgents, bucketAudit,
		bucketPast,
	}
}

// begin makes a new file ready, and looks through an old one that was not closed.
func begin(path string, tx *bbolt.Tx) error {
	isNew, err := unused(path, tx)
	if err != nil {
		return err
	}
	for _, name := range buckets() {
		if _, err := tx.CreateBucketIfNotExists([]byte(name)); err != nil {
			return step("begin what minds remember", err)
		}
	}
	meta := tx.Bucket([]byte(bucketMeta))
	if isNew {
		return putNumber(meta, keyFormat, format)
	}
	if err := checkFormat(path, tx); err != nil {
		return err
	}
	if meta.Get([]byte(keyClean)) == nil {
		if err := inspect(path, tx); err != nil {
			return err
		}
	}
	if err := meta.Delete([]byte(keyClean)); err != nil || number(meta, keyFormat) == format {
		return err
	}
	order, err := recount(tx)
	return errors.Join(err, putNumber(meta, keyOrder, order), putNumber(meta, keyFormat, format))
}

// unused reports whether nothing was ever written into a file: who made it was killed before that.
func unused(path string, tx *bbolt.Tx) (bool, error) {
	if tx.Bucket([]byte(bucketMeta)) != nil {
		return false, nil
	}
	if k, _ := tx.Cursor().First(); k != nil {
		return false, &DamagedError{path: path, what: "it is a database of something else"}
	}
	return true, nil
}

func checkFormat(path string, tx *bbolt.Tx) error {
	meta := tx.Bucket([]byte(bucketMeta))
	switch found := number(meta, keyFormat); {
	case found == 0:
		return &DamagedError{path: path, what: "its format is missing"}
	case found > format:
		return &FormatError{path, found, format}
	}
	return nil
}

// markClean says that everything was written before the file was closed.
func markClean(tx *bbolt.Tx) error {
	return tx.Bucket([]byte(bucketMeta)).Put([]byte(keyClean), []byte{1})
}

// big is a number as a key: keys are in the order of their numbers.
func big(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

func number(b *bbolt.Bucket, key string) uint64 {
	v := b.Get([]byte(key))
	if len(v) != len(big(0)) {
		return 0
	}
	return binary.BigEndian.Uint64(v)
}

func putNumber(b *bbolt.Bucket, key string, n uint64) error { return b.Put([]byte(key), big(n)) }

// errLong says that a value is too long to be kept.
var errLong = fmt.Errorf("it is longer than %d bytes", EntryBytesMax)

// valueOf is v as it is stored.
func valueOf(v any) ([]byte, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, step("write it as JSON", err)
	}
	if len(text) > EntryBytesMax {
		return nil, errLong
	}
	return pack(text), nil
}

// putJSON stores v.
func putJSON(b *bbolt.Bucket, key []byte, v any) error {
	stored, err := valueOf(v)
	if err != nil {
		return err
	}
	return b.Put(key, stored)
}

// readJSON reads what putJSON stored.
func readJSON(stored []byte, into any) error {
	text, err := unpack(stored)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("%w: %w", errSum, err)
	}
	return nil
}

// eachValue visits every stored value.
func eachValue(tx *bbolt.Tx, visit func(text []byte) error) error {
	var walk func(b *bbolt.Bucket) error
	walk = func(b *bbolt.Bucket) error {
		return b.ForEach(func(k, v []byte) error {
			if v == nil {
				return walk(b.Bucket(k))
			}
			text, err := unpack(v)
			if err != nil {
				return err
			}
			return visit(text)
		})
	}
	for _, name := range buckets() {
		b := tx.Bucket([]byte(name))
		if b == nil || name == bucketMeta || name == bucketAges {
			continue
		}
		if err := walk(b); err != nil {
			return fmt.Errorf("in %s: %w", name, err)
		}
	}
	return nil
}
