package keep

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"sync"

	"github.com/klauspost/compress/zstd"
	"go.etcd.io/bbolt"
)

// The buckets. Those of rows and of the ledger hold a bucket for each mind.
const (
	bucketMeta      = "meta"      // format, clean, seq, cassettes
	bucketRows      = "rows"      // mind, id -> memory.Row
	bucketWorking   = "working"   // mind -> held
	bucketLedger    = "ledger"    // mind, number -> turn
	bucketCassettes = "cassettes" // key -> model.Cassette
	bucketAges      = "ages"      // when made and key of a cassette -> its size
	bucketAgents    = "agents"    // id -> what its owner wrote
	bucketAudit     = "audit"     // number -> entry
)

// The keys in the bucket meta.
const (
	keyFormat = "format"
	keyClean  = "clean" // there while the file is closed in good order
	keySeq    = "seq"   // the newest record of the world that anything speaks of
	keyBytes  = "cassette_bytes"
)

// format is what this program writes, and the newest that it reads.
const format = 1

func buckets() []string {
	return []string{
		bucketMeta, bucketRows, bucketWorking, bucketLedger, bucketCassettes, bucketAges, bucketAgents, bucketAudit,
	}
}

// begin makes a new file ready, and looks through an old one that was not closed.
func begin(path string, tx *bbolt.Tx) error {
	isNew := tx.Bucket([]byte(bucketMeta)) == nil
	if isNew {
		if k, _ := tx.Cursor().First(); k != nil {
			return &DamagedError{path, "it is a database of something else"}
		}
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
		return inspect(path, tx)
	}
	return meta.Delete([]byte(keyClean))
}

func checkFormat(path string, tx *bbolt.Tx) error {
	meta := tx.Bucket([]byte(bucketMeta))
	switch found := number(meta, keyFormat); {
	case found == 0:
		return &DamagedError{path, "its format is missing"}
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

// Values are stored under their sum, with a byte that says how: so a disk that lies is found out, and a long ledger
// stays small.
const (
	sumBytes    = 4
	asPlain     = 0
	asZstd      = 1
	packedLeast = 1 << 10 // bytes from which a value is packed
	unpackedMax = 2 * EntryBytesMax
)

// squeezer packs and unpacks values. immutable: made once, and safe for many goroutines.
var squeezer = sync.OnceValue(func() struct {
	in  *zstd.Encoder
	out *zstd.Decoder
} {
	in, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	out, err2 := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(unpackedMax))
	if err := errors.Join(err, err2); err != nil {
		panic(err) // only for options that contradict each other
	}
	return struct {
		in  *zstd.Encoder
		out *zstd.Decoder
	}{in, out}
})

// packed is a value as it is stored.
func packed(value []byte) []byte {
	out := make([]byte, sumBytes, sumBytes+1+len(value))
	if len(value) < packedLeast {
		out = append(append(out, asPlain), value...)
	} else {
		out = squeezer().in.EncodeAll(value, append(out, asZstd))
	}
	binary.BigEndian.PutUint32(out, crc32.Checksum(out[sumBytes:], crc32.MakeTable(crc32.Castagnoli)))
	return out
}

// unpacked is a value as it was given; the slice is the caller's.
func unpacked(stored []byte) ([]byte, error) {
	if len(stored) <= sumBytes ||
		binary.BigEndian.Uint32(stored) != crc32.Checksum(stored[sumBytes:], crc32.MakeTable(crc32.Castagnoli)) {
		return nil, errSum
	}
	if stored[sumBytes] == asPlain {
		return append([]byte(nil), stored[sumBytes+1:]...), nil
	}
	out, err := squeezer().out.DecodeAll(stored[sumBytes+1:], nil)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errSum, err)
	}
	return out, nil
}

// putJSON stores v.
func putJSON(b *bbolt.Bucket, key []byte, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return step("write it as JSON", err)
	}
	if len(text) > EntryBytesMax {
		return fmt.Errorf("%d bytes are too much for one entry, at most %d", len(text), EntryBytesMax)
	}
	return b.Put(key, packed(text))
}

// readJSON reads what putJSON stored.
func readJSON(stored []byte, into any) error {
	text, err := unpacked(stored)
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
			text, err := unpacked(v)
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
