// Package inflate decompresses what a telnet server sends after MCCP2 has begun: a zlib stream (RFC 1950, 1951) in the
// midst of a connection.
//
// Its one idea is that bytes are pushed in and text is taken out, and that nothing ever waits. A [Stream] takes exactly
// what belongs to it, since plain text may follow its end in the same read; gives whatever can be known of what came;
// and ends by itself where it grows beyond what text can.
//
// No library is pushed. compress/flate and klauspost/compress/flate pull, and when the bytes run out they either wait,
// in a goroutine that tells of a block only at its end, or fail for good. The latter can begin anew behind the last
// whole block, but then a server chooses the price: each read inflates its block from the start, and a block of 10 KB
// that came byte by byte cost 2 s so, against 1 ms here.
//
// A Stream belongs to one goroutine at a time; it holds 32 KiB of what it said last, and its tables.
package inflate

import (
	"errors"
	"io"
)

// The limits, where New is not told others.
const (
	// RatioMax is how many times its size a stream may grow to, once it has given FreeBytes.
	RatioMax = 200
	// FreeBytes is how much a stream may give before RatioMax counts: blank lines compress a thousand times.
	FreeBytes = 1 << 20
)

// What may be wrong with a stream. After any of them it is of no further use.
var (
	// ErrHeader says that it does not begin as zlib does.
	ErrHeader = errors.New("what came is no zlib stream")
	// ErrBlock says that a block has no known kind, or a length that contradicts itself.
	ErrBlock = errors.New("a compressed block is broken")
	// ErrCode says that the codes of a block are broken, or that one came that is none.
	ErrCode = errors.New("the code of a compressed block is broken")
	// ErrDistance says that it repeats what never was.
	ErrDistance = errors.New("compressed text repeats what never came")
	// ErrSum says that its checksum is wrong.
	ErrSum = errors.New("the checksum of compressed text is wrong")
	// ErrBomb says that it grows more than text can.
	ErrBomb = errors.New("compressed text grows more than text can")
)

const (
	windowBytes = 32 << 10
	windowMask  = windowBytes - 1
)

// Stream is one zlib stream. Make one with New.
type Stream struct {
	src   []byte // during Take
	bits  uint64 // taken from src and not yet used, the next in bit 0
	count uint

	step  step
	last  bool // the block is the last
	left  int  // bytes of a stored block, or of a repetition
	back  int  // how far back it repeats
	codes lengths
	lits  *code
	dists *code
	fixed struct{ lits, dists *code } // made when first wanted

	window [windowBytes]byte
	at     int
	sum    adler
	summed int // how much of dst is in it, during Take
	in     uint64
	out    uint64
	ratio  uint64
	err    error
}

// step is what comes next in the stream.
type step uint8

const (
	stepHeader step = iota
	stepBlock
	stepStored
	stepStoredBytes
	stepCounts
	stepCodeLengths
	stepLengths
	stepSymbol
	stepRepeat
	stepSum
	stepDone
)

// New makes a stream that may grow to ratio times its size; 0 means RatioMax.
func New(ratio int) *Stream {
	if ratio <= 0 {
		ratio = RatioMax
	}
	return &Stream{ratio: uint64(ratio), sum: adler{a: 1}}
}

// Bytes are how many came, and what they grew to.
func (s *Stream) Bytes() (in, out uint64) { return s.in, s.out }

// Take takes bytes of the stream and writes what they say to dst. It returns how much of both it used: all of src, or
// all of dst, unless the stream has ended (io.EOF) or is broken. Where dst was filled there may be more, even of a src
// that is used up. What is behind the end is not taken.
func (s *Stream) Take(dst, src []byte) (wrote, took int, err error) {
	if s.err != nil {
		return 0, 0, s.err
	}
	s.src, s.summed = src, 0
	for s.err == nil && s.advance(dst, &wrote) {
	}
	took = len(src) - len(s.src)
	s.src = nil
	s.addSum(dst[:wrote])
	s.in += uint64(took)
	s.out += uint64(wrote)
	if s.out > FreeBytes && s.out/s.ratio > s.in && !errors.Is(s.err, io.EOF) {
		s.err = ErrBomb
	}
	return wrote, took, s.err
}

// advance does one step, and reports false when it waits for more of src or more room.
func (s *Stream) advance(dst []byte, wrote *int) bool {
	switch s.step {
	case stepHeader:
		return s.header()
	case stepBlock:
		return s.block()
	case stepStored:
		return s.stored()
	case stepStoredBytes:
		return s.storedBytes(dst, wrote)
	case stepCounts:
		return s.counts()
	case stepCodeLengths:
		return s.codeLengths()
	case stepLengths:
		return s.codeLength()
	case stepSymbol:
		return s.symbols(dst, wrote)
	case stepRepeat:
		return s.repeat(dst, wrote)
	case stepSum:
		s.addSum(dst[:*wrote])
		return s.checksum()
	case stepDone:
	}
	return false
}

// addSum adds to the checksum what is not yet in it.
func (s *Stream) addSum(wrote []byte) {
	s.sum.add(wrote[s.summed:])
	s.summed = len(wrote)
}

// fail ends the stream.
func (s *Stream) fail(err error) bool {
	s.err = err
	return false
}

// more adds a byte to the bits, if there is one.
func (s *Stream) more() bool {
	if len(s.src) == 0 {
		return false
	}
	s.bits |= uint64(s.src[0]) << s.count
	s.count += 8
	s.src = s.src[1:]
	return true
}

// need sees to n bits. It takes no byte that is not needed, so what is behind the stream stays where it is.
func (s *Stream) need(n uint) bool {
	for s.count < n {
		if !s.more() {
			return false
		}
	}
	return true
}

// peek is n of the bits, behind others.
func (s *Stream) peek(behind, n uint) int { return int(s.bits >> behind & (1<<n - 1)) }

// drop uses n bits up.
func (s *Stream) drop(n uint) {
	s.bits >>= n
	s.count -= n
}

// put writes a byte.
func (s *Stream) put(dst []byte, wrote *int, b byte) {
	dst[*wrote] = b
	*wrote++
	s.window[s.at&windowMask] = b
	s.at++
	if s.at == 2*windowBytes { // all that matters beyond the window is that it is full
		s.at = windowBytes
	}
}

// adler is the checksum of RFC 1950.
type adler struct{ a, b uint32 }

func (d *adler) add(p []byte) {
	const modulus, most = 65521, 5552 // so many bytes cannot overflow
	for len(p) > 0 {
		part := p[:min(most, len(p))]
		p = p[len(part):]
		for _, c := range part {
			d.a += uint32(c)
			d.b += d.a
		}
		d.a %= modulus
		d.b %= modulus
	}
}

func (d *adler) sum() uint32 { return d.b<<16 | d.a }

// done marks the end of the stream.
func (s *Stream) done() bool {
	s.step = stepDone
	return s.fail(io.EOF)
}
