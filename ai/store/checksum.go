package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// Values are stored under their sum, with a byte that says how: so a disk that lies is found out, and a long ledger
// stays small.
const (
	sumBytes    = 4
	asPlain     = 0
	asZstd      = 1
	packedLeast = 1 << 10 // bytes from which a value is packed
	unpackedMax = 32 << 20
)

// squeezer packs and unpacks values.
//
//nolint:gochecknoglobals // immutable: made once, and safe for many goroutines
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

// pack returns a value as it is stored.
func pack(value []byte) []byte {
	out := make([]byte, sumBytes, sumBytes+1+len(value))
	if len(value) < packedLeast {
		out = append(append(out, asPlain), value...)
	} else {
		out = squeezer().in.EncodeAll(value, append(out, asZstd))
	}
	binary.BigEndian.PutUint32(out, crc32.Checksum(out[sumBytes:], crc32.MakeTable(crc32.Castagnoli)))
	return out
}

// unpack returns a value as it was given; the slice is the caller's.
func unpack(stored []byte) ([]byte, error) {
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
