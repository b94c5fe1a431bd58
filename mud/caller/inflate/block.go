package inflate

import "math/bits"

// The form of RFC 1950 and 1951.
const (
	methodDeflate  = 8
	windowLogMost  = 7
	presetBit      = 0x20
	headerCheck    = 31
	kindStored     = 0
	kindFixed      = 1
	kindDynamic    = 2
	endOfBlock     = 256
	litsMost       = 286
	distsMost      = 30
	lengthsMost    = 19
	symbolsFixed   = 288
	distancesFixed = 32
)

// header takes the two bytes of zlib.
func (s *Stream) header() bool {
	const bytes = 2
	if !s.need(8 * bytes) {
		return false
	}
	method, flags := s.peek(0, 8), s.peek(8, 8)
	s.drop(8 * bytes)
	if method&0xF != methodDeflate || method>>4 > windowLogMost || flags&presetBit != 0 ||
		(method<<8|flags)%headerCheck != 0 {
		return s.fail(ErrHeader)
	}
	s.step = stepBlock
	return true
}

// block takes the head of a block, or the end of the last one.
func (s *Stream) block() bool {
	if s.last {
		s.drop(s.count & 7)
		s.step = stepSum
		return true
	}
	const size = 3
	if !s.need(size) {
		return false
	}
	s.last = s.peek(0, 1) == 1
	kind := s.peek(1, 2)
	s.drop(size)
	switch kind {
	case kindStored:
		s.drop(s.count & 7)
		s.step = stepStored
	case kindFixed:
		if s.fixed.lits == nil {
			s.fixed.lits, s.fixed.dists = fixed()
		}
		s.lits, s.dists = s.fixed.lits, s.fixed.dists
		s.step = stepSymbol
	case kindDynamic:
		s.step = stepCounts
	default:
		return s.fail(ErrBlock)
	}
	return true
}

// stored takes the length of a block that is not compressed.
func (s *Stream) stored() bool {
	const size = 16
	if !s.need(2 * size) {
		return false
	}
	length, inverse := s.peek(0, size), s.peek(size, size)
	s.drop(2 * size)
	if length^inverse != 1<<size-1 {
		return s.fail(ErrBlock)
	}
	s.left, s.step = length, stepStoredBytes
	return true
}

func (s *Stream) storedBytes(dst []byte, wrote *int) bool {
	for ; s.left > 0; s.left-- {
		if *wrote == len(dst) || !s.need(8) {
			return false
		}
		s.put(dst, wrote, byte(s.peek(0, 8)))
		s.drop(8)
	}
	s.step = stepBlock
	return true
}

// lengths collects the lengths of a block's codes, which are coded themselves.
type lengths struct {
	lits, dists, own int // how many there are of each
	have             int
	code             *code
	of               [litsMost + distsMost]uint8
}

// counts takes the head of a block with codes of its own.
func (s *Stream) counts() bool {
	const size, litsLeast, distsLeast, ownLeast = 14, 257, 1, 4
	if !s.need(size) {
		return false
	}
	s.codes = lengths{
		lits: s.peek(0, 5) + litsLeast, dists: s.peek(5, 5) + distsLeast, own: s.peek(10, 4) + ownLeast,
	}
	s.drop(size)
	if s.codes.lits > litsMost || s.codes.dists > distsMost {
		return s.fail(ErrBlock)
	}
	s.step = stepCodeLengths
	return true
}

// codeLengths takes the lengths of the code in which the others are written.
func (s *Stream) codeLengths() bool {
	const size = 3
	order := [lengthsMost]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}
	c := &s.codes
	for ; c.have < c.own; c.have++ {
		if !s.need(size) {
			return false
		}
		c.of[order[c.have]] = uint8(s.peek(0, size))
		s.drop(size)
	}
	var ok bool
	if c.code, ok = build(c.of[:lengthsMost]); !ok {
		return s.fail(ErrCode)
	}
	c.of, c.have = [litsMost + distsMost]uint8{}, 0
	s.step = stepLengths
	return true
}

// codeLength takes one length, or the repetition of one.
func (s *Stream) codeLength() bool {
	c := &s.codes
	symbol, used, ok := s.symbol(c.code, 0)
	if !ok {
		return false
	}
	const lengthMost, again, zeros, manyZeros = 15, 16, 17, 18
	var extra uint
	value, times := uint8(0), 1
	switch symbol {
	default:
		value = uint8(symbol)
	case again:
		extra, times = 2, 3
		if c.have == 0 {
			return s.fail(ErrBlock)
		}
		value = c.of[c.have-1]
	case zeros:
		extra, times = 3, 3
	case manyZeros:
		extra, times = 7, 11
	}
	if !s.need(used + extra) {
		return false
	}
	times += s.peek(used, extra)
	s.drop(used + extra)
	if c.have+times > c.lits+c.dists {
		return s.fail(ErrBlock)
	}
	for range times {
		c.of[c.have] = value
		c.have++
	}
	if c.have < c.lits+c.dists {
		return true
	}
	return s.endLengths()
}

// endLengths makes the codes of the block.
func (s *Stream) endLengths() bool {
	c := &s.codes
	if c.of[endOfBlock] == 0 {
		return s.fail(ErrBlock)
	}
	var ok, fine bool
	s.lits, ok = build(c.of[:c.lits])
	s.dists, fine = build(c.of[c.lits : c.lits+c.dists])
	if !ok || !fine {
		return s.fail(ErrCode)
	}
	s.step = stepSymbol
	return true
}

// symbols takes what a block says, until it repeats something or ends.
func (s *Stream) symbols(dst []byte, wrote *int) bool {
	for *wrote < len(dst) {
		symbol, used, ok := s.symbol(s.lits, 0)
		switch {
		case !ok:
			return false
		case symbol < endOfBlock:
			s.drop(used)
			s.put(dst, wrote, byte(symbol))
		case symbol == endOfBlock:
			s.drop(used)
			s.step = stepBlock
			return true
		default:
			return s.match(symbol-endOfBlock-1, used)
		}
	}
	return false
}

// match takes a length and a distance. Nothing is used up before both are there.
func (s *Stream) match(length int, used uint) bool {
	const lengthCodes, lengthMost, lengthLeast, lengthGroup, distGroup = 29, 258, 3, 4, 2
	if length >= lengthCodes {
		return s.fail(ErrCode)
	}
	left := lengthMost // the longest has a code of its own
	if length < lengthCodes-1 {
		extra := groupBits(length, lengthGroup)
		if !s.need(used + extra) {
			return false
		}
		left = lengthLeast + groupBase(length, lengthGroup, extra) + s.peek(used, extra)
		used += extra
	}
	dist, more, ok := s.symbol(s.dists, used)
	if !ok {
		return false
	}
	used += more
	if dist >= distsMost {
		return s.fail(ErrCode)
	}
	extra := groupBits(dist, distGroup)
	if !s.need(used + extra) {
		return false
	}
	back := 1 + groupBase(dist, distGroup, extra) + s.peek(used, extra)
	if back > min(s.at, windowBytes) {
		return s.fail(ErrDistance)
	}
	s.drop(used + extra)
	s.left, s.back, s.step = left, back, stepRepeat
	return true
}

// groupBits is how many further bits a length or distance has: none in the first two groups of so many codes, then one
// more with each group.
func groupBits(n, group int) uint { return uint(max(n/group-1, 0)) }

// groupBase is the least length or distance of a code, counted from 0.
func groupBase(n, group int, extra uint) int {
	if extra == 0 {
		return n
	}
	return (group + n%group) << extra
}

func (s *Stream) repeat(dst []byte, wrote *int) bool {
	for ; s.left > 0; s.left-- {
		if *wrote == len(dst) {
			return false
		}
		s.put(dst, wrote, s.window[(s.at-s.back)&windowMask])
	}
	s.step = stepSymbol
	return true
}

// checksum takes the checksum, which ends the stream.
func (s *Stream) checksum() bool {
	const size = 32
	if !s.need(size) {
		return false
	}
	sum := bits.ReverseBytes32(uint32(s.peek(0, size)))
	s.drop(size)
	if sum != s.sum.sum() {
		return s.fail(ErrSum)
	}
	return s.done()
}
