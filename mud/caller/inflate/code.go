package inflate

import "math/bits"

const (
	codeMaxBits = 15 // the longest code
	fastBits    = 9  // codes of so many bits are looked up at once
	fastShift   = 4  // a fast entry is a symbol and, in its last bits, the length of its code
)

// code is a canonical Huffman code.
type code struct {
	count  [codeMaxBits + 1]uint16 // how many codes there are of each length
	symbol []uint16                // in the order of their codes
	fast   [1 << fastBits]uint16   // by the next bits; 0 where that is not enough
}

// build makes the code whose symbols have these lengths, 0 being none. A code must be complete, save that there may be
// one symbol of one bit, or none at all.
func build(of []uint8) (*code, bool) {
	c := &code{symbol: make([]uint16, len(of))}
	for _, n := range of {
		c.count[n]++
	}
	free := 1
	var first, next [codeMaxBits + 2]uint16 // the first code of a length, and the place of its symbol
	for n := 1; n <= codeMaxBits; n++ {
		free = free<<1 - int(c.count[n])
		if free < 0 {
			return nil, false
		}
		first[n+1] = (first[n] + c.count[n]) << 1
		next[n+1] = next[n] + c.count[n]
	}
	if used := len(of) - int(c.count[0]); free > 0 && used != 0 && (used != 1 || c.count[1] != 1) {
		return nil, false
	}
	place := next
	for symbol, n := range of {
		if n == 0 {
			continue
		}
		c.symbol[place[n]] = uint16(symbol)
		if n <= fastBits {
			at := first[n] + place[n] - next[n]
			for i := int(bits.Reverse16(at) >> (16 - n)); i < len(c.fast); i += 1 << n {
				c.fast[i] = uint16(symbol)<<fastShift | uint16(n)
			}
		}
		place[n]++
	}
	c.count[0] = 0
	return c, true
}

// fixed are the codes of RFC 1951, 3.2.6.
func fixed() (lits, dists *code) {
	var of [symbolsFixed]uint8
	for i := range of {
		switch {
		case i < 144:
			of[i] = 8
		case i < 256:
			of[i] = 9
		case i < 280:
			of[i] = 7
		default:
			of[i] = 8
		}
	}
	lits, _ = build(of[:])
	for i := range distancesFixed {
		of[i] = 5
	}
	dists, _ = build(of[:distancesFixed])
	return lits, dists
}

// symbol reads the code behind some bits that are not yet used, without using it. It takes as few bytes as it can, and
// ok is false where they do not suffice or the code is none.
func (s *Stream) symbol(c *code, behind uint) (symbol int, used uint, ok bool) {
	for {
		have := s.bits >> behind
		n := uint(0)
		if s.count > behind {
			n = s.count - behind
		}
		if e := c.fast[have&(1<<fastBits-1)]; e != 0 && uint(e&(1<<fastShift-1)) <= n {
			return int(e >> fastShift), uint(e & (1<<fastShift - 1)), true
		}
		symbol, used, ok = c.slow(have, min(n, codeMaxBits))
		switch {
		case ok:
			return symbol, used, true
		case n >= codeMaxBits:
			s.fail(ErrCode)
			return 0, 0, false
		case !s.more():
			return 0, 0, false
		}
	}
}

// slow reads a code bit by bit, of n bits at most.
func (c *code) slow(have uint64, n uint) (symbol int, used uint, ok bool) {
	value, first, index := 0, 0, 0
	for l := uint(1); l <= n; l++ {
		value |= int(have & 1)
		have >>= 1
		count := int(c.count[l])
		if value-count < first {
			return int(c.symbol[index+value-first]), l, true
		}
		index += count
		first = (first + count) << 1
		value <<= 1
	}
	return 0, 0, false
}
