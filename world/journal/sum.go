package journal

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
)

const sumBytes = 4

var (
	errSum   = errors.New("a value does not match its checksum")
	errChain = errors.New("the chain of records is broken: this record is not the one that was written here")
)

// Of a row's stored value the first byte says whether the entity is there.
const (
	rowGone    = 0
	rowPresent = 1
)

// arena holds the stored form of a transaction's values: bbolt keeps what it is given until the commit, and one
// allocation for a batch is cheaper than one for each value.
type arena struct {
	buf []byte
}

func newArena(bytesHint int) *arena {
	return &arena{buf: make([]byte, 0, bytesHint)}
}

// add returns the stored form of value under key: the parts one behind the other, then their CRC-32C.
func (a *arena) add(key []byte, parts ...[]byte) []byte {
	start := len(a.buf)
	for _, p := range parts {
		a.buf = append(a.buf, p...)
	}
	a.buf = binary.BigEndian.AppendUint32(a.buf, sum(key, a.buf[start:]))
	return a.buf[start:len(a.buf):len(a.buf)]
}

// addRow returns the stored form of a row.
func (a *arena) addRow(r Row) []byte {
	if r.Value == nil {
		return a.add([]byte(r.Key), []byte{rowGone})
	}
	return a.add([]byte(r.Key), []byte{rowPresent}, r.Value)
}

// sum covers the key too, so that a value under a wrong key is found as well.
func sum(key, value []byte) uint32 {
	castagnoli := crc32.MakeTable(crc32.Castagnoli)
	return crc32.Update(crc32.Update(0, castagnoli, key), castagnoli, value)
}

// unseal checks a stored value and returns it without its sum. The slice still belongs to the transaction.
func unseal(key, stored []byte) ([]byte, error) {
	n := len(stored) - sumBytes
	if n < 0 || binary.BigEndian.Uint32(stored[n:]) != sum(key, stored[:n]) {
		return nil, errSum
	}
	return stored[:n:n], nil
}

// checkRow checks a stored row.
func checkRow(key, stored []byte) error {
	v, err := unseal(key, stored)
	if err == nil && (len(v) != 1 || v[0] != rowGone) && (len(v) == 0 || v[0] != rowPresent) {
		err = errSum
	}
	return err
}

// sumRow adds a stored row to the sum of those before it.
func sumRow(before uint64, key, stored []byte) uint64 {
	castagnoli := crc32.MakeTable(crc32.Castagnoli)
	return uint64(crc32.Update(crc32.Update(uint32(before), castagnoli, key), castagnoli, stored))
}

func seqKey(n uint64) []byte {
	return binary.BigEndian.AppendUint64(nil, n)
}

// keySeq reads what seqKey wrote; ok is false for anything else.
func keySeq(key []byte) (n uint64, ok bool) {
	if len(key) != 8 {
		return 0, false
	}
	return binary.BigEndian.Uint64(key), true
}
