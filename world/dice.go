package world

import (
	"encoding/binary"
	"hash/fnv"
	"strconv"
)

// roll returns a number from 1 to sides that depends on nothing but the seed, the sequence of the action, what it is
// for, whom it concerns and how many times that was asked before: there is no stream to save or to drift.
func roll(seed, seq uint64, purpose, subject string, n uint64, sides int) int {
	h := fnv.New64a()
	var b [24]byte
	binary.BigEndian.PutUint64(b[0:], seed)
	binary.BigEndian.PutUint64(b[8:], seq)
	binary.BigEndian.PutUint64(b[16:], n)
	h.Write(b[:])
	h.Write([]byte(purpose))
	h.Write([]byte{0})
	h.Write([]byte(subject))
	// The finaliser of SplitMix64 spreads what FNV leaves in the low bits.
	x := h.Sum64()
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	x ^= x >> 31
	return int(x%uint64(sides)) + 1
}

// Most returns the highest total of the dice.
func (d Dice) Most() int { return d.N*d.S + d.P }

// String writes dice as packs do, 2d4+1; no dice are no words.
func (d Dice) String() string {
	if d.N == 0 {
		return ""
	}
	text := strconv.Itoa(d.N) + "d" + strconv.Itoa(d.S)
	switch {
	case d.P > 0:
		text += "+" + strconv.Itoa(d.P)
	case d.P < 0:
		text += strconv.Itoa(d.P)
	}
	return text
}
