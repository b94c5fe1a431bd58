package segment

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"

	"github.com/fxamacker/cbor/v2"
	"github.com/klauspost/compress/zstd"
)

// Format is the number of the layout in the package comment. A file with another number is not read.
const Format = 1

const (
	magic    = "mudlark segment\n"
	endMagic = "sealed.\n"

	headBytes    = len(magic) + 4 // the magic and the format number
	frameBytes   = 1 + 8 + 4 + 4 + 4
	footerSummed = 8 + 4 + 4 // how much of the footer the file's sum covers
	footerBytes  = footerSummed + sha256.Size + 4 + len(endMagic)
)

// Limits of what is written, and of what a reader believes.
const (
	blockRecordsMost = 1_000
	blockBytesTarget = 1 << 20
	indexBytesTarget = 64 << 10
	entryBytesMost   = 16 << 20                          // one row's value or one payload, as in the journal
	keyBytesMost     = 512                               // as in the journal
	rawBytesMost     = blockBytesTarget + entryBytesMost // a block that was nearly full and got the largest entry
	spareBytes       = 1 << 10                           // what stands around the parts of an entry
	storedBytesMost  = rawBytesMost + rawBytesMost/128   // what zstd cannot make smaller it makes a little larger
	summaryBytesMost = 16 << 20

	// RecordsMost is how many records one segment may hold.
	RecordsMost = 4 << 20
	// NoteBytesMost is how long a writer's note may be.
	NoteBytesMost = 2 << 20
	// ClocksMost is how many starts of a daemon one segment may hold.
	ClocksMost = 10_000
	blocksMost = 1 << 18
)

// kind says what a block holds.
type kind byte

const (
	kindRows    kind = 'r'
	kindRecords kind = 'R'
	kindIndex   kind = 'i'
	kindSummary kind = 's'
)

// frame is the head of a block in the file. The number says which block it is, so that none can stand in for another.
type frame struct {
	kind        kind
	number      uint64
	raw, stored uint32 // bytes before and after compression
}

// appendTo writes the head of a block and its CRC.
func (f frame) appendTo(b, stored []byte) []byte {
	start := len(b)
	b = append(b, byte(f.kind))
	b = binary.BigEndian.AppendUint64(b, f.number)
	b = binary.BigEndian.AppendUint32(b, f.raw)
	b = binary.BigEndian.AppendUint32(b, f.stored)
	return binary.BigEndian.AppendUint32(b, checksum(b[start:], stored))
}

// matches reports whether b is the head that f has, in front of stored.
func (f frame) matches(b, stored []byte) bool {
	return string(f.appendTo(make([]byte, 0, frameBytes), stored)) == string(b)
}

func checksum(parts ...[]byte) uint32 {
	table := crc32.MakeTable(crc32.Castagnoli)
	var sum uint32
	for _, p := range parts {
		sum = crc32.Update(sum, table, p)
	}
	return sum
}

// newEncoder makes the one encoder of a writer: one goroutine, and tables for a window of one block.
func newEncoder() (*zstd.Encoder, error) {
	return zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedDefault),
		zstd.WithWindowSize(blockBytesTarget), zstd.WithEncoderCRC(false), zstd.WithSingleSegment(true))
}

// newDecoder makes a decoder that writes no further than it was given room.
func newDecoder() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxMemory(rawBytesMost+spareBytes), zstd.WithDecoderMaxWindow(rawBytesMost+spareBytes),
		zstd.WithDecodeAllCapLimit(true))
}

// modes are how the summary is written and read.
var modes = makeModes() //nolint:gochecknoglobals // immutable: made once

type cborModes struct {
	enc cbor.EncMode
	dec cbor.DecMode
}

func makeModes() cborModes {
	enc, err := cbor.CoreDetEncOptions().EncMode()
	if err != nil {
		panic(err) // the options are constants
	}
	dec, err := cbor.DecOptions{
		DupMapKey: cbor.DupMapKeyEnforcedAPF, ExtraReturnErrors: cbor.ExtraDecErrorUnknownField,
		MaxArrayElements: blocksMost, MaxNestedLevels: 8,
	}.DecMode()
	if err != nil {
		panic(err)
	}
	return cborModes{enc, dec}
}

var errShort = errors.New("it ends in the middle of an entry")

// cursor takes a decompressed block apart and never reads behind its end.
type cursor struct {
	b []byte
}

func (c *cursor) done() bool { return len(c.b) == 0 }

func (c *cursor) uvarint() (uint64, error) {
	n, size := binary.Uvarint(c.b)
	if size <= 0 {
		return 0, errShort
	}
	c.b = c.b[size:]
	return n, nil
}

// take returns the next n bytes, which must not be more than most.
func (c *cursor) take(n uint64, most int) ([]byte, error) {
	if n > uint64(most) {
		return nil, fmt.Errorf("an entry of %d bytes, where %d are the most", n, most)
	}
	if n > uint64(len(c.b)) {
		return nil, errShort
	}
	out := c.b[:n:n]
	c.b = c.b[n:]
	return out, nil
}

// sized returns the next entry that begins with its length.
func (c *cursor) sized(most int) ([]byte, error) {
	n, err := c.uvarint()
	if err != nil {
		return nil, err
	}
	return c.take(n, most)
}
